import { ApiProperty } from "@nestjs/swagger";
import { BOOKING_ACTORS, LIVE_STATES, type BookingActor } from "@sakhi/domain/bookings/booking.states";
import { STALL_TYPES, type StallType } from "@sakhi/domain/stalls/stall.types";

/** A stall's status: free, or the state of its live booking. */
const PLAN_STATES = ["available", ...LIVE_STATES] as const;
export type PlanState = "available" | (typeof LIVE_STATES)[number];

/** A stall of the floor plan with who is on it. */
export class PlanStallResponse {
  stallId!: string;
  @ApiProperty({ enum: STALL_TYPES, enumName: "StallType" })
  type!: StallType;
  /** Rupees: what the next visitor pays. */
  price!: number;
  /** Feet from the left wall. */
  x!: number;
  /** Feet from the entrance wall. */
  y!: number;
  @ApiProperty({ enum: PLAN_STATES, enumName: "PlanState" })
  state!: PlanState;
  /** The live booking. */
  bookingId?: string;
  /** Who registered; absent while only held, and when blocked. */
  holderName?: string;
  businessName?: string;
  /** End of the hold, or of the time to pay (ISO 8601, UTC). */
  deadline?: string;
  /** Why an operator blocked it. */
  blockReason?: string;
  /** Since when it has this status (ISO 8601, UTC). */
  since?: string;
}

/** Something that happened on a stall. */
export class StallEventResponse {
  /** Grows with time. */
  id!: string;
  at!: string;
  bookingId!: string;
  /** The event's name, e.g. hold_released. */
  kind!: string;
  @ApiProperty({ enum: BOOKING_ACTORS, enumName: "BookingActor" })
  actor!: BookingActor;
  /** What happened and why: "The hold ran out before the visitor paid: released". */
  sentence!: string;
  /** Order, invoice, refund or payment it is about. */
  reference?: string;
  /** The operator's name, where it was one. */
  administrator?: string;
  /** Why the operator did it. */
  reason?: string;
}

/** Everything that happened on a stall, newest first. */
export class StallHistoryResponse {
  stallId!: string;
  events!: StallEventResponse[];
  /** Send it as `before` for what happened earlier; absent at the end of the history. */
  nextBefore?: string;
  /** Temporal's list of this stall's workflows. */
  temporalUrl?: string;
}
