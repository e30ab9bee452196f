import { Injectable } from "@nestjs/common";
import { formatDays, parseDay } from "@sakhi/domain/invoices/indian-dates";
import { placeOfSupply } from "@sakhi/domain/invoices/place-of-supply";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { CouponsService } from "../../coupons/coupons.service.js";
import { InvoicesService } from "../../invoices/invoices.service.js";
import type { OrderSale } from "../../payments/orders/order-subject.types.js";
import { Config } from "../../platform/config/config.js";
import type { Tx } from "../../platform/database/database.js";
import { BookingPaymentRepository } from "./booking-payment.repository.js";
import { BookingPaymentStory } from "./booking-payment-story.service.js";
import { BookingSaleRoom } from "./booking-sale-room.service.js";
import type { BookingRow } from "../booking.row.js";

/** The sale of a stall: booking, coupon, invoice, listing offer, story and nudge, in one transaction. */
@Injectable()
export class BookingSale {
  constructor(
    private readonly config: Config,
    private readonly payments: BookingPaymentRepository,
    private readonly room: BookingSaleRoom,
    private readonly coupons: CouponsService,
    private readonly invoices: InvoicesService,
    private readonly story: BookingPaymentStory,
  ) {}

  /**
   * Sells inside a settlement's transaction, all locks held. Late money finds a free stall, or one on which only
   * holds stand that give way.
   *
   * @throws Error when the booking cannot be sold: the settlement judged otherwise under the same locks
   */
  async sell(tx: Tx, booking: BookingRow, sale: OrderSale): Promise<void> {
    if (sale.late) await this.room.make(tx, booking);
    if (!(await this.payments.sell(tx, booking.id, sale.late))) {
      throw new Error(`booking ${booking.id} is ${booking.state} and cannot be sold`);
    }
    await this.coupons.markUsed(tx, booking.id);
    await this.story.tell(tx, booking.id, {
      kind: sale.late ? "sold_late" : "sold",
      actor: "provider",
      note: sale.orderId,
      detail: { paymentId: sale.paymentId, trigger: sale.trigger },
    });
    // Last: its lock is the one all sales share.
    const { number } = await this.issueInvoice(tx, booking, sale.orderId);
    await this.story.tell(tx, booking.id, { kind: "invoice_issued", actor: "system", note: number });
    await this.story.nudge(tx, booking.id);
  }

  private issueInvoice(tx: Tx, booking: BookingRow, orderId: string) {
    const { stallId, stallType, fullName, email, phone, finalPaise } = booking;
    if (fullName === undefined || email === undefined || phone === undefined || finalPaise === undefined) {
      throw new Error(`booking ${booking.id} is not registered`);
    }
    const { start, end, stateCode } = this.config.event;
    const place = placeOfSupply("stall", booking.gstNumber, {
      eventStateCode: stateCode,
      sellerStateCode: this.config.seller.stateCode,
    });
    return this.invoices.issue(tx, {
      orderId,
      product: "stall",
      description: `Stall ${stallId} (${stallTypeLabel(stallType)}) at the Mela, ${formatDays(parseDay(start), parseDay(end))}`,
      totalPaise: finalPaise,
      pricePaise: booking.pricePaise,
      discountPaise: booking.discountPaise,
      couponCode: booking.couponCode,
      recipient: {
        name: fullName,
        businessName: booking.businessName,
        email,
        phone,
        gstNumber: booking.gstNumber,
        address: booking.gstAddress,
        pincode: booking.pincode,
      },
      placeOfSupplyState: place.stateCode,
      booking: { bookingId: booking.id, stallId, stallType },
    });
  }
}
