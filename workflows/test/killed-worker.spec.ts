import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import type { StallBookingActivities } from "../src/bookings/stall-booking.activities.js";
import { STALL_BOOKING, stallBookingWorkflowId } from "../src/bookings/stall-booking.messages.js";
import type { stallBooking } from "../src/bookings/stall-booking.workflow.js";
import { recheck } from "../src/shared/pacing.js";
import { InMemoryBookings } from "./in-memory-bookings.js";
import { startDyingWorker } from "./killable-worker.js";
import { bundleWorkflows, openTemporal, ownTaskQueue, startWorker } from "@sakhi/testkit/temporal";
import type { TestTemporal } from "@sakhi/testkit/temporal";

// A race that is lost once is lost.
jest.retryTimes(0);

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

type AdministratorAction = keyof StallBookingActivities;

/**
 * Runs a worker in a process of its own and kills it with -9 in the middle of an activity: when that was asked for
 * (`before`), or when its effect is there but nobody has heard of it (`after`).
 */
function workerKilledAt(
  taskQueue: string,
  store: InMemoryBookings,
  action: AdministratorAction,
  when: "before" | "after",
) {
  const actions = store.activities() as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const at = { address: temporal.address, taskQueue, bundleFile };
  const worker = startDyingWorker(at, Object.keys(actions), async (process, name, args) => {
    if (name !== action || when === "after") {
      const result = await actions[name]?.(...args);
      if (name !== action) return { result };
    }
    process.kill("SIGKILL");
    return "never";
  });
  return worker.died;
}

/** Starts the workflow with a worker that is killed, and lets another one bring it to its end. */
async function resultAfterKill(
  bookingId: string,
  store: InMemoryBookings,
  action: AdministratorAction,
  when: "before" | "after",
) {
  const taskQueue = ownTaskQueue();
  const died = workerKilledAt(taskQueue, store, action, when);
  const handle = await temporal.client.workflow.signalWithStart<typeof stallBooking>(STALL_BOOKING, {
    taskQueue,
    workflowId: stallBookingWorkflowId(bookingId),
    args: [{ bookingId, waits: { retryFirstMs: 50, retryLongestMs: 200 } }],
    signal: recheck,
  });
  expect(await died).toBe("SIGKILL");
  const next = await startWorker(temporal, taskQueue, store.activities(), workflowBundle);
  try {
    return await handle.result();
  } finally {
    await next.stop();
  }
}

function paying(store: InMemoryBookings, stallId: string, orderId: string): string {
  const bookingId = store.reserve(stallId, 5_000);
  store.register(bookingId, orderId);
  store.startPayment(bookingId, 300);
  store.openOrder(bookingId);
  return bookingId;
}

describe("a worker killed with -9", () => {
  it.concurrent.each<[AdministratorAction, "before" | "after"]>([
    ["lookUpBooking", "after"],
    ["releaseExpiredHold", "before"],
    ["releaseExpiredHold", "after"],
  ])("in %s (%s its effect): the stall is still released, once", async (action, when) => {
    const store = new InMemoryBookings();
    const bookingId = store.reserve("B30", 300);
    expect(await resultAfterKill(bookingId, store, action, when)).toMatchObject({
      outcome: "released",
      reason: "hold_expired",
    });
    expect(store.happened(bookingId)).toEqual(["reserved", "hold_released"]);
  });

  it.concurrent.each<[AdministratorAction, "before" | "after"]>([
    ["closePaymentOrder", "before"],
    ["closePaymentOrder", "after"],
    ["releaseUnpaidStall", "after"],
  ])("in %s (%s its effect): the order is closed and the stall released, once", async (action, when) => {
    const store = new InMemoryBookings();
    const bookingId = paying(store, "A11", `MELA${action}${when}`);
    expect(await resultAfterKill(bookingId, store, action, when)).toMatchObject({
      outcome: "released",
      reason: "payment_expired",
    });
    expect(store.happened(bookingId).slice(-2)).toEqual(["termination_requested", "payment_released"]);
  });

  it.concurrent("in settlePayment after its effect: the stall is sold once", async () => {
    const store = new InMemoryBookings();
    const bookingId = paying(store, "A12", "MELAsettle");
    store.order("MELAsettle").status = "PAID";
    const result = await resultAfterKill(bookingId, store, "settlePayment", "after");
    expect(result).toMatchObject({ outcome: "sold" });
    expect(store.happened(bookingId).filter((what) => what === "sold")).toHaveLength(1);
  });
});
