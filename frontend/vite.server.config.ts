import react from "@vitejs/plugin-react";
import { defaultServerConditions, defineConfig } from "vite";
import { documents } from "./scripts/documents.mjs";
import { folderOf, inLanguage } from "./scripts/language.mjs";

/**
 * Builds the server renderer used by the api (docs/decisions/0023): the same sources, bundled with all packages.
 */
export default defineConfig({
  plugins: [react(), inLanguage, documents],
  define: {
    "process.env.NODE_ENV": JSON.stringify("production"),
    // Modules read it when they are imported; rendered HTML contains no origin.
    "globalThis.location": JSON.stringify({ origin: "", pathname: "" }),
  },
  ssr: { noExternal: true, resolve: { conditions: ["source", ...defaultServerConditions] } },
  build: {
    ssr: "src/server/first-view.tsx",
    outDir: folderOf("dist/server"),
    emptyOutDir: true,
    copyPublicDir: false,
    minify: true,
  },
});
