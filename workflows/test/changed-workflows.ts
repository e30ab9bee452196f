import { sleep } from "@temporalio/workflow";
import { latePayment as looks } from "../src/payments/late-payment.workflow.js";
import { refund as pays } from "../src/payments/refund.workflow.js";
import { stallBooking as books } from "../src/bookings/stall-booking.workflow.js";

/** Our workflows with an innocent-looking change: a short sleep first. Replaying saved runs must betray it. */
export async function stallBooking(...args: Parameters<typeof books>): ReturnType<typeof books> {
  await sleep(10);
  return await books(...args);
}

export async function latePayment(...args: Parameters<typeof looks>): ReturnType<typeof looks> {
  await sleep(10);
  return await looks(...args);
}

export async function refund(...args: Parameters<typeof pays>): ReturnType<typeof pays> {
  await sleep(10);
  return await pays(...args);
}
