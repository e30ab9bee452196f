import { Body, Controller, Query } from "@nestjs/common";
import { ApiTags } from "@nestjs/swagger";
import { StatedEventDto } from "@sakhi/domain/fields/named-event.dto";
import { NotifyHoldersDto } from "@sakhi/domain/operator/event-facts.dto";
import { CurrentAdministrator, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { PostAction } from "../platform/http/post-action.js";
import { HolderNoticesService } from "./holder-notices.service.js";
import { HoldersNotifiedResponse } from "./operator.response.js";

/** Notices to the holders of stalls. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/event")
@ForOperators()
export class HolderNoticesController {
  constructor(private readonly holderNotices: HolderNoticesService) {}

  /** Mails the change of an event to the holders of its stalls, once, or decides that they need not know. */
  @Needs("events.change", { query: "event" })
  @PostAction("notify-holders", HoldersNotifiedResponse)
  @ApiErrors(["invalid_request", "event_required", "event_not_found", "facts_changed"])
  notifyHolders(
    @CurrentAdministrator() administrator: Administrator,
    @Query() { event }: StatedEventDto,
    @Body() dto: NotifyHoldersDto,
  ): Promise<HoldersNotifiedResponse> {
    return this.holderNotices.decide(administrator, event, dto);
  }
}
