import { Body, Controller, Get, Header, Param, type PipeTransform, Post, Put, Query } from "@nestjs/common";
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { publicFacts } from "@sakhi/domain/events/event-facts";
import { NamedEventDto, StatedEventDto } from "@sakhi/domain/fields/named-event.dto";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { AddEditionDto, ChangeEventDto, ChangeOrganisationDto } from "@sakhi/domain/operator/event-facts.dto";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { DoneResponse } from "../accounts/account.response.js";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { HttpError } from "../platform/http/error-response.js";
import { PageLanguage } from "../platform/http/page-language.js";
import { PostAction } from "../platform/http/post-action.js";
import { EventFactsManagementService } from "./event-facts-management.service.js";
import {
  EventFactsResponse,
  EventRecordResponse,
  ManagedEditionResponse,
  ManagedFactsResponse,
  OrganisationRecordResponse,
} from "./event-facts.response.js";
import { EventFactsService } from "./event-facts.service.js";

/** Parses an edition's id; anything but a PostgreSQL integer (max. 2,147,483,647) is not found. */
const KnownEdition: PipeTransform<string, number> = {
  transform(id) {
    if (!/^\d{1,9}$/.test(id)) throw new HttpError("not_found");
    return Number(id);
  },
};

/** The public facts of the Mela. */
@ApiTags("mela")
@Controller("api/v1/mela")
export class EventFactsController {
  constructor(private readonly facts: EventFactsService) {}

  /** Dates, venue and contact of an event, and whether its sales are open. */
  @Get("facts")
  @Header("Cache-Control", "no-store")
  @ApiOkResponse({ type: EventFactsResponse })
  @ApiErrors(["invalid_request", "event_not_found"])
  async getEventFacts(@Query() { event }: NamedEventDto): Promise<EventFactsResponse> {
    const { id } = await this.facts.resolve(event);
    const { facts } = await this.facts.of(id);
    const { sales, at } = await this.facts.sales(id);
    return { ...publicFacts(facts), sales, serverTime: at.toISOString() };
  }
}

/** Management of the event facts. */
@ApiTags("administration")
@Controller("api/v1/mela/admin")
export class EventFactsAdminController {
  constructor(private readonly facts: EventFactsManagementService) {}

  /** An event, by default the current one, its organisation and the upcoming editions. */
  @Needs("events.read", { query: "event" })
  @Get("event-facts")
  @ForAdministrators()
  @ApiOkResponse({ type: ManagedFactsResponse })
  @ApiErrors(["invalid_request", "event_not_found"])
  getManagedFacts(
    @Query() { event }: NamedEventDto,
    @PageLanguage() language: LanguageCode,
  ): Promise<ManagedFactsResponse> {
    return this.facts.read(event, language);
  }

  /** Changes an event on pages, in mails, PDFs and calendars, and its sales window. */
  @Needs("events.change", { query: "event" })
  @Put("event")
  @ForOperators()
  @ApiOkResponse({ type: EventRecordResponse })
  @ApiErrors([
    "invalid_request",
    "event_required",
    "event_not_found",
    "event_archived",
    "event_cancelled",
    "facts_changed",
  ])
  changeEvent(
    @CurrentAdministrator() administrator: Administrator,
    @Query() { event }: StatedEventDto,
    @Body() dto: ChangeEventDto,
  ): Promise<EventRecordResponse> {
    return this.facts.changeEvent(administrator, event, dto);
  }

  /** Announces an upcoming edition, with a page, in the sitemap and the search. It has no sales. */
  @Needs("events.create")
  @Post("event-editions")
  @ForOperators()
  @ApiCreatedResponse({ type: ManagedEditionResponse })
  @ApiErrors(["invalid_request"])
  addEdition(
    @CurrentAdministrator() administrator: Administrator,
    @Body() dto: AddEditionDto,
  ): Promise<ManagedEditionResponse> {
    return this.facts.addEdition(administrator, dto);
  }

  /** Changes an upcoming edition. */
  @Needs("events.create")
  @Put("event-editions/:id")
  @ForOperators()
  @ApiOkResponse({ type: ManagedEditionResponse })
  @ApiErrors(["invalid_request", "not_found", "facts_changed"])
  changeEdition(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", KnownEdition) id: number,
    @Body() dto: ChangeEventDto,
  ): Promise<ManagedEditionResponse> {
    return this.facts.changeEdition(administrator, id, dto);
  }

  /** Removes an upcoming edition and its page. */
  @Needs("events.create")
  @PostAction("event-editions/:id/remove", DoneResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "not_found"])
  removeEdition(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", KnownEdition) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<DoneResponse> {
    return this.facts.removeEdition(administrator, id, reason);
  }

  /** Changes the organisation of the Mela; issued invoices keep their content. */
  @Needs("organisation.change")
  @Put("organisation")
  @ForOperators()
  @ApiOkResponse({ type: OrganisationRecordResponse })
  @ApiErrors(["invalid_request", "facts_changed"])
  changeOrganisation(
    @CurrentAdministrator() administrator: Administrator,
    @Body() dto: ChangeOrganisationDto,
  ): Promise<OrganisationRecordResponse> {
    return this.facts.changeOrganisation(administrator, dto);
  }
}
