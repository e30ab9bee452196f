import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { CorrectMyBookingDto } from "@sakhi/domain/bookings/correct-my-booking.dto";
import { ownCorrection } from "@sakhi/domain/bookings/my-booking.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { changedFields, fieldsInWords } from "@sakhi/domain/operator/correction.rules";
import { BookingEvents } from "../bookings/booking-events.service.js";
import { BookingRecords } from "../bookings/booking-records.service.js";
import type { BookingRow } from "../bookings/booking.types.js";
import { InvoicesService } from "../invoices/invoices.service.js";
import { MailService } from "../mail/mail.service.js";
import { OrdersService } from "../payments/orders.service.js";
import { Database, type Tx } from "../platform/database/database.js";
import { clientNetwork, RateLimits } from "../platform/http/rate-limits.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";

/**
 * What a payer corrects of her own registration (docs/decisions/0029), until the invoice is issued. The history names the
 * fields that changed, never what stands in them.
 */
@Injectable()
export class OwnCorrections {
  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly bookings: BookingRecords,
    private readonly orders: OrdersService,
    private readonly invoices: InvoicesService,
    private readonly events: BookingEvents,
    private readonly mails: MailService,
  ) {}

  /**
   * @throws DomainError invoice_issued, hold_expired, booking_ended; nothing_to_correct as after a second click;
   * booking_changed where something changed since it was looked at
   * @throws HttpError rate_limited
   */
  async correct(bookingId: string, dto: CorrectMyBookingDto, visitor: Visitor): Promise<void> {
    const network = clientNetwork(visitor.address);
    // An address or a phone number is as dear here as on the form.
    const undo = await this.limits.use(
      { limit: "booking_corrections_per_booking", by: bookingId },
      { limit: "registrations_per_email", by: `${dto.email.toLowerCase()} ${network}` },
      { limit: "registrations_per_phone", by: `${dto.phoneNumber} ${network}` },
    );
    try {
      await this.database.transaction((tx) => this.correctInTx(tx, bookingId, dto, visitor));
    } catch (error) {
      await undo();
      throw error;
    }
  }

  private async correctInTx(
    tx: Tx,
    bookingId: string,
    dto: CorrectMyBookingDto,
    visitor: Visitor,
  ): Promise<void> {
    const { booking } = await this.bookings.lock(tx, bookingId);
    const { orderId, state, expired } = booking;
    // A sale waits for the booking and the order, and then invoices what is corrected here; or it was first.
    if (orderId !== null) await this.orders.lock(tx, orderId);
    const invoice = orderId === null ? undefined : await this.invoices.ofOrder(tx, orderId);
    const verdict = ownCorrection(state, { expired, invoiced: invoice !== undefined });
    if (verdict !== "allowed") throw new DomainError(verdict);
    const changed = changedFields({ ...booking, phoneNumber: booking.phone }, dto);
    if (changed.length === 0) throw new DomainError("nothing_to_correct");
    if (booking.updatedAt.getTime() !== new Date(dto.seenAt).getTime()) {
      throw new DomainError("booking_changed", {}, CHANGED_MEANWHILE);
    }
    if (!(await this.bookings.correct(tx, bookingId, dto))) throw new DomainError("hold_expired");
    await this.events.publish(tx, booking, {
      ...{ kind: "corrected", actor: "visitor" },
      note: fieldsInWords(changed),
      detail: { fields: changed.join(" ") },
    });
    if (changed.includes("email")) await this.changeAddress(tx, booking, dto.email, visitor);
  }

  /**
   * Mails that wait go to the new address, and the former one learns that it was replaced, without any detail: it may be a
   * stranger's. No link is revoked: a thief who changes the address would lock her out.
   */
  private async changeAddress(
    tx: Tx,
    { id: bookingId, email: former, visitorId }: BookingRow,
    email: string,
    visitor: Visitor,
  ): Promise<void> {
    await this.mails.redirect(tx, bookingId, email);
    if (former === null || former.toLowerCase() === email.toLowerCase()) return;
    const notice = {
      template: "address-changed",
      to: former,
      bookingId,
      data: { name: "" },
      // It can be changed again and again: each time is a mail of its own.
      dedupeKey: `address-changed/${bookingId}/${randomUUID()}`,
    } as const;
    // Anyone who registers may type any address and replace it again: that writes to a stranger once a day at most. With a
    // link alone it may be a thief: then the owner of the address hears of it each time.
    const isOwnBrowser = visitor.id !== undefined && visitor.id === visitorId;
    await (isOwnBrowser ? this.mails.queueUnpaid(tx, notice) : this.mails.queue(tx, notice));
  }
}

const CHANGED_MEANWHILE = "Your booking has changed meanwhile. Please load this page again.";
