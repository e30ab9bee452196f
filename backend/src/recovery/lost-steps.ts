import { stallBookingWorkflowId } from "@sakhi/workflows/bookings/stall-booking.messages";
import { listingWorkflowId } from "@sakhi/workflows/listings/listing.messages";
import type { HistoryEntry } from "@sakhi/workflows/shared/subject.types";
import type { RecoveredItem } from "./recovery.types.js";
import type { WorkflowOutside } from "./runs-outside.service.js";
import type { RestoreOutcome } from "./sale-recovery.service.js";

/** An order's id as a note of a history. */
const ORDER_ID = /^[A-Z]{3,8}\d{6,20}[A-Za-z0-9_-]{2,40}$/;

/** A workflow with the history that it has read. */
export interface Read extends WorkflowOutside {
  readonly entries: readonly HistoryEntry[];
}

/** The orders that a workflow or its history names. */
export function ordersOf({ orderId, entries }: Read): string[] {
  const named = entries.flatMap(({ note = "" }) => (ORDER_ID.test(note) ? [note] : []));
  return [...new Set([...named, ...(orderId === undefined ? [] : [orderId])])];
}

/** Steps whose loss somebody must know about; others are consequences, or ended holds. */
export const SIGNIFICANT: ReadonlySet<string> = new Set([
  "sold",
  "sold_late",
  "moved",
  "corrected",
  "cancelled",
  "late_money",
  "paid_twice",
  "stall_offered",
  "offer_accepted",
  "listing_claimed",
  "refund_requested",
  "refund_succeeded",
  "refund_failed",
]);

/** How the report describes what became of a lost booking. */
export const RESTORED: Readonly<Record<RestoreOutcome, Pick<RecoveredItem, "as" | "note">>> = {
  sold: { as: "sold", note: "created again" },
  open: { as: "open", note: "created again, not paid yet" },
  refunding: { as: "repeated", note: "its stall can no longer be sold: its money goes back" },
  unpaid: { as: "unpaid" },
  taken: { as: "issue", note: "its stall is taken" },
  incomplete: { as: "issue", note: "several stalls, which cannot all be hers again as they were" },
  absent: { as: "unpaid", note: "the provider never had its order" },
  not_ours: { as: "unpaid", note: "the provider's order is not ours" },
  unreachable: { as: "issue", note: "no answer" },
};

/** Whether a step sold a stall. */
export function isSale(what: HistoryEntry["what"]): boolean {
  return what === "sold" || what === "sold_late" || what === "sold_offline";
}

/** Whether a step cancelled a sale. */
export function isCancellation({ what }: HistoryEntry): boolean {
  return what === "cancelled";
}

/** Whether a workflow is a booking's. */
export function isBooking({ workflowId }: WorkflowOutside): boolean {
  return workflowId.startsWith(stallBookingWorkflowId(""));
}

/** The booking of a workflow. */
export function bookingOf({ workflowId }: WorkflowOutside): string {
  return workflowId.slice(stallBookingWorkflowId("").length);
}

/** Whether a workflow is an application's. */
export function isListing({ workflowId }: WorkflowOutside): boolean {
  return workflowId.startsWith(listingWorkflowId(""));
}

/** Notes of what recovery can only report. */
export const SOLD_OFFLINE = "sold offline: only the receipt knows the buyer";
export const NOT_A_STALL = "an application: refund it";
