import { Injectable } from "@nestjs/common";
import {
  Counter as PromCounter,
  Histogram,
  type MetricObjectWithValues,
  type MetricValueWithName,
  Registry,
} from "prom-client";

/** One series of a metric with its value. A histogram has several series. */
export interface MetricLine {
  readonly series: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
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

/** Attempts to notify other systems: received (2xx), or failed. */
export const WEBHOOK_ATTEMPTS = {
  name: "sakhi_outgoing_webhook_attempts_total",
  help: "Attempts to deliver a webhook to another system, by outcome (received, failed)",
  labels: ["outcome"],
} as const satisfies Counter;

/** All counters; a scrape shows them even without values. */
export const COUNTERS: readonly Counter[] = [
  ...[PROVIDER_CALLS, ACTIVITY_FAILURES, JOB_FAILURES, RESERVE_PROOFS, LIMIT_PROOFS, OBJECTIVE_EVENTS],
  ...[PICTURE_UPLOADS, PICTURE_CHECKS, PICTURES_REFUSED, WEBHOOK_ATTEMPTS],
];

/** The series names of a counter in metric_totals. */
export function seriesOf({ name, buckets }: Counter): readonly string[] {
  return buckets === undefined ? [name] : [`${name}_bucket`, `${name}_sum`, `${name}_count`];
}

/** What a registry reports of one metric. */
type Reported = MetricObjectWithValues<MetricValueWithName<string>>;

/**
 * Counts of this process, kept by prom-client. All processes add to the same totals in the database ({@link flush}), because
 * only the api has an HTTP endpoint, a command has none for long enough, and totals survive a restart: Prometheus' rules
 * read the greatest of what the api processes report, and need no address of any other.
 */
@Injectable()
export class Counters {
  private readonly registry = new Registry();
  private readonly counters = new Map<string, PromCounter>();
  private readonly histograms = new Map<string, Histogram>();
  private readonly shown = new Set<string>();
  /** What the totals in the database have of this process. */
  private readonly flushed = new Map<string, number>();

  constructor() {
    for (const { name, help, labels, buckets } of COUNTERS) {
      const metric = { name, help, labelNames: labels, registers: [this.registry] };
      if (buckets === undefined) this.counters.set(name, new PromCounter(metric));
      else this.histograms.set(name, new Histogram({ ...metric, buckets: [...buckets] }));
    }
  }

  /**
   * Exports a counter or histogram as 0 before its first event. Prometheus sees no increase in a series that appears with
   * a value: the first burst of failures would raise no alarm.
   */
  show<T extends Counter>({ name }: T, labels: Readonly<Record<T["labels"][number], string>>): void {
    this.counters.get(name)?.inc(labels, 0);
    const key = JSON.stringify([name, labels]);
    // A second time it would set the histogram back.
    if (!this.shown.has(key)) this.histograms.get(name)?.zero(labels);
    this.shown.add(key);
  }

  /** Increments a counter. */
  count<T extends Counter>({ name }: T, labels: Readonly<Record<T["labels"][number], string>>): void {
    this.counters.get(name)?.inc(labels);
  }

  /** Adds an observation of `seconds` to a histogram. */
  time<T extends Counter>({ name }: T, labels: Readonly<Record<T["labels"][number], string>>, seconds: number): void {
    this.histograms.get(name)?.observe(labels, seconds);
  }

  /**
   * Passes on what was counted since the last flush, and the series that are new. What `write` could not write is passed on
   * again. @throws what `write` throws
   */
  async flush(write: (lines: readonly MetricLine[]) => Promise<unknown>): Promise<void> {
    const lines: MetricLine[] = [];
    const values = new Map<string, number>();
    for (const { name, values: reported } of (await this.registry.getMetricsAsJSON()) as Reported[]) {
      for (const { metricName: series = name, labels: given, value } of reported) {
        // The bounds of buckets are numbers.
        const labels = Object.fromEntries(Object.entries(given).map(([label, text]) => [label, String(text)]));
        const key = JSON.stringify([series, labels]);
        const before = this.flushed.get(key);
        if (value === before) continue;
        values.set(key, value);
        lines.push({ series, labels, value: value - (before ?? 0) });
      }
    }
    if (lines.length === 0) return;
    await write(lines);
    for (const [key, value] of values) this.flushed.set(key, value);
  }
}
