import { ApiProperty } from "@nestjs/swagger";
import { REMEDY_ACTIONS } from "@sakhi/domain/admin/remedies";
import type { Remedy } from "@sakhi/domain/admin/remedies";

/** Something that can be done about a matter. */
export class RemedyResponse {
  @ApiProperty({ enum: REMEDY_ACTIONS, enumName: "Remedy" })
  action!: Remedy;
  /** The words of its button. */
  label!: string;
  /** Whether a reason must be given. */
  needsReason!: boolean;
  /** What it would do to this very entry, where that differs from case to case. */
  effect?: string;
}

/** One fact of a matter. */
export class AttentionFactResponse {
  /** E.g. "Order". */
  label!: string;
  /** E.g. "MELA…" or "₹ 27,000". */
  value!: string;
}

/** A matter that a person must decide or know. */
export class AttentionEntryResponse {
  id!: string;
  /** E.g. amount_differs. */
  kind!: string;
  title!: string;
  /** What it means and what usually helps, in words. */
  meaning!: string;
  facts!: AttentionFactResponse[];
  raisedAt!: string;
  bookingId?: string;
  stallId?: string;
  applicationId?: string;
  orderId?: string;
  remedies!: RemedyResponse[];
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
  settledMatters!: number;
}

/** The inbox: what is well, and what is not. */
export class AttentionResponse {
  healthy!: HealthyResponse;
  /** Open matters, oldest first. */
  entries!: AttentionEntryResponse[];
}

/** What a remedy came to. */
export class RemedyOutcomeResponse {
  /** Whether the matter is settled; otherwise it stays in the inbox. */
  resolved!: boolean;
  /** What happened, in words. */
  message!: string;
}
