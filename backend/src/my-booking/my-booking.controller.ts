import type {} from "@fastify/cookie";
import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post, Req, Res, StreamableFile } from "@nestjs/common";
import { ApiCookieAuth, ApiOkResponse, ApiProduces, ApiTags } from "@nestjs/swagger";
import { BookingRequestDto, CorrectMyBookingDto } from "@sakhi/domain/bookings/booking-changes.dto";
import { BookingLinkDto, FindBookingDto, OwnBookingDto } from "@sakhi/domain/bookings/my-booking.dto";
import { BOOKING_SESSION_SECONDS } from "@sakhi/domain/bookings/my-booking.rules";
import type { FastifyReply, FastifyRequest } from "fastify";
import { DoneResponse } from "../accounts/account.response.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { KnownId } from "../platform/http/known-id.pipe.js";
import { cookieOptions, CurrentVisitor, UsesVisitorCookie, type Visitor } from "../platform/http/visitor-cookie.js";
import { FindBookingService } from "./find-booking.service.js";
import { FindBookingResponse, MyBookingResponse } from "./my-booking.response.js";
import { MyBookingService } from "./my-booking.service.js";

/** Name of the cookie by which a browser that opened a link reads the booking. */
const BOOKING_COOKIE = "sakhi_booking";

/** Where the calls about the booking are: the cookie goes nowhere else. */
const MY_BOOKING_CALLS = "/api/v1/mela/my-booking";

/** `__Host-` would demand the whole site; `__Secure-` is what a cookie of one path can have. */
const nameOf = (of: FastifyRequest | FastifyReply): string =>
  of.server.reachedByHttps ? `__Secure-${BOOKING_COOKIE}` : BOOKING_COOKIE;

const options = (reply: FastifyReply) =>
  ({ ...cookieOptions(reply), path: MY_BOOKING_CALLS, sameSite: "strict" }) as const;

/** The link a browser opened; empty where it opened none. */
function openedLinkOf(request: FastifyRequest): string {
  return request.cookies[nameOf(request)] ?? "";
}

/** Has the browser keep the link it opened, out of reach of scripts. */
function keepLink(reply: FastifyReply, token: string): void {
  reply.setCookie(nameOf(reply), token, { ...options(reply), maxAge: BOOKING_SESSION_SECONDS });
}

/** Has the browser forget the link. */
function forgetLink(reply: FastifyReply): void {
  reply.clearCookie(nameOf(reply), options(reply));
}

/**
 * A payer's own page of her booking. The link in a mail is exchanged once for a cookie that goes to these calls only; a
 * link or cookie that isn't good is answered alike whatever is wrong with it.
 */
@ApiTags("mela")
@Controller("api/v1/mela/my-booking")
export class MyBookingController {
  constructor(private readonly bookings: MyBookingService) {}

  /** Opens the booking that a link in a mail leads to; the browser may read it for a day. */
  @Post("session")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: MyBookingResponse })
  @ApiErrors(["invalid_request", "booking_link_invalid", "rate_limited"])
  async openMyBooking(
    @CurrentVisitor() visitor: Visitor,
    @Body() { token }: BookingLinkDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MyBookingResponse> {
    const booking = await this.bookings.open(token, visitor);
    keepLink(reply, token);
    return booking;
  }

  /** Opens the booking of an order that this very browser registered and that is not sold yet, without a link. */
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
    const { booking, token } = await this.bookings.openHere(orderId, visitor);
    keepLink(reply, token);
    return booking;
  }

  /** The booking that this browser opened. */
  @ApiCookieAuth(BOOKING_COOKIE)
  @Get()
  @ApiOkResponse({ type: MyBookingResponse })
  @ApiErrors(["booking_link_invalid"])
  getMyBooking(@CurrentVisitor() visitor: Visitor, @Req() request: FastifyRequest): Promise<MyBookingResponse> {
    return this.bookings.read(openedLinkOf(request), visitor);
  }

  /** The PDF of one of the booking's invoices and credit notes. */
  @ApiCookieAuth(BOOKING_COOKIE)
  @Get("documents/:id/pdf")
  @ApiProduces("application/pdf")
  @ApiOkResponse({ schema: { type: "string", format: "binary" } })
  @ApiErrors(["booking_link_invalid", "not_found"])
  async getMyBookingPdf(@Req() request: FastifyRequest, @Param("id", KnownId) id: string): Promise<StreamableFile> {
    const { filename, bytes } = await this.bookings.document(openedLinkOf(request), id);
    return new StreamableFile(bytes, {
      type: "application/pdf",
      disposition: `attachment; filename="${filename}"`,
      length: bytes.length,
    });
  }

  /** Corrects her own details, until the invoice is issued. A former e-mail address learns that it was replaced. */
  @ApiCookieAuth(BOOKING_COOKIE)
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
    return this.bookings.correct(openedLinkOf(request), dto, visitor);
  }

  /** Asks for a correction, a substitute or a cancellation: an operator decides, and the answer comes by mail. */
  @ApiCookieAuth(BOOKING_COOKIE)
  @Post("requests")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: MyBookingResponse })
  @ApiErrors(["invalid_request", "booking_link_invalid", "rate_limited"])
  requestBookingChange(
    @CurrentVisitor() visitor: Visitor,
    @Req() request: FastifyRequest,
    @Body() dto: BookingRequestDto,
  ): Promise<MyBookingResponse> {
    return this.bookings.request(openedLinkOf(request), dto, visitor);
  }

  /** Has this browser forget the booking. */
  @Post("session/end")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: DoneResponse })
  closeMyBooking(@Res({ passthrough: true }) reply: FastifyReply): DoneResponse {
    forgetLink(reply);
    return { message: "This browser has forgotten your booking." };
  }

  /** Ends every link to the booking that was ever sent, and every browser that opened one. */
  @ApiCookieAuth(BOOKING_COOKIE)
  @Post("links/revoke")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: DoneResponse })
  @ApiErrors(["booking_link_invalid"])
  async revokeMyBookingLinks(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DoneResponse> {
    await this.bookings.revoke(openedLinkOf(request));
    forgetLink(reply);
    return { message: "All links to this booking have ended." };
  }
}

/** A fresh link for somebody who has lost hers. */
@ApiTags("mela")
@Controller("api/v1/mela/find-my-booking")
export class FindBookingController {
  constructor(private readonly finder: FindBookingService) {}

  /** Mails a link to the registration's address. The response is the same, after the same time, whether or not there is one. */
  @Post()
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: FindBookingResponse })
  @ApiErrors(["invalid_request", "rate_limited"])
  findMyBooking(@CurrentVisitor() visitor: Visitor, @Body() dto: FindBookingDto): Promise<FindBookingResponse> {
    return this.finder.find(dto, visitor.address);
  }
}
