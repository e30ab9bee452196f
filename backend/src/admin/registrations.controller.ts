import { Controller, Get, Query, Res, type StreamableFile } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { RegistrationsQueryDto } from "@sakhi/domain/admin/queries.dto";
import { ListedEventsDto, NamedEventDto } from "@sakhi/domain/fields/named-event.dto";
import type { FastifyReply } from "fastify";
import { CurrentAdministrator, ForAdministrators, ForTokens } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { Needs } from "../accounts/needs.js";
import { ExportRoute } from "../platform/files/export-route.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { sendPage, TOTAL_COUNT } from "../platform/http/list-response.js";
import { StallAvailabilityResponse, SummaryResponse } from "./figures.response.js";
import { RegistrationResponse } from "./registrations.response.js";
import { RegistrationsService } from "./registrations.service.js";

/** Registrations and sales figures. */
@ApiTags("administration")
@Controller("api/v1/mela")
@ForAdministrators()
export class RegistrationsController {
  constructor(
    private readonly registrations: RegistrationsService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** Registrations, newest first by default; at most 1000 per page. The read is audited. */
  @Needs("bookings.read", { query: "event" })
  @Get("registrations")
  @ApiOkResponse({ type: [RegistrationResponse], headers: TOTAL_COUNT })
  @ApiErrors(["invalid_request", "event_not_found"])
  async listRegistrations(
    @CurrentAdministrator() administrator: Administrator,
    @Query() query: RegistrationsQueryDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RegistrationResponse[]> {
    const { event, ...page } = await this.registrations.page(administrator, query);
    await this.auditLog.viewed(administrator, "registrations_viewed", "registrations", event);
    return sendPage(reply, page);
  }

  /** All registrations of an event, or with "all" of all events, that match the filter, as CSV. */
  @Needs(["bookings.read", "exports.read"], { query: "event" })
  @ExportRoute("admin/registrations", "csv")
  @ForTokens("exports:read")
  @ApiErrors(["invalid_request", "event_required", "event_not_found", "rate_limited"])
  exportRegistrations(
    @CurrentAdministrator() administrator: Administrator,
    @Query() query: RegistrationsQueryDto,
  ): Promise<StreamableFile> {
    return this.registrations.exportFile(administrator, query, "csv");
  }

  /** The same as a workbook. */
  @Needs(["bookings.read", "exports.read"], { query: "event" })
  @ExportRoute("admin/registrations", "xlsx")
  @ForTokens("exports:read")
  @ApiErrors(["invalid_request", "event_required", "event_not_found", "rate_limited"])
  exportRegistrationsWorkbook(
    @CurrentAdministrator() administrator: Administrator,
    @Query() query: RegistrationsQueryDto,
  ): Promise<StreamableFile> {
    return this.registrations.exportFile(administrator, query, "xlsx");
  }

  /** Number of free stalls and of all stalls, by type. */
  @Needs("bookings.read", { query: "event" })
  @Get("stall-availability")
  @ApiOkResponse({ type: StallAvailabilityResponse })
  @ApiErrors(["invalid_request", "event_not_found"])
  getStallAvailability(@Query() { event }: NamedEventDto): Promise<StallAvailabilityResponse> {
    return this.registrations.availability(event);
  }

  /** Registrations, sales and revenue: totals, by day and by type. */
  @Needs("money.read", { query: "event" })
  @Get("admin/summary")
  @ApiOkResponse({ type: SummaryResponse })
  @ApiErrors(["invalid_request", "event_not_found"])
  getSummary(@Query() { event }: ListedEventsDto): Promise<SummaryResponse> {
    return this.registrations.summary(event);
  }
}
