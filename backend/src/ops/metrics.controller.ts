import { Controller, Get, Header, Headers, Res } from "@nestjs/common";
import { ApiExcludeController } from "@nestjs/swagger";
import type { FastifyReply } from "fastify";
import { Config } from "../platform/config/config.js";
import { Database } from "../platform/database/database.js";
import { HttpError } from "../platform/http/error-response.js";
import { metricsTokenCheck } from "../platform/http/health.controller.js";
import { DatabaseWriteCheck } from "../platform/http/write-check.js";
import { withinMs } from "../platform/loops/background-loop.js";
import { COUNTERS, type MetricLine, metricText, seriesOf } from "../platform/metrics/counters.js";
import { HttpMetrics } from "../platform/metrics/http-metrics.js";
import { QueueView } from "../platform/queue/queues.js";
import { TemporalConnection } from "../platform/temporal/temporal-connection.js";
import { type Figure, FIGURES } from "./metrics.gauges.js";

/** Timeout after which the scrape omits a part, in ms; Prometheus gives up after 10 s. */
const PART_TIMEOUT_MS = 4_000;

interface FigureRow {
  readonly label?: string;
  readonly value: string | number;
}

/**
 * Metrics for Prometheus, not part of the public API: this process's requests, and the figures of all processes from the
 * database. A part that is down is reported and does not affect the others.
 */
@ApiExcludeController()
@Controller("metrics")
export class MetricsController {
  private readonly isAdmitted: (authorization: string | undefined) => boolean;

  constructor(
    private readonly config: Config,
    private readonly http: HttpMetrics,
    private readonly database: Database,
    private readonly writes: DatabaseWriteCheck,
    private readonly queue: QueueView,
    private readonly temporal: TemporalConnection,
  ) {
    this.isAdmitted = metricsTokenCheck(config);
  }

  /** Returns the metrics; requires `Authorization: Bearer <METRICS_TOKEN>`. */
  @Get()
  @Header("Cache-Control", "no-store")
  async scrape(
    @Headers("authorization") authorization: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    if (!this.isAdmitted(authorization)) {
      throw new HttpError("not_authenticated", {}, { "www-authenticate": "Bearer" });
    }
    void reply.type("text/plain; version=0.0.4; charset=utf-8");
    const [database, disk, queue, temporal] = await Promise.all([
      part(() => this.ofDatabase()),
      part(async () => ((await this.writes.works()) ? "" : undefined)),
      part(() => this.ofQueue()),
      part(async () => ((await this.temporal.up()) ? "" : undefined)),
    ]);
    const up = Object.entries({ database, disk, queue, temporal }).map(([name, text]) => ({
      series: "sakhi_part_up",
      labels: { part: name },
      value: text === undefined ? 0 : 1,
    }));
    return [
      await this.http.registry.metrics(),
      metricText({ name: "sakhi_part_up", help: "1 if the part is up, 0 if it is down", type: "gauge" }, up),
      database ?? "",
      queue ?? "",
    ].join("\n");
  }

  private async ofDatabase(): Promise<string> {
    const texts: string[] = [];
    // Sequentially, so that a scrape uses only one of the visitors' connections.
    const shown = FIGURES.filter(({ ofRecord }) => ofRecord !== true || this.config.recordFolder !== undefined);
    for (const figure of shown) texts.push(await this.figure(figure));
    const totals = await this.database.query<MetricLine>("SELECT series, labels, value FROM metric_totals");
    for (const counter of COUNTERS) {
      const type = counter.buckets === undefined ? "counter" : "histogram";
      const lines = totals.filter(({ series }) => seriesOf(counter).includes(series));
      texts.push(metricText({ ...counter, type }, lines));
    }
    return texts.join("\n");
  }

  private async figure({ name, help, label, sql, mayBeMissing }: Figure): Promise<string> {
    const found = await this.database.query<FigureRow>(sql);
    if (mayBeMissing === true && found.length === 0) return "";
    const lines: MetricLine[] =
      label === undefined
        ? [{ series: name, labels: {}, value: Number(found[0]?.value ?? 0) }]
        : everyValue(label.values, found).map(([value, count]) => ({
            series: name,
            labels: { [label.name]: value },
            value: count,
          }));
    return metricText({ name, help, type: "gauge" }, lines);
  }

  private async ofQueue(): Promise<string> {
    const lines = (await this.queue.depths()).map(({ queue, state, jobs }) => ({
      series: "sakhi_queue_jobs",
      labels: { queue, state },
      value: jobs,
    }));
    return metricText({ name: "sakhi_queue_jobs", help: "Jobs by queue and state", type: "gauge" }, lines);
  }
}

/** The values found, and zero for every other known value. */
function everyValue(values: readonly string[], found: readonly FigureRow[]): [string, number][] {
  const counts = new Map(values.map((value) => [value, 0]));
  for (const { label, value } of found) if (label !== undefined) counts.set(label, Number(value));
  return [...counts];
}

async function part(work: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await withinMs(PART_TIMEOUT_MS, work());
  } catch {
    return undefined;
  }
}
