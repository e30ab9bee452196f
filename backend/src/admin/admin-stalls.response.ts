import { ApiProperty } from "@nestjs/swagger";
import { LIVE_STATES } from "@sakhi/domain/bookings/booking.states";
import { ACTORS, type Actor } from "@sakhi/domain/payments/lifecycle.states";
import { STALL_LOOKS, type StallLook, type StallType } from "@sakhi/domain/stalls/stall.types";
import { DatedPriceResponse } from "../stalls/stalls.response.js";

/** A stall's status: free, or the state of its live booking. */
const PLAN_STATES = ["available", ...LIVE_STATES] as const;
export type PlanState = "available" | (typeof LIVE_STATES)[number];

/** A stall of the floor plan with its holder. */
export class PlanStallResponse {
  stallId!: string;
  type!: StallType;
  /** Current price in rupees. */
  price!: number;
  /** Since when it costs that, YYYY-MM-DD; present if a date of its type has changed its price. */
  priceFrom?: string;
  /** What it costs from a later day on; present if its price changes on a date of its type. */
  nextPrice?: DatedPriceResponse;
  /** Feet from the left wall. */
  x!: number;
  /** Feet from the entrance wall. */
  y!: number;
  /** Feet. */
  width!: number;
  height!: number;
  /** Degrees, clockwise around its middle. */
  turn!: number;
  /** Colour and mark of its type. */
  @ApiProperty({ enum: STALL_LOOKS, enumName: "StallLook" })
  look!: StallLook;
  /** The publication whose area and fixtures the plan has; absent for the standard hall. */
  drawing?: number;
  @ApiProperty({ enum: PLAN_STATES, enumName: "PlanState" })
  state!: PlanState;
  /** The live booking. */
  bookingId?: string;
  /** Name on the registration; absent while held or blocked. */
  holderName?: string;
  businessName?: string;
  /** End of the hold or of the payment window (ISO 8601, UTC). */
  deadline?: string;
  /** The operator's reason for blocking it. */
  blockReason?: string;
  /** Start of the current state (ISO 8601, UTC). */
  since?: string;
  /** Unpaid stalls that the holder's address keeps now, this one included; absent if unknown, sold or blocked. */
  networkStalls?: number;
}

/** An event on a stall. */
export class StallEventResponse {
  /** Increases with time. */
  id!: string;
  at!: string;
  bookingId!: string;
  /** The event's name, e.g. hold_released. */
  kind!: string;
  @ApiProperty({ enum: ACTORS, enumName: "BookingActor" })
  actor!: Actor;
  /** Description of the event, with the reason: "Released: the visitor reserved another stall". */
  sentence!: string;
  /** Id of the order, invoice, refund or payment concerned. */
  reference?: string;
  /** The operator's username, if an operator did it. */
  administrator?: string;
  /** The operator's reason. */
  reason?: string;
}

/** A page of a stall's events, newest first. */
export class StallHistoryResponse {
  stallId!: string;
  events!: StallEventResponse[];
  /** Pass it as `before` to get the next page; absent on the last page. */
  nextBefore?: string;
  /** Temporal's list of this stall's workflows. */
  temporalUrl?: string;
}
