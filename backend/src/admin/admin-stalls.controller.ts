import { Controller, Get, Param, Query } from "@nestjs/common";
import { ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { StallStoryQueryDto } from "@sakhi/domain/admin/story-query.dto";
import { ForAdministrators } from "../accounts/administrator.guard.js";
import { Refuses } from "../platform/http/api-refusals.js";
import { Plan } from "./plan.service.js";
import { PlanStallResponse, StallStoryResponse } from "./stall-story.response.js";
import { StallStories } from "./stall-stories.service.js";

/** The floor plan as the organiser sees it, and what happened on each stall. */
@ApiTags("administration")
@Controller("api/v1/mela/admin")
@ForAdministrators()
export class AdminStallsController {
  constructor(
    private readonly plan: Plan,
    private readonly stories: StallStories,
  ) {}

  /** Every stall with its state now and who is on it. */
  @Get("plan")
  @ApiOkResponse({ type: [PlanStallResponse] })
  getPlan(): Promise<PlanStallResponse[]> {
    return this.plan.now();
  }

  /** What happened on a stall, to all its bookings, newest first; 100 at a time. */
  @Get("stalls/:stallId/story")
  @ApiOkResponse({ type: StallStoryResponse })
  @Refuses(["invalid_request", "stall_not_found"])
  getStallStory(
    @Param("stallId") stallId: string,
    @Query() { before }: StallStoryQueryDto,
  ): Promise<StallStoryResponse> {
    return this.stories.of(stallId, before);
  }
}
