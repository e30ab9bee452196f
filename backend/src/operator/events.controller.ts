import { Body, Controller, Get, Param, Post } from "@nestjs/common";
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from "@nestjs/swagger";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { CreateEventDto } from "@sakhi/domain/operator/event-facts.dto";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { ChangePriceDatesDto, ChangeStallPriceDto } from "@sakhi/domain/operator/stall-actions.dto";
import { DoneResponse } from "../accounts/account.response.js";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { PageLanguage } from "../platform/http/page-language.js";
import { PostAction } from "../platform/http/post-action.js";
import { EventLifecycleService } from "./event-lifecycle.service.js";
import { EventProblemsResponse, ManagedEventResponse } from "./events.response.js";

/** The organisation's events. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/events")
export class EventsAdminController {
  constructor(private readonly events: EventLifecycleService) {}

  /** The caller's events, the current one first, then the newest. */
  @Needs("events.read", "lists")
  @Get()
  @ForAdministrators()
  @ApiOkResponse({ type: [ManagedEventResponse] })
  listEvents(
    @CurrentAdministrator() administrator: Administrator,
    @PageLanguage() language: LanguageCode,
  ): Promise<ManagedEventResponse[]> {
    return this.events.all(administrator, language);
  }

  /** Creates an event as a draft, from nothing or with the plan, types and prices of another. */
  @Needs("events.create")
  @Post()
  @ForOperators()
  @ApiCreatedResponse({ type: ManagedEventResponse })
  @ApiErrors(["invalid_request", "event_not_found"])
  createEvent(
    @CurrentAdministrator() administrator: Administrator,
    @Body() dto: CreateEventDto,
    @PageLanguage() language: LanguageCode,
  ): Promise<ManagedEventResponse> {
    return this.events.create({ administrator, language }, dto);
  }

  /** Publishes a draft: it gets its pages and sells in its window. */
  @Needs("events.change", { slug: "slug" })
  @PostAction(":slug/publish", ManagedEventResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "event_not_found", "event_not_draft", "event_incomplete"], EventProblemsResponse)
  publishEvent(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Body() { reason }: ReasonDto,
    @PageLanguage() language: LanguageCode,
  ): Promise<ManagedEventResponse> {
    return this.events.publish({ administrator, language }, slug, reason);
  }

  /** Archives an event that is over. It can be read and exported from then on, never changed. */
  @Needs("events.change", { slug: "slug" })
  @PostAction(":slug/archive", ManagedEventResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "event_not_found", "event_not_published", "event_under_way"], EventProblemsResponse)
  archiveEvent(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Body() { reason }: ReasonDto,
    @PageLanguage() language: LanguageCode,
  ): Promise<ManagedEventResponse> {
    return this.events.archive({ administrator, language }, slug, reason);
  }

  /** Deletes a draft with its plan. */
  @Needs("events.change", { slug: "slug" })
  @PostAction(":slug/remove", DoneResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "event_not_found", "event_not_draft", "event_in_use"])
  removeEvent(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Body() { reason }: ReasonDto,
  ): Promise<DoneResponse> {
    return this.events.remove(administrator, slug, reason);
  }

  /** Sets the price of a type for future reservations, also of its stalls that had the type's price. */
  @Needs("events.change", { slug: "slug" })
  @PostAction(":slug/types/:key/price", ManagedEventResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "event_not_found", "stall_type_not_found", "event_archived", "event_cancelled"])
  changeTypePrice(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Param("key") key: string,
    @Body() dto: ChangeStallPriceDto,
    @PageLanguage() language: LanguageCode,
  ): Promise<ManagedEventResponse> {
    return this.events.changeTypePrice({ administrator, language }, slug, key, dto);
  }

  /** Sets on which days the price of a type changes for future reservations, e.g. early bird until a day. */
  @Needs("events.change", { slug: "slug" })
  @PostAction(":slug/types/:key/price-dates", ManagedEventResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "event_not_found", "stall_type_not_found", "event_archived", "event_cancelled"])
  changePriceDates(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Param("key") key: string,
    @Body() dto: ChangePriceDatesDto,
    @PageLanguage() language: LanguageCode,
  ): Promise<ManagedEventResponse> {
    return this.events.changePriceDates({ administrator, language }, slug, key, dto);
  }
}
