/**
 * Pictures of every state a payer can be in.
 *
 *   npm run pictures                 all of them, about ten minutes
 *   npm run pictures -- --states     only those of the running product
 *   npm run pictures -- --outcomes   only the others; needs `npm run build` once, and no servers
 *
 * On the running product, which is started for it (e2e/payer-states.spec.ts): held, paying, sold, moved, cancelled with a
 * full, a partial and no refund, late money, a second payment, at 360 and 1280 px, in e2e/test-results/states.
 *
 * Beside that every outcome there is, also those that take a bank days: the built site is served from its files and the
 * API is answered here, one outcome after the other, at 360 and 1440 px. They land in e2e/test-results/payer.
 */
import { createReadStream, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { spawnSync } from "node:child_process";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { publicFacts } from "@sakhi/domain/events/event-facts";
import { SEED_EVENT, SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";
import { FACTS_ELEMENT } from "@sakhi/domain/events/facts-element";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SITE = join(ROOT, "frontend/dist/site");
const OUT = join(ROOT, "e2e/test-results/payer");
const WIDTHS = [360, 1440];
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

const ORDER = "MELA1764000000000ABCD1234";
const LISTING_ORDER = "LIST1764000000000_ABCDEFGHIJKLMNOPQRST";
const date = "2026-12-08T10:00:00.000Z";
const refund = (state, amount, more = {}) => ({ state, amount, reference: "RFND8f31c2", ...more });
const paidOut = (amount) =>
  refund("succeeded", amount, { date, reference: "2163098754", bankReference: "74332744356201" });
const hold = (state) => ({
  stallId: "B12",
  type: "General",
  price: 27_000,
  state,
  orderId: ORDER,
  finalAmount: 24_300,
  discountPercentage: 10,
  expiresAt: new Date(Date.now() + 400_000).toISOString(),
  payUntil: new Date(Date.now() + 800_000).toISOString(),
  serverTime: new Date().toISOString(),
  gst: { ratePercent: 18, sellerStateCode: "27", eventStateCode: "29" },
});

/** Name, status on the wire, outcome, and what the browser holds; each of bookingOutcome's kinds is here. */
const BOOKINGS = [
  ["pending", "payment_pending", { kind: "pending" }, undefined, "payment-failure"],
  ["untried", "payment_pending", { kind: "pending", untried: true }, hold("paying"), "payment-failure"],
  ["not-started", "payment_pending", { kind: "not_started" }, hold("registered"), "payment-failure"],
  ["failed-attempt", "payment_failed", { kind: "failed_attempt" }, hold("paying")],
  ["failed-attempt-elsewhere", "payment_failed", { kind: "failed_attempt" }],
  ["not-charged", "payment_failed", { kind: "not_charged" }],
  ["sold", "payment_successful", { kind: "sold", amount: 24_300 }],
  ["moved", "payment_successful", { kind: "moved", amount: 24_300, fromStallId: "B7" }],
  [
    "paid-twice",
    "payment_successful",
    { kind: "sold", amount: 48_600, secondAmount: 24_300, refund: refund("pending", 24_300) },
  ],
  [
    "partly-refunded",
    "payment_successful",
    { kind: "partly_refunded", amount: 24_300, kept: true, refund: paidOut(2_000) },
  ],
  ["cancelled", "payment_failed", { kind: "cancelled", amount: 24_300, refund: refund("pending", 24_300) }],
  ["cancelled-refunded", "payment_failed", { kind: "cancelled", amount: 24_300, refund: paidOut(20_000) }],
  [
    "cancelled-refund-refused",
    "payment_failed",
    { kind: "cancelled", amount: 24_300, refund: refund("failed", 24_300) },
  ],
  ["cancelled-without-refund", "payment_failed", { kind: "cancelled_without_refund", amount: 24_300 }],
  [
    "late-refund-pending",
    "payment_failed",
    { kind: "refund_pending", amount: 24_300, refund: refund("pending", 24_300) },
  ],
  [
    "late-refund-refused",
    "payment_failed",
    { kind: "refund_pending", amount: 24_300, refund: refund("failed", 24_300) },
  ],
  ["late-refunded", "payment_failed", { kind: "refunded", amount: 24_300, refund: paidOut(24_300) }],
  [
    "late-partly-refunded",
    "payment_failed",
    { kind: "partly_refunded", amount: 24_300, kept: false, refund: paidOut(2_000) },
  ],
  ["under-review", "payment_pending", { kind: "money_under_review", amount: 100, kept: true }],
  ["under-review-released", "payment_failed", { kind: "money_under_review", amount: 24_300, kept: false }],
  [
    "late-offer",
    "payment_failed",
    { kind: "late_offer", amount: 24_300, offerExpiresAt: date, offerStallType: "General" },
  ],
  ["unknown", 404],
];
const LISTINGS = [
  ["pending", "payment_pending", { kind: "pending" }],
  ["not-charged", "payment_failed", { kind: "not_charged" }],
  ["paid", "payment_successful", { kind: "paid", amount: 999, status: "in_review" }],
  ["live", "payment_successful", { kind: "paid", amount: 999, status: "live" }],
  [
    "paid-twice",
    "payment_successful",
    { kind: "paid", amount: 1998, status: "in_review", secondAmount: 999, refund: refund("pending", 999) },
  ],
  ["rejected", "payment_failed", { kind: "rejected", amount: 999, refund: refund("pending", 999) }],
  ["rejected-refunded", "payment_failed", { kind: "rejected", amount: 999, refund: paidOut(999) }],
  ["withdrawn", "payment_failed", { kind: "withdrawn", amount: 999 }],
  ["withdrawn-refunded", "payment_failed", { kind: "withdrawn", amount: 999, refund: paidOut(999) }],
  ["refund-pending", "payment_failed", { kind: "refund_pending", amount: 999, refund: refund("pending", 999) }],
  ["refunded", "payment_failed", { kind: "refunded", amount: 999, refund: paidOut(999) }],
  ["under-review", "payment_failed", { kind: "money_under_review", amount: 1, kept: false }],
  ["unknown", 404],
];

if (!process.argv.includes("--outcomes")) {
  // First: Playwright empties e2e/test-results.
  const { status } = spawnSync(process.execPath, [join(ROOT, "scripts/test.mjs"), "e2e/payer-states"], {
    cwd: ROOT,
    env: { ...process.env, PICTURES: "on" },
    stdio: "inherit",
  });
  if (status !== 0 || process.argv.includes("--states")) process.exit(status ?? 1);
}
if (!existsSync(join(SITE, "index.html"))) {
  console.error("There is no built site: run `npm run build` first.");
  process.exit(1);
}
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });

/** The facts of the Mela, which the api writes into each page. */
const facts = publicFacts({
  event: { id: 1, version: 0, ...SEED_EVENT },
  organisation: { id: 1, version: 0, ...SEED_ORGANISATION },
  updatedAt: date,
});
const FACTS = `<script type="application/json" id="${FACTS_ELEMENT}">${JSON.stringify(facts)}</script>`;

/** The site's files; every other address is the page itself, as the api process serves it. */
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://site");
  const wanted = join(SITE, decodeURIComponent(pathname));
  const file =
    wanted.startsWith(SITE) && existsSync(wanted) && statSync(wanted).isFile() ? wanted : join(SITE, "index.html");
  response.setHeader("content-type", TYPES[extname(file)] ?? "application/octet-stream");
  if (extname(file) === ".html") {
    response.end(readFileSync(file, "utf8").replace("<!--app-head-->", FACTS));
    return;
  }
  createReadStream(file).pipe(response);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const base = `http://127.0.0.1:${server.address().port}`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? (existsSync("/usr/bin/chromium") ? "/usr/bin/chromium" : undefined),
  args: ["--no-sandbox", "--disable-gpu"],
});
const context = await browser.newContext({ locale: "en-IN", timezoneId: "Asia/Kolkata", reducedMotion: "reduce" });
const page = await context.newPage();
let answers = {};
await page.route("**/api/v1/**", (route) => {
  const { pathname } = new URL(route.request().url());
  const found = Object.entries(answers).find(([part]) => pathname.includes(part));
  const [status, json] = found?.[1] ?? [200, null];
  return route.fulfill({ status, json });
});

async function picture(name) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width === 360 ? 780 : 900 });
    await page.evaluate(() => globalThis.document.fonts.ready);
    const tooWide = await page.evaluate(() => globalThis.document.documentElement.scrollWidth - globalThis.innerWidth);
    if (tooWide > 0) console.error(`${name} is ${tooWide} px too wide at ${width} px`);
    await page.screenshot({ path: join(OUT, `${name}-${width}.png`), fullPage: true, animations: "disabled" });
  }
}

const UNKNOWN = [
  404,
  { statusCode: 404, code: "order_not_found", message: "We could not find an order with this number." },
];

async function pages(group, cases, status, address) {
  for (const [name, word, outcome, held, where] of cases) {
    answers = { ...status(word, outcome), "my-hold": [200, held ?? null] };
    await page.goto(`${base}${address(where)}`);
    await page.waitForFunction(
      () => /^(?!Verifying|Checking)/.test(globalThis.document.querySelector("main h1")?.textContent ?? "Checking"),
      undefined,
      { timeout: 60_000 },
    );
    await page.waitForLoadState("networkidle");
    await picture(`${group}-${name}`);
  }
}
await pages(
  "stall",
  BOOKINGS,
  (word, outcome) => ({
    "payment-status":
      word === 404
        ? UNKNOWN
        : [200, { orderId: ORDER, stallId: "B12", stallType: "General", paymentStatus: word, outcome }],
  }),
  (where = "payment-success") => `/paid-events/mela/${where}?order_id=${ORDER}`,
);
await pages(
  "listing",
  LISTINGS,
  (word, outcome) => ({
    "payment-status":
      word === 404
        ? UNKNOWN
        : [
            200,
            {
              orderId: LISTING_ORDER,
              brandName: "Meena Weaves",
              fullName: "Meena Devi",
              submissionType: "paid_listing",
              status: word,
              outcome,
            },
          ],
  }),
  () => `/payment-success?order_id=${LISTING_ORDER}`,
);

await browser.close();
server.close();
console.log(`${readdirSync(OUT).filter((file) => file.endsWith(".png")).length} pictures in e2e/test-results/payer`);
