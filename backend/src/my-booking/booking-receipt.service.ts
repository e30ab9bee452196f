import { Injectable } from "@nestjs/common";
import type { CorrectReceiptEmailDto } from "@sakhi/domain/bookings/my-booking.dto";
import { receiptCorrection, RECEIPT_SECONDS } from "@sakhi/domain/bookings/my-booking.rules";
import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { fieldLabels } from "@sakhi/domain/operator/correction.rules";
import { BookingHistoryService } from "../bookings/booking-history.service.js";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { MailService } from "../mail/mail.service.js";
import { MailedLinksService } from "../mail/mailed-links.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";
import type { BookingReceiptResponse } from "./my-booking.response.js";

/** A booking whose stall was sold, and invoiced, within the last day. */
export const soldLately = (b = "b"): string => `(${b}.state = 'sold' AND EXISTS (
  SELECT FROM invoices lately WHERE lately.order_id = ${b}.order_id AND lately.kind = 'invoice'
     AND lately.issued_at > clock_timestamp() - interval '${RECEIPT_SECONDS} seconds'))`;

interface ReceiptRow {
  readonly bookingId: string;
  readonly email: string;
  readonly mailState: BookingReceiptResponse["mail"];
  readonly opened: boolean;
}

/**
 * What the browser that has just paid for a stall sees of its mail: the success page has no link yet, and a mistyped
 * address would lose ticket, invoice and link at once.
 */
@Injectable()
export class BookingReceiptService {
  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly bookingLocks: BookingLocksService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly mailedLinks: MailedLinksService,
    private readonly mails: MailService,
  ) {}

  /** @returns null unless this browser registered the order and its stall was sold within the last day */
  async read(orderId: string, visitor: Visitor): Promise<BookingReceiptResponse | null> {
    const receipt = await this.find(orderId, visitor);
    if (receipt === undefined) return null;
    const { email, mailState, opened } = receipt;
    return { email, mail: mailState, correctable: receiptCorrection({ opened }) === "allowed" };
  }

  /**
   * Corrects the address and sends the confirmation there. Links of mails to the former address end, since it may be a
   * stranger's. The history lists that the address was changed, never its value.
   *
   * @throws DomainError booking_link_invalid for another browser's order, or a day after the sale; receipt_opened once a
   * link of our mails was opened; nothing_to_correct
   * @throws HttpError rate_limited
   */
  async correctEmail(
    { orderId, email }: CorrectReceiptEmailDto,
    visitor: Visitor,
  ): Promise<BookingReceiptResponse | null> {
    const own = await this.require(orderId, visitor);
    const undo = await this.limits.use(
      { limit: "booking_corrections_per_booking", by: own.bookingId },
      { limit: "registrations_per_email", by: email.toLowerCase(), address: visitor.address },
    );
    try {
      await this.database.transaction((tx) => this.correctInTx(tx, orderId, email, visitor));
    } catch (error) {
      await undo();
      throw error;
    }
    return this.read(orderId, visitor);
  }

  private async correctInTx(tx: Tx, orderId: string, email: string, visitor: Visitor): Promise<void> {
    const { bookingId } = await this.require(orderId, visitor, tx);
    const { booking } = await this.bookingLocks.lock(tx, bookingId);
    // Read again under the lock.
    const receipt = await this.require(orderId, visitor, tx);
    const verdict = receiptCorrection(receipt);
    if (verdict !== "allowed") throw new DomainError(verdict);
    if (receipt.email === email) throw new DomainError("nothing_to_correct");
    if (!(await this.bookingLocks.correct(tx, bookingId, registrationOf(booking, email)))) {
      throw new DomainError("booking_link_invalid");
    }
    await this.bookingHistory.publish(
      tx,
      booking,
      { kind: "corrected", actor: "visitor", note: fieldLabels(["email"]), detail: { fields: "email" } },
      { evenIfCompleted: true },
    );
    await this.mailedLinks.revoke(tx, "booking", bookingId);
    await this.mails.redirect(tx, bookingId, email);
    await this.mails.confirmAgain(tx, bookingId, email);
  }

  /** @throws DomainError booking_link_invalid */
  private async require(orderId: string, visitor: Visitor, tx?: Tx): Promise<ReceiptRow> {
    const receipt = await this.find(orderId, visitor, tx);
    if (receipt === undefined) throw new DomainError("booking_link_invalid");
    return receipt;
  }

  private async find(orderId: string, { id: visitorId }: Visitor, tx?: Tx): Promise<ReceiptRow | undefined> {
    if (visitorId === undefined) return undefined;
    const text = `
      SELECT b.id AS "bookingId", b.email,
             coalesce((SELECT CASE m.state WHEN 'sending' THEN 'queued' ELSE m.state END FROM mails m
                        WHERE m.booking_id = b.id AND m.template = 'booking-confirmed'
                        ORDER BY m.created_at DESC LIMIT 1), 'queued') AS "mailState",
             EXISTS (SELECT FROM mailed_links l WHERE l.purpose = 'booking' AND l.subject_id = b.id AND l.opened_at IS NOT NULL) AS opened
        FROM bookings b
       WHERE b.order_id = $1 AND b.visitor_id = $2 AND b.erased_at IS NULL AND b.email IS NOT NULL AND ${soldLately()}`;
    const [found] = await (tx === undefined
      ? this.database.query<ReceiptRow>(text, [orderId, visitorId])
      : rows<ReceiptRow>(tx, text, [orderId, visitorId]));
    return found;
  }
}

/** The registration as stored, with another address. */
function registrationOf(booking: BookingRow, email: string): RegistrationFormDto {
  const { fullName, phone, businessName, pincode, gstNumber, gstAddress } = booking;
  if (!fullName || !phone || !businessName || !pincode) throw new DomainError("booking_link_invalid");
  return {
    ...{ fullName, email, phoneNumber: phone, businessName, pincode },
    ...(gstNumber === null ? {} : { gstNumber }),
    ...(gstAddress === null ? {} : { gstAddress }),
  };
}
