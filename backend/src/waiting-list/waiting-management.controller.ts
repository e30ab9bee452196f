import { Body, Controller, Get, Param, Put } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { WaitingSettingsDto, WaitingStepDto } from "@sakhi/domain/waiting/waiting.dto";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { IdParam } from "../platform/http/id-param.pipe.js";
import { PostAction } from "../platform/http/post-action.js";
import { WaitingListResponse, WaitingPersonResponse } from "./waiting-list.response.js";
import { WaitingManagementService } from "./waiting-management.service.js";

/** The waiting list of an event, for operators. */
@ApiTags("administration")
@Controller("api/v1/mela/admin")
export class WaitingManagementController {
  constructor(
    private readonly management: WaitingManagementService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** Who waits for stalls of an event, and what became of others. The read is audited. */
  @Needs("waiting.read", { slug: "slug" })
  @Get("events/:slug/waiting")
  @ForAdministrators()
  @ApiOkResponse({ type: WaitingListResponse })
  @ApiErrors(["event_not_found"])
  async getWaitingList(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
  ): Promise<WaitingListResponse> {
    const found = await this.management.list(slug);
    await this.auditLog.viewed(administrator, "waiting_list_viewed", "registrations", slug);
    return found;
  }

  /** Sets how long a freed stall is offered at most. Offers that were made stay as they are. */
  @Needs("waiting.change", { slug: "slug" })
  @Put("events/:slug/waiting/settings")
  @ForOperators()
  @ApiOkResponse({ type: WaitingListResponse })
  @ApiErrors(["invalid_request", "event_not_found"])
  changeWaitingSettings(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Body() dto: WaitingSettingsDto,
  ): Promise<WaitingListResponse> {
    return this.management.setSettings(administrator, slug, dto);
  }

  /**
   * Takes an offered stall back, which stays blocked while she keeps her place; or removes a place, whose offered stall goes to the
   * next. She is mailed.
   */
  @Needs("waiting.change", { waitingPlace: "id" })
  @PostAction("waiting/:id/steps", WaitingPersonResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "waiting_not_found", "waiting_changed"])
  stepWaitingPlace(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
    @Body() dto: WaitingStepDto,
  ): Promise<WaitingPersonResponse> {
    return this.management.step(administrator, id, dto);
  }
}
