import {
  Body,
  Controller,
  Get,
  HttpCode,
  HttpStatus,
  Param,
  Post,
  Query,
  Req,
  Res,
  StreamableFile,
} from "@nestjs/common";
import { ApiCookieAuth, ApiOkResponse, ApiProduces, ApiTags } from "@nestjs/swagger";
import { BookingRequestDto, CorrectMyBookingDto } from "@sakhi/domain/bookings/booking-changes.dto";
import {
  BookingLinkDto,
  CorrectReceiptEmailDto,
  FindBookingDto,
  OwnBookingDto,
} from "@sakhi/domain/bookings/my-booking.dto";
import { MailLanguageDto } from "@sakhi/domain/languages/mail-language.dto";
import { WhatsappChoiceDto } from "@sakhi/domain/whatsapp/whatsapp-consent.dto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { DoneResponse } from "../accounts/account.response.js";
import { LinkSessionCookie } from "../mail/link-session-cookie.js";
import { ApiErrors, AsksForProof } from "../platform/http/api-errors.js";
import { attachment } from "../platform/http/attachment.js";
import { IdParam } from "../platform/http/id-param.pipe.js";
import { ApiNullableResponse } from "../platform/http/validation.pipe.js";
import { CurrentVisitor, UsesVisitorCookie, type Visitor } from "../platform/http/visitor-cookie.js";
import { BookingReceiptService } from "./booking-receipt.service.js";
import { FindBookingService } from "./find-booking.service.js";
import { BookingReceiptResponse, FindBookingResponse, MyBookingResponse } from "./my-booking.response.js";
import { MyBookingService } from "./my-booking.service.js";

/** Cookie with the session of a browser that opened a booking. */
export const BOOKING_COOKIE = new LinkSessionCookie("sakhi_booking", "/api/v1/mela/my-booking");

/**
 * The payer's page of a booking. The link in a mail is exchanged for a session of a day, whose cookie is sent to these
 * calls only. All invalid links and cookies get the same error.
 */
@ApiTags("mela")
@Controller("api/v1/mela/my-booking")
export class MyBookingController {
  constructor(private readonly myBooking: MyBookingService) {}

  /** Opens the booking of a mailed link; the session lasts a day. */
  @UsesVisitorCookie()
  @AsksForProof()
  @Post("session")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: MyBookingResponse })
  @ApiErrors(["invalid_request", "booking_link_invalid", "rate_limited"])
  async openMyBooking(
    @CurrentVisitor() visitor: Visitor,
    @Body() { token }: BookingLinkDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MyBookingResponse> {
    const opened = await this.myBooking.open(token, visitor);
    BOOKING_COOKIE.set(reply, opened.token);
    if (visitor.id === undefined && opened.visitorId !== undefined) visitor.remember(opened.visitorId);
    return opened.booking;
  }

  /** Opens the booking of an order that this browser registered, without a link, until a day after its sale. */
  @UsesVisitorCookie()
  @Post("session/here")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: MyBookingResponse })
  @ApiErrors(["invalid_request", "booking_link_invalid", "rate_limited"])
  async openMyBookingHere(
    @CurrentVisitor() visitor: Visitor,
    @Body() { orderId }: OwnBookingDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MyBookingResponse> {
    const { booking, token } = await this.myBooking.openHere(orderId, visitor);
    BOOKING_COOKIE.set(reply, token);
    return booking;
  }

  /** The opened booking. */
  @ApiCookieAuth(BOOKING_COOKIE.name)
  @Get()
  @ApiOkResponse({ type: MyBookingResponse })
  @ApiErrors(["booking_link_invalid"])
  getMyBooking(@CurrentVisitor() visitor: Visitor, @Req() request: FastifyRequest): Promise<MyBookingResponse> {
    return this.myBooking.read(BOOKING_COOKIE.read(request), visitor);
  }

  /** The PDF of an invoice or credit note of the booking. */
  @ApiCookieAuth(BOOKING_COOKIE.name)
  @Get("documents/:id/pdf")
  @ApiProduces("application/pdf")
  @ApiOkResponse({ schema: { type: "string", format: "binary" } })
  @ApiErrors(["booking_link_invalid", "not_found"])
  async getMyBookingPdf(@Req() request: FastifyRequest, @Param("id", IdParam) id: string): Promise<StreamableFile> {
    const { filename, bytes } = await this.myBooking.document(BOOKING_COOKIE.read(request), id);
    return new StreamableFile(bytes, {
      type: "application/pdf",
      disposition: attachment(filename),
      length: bytes.length,
    });
  }

  /** Corrects the payer's details until the invoice is issued. A replaced e-mail address is notified. */
  @ApiCookieAuth(BOOKING_COOKIE.name)
  @AsksForProof()
  @Post("correct")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: MyBookingResponse })
  @ApiErrors([
    "invalid_request",
    "booking_link_invalid",
    "invoice_issued",
    "nothing_to_correct",
    "booking_changed",
    "hold_expired",
    "booking_ended",
    "rate_limited",
  ])
  correctMyBooking(
    @CurrentVisitor() visitor: Visitor,
    @Req() request: FastifyRequest,
    @Body() dto: CorrectMyBookingDto,
  ): Promise<MyBookingResponse> {
    return this.myBooking.correct(BOOKING_COOKIE.read(request), dto, visitor);
  }

  /** Requests a correction, a substitute or a cancellation. An operator decides; the result is mailed. */
  @ApiCookieAuth(BOOKING_COOKIE.name)
  @Post("requests")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: MyBookingResponse })
  @ApiErrors(["invalid_request", "booking_link_invalid", "rate_limited"])
  requestBookingChange(
    @CurrentVisitor() visitor: Visitor,
    @Req() request: FastifyRequest,
    @Body() dto: BookingRequestDto,
  ): Promise<MyBookingResponse> {
    return this.myBooking.request(BOOKING_COOKIE.read(request), dto, visitor);
  }

  /** Withdraws a request that waits for its answer; one that was answered meanwhile keeps its answer. */
  @ApiCookieAuth(BOOKING_COOKIE.name)
  @Post("requests/:id/withdraw")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: MyBookingResponse })
  @ApiErrors(["booking_link_invalid", "not_found"])
  withdrawBookingRequest(
    @CurrentVisitor() visitor: Visitor,
    @Req() request: FastifyRequest,
    @Param("id", IdParam) id: string,
  ): Promise<MyBookingResponse> {
    return this.myBooking.withdraw(BOOKING_COOKIE.read(request), id, visitor);
  }

  /** Agrees to messages by WhatsApp about the booking, or ends them. */
  @ApiCookieAuth(BOOKING_COOKIE.name)
  @Post("whatsapp")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: MyBookingResponse })
  @ApiErrors(["invalid_request", "booking_link_invalid", "rate_limited"])
  chooseMyBookingWhatsapp(
    @CurrentVisitor() visitor: Visitor,
    @Req() request: FastifyRequest,
    @Body() { whatsappConsent }: WhatsappChoiceDto,
  ): Promise<MyBookingResponse> {
    return this.myBooking.chooseWhatsapp(BOOKING_COOKIE.read(request), whatsappConsent, visitor);
  }

  /** The language of the booking's mails, calendar and papers from now on. */
  @ApiCookieAuth(BOOKING_COOKIE.name)
  @Post("language")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: MyBookingResponse })
  @ApiErrors(["invalid_request", "booking_link_invalid", "rate_limited"])
  chooseMyBookingLanguage(
    @CurrentVisitor() visitor: Visitor,
    @Req() request: FastifyRequest,
    @Body() { language }: MailLanguageDto,
  ): Promise<MyBookingResponse> {
    return this.myBooking.chooseLanguage(BOOKING_COOKIE.read(request), language, visitor);
  }

  /** Confirms a claim of the free listing that came from another browser: the application is submitted. */
  @ApiCookieAuth(BOOKING_COOKIE.name)
  @Post("listing-claims/:id/confirm")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: MyBookingResponse })
  @ApiErrors(["booking_link_invalid", "not_found", "already_claimed", "listing_not_offered"])
  confirmListingClaim(
    @CurrentVisitor() visitor: Visitor,
    @Req() request: FastifyRequest,
    @Param("id", IdParam) id: string,
  ): Promise<MyBookingResponse> {
    return this.myBooking.answerClaim(BOOKING_COOKIE.read(request), id, "confirm", visitor);
  }

  /** Declines a claim of the free listing: nothing is submitted, and its data is deleted. */
  @ApiCookieAuth(BOOKING_COOKIE.name)
  @Post("listing-claims/:id/decline")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: MyBookingResponse })
  @ApiErrors(["booking_link_invalid", "not_found"])
  declineListingClaim(
    @CurrentVisitor() visitor: Visitor,
    @Req() request: FastifyRequest,
    @Param("id", IdParam) id: string,
  ): Promise<MyBookingResponse> {
    return this.myBooking.answerClaim(BOOKING_COOKIE.read(request), id, "decline", visitor);
  }

  /** Closes the booking in this browser: ends its session, so that a copy of the cookie opens nothing. */
  @Post("session/end")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: DoneResponse })
  async closeMyBooking(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DoneResponse> {
    await this.myBooking.close(BOOKING_COOKIE.read(request));
    BOOKING_COOKIE.clear(reply);
    return { message: "This browser has forgotten your booking." };
  }

  /** Ends one link to the booking, and the access of every browser that opened it. */
  @ApiCookieAuth(BOOKING_COOKIE.name)
  @Post("links/:id/end")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: DoneResponse })
  @ApiErrors(["booking_link_invalid", "not_found"])
  async endMyBookingLink(@Req() request: FastifyRequest, @Param("id", IdParam) id: string): Promise<DoneResponse> {
    await this.myBooking.endLink(BOOKING_COOKIE.read(request), id);
    return { message: "This link has ended." };
  }

  /** Revokes every link to the booking, and the access of every browser that opened one. */
  @ApiCookieAuth(BOOKING_COOKIE.name)
  @Post("links/revoke")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: DoneResponse })
  @ApiErrors(["booking_link_invalid"])
  async revokeMyBookingLinks(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DoneResponse> {
    await this.myBooking.revoke(BOOKING_COOKIE.read(request));
    BOOKING_COOKIE.clear(reply);
    return { message: "All links to this booking have ended." };
  }
}

/** The success page's own view of a sold booking, for the browser that registered it. */
@ApiTags("mela")
@UsesVisitorCookie()
@Controller("api/v1/mela/my-booking/receipt")
export class BookingReceiptController {
  constructor(private readonly bookingReceipt: BookingReceiptService) {}

  /** Where the confirmation was sent; null for another browser's order, or a day after the sale. */
  @Get()
  @ApiNullableResponse(BookingReceiptResponse)
  @ApiErrors(["invalid_request"])
  getBookingReceipt(
    @CurrentVisitor() visitor: Visitor,
    @Query() { orderId }: OwnBookingDto,
  ): Promise<BookingReceiptResponse | null> {
    return this.bookingReceipt.read(orderId, visitor);
  }

  /** Corrects the address, until a link of our mails was opened, and sends the confirmation there. */
  @AsksForProof()
  @Post("email")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: BookingReceiptResponse })
  @ApiErrors(["invalid_request", "booking_link_invalid", "receipt_opened", "nothing_to_correct", "rate_limited"])
  correctReceiptEmail(
    @CurrentVisitor() visitor: Visitor,
    @Body() dto: CorrectReceiptEmailDto,
  ): Promise<BookingReceiptResponse | null> {
    return this.bookingReceipt.correctEmail(dto, visitor);
  }
}

/** Sends a new link to a payer who lost theirs. */
@ApiTags("mela")
@Controller("api/v1/mela/find-my-booking")
export class FindBookingController {
  constructor(private readonly findBooking: FindBookingService) {}

  /** Mails a link to the registration's address. Responds identically, and in the same time, if there is no such booking. */
  @AsksForProof()
  @Post()
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: FindBookingResponse })
  @ApiErrors(["invalid_request", "event_not_found", "rate_limited"])
  findMyBooking(@CurrentVisitor() visitor: Visitor, @Body() dto: FindBookingDto): Promise<FindBookingResponse> {
    return this.findBooking.find(dto, visitor);
  }
}
