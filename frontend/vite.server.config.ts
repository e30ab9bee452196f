import react from "@vitejs/plugin-react";
import { defaultServerConditions, defineConfig } from "vite";
import { documents } from "./scripts/documents.mjs";

/**
 * The pages as the api draws them for the first view (docs/decisions/0023): the same sources without a browser, in files
 * that need no packages beside them.
 */
export default defineConfig({
  plugins: [react(), documents],
  define: {
    "process.env.NODE_ENV": JSON.stringify("production"),
    // Asked for where modules begin; what is drawn names no origin.
    "globalThis.location": JSON.stringify({ origin: "", pathname: "" }),
  },
  ssr: { noExternal: true, resolve: { conditions: ["source", ...defaultServerConditions] } },
  build: {
    ssr: "src/server/first-view.tsx",
    outDir: "dist/server",
    emptyOutDir: true,
    copyPublicDir: false,
    minify: true,
  },
});
