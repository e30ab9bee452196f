import { applyDecorators, Body, Controller, Headers, Post } from "@nestjs/common";
import { ApiCreatedResponse, ApiHeader, ApiTags } from "@nestjs/swagger";
import { CorporateGiftingDto } from "@sakhi/domain/enquiries/corporate-gifting.dto";
import { FILLED_MS_HEADER, filledMsOf } from "@sakhi/domain/enquiries/enquiry.rules";
import { SupportMessageDto } from "@sakhi/domain/enquiries/support-message.dto";
import { ApiErrors } from "../platform/http/api-errors.js";
import { CurrentVisitor, type Visitor } from "../platform/http/visitor-cookie.js";
import { EnquiriesService } from "./enquiries.service.js";
import { EnquiryResponse } from "./enquiry.response.js";

/** Decorators of both endpoints. */
const TakesAnEnquiry = (): MethodDecorator =>
  applyDecorators(
    ApiHeader({
      name: FILLED_MS_HEADER,
      required: false,
      description: "Whole milliseconds from opening the form to sending it; sent by our own page.",
    }),
    ApiCreatedResponse({ type: EnquiryResponse }),
    ApiErrors(["invalid_request", "rate_limited"]),
  );

/** Corporate gifting and support. */
@ApiTags("enquiries")
@Controller("api/v1")
export class EnquiriesController {
  constructor(private readonly enquiries: EnquiriesService) {}

  /** Accepts a corporate gifting request. Deduplicated: the same form within a day is the same request. */
  @Post("corporate-gifting/submit")
  @TakesAnEnquiry()
  submitCorporateGifting(
    @CurrentVisitor() { address }: Visitor,
    @Headers(FILLED_MS_HEADER) filled: string | undefined,
    @Body() dto: CorporateGiftingDto,
  ): Promise<EnquiryResponse> {
    return this.enquiries.submitCorporateGifting(dto, { address, filledMs: filledMsOf(filled) });
  }

  /** Accepts a message to support. Deduplicated: the same form within a day is the same message. */
  @Post("support/submit")
  @TakesAnEnquiry()
  submitSupport(
    @CurrentVisitor() { address }: Visitor,
    @Headers(FILLED_MS_HEADER) filled: string | undefined,
    @Body() dto: SupportMessageDto,
  ): Promise<EnquiryResponse> {
    return this.enquiries.submitSupport(dto, { address, filledMs: filledMsOf(filled) });
  }
}
