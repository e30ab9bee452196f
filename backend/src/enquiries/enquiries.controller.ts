import { applyDecorators, Body, Controller, Headers, Post } from "@nestjs/common";
import { ApiCreatedResponse, ApiHeader, ApiTags } from "@nestjs/swagger";
import { BrandEnquiryDto } from "@sakhi/domain/enquiries/brand-enquiry.dto";
import { CorporateGiftingDto } from "@sakhi/domain/enquiries/corporate-gifting.dto";
import { FILLED_MS_HEADER, filledMsOf } from "@sakhi/domain/enquiries/enquiry.rules";
import { SupportMessageDto } from "@sakhi/domain/enquiries/support-message.dto";
import { ApiErrors, AsksForProof } from "../platform/http/api-errors.js";
import { CurrentVisitor, type Visitor } from "../platform/http/visitor-cookie.js";
import { EnquiriesService } from "./enquiries.service.js";
import { EnquiryResponse } from "./enquiry.response.js";

/** Decorators of the endpoints. @param more errors */
const TakesAnEnquiry = (...more: "brand_unknown"[]): MethodDecorator =>
  applyDecorators(
    ApiHeader({
      name: FILLED_MS_HEADER,
      required: false,
      description: "Whole milliseconds from opening the form to sending it; sent by our own page.",
    }),
    ApiCreatedResponse({ type: EnquiryResponse }),
    ApiErrors(["invalid_request", "rate_limited", ...more]),
    AsksForProof(),
  );

/** Corporate gifting, support and messages to brands. */
@ApiTags("enquiries")
@Controller("api/v1")
export class EnquiriesController {
  constructor(private readonly enquiries: EnquiriesService) {}

  /** Accepts a corporate gifting request. Deduplicated: the same form within a day is the same request. */
  @Post("corporate-gifting/submit")
  @TakesAnEnquiry()
  submitCorporateGifting(
    @CurrentVisitor() { address, language }: Visitor,
    @Headers(FILLED_MS_HEADER) filled: string | undefined,
    @Body() dto: CorporateGiftingDto,
  ): Promise<EnquiryResponse> {
    return this.enquiries.submitCorporateGifting(dto, { address, language, filledMs: filledMsOf(filled) });
  }

  /** Passes a message on to a brand's owner. Deduplicated: the same form within a day is the same message. */
  @Post("brand-enquiries")
  @TakesAnEnquiry("brand_unknown")
  submitToBrand(
    @CurrentVisitor() { address, language }: Visitor,
    @Headers(FILLED_MS_HEADER) filled: string | undefined,
    @Body() dto: BrandEnquiryDto,
  ): Promise<EnquiryResponse> {
    return this.enquiries.submitToBrand(dto, { address, language, filledMs: filledMsOf(filled) });
  }

  /** Accepts a message to support. Deduplicated: the same form within a day is the same message. */
  @Post("support/submit")
  @TakesAnEnquiry()
  submitSupport(
    @CurrentVisitor() { address, language }: Visitor,
    @Headers(FILLED_MS_HEADER) filled: string | undefined,
    @Body() dto: SupportMessageDto,
  ): Promise<EnquiryResponse> {
    return this.enquiries.submitSupport(dto, { address, language, filledMs: filledMsOf(filled) });
  }
}
