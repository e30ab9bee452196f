import { Body, Controller, Get, Param, Post, Put } from "@nestjs/common";
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { AddShowcaseEventDto, ChangeShowcaseEventDto } from "@sakhi/domain/brands/showcase.dto";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { IdParam } from "../platform/http/id-param.pipe.js";
import { PostAction } from "../platform/http/post-action.js";
import { ShowcaseEventResponse } from "./curation.response.js";
import { ShowcaseEventsService } from "./showcase-events.service.js";

/** Awards, fairs and pop-ups of the past. */
@ApiTags("administration")
@ForAdministrators()
@Controller("api/v1/mela/admin/past-events")
export class ShowcaseEventsController {
  constructor(private readonly showcaseEvents: ShowcaseEventsService) {}

  /** The newest first; those that were removed in the last 30 days too. */
  @Needs("catalogue.read")
  @Get()
  @ApiOkResponse({ type: [ShowcaseEventResponse] })
  listShowcaseEvents(): Promise<ShowcaseEventResponse[]> {
    return this.showcaseEvents.all();
  }

  /** Adds an award, fair or pop-up; live at once. */
  @Needs("catalogue.change")
  @Post()
  @ForOperators()
  @ApiCreatedResponse({ type: ShowcaseEventResponse })
  @ApiErrors(["invalid_request"])
  addShowcaseEvent(
    @CurrentAdministrator() administrator: Administrator,
    @Body() dto: AddShowcaseEventDto,
  ): Promise<ShowcaseEventResponse> {
    return this.showcaseEvents.add(administrator, dto);
  }

  @Needs("catalogue.change")
  @Put(":id")
  @ForOperators()
  @ApiOkResponse({ type: ShowcaseEventResponse })
  @ApiErrors(["invalid_request", "not_found", "facts_changed"])
  changeShowcaseEvent(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
    @Body() dto: ChangeShowcaseEventDto,
  ): Promise<ShowcaseEventResponse> {
    return this.showcaseEvents.change(administrator, id, dto);
  }

  /** Takes it off the site; it can be restored for 30 days. */
  @Needs("catalogue.change")
  @PostAction(":id/remove", ShowcaseEventResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "not_found", "facts_changed"])
  removeShowcaseEvent(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
    @Body() { reason }: ReasonDto,
  ): Promise<ShowcaseEventResponse> {
    return this.showcaseEvents.remove(administrator, id, reason);
  }

  /** Shows a removed one again. */
  @Needs("catalogue.change")
  @PostAction(":id/restore", ShowcaseEventResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "not_found", "facts_changed"])
  restoreShowcaseEvent(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
    @Body() { reason }: ReasonDto,
  ): Promise<ShowcaseEventResponse> {
    return this.showcaseEvents.restore(administrator, id, reason);
  }
}
