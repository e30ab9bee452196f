import { Injectable } from "@nestjs/common";
import {
  BOOKING_LIFECYCLE,
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
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { type RequestedEvent, SALES_COLUMNS, salesOf, type SalesRow } from "../events/event-facts.service.js";
import { RECOVERING } from "../events/sales-pause.sql.js";
import { columnsOf } from "../platform/database/columns.js";
import { Database, readIn, rows, type Tx } from "../platform/database/database.js";
import {
  beforeDeadline,
  expiredHold,
  inLiveState,
  pastDeadline,
  notifyPlanChanged,
} from "../stalls/live-bookings.sql.js";
import type { StallRef } from "../stalls/stalls.service.js";
import type { BookingChange } from "./booking-history.service.js";
import { BookingEntity, type BookingRow } from "./bookings.entities.js";

const COLUMNS = `${columnsOf(BookingEntity, "b")}, s.stall_id, s.event_id, s.type AS stall_type,
         ${expiredHold()} AS expired, clock_timestamp() AS read_at`;
const FROM = `
  SELECT ${COLUMNS} FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key`;
const WITH_EVENT = `
  SELECT ${COLUMNS}, e.slug AS event
    FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key JOIN events e ON e.id = s.event_id`;
/** The key of the stall with the number $2 in event $1. */
const NAMED = "(SELECT n.stall_key FROM stalls n WHERE n.event_id = $1 AND n.stall_id = $2 AND n.removed_at IS NULL)";

// MATERIALIZED, so that the clock is read after the lock is acquired.
const lockedRow = (where: string): string =>
  `WITH bookings AS MATERIALIZED (SELECT * FROM bookings b WHERE ${where} FOR UPDATE) ${FROM}`;
const LOCK = lockedRow("b.id = $1");
/**
 * The visitor's booking of the stall with the number $2 in event $1, else in another event if it is in a state of $4. What
 * may change during the wait for the lock is checked again.
 */
const LOCK_OWN_ON_STALL = lockedRow(`b.id = (
  SELECT o.id FROM bookings o JOIN stalls n ON n.stall_key = o.stall_key
   WHERE o.visitor_id = $3 AND n.stall_id = $2 AND ${inLiveState("o")} AND (n.event_id = $1 OR o.state = ANY($4))
   ORDER BY n.event_id = $1 DESC, o.held_at DESC LIMIT 1)
  AND ${inLiveState("b")} AND b.stall_key IN (SELECT n.stall_key FROM stalls n WHERE n.stall_id = $2)`);
/** Locks the rows that a reserve may change and reads them afterwards (lock_to_reserve, a database function). */
const LOCK_TO_RESERVE = `
  SELECT ${columnsOf(BookingEntity, "(l.booking)")}, t.stall_id, t.event_id, t.type AS stall_type,
         ${expiredHold("(l.booking)")} AS expired, (l.stall).stall_key AS offered_key, (l.stall).type AS offered_type,
         (l.stall).price_paise::float8 AS offered_price, l.sales_open_at, l.sales_close_at, l.days, l.published,
         clock_timestamp() AS read_at, ${RECOVERING} AS paused
    FROM lock_to_reserve($1, $2, $3) l LEFT JOIN stalls t ON t.stall_key = (l.booking).stall_key`;
const ON_STALL = `
  SELECT b.state, b.visitor_id, b.order_id, ${expiredHold()} AS expired, ${SALES_COLUMNS}
    FROM events e LEFT JOIN bookings b ON b.stall_key = ${NAMED} AND ${inLiveState("b")}
   WHERE e.id = $1`;

/** The booking on a stall, as far as {@link BookingsRepository.forSale} reads it. */
export type BookingOnStall = Pick<BookingRow, "state" | "visitorId" | "orderId" | "expired">;

/** The state of a stall when a visitor wants to reserve it. */
export interface StallForSale<Booking extends BookingOnStall = BookingOnStall> {
  /** The live or overdue booking on it. */
  readonly onStall: Booking | undefined;
  /** Whether sales are open, by the database's clock. */
  readonly sales: SalesVerdict;
}

/** A stall with its current price. */
interface OfferedStall extends StallRef {
  readonly stallKey: number;
  readonly type: StallType;
  readonly pricePaise: Paise;
}

/** A stall and a visitor's other bookings under all locks of a reserve. */
export interface LockedForReserve extends StallForSale<BookingRow> {
  readonly stall: OfferedStall;
  /** The visitor's live or overdue bookings of other stalls of the event. */
  readonly others: readonly BookingRow[];
  /** The database's clock after the locks: the verdict's time and the start of the hold. */
  readonly at: Date;
}

/** A hold to insert. */
interface NewHold {
  readonly id: string;
  readonly stallKey: number;
  readonly visitorId: string;
  readonly pricePaise: Paise;
  /** Start of the hold, by the database's clock. */
  readonly heldAt: Date;
  readonly holdSeconds: number;
  /** The networks it was reserved from (NetworkHoldsService); none if no browser reserved it. */
  readonly networks?: readonly string[];
}

/** A booking with the slug of its event. */
type BookingWithEvent = BookingRow & { readonly event: string };

const BY_ANY_ORDER = `${WITH_EVENT} JOIN orders o ON o.subject_type = 'booking' AND o.subject_id = b.id WHERE o.order_id = $1`;
/** A visitor's bookings of event $2 in a state of $3, then those of other events in a state of $4. */
const LIVE_OF_VISITOR = `
  ${FROM} WHERE b.visitor_id = $1 AND b.state = ANY($3) AND (s.event_id = $2 OR b.state = ANY($4))
   ORDER BY s.event_id = $2 DESC, b.held_at DESC, b.id`;
/** States in which the visitor has the stall but has not bought it yet. */
const CURRENT_STATES = [...HOLD_STATES, "paying"] as const satisfies BookingState[];
/** A booking in one of {@link CURRENT_STATES}. */
export type CurrentBooking = BookingRow & { readonly state: (typeof CURRENT_STATES)[number] };

/** The states in which a booking of another event counts, too: a hold outlasts its event being current. */
function statesInOtherEvents({ isNamed }: RequestedEvent): readonly BookingState[] {
  return isNamed ? [] : CURRENT_STATES;
}

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
   * Locks what a reserve may change until `tx` ends: the visitor (inserted if missing) → the stall and those of the
   * visitor's other bookings of the event, ascending → the bookings. The caller has locked the networks.
   *
   * @returns undefined if there is no such stall
   */
  async lockForReserve(
    tx: Tx,
    visitorId: string,
    { eventId, stallId }: StallRef,
  ): Promise<LockedForReserve | undefined> {
    type Offered = { readonly offeredKey: number; readonly offeredType: StallType; readonly offeredPrice: Paise };
    type Row = SalesRow & Offered;
    type Locked = Row & (BookingRow | { readonly id: null });
    const locked = await readIn<Locked>(tx, BookingEntity, LOCK_TO_RESERVE, [visitorId, eventId, stallId]);
    const [first] = locked;
    if (first === undefined) return undefined;
    const bookings = locked.filter((row) => row.id !== null);
    const { offeredKey: stallKey, offeredType: type, offeredPrice: pricePaise } = first;
    return {
      stall: { stallKey, eventId, stallId, type, pricePaise },
      onStall: bookings.find((booking) => booking.stallKey === stallKey),
      others: bookings.filter((booking) => booking.stallKey !== stallKey),
      sales: salesOf(first),
      at: first.readAt,
    };
  }

  /** The state of a stall for {@link lockForReserve}'s decision, read without locks. */
  async forSale({ eventId, stallId }: StallRef): Promise<StallForSale> {
    type Row = SalesRow & (BookingOnStall | { readonly state: null });
    const [found] = await this.database.readAutocommit<Row>(BookingEntity, ON_STALL, [eventId, stallId]);
    if (found === undefined) throw new Error(`there is no event ${eventId}`);
    return { onStall: found.state === null ? undefined : found, sales: salesOf(found) };
  }

  /** Locks the visitor's row until `tx` ends. @returns false if there is no such visitor */
  async lockVisitor(tx: Tx, visitorId: string): Promise<boolean> {
    return (await rows(tx, "SELECT id FROM visitors WHERE id = $1 FOR UPDATE", [visitorId])).length > 0;
  }

  async find(bookingId: string, tx?: Tx): Promise<BookingRow | undefined> {
    return (await this.read(`${FROM} WHERE b.id = $1`, [bookingId], tx))[0];
  }

  /** The booking of any of its orders, not necessarily the newest. */
  async findByAnyOrder(orderId: string): Promise<BookingWithEvent | undefined> {
    return (await this.database.readAutocommit<BookingWithEvent>(BookingEntity, BY_ANY_ORDER, [orderId]))[0];
  }

  /** The booking whose newest order this is; each registration creates an order. */
  async findByOrder(orderId: string): Promise<BookingWithEvent | undefined> {
    const sql = `${WITH_EVENT} WHERE b.order_id = $1`;
    return (await this.database.read<BookingWithEvent>(BookingEntity, sql, [orderId]))[0];
  }

  /** Locks a booking until `tx` ends and reads it, its deadline after the wait for the lock. */
  async lock(tx: Tx, bookingId: string): Promise<BookingRow | undefined> {
    return (await this.read(LOCK, [bookingId], tx))[0];
  }

  /** Locks the visitor's live or overdue booking on a stall until `tx` ends, and reads it. */
  async lockOwnOnStall(
    tx: Tx,
    visitorId: string,
    event: RequestedEvent,
    stallId: string,
  ): Promise<BookingRow | undefined> {
    return (await this.read(LOCK_OWN_ON_STALL, [event.id, stallId, visitorId, statesInOtherEvents(event)], tx))[0];
  }

  /** The live or overdue booking on a stall, at most one by the unique index. Takes no lock. */
  async onStall(stallKey: number, tx?: Tx): Promise<BookingRow | undefined> {
    return (await this.read(`${FROM} WHERE b.stall_key = $1 AND b.state = ANY($2)`, [stallKey, LIVE_STATES], tx))[0];
  }

  /** A visitor's live or overdue bookings of an event, the newest first; then holds of others if the call names none. */
  liveOfVisitor(tx: Tx, visitorId: string, event: RequestedEvent): Promise<BookingRow[]> {
    return this.read(LIVE_OF_VISITOR, [visitorId, event.id, LIVE_STATES, statesInOtherEvents(event)], tx);
  }

  /**
   * The newest booking of an event that the visitor holds or is paying for, else of another event if the call names none.
   * Expired holds do not count.
   */
  async currentOf(visitorId: string, event: RequestedEvent): Promise<CurrentBooking | undefined> {
    return (await this.read(LIVE_OF_VISITOR, [visitorId, event.id, CURRENT_STATES, statesInOtherEvents(event)])).find(
      isCurrent,
    );
  }

  /** Whether the visitor ever held this stall. */
  everHeld(tx: Tx, visitorId: string, stallKey: number): Promise<boolean> {
    return tx.existsBy(BookingEntity, { visitorId, stallKey });
  }

  /** held or registered, before the deadline → registered. */
  register(tx: Tx, bookingId: string, data: RegistrationData): Promise<boolean> {
    const { form, price } = data;
    return this.update(
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
        BOOKING_LIFECYCLE.transitions.registered.from,
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
    return this.update(
      tx,
      `${FORM} WHERE id = $1 AND state = ANY($2) AND (state <> 'registered' OR ${beforeDeadline()})`,
      [bookingId, BOOKING_LIFECYCLE.changes.corrected, ...formValues(form)],
    );
  }

  /** registered, before the deadline → paying, which suspends the hold's deadline. */
  startPaying(tx: Tx, bookingId: string, seconds: number): Promise<boolean> {
    return this.change(
      tx,
      `state = 'paying', pay_until = clock_timestamp() + make_interval(secs => $3)
        WHERE id = $1 AND state = ANY($2) AND ${beforeDeadline()}`,
      [bookingId, BOOKING_LIFECYCLE.transitions.payment_started.from, seconds],
    );
  }

  /** paying → registered, with its original deadline. */
  backToRegistered(tx: Tx, bookingId: string): Promise<boolean> {
    return this.change(tx, "state = 'registered', pay_until = NULL WHERE id = $1 AND state = ANY($2)", [
      bookingId,
      BOOKING_LIFECYCLE.transitions.payment_not_opened.from,
    ]);
  }

  setPayUntil(tx: Tx, bookingId: string, payUntil: Date): Promise<boolean> {
    return this.update(tx, "pay_until = $2 WHERE id = $1 AND state = 'paying'", [bookingId, payUntil]);
  }

  /** Ends the order's payment window now. */
  endWindow(tx: Tx, bookingId: string, orderId: string): Promise<boolean> {
    return this.update(
      tx,
      `pay_until = least(pay_until, clock_timestamp())
        WHERE id = $1 AND order_id = $2 AND state = 'paying'`,
      [bookingId, orderId],
    );
  }

  /** Moves a released booking to another stall; the caller sells it in the same transaction. */
  changeStall(tx: Tx, bookingId: string, stallKey: number): Promise<boolean> {
    return this.change(tx, "stall_key = $2 WHERE id = $1 AND state = ANY($3)", [
      bookingId,
      stallKey,
      BOOKING_LIFECYCLE.transitions.sold_late.from,
    ]);
  }

  /** Marks a booking as sold, paid in time or late. */
  sell(tx: Tx, bookingId: string, late: boolean): Promise<boolean> {
    const { from } = late ? BOOKING_LIFECYCLE.transitions.sold_late : BOOKING_LIFECYCLE.transitions.sold;
    return this.change(
      tx,
      `state = 'sold', release_reason = NULL, ended_at = clock_timestamp(), listing_offer = 'offered'
        WHERE id = $1 AND state = ANY($2) AND NOT coalesce(release_reason = ANY($3), false)`,
      [bookingId, from, BOOKING_LIFECYCLE.transitions.sold_late.neverAfter],
    );
  }

  /** paying → released. */
  releaseUnpaid(
    tx: Tx,
    bookingId: string,
    reason: (typeof BOOKING_LIFECYCLE.transitions.payment_released.reasons)[number],
  ): Promise<boolean> {
    return this.change(
      tx,
      `state = 'released', release_reason = $3, ended_at = clock_timestamp()
        WHERE id = $1 AND state = ANY($2)`,
      [bookingId, BOOKING_LIFECYCLE.transitions.payment_released.from, reason],
    );
  }

  /** sold → released, permanently. */
  cancelSale(tx: Tx, bookingId: string): Promise<boolean> {
    const set = "state = 'released', release_reason = $3, ended_at = clock_timestamp(), listing_offer = 'not_offered'";
    const { from, reasons } = BOOKING_LIFECYCLE.transitions.cancelled;
    return this.change(tx, `${set} WHERE id = $1 AND state = ANY($2)`, [bookingId, from, reasons[0]]);
  }

  /** Whether the visitor has another held or registered booking of the event; expired ones count, as in the unique index. */
  async hasOtherHold(tx: Tx, visitorId: string, { id, eventId }: BookingRow): Promise<boolean> {
    const found = await rows(
      tx,
      `SELECT FROM bookings
        WHERE visitor_id = $1 AND event_of_stall(stall_key) = $2 AND id <> $3 AND state = ANY($4) LIMIT 1`,
      [visitorId, eventId, id, HOLD_STATES],
    );
    return found.length > 0;
  }

  /** Keys of other stalls of the event that the same payer (by cookie or phone) has bought. */
  async boughtStalls(tx: Tx, { id, visitorId, phone, eventId }: BookingRow): Promise<number[]> {
    const found = await rows<{ stall_key: number }>(
      tx,
      `SELECT b.stall_key FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key
        WHERE b.state = 'sold' AND b.id <> $1 AND (b.visitor_id = $2 OR b.phone = $3) AND s.event_id = $4`,
      [id, visitorId, phone, eventId],
    );
    return found.map((booking) => booking.stall_key);
  }

  /** Whether a publication of the plan has removed the stall since it was booked. */
  async isRemoved(tx: Tx, stallKey: number): Promise<boolean> {
    const found = await rows(tx, "SELECT FROM stalls WHERE stall_key = $1 AND removed_at IS NOT NULL", [stallKey]);
    return found.length > 0;
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
      `SELECT o.order_id, s.stall_id
         FROM bookings b JOIN orders o ON o.order_id = b.order_id JOIN stalls s ON s.stall_key = b.stall_key
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

  /** {@link update} of a column that the floor plan shows. */
  private async change(tx: Tx, sql: string, parameters: unknown[]): Promise<boolean> {
    const [changed] = await this.updated(tx, sql, parameters);
    if (changed === undefined) return false;
    notifyPlanChanged(tx, changed.eventId);
    return true;
  }

  private async update(tx: Tx, sql: string, parameters: unknown[]): Promise<boolean> {
    return (await this.updated(tx, sql, parameters)).length > 0;
  }

  private updated(tx: Tx, sql: string, parameters: unknown[]): Promise<{ readonly eventId: number }[]> {
    const returning = `RETURNING event_of_stall(stall_key) AS "eventId"`;
    return rows(tx, `UPDATE bookings SET updated_at = clock_timestamp(), ${sql} ${returning}`, parameters);
  }
}

/** Inserts a hold; its deadline counts from `heldAt`. May violate the unique indexes of live bookings. */
export function heldInsert(hold: NewHold): BookingChange {
  const { id, stallKey, visitorId, pricePaise, networks = [], heldAt, holdSeconds } = hold;
  return {
    sql: `INSERT INTO bookings (id, stall_key, visitor_id, state, price_paise, networks, held_at, hold_expires_at)
          VALUES ($1, $2, $3, 'held', $4, $5::text[], $6::timestamptz, $6::timestamptz + make_interval(secs => $7))`,
    values: [id, stallKey, visitorId, pricePaise, networks, heldAt, holdSeconds],
  };
}

/** held or registered → released; with hold_expired only past the deadline. */
export function holdRelease(bookingId: string, reason: ReleaseReason): BookingChange {
  return {
    sql: `UPDATE bookings SET updated_at = clock_timestamp(), state = 'released', release_reason = $2,
                 ended_at = clock_timestamp()
           WHERE id = $1 AND state = ANY($3) AND ($2 <> 'hold_expired' OR ${pastDeadline()})`,
    values: [bookingId, reason, BOOKING_LIFECYCLE.transitions.hold_released.from],
  };
}
