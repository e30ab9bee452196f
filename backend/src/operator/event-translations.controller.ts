import { Body, Controller, Param, Put } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { EventTranslationDto } from "@sakhi/domain/events/event-translations.dto";
import { DoneResponse } from "../accounts/account.response.js";
import { CurrentAdministrator, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { EventTranslationsService } from "../events/event-translations.service.js";
import { ApiErrors } from "../platform/http/api-errors.js";

/** An event's texts in other languages. The event's facts have them. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/events/:slug/translations")
export class EventTranslationsController {
  constructor(private readonly eventTranslations: EventTranslationsService) {}

  /** Stores name, venue and city in one language. Pages in it show them at once, and what is sent later; nobody is notified. */
  @Put()
  @ForOperators()
  @Needs("events.change", { slug: "slug" })
  @ApiOkResponse({ type: DoneResponse })
  @ApiErrors(["invalid_request", "event_not_found", "event_archived", "event_cancelled", "facts_changed"])
  changeTranslation(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Body() dto: EventTranslationDto,
  ): Promise<DoneResponse> {
    return this.eventTranslations.change(administrator, slug, dto);
  }
}
