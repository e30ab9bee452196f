import { Injectable } from "@nestjs/common";
import { MailService } from "../../mail/mail.service.js";
import type { EndedRefund, OrderRefund } from "../../payments/payments.types.js";
import type { Tx } from "../../platform/database/database.js";
import { BookingEvents } from "../history/booking-events.service.js";
import type { BookingEvent } from "../history/booking-events.service.js";
import { BookingEventPublisher } from "../history/booking-event-publisher.service.js";
import type { BookingRow } from "../booking.row.js";

/** What is told of a booking's payment: its story, its workflow's nudge, and the mail about money that goes back. */
@Injectable()
export class BookingPaymentHistory {
  constructor(
    private readonly events: BookingEvents,
    private readonly publisher: BookingEventPublisher,
    private readonly mails: MailService,
  ) {}

  record(tx: Tx, bookingId: string, event: Omit<BookingEvent, "bookingId">): Promise<void> {
    return this.events.record(tx, { ...event, bookingId });
  }

  /** @param evenIfCompleted also where its workflow has closed: a new run carries the stall it has now */
  nudge(tx: Tx, booking: BookingRow, evenIfCompleted = false): Promise<void> {
    return this.publisher.nudge(tx, booking, { evenIfCompleted });
  }

  async mailRefund(tx: Tx, booking: BookingRow, refund: OrderRefund): Promise<void> {
    if (booking.email === undefined) return;
    const { orderId, refundId, amountPaise, why, creditNote } = refund;
    await this.mails.queue(tx, {
      template: "payment-refunded",
      to: booking.email,
      data: {
        name: booking.fullName ?? "",
        orderId,
        stallId: booking.stallId,
        amountPaise,
        why,
        creditNoteNumber: creditNote?.number,
      },
      invoiceId: creditNote?.invoiceId,
      dedupeKey: `payment-refunded/${refundId}`,
      bookingId: booking.id,
    });
  }

  async mailRefundEnded(tx: Tx, booking: BookingRow, refund: EndedRefund): Promise<void> {
    if (booking.email === undefined) return;
    const { refundId, orderId, amountPaise, state } = refund;
    await this.mails.queue(tx, {
      template: "refund-ended",
      to: booking.email,
      data: { name: booking.fullName ?? "", orderId, stallId: booking.stallId, amountPaise, state },
      dedupeKey: `refund-ended/${refundId}`,
      bookingId: booking.id,
    });
  }
}
