import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { CorrectMyBookingDto } from "@sakhi/domain/bookings/booking-changes.dto";
import { ownCorrection } from "@sakhi/domain/bookings/my-booking.rules";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { changedFields, fieldLabels } from "@sakhi/domain/fields/correction.rules";
import { fieldsOf } from "@sakhi/domain/fields/declared-fields";
import { mailboxKey } from "@sakhi/domain/fields/mailbox-key";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { BookingHistoryService } from "../bookings/booking-history.service.js";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { OurNamesService } from "../catalogue/our-names.service.js";
import { InvoicesService } from "../invoices/invoices.service.js";
import type { LinkSession } from "../mail/link-sessions.service.js";
import { MailService } from "../mail/mail.service.js";
import { OrdersService } from "../payments/orders.service.js";
import { Database, type Tx } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";

const CHANGED_MEANWHILE = "Your booking has changed meanwhile. Please load this page again.";

/** Corrections of a booking by its payer (docs/decisions/0029). */
@Injectable()
export class MyBookingCorrectionsService {
  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly bookingLocks: BookingLocksService,
    private readonly orders: OrdersService,
    private readonly invoices: InvoicesService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly mails: MailService,
    private readonly ourNames: OurNamesService,
  ) {}

  /**
   * Corrects the payer's details until the invoice is issued. The history lists the changed fields, never their values.
   *
   * @param address the client's IP address
   * @throws DomainError invoice_issued, hold_expired, booking_ended; nothing_to_correct, e.g. after a double click;
   * booking_changed if the booking changed since the page loaded
   * @throws HttpError rate_limited
   */
  async correct(session: LinkSession, dto: CorrectMyBookingDto, address: string): Promise<void> {
    await this.ourNames.assertNotBorrowed({
      fullName: ["person", dto.fullName],
      businessName: ["business", dto.businessName],
    });
    // E-mail addresses and phone numbers have the same limits as on the registration form.
    const undo = await this.limits.use(
      { limit: "booking_corrections_per_booking", by: session.subjectId },
      { limit: "registrations_per_email", by: dto.email.toLowerCase(), address },
      { limit: "registrations_per_phone", by: dto.phoneNumber, address },
    );
    try {
      await this.database.transaction((tx) => this.correctInTx(tx, session, dto));
    } catch (error) {
      await undo();
      throw error;
    }
  }

  /** The language of the booking's mails, calendar and papers from now on. */
  async chooseLanguage(bookingId: string, language: LanguageCode): Promise<void> {
    await this.database.transaction((tx) => this.bookingLocks.setLanguage(tx, bookingId, language));
  }

  private async correctInTx(tx: Tx, session: LinkSession, dto: CorrectMyBookingDto): Promise<void> {
    const { subjectId: bookingId } = session;
    const { booking } = await this.bookingLocks.lock(tx, bookingId);
    const { orderId, state, expired } = booking;
    // A concurrent sale waits for these locks and invoices the corrected details, or has already issued the invoice.
    if (orderId !== null) await this.orders.lock(tx, orderId);
    const invoice = orderId === null ? undefined : await this.invoices.ofOrder(tx, orderId);
    const verdict = ownCorrection(state, { expired, invoiced: invoice !== undefined });
    if (verdict !== "allowed") throw new DomainError(verdict);
    const changed = changedFields(REGISTRATION_FIELDS, "owner", fieldsOf(REGISTRATION_FIELDS, booking), dto);
    if (changed.length === 0) throw new DomainError("nothing_to_correct");
    if (booking.updatedAt.getTime() !== new Date(dto.seenAt).getTime()) {
      throw new DomainError("booking_changed", {}, CHANGED_MEANWHILE);
    }
    if (!(await this.bookingLocks.correct(tx, bookingId, "owner", dto))) throw new DomainError("hold_expired");
    await this.bookingHistory.publish(tx, booking, {
      ...{ kind: "corrected", actor: "visitor" },
      note: fieldLabels(REGISTRATION_FIELDS, changed),
      detail: { fields: changed.join(" ") },
    });
    if (changed.includes("email")) await this.changeAddress(tx, booking, dto.email, session);
  }

  /**
   * Redirects queued mails to the new address and notifies the former one, without any detail: it may be a stranger's.
   * Links are not revoked: a thief who changes the address would lock the payer out.
   */
  private async changeAddress(
    tx: Tx,
    { id: bookingId, email: former }: BookingRow,
    email: string,
    { ownBrowser }: LinkSession,
  ): Promise<void> {
    await this.mails.redirect(tx, bookingId, email);
    if (former === null || mailboxKey(former) === mailboxKey(email)) return;
    // Anyone who came by a link may be a thief, so the address's owner is notified of every change. The registering browser
    // can enter any address and replace it again, so an address gets one notice a day, even if it is proven.
    await this.mails.queue(tx, {
      template: "address-changed",
      to: former,
      bookingId,
      data: { name: "" },
      dedupeKey: `address-changed/${bookingId}/${randomUUID()}`,
      onceADay: ownBrowser,
    });
  }
}
