import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { bundleWorkflows } from "@sakhi/testkit/temporal";
import { until } from "@sakhi/testkit/until";
import { BookingActivities } from "../../src/bookings/booking.activities.js";
import { Counters } from "../../src/platform/metrics/counters.js";
import type { WorkflowNudge } from "../../src/platform/outbox/outbox.js";
import { TemporalConnection } from "../../src/platform/temporal/temporal-connection.js";
import { WorkflowRuns } from "../../src/platform/temporal/workflow-client.js";
import { startWorkflowWorker, type WorkflowWorker } from "../../src/platform/temporal/workflow-worker.js";
import { testConfig } from "../support/config.js";
import { OperatorTest, type TestAdministrator } from "./operator.js";

const address = process.env["TEMPORAL_ADDRESS"] ?? "";
const taskQueue = `operator-${randomUUID()}`;
const quiet = { log: () => undefined, warn: () => undefined, error: () => undefined };

let test: OperatorTest;
let operator: TestAdministrator;
let temporal: TemporalConnection;
let worker: WorkflowWorker;
beforeAll(async () => {
  test = await OperatorTest.open();
  operator = await test.administrator("asha");
  temporal = new TemporalConnection(
    testConfig({ TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: "default", TEMPORAL_TASK_QUEUE: taskQueue }),
  );
  const activities = test.get(BookingActivities);
  const { lookUpBooking, releaseExpiredHold, settlePayment, closePaymentOrder, releaseUnpaidStall } = activities;
  worker = await startWorkflowWorker(
    {
      address,
      namespace: "default",
      taskQueue,
      counters: new Counters(),
      activities: Object.fromEntries(
        Object.entries({ lookUpBooking, releaseExpiredHold, settlePayment, closePaymentOrder, releaseUnpaidStall }).map(
          ([name, activity]) => [name, activity.bind(activities)],
        ),
      ),
      workflows: { workflowBundle: await bundleWorkflows() },
    },
    quiet,
  );
});
afterAll(async () => {
  await worker.stop();
  await temporal.onApplicationShutdown();
  await test.close();
});

/** Relays a booking's outbox entries to Temporal. */
async function relay(bookingId: string): Promise<void> {
  const waiting = await test.mela.query<{ id: string; payload: WorkflowNudge }>(
    `SELECT id, payload FROM outbox
      WHERE topic = 'workflow' AND relayed_at IS NULL AND payload->>'workflowId' = $1 ORDER BY id`,
    [`stall-booking/${bookingId}`],
  );
  const starter = new WorkflowRuns(temporal);
  for (const { id, payload } of waiting) {
    // Retries timeouts, as the relay does.
    await until("Temporal to accept the signal", () =>
      starter.start(payload).then(
        () => true,
        () => false,
      ),
    );
    await test.mela.query("UPDATE outbox SET relayed_at = clock_timestamp() WHERE id = $1", [id]);
  }
}

/** Search attributes of the newest run. */
async function attributes(bookingId: string): Promise<Record<string, unknown>> {
  const { typedSearchAttributes } = await handleOf(bookingId).describe();
  return Object.fromEntries(typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]));
}

const handleOf = (bookingId: string) => temporal.client.workflow.getHandle(`stall-booking/${bookingId}`);

/** The history recorded by the newest run. */
async function recordedHistory(bookingId: string): Promise<string[]> {
  const { entries } = await handleOf(bookingId).query<{ entries: { what: string }[] }>("history");
  return entries.map(({ what }) => what);
}

describe("a booking's workflow", () => {
  it("follows a move to another stall and waits for an extended deadline", async () => {
    await test.mela.visitor().reserve("B1");
    const bookingId = await test.onStall("B1");
    await relay(bookingId);
    await until("the first check", async () => (await attributes(bookingId))["StallId"] === "B1");
    await operator.move(bookingId, "B2");
    await relay(bookingId);
    await until("the new stall", async () => (await attributes(bookingId))["StallId"] === "B2");
    await operator.extend(bookingId, 5);
    await relay(bookingId);
    await until("the extension", async () => (await recordedHistory(bookingId)).includes("hold_extended"));
    expect(await test.mela.history("B2")).toEqual(["held"]);
    await operator.release(bookingId);
    await relay(bookingId);
    expect(await handleOf(bookingId).result()).toMatchObject({
      outcome: "released",
      reason: "operator",
      stallId: "B2",
    });
    expect(await recordedHistory(bookingId)).toEqual(["reserved", "moved", "hold_extended", "hold_released"]);
  });

  it("closes a payment that an operator releases", async () => {
    const buyer = await test.paying("B3");
    const bookingId = await test.bookingOf(buyer.orderId);
    await relay(bookingId);
    await until("the payment", async () => (await attributes(bookingId))["Stage"] === "paying");
    await operator.release(bookingId);
    await relay(bookingId);
    expect(await handleOf(bookingId).result()).toMatchObject({ outcome: "released", reason: "operator" });
    expect(await test.mela.history("B3")).toEqual(["released: operator"]);
    expect((await test.simulator.order(buyer.orderId)).order.order_status).toBe("TERMINATED");
  });

  it("records an offline sale, its move and its cancellation, each in a run that completes", async () => {
    const sold = await operator.sellOffline("B4");
    const bookingId = String(sold.body["bookingId"]);
    await relay(bookingId);
    expect(await handleOf(bookingId).result()).toMatchObject({ outcome: "sold", stallId: "B4" });
    await operator.move(bookingId, "B5");
    await relay(bookingId);
    expect(await handleOf(bookingId).result()).toMatchObject({ outcome: "sold", stallId: "B5" });
    expect(await attributes(bookingId)).toMatchObject({ StallId: "B5", Stage: "sold" });
    await operator.cancel(bookingId, "full");
    await relay(bookingId);
    expect(await handleOf(bookingId).result()).toMatchObject({ outcome: "released", reason: "cancelled" });
    expect(await attributes(bookingId)).toMatchObject({ StallId: "B5", Stage: "released" });
    expect(await recordedHistory(bookingId)).toEqual([
      "sold_offline",
      "invoice_issued",
      "moved",
      "cancelled",
      "refund_requested",
      "credit_note_issued",
    ]);
  });

  it("records a block and its end", async () => {
    const { body } = await operator.block("B6");
    const bookingId = String(body["bookingId"]);
    await relay(bookingId);
    expect(await handleOf(bookingId).result()).toMatchObject({ outcome: "blocked" });
    await operator.unblock("B6");
    await relay(bookingId);
    expect(await handleOf(bookingId).result()).toMatchObject({ outcome: "released", reason: "operator" });
    expect(await recordedHistory(bookingId)).toEqual(["blocked", "unblocked"]);
  });
});
