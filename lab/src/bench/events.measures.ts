import { addEvent } from "@sakhi/testkit/add-event";
import { until } from "@sakhi/testkit/until";
import { middle, others, STALLS, type BenchProduct, timing } from "./bench-product.js";
import type { LoadResult, Visit } from "./load-commands.js";
import { cpuPer } from "./machine.js";
import { addRegistrations } from "./past.js";
import { median, type Result, type Row } from "./table.js";

const EVENTS = 20;
/** Stalls of a large plan, those of the standard hall included. */
const LARGE_PLAN = 500;
const CLIENTS = 4;

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

/** A part of a visit that is timed: its request's name and status of success, and the name of its row. */
interface Timed {
  readonly row: string;
  readonly name: string;
  readonly status: string;
}

/** Visits of one kind. The CPU time of a visit stands in the row of its first part. */
interface Call {
  readonly visit: Visit;
  readonly visits: number;
  readonly parts: readonly [Timed, ...Timed[]];
  /** Its stalls are sold: they are freed afterwards. */
  readonly sells?: boolean;
}

function get(row: string, path: string, visits: number, more: Readonly<Record<string, string>> = {}): Call {
  const headers = { "accept-encoding": "gzip, deflate, br", ...more };
  return { visit: { kind: "get", paths: [path], headers }, visits, parts: [{ row, name: "get", status: "200" }] };
}

/** The calls of visitors of the current event, and of an operator. */
const callsOf = (simulator: string, cookie: string): readonly Call[] => {
  const operator = (row: string, path: string) => get(`dashboard: ${row}`, `/api/v1/mela/${path}`, 500, { cookie });
  return [
    get("layout", "/api/v1/mela/layout", 8_000),
    get("facts", "/api/v1/mela/facts", 2_000),
    get("events, the list of all", "/api/v1/mela/events", 1_000),
    get("page /paid-events, the list of all", "/paid-events", 1_000),
    get("page /paid-events/mela", "/paid-events/mela", 1_000),
    get("page /paid-events/mela/register", "/paid-events/mela/register", 1_000),
    get("page /my-booking", "/my-booking", 1_000),
    {
      visit: { kind: "reserve-release", stalls: STALLS.slice(-CLIENTS) },
      visits: 400,
      parts: [{ row: "reserve, and its release", name: "reserve", status: "201" }],
    },
    {
      visit: { kind: "booking", stalls: STALLS, simulator },
      visits: 150,
      parts: [
        { row: "a whole booking", name: "booking", status: "200" },
        { row: "of it register", name: "create-provisional-registration", status: "201" },
        { row: "of it initiate, own part", name: "initiate, own", status: "200" },
        { row: "of it payment-status", name: "payment-status", status: "200" },
      ],
      sells: true,
    },
    operator("figures", "admin/summary"),
    operator("what waits", "admin/waiting"),
    operator("events, the list of all", "admin/events"),
    operator("bookings, first page", "registrations?limit=25"),
    operator("bookings, search", "registrations?limit=25&q=asha%2099"),
    operator("stalls", "admin/plan"),
    operator("history of B12", "admin/stalls/B12/history"),
  ];
};

/** A round of a call: what the generator saw, and CPU time of the api with its database connections per visit, in ms. */
interface Round {
  readonly result: LoadResult;
  readonly cpuMs: number;
}

/**
 * The same calls with one event on sale, with twenty, and with a large plan of the current one; of each event, one page
 * with its plan is open. They take turns in every round, so that other work on the machine slows all of them down. Only
 * for a product with one event.
 */
export async function manyEvents(bench: BenchProduct): Promise<Result[]> {
  await addRegistrations(bench, bench.scaled(5_000, 100));
  const calls = callsOf(bench.product.payments.url, await bench.administrator());
  const measured = new Map<string, Round[]>();
  // A round more than measured, which warms all of them up.
  for (let round = 0; round <= bench.options.rounds; round += 1) {
    // Each situation comes first in one of three rounds.
    const first = round % SITUATIONS.length;
    for (const onSale of [...SITUATIONS.slice(first), ...SITUATIONS.slice(0, first)]) {
      await become(bench, onSale);
      for (const call of calls) {
        const done = await measure(bench, call);
        const key = keyOf(onSale, call);
        if (round > 0) measured.set(key, [...(measured.get(key) ?? []), done]);
        if (call.sells === true) await bench.freeAll();
      }
      await bench.load({ command: "close-streams" });
      await bench.whenQuiet();
    }
  }
  await removeOthers(bench);
  const rows = calls.flatMap((call) =>
    call.parts.map(({ row: name, name: timed, status }, part): Row => {
      const cells = SITUATIONS.map((onSale): { readonly row: Row; readonly failed: number } => {
        const rounds = measured.get(keyOf(onSale, call)) ?? [];
        const results = rounds.map(({ result }) => result);
        const row = {
          [`${onSale.name}: CPU ms`]: part === 0 ? median(rounds.map(({ cpuMs }) => cpuMs)) : "",
          [`${onSale.name}: p50 ms`]: middle(results, timed, "p50"),
        };
        return { row, failed: others(results, timed, status) };
      });
      const failed = cells.reduce((sum, cell) => sum + cell.failed, 0);
      const figures = Object.fromEntries(cells.flatMap(({ row }) => Object.entries(row)));
      return { call: name, ...figures, failed };
    }),
  );
  return [
    {
      title: "Many events and a large plan",
      about: `Calls of the current event by ${CLIENTS} visitors at a time, while it is the only one, while ${EVENTS} are on sale, and while its plan has ${LARGE_PLAN} stalls as well; a page with each event's plan is open. The three take turns in every round. CPU is that of the api and its database connections until the response: other work on the machine changes it least.`,
      rows,
    },
  ];
}

const keyOf = ({ name }: OnSale, { parts: [{ row }] }: Call): string => `${name} ${row}`;

async function measure(bench: BenchProduct, { visit, visits, parts: [{ name }], sells = false }: Call): Promise<Round> {
  const count = bench.scaled(visits, 20);
  const before = await bench.cpu();
  const result = await bench.visits(visit, {
    ...{ kind: "closed", clients: CLIENTS },
    visits: sells ? Math.min(count, STALLS.length) : count,
  });
  const cpu = cpuPer(timing(result, name).count, before, await bench.cpu());
  return { result, cpuMs: cpu.api + cpu["PostgreSQL for api"] };
}

/** Changes what is on sale, waits until both api processes show it, and opens a page of each event's plan. */
async function become(bench: BenchProduct, { events, stalls }: OnSale): Promise<void> {
  await removeOthers(bench);
  const slugs = Array.from({ length: events - 1 }, (_, number) => `another-mela-${number + 1}`);
  const database = { query: (sql: string, parameters: unknown[]) => bench.query<object>(sql, parameters) };
  for (const slug of slugs) await addEvent(database, { slug, name: slug });
  await bench.query(
    `INSERT INTO stalls (event_id, stall_id, type, price_paise, x, y)
     SELECT (SELECT min(id) FROM events), 'Y' || n, 'General', 2700000, 200 + n % 25 * 12, n / 25 * 12
       FROM generate_series(1, $1::int) n`,
    [stalls - STALLS.length],
  );
  await bench.query("VACUUM ANALYZE events, stall_types, stalls, plan_publications, bookings");
  const count = async (site: string, path: string): Promise<number> =>
    ((await (await fetch(`${site}/api/v1/mela/${path}`)).json()) as unknown[]).length;
  for (const site of bench.product.sites) {
    await until(
      `${site} to show it`,
      async () => (await count(site, "events")) === events && (await count(site, "layout")) === stalls,
    );
    await bench.load({ command: "open-streams", origin: site, count: slugs.length, events: slugs });
    await bench.load({ command: "open-streams", origin: site, count: 1 });
  }
}

/** Leaves the first event alone, with the standard hall. */
async function removeOthers(bench: BenchProduct): Promise<void> {
  await bench.query("DELETE FROM stalls WHERE stall_id LIKE 'Y%'");
  for (const table of ["plan_publications", "stalls", "stall_types"])
    await bench.query(`DELETE FROM ${table} WHERE event_id > (SELECT min(id) FROM events)`);
  await bench.query("DELETE FROM events WHERE id > (SELECT min(id) FROM events)");
}
