import type { CallRecord, StormLog } from "./log.js";

/** A broken rule of `verify`, with its rows. */
export interface Violation {
  readonly rule: string;
  readonly rows: readonly unknown[];
}

/** Result of a storm. */
export interface StormReport {
  readonly seed: number;
  readonly minutes: number;
  /** Store of the queue. */
  readonly queue: "Redis" | "PostgreSQL";
  readonly faults: Readonly<Record<string, number>>;
  readonly notRun: readonly string[];
  readonly recoveries: readonly Recovery[];
  /** Crashes of processes that were not killed. */
  readonly deaths: Readonly<Record<string, number>>;
  readonly calls: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly latency: { readonly insideFaults: Latency; readonly outsideFaults: Latency };
  /** Actions of visitors and operators. */
  readonly counts: Readonly<Record<string, number>>;
  /** Row counts of the database. */
  readonly figures: Readonly<Record<string, number>>;
  readonly openIssues: Readonly<Record<string, number>>;
  readonly factsRemembered: number;
  readonly rulesChecked: number;
  /** Everything below must be empty; otherwise the storm has found a defect. */
  readonly lost: readonly string[];
  readonly violations: readonly Violation[];
  readonly notReturned: readonly string[];
  readonly notQuiet: readonly string[];
}

interface Recovery {
  readonly part: string;
  readonly after: string;
  readonly times: number;
  readonly p50Ms: number;
  readonly maxMs: number;
}

interface Latency {
  readonly answers: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** The part of the report that is computed from the log. */
export function figuresOf(
  log: StormLog,
): Pick<StormReport, "faults" | "recoveries" | "deaths" | "calls" | "latency" | "counts"> {
  const parts = new Map<string, number[]>();
  for (const { part, after, ms } of log.recoveries) {
    const key = `${part.replace(/\d$/, "")}|${after}`;
    parts.set(key, [...(parts.get(key) ?? []), ms]);
  }
  const recoveries = [...parts].map(([key, times]) => {
    const [part = "", after = ""] = key.split("|");
    return { part, after, times: times.length, p50Ms: quantile(times, 0.5), maxMs: quantile(times, 1) };
  });
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
    recoveries: recoveries.sort((a, b) => b.maxMs - a.maxMs),
    deaths: countsOf(log.deaths.map(({ part }) => part.replace(/\d$/, ""))),
    calls,
    latency: {
      insideFaults: latencyOf(answered.filter((call) => during(call))),
      outsideFaults: latencyOf(answered.filter((call) => !during(call))),
    },
    counts: Object.fromEntries([...log.counts].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** True if the storm found no defect. */
export function isClean({ lost, violations, notReturned, notQuiet }: StormReport): boolean {
  return [lost, violations, notReturned, notQuiet].every((found) => found.length === 0);
}

/** Formats the report as lines. */
export function linesOf(report: StormReport): string[] {
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
  const pairs = (of: Readonly<Record<string, number>>): string =>
    Object.entries(of)
      .map(([name, count]) => `${name} ${count}`)
      .join(", ") || "none";
  const times = ({ answers, p50Ms, p95Ms, p99Ms, maxMs }: Latency): string =>
    `${answers} answers, p50 ${p50Ms} ms, p95 ${p95Ms} ms, p99 ${p99Ms} ms, longest ${maxMs} ms`;
  const total = Object.values(report.faults).reduce((sum, count) => sum + count, 0);
  const wrong = [
    ...report.violations.map(({ rule, rows }) => `broken: ${rule}: ${JSON.stringify(rows.slice(0, 5))}`),
    ...report.lost.map((fact) => `lost although it was answered with yes: ${fact}`),
    ...report.notReturned.map((part) => `${part} has not returned`),
    ...report.notQuiet.map((what) => `not finished: ${what}`),
  ];
  return [
    `Storm of ${report.minutes} minutes, seed ${report.seed}, queue in ${report.queue}: ${total} faults`,
    `  faults     ${pairs(report.faults)}`,
    ...report.notRun.map((what) => `  not run    ${what}`),
    `  database   ${pairs(report.figures)}`,
    `  visitors and operators   ${pairs(report.counts)}`,
    `  answers while something was wrong   ${times(report.latency.insideFaults)}`,
    `  answers while nothing was           ${times(report.latency.outsideFaults)}`,
    "  calls",
    ...Object.entries(report.calls).map(([what, outcomes]) => `    ${what.padEnd(24)} ${pairs(outcomes)}`),
    "  ready again",
    ...report.recoveries.map(
      ({ part, after, times: count, p50Ms, maxMs }) =>
        `    ${part.padEnd(14)} after ${after.padEnd(24)} ${String(count).padStart(4)} times, p50 ${seconds(p50Ms)}, longest ${seconds(maxMs)}`,
    ),
    `  crashed on their own  ${pairs(report.deaths)}`,
    `  open issues for a person   ${pairs(report.openIssues)}`,
    `  ${report.factsRemembered} facts were answered with yes and looked for in the end; verify checked ${report.rulesChecked} rules`,
    ...(wrong.length === 0 ? ["  Nothing is lost, nothing is broken."] : wrong.map((line) => `  FOUND ${line}`)),
  ];
}

function latencyOf(calls: readonly CallRecord[]): Latency {
  const ms = calls.map((call) => call.ms);
  const at = (part: number): number => quantile(ms, part);
  return { answers: ms.length, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) };
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
