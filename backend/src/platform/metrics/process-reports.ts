import { randomUUID } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Module,
  type OnApplicationBootstrap,
} from "@nestjs/common";
import { Database } from "../database/database.js";
import { BackgroundLoop } from "../loops/background-loop.js";
import { Counters, OBJECTIVE_EVENTS } from "./counters.js";
import { showObjectives } from "./objectives.js";

/** Interval between two reports, in ms. */
const REPORT_EVERY_MS = 5_000;
/** Interval of the removal of what is old, in ms. */
const PRUNE_EVERY_MS = 10 * 60_000;
/** Reports older than this are deleted, in seconds. */
const EXPIRY_SECONDS = 3600;
/** Hours of objectives older than this are deleted, in days: above {@link BUDGET_DAYS}. */
const HOURS_KEPT_DAYS = 60;

/** Reports a process to the database: heartbeat, memory and CPU use, and its counters. */
export class ProcessReports implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly instance = randomUUID();
  private readonly loopDelay = monitorEventLoopDelay({ resolution: 20 });
  private readonly loop = new BackgroundLoop({
    name: "process report",
    everyMs: REPORT_EVERY_MS,
    turn: () => this.report(),
  });
  private readonly pruning = new BackgroundLoop({
    name: "old process reports",
    everyMs: PRUNE_EVERY_MS,
    turn: () => this.prune(),
  });

  /** @param process name of the process: api, orchestrator or jobs */
  constructor(
    private readonly process: string,
    private readonly database: Database,
    private readonly counters: Counters,
  ) {}

  onApplicationBootstrap(): void {
    showObjectives(this.counters);
    this.loopDelay.enable();
    this.loop.start();
    this.pruning.start();
  }

  /** Flushes the counters and deletes the report, so that a stopped process is not reported missing. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.loop.stop(), this.pruning.stop()]);
    this.loopDelay.disable();
    try {
      await this.writeCounters();
      await this.database.query("DELETE FROM process_reports WHERE instance = $1", [this.instance]);
    } catch {
      // The database is unreachable: the report expires.
    }
  }

  /** Writes counters and report now. */
  async report(): Promise<void> {
    await this.writeCounters();
    await this.writeProcess();
  }

  private writeCounters(): Promise<void> {
    return this.counters.flush((lines) =>
      this.database.query(
        // Sorted, so that two processes do not deadlock.
        `WITH line AS (
           SELECT * FROM jsonb_to_recordset($1::jsonb) AS line (series text, labels jsonb, value double precision)
         ), hour AS (
           INSERT INTO objective_hours (hour, objective, good, total)
           SELECT date_trunc('hour', clock_timestamp(), 'UTC'), labels->>'objective',
                  coalesce(sum(value) FILTER (WHERE labels->>'result' = 'good'), 0), sum(value)
             FROM line WHERE series = $2 GROUP BY 2 ORDER BY 2
           ON CONFLICT (hour, objective) DO UPDATE
             SET good = objective_hours.good + EXCLUDED.good, total = objective_hours.total + EXCLUDED.total
         )
         INSERT INTO metric_totals (series, labels, value)
         SELECT series, labels, value FROM line ORDER BY series, labels
         ON CONFLICT (series, labels) DO UPDATE SET value = metric_totals.value + EXCLUDED.value`,
        [JSON.stringify(lines), OBJECTIVE_EVENTS.name],
      ),
    );
  }

  private async writeProcess(): Promise<void> {
    const { user, system } = process.cpuUsage();
    const lag = this.loopDelay.percentile(99) / 1e9;
    this.loopDelay.reset();
    await this.database.query(
      `INSERT INTO process_reports (instance, process, resident_bytes, cpu_seconds, loop_lag_seconds)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (instance) DO UPDATE SET seen_at = clock_timestamp(), resident_bytes = EXCLUDED.resident_bytes,
         cpu_seconds = EXCLUDED.cpu_seconds, loop_lag_seconds = EXCLUDED.loop_lag_seconds`,
      [this.instance, this.process, process.memoryUsage.rss(), (user + system) / 1e6, Number.isFinite(lag) ? lag : 0],
    );
  }

  /** Deletes reports of processes that are gone, and hours that no objective still counts. */
  async prune(): Promise<void> {
    await this.database.query(
      "DELETE FROM process_reports WHERE seen_at < clock_timestamp() - make_interval(secs => $1)",
      [EXPIRY_SECONDS],
    );
    await this.database.query(
      "DELETE FROM objective_hours WHERE hour < clock_timestamp() - make_interval(days => $1)",
      [HOURS_KEPT_DAYS],
    );
  }
}

/** Lets a process report on itself. */
@Module({})
export class ProcessReportsModule {
  static as(process: "api" | "orchestrator" | "jobs"): DynamicModule {
    return {
      module: ProcessReportsModule,
      providers: [
        {
          provide: ProcessReports,
          useFactory: (database: Database, counters: Counters) => new ProcessReports(process, database, counters),
          inject: [Database, Counters],
        },
      ],
      exports: [ProcessReports],
    };
  }
}
