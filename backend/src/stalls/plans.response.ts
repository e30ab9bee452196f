import { ApiProperty } from "@nestjs/swagger";
import { ErrorResponse } from "../platform/http/error.response.js";
import { PlannedStallResponse, PlanResponse } from "./plan.response.js";

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

/** An own price that a stall keeps though it is removed and added. */
export class KeptPriceResponse {
  number!: string;
  /** The number whose price it was; the same if the stall got another type, or was drawn again. */
  former!: string;
  /** Rupees, GST included. */
  price!: number;
}

/** Another price of a stall. */
export class ChangedPriceResponse {
  number!: string;
  /** The number that it had. */
  former!: string;
  /** Rupees, GST included. */
  from!: number;
  to!: number;
}

/** An own price that no stall has now. */
export class GonePriceResponse {
  number!: string;
  /** Rupees, GST included. */
  price!: number;
}

/** What a publication did to prices. */
export class PriceChangesResponse {
  kept!: KeptPriceResponse[];
  changed!: ChangedPriceResponse[];
  gone!: GonePriceResponse[];
}

/** A publication that was made just now. */
export class PublishedPlanResponse extends PlanPublicationResponse {
  priceChanges!: PriceChangesResponse;
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

/** A stall with its price. */
export class PricedStallResponse extends PlannedStallResponse {
  /** Rupees, GST included. */
  price!: number;
}

/** The price of a type's new stalls. */
export class TypePriceResponse {
  /** The type's key. */
  type!: string;
  /** Rupees, GST included. */
  price!: number;
}

/** What the prices of a draft follow from (`pricesOf`). */
export class KnownPricesResponse {
  published!: PricedStallResponse[];
  /** Stalls that former publications removed: the last of each number, the newest first. */
  removed!: PricedStallResponse[];
  types!: TypePriceResponse[];
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
  prices!: KnownPricesResponse;
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
