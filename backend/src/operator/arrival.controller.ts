import { Body, Controller, Param, Put } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { ArrivalDto } from "@sakhi/domain/events/changed-arrival.dto";
import { DoneResponse } from "../accounts/account.response.js";
import { CurrentAdministrator, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { ArrivalService } from "../events/arrival.service.js";
import { ApiErrors } from "../platform/http/api-errors.js";

/** Where holders come in, and when they set up. The event's facts have it. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/events/:slug/arrival")
export class ArrivalController {
  constructor(private readonly arrival: ArrivalService) {}

  /** Stores the gate and the times to set up. Tickets and pages show them at once; nobody is notified. */
  @Put()
  @ForOperators()
  @Needs("events.change", { slug: "slug" })
  @ApiOkResponse({ type: DoneResponse })
  @ApiErrors(["invalid_request", "event_not_found", "event_archived", "event_cancelled", "facts_changed"])
  changeArrival(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Body() dto: ArrivalDto,
  ): Promise<DoneResponse> {
    return this.arrival.change(administrator, slug, dto);
  }
}
