import { Body, Controller, Get, Param, Post, Put } from "@nestjs/common";
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { AddStallTypeDto, ChangeStallTypeDto, PublishPlanDto, SavePlanDto } from "@sakhi/domain/plans/plan.dto";
import { DoneResponse } from "../accounts/account.response.js";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { PostAction } from "../platform/http/post-action.js";
import { PlanResponse } from "../stalls/plan.response.js";
import {
  DesignedPlanResponse,
  PlanProblemsResponse,
  PlanPublicationResponse,
  PublishedPlanResponse,
  SavedDraftResponse,
} from "../stalls/plans.response.js";
import { PlansService } from "../stalls/plans.service.js";
import { StallTypeActionsService } from "./stall-type-actions.service.js";

const UNCHANGEABLE = ["event_archived", "event_cancelled"] as const;

/** Plans of events: their drafts, publications and stall types. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/events/:slug")
export class PlansController {
  constructor(
    private readonly plans: PlansService,
    private readonly stallTypes: StallTypeActionsService,
  ) {}

  /** The published plan, the draft beside it, and the stalls with live bookings. */
  @Needs("events.read", { slug: "slug" })
  @Get("plan")
  @ForAdministrators()
  @ApiOkResponse({ type: DesignedPlanResponse })
  @ApiErrors(["event_not_found"])
  getDesignedPlan(@Param("slug") slug: string): Promise<DesignedPlanResponse> {
    return this.plans.designed(slug);
  }

  /** Saves the draft, unless somebody else saved or published it meanwhile. Visitors see nothing of it. */
  @Needs("events.change", { slug: "slug" })
  @Put("plan/draft")
  @ForOperators()
  @ApiOkResponse({ type: SavedDraftResponse })
  @ApiErrors(["invalid_request", "event_not_found", ...UNCHANGEABLE, "plan_changed"])
  savePlanDraft(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Body() dto: SavePlanDto,
  ): Promise<SavedDraftResponse> {
    return this.plans.save(administrator, slug, dto);
  }

  /** Publishes the draft: visitors see and reserve its stalls from then on. Stalls with a live booking keep number and type. */
  @Needs("events.change", { slug: "slug" })
  @PostAction("plan/publications", PublishedPlanResponse)
  @ForOperators()
  @ApiErrors(
    [
      "invalid_request",
      "event_not_found",
      ...UNCHANGEABLE,
      "event_announced",
      "plan_changed",
      "plan_unchanged",
      "plan_unpublishable",
      "plan_stalls_taken",
    ],
    PlanProblemsResponse,
  )
  publishPlan(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Body() { version, reason }: PublishPlanDto,
  ): Promise<PublishedPlanResponse> {
    return this.plans.publish(administrator, slug, version, reason);
  }

  /** Publications of the plan, the newest first. */
  @Needs("events.read", { slug: "slug" })
  @Get("plan/publications")
  @ForAdministrators()
  @ApiOkResponse({ type: [PlanPublicationResponse] })
  @ApiErrors(["event_not_found"])
  listPlanPublications(@Param("slug") slug: string): Promise<PlanPublicationResponse[]> {
    return this.plans.publications(slug);
  }

  /** The plan of an earlier publication. */
  @Needs("events.read", { slug: "slug" })
  @Get("plan/publications/:number")
  @ForAdministrators()
  @ApiOkResponse({ type: PlanResponse })
  @ApiErrors(["event_not_found", "plan_not_found"])
  getPlanPublication(@Param("slug") slug: string, @Param("number") number: string): Promise<PlanResponse> {
    return this.plans.publication(slug, Number(number));
  }

  /** Adds a stall type. */
  @Needs("events.change", { slug: "slug" })
  @Post("types")
  @ForOperators()
  @ApiCreatedResponse({ type: DoneResponse })
  @ApiErrors(["invalid_request", "event_not_found", ...UNCHANGEABLE, "stall_type_exists"])
  addStallType(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Body() dto: AddStallTypeDto,
  ): Promise<DoneResponse> {
    return this.stallTypes.add(administrator, slug, dto);
  }

  /** Changes a type's name, size of new stalls and look. Its name stays once its stalls have bookings. */
  @Needs("events.change", { slug: "slug" })
  @Put("types/:key")
  @ForOperators()
  @ApiOkResponse({ type: DoneResponse })
  @ApiErrors([
    "invalid_request",
    "event_not_found",
    ...UNCHANGEABLE,
    "stall_type_not_found",
    "stall_type_exists",
    "stall_type_in_use",
  ])
  changeStallType(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Param("key") key: string,
    @Body() dto: ChangeStallTypeDto,
  ): Promise<DoneResponse> {
    return this.stallTypes.change(administrator, slug, key, dto);
  }

  /** Removes a type that no stall has or had. */
  @Needs("events.change", { slug: "slug" })
  @PostAction("types/:key/remove", DoneResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "event_not_found", ...UNCHANGEABLE, "stall_type_not_found", "stall_type_in_use"])
  removeStallType(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Param("key") key: string,
    @Body() { reason }: ReasonDto,
  ): Promise<DoneResponse> {
    return this.stallTypes.remove(administrator, slug, key, reason);
  }
}
