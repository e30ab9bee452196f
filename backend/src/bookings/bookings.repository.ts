import { Injectable } from "@nestjs/common";
import {
  BOOKING_LIFECYCLE,
  HOLD_STATES,
  isUnpaid,
  LIVE_STATES,
  type BookingState,
  UNPAID_STATES,
} from "@sakhi/domain/bookings/booking.states";
import type { PoliciesVersion } from "@sakhi/domain/bookings/policies";
import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { stallTag } from "@sakhi/domain/bookings/several-stalls.rules";
import type { PriceSummary } from "@sakhi/domain/coupons/coupon.rules";
import { correctableFields } from "@sakhi/domain/fields/correction.rules";
import { type CorrectableBy, type Corrector, formColumns } from "@sakhi/domain/fields/declared-fields";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { Paise } from "@sakhi/domain/money/money";
import { priceAt, type TypePrices } from "@sakhi/domain/operator/dated-prices";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { type RequestedEvent, salesOf, type SalesRow } from "../events/event-facts.service.js";
import { RECOVERING } from "../events/sales-pause.sql.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { setColumns } from "../platform/database/declared-columns.js";
import { computed, named, orNull, selected, sql, type Values } from "../platform/database/statements.js";
import { beforeDeadline, expiredHold, inLiveState, notifyPlanChanged } from "../stalls/live-bookings.sql.js";
import type { StallRef } from "../stalls/stalls.service.js";
import { BookingEntity, type BookingRow } from "./bookings.entities.js";
import { ORDERED } from "./hold-changes.sql.js";
import { ON_STALL, type StallForSale } from "./stall-for-sale.sql.js";

/** What a booking is read with of its newest order. */
interface OfOrder {
  /** Slug of its event. */
  readonly event: string;
  /** What the order asks for, of all its stalls. */
  readonly orderPaise: Paise | null;
  /** Numbers of the further stalls that it pays for. */
  readonly furtherStalls: readonly string[];
}

/** What a booking is read with: of its stall `s`, and by the database's clock. */
const READ_WITH = computed<Omit<BookingRow, keyof BookingEntity>>({
  stallId: "s.stall_id",
  eventId: "s.event_id",
  stallType: "s.type",
  expired: expiredHold(),
  readAt: "clock_timestamp()",
});
const BOOKING = sql`${selected(BookingEntity, "b")}, ${READ_WITH}`;
const FROM = sql`SELECT ${BOOKING} FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key`;
const WITH_EVENT = sql`SELECT ${BOOKING}, ${computed<OfOrder>({
  event: "e.slug",
  orderPaise: "(SELECT p.amount_paise::float8 FROM orders p WHERE p.order_id = b.order_id)",
  furtherStalls: `ARRAY(SELECT n.stall_id FROM bookings m JOIN stalls n ON n.stall_key = m.stall_key
    WHERE m.first_booking_id = b.id AND m.order_id = b.order_id ORDER BY m.held_at, m.id)`,
})}
    FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key JOIN events e ON e.id = s.event_id`;

// MATERIALIZED, so that the clock is read after the lock is acquired.
const lockedRow = (name: string, where: string) =>
  named(name, sql`WITH bookings AS MATERIALIZED (SELECT * FROM bookings b WHERE ${where} FOR UPDATE) ${FROM}`);
const LOCK = lockedRow("lock_booking", "b.id = :bookingId");
/** The visitor's booking of a stall, else in another event. What may change during the wait for the lock is checked again. */
const LOCK_OWN_ON_STALL = lockedRow(
  "lock_own_on_stall",
  `b.id = (SELECT o.id FROM bookings o JOIN stalls n ON n.stall_key = o.stall_key
   WHERE o.visitor_id = :visitorId AND n.stall_id = :stallId AND ${inLiveState("o")}
     AND (n.event_id = :eventId OR o.state = ANY(:statesInOtherEvents))
   ORDER BY n.event_id = :eventId DESC, o.held_at DESC LIMIT 1)
  AND ${inLiveState("b")} AND b.stall_key IN (SELECT n.stall_key FROM stalls n WHERE n.stall_id = :stallId)`,
);
/** The stall that a reserve asks for, and the prices of its type as committed by the time of the locks. */
const OFFERED = computed<{
  offeredKey: number;
  offeredType: StallType;
  storedPrice: Paise;
  typePrices: TypePrices;
  isKept: boolean;
}>({
  offeredKey: "(l.stall).stall_key",
  offeredType: "(l.stall).type",
  storedPrice: "(l.stall).price_paise::float8",
  typePrices: "prices_of_type((l.stall).event_id, (l.stall).type)",
  isKept: "stall_is_kept((l.stall).event_id, (l.stall).type, (l.stall).stall_key)",
});
const LOCKED_BOOKING = sql`${selected(BookingEntity, "(l.booking)")}, ${computed<
  Omit<BookingRow, keyof BookingEntity | "readAt">
>({ stallId: "t.stall_id", eventId: "t.event_id", stallType: "t.type", expired: expiredHold("(l.booking)") })}`;
/** As {@link SALES_COLUMNS}, of the event that was locked. */
const LOCKED_SALES = computed<SalesRow>({
  salesOpenAt: "l.sales_open_at",
  salesCloseAt: "l.sales_close_at",
  days: "l.days",
  published: "l.published",
  readAt: "clock_timestamp()",
  paused: RECOVERING,
});
/** Locks the rows that a reserve may change and reads them afterwards (lock_to_reserve, a database function). */
const LOCK_TO_RESERVE = named(
  "lock_to_reserve",
  sql`SELECT ${orNull(LOCKED_BOOKING)}, ${OFFERED}, ${LOCKED_SALES}
    FROM lock_to_reserve(:visitorId, :eventId, :stallId) l LEFT JOIN stalls t ON t.stall_key = (l.booking).stall_key`,
);
/** A stall with its price at the time of the verdict. */
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

/** A booking with the slug of its event, and what its order has. */
export type BookingWithEvent = BookingRow & OfOrder;

const BY_ANY_ORDER = named(
  "booking_of_any_order",
  sql`${WITH_EVENT} JOIN orders o ON o.subject_type = 'booking' AND o.subject_id = b.id WHERE o.order_id = :orderId`,
);
const BY_ID_WITH_EVENT = named("booking_with_event", sql`${WITH_EVENT} WHERE b.id = :bookingId`);
const BY_ID = named("find_booking", sql`${FROM} WHERE b.id = :bookingId`);
/** Of several stalls, what the order pays for: the first one. */
const BY_ORDER = named(
  "booking_of_order",
  sql`${WITH_EVENT} WHERE b.order_id = :orderId AND b.first_booking_id IS NULL`,
);
const FURTHER = named(
  "further_of_booking",
  sql`${FROM} WHERE b.first_booking_id = :firstBookingId ORDER BY b.held_at, b.id`,
);
/** A visitor's bookings of an event in one of `states`, then those of other events in one of `statesInOtherEvents`. */
const LIVE_OF_VISITOR = named(
  "live_of_visitor",
  sql`${FROM} WHERE b.visitor_id = :visitorId AND b.state = ANY(:states) AND (s.event_id = :eventId OR b.state = ANY(:statesInOtherEvents))
   ORDER BY s.event_id = :eventId DESC, b.held_at DESC, b.id`,
);

/** A booking that is not paid for yet. */
export type CurrentBooking = BookingRow & { readonly state: (typeof UNPAID_STATES)[number] };

/** The states in which a booking of another event counts, too: a hold outlasts its event being current. */
function statesInOtherEvents({ isNamed }: RequestedEvent): readonly BookingState[] {
  return isNamed ? [] : UNPAID_STATES;
}

function isCurrent(booking: BookingRow): booking is CurrentBooking {
  return isUnpaid(booking.state) && !booking.expired;
}

/** Data of a registration: form, coupon, order and price. */
interface RegistrationData {
  readonly form: RegistrationFormDto;
  readonly couponCode: string | undefined;
  readonly orderId: string;
  readonly price: PriceSummary;
  /** The accepted policies; undefined keeps the earlier acceptance. */
  readonly policiesVersion: PoliciesVersion | undefined;
  /** Of the page. */
  readonly language: LanguageCode;
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
    const locked = await this.database.select(LOCK_TO_RESERVE, { visitorId, eventId, stallId }, tx);
    const [first] = locked;
    if (first === undefined) return undefined;
    const bookings = locked.filter((row) => row.id !== null);
    const { offeredKey: stallKey, offeredType: type, storedPrice, typePrices, isKept, readAt } = first;
    // By the instant at which the hold begins: what it costs never depends on which clock was read first.
    const { pricePaise } = priceAt(storedPrice, typePrices, readAt);
    return {
      stall: { stallKey, eventId, stallId, type, pricePaise },
      onStall: bookings.find((booking) => booking.stallKey === stallKey),
      others: bookings.filter((booking) => booking.stallKey !== stallKey),
      sales: salesOf(first),
      isKept,
      at: readAt,
    };
  }

  /** The state of a stall for {@link lockForReserve}'s decision, read without locks. */
  async forSale({ eventId, stallId }: StallRef): Promise<StallForSale> {
    const [found] = await this.database.select(ON_STALL, { eventId, stallId });
    if (found === undefined) throw new Error(`there is no event ${eventId}`);
    return { onStall: found.state === null ? undefined : found, sales: salesOf(found), isKept: found.isKept };
  }

  /** Locks the visitor's row until `tx` ends. @returns false if there is no such visitor */
  async lockVisitor(tx: Tx, visitorId: string): Promise<boolean> {
    return (await rows(tx, "SELECT id FROM visitors WHERE id = :visitorId FOR UPDATE", { visitorId })).length > 0;
  }

  async find(bookingId: string, tx?: Tx): Promise<BookingRow | undefined> {
    return (await this.database.select(BY_ID, { bookingId }, tx))[0];
  }

  /** A booking with its event and what its order has. */
  async findWithEvent(bookingId: string): Promise<BookingWithEvent | undefined> {
    return (await this.database.select(BY_ID_WITH_EVENT, { bookingId }))[0];
  }

  /** The booking of any of its orders, not necessarily the newest. */
  async findByAnyOrder(orderId: string): Promise<BookingWithEvent | undefined> {
    return (await this.database.select(BY_ANY_ORDER, { orderId }))[0];
  }

  /** The booking whose newest order this is; each registration creates an order. */
  async findByOrder(orderId: string): Promise<BookingWithEvent | undefined> {
    return (await this.database.select(BY_ORDER, { orderId }))[0];
  }

  /**
   * The further bookings of an order's first one, in the order in which they were added; those that were removed from it are none.
   * Anyone who holds the first one's lock and its visitor's finds them unchanged.
   */
  further(firstBookingId: string, tx?: Tx): Promise<BookingRow[]> {
    return this.database.select(FURTHER, { firstBookingId }, tx);
  }

  /** The {@link stallTag} of an order by its first booking: for a mail about all of its stalls. */
  async tagOfOrder(first: Pick<BookingRow, "id" | "stallId">, tx: Tx): Promise<string> {
    const further = await this.further(first.id, tx);
    return stallTag([first.stallId, ...further.map(({ stallId }) => stallId)]);
  }

  /** Locks a booking until `tx` ends and reads it, its deadline after the wait for the lock. */
  async lock(tx: Tx, bookingId: string): Promise<BookingRow | undefined> {
    return (await this.database.select(LOCK, { bookingId }, tx))[0];
  }

  /** Locks the visitor's live or overdue booking on a stall until `tx` ends, and reads it. */
  async lockOwnOnStall(
    tx: Tx,
    visitorId: string,
    event: RequestedEvent,
    stallId: string,
  ): Promise<BookingRow | undefined> {
    const values = { visitorId, eventId: event.id, stallId, statesInOtherEvents: statesInOtherEvents(event) };
    return (await this.database.select(LOCK_OWN_ON_STALL, values, tx))[0];
  }

  /** The live or overdue booking on a stall, at most one by the unique index. Takes no lock. */
  async onStall(stallKey: number, tx?: Tx): Promise<BookingRow | undefined> {
    const onStall = sql`${FROM} WHERE b.stall_key = :stallKey AND b.state = ANY(:states)`;
    return (await this.database.select(onStall, { stallKey, states: LIVE_STATES }, tx))[0];
  }

  /** A visitor's live or overdue bookings of an event, the newest first; then holds of others if the call names none. */
  liveOfVisitor(tx: Tx, visitorId: string, event: RequestedEvent): Promise<BookingRow[]> {
    const values = {
      visitorId,
      eventId: event.id,
      states: LIVE_STATES,
      statesInOtherEvents: statesInOtherEvents(event),
    };
    return this.database.select(LIVE_OF_VISITOR, values, tx);
  }

  /**
   * The newest booking of an event that the visitor holds or is paying for, else of another event if the call names none; of several
   * stalls of one order, the first. Expired holds do not count.
   */
  async currentOf(visitorId: string, event: RequestedEvent): Promise<CurrentBooking | undefined> {
    const values = {
      visitorId,
      eventId: event.id,
      states: UNPAID_STATES,
      statesInOtherEvents: statesInOtherEvents(event),
    };
    return (await this.database.select(LIVE_OF_VISITOR, values))
      .filter(({ firstBookingId }) => firstBookingId === null)
      .find(isCurrent);
  }

  /** Whether the visitor ever held this stall. */
  everHeld(tx: Tx, visitorId: string, stallKey: number): Promise<boolean> {
    return tx.existsBy(BookingEntity, { visitorId, stallKey });
  }

  /** held or registered, before the deadline → registered. */
  register(tx: Tx, bookingId: string, { form, price, ...registration }: RegistrationData): Promise<boolean> {
    const { discountPercentage, discountPaise, totalPaise } = price;
    const { from } = BOOKING_LIFECYCLE.transitions.registered;
    return this.update(
      tx,
      `state = 'registered', registered_at = coalesce(registered_at, clock_timestamp()), ${setColumns(REGISTRATION_FIELDS)},
       coupon_code = :couponCode, discount_percentage = :discountPercentage, discount_paise = :discountPaise,
       final_paise = :totalPaise, order_id = :orderId, language = :language,
       policies_accepted_at = CASE WHEN :policiesVersion::text IS NULL OR :policiesVersion = policies_version
                                   THEN policies_accepted_at ELSE clock_timestamp() END,
       policies_version = coalesce(:policiesVersion, policies_version)
        WHERE id = :bookingId AND state = ANY(:from) AND ${beforeDeadline()}`,
      {
        bookingId,
        from,
        ...formColumns(REGISTRATION_FIELDS, form),
        ...registration,
        discountPercentage,
        discountPaise,
        totalPaise,
      },
      "register_booking",
    );
  }

  /** The language of her mails and papers. @returns false for an erased booking */
  async setLanguage(tx: Tx, bookingId: string, language: LanguageCode): Promise<boolean> {
    const set = "UPDATE bookings SET language = :language WHERE id = :bookingId AND erased_at IS NULL RETURNING id";
    return (await rows(tx, set, { bookingId, language })).length > 0;
  }

  /** Overwrites what `who` can correct of the registration; of a hold, only before its deadline. Unpaid, of all stalls of its order. */
  correct<Who extends Corrector>(
    tx: Tx,
    bookingId: string,
    who: Who,
    form: Pick<RegistrationFormDto, CorrectableBy<typeof REGISTRATION_FIELDS, Who>>,
  ): Promise<boolean> {
    const fields = correctableFields(REGISTRATION_FIELDS, who);
    return this.update(
      tx,
      `${setColumns(REGISTRATION_FIELDS, fields)}
        WHERE (id = :bookingId OR first_booking_id = :bookingId AND state = ANY(:unpaid))
          AND state = ANY(:states) AND (state <> 'registered' OR ${beforeDeadline()})`,
      {
        bookingId,
        states: BOOKING_LIFECYCLE.changes.corrected,
        unpaid: UNPAID_STATES,
        ...formColumns(REGISTRATION_FIELDS, form, fields),
      },
    );
  }

  /** paying → registered, with its original deadline; all stalls of its order. */
  backToRegistered(tx: Tx, bookingId: string): Promise<boolean> {
    const { from } = BOOKING_LIFECYCLE.transitions.payment_not_opened;
    const set = "state = 'registered', pay_until = NULL";
    return this.change(tx, `${set} WHERE ${ORDERED} AND state = ANY(:from)`, { bookingId, from });
  }

  setPayUntil(tx: Tx, bookingId: string, payUntil: Date): Promise<boolean> {
    const changes = `pay_until = :payUntil WHERE ${ORDERED} AND state = 'paying'`;
    return this.update(tx, changes, { bookingId, payUntil }, "set_pay_until");
  }

  /** Ends the order's payment window now. */
  endWindow(tx: Tx, bookingId: string, orderId: string): Promise<boolean> {
    return this.update(
      tx,
      `pay_until = least(pay_until, clock_timestamp())
        WHERE ${ORDERED} AND order_id = :orderId AND state = 'paying'`,
      { bookingId, orderId },
    );
  }

  /** Moves a released booking to another stall; the caller sells it in the same transaction. */
  changeStall(tx: Tx, bookingId: string, stallKey: number): Promise<boolean> {
    const { from } = BOOKING_LIFECYCLE.transitions.sold_late;
    const values = { bookingId, stallKey, from };
    return this.change(tx, "stall_key = :stallKey WHERE id = :bookingId AND state = ANY(:from)", values);
  }

  /** Marks a booking and the further ones of its order as sold, paid in time or late. @returns how many */
  sell(tx: Tx, bookingId: string, late: boolean): Promise<number> {
    const { sold, sold_late } = BOOKING_LIFECYCLE.transitions;
    return this.changeAll(
      tx,
      `state = 'sold', release_reason = NULL, ended_at = clock_timestamp(), listing_offer = 'offered'
        WHERE ${ORDERED} AND state = ANY(:from) AND NOT coalesce(release_reason = ANY(:neverAfter), false)`,
      { bookingId, from: late ? sold_late.from : sold.from, neverAfter: sold_late.neverAfter },
    );
  }

  /** paying → released; all stalls of its order. */
  releaseUnpaid(
    tx: Tx,
    bookingId: string,
    reason: (typeof BOOKING_LIFECYCLE.transitions.payment_released.reasons)[number],
  ): Promise<boolean> {
    const { from } = BOOKING_LIFECYCLE.transitions.payment_released;
    const set = "state = 'released', release_reason = :reason, ended_at = clock_timestamp()";
    return this.change(tx, `${set} WHERE ${ORDERED} AND state = ANY(:from)`, { bookingId, from, reason });
  }

  /** sold → released, permanently. */
  cancelSale(tx: Tx, bookingId: string): Promise<boolean> {
    const { from, reasons } = BOOKING_LIFECYCLE.transitions.cancelled;
    return this.change(
      tx,
      `state = 'released', release_reason = :reason, ended_at = clock_timestamp(), listing_offer = 'not_offered'
        WHERE id = :bookingId AND state = ANY(:from)`,
      { bookingId, from, reason: reasons[0] },
    );
  }

  /** Whether the visitor has another held or registered booking of the event; expired ones count, as in the unique index. */
  async hasOtherHold(tx: Tx, visitorId: string, { id, eventId }: BookingRow): Promise<boolean> {
    const found = await rows(
      tx,
      `SELECT FROM bookings WHERE visitor_id = :visitorId AND event_of_stall(stall_key) = :eventId AND id <> :id
          AND first_booking_id IS NULL AND state = ANY(:states) LIMIT 1`,
      { visitorId, eventId, id, states: HOLD_STATES },
    );
    return found.length > 0;
  }

  /** Keys of other stalls of the event that the same payer (by cookie or phone) has bought. */
  async boughtStalls(tx: Tx, { id, visitorId, phone, eventId }: BookingRow): Promise<number[]> {
    const bought = sql`
      SELECT ${selected(BookingEntity, "b", ["stallKey"])} FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key
       WHERE b.state = 'sold' AND b.id <> :id AND (b.visitor_id = :visitorId OR b.phone = :phone) AND s.event_id = :eventId`;
    const found = await this.database.select(bought, { id, visitorId, phone, eventId }, tx);
    return found.map(({ stallKey }) => stallKey);
  }

  /** Whether a publication of the plan has removed the stall since it was booked. */
  async isRemoved(tx: Tx, stallKey: number): Promise<boolean> {
    const removed = "SELECT FROM stalls WHERE stall_key = :stallKey AND removed_at IS NOT NULL";
    return (await rows(tx, removed, { stallKey })).length > 0;
  }

  /** Milliseconds until the payment window ends; 0 once it has. */
  async msUntilWindowEnds(bookingId: string): Promise<number> {
    const left = computed<{ ms: string | null }>({ ms: "extract(epoch FROM pay_until - clock_timestamp()) * 1000" });
    const ofBooking = sql`SELECT ${left} FROM bookings WHERE id = :bookingId AND state = 'paying'`;
    const [found] = await this.database.select(ofBooking, { bookingId });
    return Math.max(0, Math.ceil(Number(found?.ms ?? 0)));
  }

  /** {@link update} of a column that the floor plan shows. */
  private async change(tx: Tx, changes: string, values: Values, name?: string): Promise<boolean> {
    return (await this.changeAll(tx, changes, values, name)) > 0;
  }

  private async changeAll(tx: Tx, changes: string, values: Values, name?: string): Promise<number> {
    const changed = await this.updated(tx, changes, values, name);
    const [first] = changed;
    if (first !== undefined) notifyPlanChanged(tx, first.eventId);
    return changed.length;
  }

  private async update(tx: Tx, changes: string, values: Values, name?: string): Promise<boolean> {
    return (await this.updated(tx, changes, values, name)).length > 0;
  }

  /**
   * @param changes SET list and WHERE
   * @param name of the {@link Statement}, for what every booking needs
   */
  private updated(tx: Tx, changes: string, values: Values, name?: string): Promise<Pick<BookingRow, "eventId">[]> {
    const event = computed<Pick<BookingRow, "eventId">>({ eventId: "event_of_stall(bookings.stall_key)" });
    const statement = sql`UPDATE bookings SET updated_at = clock_timestamp(), ${changes} RETURNING ${event}`;
    return this.database.select(name === undefined ? statement : named(name, statement), values, tx);
  }
}
