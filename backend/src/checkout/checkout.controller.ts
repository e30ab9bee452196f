import { Body, Controller, Injectable, Post, type PipeTransform, type Type } from "@nestjs/common";
import { RouteConfig } from "@nestjs/platform-fastify";
import { ApiBody, ApiCreatedResponse, ApiExtraModels, ApiTags, getSchemaPath } from "@nestjs/swagger";
import { InitiateMelaPaymentDto } from "@sakhi/domain/bookings/stall-order.dto";
import { InitiateListingPaymentDto } from "@sakhi/domain/listings/submit-application.dto";
import { BookingPaymentsService } from "../bookings/booking-payments.service.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { ListingPaymentsService } from "../listings/listing-payments.service.js";
import { InitiateErrorResponse, InitiateResponse } from "../payments/payment.response.js";
import { ApiErrors, AsksForProof } from "../platform/http/api-errors.js";
import { HttpError } from "../platform/http/error-response.js";
import { validationPipe } from "../platform/http/validation.pipe.js";
import { CurrentVisitor, UsesVisitorCookie, type Visitor } from "../platform/http/visitor-cookie.js";
import { countsFor } from "../platform/metrics/objectives.js";

/** Body of POST /api/v1/cashfree/initiate: the payment of a stall or a listing. */
type InitiateBody = InitiateMelaPaymentDto | InitiateListingPaymentDto;

/**
 * Validates the body with one of two DTOs, distinguished by submissionType and metadata. Rejects any other body.
 */
@Injectable()
export class InitiateBodyPipe implements PipeTransform<unknown, Promise<InitiateBody>> {
  private readonly validation = validationPipe();

  /** @throws HttpError invalid_request with the invalid fields */
  async transform(body: unknown): Promise<InitiateBody> {
    const metatype = dtoOf(body);
    if (metatype === undefined) {
      const sentence = "Please say what the payment is for: a listing or a Mela stall";
      throw new HttpError("invalid_request", { fields: { submissionType: [sentence] } }, {}, sentence);
    }
    return (await this.validation.transform(body, { type: "body", metatype })) as InitiateBody;
  }
}

function dtoOf(body: unknown): Type<InitiateBody> | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  if ("submissionType" in body) return InitiateListingPaymentDto;
  if ("metadata" in body) return InitiateMelaPaymentDto;
  return undefined;
}

/** Starts every payment, for stalls and listings. */
@ApiTags("payments")
@Controller("api/v1/cashfree")
export class CheckoutController {
  constructor(
    private readonly bookingPayments: BookingPaymentsService,
    private readonly listingPayments: ListingPaymentsService,
    private readonly eventFacts: EventFactsService,
  ) {}

  /**
   * Opens the payment of the visitor's stall registration, or submits an application to be listed and opens its payment.
   * Idempotent: returns the same session.
   */
  @AsksForProof()
  @Post("initiate")
  @RouteConfig(countsFor("booking"))
  @UsesVisitorCookie()
  @ApiExtraModels(InitiateMelaPaymentDto, InitiateListingPaymentDto)
  @ApiBody({
    schema: {
      oneOf: [{ $ref: getSchemaPath(InitiateMelaPaymentDto) }, { $ref: getSchemaPath(InitiateListingPaymentDto) }],
    },
  })
  @ApiCreatedResponse({ type: InitiateResponse })
  @ApiErrors(
    [
      "invalid_request",
      "sales_paused",
      "not_yours",
      "order_not_found",
      "hold_expired",
      "hold_replaced",
      "booking_cancelled",
      "registration_missing",
      "stall_mismatch",
      "amount_mismatch",
      "coupon_exhausted",
      "order_closing",
      "order_refused",
      "already_paid",
      "listing_already_paid",
      "listing_payment_refused",
      "network_blocked",
      "rate_limited",
      "provider_unavailable",
    ],
    InitiateErrorResponse,
  )
  async initiatePayment(
    @CurrentVisitor() visitor: Visitor,
    @Body(InitiateBodyPipe) body: InitiateBody,
  ): Promise<InitiateResponse> {
    return body instanceof InitiateListingPaymentDto
      ? this.listingPayments.initiate(body, visitor)
      : this.bookingPayments.initiate({ visitor, dto: body, current: (await this.eventFacts.resolve(undefined)).slug });
  }
}
