import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { FACTS_ELEMENT } from "@sakhi/domain/site/html";
import { PATHS } from "@sakhi/domain/site/routes";
import react from "@vitejs/plugin-react";
import { minifySync } from "rolldown/utils";
import { type Plugin, defaultClientConditions, defineConfig } from "vite";
import { documents } from "./scripts/documents.mjs";
import { folderOf, inLanguage, IS_PSEUDO, IS_SHOWN, LANGUAGE, sharedAssets } from "./scripts/language.mjs";
import { withoutNetwork } from "./scripts/worker.mjs";

/** The api's address for the development server. */
const API = process.env["API_URL"] ?? "http://127.0.0.1:3000";

/** Paths that the development server leaves to the api. */
const SERVED_BY_API = [
  "/api",
  "/images/v1",
  "/admin/queues",
  "/metrics",
  "/healthz",
  "/readyz",
  "/sitemap",
  "/robots.txt",
];

/** Fonts used by every page. */
const FIRST_FONTS = /(?:eczar|mukta-400|mukta-600)-first[^/]*\.woff2$/;

/** Preloads the fonts instead of waiting for the style sheet: a late font swap shifts the layout. */
const fontsAtOnce: Plugin = {
  name: "fonts-at-once",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => FIRST_FONTS.test(file))
        .map((file) => ({
          tag: "link",
          attrs: { rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href: `/${file}` },
          injectTo: "head",
        })),
  },
};

/**
 * Inlines the small first style sheet, which would otherwise block rendering. The link stays, disabled: browsers fetch nothing for it,
 * and without it Vite's loader would add the sheet again with the first lazy file. A second time, its fonts made the browser
 * style and lay out the whole page once more.
 */
const styleInDocument: Plugin = {
  name: "style-in-document",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle }) =>
      html.replace(/<link rel="stylesheet"[^>]*href="\/(?<file>[^"]+)">\n/g, (link, file: string) => {
        const sheet = bundle?.[file];
        return sheet?.type === "asset"
          ? `<style>${String(sheet.source)}</style>\n<link rel="stylesheet" href="/${file}" disabled>\n`
          : link;
      }),
  },
};

const PRELOAD = /<link rel="modulepreload" crossorigin href="(?<file>[^"]+)">/g;
const START = /assets\/start-[^/]*\.js$/;

/** Delays fetching and starting the site until the server-rendered HTML has been painted. */
const startAfterPaint: Plugin = {
  name: "start-after-paint",
  apply: "build",
  buildStart() {
    const { code } = minifySync("start.js", readFileSync(join(import.meta.dirname, "src/app/start.js"), "utf8"));
    this.emitFile({ type: "asset", name: "start.js", source: code });
  },
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle }) {
      const start = Object.keys(bundle ?? {}).find((file) => START.test(file));
      const entry = /<script type="module" crossorigin src="(?<main>[^"]+)"><\/script>/;
      if (start === undefined || !entry.test(html))
        throw new Error("The built index.html has no start script or entry: adapt startAfterPaint");
      const files = [...html.matchAll(PRELOAD)].map(({ groups = {} }) => groups["file"]);
      return html
        .replaceAll(PRELOAD, "")
        .replace(entry, `<script defer src="/${start}" data-main="$<main>" data-files="${files.join(" ")}"></script>`);
    },
  },
};

/** Matches a path and its screen's module in src/app/routes.tsx. */
const SCREEN = /PATHS\.(?<name>\w+),\s*\(\) => import\("\.\.\/(?<module>[^"]+)"\)/g;

/**
 * Lists each screen's files by path, without those the document already names. The api adds them to the page's head
 * (backend/src/site/site-files.ts), so that they are fetched before any script has run.
 */
const screenFiles: Plugin = {
  name: "screen-files",
  apply: "build",
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
    const withImports = (file: string, seen = new Set<string>()): Set<string> => {
      if (seen.has(file)) return seen;
      seen.add(file);
      for (const each of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) withImports(each, seen);
      return seen;
    };
    const first = new Set(
      chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...withImports(fileName)]),
    );
    const routes = readFileSync(join(import.meta.dirname, "src/app/routes.tsx"), "utf8");
    const screens = [...routes.matchAll(SCREEN)].map(({ groups = {} }) => {
      const { name, module } = groups;
      const path = PATHS[name as keyof typeof PATHS];
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${module}.tsx`) === true);
      if (chunk === undefined) throw new Error(`No chunk for the screen ${module} at ${name}`);
      return [path, [...withImports(chunk.fileName)].filter((file) => !first.has(file))];
    });
    if (screens.length !== Object.keys(PATHS).length)
      throw new Error("Not every path has a screen in routes.tsx, or SCREEN no longer matches it");
    const source = JSON.stringify(Object.fromEntries(screens));
    this.emitFile({ type: "asset", fileName: ".vite/screens.json", source });
  },
};

const COMPRESSED = /\.(?:js|css|svg|json)$/;

/**
 * Compresses the content-hashed files once, at the highest level. The api sends the copy that the browser accepts
 * (backend/src/site/site-files.ts) without spending CPU time.
 */
const compressed: Plugin = {
  name: "compressed",
  apply: "build",
  writeBundle({ dir = "" }) {
    const folder = join(dir, "assets");
    for (const name of readdirSync(folder).filter((file) => COMPRESSED.test(file))) {
      const bytes = readFileSync(join(folder, name));
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
      writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    }
  },
};

/**
 * Our modules that every first page needs, and small ones that most pages need, bundled with their imports into one chunk. Split by what each lazy screen
 * shares, they would become twenty small chunks, 4.5 kB larger in total when gzipped (90 ms on slow 3G; a build without
 * it, 26 November 2026).
 */
const FRAME =
  /@chakra-ui\/react\/dist\/esm\/(components\/grid\/grid|styled-system\/config)\.js$|domain\/src\/(fields\/isolation|money\/money)\.ts$|src\/(app\/(app\.strings|join-buttons|navigation-style)|ui\/(card|event-text|navigation|page|page-head|states|carousel|lazy-image|contacts|block-print|steady-button)|api\/(base-api|failure|catalogue-api))\.tsx?$/;

/** What builds the design system, evaluated in a task of its own (src/app/start.js): 40 ms, four times that on a slow phone. */
const SYSTEM = /src\/ui\/theme\/(system|tokens|recipes|slot-recipes)\.ts$/;

/**
 * Small modules that the plan shares with parts of itself that are loaded later: as chunks of their own each costs a file and some
 * 100 bytes more when gzipped.
 */
const PLAN =
  /lucide-react\/dist\/esm\/icons\/(list|arrow-up-down|calendar-clock)\.m?js$|domain\/src\/plans\/plan\.types\.ts$/;

/** The api writes the Mela's facts into each page; the development server fetches them from the running api. */
const factsWhileDeveloping: Plugin = {
  name: "facts-while-developing",
  apply: "serve",
  async transformIndexHtml() {
    const facts = await fetch(`${API}/api/v1/mela/facts`).then((response) => response.text());
    return [
      { tag: "script", attrs: { type: "application/json", id: FACTS_ELEMENT }, children: facts, injectTo: "head" },
    ];
  },
};

/** The condition `source` lets Vite compile domain/ from TypeScript. */
export default defineConfig({
  plugins: [
    react(),
    inLanguage,
    documents,
    fontsAtOnce,
    styleInDocument,
    startAfterPaint,
    screenFiles,
    ...(IS_SHOWN ? [compressed, withoutNetwork, sharedAssets] : []),
    factsWhileDeveloping,
  ],
  resolve: { conditions: ["source", ...defaultClientConditions] },
  server: { host: "127.0.0.1", port: 5173, proxy: Object.fromEntries(SERVED_BY_API.map((path) => [path, API])) },
  build: {
    outDir: folderOf("dist/site"),
    copyPublicDir: LANGUAGE === "en",
    emptyOutDir: true,
    assetsDir: "assets",
    sourcemap: false,
    // No polyfill: browsers without modulepreload fetch the same files when they are imported.
    modulePreload: { polyfill: false },
    manifest: true,
    minify: IS_PSEUDO ? false : "oxc",
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "system", test: SYSTEM, priority: 1 },
            { name: "frame", test: FRAME },
            { name: "plan", test: PLAN },
          ],
        },
        // The entry names a hundred lazy chunks: short names without [name] save 0.5 kB of the first load.
        chunkFileNames: "assets/[hash:7].js",
      },
    },
  },
});
