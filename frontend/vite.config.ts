import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";

/**
 * `source` lets Vite compile domain/ from its TypeScript (design/stack.md, Workspaces). The site is built beside
 * the declarations in dist/types, never over them.
 */
export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ["source", ...defaultClientConditions] },
  server: {
    host: "127.0.0.1",
    port: 5173,
    proxy: { "/api": process.env["API_URL"] ?? "http://127.0.0.1:3000" },
  },
  build: { outDir: "dist/site", emptyOutDir: true, assetsDir: "assets", sourcemap: false, manifest: true },
});
