import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { InvoicesService } from "../invoices/invoices.service.js";
import type { InvoiceOfOrder } from "../invoices/invoices.service.js";
import type { CancelledRefund } from "../mail/mail.service.js";
import { MailService } from "../mail/mail.service.js";
import type { Tx } from "../platform/database/database.js";
import type { BookingRow } from "../bookings/booking.row.js";

/** What people are told of an operator's action on their booking; nobody whose address we never got. */
@Injectable()
export class OrganiserMails {
  constructor(
    private readonly mails: MailService,
    private readonly invoices: InvoicesService,
  ) {}

  /** @param booking as it stands now */
  async moved(tx: Tx, booking: BookingRow, fromStallId: string): Promise<void> {
    const { id: bookingId, email, fullName = "", stallId, stallType, state } = booking;
    if (email === undefined) return;
    const sold = state === "sold";
    const invoice = sold ? await this.confirmed(tx, booking, email) : undefined;
    await this.mails.queue(tx, {
      template: "booking-moved",
      to: email,
      bookingId,
      data: {
        name: fullName,
        fromStallId,
        stallId,
        stallType,
        sold,
        orderId: sold ? booking.orderId : undefined,
        invoiceNumber: invoice?.number,
        invoiceStallId: invoice?.stallId,
      },
      // It can move there and back and there again: each time is a mail of its own.
      dedupeKey: `booking-moved/${bookingId}/${randomUUID()}`,
    });
  }

  /**
   * Has the sale confirmed, where the invoice's job has not done so yet: later it would name the stall before.
   *
   * @returns the invoice
   */
  private async confirmed(tx: Tx, booking: BookingRow, email: string): Promise<InvoiceOfOrder | undefined> {
    const { id: bookingId, fullName: name = "", stallId, stallType, orderId = "" } = booking;
    const invoice = await this.invoices.ofOrder(tx, orderId);
    if (invoice === undefined) return undefined;
    const { invoiceId, number: invoiceNumber, totalPaise: amountPaise } = invoice;
    await this.mails.queue(tx, {
      template: "booking-confirmed",
      to: email,
      bookingId,
      invoiceId,
      data: { name, orderId, stallId, stallType, amountPaise, invoiceNumber },
      dedupeKey: `booking-confirmed-${bookingId}`,
    });
    return invoice;
  }

  async extended(tx: Tx, booking: BookingRow, minutes: number, expiresAt: Date): Promise<void> {
    const { id: bookingId, email, fullName = "", stallId, stallType } = booking;
    if (email === undefined) return;
    await this.mails.queue(tx, {
      template: "hold-extended",
      to: email,
      bookingId,
      data: { name: fullName, stallId, stallType, minutes, expiresAt: expiresAt.toISOString() },
      dedupeKey: `hold-extended/${bookingId}/${expiresAt.toISOString()}`,
    });
  }

  async released(tx: Tx, booking: BookingRow): Promise<void> {
    const { id: bookingId, email, fullName = "", stallId, stallType } = booking;
    if (email === undefined) return;
    await this.mails.queue(tx, {
      template: "hold-released",
      to: email,
      bookingId,
      data: { name: fullName, stallId, stallType, wasPaying: false },
      dedupeKey: `hold-released/${bookingId}`,
    });
  }

  /** @param creditNoteId the credit note to attach */
  async cancelled(
    tx: Tx,
    booking: BookingRow,
    refund: {
      readonly refundPaise: number;
      readonly refund: CancelledRefund;
      readonly creditNoteNumber: string | undefined;
      readonly creditNoteId: string | undefined;
    },
  ): Promise<void> {
    const { id: bookingId, email, fullName = "", stallId, stallType, orderId = "" } = booking;
    if (email === undefined) return;
    const { refundPaise, refund: how, creditNoteNumber, creditNoteId } = refund;
    await this.mails.queue(tx, {
      template: "booking-cancelled",
      to: email,
      bookingId,
      invoiceId: creditNoteId,
      data: { name: fullName, stallId, stallType, orderId, refundPaise, refund: how, creditNoteNumber },
      dedupeKey: `booking-cancelled/${bookingId}`,
    });
  }
}
