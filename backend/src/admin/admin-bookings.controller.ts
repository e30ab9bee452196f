import { Controller, Get, Param } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { ForAdministrators } from "../accounts/administrator.guard.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { KnownId } from "../platform/http/known-id.pipe.js";
import { AdminBookingResponse } from "./admin-bookings.response.js";
import { AdminBookingsService } from "./admin-bookings.service.js";

/** One booking, with everything that belongs to it. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/bookings")
@ForAdministrators()
export class AdminBookingsController {
  constructor(private readonly bookings: AdminBookingsService) {}

  /** A booking with its history, payments, invoices, mails, refunds and what administrators did to it. */
  @Get(":id")
  @ApiOkResponse({ type: AdminBookingResponse })
  @ApiErrors(["not_found"])
  getAdminBooking(@Param("id", KnownId) id: string): Promise<AdminBookingResponse> {
    return this.bookings.details(id);
  }
}
