import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post, Query, Res } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { AnsweredEnquiryDto, EnquiriesQueryDto } from "@sakhi/domain/admin/enquiries.dto";
import type { FastifyReply } from "fastify";
import type { Administrator } from "../accounts/administrator.js";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { TOTAL_COUNT, sendPage } from "./list-response.js";
import { KnownId } from "../platform/http/known-id.pipe.js";
import { AdminEnquiryResponse } from "./admin-enquiries.response.js";
import { AdminEnquiriesService } from "./admin-enquiries.service.js";

/** Enquiries and support messages. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/enquiries")
@ForAdministrators()
export class AdminEnquiriesController {
  constructor(private readonly enquiries: AdminEnquiriesService) {}

  /** Gifting requests and support messages, newest first. */
  @Get()
  @ApiOkResponse({ type: [AdminEnquiryResponse], headers: TOTAL_COUNT })
  @ApiErrors(["invalid_request"])
  async listEnquiries(
    @Query() query: EnquiriesQueryDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminEnquiryResponse[]> {
    return sendPage(reply, await this.enquiries.page(query));
  }

  /** Marks an enquiry as answered. */
  @Post(":id/answered")
  @HttpCode(HttpStatus.OK)
  @ForOperators()
  @ApiOkResponse({ type: AdminEnquiryResponse })
  @ApiErrors(["invalid_request", "not_found", "enquiry_quarantined", "enquiry_answered"])
  markEnquiryAnswered(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", KnownId) id: string,
    @Body() dto: AnsweredEnquiryDto,
  ): Promise<AdminEnquiryResponse> {
    return this.enquiries.answered(administrator, id, dto.note);
  }

  /** Approves a quarantined enquiry; its mails are sent now. */
  @Post(":id/let-through")
  @HttpCode(HttpStatus.OK)
  @ForOperators()
  @ApiOkResponse({ type: AdminEnquiryResponse })
  @ApiErrors(["not_found", "enquiry_not_quarantined"])
  letEnquiryThrough(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", KnownId) id: string,
  ): Promise<AdminEnquiryResponse> {
    return this.enquiries.letThrough(administrator, id);
  }
}
