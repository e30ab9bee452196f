import { Injectable } from "@nestjs/common";
import type { Tx } from "../../platform/database/database.js";
import { BookingEventPublisher } from "../history/booking-event-publisher.service.js";
import { BookingPaymentRelease } from "./booking-payment-release.service.js";
import { BookingPaymentRepository } from "./booking-payment.repository.js";
import type { BookingRow } from "../booking.row.js";
import { BookingsRepository } from "../bookings.repository.js";
import { HoldRelease } from "../hold/hold-release.service.js";

/** The way back from a payment that was never opened (architecture section 4, step 4). */
@Injectable()
export class BookingPaymentRollback {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly payments: BookingPaymentRepository,
    private readonly holds: HoldRelease,
    private readonly release: BookingPaymentRelease,
    private readonly publisher: BookingEventPublisher,
  ) {}

  /**
   * paying → registered with the original deadline; where that has passed, released at once as hold_expired. A
   * visitor who holds another stall by now cannot have this one back as well: it is released.
   */
  async notOpened(tx: Tx, bookingId: string, note: string): Promise<void> {
    const booking = await this.bookings.lock(tx, bookingId);
    if (booking === undefined || booking.state !== "paying") return;
    if (await this.turnedAway(tx, booking)) {
      await this.release.releaseNeverOpened(tx, booking);
      return;
    }
    if (!(await this.payments.backToRegistered(tx, bookingId))) return;
    await this.publisher.record(
      tx,
      { ...booking, state: "registered" },
      { kind: "payment_not_opened", actor: "provider", note },
    );
    // Does nothing before the deadline.
    await this.holds.releaseInTx(tx, bookingId, "hold_expired", "system");
  }

  private async turnedAway(tx: Tx, { id, visitorId }: BookingRow): Promise<boolean> {
    return visitorId !== undefined && (await this.payments.hasOtherHold(tx, visitorId, id));
  }
}
