import { Injectable } from "@nestjs/common";
import { CouponsService } from "../../coupons/coupons.service.js";
import type { OrderSale } from "../../payments/payments.types.js";
import type { Tx } from "../../platform/database/database.js";
import { StallOffers } from "../offers/stall-offers.service.js";
import { BookingInvoice } from "./booking-invoice.service.js";
import { BookingPaymentRepository } from "./booking-payment.repository.js";
import { BookingPaymentHistory } from "./booking-payment-history.service.js";
import { BookingSaleStall } from "./booking-sale-room.service.js";
import type { BookingRow } from "../booking.row.js";

/** The sale of a stall: booking, coupon, invoice, listing offer, story and nudge, in one transaction. */
@Injectable()
export class BookingSale {
  constructor(
    private readonly payments: BookingPaymentRepository,
    private readonly room: BookingSaleStall,
    private readonly coupons: CouponsService,
    private readonly invoices: BookingInvoice,
    private readonly history: BookingPaymentHistory,
    private readonly offers: StallOffers,
  ) {}

  /**
   * Sells inside a settlement's transaction, all locks held. Late money finds a free stall, or one on which only
   * holds stand that give way; where the payer has chosen another one, the booking changes to it first.
   *
   * @returns the booking as it is now
   * @throws Error when the booking cannot be sold: the settlement judged otherwise under the same locks
   */
  async sell(tx: Tx, released: BookingRow, sale: OrderSale, chosenStallId?: string): Promise<BookingRow> {
    const booking = await this.onChosenStall(tx, released, sale.orderId, chosenStallId);
    if (sale.late) await this.room.make(tx, booking);
    if (!(await this.payments.sell(tx, booking.id, sale.late))) {
      throw new Error(`booking ${booking.id} is ${booking.state} and cannot be sold`);
    }
    await this.coupons.markUsed(tx, booking.id);
    await this.history.record(tx, booking.id, {
      kind: sale.late ? "sold_late" : "sold",
      actor: "provider",
      note: sale.orderId,
      detail: { paymentId: sale.paymentId, trigger: sale.trigger },
    });
    // Last: its lock is the one all sales share.
    const { number } = await this.invoices.issue(tx, booking, sale.orderId);
    await this.history.record(tx, booking.id, { kind: "invoice_issued", actor: "system", note: number });
    const sold = { ...booking, state: "sold" } as const;
    await this.history.nudge(tx, sold, booking !== released);
    return sold;
  }

  private async onChosenStall(
    tx: Tx,
    booking: BookingRow,
    orderId: string,
    stallId: string | undefined,
  ): Promise<BookingRow> {
    if (stallId === undefined) return booking;
    await this.offers.accept(tx, booking, orderId, stallId);
    if (!(await this.payments.changeStall(tx, booking.id, stallId))) {
      throw new Error(`booking ${booking.id} is ${booking.state} and cannot change its stall`);
    }
    return { ...booking, stallId };
  }
}
