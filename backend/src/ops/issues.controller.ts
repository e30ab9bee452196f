import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { RemedyDto } from "@sakhi/domain/admin/remedy.dto";
import type { Administrator } from "../accounts/administrator.js";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import { Refuses } from "../platform/http/api-refusals.js";
import { KnownId } from "../platform/http/known-id.pipe.js";
import { AttentionResponse, RemedyOutcomeResponse } from "./issues.response.js";
import { IssueInboxService } from "./issue-inbox.service.js";
import { IssueResolutionsService } from "./issue-resolutions.service.js";

/** Issues that need a person. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/attention")
@ForAdministrators()
export class IssuesController {
  constructor(
    private readonly inbox: IssueInboxService,
    private readonly resolutions: IssueResolutionsService,
  ) {}

  /** Open issues with their facts and resolutions, and what is in order in numbers. */
  @Get()
  @ApiOkResponse({ type: AttentionResponse })
  getAttention(): Promise<AttentionResponse> {
    return this.inbox.read();
  }

  /** Applies one of the resolutions that the issue offers. */
  @Post(":id/remedy")
  @HttpCode(HttpStatus.OK)
  @ForOperators()
  @ApiOkResponse({ type: RemedyOutcomeResponse })
  @Refuses(["invalid_request", "not_found", "attention_settled", "remedy_not_offered", "remedy_refused"])
  applyRemedy(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", KnownId) id: string,
    @Body() dto: RemedyDto,
  ): Promise<RemedyOutcomeResponse> {
    return this.resolutions.apply(administrator, id, dto);
  }
}
