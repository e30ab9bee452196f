import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BrowserContext } from "@playwright/test";

const FRONTEND = join(import.meta.dirname, "../../frontend");
const FOLDER = join(FRONTEND, "dist/preview/xx/site");
/** The hash of the sources that the pages, and those of the pseudo-language, were built from. */
const BUILT = join(FRONTEND, "dist/.built-from");
const OWN_BUILT = join(FOLDER, ".built-from");

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

/** Builds the site in the pseudo-language (`SITE_LANGUAGE=xx`), if its sources have changed. Only tests ever show it. */
export async function buildPseudoLanguage(): Promise<void> {
  const sources = existsSync(BUILT) ? readFileSync(BUILT, "utf8") : "";
  if (sources !== "" && existsSync(OWN_BUILT) && readFileSync(OWN_BUILT, "utf8") === sources) return;
  await promisify(execFile)(process.execPath, [join(FRONTEND, "scripts/build.mjs")], {
    cwd: FRONTEND,
    env: { ...process.env, SITE_LANGUAGE: "xx" },
  });
  writeFileSync(OWN_BUILT, sources);
}

/** Shows the product's pages in the pseudo-language: with its files, the product's answers, and without a first view. */
export async function inPseudoLanguage(context: BrowserContext): Promise<void> {
  const page = readFileSync(join(FOLDER, "index.html"), "utf8");
  await context.route("**/*", async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const file = join(FOLDER, pathname);
    if (pathname.startsWith("/assets/") && existsSync(file))
      return route.fulfill({ path: file, contentType: TYPES[pathname.split(".").at(-1) ?? ""] ?? "text/plain" });
    if (request.resourceType() !== "document" || pathname.startsWith("/api/")) return route.fallback();
    const response = await route.fetch();
    const html = await response.text();
    // Another site, such as the payment service's.
    if (!html.includes('id="root"')) return route.fulfill({ response, body: html });
    const facts = /<script type="application\/json" id="event-facts">.*?<\/script>/s.exec(html)?.[0] ?? "";
    const title = "<title>⟦⟧</title>";
    return route.fulfill({ response, body: page.replace("<!--app-head-->", () => title + facts) });
  });
}
