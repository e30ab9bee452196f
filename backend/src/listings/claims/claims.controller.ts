import { Body, Controller, HttpCode, HttpStatus, Post } from "@nestjs/common";
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { VerifyListingDto, VerifyPhoneDto } from "@sakhi/domain/listings/submit-application.dto";
import { ApiErrors } from "../../platform/http/api-errors.js";
import { CurrentVisitor, UsesVisitorCookie } from "../../platform/http/visitor-cookie.js";
import type { Visitor } from "../../platform/http/visitor-cookie.js";
import { ApplicationResponse, PhoneVerificationResponse } from "../application.response.js";
import { ClaimsService } from "./claims.service.js";

/** The free listing of whoever paid for a stall. */
@ApiTags("listings")
@UsesVisitorCookie()
@Controller("api/v1/mela")
export class ClaimsController {
  constructor(private readonly claims: ClaimsService) {}

  /** Whether a paid stall whose free listing nobody has claimed yet has this number. Every no is the same. */
  @Post("verify-phone")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: PhoneVerificationResponse })
  @ApiErrors(["invalid_request", "rate_limited"])
  verifyPhone(
    @CurrentVisitor() visitor: Visitor,
    @Body() dto: VerifyPhoneDto,
  ): Promise<PhoneVerificationResponse> {
    return this.claims.verify(visitor, dto.phoneNumber);
  }

  /** Claims the free listing of a paid stall, once per stall; tells the address the stall was booked with. */
  @Post("verify-listing")
  @ApiCreatedResponse({ type: ApplicationResponse })
  @ApiErrors(["invalid_request", "listing_not_offered", "already_claimed", "rate_limited"])
  verifyListing(
    @CurrentVisitor() visitor: Visitor,
    @Body() dto: VerifyListingDto,
  ): Promise<ApplicationResponse> {
    return this.claims.claim(visitor, dto);
  }
}
