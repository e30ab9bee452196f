import { stallBookingWorkflowId } from "@sakhi/workflows/bookings/stall-booking.messages";
import { eventCancellationWorkflowId } from "@sakhi/workflows/events/event-cancellation.messages";
import { listingWorkflowId } from "@sakhi/workflows/listings/listing.messages";
import { refundWorkflowId } from "@sakhi/workflows/payments/refund.messages";

const WORKFLOW_IDS = {
  booking: stallBookingWorkflowId,
  application: listingWorkflowId,
  refund: refundWorkflowId,
  /** Its id is the event's slug. */
  event: eventCancellationWorkflowId,
} as const;

/** The subject of a workflow. */
interface WorkflowSubject {
  readonly type: keyof typeof WORKFLOW_IDS;
  readonly id: string;
}

/** Parses a workflow id; undefined for other kinds of workflows. */
export function workflowSubject(workflowId: string): WorkflowSubject | undefined {
  for (const [type, workflowIdOf] of Object.entries(WORKFLOW_IDS)) {
    const prefix = workflowIdOf("");
    if (workflowId.startsWith(prefix) && workflowId.length > prefix.length) {
      return { type: type as WorkflowSubject["type"], id: workflowId.slice(prefix.length) };
    }
  }
  return undefined;
}
