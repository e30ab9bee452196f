import { Controller, Get, Header, Query, Res, StreamableFile } from "@nestjs/common";
import { ApiOkResponse, ApiProduces, ApiTags } from "@nestjs/swagger";
import { RegistrationsQueryDto } from "@sakhi/domain/admin/registrations-query.dto";
import type { FastifyReply } from "fastify";
import type { Administrator } from "../accounts/administrator.js";
import { CurrentAdministrator, ForAdministrators } from "../accounts/administrator.guard.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { TOTAL_COUNT, sendPage } from "./list-response.js";
import { StallAvailabilityResponse, SummaryResponse } from "./figures.response.js";
import { RegistrationResponse } from "./registrations.response.js";
import { RegistrationsService } from "./registrations.service.js";

/** Who has registered for a stall, and the figures of it. */
@ApiTags("administration")
@Controller("api/v1/mela")
@ForAdministrators()
export class RegistrationsController {
  constructor(private readonly registrations: RegistrationsService) {}

  /** Registrations, newest first by default; at most 1000 at once. */
  @Get("registrations")
  @ApiOkResponse({ type: [RegistrationResponse], headers: TOTAL_COUNT })
  @ApiErrors(["invalid_request"])
  async listRegistrations(
    @Query() query: RegistrationsQueryDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RegistrationResponse[]> {
    return sendPage(reply, await this.registrations.page(query));
  }

  /** The same registrations, all of them, as a file for spreadsheets. */
  @Get("admin/registrations.csv")
  @ApiProduces("text/csv")
  @ApiOkResponse({ schema: { type: "string", format: "binary" } })
  @Header("X-Accel-Buffering", "no")
  @ApiErrors(["invalid_request", "rate_limited"])
  exportRegistrations(
    @CurrentAdministrator() administrator: Administrator,
    @Query() query: RegistrationsQueryDto,
  ): Promise<StreamableFile> {
    return this.registrations.exportFile(administrator, query);
  }

  /** How many stalls of each type are free, of how many. */
  @Get("stall-availability")
  @ApiOkResponse({ type: StallAvailabilityResponse })
  getStallAvailability(): Promise<StallAvailabilityResponse> {
    return this.registrations.availability();
  }

  /** Registrations, sales and revenue; in all, by day and by type. */
  @Get("admin/summary")
  @ApiOkResponse({ type: SummaryResponse })
  getSummary(): Promise<SummaryResponse> {
    return this.registrations.summary();
  }
}
