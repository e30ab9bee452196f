import { Injectable } from "@nestjs/common";
import { isUnpaid, UNPAID_STATES } from "@sakhi/domain/bookings/booking.states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { MailService } from "../mail/mail.service.js";
import { OrdersService } from "../payments/orders.service.js";
import { rows, type Tx } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import { StallsService } from "../stalls/stalls.service.js";
import { BookingHistoryService } from "./booking-history.service.js";
import type { BookingRow } from "./bookings.entities.js";
import { BookingsRepository } from "./bookings.repository.js";
import { HoldsService } from "./holds.service.js";

/** What became of unpaid bookings that an operator ended. */
export interface EndedBookings {
  /** Released stalls, e.g. B12. */
  readonly released: readonly string[];
  /** Stalls whose payment is being ended; they become free once the provider's result is final. */
  readonly closing: readonly string[];
}

/** An unpaid booking to end. */
export type UnpaidBooking = Pick<BookingRow, "id" | "stallKey" | "stallId" | "visitorId">;

const UNPAID_OF_EVENT = `
  SELECT b.id FROM bookings b JOIN stalls s USING (stall_key)
   WHERE s.event_id = $1 AND b.state IN ${sqlList(UNPAID_STATES)} ORDER BY b.stall_key`;
/** Orders of late payers who have not answered the offer of another stall of the event. */
const OFFERED_OF_EVENT = `
  SELECT o.order_id AS "orderId", s.stall_id AS "stallId"
    FROM stall_offers o JOIN stalls s ON s.stall_key = o.lost_stall_key
   WHERE s.event_id = $1 AND o.state = 'open' ORDER BY o.order_id`;

/** Ends holds and payments for an operator. */
@Injectable()
export class OperatorReleasesService {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly stalls: StallsService,
    private readonly holds: HoldsService,
    private readonly orders: OrdersService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly mails: MailService,
  ) {}

  /**
   * Releases a hold, with all stalls of its order. A paying booking is not released directly: its order is closed at the provider, and the stall
   * becomes free once the provider's result is final. The caller holds the booking's lock and those before it.
   *
   * @throws DomainError hold_expired, booking_sold, stall_blocked, booking_ended
   */
  async end(tx: Tx, locked: BookingRow): Promise<"released" | "closing"> {
    // Of several stalls of one order, all end.
    const { firstBookingId } = locked;
    const isFollowing = firstBookingId !== null && isUnpaid(locked.state);
    const booking = (isFollowing ? await this.bookings.lock(tx, firstBookingId) : undefined) ?? locked;
    const { id: bookingId, state, stallType, email } = booking;
    switch (state) {
      case "held":
      case "registered":
        if (booking.expired || !(await this.holds.releaseInTx(tx, bookingId, "operator", "operator"))) {
          throw new DomainError("hold_expired");
        }
        if (email !== null) {
          const stallId = await this.bookings.tagOfOrder(booking, tx);
          await this.mails.queue(tx, {
            template: "hold-released",
            to: email,
            bookingId,
            data: { name: booking.fullName ?? "", stallId, stallType, wasPaying: false },
            dedupeKey: `hold-released/${bookingId}`,
          });
        }
        return "released";
      case "paying":
        // A payment may still arrive; only the provider can rule that out.
        if (booking.orderId !== null) await this.orders.requestClose(tx, booking.orderId, "operator");
        await this.bookingHistory.signal(tx, booking);
        return "closing";
      case "sold":
        throw new DomainError("booking_sold");
      case "blocked":
        throw new DomainError("stall_blocked");
      case "released":
        throw new DomainError("booking_ended");
    }
  }

  /**
   * {@link end} for a booking whose stall is locked, with an expired hold released as such.
   *
   * @returns undefined if it has ended already
   */
  private async endOnLockedStall(tx: Tx, bookingId: string): Promise<"released" | "closing" | undefined> {
    const booking = await this.bookings.lock(tx, bookingId);
    switch (booking?.state) {
      case "held":
      case "registered":
      case "paying":
        if (!booking.expired) return this.end(tx, booking);
        await this.holds.releaseInTx(tx, bookingId, "hold_expired", "system");
        return undefined;
      default:
        return undefined;
    }
  }

  /** Held, registered and paying bookings of an event, in the order of their stalls' keys. */
  async unpaidOf(tx: Tx, eventId: number): Promise<readonly string[]> {
    return (await rows<{ id: string }>(tx, UNPAID_OF_EVENT, [eventId])).map(({ id }) => id);
  }

  /**
   * {@link end} for everything unpaid of an event, whose stalls are locked. Orders of late payers who have not answered the
   * offer of another stall are looked at again.
   *
   * @returns numbers of released holds, and of payments that are being ended
   */
  async endAllOf(tx: Tx, eventId: number): Promise<{ readonly holds: number; readonly payments: number }> {
    const ended = { released: 0, closing: 0 };
    for (const id of await this.unpaidOf(tx, eventId)) {
      const outcome = await this.endOnLockedStall(tx, id);
      if (outcome !== undefined) ended[outcome] += 1;
    }
    for (const offered of await rows<{ orderId: string; stallId: string }>(tx, OFFERED_OF_EVENT, [eventId])) {
      await this.orders.watchForLatePayment(tx, { ...offered, again: true });
    }
    return { holds: ended.released, payments: ended.closing };
  }

  /**
   * {@link end} for all given bookings that are still unpaid. Locks in the lock order: visitors and stalls ascending, then
   * each booking.
   *
   * @param unpaid in the order of their stalls' keys
   */
  async endUnpaid(tx: Tx, unpaid: readonly UnpaidBooking[]): Promise<EndedBookings> {
    for (const visitorId of unpaid.flatMap((each) => each.visitorId ?? []).toSorted()) {
      await this.bookings.lockVisitor(tx, visitorId);
    }
    await this.stalls.lock(
      tx,
      unpaid.map(({ stallKey }) => stallKey),
    );
    const ended = { released: [] as string[], closing: [] as string[] };
    const orders = new Map<string, "released" | "closing">();
    for (const { id, stallId } of unpaid) {
      const booking = await this.bookings.lock(tx, id);
      // Of several stalls of one order, all have ended with the one that came first.
      const ofOrder = orders.get(booking?.firstBookingId ?? id);
      if (ofOrder !== undefined) {
        ended[ofOrder].push(stallId);
        continue;
      }
      // Sold or released meanwhile.
      if (booking === undefined || booking.expired) continue;
      if (booking.state !== "held" && booking.state !== "registered" && booking.state !== "paying") continue;
      const outcome = await this.end(tx, booking);
      orders.set(booking.firstBookingId ?? id, outcome);
      ended[outcome].push(stallId);
    }
    return { released: ended.released.toSorted(), closing: ended.closing.toSorted() };
  }
}
