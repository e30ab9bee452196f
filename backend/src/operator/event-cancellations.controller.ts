import { Body, Controller, Get, Param } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { CancelEventDto, DeductionDto } from "@sakhi/domain/operator/event-cancellation.dto";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { Needs } from "../accounts/needs.js";
import {
  CancellationPreviewResponse,
  EventCancellationResponse,
} from "../cancellations/event-cancellations.response.js";
import { EventCancellationsService } from "../cancellations/event-cancellations.service.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { PostAction } from "../platform/http/post-action.js";

/** Cancelling an event. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/events/:slug/cancellation")
export class EventCancellationsController {
  constructor(
    private readonly cancellations: EventCancellationsService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** How far the refunds of a cancelled event are. */
  @Needs("events.read", { slug: "slug" })
  @Get()
  @ForAdministrators()
  @ApiOkResponse({ type: EventCancellationResponse })
  @ApiErrors(["event_not_found", "event_not_cancelled"])
  getCancellation(@Param("slug") slug: string): Promise<EventCancellationResponse> {
    return this.cancellations.read(slug);
  }

  /** What cancelling an event would refund, per booking and in all. Nothing changes. */
  @Needs("events.cancel", { slug: "slug" })
  @PostAction("preview", CancellationPreviewResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "event_not_found", "event_not_published", "event_archived", "event_cancelled"])
  async previewCancellation(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Body() dto: DeductionDto,
  ): Promise<CancellationPreviewResponse> {
    const preview = await this.cancellations.preview(slug, dto);
    await this.auditLog.viewed(administrator, "event_refunds_viewed", "event", slug);
    return preview;
  }

  /** Cancels an event: its sales end at once, and every sold booking is refunded less the deduction. */
  @Needs("events.cancel", { slug: "slug" })
  @PostAction("", EventCancellationResponse)
  @ForOperators()
  @ApiErrors([
    "invalid_request",
    "event_not_found",
    "event_not_published",
    "event_archived",
    "event_cancelled",
    "cancellation_changed",
  ])
  cancelEvent(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Body() dto: CancelEventDto,
  ): Promise<EventCancellationResponse> {
    return this.cancellations.cancel(administrator, slug, dto);
  }

  /** Stops refunding after the bookings that are being refunded. */
  @Needs("events.cancel", { slug: "slug" })
  @PostAction("pause", EventCancellationResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "event_not_found", "event_not_cancelled", "cancellation_complete"])
  pauseCancellation(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Body() { reason }: ReasonDto,
  ): Promise<EventCancellationResponse> {
    return this.cancellations.pause(administrator, slug, reason, "pause");
  }

  /** Continues refunding; what failed is tried again at once. */
  @Needs("events.cancel", { slug: "slug" })
  @PostAction("resume", EventCancellationResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "event_not_found", "event_not_cancelled", "cancellation_complete"])
  resumeCancellation(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Body() { reason }: ReasonDto,
  ): Promise<EventCancellationResponse> {
    return this.cancellations.pause(administrator, slug, reason, "resume");
  }
}
