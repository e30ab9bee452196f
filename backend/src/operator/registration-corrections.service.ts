import { Injectable } from "@nestjs/common";
import { randomUUID } from "node:crypto";
import { canChange } from "@sakhi/domain/bookings/booking.states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { CorrectRegistrationDto } from "@sakhi/domain/operator/correct-registration.dto";
import {
  changedFields,
  changesTaxFacts,
  type CorrectableField,
  fieldsInWords,
} from "@sakhi/domain/operator/correction.rules";
import type { Administrator } from "../accounts/administrator.js";
import { BookingEvents } from "../bookings/booking-events.service.js";
import { BookingRecords } from "../bookings/booking-records.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { InvoicesService, type ReissuedInvoice } from "../invoices/invoices.service.js";
import { BookingLinks } from "../mail/booking-links.service.js";
import { MailService } from "../mail/mail.service.js";
import { BookingRequests } from "../my-booking/booking-requests.service.js";
import { OperatorRefundsService } from "../payments/operator-refunds.service.js";
import type { Tx } from "../platform/database/database.js";
import { OperatorTransaction } from "./operator-transaction.service.js";
import type { CorrectResponse } from "./operator.response.js";

/**
 * Corrects a registration (docs/decisions/0028). Where what the law asks for on an invoice changes after its issue, the
 * invoice is taken back by a credit note and issued again in the same transaction; no money moves. History and audit log
 * name the fields that changed, never what stands in them.
 */
@Injectable()
export class RegistrationCorrectionsService {
  constructor(
    private readonly transaction: OperatorTransaction,
    private readonly bookings: BookingRecords,
    private readonly refunds: OperatorRefundsService,
    private readonly invoices: InvoicesService,
    private readonly events: BookingEvents,
    private readonly mails: MailService,
    private readonly links: BookingLinks,
    private readonly requests: BookingRequests,
  ) {}

  /**
   * @throws DomainError booking_not_found, booking_not_registered, hold_expired, booking_ended; nothing_to_correct where
   * the details are on record already, as after a second click; booking_changed where somebody changed the booking since
   * it was looked at; not_found and issue_resolved for the entry of the inbox
   */
  correct(administrator: Administrator, bookingId: string, dto: CorrectRegistrationDto): Promise<CorrectResponse> {
    return this.transaction.run(administrator, async (tx) => {
      const { booking } = await this.bookings.lock(tx, bookingId);
      assertCorrectable(booking);
      const changed = changedFields({ ...booking, phoneNumber: booking.phone }, dto);
      if (changed.length === 0) throw new DomainError("nothing_to_correct");
      if (booking.updatedAt.getTime() !== new Date(dto.seenAt).getTime()) {
        throw new DomainError("booking_changed");
      }
      const { stallId, state, orderId } = booking;
      // The order before the invoice counters: a refund of it waits, and then credits the new invoice.
      if (orderId !== null && state === "sold") await this.refunds.left(tx, orderId);
      if (!(await this.bookings.correct(tx, bookingId, dto))) throw new DomainError("hold_expired");
      const names = changed.join(" ");
      await this.events.publish(
        tx,
        booking,
        { kind: "corrected", actor: "operator", note: fieldsInWords(changed), detail: { fields: names } },
        // The workflow of a sold booking has closed: a new run continues the history to its new end.
        { evenIfCompleted: state === "sold" },
      );
      // Before the counters that all sales share. The answer goes to the address as it is now.
      if (dto.issueId !== undefined) {
        await this.requests.fulfil(tx, dto.issueId, bookingId, administrator.username);
      }
      const reissued = changesTaxFacts(changed) ? await this.reissue(tx, booking, dto) : undefined;
      await this.informBooker(tx, booking, dto, changed, reissued);
      return {
        response: {
          bookingId,
          stallId,
          changed: [...changed],
          ...(reissued === undefined
            ? {}
            : { invoiceNumber: reissued.invoice.number, creditNoteNumber: reissued.creditNote.number }),
        },
        audit: {
          action: "registration_corrected",
          subjectType: "booking",
          subjectId: bookingId,
          reason: dto.reason,
          before: { invoice: reissued?.replacedNumber ?? null },
          after: {
            fields: names,
            invoice: reissued?.invoice.number ?? null,
            creditNote: reissued?.creditNote.number ?? null,
            ...(dto.issueId === undefined ? {} : { issueId: dto.issueId }),
          },
        },
      };
    });
  }

  /** A credit note for the whole of the invoice, and a new one; undefined where none was issued, or nothing is left of it. */
  private async reissue(
    tx: Tx,
    { id: bookingId, orderId, state, stallId }: BookingRow,
    form: CorrectRegistrationDto,
  ): Promise<ReissuedInvoice | undefined> {
    if (state !== "sold" || orderId === null) return undefined;
    const { fullName, businessName, email, phoneNumber, gstNumber, gstAddress, pincode } = form;
    const reissued = await this.invoices.reissue(tx, {
      orderId,
      stallId,
      recipient: {
        name: fullName,
        phone: phoneNumber,
        address: gstAddress,
        ...{ businessName, email, gstNumber, pincode },
      },
    });
    if (reissued === undefined) return undefined;
    const { creditNote, invoice } = reissued;
    await this.events.record(tx, {
      ...{ bookingId, kind: "credit_note_issued", actor: "system" },
      note: creditNote.number,
    });
    await this.events.record(tx, {
      ...{ bookingId, kind: "invoice_issued", actor: "system" },
      ...{ note: invoice.number, detail: { replaces: reissued.replacedNumber } },
    });
    return reissued;
  }

  /** Informs the booker; where the address changed the former one too, without any detail: it may be a stranger's. */
  private async informBooker(
    tx: Tx,
    booking: BookingRow,
    { fullName: name, email }: CorrectRegistrationDto,
    changed: readonly CorrectableField[],
    reissued: ReissuedInvoice | undefined,
  ): Promise<void> {
    const { id: bookingId, stallId, stallType, state, orderId, email: former } = booking;
    const sold = state === "sold";
    if (changed.includes("email")) {
      // Nothing that is still to be sent, and no link that was, leads the former address to the booking.
      await this.links.revoke(tx, bookingId);
      await this.mails.redirect(tx, bookingId, email);
    }
    // It can be corrected again and again: each time is a mail of its own.
    const correction = randomUUID();
    await this.mails.queue(tx, {
      template: "registration-corrected",
      to: email,
      bookingId,
      invoiceId: reissued?.invoice.invoiceId,
      creditNoteId: reissued?.creditNote.invoiceId,
      data: {
        ...{ name, stallId, stallType, sold },
        changed: fieldsInWords(changed),
        orderId: sold ? (orderId ?? undefined) : undefined,
        invoiceNumber: reissued?.invoice.number,
        replacedNumber: reissued?.replacedNumber,
        creditNoteNumber: reissued?.creditNote.number,
      },
      dedupeKey: `registration-corrected/${bookingId}/${correction}`,
    });
    if (former === null || former.toLowerCase() === email.toLowerCase()) return;
    await this.mails.queue(tx, {
      template: "address-changed",
      to: former,
      bookingId,
      data: { name: "" },
      dedupeKey: `address-changed/${bookingId}/${correction}`,
    });
  }
}

function assertCorrectable({ state, expired }: BookingRow): void {
  if (state === "held") throw new DomainError(expired ? "hold_expired" : "booking_not_registered");
  if (!canChange("corrected", state)) throw new DomainError("booking_ended");
  if (expired) throw new DomainError("hold_expired");
}
