import { ApiProperty } from "@nestjs/swagger";
import { RESOLUTION_NAMES } from "@sakhi/domain/admin/resolutions";
import type { Resolution } from "@sakhi/domain/admin/resolutions";

/** Something that can be done about a matter. */
export class ResolutionResponse {
  @ApiProperty({ enum: RESOLUTION_NAMES, enumName: "Resolution" })
  action!: Resolution;
  /** The words of its button. */
  label!: string;
  /** Whether a reason must be given. */
  needsReason!: boolean;
  /** What it would do to this very entry, where that differs from case to case. */
  effect?: string;
}

/** One fact of a matter. */
export class IssueFactResponse {
  /** E.g. "Order". */
  label!: string;
  /** E.g. "MELA…" or "₹ 27,000". */
  value!: string;
}

/** A matter that a person must decide or know. */
export class IssueResponse {
  id!: string;
  /** E.g. amount_differs. */
  kind!: string;
  title!: string;
  /** What it means and what usually helps, in words. */
  meaning!: string;
  facts!: IssueFactResponse[];
  raisedAt!: string;
  bookingId?: string;
  stallId?: string;
  applicationId?: string;
  orderId?: string;
  resolutions!: ResolutionResponse[];
}

/** What is well, in numbers: how much of each kind there is, and is in order. */
export class HealthyResponse {
  soldBookings!: number;
  paidOrders!: number;
  refundsDone!: number;
  /** Refunds under way that are not late. */
  refundsUnderWay!: number;
  mailsSent!: number;
  invoicesIssued!: number;
  webhooksHandled!: number;
  messagesRelayed!: number;
  /** Sweeps of the last 24 hours that caught nothing, of all of them. */
  quietSweeps!: number;
  sweeps!: number;
  /** Matters that were settled. */
  resolvedIssues!: number;
}

/** The inbox: what is well, and what is not. */
export class IssuesResponse {
  healthy!: HealthyResponse;
  /** Open matters, oldest first. */
  entries!: IssueResponse[];
}

/** What a remedy came to. */
export class ResolutionOutcomeResponse {
  /** Whether the matter is settled; otherwise it stays in the inbox. */
  resolved!: boolean;
  /** What happened, in words. */
  message!: string;
}
