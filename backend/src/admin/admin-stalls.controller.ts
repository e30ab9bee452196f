import { Controller, Get, Param, Query } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { StallHistoryQueryDto } from "@sakhi/domain/admin/history-query.dto";
import { ForAdministrators } from "../accounts/administrator.guard.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { Plan } from "./plan.service.js";
import { PlanStallResponse, StallHistoryResponse } from "./stall-history.response.js";
import { StallHistoriesService } from "./stall-histories.service.js";

/** The floor plan as the organiser sees it, and what happened on each stall. */
@ApiTags("administration")
@Controller("api/v1/mela/admin")
@ForAdministrators()
export class AdminStallsController {
  constructor(
    private readonly plan: Plan,
    private readonly histories: StallHistoriesService,
  ) {}

  /** Every stall with its state now and who is on it. */
  @Get("plan")
  @ApiOkResponse({ type: [PlanStallResponse] })
  getPlan(): Promise<PlanStallResponse[]> {
    return this.plan.now();
  }

  /** What happened on a stall, to all its bookings, newest first; 100 at a time. */
  @Get("stalls/:stallId/history")
  @ApiOkResponse({ type: StallHistoryResponse })
  @ApiErrors(["invalid_request", "stall_not_found"])
  getStallHistory(
    @Param("stallId") stallId: string,
    @Query() { before }: StallHistoryQueryDto,
  ): Promise<StallHistoryResponse> {
    return this.histories.of(stallId, before);
  }
}
