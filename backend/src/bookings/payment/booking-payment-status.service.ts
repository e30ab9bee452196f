import { Injectable } from "@nestjs/common";
import type { LatePlace, SubjectStatus } from "@sakhi/domain/payments/settlement.rules";
import { StaleReadError } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";
import { StallsService } from "../../stalls/stalls.service.js";
import { VisitorsService } from "../../visitors/visitors.service.js";
import { BookingPaymentRepository } from "./booking-payment.repository.js";
import type { BookingRow } from "../booking.row.js";
import { BookingsRepository } from "../bookings.repository.js";
import { StallOffers } from "../offers/stall-offers.service.js";

/** How a booking stands towards one of its orders, under all locks that a settlement needs. */
@Injectable()
export class BookingPaymentStatus {
  constructor(
    private readonly visitors: VisitorsService,
    private readonly stalls: StallsService,
    private readonly bookings: BookingsRepository,
    private readonly payments: BookingPaymentRepository,
    private readonly offers: StallOffers,
  ) {}

  /**
   * Locks visitor → stalls ascending → booking.
   *
   * @param chosenStallId the stall that the payer of late money has chosen now
   * @throws Error when there is no such booking: an order always has one
   */
  async lock(tx: Tx, bookingId: string, chosenStallId?: string): Promise<BookingRow> {
    const owner = await this.payments.owner(tx, bookingId);
    if (owner === undefined) throw new Error(`no booking ${bookingId}`);
    if (owner.visitorId !== undefined) await this.visitors.lock(tx, owner.visitorId);
    await this.stalls.lock(tx, [owner.stallId, ...(chosenStallId === undefined ? [] : [chosenStallId])]);
    const booking = await this.bookings.lock(tx, bookingId);
    if (booking === undefined) throw new Error(`no booking ${bookingId}`);
    // An operator has moved it between the reading and the locks.
    if (booking.stallId !== owner.stallId) throw new StaleReadError(`booking ${bookingId}`);
    return booking;
  }

  /**
   * @param booking as it was locked by {@link lock}
   * @param chosenStallId as it was given to it
   */
  async of(tx: Tx, booking: BookingRow, orderId: string, chosenStallId?: string): Promise<SubjectStatus> {
    const byThisOrder = booking.orderId === orderId;
    switch (booking.state) {
      case "sold":
        return { kind: "sold", byThisOrder };
      case "registered":
      case "paying":
        return byThisOrder ? { kind: "unpaid" } : { kind: "replaced" };
      case "released":
        if (booking.releaseReason === "cancelled") return { kind: byThisOrder ? "cancelled" : "replaced" };
        return byThisOrder ? this.released(tx, booking, orderId, chosenStallId) : { kind: "replaced" };
      case "held":
      case "blocked":
        return { kind: "replaced" };
    }
  }

  private async released(
    tx: Tx,
    booking: BookingRow,
    orderId: string,
    chosenStallId?: string,
  ): Promise<SubjectStatus> {
    const place = await this.latePlace(tx, booking);
    const offer = await this.offers.status(tx, booking, orderId, place, chosenStallId);
    return { kind: "released", place, ...(offer === undefined ? {} : { offer }) };
  }

  private async latePlace(tx: Tx, booking: BookingRow): Promise<LatePlace> {
    const { id: bookingId, visitorId, phone, stallId } = booking;
    const bought = await this.payments.boughtStalls(tx, { bookingId, visitorId, phone });
    if (bought.includes(stallId)) return "bought_again";
    if (bought.length > 0) return "bought_other";
    const live = await this.bookings.onStall(tx, stallId);
    // A hold past its deadline counts as released in every read; the sale releases it first.
    if (live === undefined || live.expired) return "free";
    const isHold = live.state === "held" || live.state === "registered";
    return isHold && visitorId !== undefined && live.visitorId === visitorId ? "own_hold" : "taken";
  }
}
