import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { BookingRequestDto, CorrectMyBookingDto } from "@sakhi/domain/bookings/booking-changes.dto";
import {
  BOOKING_SESSION_SECONDS,
  type MyBookingEventKind,
  OWN_BROWSER_SECONDS,
  ownCorrection,
} from "@sakhi/domain/bookings/my-booking.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { mailboxKey } from "@sakhi/domain/fields/mailbox-key";
import type { InvoiceKind } from "@sakhi/domain/invoices/invoice-number";
import { toRupees } from "@sakhi/domain/money/money";
import { changedFields, fieldLabels } from "@sakhi/domain/operator/correction.rules";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { BookingHistoryService } from "../bookings/booking-history.service.js";
import { BookingPaymentsService } from "../bookings/booking-payments.service.js";
import { BookingRecords } from "../bookings/booking-records.service.js";
import { InvoicesService } from "../invoices/invoices.service.js";
import { ApplicationsService } from "../listings/applications.service.js";
import { ListingClaimsService } from "../listings/listing-claims.service.js";
import { type LinkSession, LinkSessionsService } from "../mail/link-sessions.service.js";
import type { MailAttachment } from "../mail/mail-attachments.service.js";
import { MailedLinksService } from "../mail/mailed-links.service.js";
import { MailService } from "../mail/mail.service.js";
import { OrdersService } from "../payments/orders.service.js";
import { Database, type Tx } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";
import { livePurchase } from "../stalls/live-bookings.sql.js";
import { BookingRequests } from "./booking-requests.service.js";
import { soldLately } from "./booking-receipt.service.js";
import { BookingRequestEntity } from "./my-booking.entities.js";
import type {
  MyBookingDocumentResponse,
  MyBookingEventResponse,
  MyBookingRequestResponse,
  MyBookingResponse,
} from "./my-booking.response.js";

/** All orders of a booking; each changed registration creates a new one. */
const ORDERS = "SELECT order_id FROM orders WHERE subject_type = 'booking' AND subject_id = $1";

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
            WHEN kind IN ('sold', 'sold_late', 'sold_offline') THEN 'booked'
            WHEN kind IN ('moved', 'offer_accepted') THEN 'moved'
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
    FROM refunds WHERE order_id IN (${ORDERS})
  UNION ALL
  SELECT ended_at, CASE state WHEN 'succeeded' THEN 'refunded' ELSE 'refund_failed' END, amount_paise,
         coalesce(provider_refund_id, refund_id), NULL, NULL, NULL, bank_reference
    FROM refunds WHERE state IN ('succeeded', 'failed') AND ended_at IS NOT NULL AND order_id IN (${ORDERS})
  ORDER BY at`;

const CHANGED_MEANWHILE = "Your booking has changed meanwhile. Please load this page again.";

/** A booking registered by this browser, not sold yet or sold within the last day. */
const OWN = `
  SELECT id FROM bookings
   WHERE order_id = $1 AND visitor_id = $2 AND erased_at IS NULL
     AND (${livePurchase("bookings")} OR ${soldLately("bookings")})`;

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

/** An opened booking. */
interface OpenedBooking {
  readonly booking: MyBookingResponse;
  /** The token of the browser's session, for its cookie. */
  readonly token: string;
  /** The browser's visitor. */
  readonly visitorId: string | undefined;
}

/** The payer's view of a booking, for anyone who opened one of its links. */
@Injectable()
export class MyBookingService {
  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly links: MailedLinksService,
    private readonly sessions: LinkSessionsService,
    private readonly payments: BookingPaymentsService,
    private readonly invoices: InvoicesService,
    private readonly bookingRequests: BookingRequests,
    private readonly bookings: BookingRecords,
    private readonly orders: OrdersService,
    private readonly history: BookingHistoryService,
    private readonly mails: MailService,
    private readonly applications: ApplicationsService,
    private readonly claims: ListingClaimsService,
  ) {}

  /**
   * Opens the booking of a mailed link in this browser. Invalid links are counted per network.
   *
   * @returns the booking, and the token of the browser's session
   * @throws DomainError booking_link_invalid
   * @throws HttpError rate_limited
   */
  async open(linkToken: string, visitor: Visitor): Promise<OpenedBooking> {
    const undo = await this.limits.use({ limit: "booking_link_misses_per_address", by: visitor.address });
    const visitorId = visitor.id ?? randomUUID();
    const opened = await this.sessions.open("booking", linkToken, { seconds: BOOKING_SESSION_SECONDS, visitorId });
    if (opened === undefined) throw new DomainError("booking_link_invalid");
    const booking = await this.view(opened.session, visitor);
    await undo();
    return { booking, token: opened.token, visitorId };
  }

  /**
   * Opens the booking of an order that this browser registered, until a day after its sale. It needs no mailed link, so
   * that the payer can correct a wrong e-mail address and have her invoice at once.
   *
   * @returns the booking, and the token of the browser's session
   * @throws DomainError booking_link_invalid, also for another browser's order
   * @throws HttpError rate_limited
   */
  async openHere(orderId: string, visitor: Visitor): Promise<OpenedBooking> {
    const [own] = visitor.id === undefined ? [] : await this.database.query<{ id: string }>(OWN, [orderId, visitor.id]);
    if (own === undefined) throw new DomainError("booking_link_invalid");
    await this.limits.use({ limit: "booking_openings_per_order", by: orderId });
    const token = await this.sessions.openOwn("booking", own.id, OWN_BROWSER_SECONDS);
    return { booking: await this.read(token, visitor), token, visitorId: visitor.id };
  }

  /** Ends the browser's session; no-op without a valid one. */
  async close(token: string): Promise<void> {
    await this.sessions.end("booking", token);
  }

  /** @throws DomainError booking_link_invalid */
  async read(token: string, visitor: Visitor): Promise<MyBookingResponse> {
    return this.view(await this.require(token), visitor);
  }

  private async view(session: LinkSession, visitor: Visitor): Promise<MyBookingResponse> {
    const { subjectId: bookingId, expiresAt } = session;
    const booking = await this.bookings.find(bookingId);
    const { orderId, fullName, email, phone, businessName, pincode } = booking ?? {};
    if (!booking || !orderId || !fullName || !email || !phone || !businessName || !pincode) {
      throw new DomainError("booking_link_invalid");
    }
    const [status, documents, timeline, requests, claims] = await Promise.all([
      this.payments.status(orderId),
      this.documents(bookingId),
      this.timeline(bookingId),
      this.requests(bookingId),
      this.claims.waiting(bookingId),
    ]);
    const { kind, untried } = status.outcome;
    const isUnpaid = untried === true || ["not_started", "failed_attempt"].includes(kind);
    const { state, expired, updatedAt } = booking;
    const invoiced = documents.length > 0;
    return {
      booking: status,
      details: {
        fullName,
        email,
        phoneNumber: phone,
        businessName,
        pincode,
        ...(booking.gstNumber === null ? {} : { gstNumber: booking.gstNumber }),
        ...(booking.gstAddress === null ? {} : { gstAddress: booking.gstAddress }),
      },
      documents,
      timeline,
      requests,
      listingClaims: claims.map(({ claimedAt, ...claim }) => ({ ...claim, claimedAt: claimedAt.toISOString() })),
      correctable: ownCorrection(state, { expired, invoiced }) === "allowed",
      changedAt: updatedAt.toISOString(),
      payableHere: isUnpaid && visitor.id !== undefined && booking.visitorId === visitor.id,
      linkExpiresAt: expiresAt.toISOString(),
    };
  }

  /**
   * The PDF of one of the booking's documents.
   *
   * @throws DomainError booking_link_invalid; not_found, also for another booking's document
   */
  async document(token: string, invoiceId: string): Promise<MailAttachment> {
    const { subjectId: bookingId } = await this.require(token);
    const known = await this.documents(bookingId);
    if (!known.some(({ id }) => id === invoiceId)) throw new DomainError("not_found");
    return this.invoices.pdf(invoiceId);
  }

  /**
   * Submits a request for an operator to decide.
   *
   * @returns the booking with the request
   * @throws DomainError booking_link_invalid
   * @throws HttpError rate_limited
   */
  async request(token: string, dto: BookingRequestDto, visitor: Visitor): Promise<MyBookingResponse> {
    const { subjectId: bookingId } = await this.require(token);
    await this.limits.use({ limit: "booking_requests_per_booking", by: bookingId });
    await this.bookingRequests.submit(bookingId, dto);
    return this.read(token, visitor);
  }

  /**
   * Confirms or declines a claim of the booking's free listing that came from another browser (decision 47).
   *
   * @returns the booking without the claim
   * @throws DomainError booking_link_invalid; not_found if it does not wait any more; already_claimed, listing_not_offered
   */
  async answerClaim(
    token: string,
    claimId: string,
    answer: "confirm" | "decline",
    visitor: Visitor,
  ): Promise<MyBookingResponse> {
    const { subjectId: bookingId } = await this.require(token);
    await (answer === "confirm"
      ? this.applications.confirmClaim(bookingId, claimId)
      : this.applications.declineClaim(bookingId, claimId));
    return this.read(token, visitor);
  }

  /**
   * Corrects the payer's details (docs/decisions/0029) until the invoice is issued. The history lists the changed fields,
   * never their values.
   *
   * @returns the corrected booking
   * @throws DomainError booking_link_invalid, invoice_issued, hold_expired, booking_ended; nothing_to_correct, e.g. after
   * a double click; booking_changed if the booking changed since the page loaded
   * @throws HttpError rate_limited
   */
  async correct(token: string, dto: CorrectMyBookingDto, visitor: Visitor): Promise<MyBookingResponse> {
    const session = await this.require(token);
    const { subjectId: bookingId } = session;
    const { address } = visitor;
    // E-mail addresses and phone numbers have the same limits as on the registration form.
    const undo = await this.limits.use(
      { limit: "booking_corrections_per_booking", by: bookingId },
      { limit: "registrations_per_email", by: dto.email.toLowerCase(), address },
      { limit: "registrations_per_phone", by: dto.phoneNumber, address },
    );
    try {
      await this.database.transaction((tx) => this.correctInTx(tx, session, dto));
    } catch (error) {
      await undo();
      throw error;
    }
    return this.read(token, visitor);
  }

  private async correctInTx(tx: Tx, session: LinkSession, dto: CorrectMyBookingDto): Promise<void> {
    const { subjectId: bookingId } = session;
    const { booking } = await this.bookings.lock(tx, bookingId);
    const { orderId, state, expired } = booking;
    // A concurrent sale waits for these locks and invoices the corrected details, or has already issued the invoice.
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
    await this.history.publish(tx, booking, {
      ...{ kind: "corrected", actor: "visitor" },
      note: fieldLabels(changed),
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

  /**
   * Revokes every link to the booking, and ends every browser's session, including this one.
   *
   * @throws DomainError booking_link_invalid
   */
  async revoke(token: string): Promise<void> {
    const { subjectId: bookingId } = await this.require(token);
    await this.database.transaction((tx) => this.links.revoke(tx, "booking", bookingId));
  }

  /** @throws DomainError booking_link_invalid, the same for every invalid link */
  private async require(token: string): Promise<LinkSession> {
    const session = await this.sessions.find("booking", token);
    if (session === undefined) throw new DomainError("booking_link_invalid");
    return session;
  }

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
