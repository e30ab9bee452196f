import { Injectable } from "@nestjs/common";
import type { Tx } from "../../platform/database/database.js";
import { BookingEventPublisher } from "../history/booking-event-publisher.service.js";
import { BookingPaymentRelease } from "./booking-payment-release.service.js";
import { BookingPaymentRepository } from "./booking-payment.repository.js";
import type { BookingRow } from "../booking.row.js";
import { HoldRelease } from "../hold/hold-release.service.js";

/** The way back from a payment that was never opened (architecture section 4, step 4). */
@Injectable()
export class BookingPaymentRollback {
  constructor(
    private readonly payments: BookingPaymentRepository,
    private readonly holds: HoldRelease,
    private readonly release: BookingPaymentRelease,
    private readonly publisher: BookingEventPublisher,
  ) {}

  /**
   * paying → registered with the original deadline; where that has passed, released at once as hold_expired. A
   * visitor who holds another stall by now cannot have this one back as well: it is released.
   *
   * @param booking as it was locked
   * @returns it as it is now
   */
  async notOpened(tx: Tx, booking: BookingRow, note: string): Promise<BookingRow> {
    if (booking.state !== "paying") return booking;
    if (await this.turnedAway(tx, booking)) {
      await this.release.releaseNeverOpened(tx, booking);
      return { ...booking, state: "released" };
    }
    if (!(await this.payments.backToRegistered(tx, booking.id))) return booking;
    const registered = { ...booking, state: "registered" } as const;
    await this.publisher.record(tx, registered, { kind: "payment_not_opened", actor: "provider", note });
    // Does nothing before the deadline.
    const released = await this.holds.releaseInTx(tx, booking.id, "hold_expired", "system");
    return released ? { ...booking, state: "released" } : registered;
  }

  private async turnedAway(tx: Tx, { id, visitorId }: BookingRow): Promise<boolean> {
    return visitorId !== undefined && (await this.payments.hasOtherHold(tx, visitorId, id));
  }
}
