import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from "@nestjs/common";
import { HttpAdapterHost } from "@nestjs/core";
import { heldPart } from "@sakhi/domain/bookings/live-holds.rules";
import {
  ALL_WELL,
  type SiteStatus,
  SITE_STATUS_HEADER,
  siteStatus,
  statusText,
} from "@sakhi/domain/site/site-status.rules";
import type { FastifyInstance } from "fastify";
import { HELD_SHARE } from "../bookings/site-holds.sql.js";
import { RECOVERING } from "../events/sales-pause.sql.js";
import { Database } from "../platform/database/database.js";
import { DatabaseWriteCheck } from "../platform/http/write-check.js";
import { BackgroundLoop, withinMs } from "../platform/loops/background-loop.js";
import { TemporalConnection } from "../platform/temporal/temporal-connection.js";
import { RECENTLY_CHECKED } from "./part-checks.sql.js";

/** Interval between two readings, in ms. */
const READ_EVERY_MS = 10_000;
/** A slower database counts as away, in ms. */
const TIMEOUT_MS = 4_000;

interface StatusRow {
  readonly paused: boolean;
  readonly heldShare: number;
  readonly jobs: boolean;
  readonly payments: boolean | null;
  readonly smtp: boolean | null;
}

/**
 * What visitors notice of a fault, read in the background, so that no visitor waits for a part that is unreachable and thousands
 * of them cost nothing. Each response of the API says it in a header while something is wrong (decision 79).
 */
@Injectable()
export class SiteStatusService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private status: SiteStatus = ALL_WELL;
  /** Of the header; made when it is read and not for each response. */
  private text = "";
  private readonly loop = new BackgroundLoop({
    name: "site status",
    everyMs: READ_EVERY_MS,
    turn: async () => {
      await this.read();
    },
  });

  constructor(
    private readonly database: Database,
    private readonly writes: DatabaseWriteCheck,
    private readonly temporal: TemporalConnection,
    host: HttpAdapterHost,
  ) {
    host.httpAdapter.getInstance<FastifyInstance>().addHook("onSend", (request, reply, payload, done) => {
      const { text } = this;
      if (text !== "" && request.url.startsWith("/api/")) reply.header(SITE_STATUS_HEADER, text);
      done(null, payload);
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** The last one read; before the first, all is well. */
  get current(): SiteStatus {
    return this.status;
  }

  /** Reads it now. Never fails: without the database, booking is down. */
  async read(): Promise<SiteStatus> {
    const within = <T>(work: Promise<T>, otherwise: T): Promise<T> => withinMs(TIMEOUT_MS, work).catch(() => otherwise);
    const [row, writes, temporal] = await Promise.all([
      within(this.facts(), undefined),
      within(this.writes.works(), false),
      within(this.temporal.up(), false),
    ]);
    this.status = siteStatus({
      database: row !== undefined && writes,
      paused: row?.paused ?? false,
      held: heldPart(row?.heldShare ?? 0),
      payments: row?.payments ?? undefined,
      mailServer: row?.smtp ?? undefined,
      jobs: row?.jobs ?? true,
      temporal,
    });
    this.text = statusText(this.status);
    return this.status;
  }

  /** What jobs found outside counts for three minutes. Without any report a new installation is still starting. */
  private async facts(): Promise<StatusRow | undefined> {
    const [row] = await this.database.query<StatusRow>(
      `SELECT ${RECOVERING} AS paused,
              (${HELD_SHARE}) AS "heldShare",
              NOT EXISTS (SELECT FROM process_reports) OR EXISTS (SELECT FROM process_reports
                WHERE process = 'jobs' AND seen_at > clock_timestamp() - interval '1 minute') AS jobs,
              (SELECT up FROM part_checks WHERE part = 'payments'
                AND ${RECENTLY_CHECKED}) AS payments,
              (SELECT up FROM part_checks WHERE part = 'smtp'
                AND ${RECENTLY_CHECKED}) AS smtp`,
    );
    return row;
  }
}
