import { Controller, Get, Query } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { BookingsListDto } from "@sakhi/domain/admin/bookings-list.dto";
import { CurrentAdministrator, ForAdministrators, ForTokens } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { BookingsPageResponse } from "./bookings-list.response.js";
import { BookingsListService } from "./bookings-list.service.js";

/** Bookings for other systems (docs/integrations.md). */
@ApiTags("integrations")
@Controller("api/v1/bookings")
@ForAdministrators()
export class BookingsListController {
  constructor(
    private readonly bookingsList: BookingsListService,
    private readonly auditLog: AuditLogService,
  ) {}

  /**
   * Bookings with a submitted form, oldest first, without names and contacts. Continue with `next` as `after` until an answer
   * has none; what changes later is notified by webhooks. The read is audited.
   */
  @Get()
  @Needs("bookings.read", { query: "event" })
  @ForTokens("bookings:read")
  @ApiOkResponse({ type: BookingsPageResponse })
  @ApiErrors(["invalid_request", "event_not_found"])
  async listBookings(
    @CurrentAdministrator() administrator: Administrator,
    @Query() query: BookingsListDto,
  ): Promise<BookingsPageResponse> {
    const { page, event } = await this.bookingsList.page(query);
    await this.auditLog.viewed(administrator, "bookings_viewed", "registrations", event);
    return page;
  }
}
