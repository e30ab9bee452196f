import type { CallRecord, ChaosLog } from "./log.js";

/** A broken rule of `verify`, with its rows. */
export interface Violation {
  readonly rule: string;
  readonly rows: readonly unknown[];
}

/** Result of a chaos run. */
export interface ChaosReport {
  readonly seed: number;
  readonly minutes: number;
  /** Store of the queue. */
  readonly queue: "Redis" | "PostgreSQL";
  readonly faults: Readonly<Record<string, number>>;
  readonly notRun: readonly string[];
  /** Times until a part was ready again, by part and cause. */
  readonly recoveries: Readonly<Record<string, Durations>>;
  /** Crashes of processes that were not killed. */
  readonly deaths: Readonly<Record<string, number>>;
  readonly calls: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly latency: { readonly insideFaults: Durations; readonly outsideFaults: Durations };
  /** Actions of visitors and operators. */
  readonly counts: Readonly<Record<string, number>>;
  /** Row counts of the database. */
  readonly figures: Readonly<Record<string, number>>;
  readonly openIssues: Readonly<Record<string, number>>;
  readonly factsRemembered: number;
  /** Sold stalls by event. */
  readonly soldOf: Readonly<Record<string, string>>;
  readonly rulesChecked: number;
  /** Everything below must be empty; otherwise the chaos run has found a defect. */
  readonly lost: readonly string[];
  readonly violations: readonly Violation[];
  readonly notReturned: readonly string[];
  readonly notQuiet: readonly string[];
  /** Stalls that should have been sold, in a run that sells out. */
  readonly notSold: readonly string[];
}

interface Durations {
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** The part of the report that is computed from the log. */
export function figuresOf(
  log: ChaosLog,
): Pick<ChaosReport, "faults" | "recoveries" | "deaths" | "calls" | "latency" | "counts"> {
  const recoveries: Record<string, number[]> = {};
  for (const { part, after, ms } of log.recoveries) (recoveries[`${kindOf(part)} after ${after}`] ??= []).push(ms);
  const during = ({ at, ms }: CallRecord): boolean =>
    log.faults.some(({ started, ended }) => started < at + ms && ended > at);
  const answered = log.calls.filter(({ status }) => status !== undefined);
  const calls: Record<string, Record<string, number>> = {};
  for (const { what, status, code } of log.calls) {
    const outcome = status === undefined ? "no answer" : status < 300 ? "yes" : `${status} ${code}`;
    const counted = (calls[what] ??= {});
    counted[outcome] = (counted[outcome] ?? 0) + 1;
  }
  return {
    faults: countsOf(log.faults.map(({ kind, how }) => (kind === "link" ? `link ${String(how["fault"])}` : kind))),
    recoveries: Object.fromEntries(Object.entries(recoveries).map(([what, ms]) => [what, durationsOf(ms)])),
    deaths: countsOf(log.deaths.map(kindOf)),
    calls,
    latency: {
      insideFaults: durationsOf(answered.filter((call) => during(call)).map(({ ms }) => ms)),
      outsideFaults: durationsOf(answered.filter((call) => !during(call)).map(({ ms }) => ms)),
    },
    counts: Object.fromEntries([...log.counts].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** True if the chaos run found no defect. */
export function isClean({ lost, violations, notReturned, notQuiet, notSold }: ChaosReport): boolean {
  return [lost, violations, notReturned, notQuiet, notSold].every((found) => found.length === 0);
}

/** "api" of api1 and api2. */
const kindOf = (part: string): string => part.replace(/\d$/, "");

function durationsOf(ms: readonly number[]): Durations {
  const at = (part: number): number => quantile(ms, part);
  return { count: ms.length, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) };
}

/** The quantile of the values, rounded. */
function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
}

function countsOf(names: readonly string[]): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const name of names) counted[name] = (counted[name] ?? 0) + 1;
  return counted;
}
