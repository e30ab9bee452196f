import { Body, Controller, Get, Param } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { AcceptBrandChangeDto, ReturnBrandChangeDto } from "@sakhi/domain/brands/brand-page.dto";
import { DoneResponse } from "../accounts/account.response.js";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { IdParam } from "../platform/http/id-param.pipe.js";
import { PostAction } from "../platform/http/post-action.js";
import { BrandChangesService } from "./brand-changes.service.js";
import { BrandReviewsService } from "./brand-reviews.service.js";
import { BrandChangeDetailsResponse, BrandChangeSummaryResponse } from "./brands.response.js";

/** Changes of brands' pages, for administrators. */
@ApiTags("administration")
@ForAdministrators()
@Controller("api/v1/mela/admin/brand-changes")
export class BrandReviewController {
  constructor(
    private readonly brandChanges: BrandChangesService,
    private readonly brandReviews: BrandReviewsService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** Changes that wait for a review, then small corrections that are live already. */
  @Needs("brands.read")
  @Get()
  @ApiOkResponse({ type: [BrandChangeSummaryResponse] })
  listBrandChanges(): Promise<BrandChangeSummaryResponse[]> {
    return this.brandReviews.list();
  }

  /** A change with what was public before. The read is audited. */
  @Needs("brands.read")
  @Get(":id")
  @ApiOkResponse({ type: BrandChangeDetailsResponse })
  @ApiErrors(["not_found"])
  async getBrandChange(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
  ): Promise<BrandChangeDetailsResponse> {
    const change = await this.brandReviews.details(id);
    await this.auditLog.viewed(administrator, "application_viewed", "application", change.applicationId);
    return change;
  }

  /** Accepts a change, with what the operator corrected in it. */
  @Needs("brands.change")
  @ForOperators()
  @PostAction(":id/accept", DoneResponse)
  @ApiErrors(["invalid_request", "not_found", "brand_change_moved", "brand_page_incomplete"])
  async acceptBrandChange(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
    @Body() { version, content }: AcceptBrandChangeDto,
  ): Promise<DoneResponse> {
    await this.brandChanges.accept(id, version, content, administrator);
    return { message: "Accepted. Its owner gets a mail." };
  }

  /** Returns a change, or pictures of it, with a reason. */
  @Needs("brands.change")
  @ForOperators()
  @PostAction(":id/return", DoneResponse)
  @ApiErrors(["invalid_request", "not_found", "brand_change_moved"])
  async returnBrandChange(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
    @Body() dto: ReturnBrandChangeDto,
  ): Promise<DoneResponse> {
    await this.brandChanges.return(id, dto, administrator);
    return { message: "Returned. Its owner gets a mail with your reason." };
  }

  /** Marks a small correction as seen. */
  @Needs("brands.change")
  @ForOperators()
  @PostAction(":id/seen", DoneResponse)
  @ApiErrors(["not_found"])
  async markBrandCorrectionSeen(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
  ): Promise<DoneResponse> {
    await this.brandChanges.markSeen(id, administrator);
    return { message: "Marked as seen." };
  }
}
