import { Body, Controller, Get, Param, Post } from "@nestjs/common";
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { InitiateMelaPaymentDto } from "@sakhi/domain/payments/initiate-mela-payment.dto";
import { InitiateResponse } from "../../payments/payment.response.js";
import { Refuses } from "../../platform/http/api-refusals.js";
import { CurrentVisitor, UsesVisitorCookie } from "../../platform/http/visitor-cookie.js";
import type { Visitor } from "../../platform/http/visitor-cookie.js";
import { MelaPaymentStatusResponse } from "../booking.response.js";
import { BookingPayments } from "./booking-payment.service.js";

/** Paying for a stall. */
@ApiTags("payments")
@Controller("api/v1")
export class BookingPaymentController {
  constructor(private readonly payments: BookingPayments) {}

  /** Opens the payment of the visitor's own registration; asked again, the same session. */
  @Post("cashfree/initiate")
  @UsesVisitorCookie()
  @ApiCreatedResponse({ type: InitiateResponse })
  @Refuses([
    "invalid_request",
    "not_yours",
    "order_not_found",
    "hold_expired",
    "hold_replaced",
    "registration_missing",
    "stall_mismatch",
    "amount_mismatch",
    "payment_elsewhere",
    "order_closing",
    "order_refused",
    "already_paid",
    "rate_limited",
    "provider_unavailable",
  ])
  initiatePayment(
    @CurrentVisitor() visitor: Visitor,
    @Body() dto: InitiateMelaPaymentDto,
  ): Promise<InitiateResponse> {
    return this.payments.initiate(visitor.id, dto);
  }

  /** Where a payment stands; works without the visitor's cookie and carries no personal data. */
  @Get("mela/payment-status/:orderId")
  @ApiOkResponse({ type: MelaPaymentStatusResponse })
  @Refuses(["order_not_found"])
  getMelaPaymentStatus(@Param("orderId") orderId: string): Promise<MelaPaymentStatusResponse> {
    return this.payments.status(orderId);
  }
}
