import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { ListingApplicationDto } from "@sakhi/domain/listings/listing-application.dto";
import { SAME_APPLICATION_HOURS } from "@sakhi/domain/listings/listing.rules";
import { APPLICATION_INITIAL_STATES, APPLICATION_TRANSITIONS } from "@sakhi/domain/listings/listing.states";
import type { ApplicationKind, ApplicationTransition } from "@sakhi/domain/listings/listing.states";
import { CONSENT_VERSION } from "@sakhi/domain/privacy/consent";
import { Database, rows } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";
import { APPLICATION_COLUMNS, columnsOf } from "./application.row.js";
import type { ApplicationRow } from "./application.row.js";

/** An application to write down. */
export interface NewApplication {
  readonly kind: ApplicationKind;
  readonly beginning: keyof typeof APPLICATION_INITIAL_STATES;
  readonly form: ListingApplicationDto;
  readonly digest: string;
  /** Of a stall's free listing: its booking. */
  readonly bookingId?: string;
}

const FROM = `SELECT ${APPLICATION_COLUMNS} FROM listing_applications a`;

/**
 * The listing_applications table. Every change of state is a conditional update whose states come from the domain's
 * table; it says whether it happened.
 */
@Injectable()
export class ApplicationsRepository {
  constructor(private readonly database: Database) {}

  async find(applicationId: string): Promise<ApplicationRow | undefined> {
    const found = await this.database.query<ApplicationRow>(`${FROM} WHERE a.id = $1`, [applicationId]);
    return found[0];
  }

  /** Locks an application until `tx` ends and reads it as it is once the lock is won. */
  async lock(tx: Tx, applicationId: string): Promise<ApplicationRow | undefined> {
    // Two statements: what is read must be judged after the wait for the lock.
    await tx.query("SELECT 1 FROM listing_applications WHERE id = $1 FOR UPDATE", [applicationId]);
    return (await rows<ApplicationRow>(tx, `${FROM} WHERE a.id = $1`, [applicationId]))[0];
  }

  /** Id of the application that claims this booking's free listing, or claimed it and is over. */
  async claimantOf(tx: Tx, bookingId: string): Promise<string | undefined> {
    const [found] = await rows<{ id: string }>(
      tx,
      `SELECT id FROM listing_applications
        WHERE booking_id = $1 AND state NOT IN ('rejected', 'withdrawn')`,
      [bookingId],
    );
    return found?.id;
  }

  /**
   * The newest application of these very words within the last day, locked. Until `tx` ends nobody else can ask for
   * or write the same words, so two clicks at the same moment are two calls one after the other.
   */
  async sentBefore(tx: Tx, digest: string): Promise<ApplicationRow | undefined> {
    // A statement of its own: the next one must see what was committed while this one waited.
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`application ${digest}`]);
    const [found] = await rows<{ id: string }>(
      tx,
      `SELECT id FROM listing_applications
        WHERE digest = $1 AND created_at > clock_timestamp() - make_interval(hours => $2)
        ORDER BY created_at DESC LIMIT 1`,
      [digest, SAME_APPLICATION_HOURS],
    );
    return found === undefined ? undefined : this.lock(tx, found.id);
  }

  /** Whether the newest application of these very words within the last day has gone on since it was submitted. */
  async isBeyondSubmitted(digest: string): Promise<boolean> {
    const [found] = await this.database.query<{ beyond: boolean }>(
      `SELECT state NOT IN ('submitted', 'lapsed', 'rejected', 'withdrawn') AS beyond FROM listing_applications
        WHERE digest = $1 AND created_at > clock_timestamp() - make_interval(hours => $2)
        ORDER BY created_at DESC LIMIT 1`,
      [digest, SAME_APPLICATION_HOURS],
    );
    return found?.beyond ?? false;
  }

  /** Whether these very words were sent within the last day, at a glance. */
  async wasSent(digest: string): Promise<boolean> {
    const found = await this.database.query(
      `SELECT 1 FROM listing_applications
        WHERE digest = $1 AND created_at > clock_timestamp() - make_interval(hours => $2) LIMIT 1`,
      [digest, SAME_APPLICATION_HOURS],
    );
    return found.length > 0;
  }

  async countAgain(tx: Tx, applicationId: string): Promise<void> {
    await tx.query("UPDATE listing_applications SET times_sent = times_sent + 1 WHERE id = $1", [
      applicationId,
    ]);
  }

  /** May fail on the index of one application per booking. */
  async insert(tx: Tx, application: NewApplication): Promise<ApplicationRow> {
    const state = APPLICATION_INITIAL_STATES[application.beginning];
    const values: Readonly<Record<string, unknown>> = {
      id: randomUUID(),
      kind: application.kind,
      state,
      digest: application.digest,
      booking_id: application.bookingId ?? null,
      ...columnsOf(application.form),
      // The form lets nobody through without consent.
      consent_version: CONSENT_VERSION,
    };
    const columns = Object.keys(values);
    const marks = columns.map((_, index) => `$${index + 1}`);
    const [written] = await rows<ApplicationRow>(
      tx,
      `INSERT INTO listing_applications AS a (${columns.join(", ")}, consented_at, review_since)
       VALUES (${marks.join(", ")}, clock_timestamp(), CASE WHEN $3 = 'under_review' THEN clock_timestamp() END)
       RETURNING ${APPLICATION_COLUMNS}`,
      Object.values(values),
    );
    if (written === undefined) throw new Error("The application was not written down.");
    return written;
  }

  /**
   * Takes one step of the domain's table.
   *
   * @param changes further columns, as SQL with parameters from $3 on; ours, never a person's
   * @returns false when the application was not in a state the step begins in
   */
  async step(
    tx: Tx,
    applicationId: string,
    transition: ApplicationTransition,
    changes = "",
    parameters: readonly unknown[] = [],
  ): Promise<boolean> {
    const { from, to } = APPLICATION_TRANSITIONS[transition];
    return this.change(
      tx,
      `state = '${to}'${changes === "" ? "" : `, ${changes}`} WHERE id = $1 AND state = ANY($2)`,
      [applicationId, from, ...parameters],
    );
  }

  /** Other applications of this brand and e-mail that are paid or granted, under review or live. */
  async others(tx: Tx, application: ApplicationRow): Promise<string[]> {
    const found = await rows<{ id: string }>(
      tx,
      `SELECT id FROM listing_applications
        WHERE lower(brand_name) = lower($2) AND lower(email) = lower($3)
          AND state IN ('under_review', 'live') AND id <> $1 ORDER BY created_at`,
      [application.id, application.brand_name, application.email],
    );
    return found.map(({ id }) => id);
  }

  /** Whether its owner has a later application of this brand, or one that is paid or granted. */
  async isSuperseded(tx: Tx, application: ApplicationRow): Promise<boolean> {
    const found = await rows(
      tx,
      `SELECT 1 FROM listing_applications o, listing_applications a
        WHERE a.id = $1 AND o.id <> a.id
          AND lower(o.brand_name) = lower(a.brand_name) AND lower(o.email) = lower(a.email)
          AND (o.created_at > a.created_at OR o.state IN ('under_review', 'live')) LIMIT 1`,
      [application.id],
    );
    return found.length > 0;
  }

  /** Applications that nobody has paid for in this time; seconds. */
  async unpaidFor(seconds: number, limit: number): Promise<string[]> {
    const found = await this.database.query<{ id: string }>(
      `SELECT id FROM listing_applications
        WHERE state = 'submitted' AND updated_at < clock_timestamp() - make_interval(secs => $1)
        ORDER BY updated_at LIMIT $2`,
      [seconds, limit],
    );
    return found.map(({ id }) => id);
  }

  /** live → expired, once the year is over. */
  async expire(tx: Tx, applicationId: string): Promise<boolean> {
    const { from, to } = APPLICATION_TRANSITIONS.expired;
    return this.change(
      tx,
      `state = '${to}' WHERE id = $1 AND state = ANY($2) AND live_until <= clock_timestamp()`,
      [applicationId, from],
    );
  }

  /** Notes a reminder, once. @returns false when it was noted before or the application has moved on */
  async remindedReviewer(tx: Tx, applicationId: string): Promise<boolean> {
    return this.change(
      tx,
      `reviewer_reminded_at = clock_timestamp()
        WHERE id = $1 AND state = 'under_review' AND reviewer_reminded_at IS NULL`,
      [applicationId],
    );
  }

  /** As {@link remindedReviewer}, of the end the owner is reminded of. */
  async remindedOwner(tx: Tx, applicationId: string, which: "first" | "last"): Promise<boolean> {
    const column = which === "first" ? "first_reminded_for" : "last_reminded_for";
    return this.change(
      tx,
      `${column} = live_until
        WHERE id = $1 AND state = 'live' AND ${column} IS DISTINCT FROM live_until
          AND live_until > clock_timestamp()`,
      [applicationId],
    );
  }

  private async change(tx: Tx, sql: string, parameters: unknown[]): Promise<boolean> {
    const changed = await rows(
      tx,
      `UPDATE listing_applications SET updated_at = clock_timestamp(), ${sql} RETURNING id`,
      parameters,
    );
    return changed.length > 0;
  }
}
