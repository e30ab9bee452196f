import { Body, Controller, Param } from "@nestjs/common";
import { ApiTags } from "@nestjs/swagger";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { RescheduleEventDto } from "@sakhi/domain/operator/event-facts.dto";
import { CurrentAdministrator, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { PageLanguage } from "../platform/http/page-language.js";
import { PostAction } from "../platform/http/post-action.js";
import { ReschedulePreviewResponse, RescheduledResponse } from "./event-reschedules.response.js";
import { EventReschedulesService } from "./event-reschedules.service.js";

const ERRORS = [
  "invalid_request",
  "event_not_found",
  "event_not_published",
  "event_archived",
  "event_cancelled",
  "facts_changed",
] as const;

/** Rescheduling an event. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/events/:slug/reschedule")
@ForOperators()
export class EventReschedulesController {
  constructor(
    private readonly reschedules: EventReschedulesService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** What other days or another venue would change, with the mail that the holders of stalls would get. Nothing changes. */
  @Needs("events.change", { slug: "slug" })
  @PostAction("preview", ReschedulePreviewResponse)
  @ApiErrors([...ERRORS])
  async previewReschedule(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Body() dto: RescheduleEventDto,
    @PageLanguage() language: LanguageCode,
  ): Promise<ReschedulePreviewResponse> {
    const preview = await this.reschedules.preview(slug, dto, language);
    await this.auditLog.viewed(administrator, "holder_mail_viewed", "event", slug);
    return preview;
  }

  /** Sets other days or another venue, and mails every holder of a stall once. Registrations stay valid. */
  @Needs("events.change", { slug: "slug" })
  @PostAction("", RescheduledResponse)
  @ApiErrors([...ERRORS])
  rescheduleEvent(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Body() dto: RescheduleEventDto,
  ): Promise<RescheduledResponse> {
    return this.reschedules.reschedule(administrator, slug, dto);
  }
}
