import { patched, sleep } from "@temporalio/workflow";
import { listing as lists } from "../src/listings/listing.workflow.js";

export { latePayment } from "../src/payments/late-payment.workflow.js";
export { refund } from "../src/payments/refund.workflow.js";
export { stallBooking } from "../src/bookings/stall-booking.workflow.js";

/**
 * The same change as in changed-workflows.ts, with a patch: listings started before it, perhaps ten months ago, replay
 * the old path; new ones take the new path.
 */
export async function listing(...args: Parameters<typeof lists>): ReturnType<typeof lists> {
  if (patched("a-short-sleep-first")) await sleep(10, { summary: "New path" });
  return await lists(...args);
}
