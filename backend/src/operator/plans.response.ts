import { ApiProperty } from "@nestjs/swagger";
import { ErrorResponse } from "../platform/http/error.response.js";
import { PlanResponse } from "../stalls/plan.response.js";

/** A publication of an event's plan. */
export class PlanPublicationResponse {
  /** From 1. */
  number!: number;
  /** ISO 8601, UTC. */
  publishedAt!: string;
  /** Username; absent if it was the event's first plan, or copied from another event. */
  publishedBy?: string;
  stalls!: number;
}

/** The draft of an event's plan. */
export class PlanDraftResponse {
  /** Sent back when the draft is saved or published; 0 before the first save. */
  version!: number;
  plan!: PlanResponse;
  /** ISO 8601, UTC; absent before the first save. */
  changedAt?: string;
  /** Username. */
  changedBy?: string;
}

/** A stall that keeps number and type, because of its live booking. */
export class LiveStallResponse {
  number!: string;
  /** State of the booking: held, registered, paying, sold or blocked. */
  state!: string;
}

/** What an operator needs to draw an event's plan. */
export class DesignedPlanResponse {
  /** The plan that visitors see: in the state of its stalls, without them before the first publication. */
  published!: PlanResponse;
  /** Its publication; absent before the first. */
  publication?: PlanPublicationResponse;
  draft!: PlanDraftResponse;
  @ApiProperty({ type: [LiveStallResponse] })
  live!: readonly LiveStallResponse[];
}

/** A saved draft. */
export class SavedDraftResponse {
  version!: number;
  /** ISO 8601, UTC. */
  changedAt!: string;
}

/** Why a plan is not published. */
export class PlanProblemsResponse extends ErrorResponse {
  /** With plan_unpublishable and plan_stalls_taken: each problem in words. */
  @ApiProperty({ type: [String] })
  problems?: readonly string[];
}
