import { Controller, Get, Header, Headers, Res } from "@nestjs/common";
import { ApiExcludeController } from "@nestjs/swagger";
import type { FastifyReply } from "fastify";
import { AggregatorRegistry, type PrometheusContentType, Registry } from "prom-client";
import { Config } from "../platform/config/config.js";
import { Database } from "../platform/database/database.js";
import { HttpError } from "../platform/http/error-response.js";
import { metricsTokenCheck } from "../platform/http/health.controller.js";
import { DatabaseWriteCheck } from "../platform/http/write-check.js";
import { withinMs } from "../platform/loops/background-loop.js";
import { COUNTERS, type MetricLine, seriesOf } from "../platform/metrics/counters.js";
import { HttpMetrics } from "../platform/metrics/http-metrics.js";
import { QueueView } from "../platform/queue/queues.js";
import { TemporalConnection } from "../platform/temporal/temporal-connection.js";
import { type Figure, FIGURES } from "./metrics.gauges.js";

/** Timeout after which the scrape omits a part, in ms; Prometheus gives up after 10 s. */
const PART_TIMEOUT_MS = 4_000;

/** A metric with its values, as a registry of prom-client reports it. */
interface Reported {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  /** There is one value for each series. */
  readonly aggregator: "first";
  readonly values: readonly {
    readonly metricName?: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly value: number;
  }[];
}

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
    const [database, disk, queue, temporal] = await Promise.all([
      part(() => this.ofDatabase()),
      part(async () => ((await this.writes.works()) ? [] : undefined)),
      part(() => this.ofQueue()),
      part(async () => ((await this.temporal.up()) ? [] : undefined)),
    ]);
    const up = Object.entries({ database, disk, queue, temporal }).map(([name, reported]) => ({
      labels: { part: name },
      value: reported === undefined ? 0 : 1,
    }));
    const ofAll = AggregatorRegistry.aggregate<PrometheusContentType>([
      [gauge("sakhi_part_up", "1 if the part is up, 0 if it is down", up), ...(database ?? []), ...(queue ?? [])],
    ]);
    void reply.type(ofAll.contentType);
    return Registry.merge([this.http.registry, ofAll]).metrics();
  }

  private async ofDatabase(): Promise<Reported[]> {
    const reported: Reported[] = [];
    // Sequentially, so that a scrape uses only one of the visitors' connections.
    const shown = FIGURES.filter(({ ofRecord }) => ofRecord !== true || this.config.recordFolder !== undefined);
    for (const figure of shown) reported.push(...(await this.figure(figure)));
    const totals = await this.database.query<MetricLine>("SELECT series, labels, value FROM metric_totals");
    for (const counter of COUNTERS) {
      const { name, help, buckets } = counter;
      const values = totals
        .filter(({ series }) => seriesOf(counter).includes(series))
        .map(({ series, ...line }) => ({ metricName: series, ...line }));
      reported.push({ name, help, type: buckets === undefined ? "counter" : "histogram", aggregator: "first", values });
    }
    return reported;
  }

  private async figure({ name, help, label, sql, mayBeMissing }: Figure): Promise<Reported[]> {
    const found = await this.database.query<FigureRow>(sql);
    if (mayBeMissing === true && found.length === 0) return [];
    if (label === undefined) return [gauge(name, help, [{ labels: {}, value: Number(found[0]?.value ?? 0) }])];
    const values = everyValue(label.values, found);
    return [
      gauge(
        name,
        help,
        values.map(([value, count]) => ({ labels: { [label.name]: value }, value: count })),
      ),
    ];
  }

  private async ofQueue(): Promise<Reported[]> {
    const depths = await this.queue.depths();
    const values = depths.map(({ queue, state, jobs }) => ({ labels: { queue, state }, value: jobs }));
    return [gauge("sakhi_queue_jobs", "Jobs by queue and state", values)];
  }
}

const gauge = (name: string, help: string, values: Reported["values"]): Reported => ({
  ...{ name, help, type: "gauge", aggregator: "first" },
  values,
});

/** The values found, and zero for every other known value. */
function everyValue(values: readonly string[], found: readonly FigureRow[]): [string, number][] {
  const counts = new Map(values.map((value) => [value, 0]));
  for (const { label, value } of found) if (label !== undefined) counts.set(label, Number(value));
  return [...counts];
}

async function part(work: () => Promise<Reported[] | undefined>): Promise<Reported[] | undefined> {
  try {
    return await withinMs(PART_TIMEOUT_MS, work());
  } catch {
    return undefined;
  }
}
