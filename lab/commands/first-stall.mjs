/**
 * `npm run lab -- first-stall`: when a cold visit on a slow phone shows the first stall of the floor plan, when a press on it is
 * answered by the question whether to reserve it, and when the site has started.
 *
 *   npm run lab -- first-stall [--runs 5] [--against http://127.0.0.1:4000] [--write]
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
import { onOwnProduct } from "../support/own-product.mjs";
import { median, PHONE, slowDown } from "../support/slow-phone.mjs";

const PLAN = "/paid-events/mela";
const FREE = "[data-stall][data-status=Available]";
/** Limit of one visit in ms. */
const LIMIT_MS = 90_000;

/** @param {import("../../scripts/lib/command.mjs").Run} run @returns {Promise<number>} exit code */
export async function firstStall({ args, env, stop, temporal }) {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: "string", default: "5" },
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
  const load = loadavg()[0] ?? 0;
  const rows = await onOwnProduct("first-stall", env, stop, temporal, async (own) => {
    const sites = {
      ...(values.against !== undefined && { [`at ${values.against}`]: values.against }),
      "this version": own,
    };
    /** @type {Record<string, Visit[]>} */
    const visits = {};
    for (let run = 0; run < runs && !stop.signal.aborted; run += 1) {
      for (const [name, site] of Object.entries(sites)) {
        const visit = await once(site, executablePath);
        (visits[name] ??= []).push(visit);
        print(
          `${name}: first stall after ${visit.stall.toFixed(0)} ms, pressed and asked after ${visit.asked.toFixed(0)} ms, started after ${visit.started.toFixed(0)} ms`,
        );
      }
    }
    return Object.entries(visits);
  });
  if (stop.signal.aborted) return 130;
  const text = textOf(rows, { runs, load });
  print(`\n${text}`);
  if (values.write) await writeMeasured("docs/performance.md", "first-stall", text);
  return 0;
}

/**
 * @typedef {{ heading: number, stall: number, asked: number, started: number, kB: number, requests: number, startedKB: number,
 *   shift: number }} Visit times in ms; kB and requests until the press was answered, kB until the site had started
 */

/**
 * One cold visit in a new browser.
 * @param {string} site
 * @param {string} executablePath
 * @returns {Promise<Visit>}
 */
async function once(site, executablePath) {
  const { chromium } = createRequire(join(root, "e2e/package.json"))("playwright");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const context = await browser.newContext(PHONE);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await slowDown(session);
    let bytes = 0;
    session.on("Network.loadingFinished", (/** @type {{ encodedDataLength: number }} */ { encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.addInitScript(watch);
    let requests = 0;
    session.on("Network.requestWillBeSent", () => (requests += 1));
    /** @param {string} name */
    const until = (name) =>
      page.waitForFunction((/** @type {string} */ each) => /** @type {any} */ (globalThis).seen[each], name, {
        timeout: LIMIT_MS,
      });
    await page.goto(site + PLAN, { waitUntil: "commit", timeout: LIMIT_MS });
    await until("stall");
    // As a visitor would, and again if nothing happened: a version whose first view answers nothing is pressed until it does.
    const ends = Date.now() + LIMIT_MS;
    const asked = until("asked").then(
      () => true,
      () => false,
    );
    for (let done = false; !done && Date.now() < ends;) {
      await page
        .locator(FREE)
        .first()
        .tap({ timeout: 2_000, force: true })
        .catch(() => undefined);
      done = await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 500, false))]);
    }
    const atAnswer = { kB: bytes / 1000, requests };
    await until("started");
    const seen = await page.evaluate(() => /** @type {any} */ (globalThis).seen);
    return { ...seen, ...atAnswer, startedKB: bytes / 1000 };
  } finally {
    await browser.close();
  }
}

/**
 * Runs in the page: times of the first frames that show the heading, a stall, the question that answers a press on one, and the
 * site instead of the server-rendered view. In ms since the visit began: a press may lead to a second document.
 */
function watch() {
  /** @type {any} */
  const global = globalThis;
  const { document, performance, requestAnimationFrame, PerformanceObserver, innerHeight } = global;
  if (!global.location.protocol.startsWith("http")) return;
  const began = Number((global.sessionStorage.began ??= performance.timeOrigin));
  const sinceBegin = () => performance.timeOrigin + performance.now() - began;
  const seen = (global.seen = /** @type {Record<string, number>} */ ({ shift: 0 }));
  new PerformanceObserver((/** @type {any} */ list) => {
    for (const { value } of list.getEntries()) seen["shift"] = (seen["shift"] ?? 0) + value;
  }).observe({ type: "layout-shift", buffered: true });
  const isInView = (/** @type {any} */ element) => {
    const box = element?.getBoundingClientRect();
    return box !== undefined && box.width > 0 && box.top < innerHeight;
  };
  const note = (/** @type {string} */ name, /** @type {any} */ element) => {
    // The frame that shows it is painted before the next one.
    if (seen[name] === undefined && isInView(element)) requestAnimationFrame(() => (seen[name] ??= sinceBegin()));
  };
  const frame = () => {
    note("heading", document.querySelector("h1"));
    note("stall", document.querySelector("[data-stall]"));
    note("asked", document.querySelector("dialog[open], [role=dialog]"));
    note("started", document.querySelector("#root > :not([inert]) [data-stall]"));
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/**
 * @param {[string, Visit[]][]} rows
 * @param {{ runs: number, load: number }} conditions
 */
function textOf(rows, { runs, load }) {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const of = (/** @type {Visit[]} */ visits, /** @type {keyof Visit} */ key) =>
    median(visits.map((visit) => visit[key]));
  return [
    `Commit ${commit}, ${cpus().length} cores, load average ${load.toFixed(1)} before; a cold visit to ${PLAN} in a new browser of 360 × 780 px, 400 ms latency, 400 kbit/s, CPU slowed down four times; medians of ${runs} alternating runs.`,
    "",
    "| version | heading ms | first stall ms | slowest ms | pressed and asked ms | slowest ms | site started ms | layout shift | kB, requests until asked | kB until started |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...rows.map(([name, visits]) => {
      const slowest = Math.max(...visits.map(({ stall }) => stall));
      const slowestAsked = Math.max(...visits.map(({ asked }) => asked));
      const times = [
        of(visits, "heading"),
        of(visits, "stall"),
        slowest,
        of(visits, "asked"),
        slowestAsked,
        of(visits, "started"),
      ];
      const sent = `${of(visits, "kB").toFixed(0)}, ${of(visits, "requests")} | ${of(visits, "startedKB").toFixed(0)}`;
      return `| ${name} | ${times.map((ms) => ms.toFixed(0)).join(" | ")} | ${of(visits, "shift").toFixed(3)} | ${sent} |`;
    }),
  ].join("\n");
}
