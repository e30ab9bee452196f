import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { MailService } from "../mail/mail.service.js";
import { OrdersService } from "../payments/orders.service.js";
import type { Tx } from "../platform/database/database.js";
import { BookingHistoryService } from "./booking-history.service.js";
import type { BookingRow } from "./bookings.entities.js";
import { HoldsService } from "./holds.service.js";

/** Ends holds and payments for an operator. */
@Injectable()
export class OperatorReleasesService {
  constructor(
    private readonly holds: HoldsService,
    private readonly orders: OrdersService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly mails: MailService,
  ) {}

  /**
   * Releases a hold. A paying booking is not released directly: its order is closed at the provider, and the stall
   * becomes free once the provider's result is final. The caller holds the booking's lock and those before it.
   *
   * @throws DomainError hold_expired, booking_sold, stall_blocked, booking_ended
   */
  async end(tx: Tx, booking: BookingRow): Promise<"released" | "closing"> {
    const { id: bookingId, state, stallId, stallType, email } = booking;
    switch (state) {
      case "held":
      case "registered":
        if (booking.expired || !(await this.holds.releaseInTx(tx, bookingId, "operator", "operator"))) {
          throw new DomainError("hold_expired");
        }
        if (email !== null) {
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
}
