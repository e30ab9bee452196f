import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Paise } from "@sakhi/domain/money/money";
import type { Actor } from "@sakhi/domain/payments/lifecycle.states";
import { AssignedBookingsService } from "../bookings/assigned-bookings.service.js";
import { BookingHistoryService } from "../bookings/booking-history.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { type InvoiceOfOrder, InvoicesService, type IssuedInvoice } from "../invoices/invoices.service.js";
import { bookingKeyMail, MailService } from "../mail/mail.service.js";
import type { Tx } from "../platform/database/database.js";
import type { StallRow } from "../stalls/stalls.service.js";

/** How a booking came to another stall, and what it cost. */
export interface MoveMade {
  readonly actor: Actor;
  readonly paidPaise?: Paise;
  readonly refundPaise?: Paise;
  /** Of another type, or of another price. */
  readonly isAnotherKind?: boolean;
  /** Issues the document of what was paid: last, because all documents share the counter's lock. */
  readonly issue?: (tx: Tx) => Promise<IssuedInvoice>;
}

/** Puts a booking on another stall: row, history, documents and mail. */
@Injectable()
export class MovedBookingsService {
  constructor(
    private readonly assigned: AssignedBookingsService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly mails: MailService,
    private readonly invoices: InvoicesService,
  ) {}

  /**
   * Moves a locked booking to a locked, free stall. Its former stall is free from the same commit on. The booker is notified by mail
   * if her address is known.
   *
   * @throws DomainError hold_expired if it is an unpaid one whose time is over
   */
  async move(tx: Tx, booking: BookingRow, to: StallRow, made: MoveMade): Promise<BookingRow> {
    const { id: bookingId, stallKey: fromKey, stallId: from } = booking;
    const { stallKey, stallId, type: stallType } = to;
    if (!(await this.assigned.move(tx, bookingId, fromKey, stallKey))) throw new DomainError("hold_expired");
    const moved: BookingRow = { ...booking, stallKey, stallId, stallType };
    const { actor, paidPaise = 0, refundPaise = 0 } = made;
    const money = { ...(paidPaise === 0 ? {} : { paidPaise }), ...(refundPaise === 0 ? {} : { refundPaise }) };
    await this.bookingHistory.publish(
      tx,
      moved,
      { kind: "moved", actor, note: `${from} to ${stallId}`, detail: { from, to: stallId, ...money } },
      // The workflow of a sold booking has completed; a new run carries the new stall as its search attribute.
      { evenIfCompleted: booking.state === "sold" },
    );
    const document = await made.issue?.(tx);
    if (document !== undefined) {
      await this.bookingHistory.record(tx, bookingId, {
        kind: "invoice_issued",
        actor: "system",
        note: document.number,
        detail: { debitNote: true },
      });
    }
    await this.mailAboutMove(tx, moved, from, made, document);
    return moved;
  }

  /** Mails the booker, if their address is known. */
  private async mailAboutMove(
    tx: Tx,
    booking: BookingRow,
    fromStallId: string,
    { actor, paidPaise, refundPaise, isAnotherKind = false }: MoveMade,
    document: IssuedInvoice | undefined,
  ): Promise<void> {
    const { id: bookingId, email, stallId, stallType, state } = booking;
    if (email === null) return;
    const sold = state === "sold";
    const invoice = sold ? await this.confirmSale(tx, booking, email) : undefined;
    await this.mails.queue(tx, {
      template: "booking-moved",
      to: email,
      bookingId,
      invoiceId: document?.invoiceId,
      data: {
        name: booking.fullName ?? "",
        fromStallId,
        stallId,
        stallType,
        sold,
        orderId: sold ? (booking.orderId ?? undefined) : undefined,
        invoiceNumber: invoice?.number,
        invoiceStallId: invoice?.stallId,
        ...(actor === "operator" ? {} : { byHolder: true }),
        ...(isAnotherKind ? { isAnotherKind } : {}),
        ...(paidPaise === undefined || paidPaise === 0 ? {} : { paidPaise }),
        ...(refundPaise === undefined || refundPaise === 0 ? {} : { refundPaise }),
        ...(document === undefined ? {} : { debitNoteNumber: document.number }),
      },
      // By its turn: a booking can move repeatedly, even to the same stall, and a move that is repeated after a restore was
      // mailed already.
      dedupeKey: `booking-moved/${bookingId}/${await this.assigned.moves(tx, bookingId)}`,
    });
  }

  /**
   * Queues the sale's confirmation unless the invoice's job has done so; queued later, it would name the former stall.
   *
   * @returns the invoice
   */
  private async confirmSale(tx: Tx, booking: BookingRow, email: string): Promise<InvoiceOfOrder | undefined> {
    const { id: bookingId, stallId, stallType } = booking;
    const name = booking.fullName ?? "";
    const orderId = booking.orderId ?? "";
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
    await this.mails.queue(tx, bookingKeyMail({ to: email, bookingId }, { name, orderId, stallId }));
    return invoice;
  }
}
