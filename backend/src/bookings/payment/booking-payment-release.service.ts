import { Injectable } from "@nestjs/common";
import { unpaidReason } from "@sakhi/domain/payments/settlement.rules";
import { CouponsService } from "../../coupons/coupons.service.js";
import { MailService } from "../../mail/mail.service.js";
import { OrdersService } from "../../payments/orders.service.js";
import type { ClosingActor } from "../../payments/payments.types.js";
import type { Tx } from "../../platform/database/database.js";
import { BookingEventPublisher } from "../history/booking-event-publisher.service.js";
import { BookingPaymentRepository } from "./booking-payment.repository.js";
import type { BookingRow } from "../booking.row.js";

/** The one way a paying booking ends without a sale, with what follows in the same transaction. */
@Injectable()
export class BookingPaymentRelease {
  constructor(
    private readonly payments: BookingPaymentRepository,
    private readonly orders: OrdersService,
    private readonly coupons: CouponsService,
    private readonly mails: MailService,
    private readonly publisher: BookingEventPublisher,
  ) {}

  /**
   * Releases a paying booking whose order is final without money: operator where one ended the time to pay,
   * payment_failed where attempts failed, otherwise payment_expired. Mails the visitor, but not one who has turned to
   * another stall; has late money looked for.
   *
   * @returns whether it was released now
   */
  async releaseUnpaid(tx: Tx, booking: BookingRow, endedBy: ClosingActor): Promise<boolean> {
    const { id: bookingId, orderId, stallId } = booking;
    if (orderId === undefined) return false;
    const reason =
      endedBy === "operator" ? "operator" : unpaidReason(await this.orders.attemptsSummary(orderId, tx));
    if (!(await this.payments.releaseUnpaid(tx, bookingId, reason))) return false;
    await this.coupons.release(tx, bookingId);
    if (reason === "payment_failed" || endedBy !== "visitor") await this.mail(tx, booking, orderId, reason);
    await this.orders.watchForLatePayment(tx, { orderId, stallId });
    await this.publisher.record(
      tx,
      { ...booking, state: "released" },
      { kind: "payment_released", actor: endedBy === "operator" ? "operator" : "system", note: reason },
    );
    return true;
  }

  /** Releases a paying booking that has no order at the provider and whose visitor holds another stall by now. */
  async releaseNeverOpened(tx: Tx, booking: BookingRow): Promise<void> {
    if (!(await this.payments.releaseUnpaid(tx, booking.id, "payment_expired"))) return;
    await this.coupons.release(tx, booking.id);
    if (booking.orderId !== undefined) await this.orders.voidUnsent(tx, booking.orderId);
    await this.publisher.record(
      tx,
      { ...booking, state: "released" },
      { kind: "payment_released", actor: "system", note: "payment_expired" },
    );
  }

  private async mail(
    tx: Tx,
    booking: BookingRow,
    orderId: string,
    reason: "payment_failed" | "payment_expired" | "operator",
  ): Promise<void> {
    const { id: bookingId, email, stallId, stallType } = booking;
    if (email === undefined) return;
    const name = booking.fullName ?? "";
    const common = { to: email, bookingId };
    switch (reason) {
      case "payment_failed":
        await this.mails.queue(tx, {
          ...common,
          template: "payment-failed",
          data: { name, orderId, stallId },
          dedupeKey: `payment-failed/${bookingId}`,
        });
        return;
      case "payment_expired":
        await this.mails.queueUnpaid(tx, {
          ...common,
          template: "hold-expired",
          data: { name, stallId, stallType },
          dedupeKey: `hold-expired/${bookingId}`,
        });
        return;
      case "operator":
        await this.mails.queue(tx, {
          ...common,
          template: "hold-released",
          data: { name, stallId, stallType, wasPaying: true },
          dedupeKey: `hold-released/${bookingId}`,
        });
        return;
    }
  }
}
