import { Injectable } from "@nestjs/common";
import type { OfflineMethod } from "@sakhi/domain/operator/organiser.types";
import type { Tx } from "../platform/database/database.js";
import type { BookingRow } from "../bookings/booking.row.js";
import { BookingInvoice } from "../bookings/payment/booking-invoice.service.js";
import { BookingEvents } from "../bookings/history/booking-events.service.js";
import { BookingNews } from "../bookings/history/booking-news.service.js";

/** What follows a sale to a walk-in, in its transaction: the story, the tax invoice, the nudge. */
@Injectable()
export class OfflineSaleStory {
  constructor(
    private readonly events: BookingEvents,
    private readonly news: BookingNews,
    private readonly invoices: BookingInvoice,
  ) {}

  /** @returns the invoice's number */
  async tell(
    tx: Tx,
    booking: BookingRow,
    sale: { readonly orderId: string; readonly paymentId: string; readonly method: OfflineMethod },
  ): Promise<string> {
    const { id: bookingId, pricePaise, finalPaise = pricePaise } = booking;
    const { orderId, paymentId, method } = sale;
    await this.events.record(tx, {
      bookingId,
      kind: "sold_offline",
      actor: "operator",
      note: orderId,
      detail: { paymentId, method, finalPaise },
    });
    // Last: its lock is the one all sales share.
    const { number } = await this.invoices.issue(tx, booking, orderId);
    await this.news.tell(tx, booking, { kind: "invoice_issued", actor: "system", note: number });
    return number;
  }
}
