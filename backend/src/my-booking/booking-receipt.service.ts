import { Injectable } from "@nestjs/common";
import { RECEIPT_SECONDS } from "@sakhi/domain/bookings/my-booking.rules";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { fieldLabels } from "@sakhi/domain/fields/correction.rules";
import { BookingHistoryService } from "../bookings/booking-history.service.js";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { MailService } from "../mail/mail.service.js";
import { MailedLinksService } from "../mail/mailed-links.service.js";
import type { MissingPapers } from "../mail/missing-papers.sql.js";
import { ReceiptsService } from "../mail/receipts.service.js";
import { TicketCodesService } from "../mail/ticket-codes.service.js";
import { Database, type Tx } from "../platform/database/database.js";
import { RateLimits, type RateUse } from "../platform/http/rate-limits.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";
import { MyBookingPapersService } from "./my-booking-papers.service.js";

/** A booking whose stall was sold, and invoiced, within the last day. */
export const soldLately = (b = "b"): string => `(${b}.state = 'sold' AND EXISTS (
  SELECT FROM invoices lately WHERE lately.order_id = ${b}.order_id AND lately.kind = 'invoice'
     AND lately.issued_at > clock_timestamp() - interval '${RECEIPT_SECONDS} seconds'))`;

const PAID = `
  SELECT b.id, b.email FROM bookings b
   WHERE b.order_id = $1 AND b.first_booking_id IS NULL AND b.visitor_id = $2 AND b.erased_at IS NULL AND b.email IS NOT NULL AND ${soldLately()}`;

/** The receipt of a stall. */
@Injectable()
export class BookingReceiptService extends ReceiptsService {
  constructor(
    database: Database,
    limits: RateLimits,
    private readonly bookingLocks: BookingLocksService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly mailedLinks: MailedLinksService,
    private readonly mails: MailService,
    private readonly papers: MyBookingPapersService,
    private readonly ticketCodes: TicketCodesService,
  ) {
    super(database, limits, { purpose: "booking", template: "booking-confirmed", about: "booking_id", paid: PAID });
  }

  protected override uses(bookingId: string, email: string, { address }: Visitor): readonly RateUse[] {
    return [
      { limit: "booking_corrections_per_booking", by: bookingId },
      { limit: "registrations_per_email", by: email.toLowerCase(), address },
    ];
  }

  protected override missing(bookingId: string): Promise<MissingPapers | undefined> {
    return this.papers.missing(bookingId);
  }

  protected override ticket(bookingId: string): Promise<string | undefined> {
    return this.ticketCodes.of(bookingId);
  }

  protected override async lock(tx: Tx, bookingId: string): Promise<(email: string) => Promise<void>> {
    const { booking } = await this.bookingLocks.lock(tx, bookingId);
    // The other stalls of her order have mails of their own, which went to the same address.
    const further = (await this.bookingLocks.further(tx, bookingId)).filter(
      ({ orderId, state, email }) => orderId === booking.orderId && state === "sold" && email === booking.email,
    );
    return async (email) => {
      for (const each of [booking, ...further]) await this.correct(tx, each, email);
    };
  }

  /** The history lists that the address was changed, never its value. @throws DomainError booking_link_invalid */
  private async correct(tx: Tx, booking: BookingRow, email: string): Promise<void> {
    const { id } = booking;
    if (!(await this.bookingLocks.correct(tx, id, "receipt", { email }))) throw new DomainError("booking_link_invalid");
    await this.bookingHistory.publish(
      tx,
      booking,
      {
        kind: "corrected",
        actor: "visitor",
        note: fieldLabels(REGISTRATION_FIELDS, ["email"]),
        detail: { fields: "email" },
      },
      { evenIfCompleted: true },
    );
    await this.mailedLinks.revoke(tx, "booking", id);
    await this.mails.redirect(tx, id, email);
    await this.mails.confirmAgain(tx, id, email);
  }
}
