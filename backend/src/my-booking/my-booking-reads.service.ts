import { Injectable } from "@nestjs/common";
import { SALE_EVENTS, MOVE_EVENTS } from "@sakhi/domain/bookings/booking.states";
import { type MyBookingEventKind, ownCorrection } from "@sakhi/domain/bookings/my-booking.rules";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { formOf } from "@sakhi/domain/fields/declared-fields";
import type { InvoiceKind } from "@sakhi/domain/invoices/invoice-number";
import { toRupees } from "@sakhi/domain/money/money";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import { BookingPaymentStatusService } from "../bookings/booking-payment-status.service.js";
import { InvoicesService } from "../invoices/invoices.service.js";
import { ListingClaimsService } from "../listings/listing-claims.service.js";
import type { LinkSession } from "../mail/link-sessions.service.js";
import type { MailAttachment } from "../mail/mail-attachments.service.js";
import { TicketCodesService } from "../mail/ticket-codes.service.js";
import { Database } from "../platform/database/database.js";
import { ordersOf } from "../platform/database/orders-of.sql.js";
import { sqlList } from "../platform/database/sql-text.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";
import { OwnContactsService } from "../whatsapp/own-contacts.service.js";
import { MyBookingPapersService } from "./my-booking-papers.service.js";
import { BookingRequestEntity } from "./my-booking.entities.js";
import type {
  MyBookingDocumentResponse,
  MyBookingEventResponse,
  MyBookingRequestResponse,
  MyBookingResponse,
} from "./my-booking.response.js";

const ORDERS = ordersOf("booking", "$1");
/** Refund \`r\` returns money of the booking, not of another stall of its order. */
const OF_BOOKING = "coalesce(r.booking_id, (SELECT o.subject_id FROM orders o WHERE o.order_id = r.order_id)) = $1";

/**
 * The payer's timeline: events of the stall, successful payments and refunds, without actors and reasons, which only
 * administrators see.
 */
const TIMELINE = `
  SELECT at, kind, NULL::bigint AS paise, NULL AS reference, detail->>'from' AS "fromStallId", detail->>'to' AS "stallId",
         CASE kind WHEN 'corrected' THEN (
           -- The new invoice directly follows its correction; a later one belongs to a later correction.
           SELECT i.detail->>'note' FROM booking_events i
            WHERE i.booking_id = $1 AND i.kind = 'invoice_issued' AND i.detail->>'replaces' IS NOT NULL
              AND i.id = (SELECT min(n.id) FROM booking_events n
                           WHERE n.booking_id = $1 AND n.id > e.id AND n.kind IN ('invoice_issued', 'corrected'))
         ) END AS "invoiceNumber", NULL AS "bankReference"
    FROM (SELECT at, detail, id, CASE
            WHEN kind = 'reserved' THEN 'reserved'
            WHEN kind IN ${sqlList(SALE_EVENTS)} THEN 'booked'
            WHEN kind IN ${sqlList(MOVE_EVENTS)} THEN 'moved'
            WHEN kind = 'corrected' THEN 'corrected'
            WHEN kind IN ('hold_released', 'payment_released') THEN 'released'
            WHEN kind = 'cancelled' THEN 'cancelled' END AS kind
            FROM booking_events WHERE booking_id = $1) e WHERE kind IS NOT NULL
  UNION ALL
  -- The provider reports whole seconds: clamp to the reservation's time.
  SELECT greatest(coalesce(completed_at, started_at, seen_at),
                  (SELECT min(at) FROM booking_events WHERE booking_id = $1)), 'paid', amount_paise,
         coalesce(offline_reference, provider_payment_id), NULL, NULL, NULL, NULL
    FROM payments WHERE outcome = 'success' AND order_id IN (${ORDERS})
  UNION ALL
  SELECT created_at, 'refund_requested', amount_paise, coalesce(provider_refund_id, refund_id), NULL, NULL, NULL, NULL
    FROM refunds r WHERE order_id IN (${ORDERS}) AND ${OF_BOOKING}
  UNION ALL
  SELECT ended_at, CASE state WHEN 'succeeded' THEN 'refunded' ELSE 'refund_failed' END, amount_paise,
         coalesce(provider_refund_id, refund_id), NULL, NULL, NULL, bank_reference
    FROM refunds r WHERE state IN ('succeeded', 'failed') AND ended_at IS NOT NULL AND order_id IN (${ORDERS})
     AND ${OF_BOOKING}
  ORDER BY at`;

interface TimelineRow {
  readonly at: Date;
  readonly kind: MyBookingEventKind;
  readonly paise: string | null;
  readonly reference: string | null;
  readonly fromStallId: string | null;
  readonly stallId: string | null;
  readonly invoiceNumber: string | null;
  readonly bankReference: string | null;
}

/** Reads what a payer sees of her booking. */
@Injectable()
export class MyBookingReadsService {
  constructor(
    private readonly database: Database,
    private readonly bookingPaymentStatus: BookingPaymentStatusService,
    private readonly bookingLocks: BookingLocksService,
    private readonly listingClaims: ListingClaimsService,
    private readonly invoices: InvoicesService,
    private readonly ownContacts: OwnContactsService,
    private readonly myBookingPapers: MyBookingPapersService,
    private readonly ticketCodes: TicketCodesService,
  ) {}

  /**
   * The booking of a browser's session.
   *
   * @throws DomainError booking_link_invalid if its personal data was erased
   */
  async view(session: LinkSession, visitor: Visitor): Promise<MyBookingResponse> {
    const { subjectId: bookingId, linkId, expiresAt } = session;
    const booking = await this.bookingLocks.find(bookingId);
    const details = booking && formOf(REGISTRATION_FIELDS, booking);
    if (booking === undefined || details === undefined || !booking.orderId) {
      throw new DomainError("booking_link_invalid");
    }
    const [status, documents, timeline, requests, claims, papers, links, ticket, whatsapp] = await Promise.all([
      this.bookingPaymentStatus.status(booking.orderId, bookingId),
      this.documents(bookingId),
      this.timeline(bookingId),
      this.requests(bookingId),
      this.listingClaims.waiting(bookingId),
      this.myBookingPapers.view(booking),
      this.ownContacts.links("booking", bookingId, linkId),
      this.ticketCodes.of(bookingId),
      this.ownContacts.whatsapp("booking", bookingId),
    ]);
    const { kind, untried } = status.outcome;
    const isUnpaid = untried === true || ["not_started", "failed_attempt"].includes(kind);
    const { state, expired, updatedAt } = booking;
    const invoiced = documents.length > 0;
    return {
      booking: status,
      details,
      documents,
      timeline,
      requests,
      listingClaims: claims.map(({ claimedAt, ...claim }) => ({ ...claim, claimedAt: claimedAt.toISOString() })),
      ...(papers === undefined ? {} : { papers }),
      ...(ticket === undefined ? {} : { ticket }),
      correctable: ownCorrection(state, { expired, invoiced }) === "allowed",
      changedAt: updatedAt.toISOString(),
      payableHere: isUnpaid && visitor.id !== undefined && booking.visitorId === visitor.id,
      linkExpiresAt: expiresAt.toISOString(),
      links,
      language: booking.language,
      ...(whatsapp === undefined ? {} : { whatsapp }),
    };
  }

  /**
   * The PDF of one of the booking's documents.
   *
   * @throws DomainError not_found, also for another booking's document
   */
  async document(bookingId: string, invoiceId: string): Promise<MailAttachment> {
    const known = await this.documents(bookingId);
    if (!known.some(({ id }) => id === invoiceId)) throw new DomainError("not_found");
    return this.invoices.pdf(invoiceId);
  }

  /** Invoices and credit notes of all orders of the booking, oldest first. */
  private async documents(bookingId: string): Promise<MyBookingDocumentResponse[]> {
    const found = await this.database.query<{ id: string; kind: InvoiceKind; number: string; paise: string; at: Date }>(
      `SELECT id, kind, number, content->'tax'->>'totalPaise' AS paise, issued_at AS at
         FROM invoices WHERE order_id IN (${ORDERS}) ORDER BY issued_at, number`,
      [bookingId],
    );
    return found.map(({ id, kind, number, paise, at }) => ({
      ...{ id, kind, number, amount: toRupees(Number(paise)), issuedAt: at.toISOString() },
    }));
  }

  private async timeline(bookingId: string): Promise<MyBookingEventResponse[]> {
    const found = await this.database.query<TimelineRow>(TIMELINE, [bookingId]);
    return found.map(({ at, kind, paise, reference, bankReference, fromStallId, stallId, invoiceNumber }) => ({
      kind,
      at: at.toISOString(),
      ...(paise === null ? {} : { amount: toRupees(Number(paise)) }),
      ...(reference === null ? {} : { reference }),
      ...(bankReference === null ? {} : { bankReference }),
      ...(fromStallId === null ? {} : { fromStallId }),
      ...(stallId === null ? {} : { stallId }),
      ...(invoiceNumber === null ? {} : { invoiceNumber }),
    }));
  }

  private async requests(bookingId: string): Promise<MyBookingRequestResponse[]> {
    const found = await this.database
      .repository(BookingRequestEntity)
      .find({ where: { bookingId }, order: { requestedAt: "DESC", id: "ASC" } });
    return found.map(({ id, kind, text, state, answer, requestedAt }) => ({
      ...{ id, kind, text, state, requestedAt: requestedAt.toISOString() },
      ...(answer === null ? {} : { answer }),
    }));
  }
}
