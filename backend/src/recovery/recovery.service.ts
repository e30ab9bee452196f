import { Injectable, Logger } from "@nestjs/common";
import { DataSource, IsNull } from "typeorm";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { countersBeyond, type DatabasePosition, missingHere } from "@sakhi/domain/recovery/position.rules";
import { stallBookingWorkflowId } from "@sakhi/workflows/bookings/stall-booking.messages";
import { listingWorkflowId } from "@sakhi/workflows/listings/listing.messages";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLog } from "../accounts/audit-log.service.js";
import { IssuesService } from "../issues/issues.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { describeError, ThrottledLog } from "../platform/log/log.js";
import { type OutsidePart, type OutsidePositions, OutsidePositionsService } from "./outside-positions.service.js";
import { RecoveryEntity } from "./recovery.entities.js";
import type { RecoveryFindings, RecoveryReport, TraceSource } from "./recovery.types.js";
import { RunsOutsideService, type WorkflowOutside } from "./runs-outside.service.js";

/** Key of the advisory lock of the watch; must be unique. */
const LOCK_KEY = 7_305_002;
/** A position is published again after this, in ms, so that Temporal's retention never removes the last one. */
const REPUBLISH_MS = 24 * 3_600_000;
/** How far before the database's newest entry a run may have started that it does not know, in ms. */
const MARGIN_MS = 10 * 60_000;
/** Newest runs looked at when a process starts. */
const QUICK_RUNS = 200;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Subject of the issue about a recovery. */
const ISSUE_SUBJECT = "database";

const POSITION = `
  SELECT (SELECT id::text FROM installation) AS installation,
         (SELECT count(*)::int FROM recoveries) AS recoveries,
         clock_timestamp() AS at,
         (SELECT coalesce(max(id), 0)::float8 FROM booking_events) AS bookings,
         (SELECT coalesce(max(id), 0)::float8 FROM listing_events) AS listings,
         (SELECT coalesce(max(id), 0)::float8 FROM audit_log) AS administrators,
         (SELECT coalesce(jsonb_object_agg(series || '/' || financial_year, last_number), '{}') FROM invoice_counters)
           AS documents,
         greatest((SELECT at FROM booking_events ORDER BY id DESC LIMIT 1),
                  (SELECT at FROM listing_events ORDER BY id DESC LIMIT 1),
                  (SELECT at FROM audit_log ORDER BY id DESC LIMIT 1)) AS known_until,
         (SELECT max(started_at) FROM recoveries) AS last_recovery`;

interface PositionRow {
  readonly installation: string;
  readonly recoveries: number;
  readonly at: Date;
  readonly bookings: number;
  readonly listings: number;
  readonly administrators: number;
  readonly documents: Readonly<Record<string, number>>;
  readonly known_until: Date | null;
  readonly last_recovery: Date | null;
}

/** The database's own position. */
interface Here {
  readonly position: DatabasePosition;
  /** Time of its newest entry. */
  readonly knownUntil: Date | null;
  readonly lastRecovery: Date | null;
}

/** Result of a check. `unanswered`: nothing newer was found, and a part gave no answer, so nothing is certain. */
export type RecoveryCheck = "current" | "recovering" | "unanswered";

/**
 * Recovery of a restored database (docs/decisions/0050): notices that more is known outside than in the database, keeps
 * sales closed meanwhile, and publishes how far the database has come. `recover` reads what is missing (LostSalesService).
 */
@Injectable()
export class RecoveryService {
  private readonly logger = new Logger("Recovery");
  private readonly quiet = new ThrottledLog(this.logger);
  private published: { readonly text: string; readonly at: number } | undefined;

  constructor(
    private readonly database: Database,
    private readonly source: DataSource,
    private readonly outside: OutsidePositionsService,
    private readonly runs: RunsOutsideService,
    private readonly issues: IssuesService,
    private readonly audit: AuditLog,
  ) {}

  /** The open recovery. */
  async current(): Promise<RecoveryEntity | undefined> {
    const open = { where: { endedAt: IsNull() } };
    return (await this.database.repository(RecoveryEntity).findOne(open)) ?? undefined;
  }

  /** The last recovery, open or ended. */
  async last(): Promise<RecoveryEntity | undefined> {
    const newest = { order: { startedAt: "DESC" as const }, take: 1 };
    return (await this.database.repository(RecoveryEntity).find(newest))[0];
  }

  /**
   * Compares the database with what is known outside, and enters recovery if more is known there. Part of every start of a
   * process, before it does anything; takes a few milliseconds when all is well.
   *
   * @param withRuns also looks for runs of subjects that the database does not have
   * @throws the driver's errors while the database is unreachable
   */
  async check(withRuns = true): Promise<RecoveryCheck> {
    if ((await this.current()) !== undefined) return "recovering";
    return (await this.compare(withRuns)).result;
  }

  /**
   * One turn of the watch in the jobs process: checks, and publishes the position if it has changed. In one process at a
   * time, so that an older position never replaces a newer one.
   */
  async watch(): Promise<void> {
    await this.exclusively(async () => {
      if ((await this.current()) !== undefined) {
        await this.publish();
        return;
      }
      const { result, unanswered } = await this.compare(false);
      // A part that was not read is not overwritten: it may know more.
      if (result !== "recovering") await this.publish(unanswered);
    });
  }

  /** Publishes the position, unless the last published one says the same. @param except parts that are left alone */
  async publish(except: readonly OutsidePart[] = []): Promise<void> {
    const { position } = await this.here();
    const text = JSON.stringify({ ...position, at: undefined });
    const fresh = this.published !== undefined && Date.now() - this.published.at < REPUBLISH_MS;
    if (fresh && this.published?.text === text) return;
    const refused = await this.outside.publish(position, except);
    for (const part of refused) this.quiet.warn(`the position was not taken by ${part}`);
    if (refused.length + except.length === 0) this.published = { text, at: Date.now() };
  }

  private async compare(
    withRuns: boolean,
  ): Promise<{ readonly result: RecoveryCheck; readonly unanswered: readonly OutsidePart[] }> {
    const here = await this.here();
    const outside = await this.outside.read(here.position.installation);
    const unanswered = [...outside.unanswered];
    let lost: readonly string[] = [];
    if (withRuns && !unanswered.includes("temporal")) {
      try {
        lost = await this.lostRuns(here);
      } catch (error) {
        unanswered.push("temporal");
        this.quiet.warn(`cannot look for newer runs: ${describeError(error)}`);
      }
    }
    const found = findingsOf(here.position, outside, lost);
    if (found === undefined) return { result: unanswered.length > 0 ? "unanswered" : "current", unanswered };
    await this.enter(here, found);
    return { result: "recovering", unanswered };
  }

  /** The database's position and its newest entry. */
  async here(): Promise<Here> {
    const [row] = await this.database.query<PositionRow>(POSITION);
    if (row === undefined) throw new Error("the database has no position");
    const { installation, recoveries, bookings, listings, administrators, documents } = row;
    return {
      position: {
        installation,
        recoveries,
        at: row.at.toISOString(),
        events: { bookings, listings, administrators },
        documents,
      },
      knownUntil: row.known_until,
      lastRecovery: row.last_recovery,
    };
  }

  /**
   * Sets the counters beyond every known number, and records the numbers left out.
   *
   * @returns the counters as set
   */
  async setCounters(
    tx: Tx,
    recoveryId: string,
    known: readonly Readonly<Record<string, number>>[],
  ): Promise<Readonly<Record<string, number>>> {
    const set: Record<string, number> = {};
    for (const [key, beyond] of Object.entries(countersBeyond(known))) {
      const [series = "", financialYear = ""] = key.split("/");
      const [counter] = await rows<{ last_number: number }>(
        tx,
        "SELECT last_number FROM invoice_counters WHERE series = $1 AND financial_year = $2 FOR UPDATE",
        [series, financialYear],
      );
      const last = counter?.last_number ?? 0;
      set[key] = Math.max(last, beyond);
      if (beyond <= last) continue;
      await tx.query(
        `INSERT INTO invoice_counters (series, financial_year, last_number) VALUES ($1, $2, $3)
         ON CONFLICT (series, financial_year) DO UPDATE SET last_number = $3`,
        [series, financialYear, beyond],
      );
      await tx.query(
        `INSERT INTO left_out_numbers (series, financial_year, first_number, last_number, recovery_id)
         VALUES ($1, $2, $3, $4, $5)`,
        [series, financialYear, last + 1, beyond, recoveryId],
      );
    }
    return set;
  }

  /** Stores what a reading has brought. */
  async report(tx: Tx, recoveryId: string, report: RecoveryReport): Promise<void> {
    await tx.query(
      "UPDATE recoveries SET read_at = clock_timestamp(), report = $2 WHERE id = $1 AND ended_at IS NULL",
      [recoveryId, JSON.stringify(report)],
    );
  }

  /**
   * Ends the recovery: sales are open again.
   *
   * @param administrator absent for the command line
   * @throws DomainError not_recovering; recovery_unread before everything was read; recovery_incomplete while a part has
   *   given no answer
   */
  async openSales(administrator: Administrator | undefined, reason: string): Promise<void> {
    const by = administrator?.username ?? "command line";
    await this.database.transaction(async (tx) => {
      const [open] = await rows<{ id: string; read_at: Date | null; report: RecoveryReport | null }>(
        tx,
        "SELECT id, read_at, report FROM recoveries WHERE ended_at IS NULL FOR UPDATE",
      );
      if (open === undefined) throw new DomainError("not_recovering");
      if (open.read_at === null || open.report === null) throw new DomainError("recovery_unread");
      if (open.report.unanswered.length > 0) throw new DomainError("recovery_incomplete");
      await tx.query("UPDATE recoveries SET ended_at = clock_timestamp(), ended_by = $2, reason = $3 WHERE id = $1", [
        open.id,
        by,
        reason,
      ]);
      await this.issues.resolveBySubject(tx, "database_restored", ISSUE_SUBJECT, {
        resolution: "resolve",
        by,
        note: reason,
      });
      await this.audit.record(tx, {
        ...(administrator === undefined ? {} : { administrator }),
        action: "sales_opened_after_recovery",
        subjectType: "recovery",
        subjectId: open.id,
        reason,
        after: { items: open.report.items.length },
      });
    });
    this.logger.warn("the recovery has ended: sales are open");
  }

  private async enter(here: Here, found: RecoveryFindings): Promise<void> {
    await this.database.transaction(async (tx) => {
      const [entered] = await rows<{ id: string }>(
        tx,
        `INSERT INTO recoveries (known_until, found) VALUES ($1, $2)
         ON CONFLICT ((true)) WHERE ended_at IS NULL DO NOTHING RETURNING id`,
        [here.knownUntil, JSON.stringify(found)],
      );
      if (entered === undefined) return;
      // Before anything can be issued: payments under way are still settled.
      await this.setCounters(tx, entered.id, [here.position.documents, found.outside?.documents ?? {}]);
      await this.loadSentMails(tx, here.position.installation);
      await this.issues.raise(tx, {
        kind: "database_restored",
        subject: ISSUE_SUBJECT,
        facts: { missing: missingText(found), since: here.knownUntil?.toISOString() ?? "" },
      });
      await this.audit.record(tx, {
        administrator: "nobody",
        action: "recovery_entered",
        subjectType: "recovery",
        subjectId: entered.id,
        after: { sources: found.sources.join(", "), missing: missingText(found) },
      });
      this.logger.error(`the database is older than what is known outside: sales are paused (${missingText(found)})`);
    });
  }

  /**
   * Loads the log of sent mails, so that no mail is sent a second time.
   *
   * @returns false if there is no log
   */
  async loadSentMails(tx: Tx, installation: string): Promise<boolean> {
    const sent = await this.outside.files.sentMails(installation).catch((error: unknown) => {
      this.logger.warn(`the log of sent mails is unreadable: ${describeError(error)}`);
      return undefined;
    });
    if (sent === undefined) return false;
    await tx.query(
      `INSERT INTO mails_sent_before (dedupe_key, sent_at)
       SELECT l.key, max(l.at) FROM jsonb_to_recordset($1::jsonb) AS l (key text, at timestamptz)
        WHERE NOT EXISTS (SELECT FROM mails m WHERE m.dedupe_key = l.key) GROUP BY l.key
       ON CONFLICT (dedupe_key) DO NOTHING`,
      [JSON.stringify(sent)],
    );
    return true;
  }

  /** Newest runs of bookings and applications that the database does not have. @throws gRPC's errors */
  private async lostRuns({ position, knownUntil, lastRecovery }: Here): Promise<readonly string[]> {
    const after = new Date(Math.max((knownUntil?.getTime() ?? 0) - MARGIN_MS, lastRecovery?.getTime() ?? 0));
    return this.unknownAmong(await this.runs.since(position.installation, after, QUICK_RUNS));
  }

  /** Those of the workflows whose booking or application the database does not have. */
  async unknownAmong(workflows: readonly WorkflowOutside[]): Promise<readonly string[]> {
    const ids = (prefix: string): string[] =>
      workflows
        .filter(({ workflowId }) => workflowId.startsWith(prefix))
        .map(({ workflowId }) => workflowId.slice(prefix.length))
        .filter((id) => UUID.test(id));
    const known = await this.database.query<{ id: string }>(
      `SELECT $3 || id AS id FROM bookings WHERE id = ANY($1::uuid[])
       UNION ALL SELECT $4 || id FROM listing_applications WHERE id = ANY($2::uuid[])`,
      [ids(stallBookingWorkflowId("")), ids(listingWorkflowId("")), stallBookingWorkflowId(""), listingWorkflowId("")],
    );
    const here = new Set(known.map(({ id }) => id));
    return [
      ...ids(stallBookingWorkflowId("")).map(stallBookingWorkflowId),
      ...ids(listingWorkflowId("")).map(listingWorkflowId),
    ].filter((id) => !here.has(id));
  }

  /** Runs work in one process at a time; the lock belongs to the connection, so that a crash releases it. */
  private async exclusively(work: () => Promise<void>): Promise<void> {
    const connection = this.source.createQueryRunner();
    try {
      const [lock] = (await connection.query("SELECT pg_try_advisory_lock($1) AS locked", [LOCK_KEY])) as {
        locked: boolean;
      }[];
      if (lock?.locked !== true) return;
      try {
        await work();
      } finally {
        await connection.query("SELECT pg_advisory_unlock($1)", [LOCK_KEY]);
      }
    } finally {
      await connection.release();
    }
  }
}

function findingsOf(
  here: DatabasePosition,
  { file, temporal }: OutsidePositions,
  runs: readonly string[],
): RecoveryFindings | undefined {
  const positions = [
    ["file", file],
    ["temporal", temporal],
  ] as const;
  const newer = positions.flatMap(([source, outside]) => {
    const missing = outside && missingHere(here, outside);
    return outside === undefined || missing === undefined ? [] : [{ source, outside, missing }];
  });
  const sources: TraceSource[] = newer.map(({ source }) => source);
  if (runs.length > 0) sources.push("runs");
  if (sources.length === 0) return undefined;
  // The newest position: by its time, which is the database's own.
  const newest = newer.toSorted((a, b) => Date.parse(b.outside.at) - Date.parse(a.outside.at))[0];
  return {
    sources,
    here,
    ...(newest === undefined ? {} : { outside: newest.outside, missing: newest.missing }),
    ...(runs.length === 0 ? {} : { runs }),
  };
}

/** What is missing, in words. */
export function missingText({ missing, runs = [] }: RecoveryFindings): string {
  const counted = (count: number, what: string): string[] => (count > 0 ? [`${count} ${what}`] : []);
  const parts = [
    ...counted(missing?.events.bookings ?? 0, "entries of bookings"),
    ...counted(missing?.events.listings ?? 0, "entries of applications"),
    ...counted(missing?.events.administrators ?? 0, "actions of administrators"),
    ...Object.entries(missing?.documents ?? {}).flatMap(([series, count]) => counted(count, `documents ${series}`)),
    ...counted(runs.length, "workflows without their booking or application"),
  ];
  return parts.join(", ");
}
