import { addEvent } from "@sakhi/testkit/add-event";
import { until } from "@sakhi/testkit/until";
import { middle, others, STALLS, type BenchProduct, timing } from "./bench-product.js";
import type { LoadResult, Visit } from "./load-commands.js";
import { cpuPer } from "./machine.js";
import { median, type Result, type Row } from "./table.js";

const EVENTS = 20;
/** Stalls of a large plan, those of the standard hall included. */
const LARGE_PLAN = 500;
const CLIENTS = 4;
/** Number of the first event that this measure adds. */
const FIRST_ADDED = 1_000;

/** What is on sale: the events, and the stalls of the current one's plan. */
interface OnSale {
  readonly name: string;
  readonly events: number;
  readonly stalls: number;
}

const SITUATIONS: readonly OnSale[] = [
  { name: "1 event", events: 1, stalls: STALLS.length },
  { name: `${EVENTS} events`, events: EVENTS, stalls: STALLS.length },
  { name: `${EVENTS} events, ${LARGE_PLAN} stalls`, events: EVENTS, stalls: LARGE_PLAN },
];

interface Call {
  readonly visit: Visit;
  readonly visits: number;
  /** The request that is timed, with the status of success. */
  readonly timed: readonly [name: string, status: string];
}

function get(path: string, visits: number): Call {
  const headers = { "accept-encoding": "gzip, deflate, br" };
  return { visit: { kind: "get", paths: [path], headers }, visits, timed: ["get", "200"] };
}

/** The calls of a visitor of the current event. */
const CALLS: Readonly<Record<string, Call>> = {
  layout: get("/api/v1/mela/layout", 8_000),
  facts: get("/api/v1/mela/facts", 2_000),
  events: get("/api/v1/mela/events", 1_000),
  "reserve, and its release": {
    visit: { kind: "reserve-release", stalls: STALLS.slice(-CLIENTS) },
    visits: 400,
    timed: ["reserve", "201"],
  },
};

/** A round of a call: what the generator saw, and CPU time of the api with its database connections per visit, in ms. */
interface Round {
  readonly result: LoadResult;
  readonly cpuMs: number;
}

/**
 * The same calls with one event on sale, with twenty, and with a large plan of the current one. They take turns in every
 * round, so that other work on the machine slows all of them down. Only for a product with one event.
 */
export async function manyEvents(bench: BenchProduct): Promise<Result[]> {
  await addOthers(bench);
  const measured = new Map<string, Round[]>();
  // A round more than measured, which warms all of them up.
  for (let round = 0; round <= bench.options.rounds; round += 1) {
    // Each situation comes first in one of three rounds.
    const first = round % SITUATIONS.length;
    for (const onSale of [...SITUATIONS.slice(first), ...SITUATIONS.slice(0, first)]) {
      await become(bench, onSale);
      for (const [name, call] of Object.entries(CALLS)) {
        const done = await measure(bench, call);
        const key = `${onSale.name} ${name}`;
        if (round > 0) measured.set(key, [...(measured.get(key) ?? []), done]);
      }
      await bench.whenQuiet();
    }
  }
  const [alone] = SITUATIONS;
  if (alone !== undefined) await become(bench, alone);
  const rows = Object.entries(CALLS).map(
    ([
      name,
      {
        timed: [timed, status],
      },
    ]): Row => {
      const cells = SITUATIONS.map((onSale): { readonly row: Row; readonly failed: number } => {
        const rounds = measured.get(`${onSale.name} ${name}`) ?? [];
        const results = rounds.map(({ result }) => result);
        const row = {
          [`${onSale.name}: CPU ms`]: median(rounds.map(({ cpuMs }) => cpuMs)),
          [`${onSale.name}: p50 ms`]: middle(results, timed, "p50"),
        };
        return { row, failed: others(results, timed, status) };
      });
      const failed = cells.reduce((sum, cell) => sum + cell.failed, 0);
      const figures = Object.fromEntries(cells.flatMap(({ row }) => Object.entries(row)));
      return { call: name, ...figures, failed };
    },
  );
  return [
    {
      title: "Many events and a large plan",
      about: `Calls of the current event by ${CLIENTS} visitors at a time, while it alone is on sale, while ${EVENTS} events are, and while its plan has ${LARGE_PLAN} stalls as well. The three take turns in every round. CPU is that of the api and its database connections until the response: other work on the machine changes it least.`,
      rows,
    },
  ];
}

async function measure(bench: BenchProduct, { visit, visits, timed: [timed] }: Call): Promise<Round> {
  const before = await bench.cpu();
  const result = await bench.visits(visit, { kind: "closed", clients: CLIENTS, visits: bench.scaled(visits, 20) });
  const cpu = cpuPer(timing(result, timed).count, before, await bench.cpu());
  return { result, cpuMs: cpu.api + cpu["PostgreSQL for api"] };
}

/** Adds the other events, and the stalls of the large plan. */
async function addOthers(bench: BenchProduct): Promise<void> {
  const database = { query: (sql: string, parameters: unknown[]) => bench.query<object>(sql, parameters) };
  for (let number = FIRST_ADDED; number < FIRST_ADDED + EVENTS - 1; number += 1)
    await addEvent(database, { slug: `mela-${number}`, name: `Mela ${number}` });
  await bench.query(
    `INSERT INTO stalls (event_id, stall_id, type, price_paise, x, y, removed_at)
     SELECT (SELECT min(id) FROM events), 'Y' || n, 'General', 2700000, 200 + n % 25 * 12, n / 25 * 12, now()
       FROM generate_series(1, $1::int) n`,
    [LARGE_PLAN - STALLS.length],
  );
}

/** Changes what is on sale, and waits until both api processes show it. */
async function become(bench: BenchProduct, { events, stalls }: OnSale): Promise<void> {
  const status = events > 1 ? "published" : "draft";
  await bench.query("UPDATE events SET status = $1 WHERE id > (SELECT min(id) FROM events)", [status]);
  const removed = stalls > STALLS.length ? "NULL" : "now()";
  await bench.query(`UPDATE stalls SET removed_at = ${removed} WHERE stall_id LIKE 'Y%'`);
  const count = async (site: string, path: string): Promise<number> =>
    ((await (await fetch(`${site}/api/v1/mela/${path}`)).json()) as unknown[]).length;
  for (const site of bench.product.sites) {
    await until(
      `${site} to show it`,
      async () => (await count(site, "events")) === events && (await count(site, "layout")) === stalls,
    );
  }
}
