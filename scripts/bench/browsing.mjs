/**
 * Measures the calls of the browsing area: each scenario alone, at a fixed rate from a fixed schedule (a slow answer
 * does not slow the asking down), and prints p50, p95 and the slowest in ms. Fails where p95 is over the limit.
 *
 *   node scripts/bench/browsing.mjs http://127.0.0.1:3000 [--rate 50] [--seconds 10] [--limit 50] [--only text]
 */
import { parseArgs } from "node:util";
import { measure, row, TABLE_HEAD } from "./measure.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rate: { type: "string", default: "50" },
    seconds: { type: "string", default: "10" },
    limit: { type: "string", default: "50" },
    only: { type: "string", default: "" },
  },
});
const base = positionals[0] ?? "http://127.0.0.1:3000";
const [rate, seconds, limit] = [Number(values.rate), Number(values.seconds), Number(values.limit)];

/** @param {string} path */
async function json(path) {
  const answer = await fetch(base + path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return { body: await answer.json(), headers: answer.headers };
}

const { body: brands } = await json("/api/public/brand-names");
const { body: categories } = await json("/api/v1/listings/categories");
const cursors = [""];
for (let page = 0; page < 20; page += 1) {
  const { headers } = await json(`/api/v1/listings/live?module=shops&limit=100&cursor=${cursors.at(-1)}`);
  const next = headers.get("x-next-cursor");
  if (next === null) break;
  cursors.push(next);
}

let turn = 0;
/** @template T @param {readonly T[]} list @returns {T} each in its turn */
const next = (list) => list[turn++ % list.length];
const q = encodeURIComponent;
const frequent = [
  "cotton",
  "saree",
  "hand",
  "silk",
  "the",
  "and",
  "wood",
  "leather",
  "indigo",
  "brass",
  "women",
];
const rare = ["katan", "godadi", "dhanwantharam", "सिल्क", "makar sankranti", "panchachuli", "Longpi kettle"];
const letters = "abcdefghijklmnopqrstuvwxyz";
const missing = [
  "sarree",
  "jewelery",
  "bannarasi",
  "potery",
  "kolapuri",
  "xqzwvk",
  "zzz zzz",
  "😀😀",
  "%%",
  "__",
  "''",
];

/** @type {Record<string, () => string>} */
const scenarios = {
  "listings, none": () => "/api/v1/listings/live",
  "listings, module": () => `/api/v1/listings/live?module=${next(["shops", "services", "ngos"])}`,
  "listings, module and category": () => {
    const { module, name } = next(categories);
    return `/api/v1/listings/live?module=${module}&category=${q(name)}`;
  },
  "listings, module and brand": () => {
    const { module, name } = next(brands);
    return `/api/v1/listings/live?module=${module}&brandName=${q(name)}`;
  },
  "listings, event": () =>
    `/api/v1/listings/live?eventName=${q(next(["Diwali Sales Fair", "rang retail pop-up", "Monsoon Retail Pop-up"]))}`,
  "listings, pages of 100": () => `/api/v1/listings/live?module=shops&limit=100&cursor=${next(cursors)}`,
  categories: () => `/api/v1/listings/categories?module=${next(["shops", "services", "ngos"])}`,
  highlights: () => "/api/v1/listings/highlights",
  "brand names": () => "/api/public/brand-names",
  "search, frequent words": () => `/api/v1/search?q=${q(next(frequent))}`,
  "search, rare words": () => `/api/v1/search?q=${q(next(rare))}`,
  "search, two letters": () => `/api/v1/search?q=${next([...letters])}${next([...letters].reverse())}`,
  "search, brand names": () => `/api/v1/search?q=${q(next(brands).name.slice(0, 6 + (turn % 7)))}`,
  "search, nothing or close spellings": () => `/api/v1/search?q=${q(next(missing))}`,
};

console.log(`${rate} requests/s, ${seconds} s each, ${base}`);
console.log(TABLE_HEAD);
let tooSlow = 0;
for (const [name, path] of Object.entries(scenarios)) {
  if (!name.includes(values.only)) continue;
  const figures = await measure(() => fetch(base + path()), { rate, count: rate * seconds });
  if (figures.p95 > limit || figures.failed > 0) tooSlow += 1;
  console.log(row(name, figures));
}
if (tooSlow > 0) {
  console.error(`${tooSlow} of the calls had a p95 over ${limit} ms, or failures.`);
  process.exitCode = 1;
}
