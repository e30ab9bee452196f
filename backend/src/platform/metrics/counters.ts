import { Injectable } from "@nestjs/common";

/** A metric as Prometheus reads it. */
interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
}

/** One series of a metric with its value. A histogram has several series. */
export interface MetricLine {
  readonly series: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Formats a metric in Prometheus' text format; without series, only HELP and TYPE. */
export function metricText({ name, help, type }: Metric, lines: readonly MetricLine[]): string {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...lines.map(({ series, labels, value }) => `${series}${labelText(labels)} ${value}`),
    "",
  ].join("\n");
}

function labelText(labels: MetricLine["labels"]): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n");
}

/** A counter or histogram that any process can add to, also without an HTTP endpoint. */
interface Counter {
  /** Name in Prometheus. */
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram, in seconds; absent for a counter. */
  readonly buckets?: readonly number[];
}

/** Duration and outcome of calls to the payment provider. */
export const PROVIDER_CALLS = {
  name: "sakhi_provider_call_seconds",
  help: "Calls of the payment provider by call and outcome (done, not_found, refused, timeout, network, server_error)",
  labels: ["call", "outcome"],
  buckets: [0.1, 0.25, 0.5, 1, 2, 4, 8],
} as const satisfies Counter;

/** Failed attempts of workflow activities. */
export const ACTIVITY_FAILURES = {
  name: "sakhi_activity_failures_total",
  help: "Failed attempts of workflow activities; each is tried again",
  labels: ["activity"],
} as const satisfies Counter;

/** Failed attempts of queue jobs. */
export const JOB_FAILURES = {
  name: "sakhi_queue_job_failures_total",
  help: "Failed attempts of queue jobs; each is tried again until its last",
  labels: ["queue"],
} as const satisfies Counter;

/** Proofs of work of reserve: required, solved (a stall was reserved with it) or refused. */
export const RESERVE_PROOFS = {
  name: "sakhi_reserve_proofs_total",
  help: "Proofs of work that reserving asked for, that a stall was reserved with, and that were not accepted",
  labels: ["outcome"],
} as const satisfies Counter;

/** Proofs of work of limits per address (http/rate-limits.ts): asked for, or solved. */
export const LIMIT_PROOFS = {
  name: "sakhi_limit_proofs_total",
  help: "Proofs of work by limit per address: asked for beyond the address's share, and solved",
  labels: ["limit", "outcome"],
} as const satisfies Counter;

/** Events of each objective that went well or badly (objectives.ts). */
export const OBJECTIVE_EVENTS = {
  name: "sakhi_objective_events_total",
  help: "Events by objective and result: good, or bad (failed, or too slow)",
  labels: ["objective", "result"],
} as const satisfies Counter;

/** Uploads of pictures and papers: started, complete (all bytes arrived) or given_up (no byte for a day). */
export const PICTURE_UPLOADS = {
  name: "sakhi_picture_uploads_total",
  help: "Uploads of pictures and papers that were started, that are complete, and that nobody continued for a day (given_up)",
  labels: ["outcome"],
} as const satisfies Counter;

/** Duration and outcome of checking a picture or a paper: decoding, encoding and storing it. */
export const PICTURE_CHECKS = {
  name: "sakhi_picture_check_seconds",
  help: "Checks of pictures and papers, from the upload's bytes to the stored files, by outcome; a failed one is tried again",
  labels: ["outcome"],
  buckets: [1, 2, 4, 8, 16, 32, 64, 128],
} as const satisfies Counter;

/** Pictures and papers refused, by the problem that their sender reads. */
export const PICTURES_REFUSED = {
  name: "sakhi_pictures_refused_total",
  help: "Pictures and papers refused by problem, as their sender reads it",
  labels: ["problem"],
} as const satisfies Counter;

/** All counters; a scrape shows them even without values. */
export const COUNTERS: readonly Counter[] = [
  ...[PROVIDER_CALLS, ACTIVITY_FAILURES, JOB_FAILURES, RESERVE_PROOFS, LIMIT_PROOFS, OBJECTIVE_EVENTS],
  ...[PICTURE_UPLOADS, PICTURE_CHECKS, PICTURES_REFUSED],
];

/** The series names of a counter in metric_totals. */
export function seriesOf({ name, buckets }: Counter): readonly string[] {
  return buckets === undefined ? [name] : [`${name}_bucket`, `${name}_sum`, `${name}_count`];
}

/**
 * Counts of this process since the last flush. All processes add to the same totals in the database, so that the api can
 * also export the counts of processes without an HTTP endpoint.
 */
@Injectable()
export class Counters {
  private lines = new Map<string, MetricLine & { value: number }>();

  /**
   * Exports a counter or histogram as 0 before its first event. Prometheus sees no increase in a series that appears with
   * a value: the first burst of failures would raise no alarm.
   */
  show<T extends Counter>({ name, buckets }: T, labels: Readonly<Record<T["labels"][number], string>>): void {
    if (buckets === undefined) return this.add(name, labels, 0);
    for (const bound of [...buckets, "+Inf"]) this.add(`${name}_bucket`, { ...labels, le: String(bound) }, 0);
    this.add(`${name}_sum`, labels, 0);
    this.add(`${name}_count`, labels, 0);
  }

  /** Increments a counter. */
  count<T extends Counter>(counter: T, labels: Readonly<Record<T["labels"][number], string>>): void {
    this.add(counter.name, labels, 1);
  }

  /** Adds an observation of `seconds` to a histogram. */
  time<T extends Counter>(
    { name, buckets = [] }: T,
    labels: Readonly<Record<T["labels"][number], string>>,
    seconds: number,
  ): void {
    for (const bound of buckets) {
      if (seconds <= bound) this.add(`${name}_bucket`, { ...labels, le: String(bound) }, 1);
    }
    this.add(`${name}_bucket`, { ...labels, le: "+Inf" }, 1);
    this.add(`${name}_sum`, labels, seconds);
    this.add(`${name}_count`, labels, 1);
  }

  /** Removes and returns the counts; {@link putBack} those that could not be written. */
  take(): MetricLine[] {
    const taken = [...this.lines.values()];
    this.lines = new Map();
    return taken;
  }

  putBack(lines: readonly MetricLine[]): void {
    for (const { series, labels, value } of lines) this.add(series, labels, value);
  }

  private add(series: string, labels: Readonly<Record<string, string>>, by: number): void {
    // Every poll of the plan counts: joined, because JSON takes twice the time.
    let key = series;
    for (const value of Object.values(labels)) key += `\n${value}`;
    const line = this.lines.get(key);
    if (line === undefined) this.lines.set(key, { series, labels, value: by });
    else line.value += by;
  }
}
