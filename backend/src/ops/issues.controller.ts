import { Body, Controller, Get, Param } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { ResolutionDto } from "@sakhi/domain/admin/resolution.dto";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import {
  AutomaticRequest,
  CurrentAdministrator,
  ForAdministrators,
  ForOperators,
} from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { IdParam } from "../platform/http/id-param.pipe.js";
import { PageLanguage } from "../platform/http/page-language.js";
import { PostAction } from "../platform/http/post-action.js";
import { IssueInboxService } from "./issue-inbox.service.js";
import { IssueResolutionsService } from "./issue-resolutions.service.js";
import { IssuesResponse, ResolutionOutcomeResponse } from "./issues.response.js";

/** Issues that need a person. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/issues")
@ForAdministrators()
export class IssuesController {
  constructor(
    private readonly issueInbox: IssueInboxService,
    private readonly issueResolutions: IssueResolutionsService,
  ) {}

  /** Returns the open issues with their facts and resolutions, and the healthy counts. */
  @Needs("issues.read", "lists")
  @Get()
  @AutomaticRequest(true)
  @ApiOkResponse({ type: IssuesResponse })
  getIssues(
    @CurrentAdministrator() administrator: Administrator,
    @PageLanguage() language: LanguageCode,
  ): Promise<IssuesResponse> {
    return this.issueInbox.read(administrator, language);
  }

  /** Applies one of the resolutions that the issue offers. */
  @Needs("issues.change", { issue: "id" })
  @PostAction(":id/resolution", ResolutionOutcomeResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "not_found", "issue_resolved", "resolution_not_offered", "resolution_failed"])
  applyResolution(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
    @Body() dto: ResolutionDto,
    @PageLanguage() language: LanguageCode,
  ): Promise<ResolutionOutcomeResponse> {
    return this.issueResolutions.apply(administrator, id, dto, language);
  }
}
