import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { TestWorker } from "@sakhi/testkit/temporal";
import { eventually, until } from "@sakhi/testkit/until";
import type { WorkflowHandleWithSignaledRunId } from "@temporalio/client";
import { recordHistory } from "../../test/histories.js";
import { InMemoryBookings } from "../../test/in-memory-bookings.js";
import { activitiesOf, attributesOf, timersOf } from "../../test/runs.js";
import { type PacingWaits, recheck } from "../shared/pacing.js";
import { STALL_BOOKING, stallBookingWorkflowId, history } from "./stall-booking.messages.js";
import type { stallBooking } from "./stall-booking.workflow.js";

const WAITS: Partial<PacingWaits> = { unopenedOrderMs: 200, retryFirstMs: 50, retryLongestMs: 200 };

let store = new InMemoryBookings();
const worker = await TestWorker.start(activitiesOf(store, () => store));
afterAll(() => worker.close());
beforeEach(() => {
  store = new InMemoryBookings();
});

type Handle = WorkflowHandleWithSignaledRunId<typeof stallBooking>;

/** Like the outbox relay: starts the booking's workflow, or signals the running one. */
function nudge(bookingId: string, waits = WAITS): Promise<Handle> {
  return worker.workflows.signalWithStart<typeof stallBooking>(STALL_BOOKING, {
    taskQueue: worker.taskQueue,
    workflowId: stallBookingWorkflowId(bookingId),
    workflowIdReusePolicy: "ALLOW_DUPLICATE_FAILED_ONLY",
    workflowIdConflictPolicy: "USE_EXISTING",
    args: [{ bookingId, waits }],
    signal: recheck,
    staticSummary: "Stall booking",
  });
}

/** Nudges, and waits until the workflow has rechecked. */
async function nudgeAndWait(bookingId: string): Promise<Handle> {
  const checks = store.count("lookUpBooking");
  const handle = await nudge(bookingId);
  await until("the workflow to check again", () => Promise.resolve(store.count("lookUpBooking") > checks));
  return handle;
}

const happened = async (handle: Pick<Handle, "query">): Promise<string[]> =>
  (await handle.query(history)).entries.map(({ what, by }) => `${what} by ${by}`);

/** Longer than any test: holds and windows end by {@link InMemoryBookings.endIn} or an action, never automatically. */
const LONG_MS = 3_600_000;

/** Moves the deadline of a hold or payment to `ms` from now and nudges its workflow. */
async function endIn(bookingId: string, ms: number): Promise<Handle> {
  store.endIn(bookingId, ms);
  return await nudge(bookingId);
}

async function payingFor(stallId: string, orderId: string): Promise<string> {
  const bookingId = store.reserve(stallId, LONG_MS);
  await nudgeAndWait(bookingId);
  store.register(bookingId, orderId);
  await nudgeAndWait(bookingId);
  store.startPayment(bookingId, LONG_MS);
  store.openOrder(bookingId);
  await nudgeAndWait(bookingId);
  return bookingId;
}

describe("stallBooking for a held stall", () => {
  it("releases it when the hold expires, and publishes history, stall and stage", async () => {
    const bookingId = store.reserve("B12", LONG_MS);
    const handle = await nudgeAndWait(bookingId);
    await eventually("stage held", async () => (await attributesOf(handle))["Stage"] === "held");
    await endIn(bookingId, 200);
    expect(await handle.result()).toEqual({ outcome: "released", reason: "hold_expired", stallId: "B12" });
    expect(store.count("releaseExpiredHold")).toBe(1);
    expect(await attributesOf(handle)).toMatchObject({ StallId: "B12", Stage: "released" });
    expect(await happened(handle)).toEqual(["reserved by visitor", "hold_released by system"]);
    await recordHistory("held-expired", handle);
  });

  it("sleeps again when a timer fires early", async () => {
    const bookingId = store.reserve("B14", LONG_MS);
    const lookUp = store.lookUpBooking;
    let first = true;
    // The first check returns less than the time left, as with a fast clock.
    store.lookUpBooking = async (...args) => {
      const facts = await lookUp(...args);
      if (!first) return facts;
      first = false;
      return { ...facts, msLeft: 50 };
    };
    await nudge(bookingId);
    await until("an early release attempt", () => Promise.resolve(store.count("releaseExpiredHold") >= 1));
    expect(store.state(bookingId)).toBe("held");
    const handle = await endIn(bookingId, 200);
    expect(await handle.result()).toMatchObject({ outcome: "released", reason: "hold_expired" });
    expect(store.count("releaseExpiredHold")).toBeGreaterThanOrEqual(2);
  });

  it("does nothing on a nudge if nothing has changed", async () => {
    const bookingId = store.reserve("B15", LONG_MS);
    const handle = await nudgeAndWait(bookingId);
    await nudgeAndWait(bookingId);
    await nudgeAndWait(bookingId);
    expect(store.state(bookingId)).toBe("held");
    expect(new Set(store.calls)).toEqual(new Set(["lookUpBooking"]));
    await endIn(bookingId, 200);
    expect(await handle.result()).toMatchObject({ outcome: "released", reason: "hold_expired" });
  });

  it.each(["while it sleeps", "before its first check"])("closes at once if the visitor leaves %s", async (when) => {
    const bookingId = store.reserve("B16", LONG_MS);
    if (when === "while it sleeps") await nudgeAndWait(bookingId);
    store.leave(bookingId);
    const handle = await nudge(bookingId);
    expect(await handle.result()).toMatchObject({ outcome: "released", reason: "left" });
    expect(new Set(store.calls)).toEqual(new Set(["lookUpBooking"]));
  });
});

describe("stallBooking for a paying booking", () => {
  it("closes as sold", async () => {
    const bookingId = await payingFor("A1", "MELA1001");
    store.order("MELA1001").status = "PAID";
    store.settle("MELA1001");
    const handle = await nudge(bookingId);
    expect(await handle.result()).toEqual({ outcome: "sold", stallId: "A1", orderId: "MELA1001" });
    expect(await attributesOf(handle)).toMatchObject({ StallId: "A1", OrderId: "MELA1001", Stage: "sold" });
    await recordHistory("sold", handle);
  });

  it("sells it if it is paid in the last second, without a webhook", async () => {
    const bookingId = await payingFor("A2", "MELA1002");
    store.order("MELA1002").status = "PAID";
    const handle = await endIn(bookingId, 300);
    expect(await handle.result()).toMatchObject({ outcome: "sold" });
    expect(store.calls.slice(-3)).toEqual(["closePaymentOrder", "settlePayment", "lookUpBooking"]);
    await recordHistory("paid-in-the-last-second", handle);
  });

  it("terminates the order and releases the stall when the payment window is over", async () => {
    const bookingId = await payingFor("A3", "MELA1003");
    const handle = await endIn(bookingId, 300);
    expect(await handle.result()).toMatchObject({ outcome: "released", reason: "payment_expired" });
    expect(store.order("MELA1003").status).toBe("TERMINATED");
    expect(store.calls.slice(-3)).toEqual(["closePaymentOrder", "releaseUnpaidStall", "lookUpBooking"]);
    await recordHistory("payment-expired", handle);
  });

  it("sells it if it is paid after the termination was requested", async () => {
    const bookingId = await payingFor("A4", "MELA1004");
    store.order("MELA1004").pendingAttempt = true;
    const handle = await endIn(bookingId, 200);
    await eventually("stage closing", async () => (await handle.query(history)).stage === "closing");
    expect(store.order("MELA1004").status).toBe("TERMINATION_REQUESTED");
    await until("another closing step", () => Promise.resolve(store.count("closePaymentOrder") > 1));
    expect(store.state(bookingId)).toBe("paying");
    Object.assign(store.order("MELA1004"), { pendingAttempt: false, status: "PAID" });
    expect(await handle.result()).toMatchObject({ outcome: "sold" });
    expect(store.count("releaseUnpaidStall")).toBe(0);
    await recordHistory("termination-requested-paid", handle);
  });

  it("returns to the hold if the provider never received the order", async () => {
    const bookingId = store.reserve("A5", LONG_MS);
    store.register(bookingId, "MELA1005");
    store.startPayment(bookingId, LONG_MS);
    const handle = await nudge(bookingId);
    expect(await handle.result()).toMatchObject({ outcome: "released", reason: "hold_expired" });
    expect(await happened(handle)).toEqual([
      ...["reserved by visitor", "registered by visitor", "payment_started by visitor"],
      ...["payment_not_opened by system", "hold_released by system"],
    ]);
    await recordHistory("payment-not-opened", handle);
  });

  it("retries an unreachable provider indefinitely", async () => {
    const bookingId = await payingFor("A6", "MELA1006");
    store.reachable = false;
    const handle = await endIn(bookingId, 100);
    await until("several attempts", () => Promise.resolve(store.count("closePaymentOrder") >= 4));
    expect(store.state(bookingId)).toBe("paying");
    store.reachable = true;
    expect(await handle.result()).toMatchObject({ outcome: "released", reason: "payment_expired" });
    await recordHistory("provider-unreachable", handle);
  });

  it("backs off while a paid order waits for an operator", async () => {
    const bookingId = await payingFor("A7", "MELA1007");
    store.order("MELA1007").status = "PAID";
    const settle = store.settlePayment;
    store.settlePayment = async (orderId) => {
      const decided = store.count("settlePayment") >= 3;
      return decided
        ? await settle(orderId)
        : (store.calls.push("settlePayment"), { outcome: "issue", pendingAttempts: 0 });
    };
    const handle = await endIn(bookingId, 100);
    expect(await handle.result()).toMatchObject({ outcome: "sold" });
    // No busy loop: it rests after each settlement without progress.
    const rests = (await timersOf(handle)).filter(({ summary }) => summary.includes("nothing has moved"));
    expect(rests.length).toBeGreaterThanOrEqual(2);
  });
});

describe("a long-running stallBooking", () => {
  it("continues as new before its history grows too long, and keeps the events", async () => {
    const bookingId = store.reserve("B20", LONG_MS);
    const handle = await nudge(bookingId, { ...WAITS, continueAfterEvents: 12 });
    const firstRun = handle.signaledRunId;
    for (let check = 0; check < 4; check += 1) await nudgeAndWait(bookingId);
    const latest = worker.workflows.getHandle(handle.workflowId);
    await eventually("a new run", async () => (await latest.describe()).runId !== firstRun);
    store.leave(bookingId);
    await nudge(bookingId);
    expect(await latest.result()).toMatchObject({ outcome: "released", reason: "left" });
    expect(await happened(latest)).toEqual(["reserved by visitor", "hold_released by visitor"]);
    await recordHistory("continued-as-new", worker.workflows.getHandle(handle.workflowId, firstRun));
  });
});
