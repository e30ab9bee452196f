import { Injectable } from "@nestjs/common";
import { CouponsService } from "../coupons/coupons.service.js";
import { MailService } from "../mail/mail.service.js";
import { OrdersService } from "../payments/orders.service.js";
import type { ClosingActor } from "../payments/payments.entities.js";
import type { Tx } from "../platform/database/database.js";
import { BookingHistoryService } from "./booking-history.service.js";
import type { BookingRow } from "./bookings.entities.js";
import { BookingsRepository } from "./bookings.repository.js";
import { HoldsService } from "./holds.service.js";

/** Locked bookings whose payment brought no money: released, or registered again, with all stalls of their order. */
@Injectable()
export class UnpaidBookingsService {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly holds: HoldsService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly coupons: CouponsService,
    private readonly orders: OrdersService,
    private readonly mails: MailService,
  ) {}

  /**
   * Releases a paying booking whose order is final without money. The reason is operator if an operator ended the
   * payment window, payment_failed if attempts failed, otherwise payment_expired. Emails the visitor unless they
   * switched to another stall, and starts the watch for late money.
   */
  async release(tx: Tx, booking: BookingRow, endedBy: ClosingActor): Promise<void> {
    const { id: bookingId, orderId, stallType } = booking;
    const name = booking.fullName ?? "";
    if (orderId === null) return;
    const stallId = await this.bookings.tagOfOrder(booking, tx);
    // Money that was returned instead: no mail may say that nothing was charged.
    const to = (await this.orders.hasPayment(tx, orderId, "success")) ? null : booking.email;
    const unpaid = (await this.orders.hasPayment(tx, orderId, "failed")) ? "payment_failed" : "payment_expired";
    const reason = endedBy === "operator" ? "operator" : unpaid;
    if (!(await this.bookings.releaseUnpaid(tx, bookingId, reason))) return;
    await this.coupons.release(tx, bookingId);
    if (to !== null && reason === "payment_failed") {
      await this.mails.queue(tx, {
        template: "payment-failed",
        to,
        bookingId,
        data: { name, orderId, stallId },
        dedupeKey: `payment-failed/${bookingId}`,
      });
    } else if (to !== null && reason === "operator") {
      await this.mails.queue(tx, {
        template: "hold-released",
        to,
        bookingId,
        data: { name, stallId, stallType, wasPaying: true },
        dedupeKey: `hold-released/${bookingId}`,
      });
    } else if (to !== null && endedBy !== "visitor") {
      await this.mails.queue(tx, {
        template: "hold-expired",
        to,
        bookingId,
        data: { name, stallId, stallType },
        dedupeKey: `hold-expired/${bookingId}`,
      });
    }
    await this.orders.watchForLatePayment(tx, { orderId, stallId: booking.stallId });
    const actor = endedBy === "operator" ? "operator" : "system";
    const released = { kind: "payment_released", actor, note: reason } as const;
    await this.bookingHistory.recordFurther(tx, bookingId, "released", released);
    await this.bookingHistory.publish(tx, { ...booking, state: "released" }, released);
  }

  /**
   * Releases a locked booking of a cancelled event whose payment is refunded. Its payer is notified of the refund.
   *
   * @returns the booking after it
   */
  async endOfCancelledEvent(tx: Tx, booking: BookingRow): Promise<BookingRow> {
    if (booking.state === "paying") await this.release(tx, booking, "operator");
    else await this.holds.releaseInTx(tx, booking.id, "operator", "operator");
    return { ...booking, state: "released", releaseReason: "operator" };
  }

  /**
   * Handles an order that the provider never opened: paying → registered with the original deadline, and on to released
   * (hold_expired) if that has passed. Releases the booking if the visitor holds another stall by now.
   */
  async notOpened(tx: Tx, booking: BookingRow, note: string): Promise<BookingRow> {
    const { id: bookingId, visitorId, orderId, state } = booking;
    if (state !== "paying") return booking;
    if (visitorId !== null && (await this.bookings.hasOtherHold(tx, visitorId, booking))) {
      if (!(await this.bookings.releaseUnpaid(tx, bookingId, "payment_expired"))) return booking;
      await this.coupons.release(tx, bookingId);
      if (orderId !== null) await this.orders.voidUnsent(tx, orderId);
      const released: BookingRow = { ...booking, state: "released" };
      const event = { kind: "payment_released", actor: "system", note: "payment_expired" } as const;
      await this.bookingHistory.recordFurther(tx, bookingId, "released", event);
      await this.bookingHistory.publish(tx, released, event);
      return released;
    }
    if (!(await this.bookings.backToRegistered(tx, bookingId))) return booking;
    const registered: BookingRow = { ...booking, state: "registered" };
    const event = { kind: "payment_not_opened", actor: "provider", note } as const;
    await this.bookingHistory.recordFurther(tx, bookingId, "registered", event);
    await this.bookingHistory.publish(tx, registered, event);
    // No-op before the deadline.
    const expired = await this.holds.releaseInTx(tx, bookingId, "hold_expired", "system");
    return expired ? { ...registered, state: "released" } : registered;
  }
}
