import { ApiProperty } from "@nestjs/swagger";
import { STALL_LOOKS, STALL_STATUSES } from "@sakhi/domain/stalls/stall.types";
import type { StallLook, StallStatus, StallType } from "@sakhi/domain/stalls/stall.types";
import { FixtureResponse } from "./plan.response.js";

/** A price that holds from a day on. */
export class DatedPriceResponse {
  /** YYYY-MM-DD: from the beginning of the day in India. */
  from!: string;
  /** Rupees, GST included. */
  price!: number;
}

/** A stall of the public floor plan. */
export class LayoutStallResponse {
  /** The stall's number, e.g. B12. */
  stallId!: string;
  type!: StallType;
  /** Rupees, GST included: what a reservation costs now. */
  price!: number;
  /** Since when it costs that, YYYY-MM-DD; present if a date has changed its price. */
  priceFrom?: string;
  /** What it costs from a later day on; present if its price changes on a date. */
  nextPrice?: DatedPriceResponse;
  @ApiProperty({ enum: STALL_STATUSES, enumName: "StallStatus" })
  status!: StallStatus;
  /** Present for a stall that an operator has blocked: it reads Reserved, but nobody has reserved it. */
  blocked?: true;
  /** Feet from the left wall. */
  x!: number;
  /** Feet from the entrance wall. */
  y!: number;
  /** Incremented when an operator changes the plan. */
  layoutVersion!: number;
  /** Feet; present unless the stall is 10 by 10. */
  width?: number;
  height?: number;
  /** Degrees, clockwise around its middle; present if it is turned. */
  turn?: number;
  /** Colour and mark of its type; present unless they are those of the specification's types. */
  @ApiProperty({ enum: STALL_LOOKS, enumName: "StallLook" })
  look?: StallLook;
  /** The publication whose area and fixtures the plan has (mela/layout/drawing); absent for the standard hall. */
  drawing?: number;
}

/** Area and fixtures of a publication of a plan, in feet. */
export class PlanDrawingResponse {
  /** Of the publication. */
  number!: number;
  width!: number;
  height!: number;
  @ApiProperty({ type: [FixtureResponse] })
  fixtures!: readonly FixtureResponse[];
}
