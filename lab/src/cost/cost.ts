import type { BenchServers } from "../bench/bench-product.js";
import { loadNow } from "../bench/machine.js";
import { markdown, median, type Result, type Row, shown } from "../bench/table.js";
import { type BesideBare, CostProduct, type Sample } from "./cost-product.js";
import { DATABASE_USERS, type Rest } from "./meter.js";
import { OPERATIONS, partsOf } from "./operations.js";

/** A checkout to measure. */
interface Checkout {
  readonly name: string;
  /** Undefined for this one. */
  readonly folder: string | undefined;
}

/** Options of a run. */
interface CostOptions {
  readonly checkouts: readonly Checkout[];
  /** Names of operations; empty for all. */
  readonly only: readonly string[];
  readonly rounds: number;
  /** Bookings of a round. */
  readonly count: number;
  /** How long the plan is read, in ms. */
  readonly readMs: number;
  readonly statements: boolean;
  readonly say: (line: string) => void;
  readonly stop: AbortSignal;
}

/** Result of a run. */
interface CostReport {
  readonly loadBefore: number;
  readonly loadAfter: number;
  readonly results: readonly Result[];
  /** Why the run ended early; the results are of what was measured before. */
  readonly failure?: unknown;
}

export const NAMES = Object.keys(OPERATIONS);

/** How long a product is watched at rest, in ms: to take it off what is measured, and to say what it is. */
const REST_MS = { takenOff: 10_000, said: 60_000 };

/** Measures the checkouts in turns, so that other work on the machine meets them alike. */
export async function runCost(options: CostOptions, servers: BenchServers): Promise<CostReport> {
  const loadBefore = loadNow();
  const products: CostProduct[] = [];
  const rests: [checkout: string, rest: Rest][] = [];
  /** Samples by operation, number of clients and checkout. */
  const kept = new Map<string, Map<string, Sample[]>>();
  let failure: unknown;
  try {
    for (const { name, folder } of options.checkouts) products.push(await CostProduct.open(name, folder, servers));
    for (const product of products)
      rests.push([
        product.name,
        await product.readRest(options.only.includes("rest") ? REST_MS.said : REST_MS.takenOff),
      ]);
    // The first round is not kept: each connection plans a statement for its first five calls, and code is not compiled yet.
    for (let round = 0; round <= options.rounds; round += 1) {
      options.say(round === 0 ? "a round to warm up" : `round ${round}`);
      for (const part of partsOf(options))
        for (const product of products) {
          options.stop.throwIfAborted();
          await part(product, (operation, clients, sample) => {
            const key = `${operation}/${clients}`;
            const of = kept.get(key) ?? new Map<string, Sample[]>();
            if (round > 0) kept.set(key, of.set(product.name, [...(of.get(product.name) ?? []), sample]));
            options.say(`${key} at once, ${product.name}: ${briefly(sample)}`);
          });
        }
    }
  } catch (error) {
    if ((kept.size === 0 && rests.length === 0) || options.stop.aborted) throw error;
    failure = error;
  } finally {
    for (const product of products) await product.close();
  }
  const results = [atRest(rests, options.statements), ...tables(kept, options.statements)];
  return { loadBefore, loadAfter: loadNow(), results, ...(failure !== undefined && { failure }) };
}

/** What a product costs that nobody visits. */
function atRest(rests: readonly [checkout: string, rest: Rest][], withStatements: boolean): Result {
  const rounded = (value: number) => Math.round(value * 1000) / 1000;
  const parts = (rest: Rest) =>
    Object.fromEntries(Object.entries(rest.cpu).map(([part, perMs]) => [part, rounded(perMs * 3600)]));
  const perMinute = (perMs: number) => rounded(perMs * 60_000);
  const about =
    "CPU seconds an hour, by process; statements, commits and flushes of the WAL a minute. Nobody visits it, and nothing is sold.";
  const texts = rests.flatMap(([checkout, { sent }]) => [
    `${checkout}, a minute:`,
    ...sent.slice(0, 40).map(({ user, calls, text }) => {
      const figures = [perMinute(calls).toFixed(1).padStart(7), user.padEnd(12)];
      return `${figures.join(" ")} ${text.replaceAll(/\s+/g, " ").slice(0, 150)}`;
    }),
  ]);
  return {
    title: "At rest",
    about: withStatements ? [about, ...texts].join("\n") : about,
    rows: rests.map(([checkout, rest]) => ({
      checkout,
      ...parts(rest),
      sum: rounded(Object.values(rest.cpu).reduce((total, perMs) => total + perMs * 3600, 0)),
      statements: perMinute(rest.sent.reduce((total, { calls }) => total + calls, 0)),
      commits: perMinute(rest.commits),
      fsyncs: perMinute(rest.fsyncs),
    })),
  };
}

function tables(kept: ReadonlyMap<string, ReadonlyMap<string, Sample[]>>, withStatements: boolean): Result[] {
  if (kept.size === 0) return [];
  const [cpu, trips]: [Row[], Row[]] = [[], []];
  const texts: string[] = [];
  for (const [key, byCheckout] of kept) {
    const [operation = "", clients = ""] = key.split("/");
    for (const [checkout, samples] of byCheckout) {
      const who = { operation, "at once": Number(clients), checkout };
      cpu.push({ ...who, ...cpuRow(samples) });
      trips.push({ ...who, ...tripsRow(samples) });
      if (withStatements) texts.push(`${operation}, ${clients} at once, ${checkout}`, ...sentBy(samples), "");
    }
  }
  return [
    {
      title: "CPU ms of one operation",
      about: `Medians of the rounds, follow-up work included, minus the cost of being there. "db" is the PostgreSQL backends that serve a process, "db queue" those of BullMQ's tables (with releases before DATABASE_DIRECT_URL, "db jobs" has them), "db own" PostgreSQL's own processes. p50 is what one caller waits; "% of bare" is the responses a second as a share of a bare Fastify route's with the same bytes, "bare CPU" what one costs there. ${Object.entries(
        OPERATIONS,
      )
        .map(([name, what]) => `**${name}**: ${what}`)
        .join("; ")}.`,
      rows: cpu,
    },
    {
      title: "Statements, commits and Temporal's events of one operation",
      about:
        "Statements by the process that sent them, BEGIN and COMMIT included; each is a round trip, unless several are sent together. Waits: how often a backend of the api fell asleep, so for its client, a lock or the disk.",
      rows: trips,
    },
    ...(texts.length > 0 ? [{ title: "Statements of one operation", about: texts.join("\n"), rows: [] }] : []),
  ];
}

function briefly(sample: Sample): string {
  const { "p50 ms": p50 = 0, sum = 0 } = cpuRow([sample]);
  return `p50 ${shown(p50)} ms, CPU ${shown(sum)} ms, the api's backends wait ${shown(sample.cost.waits)} times`;
}

function middleOf(samples: readonly Sample[], figure: (sample: Sample) => number): number {
  return Math.round(median(samples.map(figure)) * 1000) / 1000;
}

function cpuRow(samples: readonly Sample[]): Row {
  const parts = Object.keys(samples[0]?.cost.cpu ?? {});
  const p = (share: number) =>
    middleOf(samples, ({ times }) => {
      const sorted = [...times].toSorted((a, b) => a - b);
      return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    });
  const bare = (figure: keyof BesideBare) => middleOf(samples, (sample) => sample.bare?.[figure] ?? 0);
  return {
    "p50 ms": p(0.5),
    ...(samples[0]?.bare && { "% of bare": bare("share"), "bare CPU": bare("cpuMs") }),
    ...Object.fromEntries(parts.map((part) => [part, middleOf(samples, ({ cost }) => cost.cpu[part] ?? 0)])),
    sum: middleOf(samples, ({ cost }) => Object.values(cost.cpu).reduce((total, ms) => total + ms, 0)),
  };
}

function tripsRow(samples: readonly Sample[]): Row {
  return {
    ...Object.fromEntries(
      DATABASE_USERS.map((user) => [user, middleOf(samples, ({ cost }) => cost.statements[user] ?? 0)]),
    ),
    "api's waits": middleOf(samples, ({ cost }) => cost.waits),
    commits: middleOf(samples, ({ cost }) => cost.commits),
    fsyncs: middleOf(samples, ({ cost }) => cost.fsyncs),
    "Temporal events": middleOf(samples, ({ cost }) => cost.temporal.events),
    "workflow tasks": middleOf(samples, ({ cost }) => cost.temporal.tasks),
    activities: middleOf(samples, ({ cost }) => cost.temporal.activities),
    "local activities": middleOf(samples, ({ cost }) => cost.temporal.local),
  };
}

function sentBy(samples: readonly Sample[]): string[] {
  return (samples.at(-1)?.cost.sent ?? []).map(({ user, calls, ms, plans, planMs, text }) => {
    const figures = [...[calls, ms, plans, planMs].map((figure) => figure.toFixed(2).padStart(7)), user.padEnd(12)];
    return `${figures.join(" ")} ${text.replaceAll(/\s+/g, " ").slice(0, 150)}`;
  });
}

export { markdown };
