import { Controller, Get, Param } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { ApiErrors } from "../../platform/http/api-errors.js";
import { MelaPaymentStatusResponse } from "../booking.response.js";
import { BookingPayments } from "./booking-payment.service.js";

/** Paying for a stall. */
@ApiTags("payments")
@Controller("api/v1")
export class BookingPaymentController {
  constructor(private readonly payments: BookingPayments) {}

  /** Where a payment stands; works without the visitor's cookie and carries no personal data. */
  @Get("mela/payment-status/:orderId")
  @ApiOkResponse({ type: MelaPaymentStatusResponse })
  @ApiErrors(["order_not_found"])
  getMelaPaymentStatus(@Param("orderId") orderId: string): Promise<MelaPaymentStatusResponse> {
    return this.payments.status(orderId);
  }
}
