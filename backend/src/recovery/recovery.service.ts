import { Injectable, Logger } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { indianMoment } from "@sakhi/domain/events/indian-time";
import { countersBeyond, highestNumbers, startVerdict } from "@sakhi/domain/recovery/position.rules";
import { stallBookingWorkflowId } from "@sakhi/workflows/bookings/stall-booking.messages";
import { listingWorkflowId } from "@sakhi/workflows/listings/listing.messages";
import { DataSource, IsNull } from "typeorm";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { keepMailedNumbers, leaveOutNumbers } from "../invoices/invoice-numbers.sql.js";
import { IssuesService } from "../issues/issues.service.js";
import { KEYS_ONLY } from "../mail/mail.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { describeError, ThrottledLog } from "../platform/log/log.js";
import { inOneProcess } from "../platform/loops/one-process.js";
import { findingsOf, missingText, NO_TRACES, type Traces } from "./findings.js";
import { type Here, readHere } from "./here.js";
import { type OutsidePart, OutsidePositionsService } from "./outside-positions.service.js";
import { OutsideRecordEntity, RecoveryEntity } from "./recovery.entities.js";
import type { RecoveryFindings, RecoveryReport } from "./recovery.types.js";
import { RunsOutsideService, type WorkflowOutside } from "./runs-outside.service.js";

/** A position is published again after this, in ms, so that Temporal's retention never removes the last one. */
const REPUBLISH_MS = 24 * 3_600_000;
/** The database notes this often that its position is kept outside, in ms: a restored one then has an old note. */
const NOTE_MS = 60_000;
/** How far before the database's newest entry a run may have started that it does not know, in ms. */
const MARGIN_MS = 10 * 60_000;
/** Newest runs looked at when a process starts. */
const QUICK_RUNS = 200;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Subject of the issue about a recovery. */
const ISSUE_SUBJECT = "database";

/**
 * Result of a check. `unanswered`: nothing newer was found and a part gave no answer; the database was alive a moment ago.
 * `unverified`: nobody answered about a database that may be a restored one: sales are paused until somebody does.
 */
export type RecoveryCheck = "current" | "recovering" | "unanswered" | "unverified";

interface Comparison {
  readonly result: RecoveryCheck;
  readonly unanswered: readonly OutsidePart[];
  /** Whether a part that answered has no position. */
  readonly lacking: boolean;
}

/**
 * Recovery of a restored database (docs/decisions/0050): notices that more is known outside than in the database, keeps
 * sales closed meanwhile, and publishes how far the database has come. `recover` reads what is missing (LostSalesService).
 */
@Injectable()
export class RecoveryService {
  private readonly logger = new Logger("Recovery");
  private readonly quiet = new ThrottledLog(this.logger);
  private published: { readonly text: string; readonly at: number; readonly noted: number } | undefined;

  constructor(
    private readonly database: Database,
    private readonly source: DataSource,
    private readonly outsidePositions: OutsidePositionsService,
    private readonly runsOutside: RunsOutsideService,
    private readonly issues: IssuesService,
    private readonly auditLog: AuditLogService,
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

  /** Since when sales are paused because nobody could say whether the database is current; undefined while they are not. */
  async unverifiedSince(): Promise<Date | undefined> {
    const [record] = await this.database.repository(OutsideRecordEntity).find({ take: 1 });
    return record?.unverifiedSince ?? undefined;
  }

  /**
   * Compares the database with what is known outside, and enters recovery if more is known there; pauses the sales if
   * nobody answers about a database that may be a restored one. Part of every start of a process, before it does anything.
   *
   * @param withTraces also looks for runs, opened orders and mailed documents that the database does not have
   * @throws the driver's errors while the database is unreachable
   */
  async check(withTraces = true): Promise<RecoveryCheck> {
    if ((await this.current()) !== undefined) return "recovering";
    const { result } = await this.compare(withTraces);
    if (result === "unverified") await this.pause();
    else await this.resume();
    return result;
  }

  /**
   * Enters recovery after a restore, whatever is known outside: the newest position there may be a copy of its own, from
   * before the loss. If the record is a copy too, and Temporal's data are new or do not answer, nobody knows what happened between the copy
   * and the loss: a person compares that with the provider before the sales are opened.
   *
   * @param recordSurvived the record of opened orders was here already: it is complete
   * @throws the driver's errors
   */
  async enterRestored({ recordSurvived }: { readonly recordSurvived: boolean }): Promise<void> {
    const { position } = await this.here();
    const { temporal } = await this.outsidePositions.read(position.installation);
    if ((await this.check()) !== "recovering") {
      const here = await this.here();
      await this.enter(here, { sources: ["backup"], here: here.position });
    }
    if (recordSurvived || temporal !== undefined) return;
    await this.database.transaction((tx) => this.raiseGap(tx, position.installation));
  }

  /** Asks a person to compare with the provider: what was sold just before a loss, nobody here knows. */
  private async raiseGap(tx: Tx, installation: string): Promise<void> {
    const until = await this.outsidePositions.files.newestEntry(installation);
    await this.issues.raise(tx, {
      kind: "recovery_gap",
      subject: ISSUE_SUBJECT,
      facts: { since: until === undefined ? "" : indianMoment(until, "minute") },
    });
  }

  /**
   * Closes the issue about what nobody knows: a person has compared it with the provider.
   *
   * @returns false if there is none
   */
  async compared(note: string): Promise<boolean> {
    return this.database.transaction((tx) =>
      this.issues.resolveBySubject(tx, "recovery_gap", ISSUE_SUBJECT, {
        resolution: "resolve",
        by: "command line",
        note,
      }),
    );
  }

  /**
   * One turn of the watch in the jobs process: checks, and publishes the position if it has changed. In one process at a
   * time, so that an older position never replaces a newer one. Ends a pause once somebody has answered; never begins one,
   * since the running database is the living one.
   */
  async watch(): Promise<void> {
    await inOneProcess(this.source, "recovery watch", async () => {
      if ((await this.current()) !== undefined) {
        await this.publish();
        return;
      }
      const { result, unanswered, lacking } = await this.compare(false);
      // While nobody can say whether this is a restored database, its position must not become the record.
      if (result === "recovering" || result === "unverified") return;
      await this.resume();
      // E.g. a folder that was emptied.
      if (lacking) this.published = undefined;
      // A part that was not read is not overwritten: it may know more.
      await this.publish(unanswered);
    });
  }

  /** Publishes the position, unless the last published one says the same. @param except parts that are left alone */
  async publish(except: readonly OutsidePart[] = []): Promise<void> {
    const { position } = await this.here();
    const text = JSON.stringify({ ...position, at: undefined });
    const { published: last } = this;
    const fresh = last?.text === text && Date.now() - last.at < REPUBLISH_MS;
    if (fresh && Date.now() - last.noted < NOTE_MS) return;
    const refused = fresh ? [] : await this.outsidePositions.publish(position, except);
    for (const part of refused) this.quiet.warn(`the position was not taken by ${part}`);
    const lacking = new Set([...refused, ...except]);
    const taken = this.outsidePositions.parts.filter((part) => !lacking.has(part));
    if (taken.length > 0) await this.note(position.installation, lacking.size === 0);
    const now = Date.now();
    if (lacking.size === 0) this.published = { text, at: fresh ? last.at : now, noted: now };
  }

  /** Notes in the database that its position is kept outside, and whether every part has it. */
  private async note(installation: string, complete: boolean): Promise<void> {
    await this.database.query(
      `INSERT INTO outside_records AS k (installation, published_at, complete_at)
       VALUES ($1, clock_timestamp(), CASE WHEN $2 THEN clock_timestamp() END)
       ON CONFLICT (one) DO UPDATE SET installation = $1, published_at = clock_timestamp(),
         complete_at = CASE WHEN $2 THEN clock_timestamp() ELSE k.complete_at END`,
      [installation, complete],
    );
  }

  private async pause(): Promise<void> {
    const paused = await this.database.query(
      `UPDATE outside_records SET unverified_since = clock_timestamp() WHERE unverified_since IS NULL RETURNING one`,
    );
    if (paused.length > 0) {
      this.logger.error("nobody outside says whether the database is current: sales are paused until somebody answers");
    }
  }

  private async resume(): Promise<void> {
    const resumed = await this.database.query(
      "UPDATE outside_records SET unverified_since = NULL WHERE unverified_since IS NOT NULL RETURNING one",
    );
    if (resumed.length > 0) this.logger.warn("the database is current: sales are open again");
  }

  private async compare(withTraces: boolean): Promise<Comparison> {
    // Read before what is outside: only what was published by then must be found there. Another process may publish the
    // first position of a new database at any moment.
    const {
      publishedAt,
      position: { installation },
    } = await this.here();
    const outside = await this.outsidePositions.read(installation);
    const unanswered = [...outside.unanswered];
    const lacking = this.outsidePositions.parts.some(
      (part) => outside[part] === undefined && !unanswered.includes(part),
    );
    const traces: Traces = { ...NO_TRACES };
    // Read after what is outside: a living database continues meanwhile, and publishes what it has committed.
    const here = await this.here();
    if (withTraces && !unanswered.includes("file")) {
      try {
        traces.mailed = await this.mailedBeyond(installation);
        traces.orders = await this.lostOrders(here);
      } catch (error) {
        unanswered.push("file");
        this.quiet.warn(`cannot read the logs outside: ${describeError(error)}`);
      }
    }
    if (withTraces && !unanswered.includes("temporal")) {
      try {
        traces.runs = await this.lostRuns(here);
      } catch (error) {
        unanswered.push("temporal");
        this.quiet.warn(`cannot look for newer runs: ${describeError(error)}`);
      }
    }
    const found = findingsOf(here.position, outside, traces);
    if (found !== undefined) {
      await this.enter(here, found);
      return { result: "recovering", unanswered, lacking };
    }
    const { position } = here;
    if (here.restoredAt !== null) {
      await this.enter(here, { sources: ["backup"], here: position });
      return { result: "recovering", unanswered, lacking };
    }
    const verdict = startVerdict(
      {
        foundOutside: outside.file !== undefined || outside.temporal !== undefined,
        allAnswered: unanswered.length === 0,
        publishedAt: publishedAt ?? undefined,
      },
      new Date(position.at),
    );
    if (verdict === "record_lost") {
      await this.enter(here, { sources: ["record_lost"], here: position });
      return { result: "recovering", unanswered, lacking };
    }
    if (verdict === "unverified") return { result: "unverified", unanswered, lacking };
    return { result: unanswered.length > 0 ? "unanswered" : "current", unanswered, lacking };
  }

  /** Numbers of documents that were mailed and that the database has not issued, by series and financial year. */
  private async mailedBeyond(installation: string): Promise<Readonly<Record<string, number>>> {
    const mailed = await this.mailedNumbers(installation);
    const { documents } = (await this.here()).position;
    return Object.fromEntries(Object.entries(mailed).filter(([series, last]) => last > (documents[series] ?? 0)));
  }

  /** The database's position and its newest entry. */
  here(): Promise<Here> {
    return readHere(this.database);
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
      const last = await leaveOutNumbers(tx, { series, financialYear }, beyond);
      set[key] = Math.max(last, beyond);
      if (beyond <= last) continue;
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
   * Ends the recovery, or the pause of a database that nobody could compare: sales are open again.
   *
   * @param administrator absent for the command line
   * @throws DomainError not_recovering; recovery_unread before everything was read; recovery_incomplete while a part has
   *   given no answer; recovery_uncompared while the issue about what nobody knows is open
   */
  async openSales(administrator: Administrator | undefined, reason: string): Promise<void> {
    const by = administrator?.username ?? "command line";
    await this.database.transaction(async (tx) => {
      const [open] = await rows<{ id: string; read_at: Date | null; report: RecoveryReport | null }>(
        tx,
        "SELECT id, read_at, report FROM recoveries WHERE ended_at IS NULL FOR UPDATE",
      );
      if (open === undefined) return this.openUnverified(tx, administrator, reason);
      if (open.read_at === null || open.report === null) throw new DomainError("recovery_unread");
      if (open.report.unanswered.length > 0) throw new DomainError("recovery_incomplete");
      if (await this.issues.isOpen(tx, "recovery_gap", ISSUE_SUBJECT)) throw new DomainError("recovery_uncompared");
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
      await this.auditLog.record(tx, {
        ...(administrator === undefined ? {} : { administrator }),
        action: "sales_opened_after_recovery",
        subjectType: "recovery",
        subjectId: open.id,
        reason,
        after: { items: open.report.items.length },
      });
    });
    this.logger.warn({ event: "sales_opened", by });
  }

  /** A person vouches for the database. @throws DomainError not_recovering */
  private async openUnverified(tx: Tx, administrator: Administrator | undefined, reason: string): Promise<void> {
    const opened = await rows(
      tx,
      `UPDATE outside_records k SET unverified_since = NULL, installation = i.id, published_at = clock_timestamp()
         FROM installation i WHERE k.unverified_since IS NOT NULL RETURNING k.one`,
    );
    if (opened.length === 0) throw new DomainError("not_recovering");
    await this.auditLog.record(tx, {
      ...(administrator === undefined ? {} : { administrator }),
      action: "sales_opened_unverified",
      subjectType: "recovery",
      subjectId: ISSUE_SUBJECT,
      reason,
    });
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
      await tx.query("UPDATE outside_records SET unverified_since = NULL");
      // Before anything can be issued: payments under way are still settled.
      const { outside, mailed = {} } = found;
      await this.setCounters(tx, entered.id, [here.position.documents, outside?.documents ?? {}, mailed]);
      await this.loadSentMails(tx, here.position.installation);
      await this.issues.raise(tx, {
        kind: "database_restored",
        subject: ISSUE_SUBJECT,
        facts: {
          missing: missingText(found),
          since: here.knownUntil === null ? "" : indianMoment(here.knownUntil, "minute"),
        },
      });
      await this.auditLog.record(tx, {
        administrator: "nobody",
        action: "recovery_entered",
        subjectType: "recovery",
        subjectId: entered.id,
        after: { sources: found.sources.join(", "), missing: missingText(found) },
      });
      // Temporal's data were restored with it, and the record may be a copy: neither knows the last seconds.
      if (here.restoredAt !== null) await this.raiseGap(tx, here.position.installation);
      this.logger.error({ event: "recovery_entered", missing: missingText(found) });
    });
  }

  /**
   * Loads the log of sent mails, so that no mail is sent a second time. Keys are: those of the log no longer open anything.
   *
   * @returns false if there is no log
   */
  async loadSentMails(tx: Tx, installation: string): Promise<boolean> {
    const sent = await this.outsidePositions.files.sentMails(installation).catch((error: unknown) => {
      this.logger.warn(`the log of sent mails is unreadable: ${describeError(error)}`);
      return undefined;
    });
    if (sent === undefined) return false;
    await keepMailedNumbers(tx, sent);
    await tx.query(
      `INSERT INTO mails_sent_before (dedupe_key, sent_at)
       SELECT l.key, max(l.at) FROM jsonb_to_recordset($1::jsonb) AS l (key text, at timestamptz)
        WHERE NOT EXISTS (SELECT FROM mails m WHERE m.dedupe_key = l.key) AND NOT l.key ^@ ANY ($2::text[]) GROUP BY l.key
       ON CONFLICT (dedupe_key) DO NOTHING`,
      [JSON.stringify(sent), KEYS_ONLY],
    );
    return true;
  }

  /** The highest numbers of the documents that the log of sent mails names. @throws the file system's errors */
  async mailedNumbers(installation: string): Promise<Readonly<Record<string, number>>> {
    const sent = (await this.outsidePositions.files.sentMails(installation)) ?? [];
    return highestNumbers(sent.flatMap(({ document }) => document ?? []));
  }

  /**
   * Number of logged orders that the database does not have as requested: they are logged after that commit.
   *
   * @throws the file system's errors
   */
  private async lostOrders(here: Here): Promise<number> {
    const logged = await this.outsidePositions.files.ordersSince(here.position.installation, newerThan(here));
    const [lost] = await this.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM unnest($1::text[]) AS logged (order_id)
        WHERE NOT EXISTS (SELECT FROM payment_attempts a WHERE a.order_id = logged.order_id)`,
      [logged],
    );
    return lost?.count ?? 0;
  }

  /** Newest runs of bookings and applications that the database does not have. @throws gRPC's errors */
  private async lostRuns(here: Here): Promise<readonly string[]> {
    const { position } = here;
    const after = newerThan(here);
    const runs = await this.runsOutside.since(position.installation, after, QUICK_RUNS);
    // A recovery has ended runs of what was lost for good.
    return this.unknownAmong(runs.filter(({ startedAt }) => startedAt >= after));
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
}

/** After this, what was done outside is not of what the database has, nor of a recovery that has read it. */
function newerThan({ knownUntil, lastRecovery }: Here): Date {
  return new Date(Math.max((knownUntil?.getTime() ?? 0) - MARGIN_MS, lastRecovery?.getTime() ?? 0));
}
