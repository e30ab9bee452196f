import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { LATE_MONEY_RESTART_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import { correctableFields } from "@sakhi/domain/fields/correction.rules";
import { type CorrectableBy, type Corrector, formColumns } from "@sakhi/domain/fields/declared-fields";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { APPLICATION_FIELDS } from "@sakhi/domain/listings/application.fields";
import type { ListingApplicationDto } from "@sakhi/domain/listings/listing-application.dto";
import { LISTING_YEAR_SECONDS, SAME_APPLICATION_HOURS } from "@sakhi/domain/listings/listing.rules";
import {
  APPLICATION_LIFECYCLE,
  type ApplicationKind,
  type ApplicationTransition,
} from "@sakhi/domain/listings/listing.states";
import { PAYABLE_ORDER_STATES, UNFINISHED_ORDER_STATES } from "@sakhi/domain/payments/payment.states";
import { CONSENT_VERSION } from "@sakhi/domain/privacy/consent";
import { IsNull } from "typeorm";
import { hasPageOpen } from "../mail/link-sessions.service.js";
import { columnsOf, databaseNow } from "../platform/database/columns.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { setColumns } from "../platform/database/declared-columns.js";
import { sqlList } from "../platform/database/sql-text.js";
import { ApplicationEntity, ListingOrderEntity } from "./listings.entities.js";

/** A snapshot of an application. */
export type ApplicationRow = Readonly<ApplicationEntity> & {
  /** Database time of the read. */
  readonly readAt: Date;
};

/** An application to insert. */
export interface NewApplication {
  readonly kind: ApplicationKind;
  readonly beginning: keyof typeof APPLICATION_LIFECYCLE.initial;
  readonly form: ListingApplicationDto;
  readonly digest: string;
  /** The stall's booking; claims of a free listing only. */
  readonly bookingId?: string;
  /** The browser that submits it, if it may make its page without a mailed link. */
  readonly visitorId?: string | undefined;
  /** Of the page with the form. */
  readonly language: LanguageCode;
}

const APPLICATION = `SELECT ${columnsOf(ApplicationEntity, "a")}, clock_timestamp() AS read_at
  FROM listing_applications a`;

const ORDER = `SELECT ${columnsOf(ListingOrderEntity, "lo")}
  FROM listing_orders lo JOIN orders o ON o.order_id = lo.order_id`;

/**
 * SQL interval of a listing's year of `seconds`. Whole years go by the calendar, so that a leap year is not a day
 * short.
 */
export function listingYearInterval(seconds: string): string {
  const [years, rest] = [`${seconds}::int / ${LISTING_YEAR_SECONDS}`, `${seconds}::int % ${LISTING_YEAR_SECONDS}`];
  return `make_interval(years => ${years}, secs => ${rest})`;
}

/** The form's fields as columns. */
export function formValues(form: ListingApplicationDto) {
  const { hasGSTIN: _only, consent: _given, ...columns } = formColumns(APPLICATION_FIELDS, form);
  return { ...columns, isStartup: form.isStartup === "yes", interestedInPopups: form.interestedInPopups === "yes" };
}

/**
 * Applications and their payment orders; an application's lock covers its orders. Every state change is a conditional
 * update with the states of the domain's table, and returns false if it changed nothing.
 */
@Injectable()
export class ApplicationsRepository {
  constructor(private readonly database: Database) {}

  async find(applicationId: string, tx?: Tx): Promise<ApplicationRow | undefined> {
    const sql = `${APPLICATION} WHERE a.id = $1`;
    return (await this.database.read<ApplicationRow>(ApplicationEntity, sql, [applicationId], tx))[0];
  }

  /** Locks an application until `tx` ends, then reads it. */
  async lock(tx: Tx, applicationId: string): Promise<ApplicationRow | undefined> {
    // Two statements: the read must see what was committed while this one waited.
    await tx.query("SELECT 1 FROM listing_applications WHERE id = $1 FOR UPDATE", [applicationId]);
    return this.find(applicationId, tx);
  }

  /** Id of the application that claims this booking's free listing, unless it was rejected or withdrawn. */
  async claimOf(tx: Tx, bookingId: string): Promise<string | undefined> {
    const [found] = await rows<{ id: string }>(
      tx,
      "SELECT id FROM listing_applications WHERE booking_id = $1 AND state NOT IN ('rejected', 'withdrawn')",
      [bookingId],
    );
    return found?.id;
  }

  /**
   * Locks the newest application with this digest within the last day. Holds the digest's advisory lock until `tx`
   * ends, which serializes simultaneous clicks.
   */
  async lockDuplicate(tx: Tx, digest: string): Promise<ApplicationRow | undefined> {
    // A separate statement: the next one must see what was committed while this one waited.
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`application ${digest}`]);
    const found = await this.findDuplicate(digest, tx);
    return found === undefined ? undefined : this.lock(tx, found.id);
  }

  /** The newest application with this digest within the last day. Reads without a lock. */
  async findDuplicate(digest: string, tx?: Tx): Promise<Pick<ApplicationRow, "id" | "state"> | undefined> {
    const found = await this.database.read<Pick<ApplicationRow, "id" | "state">>(
      ApplicationEntity,
      `SELECT id, state FROM listing_applications
        WHERE digest = $1 AND created_at > clock_timestamp() - make_interval(hours => $2)
        ORDER BY created_at DESC LIMIT 1`,
      [digest, SAME_APPLICATION_HOURS],
      tx,
    );
    return found[0];
  }

  async countResubmission(tx: Tx, applicationId: string): Promise<void> {
    await tx.increment(ApplicationEntity, { id: applicationId }, "timesSent", 1);
  }

  /** Violates a unique index if the booking has an application already. */
  async insert(tx: Tx, application: NewApplication): Promise<ApplicationRow> {
    const id = randomUUID();
    const state = APPLICATION_LIFECYCLE.initial[application.beginning];
    await tx.insert(ApplicationEntity, {
      id,
      kind: application.kind,
      state,
      digest: application.digest,
      bookingId: application.bookingId ?? null,
      visitorId: application.visitorId ?? null,
      language: application.language,
      ...formValues(application.form),
      // The form cannot be submitted without consent.
      consentVersion: CONSENT_VERSION,
      consentedAt: databaseNow,
      reviewSince: state === "under_review" ? databaseNow : null,
    });
    const inserted = await this.find(id, tx);
    if (inserted === undefined) throw new Error(`application ${id} was not inserted`);
    return inserted;
  }

  /**
   * Applies one transition of the domain's table.
   *
   * @param changes further columns, as SQL with parameters from $3 on; never user input
   * @returns false when the application was not in a state from which this transition is possible
   */
  async transition(
    tx: Tx,
    applicationId: string,
    transition: ApplicationTransition,
    changes = "",
    parameters: readonly unknown[] = [],
  ): Promise<boolean> {
    const { from, to } = APPLICATION_LIFECYCLE.transitions[transition];
    return this.update(tx, `state = '${to}'${changes === "" ? "" : `, ${changes}`} WHERE id = $1 AND state = ANY($2)`, [
      applicationId,
      from,
      ...parameters,
    ]);
  }

  /** The language of her mails and papers. @returns false for an erased or unknown application */
  async setLanguage(tx: Tx, applicationId: string, language: LanguageCode): Promise<boolean> {
    const { affected } = await tx.update(ApplicationEntity, { id: applicationId, erasedAt: IsNull() }, { language });
    return affected === 1;
  }

  /** Overwrites what `who` can correct of a locked application. */
  async correct<Who extends Corrector>(
    tx: Tx,
    applicationId: string,
    who: Who,
    form: Pick<ListingApplicationDto, CorrectableBy<typeof APPLICATION_FIELDS, Who>>,
  ): Promise<void> {
    const fields = correctableFields(APPLICATION_FIELDS, who);
    await rows(
      tx,
      `UPDATE listing_applications SET ${setColumns(APPLICATION_FIELDS, fields)}, updated_at = clock_timestamp()
        WHERE id = :applicationId`,
      { applicationId, ...formColumns(APPLICATION_FIELDS, form, fields) },
    );
  }

  /** live → expired, once the year is over. */
  async expire(tx: Tx, applicationId: string): Promise<boolean> {
    const { from, to } = APPLICATION_LIFECYCLE.transitions.expired;
    return this.update(tx, `state = '${to}' WHERE id = $1 AND state = ANY($2) AND live_until <= clock_timestamp()`, [
      applicationId,
      from,
    ]);
  }

  /** Records a reminder, once. @returns false when it was recorded before or the application has moved on */
  async reviewerReminded(tx: Tx, applicationId: string): Promise<boolean> {
    return this.update(
      tx,
      `reviewer_reminded_at = clock_timestamp()
        WHERE id = $1 AND state = 'under_review' AND reviewer_reminded_at IS NULL`,
      [applicationId],
    );
  }

  /** As {@link reviewerReminded}, once per reminder and end of the year. */
  async ownerReminded(tx: Tx, applicationId: string, which: "first" | "last"): Promise<boolean> {
    const column = which === "first" ? "first_reminded_for" : "last_reminded_for";
    return this.update(
      tx,
      `${column} = live_until
        WHERE id = $1 AND state = 'live' AND ${column} IS DISTINCT FROM live_until
          AND live_until > clock_timestamp()`,
      [applicationId],
    );
  }

  /** Id of another application of this brand and email that is under review or live. */
  async otherActive(tx: Tx, application: ApplicationRow): Promise<string | undefined> {
    const [found] = await rows<{ id: string }>(
      tx,
      `SELECT id FROM listing_applications
        WHERE lower(brand_name) = lower($2) AND lower(email) = lower($3)
          AND state IN ('under_review', 'live') AND id <> $1 ORDER BY created_at LIMIT 1`,
      [application.id, application.brandName, application.email],
    );
    return found?.id;
  }

  /** True if the owner has a later application of this brand, or one that is under review or live. */
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

  /** Submitted applications unpaid for this many seconds. */
  async unpaidFor(seconds: number, limit: number): Promise<string[]> {
    const found = await this.database.query<{ id: string }>(
      `SELECT id FROM listing_applications
        WHERE state = 'submitted' AND updated_at < clock_timestamp() - make_interval(secs => $1)
        ORDER BY updated_at LIMIT $2`,
      [seconds, limit],
    );
    return found.map(({ id }) => id);
  }

  /**
   * Applications with a deadline (open order, review, current year, time to pay) that have not changed recently. Those
   * being paid first, whose number the payment window limits; a random sample of the others, so that each gets its turn.
   */
  async unfinished(olderThanSeconds: number, limit: number): Promise<string[]> {
    const found = await this.database.query<{ id: string }>(
      `SELECT a.id FROM listing_applications a
        WHERE a.updated_at < clock_timestamp() - make_interval(secs => $1)
          AND (a.state IN ('submitted', 'paying', 'under_review', 'live')
               OR EXISTS (SELECT 1 FROM listing_orders lo JOIN orders o ON o.order_id = lo.order_id
                           WHERE lo.application_id = a.id AND o.state IN ${sqlList(PAYABLE_ORDER_STATES)}))
        ORDER BY a.state IN ('submitted', 'under_review', 'live'), random() LIMIT $2`,
      [olderThanSeconds, limit],
    );
    return found.map(({ id }) => id);
  }

  findOrder(orderId: string, tx?: Tx): Promise<ListingOrderEntity | undefined> {
    return this.order("WHERE lo.order_id = $1", [orderId], tx);
  }

  /** Whether a visitor's browser started an order, or has its owner's link open. */
  async isOrderOf(orderId: string, visitorId: string): Promise<boolean> {
    const found = await this.database.query(
      `SELECT FROM listing_orders lo JOIN listing_applications a ON a.id = lo.application_id
        WHERE lo.order_id = $1 AND ($2 IN (lo.visitor_id, a.visitor_id) OR ${hasPageOpen("brand", "a.id", "$2")})`,
      [orderId, visitorId],
    );
    return found.length > 0;
  }

  /** The order that is unsent, open or closing; at most one, by a unique index. */
  openOrder(applicationId: string, tx?: Tx): Promise<ListingOrderEntity | undefined> {
    return this.order(
      `WHERE lo.application_id = $1 AND o.state IN ${sqlList(UNFINISHED_ORDER_STATES)}`,
      [applicationId],
      tx,
    );
  }

  /**
   * The order that has not ended: unsent (the workflow queries the provider if no caller records the result), open or
   * closing; or closed unpaid while its application is still paying.
   */
  unfinishedOrder(applicationId: string): Promise<ListingOrderEntity | undefined> {
    return this.order(
      `JOIN listing_applications a ON a.id = lo.application_id
        WHERE lo.application_id = $1
          AND (o.state IN ${sqlList(UNFINISHED_ORDER_STATES)} OR (a.state = 'paying' AND o.state = 'closed'))
        ORDER BY o.state = 'closed', lo.created_at DESC LIMIT 1`,
      [applicationId],
    );
  }

  /** The order that paid for this year. */
  paidOrder(applicationId: string, year: number, tx?: Tx): Promise<ListingOrderEntity | undefined> {
    const sql = "WHERE lo.application_id = $1 AND lo.year = $2 AND lo.paid_at IS NOT NULL";
    return this.order(sql, [applicationId, year], tx);
  }

  async insertOrder(
    tx: Tx,
    order: Pick<ListingOrderEntity, "orderId" | "applicationId" | "purpose" | "year" | "visitorId">,
  ): Promise<void> {
    await tx.insert(ListingOrderEntity, order);
  }

  async setPayUntil(tx: Tx, orderId: string, payUntil: Date): Promise<void> {
    await rows(tx, "UPDATE listing_orders SET pay_until = $2 WHERE order_id = $1", [orderId, payUntil]);
  }

  /** Ends the order's payment window now, unless it has ended already. */
  async endWindow(tx: Tx, orderId: string): Promise<void> {
    await tx.query("UPDATE listing_orders SET pay_until = least(pay_until, clock_timestamp()) WHERE order_id = $1", [
      orderId,
    ]);
  }

  /** Marks the order as paying for its year. Violates a unique index if another order did. */
  async markOrderPaid(tx: Tx, orderId: string): Promise<void> {
    await tx.update(ListingOrderEntity, { orderId }, { paidAt: databaseNow });
  }

  /** Milliseconds left in the open order's payment window; 0 if it is over or there is none. */
  async msUntilWindowEnds(applicationId: string): Promise<number> {
    const [found] = await this.database.query<{ ms: string | null }>(
      `SELECT extract(epoch FROM lo.pay_until - clock_timestamp()) * 1000 AS ms
         FROM listing_orders lo JOIN orders o ON o.order_id = lo.order_id
        WHERE lo.application_id = $1 AND o.state IN ${sqlList(PAYABLE_ORDER_STATES)}`,
      [applicationId],
    );
    return Math.max(0, Math.ceil(Number(found?.ms ?? 0)));
  }

  /**
   * Orders whose payment window ended a while ago and that are not final, or are final while their application is still
   * paying. Skips orders the provider was queried about recently.
   */
  async overdueOrders(
    bySeconds: number,
    limit: number,
  ): Promise<Pick<ListingOrderEntity, "applicationId" | "orderId">[]> {
    return this.database.query(
      `SELECT lo.application_id AS "applicationId", lo.order_id AS "orderId"
         FROM listing_orders lo
         JOIN orders o ON o.order_id = lo.order_id
         JOIN listing_applications a ON a.id = lo.application_id
        WHERE (o.state IN ${sqlList(PAYABLE_ORDER_STATES)} OR (o.state = 'closed' AND a.state = 'paying'
                AND NOT EXISTS (SELECT 1 FROM listing_orders l2 JOIN orders o2 ON o2.order_id = l2.order_id
                                 WHERE l2.application_id = a.id AND o2.state IN ${sqlList(UNFINISHED_ORDER_STATES)})))
          AND lo.pay_until < clock_timestamp() - make_interval(secs => $1)
          AND (o.asked_at IS NULL OR o.asked_at < clock_timestamp() - make_interval(secs => $1))
        ORDER BY lo.pay_until LIMIT $2`,
      [bySeconds, limit],
    );
  }

  /**
   * Orders closed unpaid whose late-payment workflow should run ({@link LATE_MONEY_RESTART_SECONDS}). Oldest first, so that every
   * order comes within the limit before it leaves the window.
   */
  async lateOrders(olderThanSeconds: number, limit: number): Promise<string[]> {
    const found = await this.database.query<{ orderId: string }>(
      `SELECT lo.order_id AS "orderId" FROM listing_orders lo JOIN orders o ON o.order_id = lo.order_id
        WHERE o.state = 'closed'
          AND o.ended_at < clock_timestamp() - make_interval(secs => $1)
          AND o.ended_at > clock_timestamp() - interval '${LATE_MONEY_RESTART_SECONDS} seconds'
        ORDER BY o.ended_at LIMIT $2`,
      [olderThanSeconds, limit],
    );
    return found.map(({ orderId }) => orderId);
  }

  private async order(sql: string, parameters: unknown[], tx?: Tx): Promise<ListingOrderEntity | undefined> {
    return (await this.database.read<ListingOrderEntity>(ListingOrderEntity, `${ORDER} ${sql}`, parameters, tx))[0];
  }

  private async update(tx: Tx, sql: string, parameters: unknown[]): Promise<boolean> {
    const changed = await rows(
      tx,
      `UPDATE listing_applications SET updated_at = clock_timestamp(), ${sql} RETURNING id`,
      parameters,
    );
    return changed.length > 0;
  }
}
