import { applyDecorators, Body, Controller, Post } from "@nestjs/common";
import { ApiCreatedResponse, ApiTags } from "@nestjs/swagger";
import { FreeLeadDto, VerifyListingDto, VerifyPhoneDto } from "@sakhi/domain/listings/submit-application.dto";
import { ApiErrors, AsksForProof } from "../platform/http/api-errors.js";
import { PostAction } from "../platform/http/post-action.js";
import { CurrentVisitor, UsesVisitorCookie, type Visitor } from "../platform/http/visitor-cookie.js";
import { ApplicationsService } from "./applications.service.js";
import { ApplicationResponse, PhoneVerificationResponse } from "./listings.response.js";

/** OpenAPI decorators of the three endpoints. */
const TakesAFreeLead = (): MethodDecorator =>
  applyDecorators(
    ApiCreatedResponse({ type: ApplicationResponse }),
    ApiErrors(["invalid_request", "rate_limited"]),
    AsksForProof(),
  );

/** Joining the community for free. The same form within a day is the same application. */
@ApiTags("listings")
@Controller("api/v1/brand")
export class ApplicationsController {
  constructor(private readonly applications: ApplicationsService) {}

  /** Joins the community as a product brand. */
  @Post("submit-lead")
  @TakesAFreeLead()
  submitLead(@CurrentVisitor() visitor: Visitor, @Body() dto: FreeLeadDto): Promise<ApplicationResponse> {
    return this.applications.join("product", dto, visitor);
  }

  /** Joins the community as a service brand. */
  @Post("submit-service")
  @TakesAFreeLead()
  submitService(@CurrentVisitor() visitor: Visitor, @Body() dto: FreeLeadDto): Promise<ApplicationResponse> {
    return this.applications.join("service", dto, visitor);
  }

  /** Joins the community as an NGO. */
  @Post("submit-ngo")
  @TakesAFreeLead()
  submitNgo(@CurrentVisitor() visitor: Visitor, @Body() dto: FreeLeadDto): Promise<ApplicationResponse> {
    return this.applications.join("ngo", dto, visitor);
  }
}

/** The free listing that comes with a paid stall. */
@ApiTags("listings")
@UsesVisitorCookie()
@Controller("api/v1/mela")
export class ClaimsController {
  constructor(private readonly applications: ApplicationsService) {}

  /**
   * Checks whether this number has a paid stall with an unclaimed free listing. Every negative response is identical.
   */
  @AsksForProof()
  @PostAction("verify-phone", PhoneVerificationResponse)
  @ApiErrors(["invalid_request", "rate_limited"])
  verifyPhone(@CurrentVisitor() visitor: Visitor, @Body() dto: VerifyPhoneDto): Promise<PhoneVerificationResponse> {
    return this.applications.verifyPhone(visitor, dto.phoneNumber);
  }

  /** Claims the free listing of a paid stall, once per stall. Notifies the address the stall was booked with. */
  @AsksForProof()
  @Post("verify-listing")
  @ApiCreatedResponse({ type: ApplicationResponse })
  @ApiErrors(["invalid_request", "listing_not_offered", "already_claimed", "rate_limited"])
  verifyListing(@CurrentVisitor() visitor: Visitor, @Body() dto: VerifyListingDto): Promise<ApplicationResponse> {
    return this.applications.claim(visitor, dto);
  }
}
