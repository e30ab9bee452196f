import { addEvent } from "@sakhi/testkit/add-event";
import { type BenchOptions, type BenchServers, BenchProduct } from "./bench-product.js";
import { holdsEnd, openingMinute, reserveAlone, reserveContended, wholeBooking } from "./booking.measures.js";
import { manyEvents } from "./events.measures.js";
import { loadNow } from "./machine.js";
import { papers } from "./papers.measures.js";
import { addPastBookings, addRegistrations } from "./past.js";
import { memory, streams } from "./process.measures.js";
import { dashboard, layout, listings } from "./reading.measures.js";
import { markdown, type Result } from "./table.js";

/** Result of a benchmark run. */
export interface BenchReport {
  readonly loadBefore: number;
  readonly loadAfter: number;
  readonly past: number;
  readonly events: number;
  readonly results: readonly Result[];
}

/** Measures in their order. Those in {@link REPEATED} also run on a database with past bookings. */
type Measure = (bench: BenchProduct) => Promise<Result[]>;

const REPEATED: Readonly<Record<string, Measure>> = {
  layout,
  reserve: reserveAlone,
  contended: reserveContended,
  opening: openingMinute,
  booking: wholeBooking,
  "hold-end": holdsEnd,
  streams,
  dashboard: async (bench) => {
    await addRegistrations(bench, bench.options.scale < 1 ? 500 : 10_000);
    return dashboard(bench);
  },
};

/** Names accepted by --only. */
export const MEASURES = [...Object.keys(REPEATED), "events", "listings", "memory", "papers"];

/**
 * Starts a product and measures it.
 *
 * @param only names of measures; empty for all
 * @param grow adds `count` listings to a database
 */
export async function runBench(
  options: BenchOptions,
  servers: BenchServers,
  only: readonly string[],
  grow: (databaseUrl: string, count: number) => Promise<void>,
): Promise<BenchReport> {
  const loadBefore = loadNow();
  const bench = await BenchProduct.open(options, servers);
  const results: Result[] = [];
  const wanted = (name: string): boolean => only.length === 0 || only.includes(name);
  const run = async (name: string, measure: () => Promise<Result[]> | Result[]): Promise<void> => {
    if (!wanted(name) || options.stop.aborted) return;
    options.say(`measuring ${name}`);
    const measured = await measure();
    // Printed immediately, so that an interrupted run keeps its results.
    for (const { title, rows } of measured) options.say(`\n${title}\n\n${markdown(rows)}\n`);
    results.push(...measured);
  };
  try {
    if (options.past > 0) {
      options.say(`adding ${options.past} past bookings`);
      await addPastBookings(bench, options.past);
    }
    for (let number = 2; number <= options.events; number += 1) {
      const event = { slug: `mela-${number}`, name: `Mela ${number}` };
      await addEvent({ query: (sql, parameters) => bench.query<object>(sql, parameters) }, event);
    }
    await bench.settled();
    const atRest = bench.memory();
    for (const [name, measure] of Object.entries(REPEATED)) await run(name, () => measure(bench));
    if (options.past === 0 && options.events === 1) await run("events", () => manyEvents(bench));
    if (options.past === 0)
      await run("listings", () => listings(bench, (count) => grow(bench.product.databaseUrl, count)));
    await run("memory", () => memory(bench, atRest));
    // Last: it sells every stall.
    if (options.past === 0) await run("papers", () => papers(bench));
  } finally {
    await bench.close();
  }
  return { loadBefore, loadAfter: loadNow(), past: options.past, events: options.events, results };
}
