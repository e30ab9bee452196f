import { applyDecorators, Body, Controller, Post } from "@nestjs/common";
import { ApiCreatedResponse, ApiTags } from "@nestjs/swagger";
import { FreeLeadDto } from "@sakhi/domain/listings/submit-application.dto";
import { ApiErrors } from "../../platform/http/api-errors.js";
import { CurrentVisitor } from "../../platform/http/visitor-cookie.js";
import type { Visitor } from "../../platform/http/visitor-cookie.js";
import { ApplicationResponse } from "../application.response.js";
import { FreeApplications } from "./free-applications.service.js";

/** What the three calls say of themselves. */
const TakesAFreeLead = (): MethodDecorator =>
  applyDecorators(
    ApiCreatedResponse({ type: ApplicationResponse }),
    ApiErrors(["invalid_request", "rate_limited"]),
  );

/** Joining the community for nothing. The same words within a day are the same application. */
@ApiTags("listings")
@Controller("api/v1/brand")
export class ApplicationsController {
  constructor(private readonly applications: FreeApplications) {}

  /** A brand of products joins. */
  @Post("submit-lead")
  @TakesAFreeLead()
  submitLead(@CurrentVisitor() { address }: Visitor, @Body() dto: FreeLeadDto): Promise<ApplicationResponse> {
    return this.applications.join("product", dto, address);
  }

  /** A brand of services joins. */
  @Post("submit-service")
  @TakesAFreeLead()
  submitService(
    @CurrentVisitor() { address }: Visitor,
    @Body() dto: FreeLeadDto,
  ): Promise<ApplicationResponse> {
    return this.applications.join("service", dto, address);
  }

  /** An NGO joins. */
  @Post("submit-ngo")
  @TakesAFreeLead()
  submitNgo(@CurrentVisitor() { address }: Visitor, @Body() dto: FreeLeadDto): Promise<ApplicationResponse> {
    return this.applications.join("ngo", dto, address);
  }
}
