import { ApiProperty } from "@nestjs/swagger";

/** Messages and jobs that are waiting. */
export class WaitingResponse {
  /** E.g. "Signals for Temporal". */
  name!: string;
  waiting!: number;
  /** Age of the oldest in seconds; 0 when nothing waits. */
  oldestSeconds!: number;
  /** Age in seconds from which it is late. */
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

/** A row that breaks a rule. */
export class RuleViolationResponse {
  /** A booking, order, refund, invoice number, mail, workflow id … */
  id!: string;
  detail!: string;
}

/** A rule of the nightly verification that does not hold, or could not be checked. */
export class RuleFindingResponse {
  /** E.g. stall-live-once. */
  name!: string;
  /** The invariant. */
  description!: string;
  /** Recommended action. */
  resolution!: string;
  outcome!: "broken" | "not_checked";
  /** Number of rows that break it. */
  count!: number;
  /** Some of those rows. */
  violations!: RuleViolationResponse[];
  /** Why it could not be checked. */
  reason?: string;
}

/** The last finished nightly verification. */
export class VerificationResponse {
  finishedAt!: string;
  /** Number of rules that hold. */
  held!: number;
  findings!: RuleFindingResponse[];
}

/** A kind of process: api, orchestrator or jobs. */
export class ProcessResponse {
  name!: string;
  /** Number that reported within the last 30 seconds. */
  running!: number;
  /** Seconds since the newest report of the last hour. */
  lastSeenSeconds?: number;
}

/** Events of an objective in a time. */
export class ObjectiveEventsResponse {
  /** Number that went well. */
  good!: number;
  total!: number;
}

/** How well a promise to visitors is kept. */
export class ObjectiveResponse {
  /** E.g. "The floor plan, within 100 ms". */
  title!: string;
  /** Share of events that must go well, e.g. 0.99. */
  target!: number;
  /** Of the last 24 hours. */
  day!: ObjectiveEventsResponse;
  /** Of the last 28 days. */
  month!: ObjectiveEventsResponse;
  /** Share of the 28 days' bad events that is left: 1 unused, 0 used up, negative: the promise was broken. */
  budgetLeft!: number;
}

/** State of a part; `unknown`: not checked for three minutes. */
export type PartState = "up" | "down" | "unknown";

/** A further tool. */
export class OperationsLinkResponse {
  name!: string;
  url!: string;
}

/** System status in numbers. */
export class OperationsResponse {
  checkedAt!: string;
  waiting!: WaitingResponse[];
  objectives!: ObjectiveResponse[];
  /** Live bookings by state; released ones are not counted. */
  bookings!: BookingsByStateResponse[];
  /** Unreleased holds past their deadline; their stalls are bookable nevertheless. */
  overdueHolds!: number;
  sweep!: SweepCatchResponse[];
  /** When the last sweep ended; absent before the first. */
  lastSweepAt?: string;
  /** Parts of the last sweep that failed. */
  sweepFailed!: string[];
  /** The last nightly verification; absent before the first. */
  verification?: VerificationResponse;
  /** Open issues in the inbox. */
  openIssues!: number;
  /** Open issues about failing workflows. */
  failingWorkflows!: number;
  processes!: ProcessResponse[];
  /** Status by part; `disk`: the database can write. */
  @ApiProperty({ type: "object", additionalProperties: { type: "string", enum: ["up", "down", "unknown"] } })
  parts!: Record<string, PartState>;
  /** Figures that could not be read; theirs are missing or zero. */
  unread!: string[];
  links!: OperationsLinkResponse[];
  /** What the settings say and nobody can check from here, one sentence each. Only in production. */
  believed!: string[];
}
