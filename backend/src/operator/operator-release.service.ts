import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { OrdersService } from "../payments/orders/orders.service.js";
import type { Tx } from "../platform/database/database.js";
import type { BookingRow } from "../bookings/booking.row.js";
import { HoldRelease } from "../bookings/hold/hold-release.service.js";
import { BookingNews } from "../bookings/history/booking-news.service.js";
import { OrganiserMails } from "./organiser-mails.service.js";

/** How an operator ends what a visitor has begun. */
@Injectable()
export class OperatorRelease {
  constructor(
    private readonly holds: HoldRelease,
    private readonly orders: OrdersService,
    private readonly news: BookingNews,
    private readonly mails: OrganiserMails,
  ) {}

  /**
   * Releases a hold, or begins to end a payment. All locks of the booking are held.
   *
   * @throws DomainError hold_expired, booking_sold, stall_blocked, booking_ended
   */
  async end(tx: Tx, booking: BookingRow): Promise<"released" | "closing"> {
    switch (booking.state) {
      case "held":
      case "registered":
        if (booking.expired) throw new DomainError("hold_expired");
        await this.holds.releaseInTx(tx, booking.id, "operator", "operator");
        await this.mails.released(tx, booking);
        return "released";
      case "paying":
        // The money may be on its way: only the provider can say that it is not.
        if (booking.orderId !== undefined) await this.orders.askToClose(tx, booking.orderId, "operator");
        await this.news.nudge(tx, booking);
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
