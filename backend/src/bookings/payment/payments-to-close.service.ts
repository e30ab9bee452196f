import { Injectable } from "@nestjs/common";
import { OrdersService } from "../../payments/orders.service.js";
import type { Tx } from "../../platform/database/database.js";
import { BookingEventPublisher } from "../history/booking-event-publisher.service.js";
import type { BookingRow } from "../booking.row.js";

/**
 * Asks for the end of payments a visitor has under way for other stalls. Their stalls free when the provider's
 * answer is final, not before: the money may be on its way.
 */
@Injectable()
export class PaymentsToClose {
  constructor(
    private readonly orders: OrdersService,
    private readonly publisher: BookingEventPublisher,
  ) {}

  async askToClose(tx: Tx, bookings: readonly BookingRow[]): Promise<void> {
    for (const booking of bookings) {
      if (booking.state !== "paying" || booking.orderId === undefined) continue;
      await this.orders.askToClose(tx, booking.orderId);
      await this.publisher.nudge(tx, booking);
    }
  }
}
