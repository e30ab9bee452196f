import { StallIdDto } from "@sakhi/domain/bookings/reserve-stall.dto";
import { sleep } from "@temporalio/workflow";
import { stallBooking as books } from "../src/bookings/stall-booking.workflow.js";
import { eventCancellation as cancels } from "../src/events/event-cancellation.workflow.js";
import { listing as lists } from "../src/listings/listing.workflow.js";
import { stallMove as moves } from "../src/moves/stall-move.workflow.js";
import { latePayment as checks } from "../src/payments/late-payment.workflow.js";
import { refund as pays } from "../src/payments/refund.workflow.js";
import { databasePosition as keeps } from "../src/recovery/database-position.workflow.js";
import { waitingList as offers } from "../src/waiting/waiting-list.workflow.js";

/** Imports a DTO, and with it class-validator, into the bundle; the spec must detect it. */
export function importsDto(): Promise<string> {
  return Promise.resolve(StallIdDto.name);
}

/** Our workflows with a nondeterministic change, a short sleep first, which replaying saved runs must detect. */
export async function stallBooking(...args: Parameters<typeof books>): ReturnType<typeof books> {
  await sleep(10);
  return await books(...args);
}

export async function eventCancellation(...args: Parameters<typeof cancels>): ReturnType<typeof cancels> {
  await sleep(10);
  return await cancels(...args);
}

export async function waitingList(...args: Parameters<typeof offers>): ReturnType<typeof offers> {
  await sleep(10);
  return await offers(...args);
}

export async function stallMove(...args: Parameters<typeof moves>): ReturnType<typeof moves> {
  await sleep(10);
  return await moves(...args);
}

export async function listing(...args: Parameters<typeof lists>): ReturnType<typeof lists> {
  await sleep(10);
  return await lists(...args);
}

export async function latePayment(...args: Parameters<typeof checks>): ReturnType<typeof checks> {
  await sleep(10);
  return await checks(...args);
}

export async function refund(...args: Parameters<typeof pays>): ReturnType<typeof pays> {
  await sleep(10);
  return await pays(...args);
}

export async function databasePosition(): ReturnType<typeof keeps> {
  await sleep(10);
  await keeps();
}
