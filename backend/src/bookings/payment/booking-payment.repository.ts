import { Injectable } from "@nestjs/common";
import { BOOKING_TRANSITIONS, HOLD_STATES } from "@sakhi/domain/bookings/booking.states";
import { Database, rows } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";

/** Whose booking it is, which never changes, and of which stall, which an operator can change. */
export interface BookingOwner {
  readonly visitorId: string | undefined;
  readonly stallId: string;
}

/** The bookings table, from the payment on. Every change of state is conditional and says whether it happened. */
@Injectable()
export class BookingPaymentRepository {
  constructor(private readonly database: Database) {}

  async owner(tx: Tx, bookingId: string): Promise<BookingOwner | undefined> {
    const [found] = await rows<{ visitor_id: string | null; stall_id: string }>(
      tx,
      "SELECT visitor_id, stall_id FROM bookings WHERE id = $1",
      [bookingId],
    );
    return found && { visitorId: found.visitor_id ?? undefined, stallId: found.stall_id };
  }

  /** registered, before the deadline → paying: the countdown of the hold stops. */
  startPaying(tx: Tx, bookingId: string, seconds: number): Promise<boolean> {
    return this.change(
      tx,
      `state = 'paying', pay_until = clock_timestamp() + make_interval(secs => $3)
        WHERE id = $1 AND state = ANY($2) AND hold_expires_at > clock_timestamp()`,
      [bookingId, BOOKING_TRANSITIONS.payment_started.from, seconds],
    );
  }

  /** paying → registered, with the deadline it had. */
  backToRegistered(tx: Tx, bookingId: string): Promise<boolean> {
    return this.change(tx, "state = 'registered', pay_until = NULL WHERE id = $1 AND state = ANY($2)", [
      bookingId,
      BOOKING_TRANSITIONS.payment_not_opened.from,
    ]);
  }

  setPayUntil(tx: Tx, bookingId: string, payUntil: Date): Promise<boolean> {
    return this.change(tx, "pay_until = $2 WHERE id = $1 AND state = 'paying'", [bookingId, payUntil]);
  }

  /** The time to pay this order is over now. */
  endWindow(tx: Tx, bookingId: string, orderId: string): Promise<boolean> {
    return this.change(
      tx,
      `pay_until = least(pay_until, clock_timestamp())
        WHERE id = $1 AND order_id = $2 AND state = 'paying'`,
      [bookingId, orderId],
    );
  }

  /** A released booking is to be sold on another stall, in the same transaction. */
  changeStall(tx: Tx, bookingId: string, stallId: string): Promise<boolean> {
    return this.change(tx, "stall_id = $2 WHERE id = $1 AND state = ANY($3)", [
      bookingId,
      stallId,
      BOOKING_TRANSITIONS.sold_late.from,
    ]);
  }

  /** Paid, in time or late. */
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

  /** Whether the visitor has another held or registered booking, overdue ones included: the index counts them. */
  async hasOtherHold(tx: Tx, visitorId: string, bookingId: string): Promise<boolean> {
    const found = await rows(
      tx,
      "SELECT 1 FROM bookings WHERE visitor_id = $1 AND id <> $2 AND state = ANY($3) LIMIT 1",
      [visitorId, bookingId, HOLD_STATES],
    );
    return found.length > 0;
  }

  /** Other stalls that this payer (by cookie or phone) has bought. */
  async boughtStalls(
    tx: Tx,
    payer: { bookingId: string; visitorId: string | undefined; phone: string | undefined },
  ): Promise<string[]> {
    const found = await rows<{ stall_id: string }>(
      tx,
      `SELECT stall_id FROM bookings
        WHERE state = 'sold' AND id <> $1 AND (visitor_id = $2 OR phone = $3)`,
      [payer.bookingId, payer.visitorId ?? null, payer.phone ?? null],
    );
    return found.map((booking) => booking.stall_id);
  }

  /** Milliseconds until the time to pay is over, 0 when it is. */
  async msUntilWindowEnds(bookingId: string): Promise<number> {
    const [found] = await this.database.query<{ ms: string | null }>(
      `SELECT extract(epoch FROM pay_until - clock_timestamp()) * 1000 AS ms
         FROM bookings WHERE id = $1 AND state = 'paying'`,
      [bookingId],
    );
    return Math.max(0, Math.ceil(Number(found?.ms ?? 0)));
  }

  /**
   * Bookings whose time to pay has been over for a while, or whose order is final and yet not released, and about
   * which the provider has not been asked lately: somebody should have closed them.
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

  /** Bookings that are not finished and have existed for a while: each should have its workflow. */
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

  /** Orders given up without money lately, while their workflow still looks: each should have its workflow that looks for late money. */
  async lateOrders(olderThanSeconds: number, limit: number): Promise<{ orderId: string; stallId: string }[]> {
    const found = await this.database.query<{ order_id: string; stall_id: string }>(
      `SELECT o.order_id, b.stall_id FROM bookings b JOIN orders o ON o.order_id = b.order_id
        WHERE b.state = 'released' AND b.release_reason IN ('payment_expired', 'payment_failed', 'operator')
          AND o.state = 'closed'
          AND b.ended_at < clock_timestamp() - make_interval(secs => $1)
          AND b.ended_at > clock_timestamp() - interval '23 hours'
        ORDER BY b.ended_at LIMIT $2`,
      [olderThanSeconds, limit],
    );
    return found.map(({ order_id, stall_id }) => ({ orderId: order_id, stallId: stall_id }));
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
