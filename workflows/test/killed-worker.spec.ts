import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { StallBookingActivities } from "../src/bookings/stall-booking.activities.js";
import { STALL_BOOKING, stallBookingWorkflowId } from "../src/bookings/stall-booking.messages.js";
import type { stallBooking } from "../src/bookings/stall-booking.workflow.js";
import { lookAgain } from "../src/shared/look-again.js";
import { BookingBook } from "./booking-book.js";
import { startDyingWorker } from "./killable-worker.js";
import { bundleWorkflows, openTemporal, ownTaskQueue, startWorker } from "@sakhi/testkit/temporal";
import type { TestTemporal } from "@sakhi/testkit/temporal";

let temporal: TestTemporal;
let workflowBundle: { readonly code: string };
let folder: string;
let bundleFile: string;

beforeAll(async () => {
  [temporal, workflowBundle] = await Promise.all([openTemporal(), bundleWorkflows()]);
  folder = await mkdtemp(join(tmpdir(), "sakhi-worker-"));
  bundleFile = join(folder, "workflows.js");
  await writeFile(bundleFile, workflowBundle.code);
});
afterAll(async () => {
  await temporal.close();
  await rm(folder, { recursive: true, force: true });
});

type Deed = keyof StallBookingActivities;

/**
 * Runs a worker in a process of its own and kills it with -9 in the middle of an activity: when that was asked for
 * (`before`), or when its effect is there but nobody has heard of it (`after`).
 */
function workerKilledAt(taskQueue: string, book: BookingBook, deed: Deed, when: "before" | "after") {
  const deeds = book.activities() as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const at = { address: temporal.address, taskQueue, bundleFile };
  const worker = startDyingWorker(at, Object.keys(deeds), async (process, name, args) => {
    if (name !== deed || when === "after") {
      const result = await deeds[name]?.(...args);
      if (name !== deed) return { result };
    }
    process.kill("SIGKILL");
    return "never";
  });
  return worker.died;
}

/** Starts the workflow with a worker that is killed, and lets another one bring it to its end. */
async function resultAfterKill(bookingId: string, book: BookingBook, deed: Deed, when: "before" | "after") {
  const taskQueue = ownTaskQueue();
  const died = workerKilledAt(taskQueue, book, deed, when);
  const handle = await temporal.client.workflow.signalWithStart<typeof stallBooking>(STALL_BOOKING, {
    taskQueue,
    workflowId: stallBookingWorkflowId(bookingId),
    args: [{ bookingId, waits: { retryFirstMs: 50, retryLongestMs: 200 } }],
    signal: lookAgain,
  });
  expect(await died).toBe("SIGKILL");
  const next = await startWorker(temporal, taskQueue, book.activities(), workflowBundle);
  try {
    return await handle.result();
  } finally {
    await next.stop();
  }
}

function paying(book: BookingBook, stallId: string, orderId: string): string {
  const bookingId = book.reserve(stallId, 5_000);
  book.register(bookingId, orderId);
  book.startPayment(bookingId, 300);
  book.openOrder(bookingId);
  return bookingId;
}

describe("a worker killed with -9", () => {
  it.concurrent.each<[Deed, "before" | "after"]>([
    ["lookUpBooking", "after"],
    ["releaseExpiredHold", "before"],
    ["releaseExpiredHold", "after"],
  ])("in %s (%s its effect): the stall is still released, once", async (deed, when) => {
    const book = new BookingBook();
    const bookingId = book.reserve("B30", 300);
    expect(await resultAfterKill(bookingId, book, deed, when)).toMatchObject({
      outcome: "released",
      reason: "hold_expired",
    });
    expect(book.happened(bookingId)).toEqual(["reserved", "hold_released"]);
  });

  it.concurrent.each<[Deed, "before" | "after"]>([
    ["closePaymentOrder", "before"],
    ["closePaymentOrder", "after"],
    ["releaseUnpaidStall", "after"],
  ])("in %s (%s its effect): the order is closed and the stall released, once", async (deed, when) => {
    const book = new BookingBook();
    const bookingId = paying(book, "A11", `MELA${deed}${when}`);
    expect(await resultAfterKill(bookingId, book, deed, when)).toMatchObject({
      outcome: "released",
      reason: "payment_expired",
    });
    expect(book.happened(bookingId).slice(-2)).toEqual(["termination_requested", "payment_released"]);
  });

  it.concurrent("in settlePayment after its effect: the stall is sold once", async () => {
    const book = new BookingBook();
    const bookingId = paying(book, "A12", "MELAsettle");
    book.order("MELAsettle").status = "PAID";
    const result = await resultAfterKill(bookingId, book, "settlePayment", "after");
    expect(result).toMatchObject({ outcome: "sold" });
    expect(book.happened(bookingId).filter((what) => what === "sold")).toHaveLength(1);
  });
});
