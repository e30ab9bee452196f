import { Controller, Get, Param, type StreamableFile } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { CurrentAdministrator, ForAdministrators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { Needs } from "../accounts/needs.js";
import { ExportRoute } from "../platform/files/export-route.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { PresenceFiguresResponse, PresenceResponse } from "./presence.response.js";
import { PresenceService } from "./presence.service.js";

/** Who came to an event, as the gate ticked it. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/events/:slug")
export class PresenceController {
  constructor(
    private readonly presence: PresenceService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** Arrivals by day and hour, and every sold stall with its own. The read is audited. */
  @Needs("bookings.read", { slug: "slug" })
  @Get("arrivals")
  @ForAdministrators()
  @ApiOkResponse({ type: PresenceResponse })
  @ApiErrors(["event_not_found"])
  async getArrivals(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
  ): Promise<PresenceResponse> {
    const found = await this.presence.read(slug);
    await this.auditLog.viewed(administrator, "arrivals_viewed", "registrations", slug);
    return found;
  }

  /** How many came and how many did not. */
  @Needs("bookings.read", { slug: "slug" })
  @Get("arrivals/figures")
  @ForAdministrators()
  @ApiOkResponse({ type: PresenceFiguresResponse })
  @ApiErrors(["event_not_found"])
  getArrivalFigures(@Param("slug") slug: string): Promise<PresenceFiguresResponse> {
    return this.presence.figures(slug);
  }

  /** Every sold stall with its arrivals, as CSV. The export is audited. */
  @Needs(["bookings.read", "exports.read"], { slug: "slug" })
  @ExportRoute("arrivals", "csv")
  @ForAdministrators()
  @ApiErrors(["event_not_found", "rate_limited"])
  exportArrivals(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
  ): Promise<StreamableFile> {
    return this.presence.file(administrator, slug, "csv");
  }

  /** The same as a workbook. */
  @Needs(["bookings.read", "exports.read"], { slug: "slug" })
  @ExportRoute("arrivals", "xlsx")
  @ForAdministrators()
  @ApiErrors(["event_not_found", "rate_limited"])
  exportArrivalsWorkbook(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
  ): Promise<StreamableFile> {
    return this.presence.file(administrator, slug, "xlsx");
  }
}
