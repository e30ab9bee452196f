import { Body, Controller, Get, Post, Query } from "@nestjs/common";
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { ListingOrderQueryDto, RenewalTokenDto } from "@sakhi/domain/listings/listing-payment.dto";
import { InitiateErrorResponse, InitiateResponse } from "../payments/payment.response.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { CurrentVisitor, UsesVisitorCookie, type Visitor } from "../platform/http/visitor-cookie.js";
import { ListingPaymentStatusService } from "./listing-payment-status.service.js";
import { ListingPaymentStatusResponse, RenewalResponse } from "./listings.response.js";
import { RenewalsService } from "./renewals.service.js";

/** Payment status and renewal of listings. */
@ApiTags("payments")
@Controller("api/v1/brand")
export class ListingPaymentsController {
  constructor(
    private readonly listingPaymentStatus: ListingPaymentStatusService,
    private readonly renewals: RenewalsService,
  ) {}

  /**
   * Returns the status of a listing's payment, first or renewal. Needs no cookie; the full name is for the browser that
   * started the order or opened its owner's link, others get it shortened.
   */
  @Get("payment-status")
  @ApiOkResponse({ type: ListingPaymentStatusResponse })
  @ApiErrors(["invalid_request", "order_not_found", "order_looked_for", "order_in_review", "order_refunded"])
  getListingPaymentStatus(
    @CurrentVisitor() visitor: Visitor,
    @Query() { order_id }: ListingOrderQueryDto,
  ): Promise<ListingPaymentStatusResponse> {
    return this.listingPaymentStatus.status(order_id, visitor);
  }

  /** Describes the renewal that a reminder's signed link is for; pays nothing. */
  @Get("renewal")
  @ApiOkResponse({ type: RenewalResponse })
  @ApiErrors(["invalid_request", "renewal_link_invalid"])
  getRenewal(@Query() { token }: RenewalTokenDto): Promise<RenewalResponse> {
    return this.renewals.find(token);
  }

  /** Opens the payment of another year. Idempotent: returns the open session. */
  @UsesVisitorCookie()
  @Post("renew")
  @ApiCreatedResponse({ type: InitiateResponse })
  @ApiErrors(
    [
      "invalid_request",
      "sales_paused",
      "renewal_link_invalid",
      "listing_already_paid",
      "listing_payment_refused",
      "order_closing",
      "rate_limited",
      "provider_unavailable",
    ],
    InitiateErrorResponse,
  )
  renewListing(@CurrentVisitor() visitor: Visitor, @Body() { token }: RenewalTokenDto): Promise<InitiateResponse> {
    return this.renewals.initiate(token, visitor);
  }
}
