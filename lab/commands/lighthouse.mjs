/**
 * `npm run lab -- lighthouse`: Lighthouse's mobile preset for common landing pages, on a separate product.
 *
 *   npm run lab -- lighthouse [--runs 5] [--only /join] [--write]
 *
 * A full run writes its table to docs/performance.md; a partial one only with --write.
 */
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import getPort from "get-port";
import { buildFrontend, buildServers } from "../../scripts/lib/build.mjs";
import { writeMeasured } from "../../scripts/lib/document.mjs";
import { root } from "../../scripts/lib/files.mjs";
import { ClearError, print } from "../../scripts/lib/output.mjs";
import { findChromium } from "../../scripts/lib/test-servers.mjs";
import { addFullBrand } from "../support/full-brand.mjs";
import { installTools } from "../support/install-tools.mjs";
import { onOwnProduct } from "../support/own-product.mjs";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

/** @param {import("../../scripts/lib/command.mjs").Run} run @returns {Promise<number>} exit code */
export async function lighthouse({ args, env, stop, temporal }) {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: "string", default: "5" },
      only: { type: "string" },
      write: { type: "boolean", default: false },
    },
  });
  const runs = Number(values.runs);
  if (!(Number.isInteger(runs) && runs > 0)) throw new ClearError("--runs must be a whole number above 0.");
  const tools = createRequire(join(await installTools(env), "package.json"));
  const { default: runLighthouse } = await import(pathToFileURL(tools.resolve("lighthouse")).href);
  await buildServers({ env, signal: stop.signal });
  await buildFrontend({ env, signal: stop.signal });
  const chromium = await findChromium(env);
  if (chromium === undefined) throw new ClearError("There is no Chromium here, and none could be installed.");
  const load = loadavg()[0] ?? 0;
  const measured = await onOwnProduct("lighthouse", env, stop, temporal, async (site, product) => {
    const full = await addFullBrand(product);
    const pages = [...(await pagesOf(site)), full].filter(
      (page) => values.only === undefined || page.includes(values.only),
    );
    const results = [];
    for (const page of pages) {
      const found = [];
      for (let run = 0; run < runs && !stop.signal.aborted; run += 1)
        found.push(await once(runLighthouse, site + page, chromium));
      print(`measured ${page}`);
      results.push({ page, ...medians(found) });
    }
    return results;
  });
  if (stop.signal.aborted) return 130;
  const text = textOf(measured, { runs, load });
  print(`\n${text}`);
  if (values.write || values.only === undefined) await writeMeasured("docs/performance.md", "lighthouse", text);
  return 0;
}

/** Common landing pages, with the first brand found; the full brand is added to them. @param {string} site */
async function pagesOf(site) {
  const response = await fetch(`${site}/api/public/brand-names`);
  const brands = /** @type {{ module: string, name: string }[]} */ (await response.json());
  const brand = brands.find(({ module }) => module === "shops")?.name ?? "";
  const path = `/brands/${encodeURIComponent(brand)}`;
  return ["/", "/products", path, "/paid-events", "/paid-events/mela", "/join"];
}

/**
 * Runs the mobile preset once, in a new browser.
 * @param {(url: string, flags: object) => Promise<any>} runLighthouse
 * @param {string} url
 * @param {string} executablePath
 * @returns {Promise<Record<string, number>>} scores out of 100, times in ms, kB
 */
async function once(runLighthouse, url, executablePath) {
  const { chromium } = createRequire(join(root, "e2e/package.json"))("playwright");
  const port = await getPort({ host: "127.0.0.1" });
  const browser = await chromium.launch({ executablePath, args: [`--remote-debugging-port=${port}`, "--no-sandbox"] });
  try {
    const result = await runLighthouse(url, { port, output: "json", logLevel: "error", onlyCategories: CATEGORIES });
    if (result === undefined || result.lhr.runtimeError !== undefined)
      throw new Error(`Lighthouse on ${url}: ${result?.lhr.runtimeError?.message ?? "no result"}`);
    const { categories, audits } = result.lhr;
    const score = (/** @type {string} */ name) => Math.round((categories[name]?.score ?? 0) * 100);
    const value = (/** @type {string} */ name) => audits[name]?.numericValue ?? 0;
    return {
      performance: score("performance"),
      accessibility: score("accessibility"),
      "best practices": score("best-practices"),
      SEO: score("seo"),
      "FCP ms": value("first-contentful-paint"),
      "LCP ms": value("largest-contentful-paint"),
      "TBT ms": value("total-blocking-time"),
      CLS: value("cumulative-layout-shift"),
      "kB sent": value("total-byte-weight") / 1000,
    };
  } finally {
    await browser.close();
  }
}

/** @param {Record<string, number>[]} all @returns {Record<string, number>} */
function medians(all) {
  const middle = (/** @type {string} */ key) =>
    all.map((each) => each[key] ?? 0).sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
  return Object.fromEntries(Object.keys(all[0] ?? {}).map((key) => [key, middle(key)]));
}

/**
 * @param {Record<string, any>[]} measured
 * @param {{ runs: number, load: number }} conditions
 */
function textOf(measured, { runs, load }) {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const columns = Object.keys(measured[0] ?? {});
  const cell = (/** @type {any} */ value) =>
    typeof value === "number" ? (value < 1 ? value.toFixed(3) : value.toFixed(0)) : String(value);
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(" | ")} |`;
  return [
    `Commit ${commit}, ${cpus().length} cores, load average ${load.toFixed(1)} before; mobile preset, medians of ${runs} runs, each in a browser of its own.`,
    "",
    line(columns),
    line(columns.map((column) => (column === "page" ? "---" : "---:"))),
    ...measured.map((row) => line(columns.map((column) => cell(row[column])))),
  ].join("\n");
}
