import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { folderOf, LANGUAGE, withTexts } from "./language.mjs";

/** The screens that open without network: what `opensOffline` of domain/src/site/offline.rules.ts names. */
const SCREENS = ["floor-plan", "register", "payment-success", "my-booking"].map(
  (name) => `src/features/bookings/${name}.page.tsx`,
);
/** The gate's page: its files are kept on devices that have opened it. */
const GATE = "src/features/admin/gate/gate.page.tsx";
const ROOT = join(import.meta.dirname, "..");
/** What precedes the paths of this language. */
const PREFIX = LANGUAGE === "en" ? "" : `/${LANGUAGE}`;
const SOURCES = join(ROOT, "src/worker");
/** Files beside the documents that they show or run: KEPT_FILES of the rules. */
const BESIDE = ["favicon.svg", "wordmark.svg", "reload-online.js"];
/** Modules that are screens of their own. */
const SCREEN = /\.pages?\.tsx$/;
const FONT = /<link rel="preload" as="font" [^>]*href="\/(?<file>[^"]+)"/g;
const START = /<script defer src="\/(?<file>assets\/start-[^"]+)"/;

/**
 * Files of screens with all that they load later, except other screens.
 *
 * @param {Record<string, { file: string, imports?: string[], dynamicImports?: string[], css?: string[] }>} manifest of the build
 * @param {readonly string[]} entries
 * @returns {string[]} without duplicates, sorted
 */
export function filesWithLater(manifest, entries) {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The build has no ${key}`);
    seen.add(key);
    for (const each of chunk.imports ?? []) visit(each);
    for (const each of chunk.dynamicImports ?? []) if (!SCREEN.test(each)) visit(each);
  };
  for (const entry of entries) visit(entry);
  const files = [...seen].flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? [])]);
  return [...new Set(files)].toSorted();
}

/**
 * A document that the worker keeps: the built page with words of its own, and without anything of a visitor or an event.
 *
 * @param {string} page the built index.html
 * @param {string} ownView the text of src/worker/<name>.html
 * @returns {string}
 */
function keptDocument(page, ownView) {
  const view = ownView.replaceAll("{{prefix}}", PREFIX);
  const style = readFileSync(join(SOURCES, "kept.css"), "utf8");
  const head = `<title>{{offlineTitle}}</title>\n    <meta name="robots" content="noindex" />\n    <style>${style}</style>`;
  return withTexts(
    page
      .replace("<!--app-head-->", () => head)
      .replace("<!--first-styles-->", "")
      .replace("<!--first-view-->", () => view),
  );
}

/** The site cannot start on a page that is not kept: the document waits for the network instead. */
const withoutSite = (document) =>
  document.replace(/<script defer src="[^"]*start-[^>]*>/, () => '<script defer src="/reload-online.js">');

const digest = (algorithm, content, encoding) => createHash(algorithm).update(content).digest(encoding);

/**
 * Writes the service worker of this language, the two documents that it keeps, and beside the English ones the script that removes any
 * worker. Each language has a worker of its own for the pages below its prefix: a visitor keeps the files of the language that she uses.
 */
export const withoutNetwork = {
  name: "without-network",
  apply: "build",
  async closeBundle() {
    const site = join(ROOT, "dist/site");
    const own = join(ROOT, folderOf("dist/site"));
    // The build has failed.
    if (!existsSync(join(own, ".vite/manifest.json"))) return;
    const page = readFileSync(join(own, "index.html"), "utf8");
    const manifest = JSON.parse(readFileSync(join(own, ".vite/manifest.json"), "utf8"));
    const inPage = [...page.matchAll(FONT)].map(({ groups }) => groups.file);
    const start = START.exec(page)?.groups.file;
    if (start === undefined || inPage.length === 0)
      throw new Error("index.html has no fonts or start: adapt withoutNetwork");
    const files = [...filesWithLater(manifest, ["index.html", ...SCREENS]), ...inPage, start].map((file) => ({
      url: `/${file}`,
      revision: null,
    }));
    const kept = new Set(files.map(({ url }) => url));
    const gateFiles = filesWithLater(manifest, [GATE])
      .map((file) => `/${file}`)
      .filter((url) => !kept.has(url));
    const keep = (name, content) =>
      // During an update a process of the former release may answer: then the browser tries again later.
      files.push({
        url: `/${name}`,
        revision: digest("sha256", content, "hex").slice(0, 16),
        integrity: `sha384-${digest("sha384", content, "base64")}`,
      });
    for (const name of BESIDE) keep(name, readFileSync(join(site, name)));
    for (const name of ["offline.html", "not-kept.html"]) {
      const document = keptDocument(page, readFileSync(join(SOURCES, name), "utf8"));
      const content = name === "offline.html" ? document : withoutSite(document);
      writeFileSync(join(own, name), content);
      keep(`${PREFIX}/${name}`.slice(1), content);
    }
    const release = digest("sha256", JSON.stringify([files, gateFiles]), "hex").slice(0, 12);
    for (const name of LANGUAGE === "en" ? ["worker", "no-worker"] : ["worker"])
      await build({
        configFile: false,
        root: ROOT,
        logLevel: "warn",
        publicDir: false,
        resolve: { conditions: ["source", "module", "browser", "production"] },
        define: {
          "process.env.NODE_ENV": '"production"',
          FILES: JSON.stringify(files),
          GATE_FILES: JSON.stringify(gateFiles),
          RELEASE: JSON.stringify(LANGUAGE === "en" ? release : `${LANGUAGE}-${release}`),
          PREFIX: JSON.stringify(PREFIX),
        },
        build: {
          outDir: own,
          emptyOutDir: false,
          lib: { entry: join(SOURCES, `${name}.ts`), formats: ["iife"], name: "worker", fileName: () => `${name}.js` },
        },
      });
  },
};
