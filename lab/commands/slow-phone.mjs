/**
 * `npm run lab -- slow-phone`: what a slow phone gets of four pages, and how long it takes to answer a press once the site has
 * started.
 *
 *   npm run lab -- slow-phone [--runs 3] [--against http://127.0.0.1:4000] [--write]
 *
 * `--against` is another version of the site that is already running: its visits alternate with ours.
 */
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildFrontend, buildServers } from "../../scripts/lib/build.mjs";
import { writeMeasured } from "../../scripts/lib/document.mjs";
import { root } from "../../scripts/lib/files.mjs";
import { ClearError, print } from "../../scripts/lib/output.mjs";
import { findChromium } from "../../scripts/lib/test-servers.mjs";
import { addFullBrand } from "../support/full-brand.mjs";
import { onOwnProduct } from "../support/own-product.mjs";
import { CPU_SLOWDOWN, median, PHONE, slowDown } from "../support/slow-phone.mjs";

/** Limit of one visit in ms. */
const LIMIT_MS = 90_000;
const PLAN = "/paid-events/mela";

/** @param {import("../../scripts/lib/command.mjs").Run} run @returns {Promise<number>} exit code */
export async function slowPhone({ args, env, stop, temporal }) {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: "string", default: "3" },
      against: { type: "string" },
      write: { type: "boolean", default: false },
    },
  });
  const runs = Number(values.runs);
  if (!(Number.isInteger(runs) && runs > 0)) throw new ClearError("--runs must be a whole number above 0.");
  await buildServers({ env, signal: stop.signal });
  await buildFrontend({ env, signal: stop.signal });
  const executablePath = await findChromium(env);
  if (executablePath === undefined) throw new ClearError("There is no Chromium here, and none could be installed.");
  const { chromium } = createRequire(join(root, "e2e/package.json"))("playwright");
  const load = loadavg()[0] ?? 0;
  const text = await onOwnProduct("slow-phone", env, stop, temporal, async (own, product) => {
    const full = await addFullBrand(product);
    const sites = { ...(values.against !== undefined && { [values.against]: values.against }), "this version": own };
    /** @type {Map<string, Visit[]>} */
    const visits = new Map();
    /** @type {Map<string, number[]>} */
    const presses = new Map();
    /** @param {(page: any, session: any) => Promise<void>} work */
    const inBrowser = async (work) => {
      const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
      try {
        const context = await browser.newContext(PHONE);
        const page = await context.newPage();
        await work(page, await context.newCDPSession(page));
      } finally {
        await browser.close();
      }
    };
    for (let run = 0; run < runs && !stop.signal.aborted; run += 1) {
      for (const [version, site] of Object.entries(sites)) {
        for (const path of [PLAN, "/", "/products", full]) {
          const key = `${version} | ${path === full ? "a full brand" : path}`;
          await inBrowser(async (page, session) => {
            const visit = await visited(page, session, site + path);
            visits.set(key, [...(visits.get(key) ?? []), visit]);
          });
        }
        await inBrowser(async (page, session) => {
          for (const [name, ms] of await pressed(page, session, site)) {
            const key = `${version} | ${name}`;
            presses.set(key, [...(presses.get(key) ?? []), ms]);
          }
        });
        print(`run ${run + 1} of ${runs}: ${version}`);
      }
    }
    return textOf(visits, presses, { runs, load });
  });
  if (stop.signal.aborted) return 130;
  print(`\n${text}`);
  if (values.write) await writeMeasured("docs/performance.md", "slow-phone", text);
  return 0;
}

/**
 * @typedef {{ paint: number, largest: number, started: number, kB: number, requests: number, cpu: number }} Visit times in ms:
 *   first paint, largest paint, and when the site had taken over; kB and requests until then; CPU of the main thread, unthrottled
 */

/**
 * One cold visit.
 * @param {any} page @param {any} session @param {string} address
 * @returns {Promise<Visit>}
 */
async function visited(page, session, address) {
  await slowDown(session);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  let [bytes, requests] = [0, 0];
  session.on("Network.loadingFinished", (/** @type {any} */ { encodedDataLength }) => (bytes += encodedDataLength));
  session.on("Network.requestWillBeSent", () => (requests += 1));
  await page.addInitScript(watch);
  await page.goto(address, { waitUntil: "commit", timeout: LIMIT_MS });
  await page.waitForFunction(() => /** @type {any} */ (globalThis).seen?.started, undefined, { timeout: LIMIT_MS });
  const { metrics } = await session.send("Performance.getMetrics");
  const busy = metrics.find((/** @type {any} */ { name }) => name === "TaskDuration").value;
  const seen = await page.evaluate(() => /** @type {any} */ (globalThis).seen);
  return { ...seen, kB: bytes / 1000, requests, cpu: (busy * 1000) / CPU_SLOWDOWN };
}

/** Runs in the page: when it painted, and when the site took over from the server-rendered view. In ms since the navigation. */
function watch() {
  /** @type {any} */
  const global = globalThis;
  const { document, performance, requestAnimationFrame, PerformanceObserver } = global;
  const seen = (global.seen = /** @type {Record<string, number>} */ ({ paint: 0, largest: 0 }));
  const observe = (/** @type {string} */ type, /** @type {(entry: any) => void} */ note) =>
    new PerformanceObserver((/** @type {any} */ list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    });
  observe("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") seen["paint"] = startTime;
  });
  observe("largest-contentful-paint", ({ startTime }) => {
    seen["largest"] = startTime;
  });
  const frame = () => {
    if (document.querySelector("#root > :not([inert]) h1") !== null) seen["started"] = performance.now();
    else requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/**
 * Presses and typing of one visitor once the pages have started: reserve, the registration's fields, filters.
 * @param {any} page @param {any} session @param {string} site
 * @returns {Promise<[name: string, ms: number][]>} the longest time from a press or key to the next paint, as in INP
 */
async function pressed(page, session, site) {
  await page.addInitScript(() => {
    /** @type {any} */
    const global = globalThis;
    global.longest = 0;
    new global.PerformanceObserver((/** @type {any} */ list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId > 0) global.longest = Math.max(global.longest, duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true });
  });
  /** @type {[string, number][]} */
  const found = [];
  /** @param {string} name @param {() => Promise<void>} work */
  const measured = async (name, work) => {
    await page.evaluate(() => (/** @type {any} */ (globalThis).longest = 0));
    await work();
    // Entries come after the frame that they measure.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
    found.push([name, await page.evaluate(() => /** @type {any} */ (globalThis).longest)]);
  };
  const slow = (/** @type {number} */ rate) => session.send("Emulation.setCPUThrottlingRate", { rate });
  const started = () => page.locator("#root > :not([inert]) h1").first().waitFor({ timeout: LIMIT_MS });
  // By CSS: looking for roles and names keeps the page's own thread busy.
  const question = page.locator("[role=dialog]");
  await page.goto(site + PLAN);
  await started();
  await slow(CPU_SLOWDOWN);
  for (const [name, at] of /** @type {const} */ ([
    ["plan: the first stall", 0],
    ["plan: another stall", 1],
  ])) {
    await measured(name, async () => {
      await page.locator("[data-stall][data-status=Available]").nth(at).tap();
      await question.waitFor();
    });
    if (at > 0) continue;
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
  }
  await measured("plan: Yes, Reserve", async () => {
    await question.locator("[data-yes]").tap();
    await page.waitForURL(/register/);
    await page.locator("input[name=fullName]").waitFor();
  });
  await measured("register: typing in its fields", async () => {
    for (const [name, typed] of /** @type {const} */ ([
      ["Full Name", "Asha Rao"],
      ["Email", "asha@example.com"],
      ["Phone", "9845054321"],
      ["Coupon code", "mela10"],
    ])) {
      await page.getByRole("textbox", { name }).first().tap();
      await page.keyboard.type(typed, { delay: 60 });
    }
  });
  await measured("register: a coupon", async () => {
    await page.getByRole("button", { name: "Apply" }).tap();
    await page.getByText("You saved").first().waitFor();
  });
  await slow(1);
  await page.goto(`${site}/products`);
  await started();
  await slow(CPU_SLOWDOWN);
  await measured("products: a filter", async () => {
    await page.locator("main select:visible, main [aria-pressed]:visible").first().tap();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  });
  return found;
}

/**
 * @param {Map<string, Visit[]>} visits
 * @param {Map<string, number[]>} presses
 * @param {{ runs: number, load: number }} conditions
 */
function textOf(visits, presses, { runs, load }) {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const of = (/** @type {Visit[]} */ all, /** @type {keyof Visit} */ key) => median(all.map((each) => each[key]));
  return [
    `Commit ${commit}, ${cpus().length} cores, load average ${load.toFixed(1)} before; 360 × 780 px, CPU slowed down four times; medians of ${runs} runs. Cold visits: 400 ms latency, 400 kbit/s.`,
    "",
    "| version | page | first paint ms | largest ms | site started ms | kB | requests | main thread ms, unthrottled |",
    "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...[...visits].map(
      ([key, all]) =>
        `| ${key} | ${["paint", "largest", "started", "kB", "requests", "cpu"].map((name) => of(all, /** @type {keyof Visit} */ (name)).toFixed(0)).join(" | ")} |`,
    ),
    "",
    "From a press or key to the next paint (the longest of each, as in INP; goal 200 ms), once the page has started:",
    "",
    "| version | what | ms | slowest run |",
    "| --- | --- | ---: | ---: |",
    ...[...presses].map(([key, all]) => `| ${key} | ${median(all).toFixed(0)} | ${Math.max(...all).toFixed(0)} |`),
  ].join("\n");
}
