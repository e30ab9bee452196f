import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { RemedyDto } from "@sakhi/domain/admin/remedy.dto";
import type { Administrator } from "../accounts/administrator.js";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import { Refuses } from "../platform/http/api-refusals.js";
import { KnownId } from "../platform/http/known-id.pipe.js";
import { AttentionResponse, RemedyOutcomeResponse } from "./attention.response.js";
import { AttentionInbox } from "./attention-inbox.service.js";
import { Remedies } from "./remedies.service.js";

/** What a person must decide or know. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/attention")
@ForAdministrators()
export class AttentionController {
  constructor(
    private readonly inbox: AttentionInbox,
    private readonly remedies: Remedies,
  ) {}

  /** Open matters with their facts and remedies, and what is well in numbers. */
  @Get()
  @ApiOkResponse({ type: AttentionResponse })
  getAttention(): Promise<AttentionResponse> {
    return this.inbox.now();
  }

  /** Does one of the things that the entry offers. */
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
    return this.remedies.apply(administrator, id, dto);
  }
}
