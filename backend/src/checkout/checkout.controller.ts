import { Body, Controller, Post } from "@nestjs/common";
import { ApiBody, ApiCreatedResponse, ApiExtraModels, ApiTags, getSchemaPath } from "@nestjs/swagger";
import { InitiateListingPaymentDto } from "@sakhi/domain/listings/submit-application.dto";
import { InitiateMelaPaymentDto } from "@sakhi/domain/payments/initiate-mela-payment.dto";
import { BookingPayments } from "../bookings/payment/booking-payment.service.js";
import { ListingPaymentsService } from "../listings/listing-payments.service.js";
import { InitiateErrorResponse, InitiateResponse } from "../payments/payment.response.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { CurrentVisitor, UsesVisitorCookie } from "../platform/http/visitor-cookie.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";
import { InitiateBodyPipe } from "./initiate-body.pipe.js";
import type { InitiateBody } from "./initiate-body.pipe.js";

/** The one address where a payment begins, whatever it is for. */
@ApiTags("payments")
@Controller("api/v1/cashfree")
export class CheckoutController {
  constructor(
    private readonly bookings: BookingPayments,
    private readonly listings: ListingPaymentsService,
  ) {}

  /**
   * Opens the payment of the visitor's own stall registration, or of an application to be listed, which this call
   * hands in. Asked again, the same session.
   */
  @Post("initiate")
  @UsesVisitorCookie()
  @ApiExtraModels(InitiateMelaPaymentDto, InitiateListingPaymentDto)
  @ApiBody({
    schema: {
      oneOf: [
        { $ref: getSchemaPath(InitiateMelaPaymentDto) },
        { $ref: getSchemaPath(InitiateListingPaymentDto) },
      ],
    },
  })
  @ApiCreatedResponse({ type: InitiateResponse })
  @ApiErrors(
    [
      "invalid_request",
      "not_yours",
      "order_not_found",
      "hold_expired",
      "hold_replaced",
      "booking_cancelled",
      "registration_missing",
      "stall_mismatch",
      "amount_mismatch",
      "order_closing",
      "order_refused",
      "already_paid",
      "listing_already_paid",
      "listing_payment_refused",
      "rate_limited",
      "provider_unavailable",
    ],
    InitiateErrorResponse,
  )
  initiatePayment(
    @CurrentVisitor() visitor: Visitor,
    @Body(InitiateBodyPipe) body: InitiateBody,
  ): Promise<InitiateResponse> {
    return body instanceof InitiateListingPaymentDto
      ? this.listings.initiate(body, visitor.address)
      : this.bookings.initiate(visitor, body);
  }
}
