import { Injectable } from "@nestjs/common";
import type { BookingRequestDto, CorrectMyBookingDto } from "@sakhi/domain/bookings/booking-changes.dto";
import { OWN_BROWSER_SECONDS } from "@sakhi/domain/bookings/my-booking.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { WhatsappConsentVersion } from "@sakhi/domain/whatsapp/whatsapp-consent";
import { ApplicationsService } from "../listings/applications.service.js";
import { LINK_SESSION_SECONDS } from "../mail/link-session-cookie.js";
import { LinkSessionsService } from "../mail/link-sessions.service.js";
import type { MailAttachment } from "../mail/mail-attachments.service.js";
import { Database } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import { newVisitorId, type Visitor } from "../platform/http/visitor-cookie.js";
import { livePurchase } from "../stalls/live-bookings.sql.js";
import { OwnContactsService } from "../whatsapp/own-contacts.service.js";
import { soldLately } from "./booking-receipt.service.js";
import { BookingRequestsService } from "./booking-requests.service.js";
import { MyBookingCorrectionsService } from "./my-booking-corrections.service.js";
import { MyBookingReadsService } from "./my-booking-reads.service.js";
import type { MyBookingResponse } from "./my-booking.response.js";

/** A booking registered by this browser, not sold yet or sold within the last day. */
const OWN = `
  SELECT id FROM bookings
   WHERE order_id = $1 AND visitor_id = $2 AND erased_at IS NULL
     AND (${livePurchase("bookings")} OR ${soldLately("bookings")})`;

/** An opened booking. */
interface OpenedBooking {
  readonly booking: MyBookingResponse;
  /** The token of the browser's session, for its cookie. */
  readonly token: string;
  /** The browser's visitor. */
  readonly visitorId: string | undefined;
}

/** A payer's booking, for anyone who opened one of its links: sessions, and what can be done with one. */
@Injectable()
export class MyBookingService {
  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly ownContacts: OwnContactsService,
    private readonly linkSessions: LinkSessionsService,
    private readonly myBookingReads: MyBookingReadsService,
    private readonly myBookingCorrections: MyBookingCorrectionsService,
    private readonly bookingRequests: BookingRequestsService,
    private readonly applications: ApplicationsService,
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
    const visitorId = visitor.id ?? newVisitorId();
    const opened = await this.linkSessions.open("booking", linkToken, { seconds: LINK_SESSION_SECONDS, visitorId });
    if (opened === undefined) throw new DomainError("booking_link_invalid");
    const booking = await this.myBookingReads.view(opened.session, visitor);
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
    const token = await this.linkSessions.openOwn("booking", own.id, OWN_BROWSER_SECONDS);
    return { booking: await this.read(token, visitor), token, visitorId: visitor.id };
  }

  /** Ends the browser's session; no-op without a valid one. */
  async close(token: string): Promise<void> {
    await this.linkSessions.end("booking", token);
  }

  /** @throws DomainError booking_link_invalid */
  async read(token: string, visitor: Visitor): Promise<MyBookingResponse> {
    return this.myBookingReads.view(await this.linkSessions.require("booking", token), visitor);
  }

  /**
   * The PDF of one of the booking's documents.
   *
   * @throws DomainError booking_link_invalid; not_found, also for another booking's document
   */
  async document(token: string, invoiceId: string): Promise<MailAttachment> {
    const { subjectId: bookingId } = await this.linkSessions.require("booking", token);
    return this.myBookingReads.document(bookingId, invoiceId);
  }

  /**
   * Submits a request for an operator to decide.
   *
   * @returns the booking with the request
   * @throws DomainError booking_link_invalid
   * @throws HttpError rate_limited
   */
  async request(token: string, dto: BookingRequestDto, visitor: Visitor): Promise<MyBookingResponse> {
    const { subjectId: bookingId } = await this.linkSessions.require("booking", token);
    await this.limits.use({ limit: "booking_requests_per_booking", by: bookingId });
    await this.bookingRequests.submit(bookingId, dto);
    return this.read(token, visitor);
  }

  /**
   * Withdraws a request that waits for its answer.
   *
   * @returns the booking as it is now: with the answer, if an operator was faster
   * @throws DomainError booking_link_invalid; not_found
   */
  async withdraw(token: string, requestId: string, visitor: Visitor): Promise<MyBookingResponse> {
    const { subjectId: bookingId } = await this.linkSessions.require("booking", token);
    await this.bookingRequests.withdraw(bookingId, requestId);
    return this.read(token, visitor);
  }

  /**
   * Confirms or declines a claim of the booking's free listing that came from another browser (decision 47).
   *
   * @returns the booking without the claim
   * @throws DomainError booking_link_invalid; not_found if it no longer waits; already_claimed, listing_not_offered
   */
  async answerClaim(
    token: string,
    claimId: string,
    answer: "confirm" | "decline",
    visitor: Visitor,
  ): Promise<MyBookingResponse> {
    const { subjectId: bookingId } = await this.linkSessions.require("booking", token);
    await (answer === "confirm"
      ? this.applications.confirmClaim(bookingId, claimId, visitor.language)
      : this.applications.declineClaim(bookingId, claimId));
    return this.read(token, visitor);
  }

  /**
   * Corrects the payer's details; see {@link MyBookingCorrectionsService.correct}.
   *
   * @returns the corrected booking
   * @throws DomainError booking_link_invalid, and what the correction throws
   * @throws HttpError rate_limited
   */
  async correct(token: string, dto: CorrectMyBookingDto, visitor: Visitor): Promise<MyBookingResponse> {
    await this.myBookingCorrections.correct(await this.linkSessions.require("booking", token), dto, visitor.address);
    return this.read(token, visitor);
  }

  /**
   * Agrees to messages by WhatsApp to the booking's number, or ends them.
   *
   * @param version of the ticked sentence; undefined to end them
   * @throws DomainError booking_link_invalid
   * @throws HttpError rate_limited
   */
  async chooseWhatsapp(
    token: string,
    version: WhatsappConsentVersion | undefined,
    visitor: Visitor,
  ): Promise<MyBookingResponse> {
    const { subjectId: id } = await this.linkSessions.require("booking", token);
    await this.ownContacts.chooseWhatsapp("booking", id, version);
    return this.read(token, visitor);
  }

  /**
   * The language of the booking's mails, calendar and papers from now on.
   *
   * @throws DomainError booking_link_invalid
   * @throws HttpError rate_limited
   */
  async chooseLanguage(token: string, language: LanguageCode, visitor: Visitor): Promise<MyBookingResponse> {
    const { subjectId: id } = await this.linkSessions.require("booking", token);
    await this.limits.use({ limit: "whatsapp_choices_per_subject", by: id });
    await this.myBookingCorrections.chooseLanguage(id, language);
    return this.read(token, visitor);
  }

  /** Ends one link to the booking. @throws DomainError booking_link_invalid, not_found */
  async endLink(token: string, linkId: string): Promise<void> {
    const { subjectId: bookingId } = await this.linkSessions.require("booking", token);
    await this.ownContacts.endLink("booking", bookingId, linkId);
  }

  /**
   * Revokes every link to the booking, and ends every browser's session, including this one.
   *
   * @throws DomainError booking_link_invalid
   */
  async revoke(token: string): Promise<void> {
    const { subjectId: bookingId } = await this.linkSessions.require("booking", token);
    await this.ownContacts.revokeLinks("booking", bookingId);
  }
}
