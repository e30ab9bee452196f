import { Body, Controller, Get, Query } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { StatedEventDto } from "@sakhi/domain/fields/named-event.dto";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { ReleaseUnpaidDto } from "@sakhi/domain/operator/booking-actions.dto";
import { UnpaidHoldsDto } from "@sakhi/domain/operator/unpaid-holds.dto";
import { CurrentAdministrator, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { PageLanguage } from "../platform/http/page-language.js";
import { PostAction } from "../platform/http/post-action.js";
import { UnpaidHoldsResponse, UnpaidReleasedResponse } from "./operator.response.js";
import { UnpaidHoldsService } from "./unpaid-holds.service.js";

/** The unpaid holds of an event over all networks, and what ends those of addresses that keep several. */
@ApiTags("administration")
@ForOperators()
@Controller("api/v1/mela/admin/unpaid-holds")
export class UnpaidHoldsController {
  constructor(
    private readonly unpaidHolds: UnpaidHoldsService,
    private readonly eventFacts: EventFactsService,
  ) {}

  /** What a release would end now: stalls, and how many visitors, registrations and payments that hits. */
  @Needs("bookings.change", { query: "event" })
  @Get()
  @ApiOkResponse({ type: UnpaidHoldsResponse })
  @ApiErrors(["invalid_request", "event_not_found"])
  async getUnpaidHolds(@Query() { event, moreThan }: UnpaidHoldsDto): Promise<UnpaidHoldsResponse> {
    return this.unpaidHolds.find(await this.eventFacts.resolve(event, "administrator"), moreThan);
  }

  /** Ends the unpaid holds of addresses that keep more than `moreThan` of an event's stalls; blocks nobody. */
  @Needs("bookings.change", { query: "event" })
  @PostAction("release", UnpaidReleasedResponse)
  @ApiErrors(["invalid_request", "event_required", "event_not_found"])
  async releaseUnpaidHolds(
    @CurrentAdministrator() administrator: Administrator,
    @Query() { event }: StatedEventDto,
    @Body() dto: ReleaseUnpaidDto,
    @PageLanguage() language: LanguageCode,
  ): Promise<UnpaidReleasedResponse> {
    return this.unpaidHolds.release(administrator, await this.eventFacts.stated(event), dto, language);
  }
}
