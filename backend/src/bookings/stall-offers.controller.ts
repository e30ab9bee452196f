import { Body, Controller, HttpCode, HttpStatus, Post } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { AcceptStallOfferDto, StallOfferTokenDto } from "@sakhi/domain/bookings/stall-offer.dto";
import { ApiErrors } from "../platform/http/api-errors.js";
import { CurrentVisitor, type Visitor } from "../platform/http/visitor-cookie.js";
import { StallOfferResponses } from "./stall-offer-responses.service.js";
import { StallOfferErrorResponse, StallOfferResponse } from "./bookings.response.js";

/**
 * Another stall for money that came late. The link's secret is all that proves whose the offer is, so it works in any
 * browser; it comes in the body, never in an address.
 */
@ApiTags("mela")
@Controller("api/v1/mela/offer")
export class StallOffersController {
  constructor(private readonly offers: StallOfferResponses) {}

  /** The offer, with the stalls that are free now. */
  @Post("view")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: StallOfferResponse })
  @ApiErrors(["invalid_request", "offer_not_found", "rate_limited"])
  viewStallOffer(@CurrentVisitor() visitor: Visitor, @Body() dto: StallOfferTokenDto): Promise<StallOfferResponse> {
    return this.offers.find(dto.token, visitor.address);
  }

  /** Takes the chosen stall for what was paid. Asked again for the same stall, it returns the same. */
  @Post("accept")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: StallOfferResponse })
  @ApiErrors(
    [
      "invalid_request",
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
    return this.offers.accept(dto.token, dto.stallId, visitor.address);
  }

  /** Takes no stall: the whole amount is returned now. Asked again, it returns the same. */
  @Post("decline")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: StallOfferResponse })
  @ApiErrors(
    ["invalid_request", "offer_not_found", "offer_used", "offer_withdrawn", "offer_expired", "rate_limited"],
    StallOfferErrorResponse,
  )
  declineStallOffer(@CurrentVisitor() visitor: Visitor, @Body() dto: StallOfferTokenDto): Promise<StallOfferResponse> {
    return this.offers.decline(dto.token, visitor.address);
  }
}
