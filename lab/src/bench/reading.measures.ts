import { middle, others, rateOf, type BenchProduct, timing } from "./bench-product.js";
import type { LoadResult } from "./load-commands.js";
import { type Cpu, cpuPer } from "./machine.js";
import { median, type Result, type Row } from "./table.js";

const LAYOUT = "/api/v1/mela/layout";
/** Header of browsers. */
const ENCODINGS = { "accept-encoding": "gzip, deflate, br" };

/** The plan, compared with a bare Fastify route that sends the same headers and bytes. */
export async function layout(bench: BenchProduct): Promise<Result[]> {
  const { headers, body } = await bench.copyToBareRoute(LAYOUT, ENCODINGS);
  const rows: Row[] = [];
  const modes: { name: string; more: Record<string, string>; newConnections: boolean }[] = [
    { name: "200, keep-alive", more: {}, newConnections: false },
    { name: "200, new connections", more: {}, newConnections: true },
    { name: "304, keep-alive", more: { "if-none-match": headers["etag"] ?? "" }, newConnections: false },
  ];
  // Warm up both before measuring.
  for (const [origin, path] of [
    [bench.site, LAYOUT],
    [bench.bareSite, "/"],
  ] as const)
    await bench.load({
      command: "visit",
      origin,
      visit: { kind: "get", paths: [path], headers: ENCODINGS },
      arrivals: { kind: "closed", clients: 50, ms: bench.scaled(2_000, 200) },
    });
  for (const { name, more, newConnections } of modes)
    for (const clients of [1, 10, 50]) {
      const request = (origin: string, path: string) =>
        bench.load({
          command: "visit",
          origin,
          visit: { kind: "get", paths: [path], headers: { ...ENCODINGS, ...more } },
          arrivals: { kind: "closed", clients, ms: bench.scaled(2_000, 100) },
          newConnections,
        });
      const [ours, bare]: [LoadResult[], LoadResult[]] = [[], []];
      let cpu: Cpu | undefined;
      for (let round = 0; round < bench.options.rounds; round += 1) {
        const before = await bench.cpu();
        const result = await request(bench.site, LAYOUT);
        cpu = cpuPer(timing(result, "get").count, before, await bench.cpu());
        ours.push(result);
        bare.push(await request(bench.bareSite, "/"));
      }
      const rate = rateOf(ours, "get", "responses/s");
      const bareRate = rateOf(bare, "get", "bare/s")["bare/s"];
      rows.push({
        response: name,
        clients,
        ...rate,
        "bare/s": bareRate ?? 0,
        "share %": (Number(rate["responses/s"]) / Number(bareRate)) * 100,
        "p50 ms": middle(ours, "get", "p50"),
        "p99 ms": middle(ours, "get", "p99"),
        "bare p99 ms": middle(bare, "get", "p99"),
        "api CPU ms": cpu?.api ?? 0,
        "PostgreSQL CPU ms": cpu?.["PostgreSQL for api"] ?? 0,
        "generator's CPU % (ours, bare)": `${share(ours)}, ${share(bare)}`,
        failed: others(ours, "get", name.slice(0, 3)),
      });
    }
  return [
    {
      title: "The plan",
      about: `The bare route sends the same ${Object.keys(headers).length} headers and ${Buffer.from(body, "base64").length} bytes (${headers["content-encoding"] ?? "not compressed"}), from a separate process. Where the generator's CPU is near 100 %, it was the limit.`,
      rows,
    },
  ];
}

/** CPU use of the generator, in %. */
function share(results: readonly LoadResult[]): string {
  return (median(results.map(({ cpuMs, ms }) => cpuMs / ms)) * 100).toFixed(0);
}

const q = encodeURIComponent;
const WORDS = {
  frequent: ["cotton", "saree", "hand", "silk", "the", "and", "wood", "leather", "indigo", "brass", "women"],
  rare: ["katan", "godadi", "dhanwantharam", "सिल्क", "makar sankranti", "panchachuli", "Longpi kettle"],
  // Synonyms, both scripts, plurals and several words.
  others: [
    ...["sari", "jewelry", "achar", "kurti", "chudi", "deepak", "साडी", "चूड़ियां", "मेला"],
    ...["sarees", "nimbu achar", "mango pickle", "oil hibiscus", "sarees for dance"],
  ],
  missing: ["sarree", "jewelery", "bannarasi", "potery", "kolapuri", "xqzwvk", "zzz zzz", "😀😀", "%%", "__", "''"],
};
/** Prices, alone and with a product's words; words of brands' texts. */
const PRICES = [
  ...["saree under 2000", "silk below ₹1,500", "pickle 100 to 300", "gifts between 500 and 1000", "bag above 5k"],
  ...["under 100", "cotton upto 750", "indigo saree under 900", "500-600", "brass lamp less than 2000"],
];
const TEXTS = ["grandmother", "village women", "self help group", "natural dye", "second generation", "recycled"];
const LETTERS = "abcdefghijklmnopqrstuvwxyz".split("");
const MODULES = ["shops", "services", "ngos"];
const EVENTS = ["Diwali Sales Fair", "rang retail pop-up", "Monsoon Retail Pop-up"];

/** Calls of the browsing pages. */
async function browsingCalls(bench: BenchProduct): Promise<Record<string, readonly string[]>> {
  const json = async <T>(path: string): Promise<T> => (await fetch(bench.site + path)).json() as Promise<T>;
  const brands = (await json<{ module: string; name: string }[]>("/api/public/brand-names")).slice(0, 200);
  const categories = await json<{ module: string; name: string }[]>("/api/v1/listings/categories");
  const pages = ["/api/v1/listings/live?module=shops&limit=100"];
  for (let page = 0; page < 20; page += 1) {
    const answer = await fetch(bench.site + (pages.at(-1) ?? ""));
    await answer.arrayBuffer();
    const next = answer.headers.get("x-next-cursor");
    if (next === null) break;
    pages.push(`/api/v1/listings/live?module=shops&limit=100&cursor=${next}`);
  }
  const search = (words: readonly string[]): string[] => words.map((word) => `/api/v1/search?q=${q(word)}`);
  return {
    "listings, none": ["/api/v1/listings/live"],
    "listings, module": MODULES.map((module) => `/api/v1/listings/live?module=${module}`),
    "listings, module and category": categories.map(
      ({ module, name }) => `/api/v1/listings/live?module=${module}&category=${q(name)}`,
    ),
    "listings, module and brand": brands.map(
      ({ module, name }) => `/api/v1/listings/live?module=${module}&brandName=${q(name)}`,
    ),
    "listings, event": EVENTS.map((name) => `/api/v1/listings/live?eventName=${q(name)}`),
    "listings, pages of 100": pages,
    categories: MODULES.map((module) => `/api/v1/listings/categories?module=${module}`),
    highlights: ["/api/v1/listings/highlights"],
    "brand names": ["/api/public/brand-names"],
    "search, frequent words": search(WORDS.frequent),
    "search, rare words": search(WORDS.rare),
    "search, other words": search(WORDS.others),
    "search, price": search(PRICES),
    "search, brands' texts": search(TEXTS),
    "search, two letters": search(LETTERS.map((letter, index) => `${letter}${LETTERS[25 - index]}`)),
    "search, brand names": search(brands.map(({ name }, index) => name.slice(0, 6 + (index % 7)))),
    "search, nothing or close spellings": search(WORDS.missing),
  };
}

/** Measures each call separately, at a fixed rate (open loop). */
async function scheduled(
  bench: BenchProduct,
  calls: Readonly<Record<string, readonly string[]>>,
  { rate, seconds, headers = {} }: { rate: number; seconds: number; headers?: Record<string, string> },
): Promise<Map<string, LoadResult>> {
  const results = new Map<string, LoadResult>();
  const visits = bench.scaled(rate * seconds, 5);
  for (const [name, paths] of Object.entries(calls))
    results.set(
      name,
      await bench.visits(
        { kind: "get", paths, headers: { ...ENCODINGS, ...headers } },
        { kind: "open", visits, overMs: (visits / rate) * 1000 },
      ),
    );
  return results;
}

/**
 * Listings and search at several sizes of the catalogue.
 * @param grow adds `count` listings
 */
export async function listings(bench: BenchProduct, grow: (count: number) => Promise<void>): Promise<Result[]> {
  const rows = new Map<string, Record<string, string | number>>();
  const sizes = bench.options.scale < 1 ? [0, 1_000] : [0, 10_000, 90_000];
  for (const more of sizes) {
    if (more > 0) await grow(more);
    const [count] = await bench.query<{ count: number }>("SELECT count(*)::int FROM listings");
    const size = (count?.count ?? 0).toLocaleString("en-GB");
    for (const [name, result] of await scheduled(bench, await browsingCalls(bench), { rate: 50, seconds: 4 })) {
      const row = rows.get(name) ?? { call: name };
      rows.set(name, row);
      row[`${size}: p50 ms`] = timing(result, "get").p50;
      row[`${size}: p95 ms`] = timing(result, "get").p95;
      row["failed"] = Number(row["failed"] ?? 0) + others([result], "get", "200");
    }
  }
  await bench.copyToBareRoute("/api/v1/listings/live", ENCODINGS);
  const bare = await bench.load({
    command: "visit",
    origin: bench.bareSite,
    visit: { kind: "get", paths: ["/"], headers: ENCODINGS },
    arrivals: { kind: "open", visits: bench.scaled(200, 5), overMs: bench.scaled(4_000, 100) },
  });
  const { p50, p95 } = timing(bare, "get");
  return [
    {
      title: "Listings and search by the size of the catalogue",
      about: `One call at a time, 50 requests/s on a fixed schedule, each on a separate connection. A bare Fastify route that sends the bytes of "listings, none" takes ${p50.toFixed(1)} ms (p50) and ${p95.toFixed(1)} ms (p95) that way.`,
      rows: [...rows.values()],
    },
  ];
}

const DASHBOARD = {
  "registrations, first page of 25": "registrations?limit=25",
  "registrations, page 200": "registrations?limit=25&offset=5000",
  "registrations, 500 rows": "registrations?limit=500",
  "registrations, search": "registrations?limit=25&q=asha%2099",
  "registrations, sorted by amount": "registrations?limit=25&sort=netAmount&order=desc",
  "figures and charts": "admin/summary",
  "floor plan": "admin/plan",
  "history of B12": "admin/stalls/B12/history",
  issues: "admin/issues",
  operations: "admin/operations",
};

/** Read calls of the dashboard. */
export async function dashboard(bench: BenchProduct): Promise<Result[]> {
  const headers = { cookie: await bench.administrator() };
  const calls = Object.fromEntries(Object.entries(DASHBOARD).map(([name, path]) => [name, [`/api/v1/mela/${path}`]]));
  const results = await scheduled(bench, calls, { rate: 10, seconds: 4, headers });
  const [registered] = await bench.query<{ count: number }>(
    "SELECT count(*)::int FROM bookings WHERE final_paise IS NOT NULL",
  );
  const began = performance.now();
  const csv = await (
    await fetch(`${bench.site}/api/v1/mela/admin/registrations.csv?event=all`, { headers })
  ).arrayBuffer();
  const exported = performance.now() - began;
  return [
    {
      title: "The dashboard",
      about: `${(registered?.count ?? 0).toLocaleString("en-GB")} registrations; one call at a time, 10 requests/s. The CSV of all of them (${(csv.byteLength / 1e6).toFixed(1)} MB) took ${(exported / 1000).toFixed(2)} s.`,
      rows: [...results].map(([name, result]) => ({
        call: name,
        "p50 ms": timing(result, "get").p50,
        "p95 ms": timing(result, "get").p95,
        "slowest ms": timing(result, "get").max,
        failed: others([result], "get", "200"),
      })),
    },
  ];
}
