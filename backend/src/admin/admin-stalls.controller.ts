import { Controller, Get, Param, Query } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { StallHistoryQueryDto } from "@sakhi/domain/admin/history-query.dto";
import { ForAdministrators } from "../accounts/administrator.guard.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { PlanStallResponse, StallHistoryResponse } from "./admin-stalls.response.js";
import { AdminStallsService } from "./admin-stalls.service.js";

/** The floor plan for administrators, and what happened on each stall. */
@ApiTags("administration")
@Controller("api/v1/mela/admin")
@ForAdministrators()
export class AdminStallsController {
  constructor(private readonly stalls: AdminStallsService) {}

  /** Every stall with its state now and who is on it. */
  @Get("plan")
  @ApiOkResponse({ type: [PlanStallResponse] })
  getPlan(): Promise<PlanStallResponse[]> {
    return this.stalls.plan();
  }

  /** What happened on a stall, to all its bookings, newest first; 100 at a time. */
  @Get("stalls/:stallId/history")
  @ApiOkResponse({ type: StallHistoryResponse })
  @ApiErrors(["invalid_request", "stall_not_found"])
  getStallHistory(
    @Param("stallId") stallId: string,
    @Query() { before }: StallHistoryQueryDto,
  ): Promise<StallHistoryResponse> {
    return this.stalls.history(stallId, before);
  }
}
