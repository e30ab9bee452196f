import { Injectable } from "@nestjs/common";
import { BOOKING_TRANSITIONS, HOLD_STATES, LIVE_STATES } from "@sakhi/domain/bookings/booking.states";
import type { BookingState, ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import type { PriceSummary } from "@sakhi/domain/coupons/coupon.rules";
import type { Paise } from "@sakhi/domain/money/money";
import { Database, rows } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";
import { BOOKING_COLUMNS, bookingOf } from "./booking.row.js";
import type { BookingRow, RawBooking } from "./booking.row.js";

const FROM = `SELECT ${BOOKING_COLUMNS} FROM bookings b JOIN stalls s ON s.stall_id = b.stall_id`;

const LIVE_OF_VISITOR = `${FROM} WHERE b.visitor_id = $1 AND b.state = ANY($2) ORDER BY b.held_at DESC, b.id`;
/** States in which a stall is the visitor's and not yet bought. */
const CURRENT_STATES = [...HOLD_STATES, "paying"] as const satisfies BookingState[];
/** A booking that is the visitor's stall and not yet bought. */
export type CurrentBooking = BookingRow & { readonly state: (typeof CURRENT_STATES)[number] };

function isCurrent(booking: BookingRow): booking is CurrentBooking {
  return (CURRENT_STATES as readonly BookingState[]).includes(booking.state) && !booking.expired;
}

/** What a registration writes: the form, the coupon, the order and what it costs. */
export interface RegistrationData {
  readonly form: RegistrationFormDto;
  readonly couponCode: string | undefined;
  readonly orderId: string;
  readonly price: PriceSummary;
}

/**
 * The bookings table. Every change of state is a conditional update whose states come from the domain's table; it
 * answers undefined when the booking was not in one of them, and the caller says what that means.
 */
@Injectable()
export class BookingsRepository {
  constructor(private readonly database: Database) {}

  async find(bookingId: string): Promise<BookingRow | undefined> {
    const found = await this.database.query<RawBooking>(`${FROM} WHERE b.id = $1`, [bookingId]);
    return found.map(bookingOf)[0];
  }

  /** The booking of an order; a booking has had one order per registration, this is its newest. */
  async findByOrder(orderId: string): Promise<BookingRow | undefined> {
    const found = await this.database.query<RawBooking>(`${FROM} WHERE b.order_id = $1`, [orderId]);
    return found.map(bookingOf)[0];
  }

  /** Locks a booking until `tx` ends and reads it as it is once the lock is won. */
  async lock(tx: Tx, bookingId: string): Promise<BookingRow | undefined> {
    // Two statements: what is read, the deadline above all, must be judged after the wait for the lock.
    await tx.query("SELECT 1 FROM bookings WHERE id = $1 FOR UPDATE", [bookingId]);
    return (await rows<RawBooking>(tx, `${FROM} WHERE b.id = $1`, [bookingId])).map(bookingOf)[0];
  }

  /** The live or overdue booking on a stall; at most one, by the unique index. */
  async onStall(tx: Tx, stallId: string): Promise<BookingRow | undefined> {
    const found = await rows<RawBooking>(tx, `${FROM} WHERE b.stall_id = $1 AND b.state = ANY($2)`, [
      stallId,
      LIVE_STATES,
    ]);
    return found.map(bookingOf)[0];
  }

  /** The same at a glance: without a transaction, so it may have changed by the time it is answered. */
  async glanceAtStall(stallId: string): Promise<BookingRow | undefined> {
    const found = await this.database.query<RawBooking>(
      `${FROM} WHERE b.stall_id = $1 AND b.state = ANY($2)`,
      [stallId, LIVE_STATES],
    );
    return found.map(bookingOf)[0];
  }

  /** A visitor's live or overdue bookings, the newest first. */
  async liveOfVisitor(tx: Tx, visitorId: string): Promise<BookingRow[]> {
    return (await rows<RawBooking>(tx, LIVE_OF_VISITOR, [visitorId, LIVE_STATES])).map(bookingOf);
  }

  /** What the visitor holds or is paying for; a hold past its deadline is none. The newest where there are two. */
  async currentOf(visitorId: string): Promise<CurrentBooking | undefined> {
    const live = await this.database.query<RawBooking>(LIVE_OF_VISITOR, [visitorId, CURRENT_STATES]);
    return live.map(bookingOf).find(isCurrent);
  }

  /** Whether the visitor ever held this stall. */
  async everHeld(tx: Tx, visitorId: string, stallId: string): Promise<boolean> {
    const found = await rows(
      tx,
      "SELECT 1 AS held FROM bookings WHERE visitor_id = $1 AND stall_id = $2 LIMIT 1",
      [visitorId, stallId],
    );
    return found.length > 0;
  }

  /** A new hold; the deadline counts from this statement. May fail on the index of one live booking per stall. */
  async insertHeld(
    tx: Tx,
    hold: {
      readonly id: string;
      readonly stallId: string;
      readonly visitorId: string;
      readonly pricePaise: Paise;
      readonly holdSeconds: number;
      /** Digest of the network it was reserved from; undefined where no browser reserved it. */
      readonly network?: string | undefined;
    },
  ): Promise<void> {
    await tx.query(
      `INSERT INTO bookings (id, stall_id, visitor_id, state, price_paise, network, held_at, hold_expires_at)
       SELECT $1, $2, $3, 'held', $4, $6, t.at, t.at + make_interval(secs => $5)
         FROM (SELECT clock_timestamp() AS at) t`,
      [hold.id, hold.stallId, hold.visitorId, hold.pricePaise, hold.holdSeconds, hold.network ?? null],
    );
  }

  /** held or registered → released. With hold_expired only when the deadline has passed. */
  async releaseHold(tx: Tx, bookingId: string, reason: ReleaseReason): Promise<boolean> {
    const changed = await rows(
      tx,
      `UPDATE bookings
          SET state = 'released', release_reason = $2, ended_at = clock_timestamp(), updated_at = clock_timestamp()
        WHERE id = $1 AND state = ANY($3)
          AND ($2 <> 'hold_expired' OR hold_expires_at <= clock_timestamp())
       RETURNING id`,
      [bookingId, reason, BOOKING_TRANSITIONS.hold_released.from],
    );
    return changed.length > 0;
  }

  /** held or registered, before the deadline → registered. */
  async register(tx: Tx, bookingId: string, data: RegistrationData): Promise<boolean> {
    const { form, price } = data;
    const changed = await rows(
      tx,
      `UPDATE bookings
          SET state = 'registered', registered_at = coalesce(registered_at, clock_timestamp()),
              full_name = $3, email = $4, phone = $5, business_name = $6, gst_number = $7, gst_address = $8,
              pincode = $9, coupon_code = $10, discount_percentage = $11, discount_paise = $12, final_paise = $13,
              order_id = $14, updated_at = clock_timestamp()
        WHERE id = $1 AND state = ANY($2) AND hold_expires_at > clock_timestamp()
       RETURNING id`,
      [
        bookingId,
        BOOKING_TRANSITIONS.registered.from,
        form.fullName,
        form.email,
        form.phoneNumber,
        form.businessName,
        form.gstNumber ?? null,
        form.gstAddress ?? null,
        form.pincode,
        data.couponCode ?? null,
        price.discountPercentage,
        price.discountPaise,
        price.totalPaise,
        data.orderId,
      ],
    );
    return changed.length > 0;
  }

  /** Ids of holds whose deadline has passed by at least this many seconds, the oldest first. */
  async overdueHolds(bySeconds: number, limit: number): Promise<string[]> {
    const found = await this.database.query<{ id: string }>(
      `SELECT id FROM bookings
        WHERE state IN ('held', 'registered') AND hold_expires_at <= clock_timestamp() - make_interval(secs => $1)
        ORDER BY hold_expires_at LIMIT $2`,
      [bySeconds, limit],
    );
    return found.map((row) => row.id);
  }
}
