import { Injectable } from "@nestjs/common";
import {
  BOOKING_CHANGES,
  BOOKING_TRANSITIONS,
  HOLD_STATES,
  LIVE_STATES,
  type BookingState,
  type ReleaseReason,
} from "@sakhi/domain/bookings/booking.states";
import type { PoliciesVersion } from "@sakhi/domain/bookings/policies";
import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import type { PriceSummary } from "@sakhi/domain/coupons/coupon.rules";
import type { SalesVerdict } from "@sakhi/domain/events/sales.rules";
import type { Paise } from "@sakhi/domain/money/money";
import type { ReleaseFacts } from "@sakhi/workflows/bookings/stall-booking.activities";
import { In, Not } from "typeorm";
import { columnsOf } from "../platform/database/columns.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { beforeDeadline, expiredHold, LAYOUT_CHANNEL, pastDeadline } from "../stalls/live-bookings.sql.js";
import { BookingEntity, type BookingRow } from "./bookings.entities.js";

const FROM = `
  SELECT ${columnsOf(BookingEntity, "b")}, s.type AS stall_type, ${expiredHold()} AS expired, clock_timestamp() AS read_at
    FROM bookings b JOIN stalls s ON s.stall_id = b.stall_id`;

/** Calls of the SQL functions in backend/assets/schema.sql. Outcome `slow`: nothing was done, a transaction decides. */
const RESERVE_AT_ONCE = `SELECT outcome, booking_order AS "orderId", stall_type AS "stallType", price_paise::float8 AS "pricePaise",
                hold_expires_at AS "holdExpiresAt", read_at AS "readAt"
           FROM reserve_stall($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
const RELEASE_AT_ONCE = 'SELECT outcome, booking_order AS "orderId" FROM release_stall($1, $2)';
const LAYOUT_CHANGED = { channel: LAYOUT_CHANNEL, payload: "" };
const EXPIRE_AT_ONCE = "SELECT expire_hold($1, $2) IS NOT NULL AS released";

/** The part of a hold that its visitor sees. */
export type HeldStall = Pick<BookingRow, "stallId" | "stallType" | "pricePaise" | "holdExpiresAt" | "readAt">;

/** The result of a reserve in one statement. */
export type ReservedAtOnce =
  | { readonly outcome: "reserved" | "own"; readonly hold: HeldStall }
  | {
      readonly outcome:
        | "stall_not_found"
        | "stall_sold"
        | "stall_reserved"
        | "sales_not_open"
        | "sales_closed"
        | "slow";
    }
  | { readonly outcome: "payment_in_progress"; readonly orderId: string | null };

/** A hold to insert: visitor, stall, duration and network. */
export interface NewHold {
  readonly id: string;
  readonly stallId: string;
  readonly visitorId: string;
  /** The visitor's id was just generated, so no other request can use it. */
  readonly newVisitor: boolean;
  readonly holdSeconds: number;
  /** Digest of the network. */
  readonly network: string;
  /** The network's lock, and the number of live holds below which no proof is needed; undefined if limits are off. */
  readonly networkLimit: { readonly lockSpace: number; readonly lockKey: number; readonly holds: number } | undefined;
}

const BY_ANY_ORDER = `${FROM} JOIN orders o ON o.subject_type = 'booking' AND o.subject_id = b.id WHERE o.order_id = $1`;
const LIVE_OF_VISITOR = `${FROM} WHERE b.visitor_id = $1 AND b.state = ANY($2) ORDER BY b.held_at DESC, b.id`;
/** States in which the visitor has the stall but has not bought it yet. */
const CURRENT_STATES = [...HOLD_STATES, "paying"] as const satisfies BookingState[];
/** A booking in one of {@link CURRENT_STATES}. */
export type CurrentBooking = BookingRow & { readonly state: (typeof CURRENT_STATES)[number] };

function isCurrent(booking: BookingRow): booking is CurrentBooking {
  return (CURRENT_STATES as readonly BookingState[]).includes(booking.state) && !booking.expired;
}

/** SET list of the registration form, parameters $3 to $9. */
const FORM = `full_name = $3, email = $4, phone = $5, business_name = $6, gst_number = $7, gst_address = $8, pincode = $9`;

function formValues(form: RegistrationFormDto): unknown[] {
  const { fullName, email, phoneNumber, businessName, gstNumber, gstAddress, pincode } = form;
  return [fullName, email, phoneNumber, businessName, gstNumber ?? null, gstAddress ?? null, pincode];
}

/** Data of a registration: form, coupon, order and price. */
interface RegistrationData {
  readonly form: RegistrationFormDto;
  readonly couponCode: string | undefined;
  readonly orderId: string;
  readonly price: PriceSummary;
  /** The accepted policies; undefined keeps the earlier acceptance. */
  readonly policiesVersion: PoliciesVersion | undefined;
}

/**
 * The bookings table, and the visitors table, whose rows are locked first. Every state change is a conditional update
 * with the source states from the domain's table; it returns false if the booking is in none of them.
 */
@Injectable()
export class BookingsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Locks the visitor's row until `tx` ends, inserting it if missing. It is the first lock of every transaction on a
   * visitor's bookings.
   */
  async lockOrCreateVisitor(tx: Tx, visitorId: string): Promise<void> {
    await tx.query(
      `INSERT INTO visitors (id) VALUES ($1)
       ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp()`,
      [visitorId],
    );
  }

  /** Locks the visitor's row until `tx` ends. @returns false if there is no such visitor */
  async lockVisitor(tx: Tx, visitorId: string): Promise<boolean> {
    return (await rows(tx, "SELECT id FROM visitors WHERE id = $1 FOR UPDATE", [visitorId])).length > 0;
  }

  async find(bookingId: string, tx?: Tx): Promise<BookingRow | undefined> {
    return (await this.read(`${FROM} WHERE b.id = $1`, [bookingId], tx))[0];
  }

  /** The booking of any of its orders, not necessarily the newest. */
  async findByAnyOrder(orderId: string): Promise<BookingRow | undefined> {
    return (await this.database.readAutocommit<BookingRow>(BookingEntity, BY_ANY_ORDER, [orderId]))[0];
  }

  /** The booking whose newest order this is; each registration creates an order. */
  async findByOrder(orderId: string): Promise<BookingRow | undefined> {
    return (await this.read(`${FROM} WHERE b.order_id = $1`, [orderId]))[0];
  }

  /** Locks a booking until `tx` ends, then reads it. */
  async lock(tx: Tx, bookingId: string): Promise<BookingRow | undefined> {
    // Two statements, so that the row and its deadline are read after the wait for the lock.
    await tx.query("SELECT 1 FROM bookings WHERE id = $1 FOR UPDATE", [bookingId]);
    return this.find(bookingId, tx);
  }

  /** The live or overdue booking on a stall, at most one by the unique index. Takes no lock. */
  async onStall(stallId: string, tx?: Tx): Promise<BookingRow | undefined> {
    return (await this.read(`${FROM} WHERE b.stall_id = $1 AND b.state = ANY($2)`, [stallId, LIVE_STATES], tx))[0];
  }

  /** Whether sales are open now, by the database's clock. */
  async sales(tx?: Tx): Promise<SalesVerdict> {
    const sql = "SELECT sales_at(clock_timestamp()) AS sales";
    const [found] = await this.database.read<{ sales: SalesVerdict }>(BookingEntity, sql, [], tx);
    return found?.sales ?? "open";
  }

  /** A visitor's live or overdue bookings, the newest first. */
  liveOfVisitor(tx: Tx, visitorId: string): Promise<BookingRow[]> {
    return this.read(LIVE_OF_VISITOR, [visitorId, LIVE_STATES], tx);
  }

  /** The newest booking that the visitor holds or is paying for; expired holds do not count. */
  async currentOf(visitorId: string): Promise<CurrentBooking | undefined> {
    return (await this.read(LIVE_OF_VISITOR, [visitorId, CURRENT_STATES])).find(isCurrent);
  }

  /** Whether the visitor ever held this stall. */
  everHeld(tx: Tx, visitorId: string, stallId: string): Promise<boolean> {
    return tx.existsBy(BookingEntity, { visitorId, stallId });
  }

  /**
   * Inserts a hold whose deadline counts from this statement. May violate the unique indexes of live bookings.
   *
   * @returns the sales verdict at `held_at`; unless `open`, nothing was inserted
   */
  async insertHeld(
    tx: Tx,
    hold: {
      readonly id: string;
      readonly stallId: string;
      readonly visitorId: string;
      readonly pricePaise: Paise;
      readonly holdSeconds: number;
      /** Digest of the network it was reserved from; undefined if no browser reserved it. */
      readonly network?: string | undefined;
    },
  ): Promise<SalesVerdict> {
    const [found] = await rows<{ sales: SalesVerdict }>(
      tx,
      `WITH moment AS MATERIALIZED (SELECT t.at, sales_at(t.at) AS sales FROM (SELECT clock_timestamp() AS at OFFSET 0) t),
            held AS (
              INSERT INTO bookings (id, stall_id, visitor_id, state, price_paise, network, held_at, hold_expires_at)
              SELECT $1, $2, $3, 'held', $4, $6, m.at, m.at + make_interval(secs => $5) FROM moment m
               WHERE m.sales = 'open')
       SELECT sales FROM moment`,
      [hold.id, hold.stallId, hold.visitorId, hold.pricePaise, hold.holdSeconds, hold.network ?? null],
    );
    if (found === undefined) throw new Error("the database returned no time");
    return found.sales;
  }

  /**
   * Reserves a stall in one statement, commit included, if it involves no registration or payment. May violate the
   * unique indexes of live bookings.
   */
  async reserveAtOnce(hold: NewHold): Promise<ReservedAtOnce> {
    const { stallId, networkLimit } = hold;
    const [found] = await this.database.queryAutocommit<HeldStall & { outcome: string; orderId: string | null }>(
      RESERVE_AT_ONCE,
      [
        hold.id,
        stallId,
        hold.visitorId,
        hold.newVisitor,
        hold.holdSeconds,
        hold.network,
        networkLimit?.lockSpace,
        networkLimit?.lockKey,
        networkLimit?.holds,
      ],
    );
    if (found === undefined) throw new Error("reserve_stall returned no row");
    if (found.outcome === "reserved") this.database.notify(LAYOUT_CHANGED);
    const { outcome, orderId, ...held } = found;
    // The SQL function returns exactly the outcomes of this type.
    return { outcome, orderId, hold: { ...held, stallId } } as ReservedAtOnce;
  }

  /** Releases a visitor's unregistered hold in one statement, commit included. */
  async releaseAtOnce(
    stallId: string,
    visitorId: string | undefined,
  ): Promise<{
    readonly outcome: "released" | "nothing" | "slow" | "stall_not_found" | "not_yours" | "payment_in_progress";
    readonly orderId: string | null;
  }> {
    const [found] = await this.database.queryAutocommit<Awaited<ReturnType<BookingsRepository["releaseAtOnce"]>>>(
      RELEASE_AT_ONCE,
      [stallId, visitorId],
    );
    if (found === undefined) throw new Error("release_stall returned no row");
    if (found.outcome === "released") this.database.notify(LAYOUT_CHANGED);
    return found;
  }

  /**
   * Releases an expired, unregistered hold in one statement.
   *
   * @param nudge whether to signal its workflow
   * @returns true if this call released it
   */
  async expireAtOnce(bookingId: string, nudge: boolean): Promise<boolean> {
    const [found] = await this.database.queryAutocommit<{ released: boolean }>(EXPIRE_AT_ONCE, [bookingId, nudge]);
    if (found?.released !== true) return false;
    this.database.notify(LAYOUT_CHANGED);
    return true;
  }

  /** held or registered → released; with hold_expired only past the deadline. */
  releaseHold(tx: Tx, bookingId: string, reason: ReleaseReason): Promise<boolean> {
    return this.change(
      tx,
      `state = 'released', release_reason = $2, ended_at = clock_timestamp()
        WHERE id = $1 AND state = ANY($3)
          AND ($2 <> 'hold_expired' OR ${pastDeadline()})`,
      [bookingId, reason, BOOKING_TRANSITIONS.hold_released.from],
    );
  }

  /** held or registered, before the deadline → registered. */
  register(tx: Tx, bookingId: string, data: RegistrationData): Promise<boolean> {
    const { form, price } = data;
    return this.change(
      tx,
      `state = 'registered', registered_at = coalesce(registered_at, clock_timestamp()),
       ${FORM}, coupon_code = $10, discount_percentage = $11, discount_paise = $12, final_paise = $13,
       order_id = $14,
       policies_accepted_at = CASE WHEN $15::text IS NULL OR $15 = policies_version THEN policies_accepted_at
                                   ELSE clock_timestamp() END,
       policies_version = coalesce($15, policies_version)
        WHERE id = $1 AND state = ANY($2) AND ${beforeDeadline()}`,
      [
        bookingId,
        BOOKING_TRANSITIONS.registered.from,
        ...formValues(form),
        data.couponCode ?? null,
        price.discountPercentage,
        price.discountPaise,
        price.totalPaise,
        data.orderId,
        data.policiesVersion ?? null,
      ],
    );
  }

  /** Overwrites the registration; of a hold, only before its deadline. */
  correct(tx: Tx, bookingId: string, form: RegistrationFormDto): Promise<boolean> {
    return this.change(
      tx,
      `${FORM} WHERE id = $1 AND state = ANY($2) AND (state <> 'registered' OR ${beforeDeadline()})`,
      [bookingId, BOOKING_CHANGES.corrected, ...formValues(form)],
    );
  }

  /** registered, before the deadline → paying, which suspends the hold's deadline. */
  startPaying(tx: Tx, bookingId: string, seconds: number): Promise<boolean> {
    return this.change(
      tx,
      `state = 'paying', pay_until = clock_timestamp() + make_interval(secs => $3)
        WHERE id = $1 AND state = ANY($2) AND ${beforeDeadline()}`,
      [bookingId, BOOKING_TRANSITIONS.payment_started.from, seconds],
    );
  }

  /** paying → registered, with its original deadline. */
  backToRegistered(tx: Tx, bookingId: string): Promise<boolean> {
    return this.change(tx, "state = 'registered', pay_until = NULL WHERE id = $1 AND state = ANY($2)", [
      bookingId,
      BOOKING_TRANSITIONS.payment_not_opened.from,
    ]);
  }

  setPayUntil(tx: Tx, bookingId: string, payUntil: Date): Promise<boolean> {
    return this.change(tx, "pay_until = $2 WHERE id = $1 AND state = 'paying'", [bookingId, payUntil]);
  }

  /** Ends the order's payment window now. */
  endWindow(tx: Tx, bookingId: string, orderId: string): Promise<boolean> {
    return this.change(
      tx,
      `pay_until = least(pay_until, clock_timestamp())
        WHERE id = $1 AND order_id = $2 AND state = 'paying'`,
      [bookingId, orderId],
    );
  }

  /** Moves a released booking to another stall; the caller sells it in the same transaction. */
  changeStall(tx: Tx, bookingId: string, stallId: string): Promise<boolean> {
    return this.change(tx, "stall_id = $2 WHERE id = $1 AND state = ANY($3)", [
      bookingId,
      stallId,
      BOOKING_TRANSITIONS.sold_late.from,
    ]);
  }

  /** Marks a booking as sold, paid in time or late. */
  sell(tx: Tx, bookingId: string, late: boolean): Promise<boolean> {
    const { from } = late ? BOOKING_TRANSITIONS.sold_late : BOOKING_TRANSITIONS.sold;
    return this.change(
      tx,
      `state = 'sold', release_reason = NULL, ended_at = clock_timestamp(), listing_offer = 'offered'
        WHERE id = $1 AND state = ANY($2) AND NOT coalesce(release_reason = ANY($3), false)`,
      [bookingId, from, BOOKING_TRANSITIONS.sold_late.neverAfter],
    );
  }

  /** paying → released. */
  releaseUnpaid(
    tx: Tx,
    bookingId: string,
    reason: (typeof BOOKING_TRANSITIONS.payment_released.reasons)[number],
  ): Promise<boolean> {
    return this.change(
      tx,
      `state = 'released', release_reason = $3, ended_at = clock_timestamp()
        WHERE id = $1 AND state = ANY($2)`,
      [bookingId, BOOKING_TRANSITIONS.payment_released.from, reason],
    );
  }

  /** Whether the visitor has another held or registered booking; expired ones count, as in the unique index. */
  hasOtherHold(tx: Tx, visitorId: string, bookingId: string): Promise<boolean> {
    return tx.existsBy(BookingEntity, { visitorId, id: Not(bookingId), state: In(HOLD_STATES) });
  }

  /** Other stalls that the same payer (by cookie or phone) has bought. */
  async boughtStalls(tx: Tx, { id, visitorId, phone }: BookingRow): Promise<string[]> {
    const found = await rows<{ stall_id: string }>(
      tx,
      "SELECT stall_id FROM bookings WHERE state = 'sold' AND id <> $1 AND (visitor_id = $2 OR phone = $3)",
      [id, visitorId, phone],
    );
    return found.map((booking) => booking.stall_id);
  }

  /** Milliseconds until the payment window ends; 0 once it has. */
  async msUntilWindowEnds(bookingId: string): Promise<number> {
    const [found] = await this.database.query<{ ms: string | null }>(
      `SELECT extract(epoch FROM pay_until - clock_timestamp()) * 1000 AS ms
         FROM bookings WHERE id = $1 AND state = 'paying'`,
      [bookingId],
    );
    return Math.max(0, Math.ceil(Number(found?.ms ?? 0)));
  }

  /**
   * Paying bookings whose window ended at least `bySeconds` ago and whose order has not been checked at the provider
   * since.
   */
  async overduePayments(bySeconds: number, limit: number): Promise<string[]> {
    const found = await this.database.query<{ id: string }>(
      `SELECT b.id FROM bookings b JOIN orders o ON o.order_id = b.order_id
        WHERE b.state = 'paying' AND b.pay_until < clock_timestamp() - make_interval(secs => $1)
          AND (o.asked_at IS NULL OR o.asked_at < clock_timestamp() - make_interval(secs => $1))
        ORDER BY b.pay_until LIMIT $2`,
      [bySeconds, limit],
    );
    return found.map((booking) => booking.id);
  }

  /** Unfinished bookings without a recent change. Each should have its workflow. */
  async unfinished(olderThanSeconds: number, limit: number): Promise<string[]> {
    const found = await this.database.query<{ id: string }>(
      `SELECT id FROM bookings
        WHERE state IN ('held', 'registered', 'paying')
          AND updated_at < clock_timestamp() - make_interval(secs => $1)
        ORDER BY held_at LIMIT $2`,
      [olderThanSeconds, limit],
    );
    return found.map((booking) => booking.id);
  }

  /**
   * Orders closed without money in the last 23 hours; each should have its late-payment workflow, which runs for a day.
   * Oldest first, so that every order comes within the limit before it leaves the window.
   */
  async lateOrders(olderThanSeconds: number, limit: number): Promise<{ orderId: string; stallId: string }[]> {
    return this.database.read<{ orderId: string; stallId: string }>(
      BookingEntity,
      `SELECT o.order_id, b.stall_id FROM bookings b JOIN orders o ON o.order_id = b.order_id
        WHERE b.state = 'released' AND b.release_reason IN ('payment_expired', 'payment_failed', 'operator')
          AND o.state = 'closed'
          -- statement_timestamp(), because clock_timestamp() is volatile and would rule out an index scan.
          AND b.ended_at < statement_timestamp() - make_interval(secs => $1)
          AND b.ended_at > statement_timestamp() - interval '23 hours'
        ORDER BY b.ended_at LIMIT $2`,
      [olderThanSeconds, limit],
    );
  }

  /** Ids of holds at least this many seconds past their deadline, oldest first. */
  async overdueHolds(bySeconds: number, limit: number): Promise<string[]> {
    const found = await this.database.query<{ id: string }>(
      `SELECT b.id FROM bookings b
        WHERE ${expiredHold()} AND b.hold_expires_at <= clock_timestamp() - make_interval(secs => $1)
        ORDER BY b.hold_expires_at LIMIT $2`,
      [bySeconds, limit],
    );
    return found.map((row) => row.id);
  }

  private read(sql: string, parameters: unknown[], tx?: Tx): Promise<BookingRow[]> {
    return this.database.read<BookingRow>(BookingEntity, sql, parameters, tx);
  }

  private async change(tx: Tx, sql: string, parameters: unknown[]): Promise<boolean> {
    const changed = await rows(
      tx,
      `UPDATE bookings SET updated_at = clock_timestamp(), ${sql} RETURNING id`,
      parameters,
    );
    return changed.length > 0;
  }
}

/** Milliseconds until the state's deadline by the database's clock; 0 once it has passed, undefined if there is none. */
export function msToDeadline(booking: BookingRow): number | undefined {
  const { state, readAt } = booking;
  if (state === "paying") {
    return booking.payUntil === null ? undefined : Math.max(0, booking.payUntil.getTime() - readAt.getTime());
  }
  if ((state !== "held" && state !== "registered") || booking.holdExpiresAt === null) return undefined;
  // A Date holds milliseconds but the database compares microseconds: before the deadline, return at least 1.
  return booking.expired ? 0 : Math.max(1, booking.holdExpiresAt.getTime() - readAt.getTime());
}

/** Whether and why a booking was released, by any process. */
export function releaseFacts(booking: BookingRow): ReleaseFacts {
  const { state, releaseReason: reason } = booking;
  if (state === "released") return { released: true, ...(reason === null ? {} : { reason }) };
  const msLeft = msToDeadline(booking);
  return { released: false, ...(msLeft === undefined ? {} : { msLeft }) };
}
