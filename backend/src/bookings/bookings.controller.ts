import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post, Query, Res } from "@nestjs/common";
import { RouteConfig } from "@nestjs/platform-fastify";
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { isOtherPlan } from "@sakhi/domain/bookings/chosen-event.rules";
import { ReleaseStallDto, ReserveStallDto } from "@sakhi/domain/bookings/reserve-stall.dto";
import { AcceptStallOfferDto, StallOfferTokenDto } from "@sakhi/domain/bookings/stall-offer.dto";
import { CreateProvisionalRegistrationDto } from "@sakhi/domain/bookings/stall-order.dto";
import { ValidateCouponDto } from "@sakhi/domain/coupons/validate-coupon.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { NamedEventDto } from "@sakhi/domain/fields/named-event.dto";
import type { FastifyReply } from "fastify";
import { OurNamesService } from "../catalogue/our-names.service.js";
import { CouponResponse } from "../coupons/coupon.response.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { ApiErrors, AsksForProof } from "../platform/http/api-errors.js";
import { ApiNullableResponse } from "../platform/http/validation.pipe.js";
import { CurrentVisitor, UsesVisitorCookie, type Visitor } from "../platform/http/visitor-cookie.js";
import { countsFor } from "../platform/metrics/objectives.js";
import { BookingPaymentStatusService } from "./booking-payment-status.service.js";
import {
  HoldErrorResponse,
  MelaPaymentStatusResponse,
  MyHoldResponse,
  ProvisionalRegistrationResponse,
  ReleaseResponse,
  ReservationResponse,
  ReserveErrorResponse,
  StallOfferErrorResponse,
  StallOfferResponse,
} from "./bookings.response.js";
import { HoldsService } from "./holds.service.js";
import { MyHoldService } from "./my-hold.service.js";
import { RegistrationsService } from "./registrations.service.js";
import { ReservationsService } from "./reservations.service.js";
import { SeveralStallsService } from "./several-stalls.service.js";
import { StallOfferResponsesService } from "./stall-offer-responses.service.js";

/** A visitor's booking, from the reservation to the registration. */
@ApiTags("mela")
@UsesVisitorCookie()
@Controller("api/v1/mela")
export class BookingsController {
  constructor(
    private readonly reservations: ReservationsService,
    private readonly holds: HoldsService,
    private readonly myHold: MyHoldService,
    private readonly ourNames: OurNamesService,
    private readonly registrations: RegistrationsService,
    private readonly eventFacts: EventFactsService,
    private readonly severalStalls: SeveralStallsService,
  ) {}

  /**
   * Reserves a stall for ten minutes and releases the visitor's other hold. Returns 200 with the same hold and deadline
   * if the stall is already theirs. With `add` the stall is added to their hold instead, and ends with it. A stall that was offered to somebody on the waiting list needs the secret of her link as
   * `offer`. A network that keeps many stalls must solve a proof of work: proof_required carries
   * the challenge; repeat the call with the solution as `proof`.
   */
  @Post("reserve")
  @RouteConfig(countsFor("booking"))
  @ApiCreatedResponse({ type: ReservationResponse, description: "Reserved now" })
  @ApiOkResponse({ type: ReservationResponse, description: "Already reserved for this visitor" })
  @ApiErrors(
    [
      "invalid_request",
      "event_not_found",
      "event_changed",
      "stall_not_found",
      "waiting_not_found",
      "stall_sold",
      "stall_reserved",
      "payment_in_progress",
      "too_many_stalls",
      "offer_is_alone",
      "hold_expired",
      "waiting_offer_over",
      "rate_limited",
      "proof_required",
      "stall_paused",
      "network_blocked",
      "sales_paused",
      "sales_not_open",
      "sales_closed",
    ],
    ReserveErrorResponse,
  )
  async reserveStall(
    @CurrentVisitor() visitor: Visitor,
    @Body() dto: ReserveStallDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReservationResponse> {
    const { id: eventId, slug } = await this.eventFacts.resolve(dto.event);
    if (isOtherPlan(dto, slug)) throw new DomainError("event_changed", { event: slug, planEvent: dto.planEvent });
    const stall = { eventId, stallId: dto.stallId };
    const { alreadyHeld, reservation } = await this.reservations.reserve(visitor, stall, dto);
    reply.code(alreadyHeld ? HttpStatus.OK : HttpStatus.CREATED);
    return reservation;
  }

  /** Releases the visitor's hold on a stall, with the other stalls of its order unless it is `onlyThis`; rejected while paying. */
  @Post("release")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: ReleaseResponse })
  @ApiErrors(
    ["invalid_request", "not_yours", "event_not_found", "stall_not_found", "payment_in_progress"],
    HoldErrorResponse,
  )
  async releaseStall(@CurrentVisitor() visitor: Visitor, @Body() dto: ReleaseStallDto): Promise<ReleaseResponse> {
    const event = await this.eventFacts.resolve(dto.event);
    return dto.onlyThis === true
      ? this.severalStalls.remove(visitor, event, dto.stallId)
      : this.holds.release(visitor, event, dto.stallId);
  }

  /**
   * The visitor's stall, including while paying; null if there is none. A request without the visitor's cookie gets one;
   * the header Visitor-Cookie says whether the browser already sent it (`known`, or `new`), so that a page notices one
   * that refuses cookies before it reserves.
   */
  @Get("my-hold")
  @ApiNullableResponse(MyHoldResponse)
  @ApiErrors(["invalid_request", "event_not_found"])
  async getMyHold(
    @CurrentVisitor() visitor: Visitor,
    @Query() { event }: NamedEventDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MyHoldResponse | null> {
    reply.header("visitor-cookie", visitor.id === undefined ? "new" : "known");
    return this.myHold.myHold(visitor, await this.eventFacts.resolve(event));
  }

  /** Checks whether a coupon applies to the visitor's stall; nothing is reserved until they register. */
  @AsksForProof()
  @Post("validate-coupon")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: CouponResponse })
  @ApiErrors(["invalid_request", "event_not_found", "rate_limited"])
  async validateCoupon(@CurrentVisitor() visitor: Visitor, @Body() dto: ValidateCouponDto): Promise<CouponResponse> {
    return this.registrations.checkCoupon(visitor, await this.eventFacts.resolve(dto.event), dto.code);
  }

  /** Registers the visitor for their hold and returns the price. Repeated while unpaid, it updates the registration. */
  @AsksForProof()
  @Post("create-provisional-registration")
  @RouteConfig(countsFor("booking"))
  @ApiCreatedResponse({ type: ProvisionalRegistrationResponse })
  @ApiErrors(
    [
      "invalid_request",
      "sales_paused",
      "not_yours",
      "event_not_found",
      "stall_not_found",
      "hold_expired",
      "hold_replaced",
      "stall_mismatch",
      "coupon_invalid",
      "coupon_exhausted",
      "order_id_taken",
      "payment_in_progress",
      "already_paid",
      "network_blocked",
      "rate_limited",
    ],
    HoldErrorResponse,
  )
  async createProvisionalRegistration(
    @CurrentVisitor() visitor: Visitor,
    @Body() dto: CreateProvisionalRegistrationDto,
  ): Promise<ProvisionalRegistrationResponse> {
    await this.ourNames.assertNotBorrowed({
      fullName: ["person", dto.fullName],
      businessName: ["business", dto.businessName],
    });
    return this.registrations.register(visitor, await this.eventFacts.resolve(dto.event), dto);
  }
}

/** Paying for a stall. */
@ApiTags("payments")
@Controller("api/v1")
export class BookingPaymentsController {
  constructor(private readonly bookingPaymentStatus: BookingPaymentStatusService) {}

  /** The status of a payment. Needs no cookie and returns no personal data. */
  @Get("mela/payment-status/:orderId")
  @ApiOkResponse({ type: MelaPaymentStatusResponse })
  @ApiErrors(["order_not_found", "order_looked_for", "order_in_review", "order_refunded"])
  getMelaPaymentStatus(@Param("orderId") orderId: string): Promise<MelaPaymentStatusResponse> {
    return this.bookingPaymentStatus.status(orderId);
  }
}

/**
 * The offer of another stall for late money. The link's secret is the only credential, so it works in any browser; it
 * is sent in the body, never in a URL.
 */
@ApiTags("mela")
@Controller("api/v1/mela/offer")
export class StallOffersController {
  constructor(private readonly stallOfferResponses: StallOfferResponsesService) {}

  /** The offer, with the stalls that are currently free. */
  @AsksForProof()
  @Post("view")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: StallOfferResponse })
  @ApiErrors(["invalid_request", "offer_not_found", "rate_limited"])
  viewStallOffer(@CurrentVisitor() visitor: Visitor, @Body() dto: StallOfferTokenDto): Promise<StallOfferResponse> {
    return this.stallOfferResponses.find(dto.token, visitor.address);
  }

  /** Accepts the offer: the chosen stall is sold for the amount paid. Idempotent for the same stall. */
  @AsksForProof()
  @Post("accept")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: StallOfferResponse })
  @ApiErrors(
    [
      "invalid_request",
      "sales_paused",
      "offer_not_found",
      "stall_not_found",
      "offer_stall_taken",
      "offer_used",
      "offer_withdrawn",
      "stall_differs",
      "offer_expired",
      "rate_limited",
      "offer_unconfirmed",
    ],
    StallOfferErrorResponse,
  )
  acceptStallOffer(@CurrentVisitor() visitor: Visitor, @Body() dto: AcceptStallOfferDto): Promise<StallOfferResponse> {
    return this.stallOfferResponses.accept(dto.token, dto.stallId, visitor.address);
  }

  /** Declines the offer: the full amount is refunded now. Idempotent. */
  @AsksForProof()
  @Post("decline")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: StallOfferResponse })
  @ApiErrors(
    ["invalid_request", "offer_not_found", "offer_used", "offer_withdrawn", "offer_expired", "rate_limited"],
    StallOfferErrorResponse,
  )
  declineStallOffer(@CurrentVisitor() visitor: Visitor, @Body() dto: StallOfferTokenDto): Promise<StallOfferResponse> {
    return this.stallOfferResponses.decline(dto.token, visitor.address);
  }
}
