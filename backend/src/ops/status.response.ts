import { ApiProperty } from "@nestjs/swagger";

/** Messages and jobs that are waiting. */
export class WaitingResponse {
  /** E.g. "Signals for Temporal". */
  name!: string;
  waiting!: number;
  /** Age of the oldest in seconds; 0 when nothing waits. */
  oldestSeconds!: number;
  /** The age from which it is late, in seconds. */
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

/** A further tool. */
export class OperationsLinkResponse {
  name!: string;
  url!: string;
}

/** System status in numbers. */
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
  /** Open issues in the inbox. */
  openIssues!: number;
  /** Workflows that keep failing, by the inbox. */
  failingWorkflows!: number;
  /** Part → whether it is up. */
  @ApiProperty({ type: "object", additionalProperties: { type: "string", enum: ["up", "down"] } })
  parts!: Record<string, "up" | "down">;
  links!: OperationsLinkResponse[];
}
