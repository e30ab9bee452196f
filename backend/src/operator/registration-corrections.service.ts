import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { BOOKING_LIFECYCLE } from "@sakhi/domain/bookings/booking.states";
import { invoiceRecipient } from "@sakhi/domain/bookings/invoice-recipient";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { changedFields, changesTaxFields, fieldLabels } from "@sakhi/domain/fields/correction.rules";
import { type CorrectableBy, fieldsOf } from "@sakhi/domain/fields/declared-fields";
import type { CorrectRegistrationDto } from "@sakhi/domain/operator/correct-registration.dto";
import { canChange } from "@sakhi/domain/payments/lifecycle.states";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { BookingHistoryService } from "../bookings/booking-history.service.js";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { InvoicesService, type ReissuedInvoice } from "../invoices/invoices.service.js";
import { MailService } from "../mail/mail.service.js";
import { registrationFieldsIn } from "../mail/mail.words.js";
import { MailedLinksService } from "../mail/mailed-links.service.js";
import { type SaleOrder, SaleOrdersService } from "../moves/sale-orders.service.js";
import { BookingRequestsService } from "../my-booking/booking-requests.service.js";
import type { Tx } from "../platform/database/database.js";
import type { CorrectResponse } from "./operator.response.js";

/**
 * Corrects registrations (docs/decisions/0028). If legally required facts on an issued invoice change, a credit note
 * cancels it and a new invoice is issued in the same transaction, and so for the debit notes of its moves; no money moves. History and audit log list the changed
 * fields, never their values.
 */
@Injectable()
export class RegistrationCorrectionsService {
  constructor(
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly bookingLocks: BookingLocksService,
    private readonly saleOrders: SaleOrdersService,
    private readonly invoices: InvoicesService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly mails: MailService,
    private readonly mailedLinks: MailedLinksService,
    private readonly bookingRequests: BookingRequestsService,
  ) {}

  /**
   * @throws DomainError booking_not_found, booking_not_registered, hold_expired, booking_ended; nothing_to_correct if no
   * field differs, e.g. after a double click; booking_changed if the booking changed since it was read; not_found and
   * issue_resolved for the issue
   */
  correct(administrator: Administrator, bookingId: string, dto: CorrectRegistrationDto): Promise<CorrectResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { booking } = await this.bookingLocks.lock(tx, bookingId);
      assertCorrectable(booking);
      const changed = changedFields(REGISTRATION_FIELDS, "operator", fieldsOf(REGISTRATION_FIELDS, booking), dto);
      if (changed.length === 0) throw new DomainError("nothing_to_correct");
      if (booking.updatedAt.getTime() !== new Date(dto.seenAt).getTime()) {
        throw new DomainError("booking_changed");
      }
      const { stallId, state, orderId } = booking;
      // Locks the orders before the invoice counters: a concurrent refund waits and then credits the new document.
      const orders = orderId !== null && state === "sold" ? await this.saleOrders.lock(tx, bookingId, orderId) : [];
      if (!(await this.bookingLocks.correct(tx, bookingId, "operator", dto))) throw new DomainError("hold_expired");
      const names = changed.join(" ");
      await this.bookingHistory.publish(
        tx,
        booking,
        {
          kind: "corrected",
          actor: "operator",
          note: fieldLabels(REGISTRATION_FIELDS, changed),
          detail: { fields: names },
        },
        // The workflow of a sold booking has completed; a new run records the remaining history.
        { evenIfCompleted: state === "sold" },
      );
      // Before locking the counters that all sales share. The reply goes to the corrected address.
      if (dto.issueId !== undefined) {
        await this.bookingRequests.fulfil(tx, dto.issueId, bookingId, administrator.username);
      }
      const reissued = changesTaxFields(REGISTRATION_FIELDS, changed)
        ? await this.reissue(tx, booking, dto, orders)
        : [];
      const invoice = reissued.find(({ kind }) => kind === "invoice");
      const debitNotes = reissued.filter(({ kind }) => kind === "debit_note").map((each) => each.invoice.number);
      await this.informBooker(tx, booking, dto, changed, invoice, debitNotes);
      return {
        response: {
          bookingId,
          stallId,
          changed: [...changed],
          ...(invoice === undefined
            ? {}
            : { invoiceNumber: invoice.invoice.number, creditNoteNumber: invoice.creditNote.number }),
          ...(debitNotes.length === 0 ? {} : { debitNoteNumbers: debitNotes }),
        },
        audit: {
          action: "registration_corrected",
          subjectType: "booking",
          subjectId: bookingId,
          reason: dto.reason,
          before: { invoice: invoice?.replacedNumber ?? null },
          after: {
            fields: names,
            invoice: invoice?.invoice.number ?? null,
            creditNote: invoice?.creditNote.number ?? null,
            ...(debitNotes.length === 0 ? {} : { debitNotes: debitNotes.join(" ") }),
            ...(dto.issueId === undefined ? {} : { issueId: dto.issueId }),
          },
        },
      };
    });
  }

  /** Replaces the invoice and the debit notes of the booking's moves; none of what is fully credited. */
  private async reissue(
    tx: Tx,
    { id: bookingId, orderId, state, stallId, eventId }: BookingRow,
    form: CorrectRegistrationDto,
    orders: readonly SaleOrder[],
  ): Promise<readonly ReissuedInvoice[]> {
    if (state !== "sold" || orderId === null) return [];
    const moveOrders = orders.map((order) => order.orderId).filter((each) => each !== orderId);
    const reissued = await this.invoices.reissue(tx, {
      ...{ orderId, bookingId, stallId, eventId, moveOrders },
      recipient: invoiceRecipient(form),
    });
    for (const each of reissued) await this.bookingHistory.recordReissued(tx, bookingId, each);
    return reissued;
  }

  /** Mails the booker, and notifies a replaced address without any detail: it may be a stranger's. */
  private async informBooker(
    tx: Tx,
    booking: BookingRow,
    { fullName: name, email }: CorrectRegistrationDto,
    changed: readonly CorrectableBy<typeof REGISTRATION_FIELDS, "operator">[],
    reissued: ReissuedInvoice | undefined,
    debitNotes: readonly string[],
  ): Promise<void> {
    const { id: bookingId, stallId, stallType, state, orderId, email: former } = booking;
    const sold = state === "sold";
    if (changed.includes("email")) {
      // Neither queued mails nor sent links may give the former address access to the booking.
      await this.mailedLinks.revoke(tx, "booking", bookingId);
      await this.mails.redirect(tx, bookingId, email);
    }
    // Not deduplicated: every correction is mailed.
    const correction = randomUUID();
    await this.mails.queue(tx, {
      template: "registration-corrected",
      to: email,
      bookingId,
      invoiceId: reissued?.invoice.invoiceId,
      creditNoteId: reissued?.creditNote.invoiceId,
      data: {
        ...{ name, stallId, stallType, sold },
        changed: fieldLabels(REGISTRATION_FIELDS, changed),
        orderId: sold ? (orderId ?? undefined) : undefined,
        invoiceNumber: reissued?.invoice.number,
        replacedNumber: reissued?.replacedNumber,
        creditNoteNumber: reissued?.creditNote.number,
        debitNoteNumber: debitNotes.length === 0 ? undefined : debitNotes.join(", "),
      },
      worded: (language) => ({ changed: registrationFieldsIn(language, changed) }),
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
  if (!canChange(BOOKING_LIFECYCLE, "corrected", state)) throw new DomainError("booking_ended");
  if (expired) throw new DomainError("hold_expired");
}
