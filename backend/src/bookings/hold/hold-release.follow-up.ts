import { Injectable } from "@nestjs/common";
import type { BookingActor, ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import { CouponsService } from "../../coupons/coupons.service.js";
import { MailService } from "../../mail/mail.service.js";
import { OrdersService } from "../../payments/orders.service.js";
import type { Tx } from "../../platform/database/database.js";
import { BookingEventPublisher } from "../history/booking-event-publisher.service.js";
import type { BookingRow } from "../booking.row.js";

/** Why a hold can end without a sale. */
export type HoldReleaseReason = Extract<ReleaseReason, "left" | "replaced" | "hold_expired" | "operator">;

/** What follows a released hold, in the same transaction: event, coupon, order, mail, nudge. */
@Injectable()
export class HoldReleaseFollowUp {
  constructor(
    private readonly publisher: BookingEventPublisher,
    private readonly coupons: CouponsService,
    private readonly orders: OrdersService,
    private readonly mails: MailService,
  ) {}

  /** @param booking as it was before its release */
  async released(tx: Tx, booking: BookingRow, reason: HoldReleaseReason, actor: BookingActor): Promise<void> {
    const { id: bookingId, stallId, stallType, orderId } = booking;
    await this.coupons.release(tx, bookingId);
    if (orderId !== undefined) await this.orders.voidUnsent(tx, orderId);
    if (reason === "hold_expired" && booking.state === "registered" && booking.email !== undefined) {
      await this.mails.queueUnpaid(tx, {
        template: "hold-expired",
        to: booking.email,
        data: { name: booking.fullName ?? "", stallId, stallType },
        dedupeKey: `hold-expired/${bookingId}`,
        bookingId,
      });
    }
    await this.publisher.record(
      tx,
      { ...booking, state: "released" },
      { kind: "hold_released", actor, note: reason },
    );
  }
}
