import { Body, Controller, HttpCode, HttpStatus, Post } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { AcceptStallOfferDto, StallOfferTokenDto } from "@sakhi/domain/bookings/stall-offer.dto";
import { ApiErrors } from "../../platform/http/api-errors.js";
import { CurrentVisitor } from "../../platform/http/visitor-cookie.js";
import type { Visitor } from "../../platform/http/visitor-cookie.js";
import { StallOfferChoices } from "./stall-offer-choices.service.js";
import { StallOfferErrorResponse, StallOfferResponse } from "./stall-offer.response.js";

/**
 * Another stall for money that came late. The link's secret is all that proves whose the offer is, so it works in any
 * browser; it comes in the body, never in an address.
 */
@ApiTags("mela")
@Controller("api/v1/mela/offer")
export class StallOffersController {
  constructor(private readonly answers: StallOfferChoices) {}

  /** Where the offer stands, with the stalls that are free now. */
  @Post("view")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: StallOfferResponse })
  @ApiErrors(["invalid_request", "offer_not_found", "rate_limited"])
  viewStallOffer(
    @CurrentVisitor() visitor: Visitor,
    @Body() dto: StallOfferTokenDto,
  ): Promise<StallOfferResponse> {
    return this.answers.check(dto.token, visitor.address);
  }

  /** Takes the chosen stall for what was paid. Asked again for the same stall, the same answer. */
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
  acceptStallOffer(
    @CurrentVisitor() visitor: Visitor,
    @Body() dto: AcceptStallOfferDto,
  ): Promise<StallOfferResponse> {
    return this.answers.accept(dto.token, dto.stallId, visitor.address);
  }

  /** Takes no stall: the whole amount is returned now. Asked again, the same answer. */
  @Post("decline")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: StallOfferResponse })
  @ApiErrors(
    ["invalid_request", "offer_not_found", "offer_used", "offer_withdrawn", "offer_expired", "rate_limited"],
    StallOfferErrorResponse,
  )
  declineStallOffer(
    @CurrentVisitor() visitor: Visitor,
    @Body() dto: StallOfferTokenDto,
  ): Promise<StallOfferResponse> {
    return this.answers.decline(dto.token, visitor.address);
  }
}
