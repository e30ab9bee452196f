import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post, Query, Res } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { AnsweredEnquiryDto, EnquiriesQueryDto } from "@sakhi/domain/admin/enquiries.dto";
import type { FastifyReply } from "fastify";
import type { Administrator } from "../accounts/administrator.js";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import { Refuses } from "../platform/http/api-refusals.js";
import { TOTAL_COUNT, tellTotal } from "./total-count.js";
import { KnownId } from "../platform/http/known-id.pipe.js";
import { AdminEnquiryResponse } from "./admin-enquiry.response.js";
import { EnquiriesDesk } from "./enquiries-desk.service.js";

/** What people wrote to us. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/enquiries")
@ForAdministrators()
export class AdminEnquiriesController {
  constructor(private readonly desk: EnquiriesDesk) {}

  /** Gifting requests and support messages, newest first. */
  @Get()
  @ApiOkResponse({ type: [AdminEnquiryResponse], headers: TOTAL_COUNT })
  @Refuses(["invalid_request"])
  async listEnquiries(
    @Query() query: EnquiriesQueryDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminEnquiryResponse[]> {
    return tellTotal(reply, await this.desk.page(query));
  }

  /** Marks an enquiry as answered. */
  @Post(":id/answered")
  @HttpCode(HttpStatus.OK)
  @ForOperators()
  @ApiOkResponse({ type: AdminEnquiryResponse })
  @Refuses(["invalid_request", "not_found", "enquiry_kept_aside", "enquiry_answered"])
  markEnquiryAnswered(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", KnownId) id: string,
    @Body() dto: AnsweredEnquiryDto,
  ): Promise<AdminEnquiryResponse> {
    return this.desk.answered(administrator, id, dto.note);
  }

  /** Takes an enquiry that was kept aside for a person's; its mails go out now. */
  @Post(":id/let-through")
  @HttpCode(HttpStatus.OK)
  @ForOperators()
  @ApiOkResponse({ type: AdminEnquiryResponse })
  @Refuses(["not_found", "enquiry_not_aside"])
  letEnquiryThrough(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", KnownId) id: string,
  ): Promise<AdminEnquiryResponse> {
    return this.desk.letThrough(administrator, id);
  }
}
