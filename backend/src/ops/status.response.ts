import { ApiProperty } from "@nestjs/swagger";

/** Things that wait their turn. */
export class WaitingResponse {
  /** E.g. "Nudges for Temporal". */
  name!: string;
  waiting!: number;
  /** How long the oldest has waited, in seconds; 0 when nothing waits. */
  oldestSeconds!: number;
  /** From here on it is too long, in seconds. */
  lateAfterSeconds!: number;
}

/** Bookings by state. */
export class BookingsByStateResponse {
  state!: string;
  count!: number;
}

/** What one part of the sweep caught. */
export class SweepCatchResponse {
  /** E.g. expiredHolds. */
  name!: string;
  /** In the last sweep. */
  last!: number;
  /** In the last 24 hours. */
  lastDay!: number;
}

/** Where else to look. */
export class OperationsLinkResponse {
  name!: string;
  url!: string;
}

/** How the whole stands, in numbers. */
export class OperationsResponse {
  checkedAt!: string;
  waiting!: WaitingResponse[];
  bookings!: BookingsByStateResponse[];
  /** Holds past their deadline that nobody has released yet; they are bookable all the same. */
  overdueHolds!: number;
  sweep!: SweepCatchResponse[];
  /** When the last sweep ended; absent before the first. */
  lastSweepAt?: string;
  /** Parts of the last sweep that failed. */
  sweepFailed!: string[];
  /** Open matters in the inbox. */
  openIssues!: number;
  /** Workflows that fail again and again, by the inbox. */
  failingWorkflows!: number;
  /** Part → whether it answers. */
  @ApiProperty({ type: "object", additionalProperties: { type: "string", enum: ["up", "down"] } })
  parts!: Record<string, "up" | "down">;
  links!: OperationsLinkResponse[];
}
