import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { NestFactory } from "@nestjs/core";
import { until } from "@sakhi/testkit/until";
import { ExpiredPaymentsService } from "../../src/bookings/expired-payments.service.js";
import { HoldsService } from "../../src/bookings/holds.service.js";
import { LateMoneySweepService } from "../../src/bookings/late-money-sweep.service.js";
import { JobsModule } from "../../src/jobs.module.js";
import { ListingSweepService } from "../../src/listings/listing-sweep.service.js";
import { SweepService, SWEEP_CATCHES, type SweepResult } from "../../src/ops/sweep.service.js";
import { SettlementService } from "../../src/payments/settlement.service.js";
import { WorkflowRuns } from "../../src/platform/temporal/workflow-client.js";
import { type Buyer, PayingTest } from "../payments/paying.js";
import { emptyTables } from "../support/database.js";
import { sweepApp } from "./sweep-app.js";

/** Workflow ids that Temporal does not have. */
let missing = new Set<string>();

const test = await PayingTest.start();
const jobs = await sweepApp(test.mela, (id) => missing.has(id));
// Webhooks left by an earlier test would become overdue.
beforeEach(() => emptyTables(test.mela.db.source, "webhook_inbox"));
afterEach(async () => {
  missing = new Set();
  await test.simulator.noFaults();
});
afterAll(async () => {
  await jobs.close();
  await test.close();
});

const NOTHING = Object.fromEntries(SWEEP_CATCHES.map((name) => [name, 0]));
const sweep = async (): Promise<SweepResult> => {
  const result = await jobs.get(SweepService).runOnce();
  if (result === undefined) throw new Error("another sweep is under way");
  return result;
};
const relayAll = (): Promise<unknown[]> => test.mela.query("UPDATE outbox SET relayed_at = clock_timestamp()");
const age = (table: string, column: string, seconds: number, where: string, value: string): Promise<unknown[]> =>
  test.mela.query(
    `UPDATE ${table} SET ${column} = ${column} - make_interval(secs => $1)
      WHERE ${where === "stall_id" ? "stall_key = (SELECT stall_key FROM stalls WHERE stall_id = $2)" : `${where} = $2`}`,
    [seconds, value],
  );

/** A payer whose late money is refunded because the stall was taken. */
async function lateMoney(stallId: string): Promise<Buyer> {
  const buyer = await test.paidTooLate(stallId);
  await test.refundLateMoney(buyer.orderId);
  return buyer;
}

describe("SweepService.runOnce", () => {
  it("catches nothing in a healthy system, and records that", async () => {
    await test.paying("B1");
    expect(await sweep()).toEqual({ caught: NOTHING, failed: [] });
    const [run] = await test.mela.query<{ caught: unknown }>("SELECT caught FROM sweep_runs ORDER BY id DESC LIMIT 1");
    expect(run?.caught).toEqual({ ...NOTHING, failed: [] });
  });

  it("deletes its records after 30 days", async () => {
    await emptyTables(test.mela.db.source, "sweep_runs");
    await test.mela.query(
      `INSERT INTO sweep_runs (at, caught) VALUES (clock_timestamp() - interval '31 days', '{"old": 1}'),
                                                  (clock_timestamp() - interval '29 days', '{"old": 2}')`,
    );
    await sweep();
    expect(await test.mela.column("SELECT caught->'old' FROM sweep_runs ORDER BY id")).toEqual([2, null]);
  });

  it("catches up on work that is a minute overdue, and nothing else", async () => {
    for (const stallId of ["B2", "B3"]) {
      await test.registered(stallId);
      await test.mela.expire(stallId);
    }
    await age("bookings", "hold_expires_at", 61, "stall_id", "B2");
    const [unpaid, paid, fresh, died] = [
      await test.paying("B4"),
      await test.paying("B5"),
      await test.paying("B6"),
      await test.paying("B8"),
    ];
    await test.simulator.pay(paid.orderId);
    for (const buyer of [unpaid, paid, fresh, died]) await test.endWindow(buyer);
    for (const { orderId } of [unpaid, paid, died]) await age("bookings", "pay_until", 61, "order_id", orderId);
    // As if the process had crashed between closing and release.
    await test.mela.query("UPDATE orders SET state = 'closed' WHERE order_id = $1", [died.orderId]);
    const notified = await test.paying("B11");
    await test.simulator.pay(notified.orderId);
    await test.mela.query(
      `INSERT INTO webhook_inbox (event_key, type, order_id, body, received_at)
       VALUES ('left', 'PAYMENT_SUCCESS_WEBHOOK', $1, '{}', clock_timestamp() - interval '61 seconds')`,
      [notified.orderId],
    );
    const late = await lateMoney("B12");
    await age("refunds", "updated_at", 61, "order_id", late.orderId);
    await relayAll();
    await test.mela.query(
      `INSERT INTO outbox (topic, payload, created_at)
       VALUES ('workflow', '{}', clock_timestamp() - interval '61 seconds')`,
    );
    const caught = { expiredHolds: 1, overduePayments: 3, webhooks: 1, refunds: 1, outbox: 1 };
    expect((await sweep()).caught).toEqual({ ...NOTHING, ...caught });
    for (const [stallId, history] of [
      ["B2", "released: hold_expired"],
      ["B3", "registered"],
      ["B4", "released: payment_expired"],
      ["B5", "sold"],
      ["B6", "paying"],
      ["B8", "released: payment_expired"],
      ["B11", "sold"],
    ] as const) {
      expect([stallId, ...(await test.mela.history(stallId))]).toEqual([stallId, history]);
    }
    expect((await test.refundsOf(late.orderId))[0]?.state).not.toBe("requested");
  });

  it("does not count a pending payment, and reads it once a minute only", async () => {
    const buyer = await test.paying("B7");
    const { paymentId } = await test.simulator.pay(buyer.orderId, { outcome: "pending" });
    await test.endWindow(buyer);
    await age("bookings", "pay_until", 61, "order_id", buyer.orderId);
    expect((await sweep()).caught).toEqual(NOTHING);
    await test.simulator.finish(buyer.orderId, paymentId ?? "", "success");
    // An hour ahead, so that the order counts as just read even if the sweep is slow.
    await age("orders", "asked_at", -3600, "order_id", buyer.orderId);
    expect((await sweep()).caught).toEqual(NOTHING);
    await age("orders", "asked_at", 3661, "order_id", buyer.orderId);
    expect((await sweep()).caught).toEqual({ ...NOTHING, overduePayments: 1 });
    expect(await test.mela.history("B7")).toEqual(["sold"]);
  });

  it("settles orders whose creation was not confirmed", async () => {
    const made = await test.registered("B9");
    await test.simulator.fault("createOrder", "lostAnswer", { orderId: made.orderId });
    await test.initiate(made);
    const never = await test.registered("B10");
    await test.simulator.fault("createOrder", "error500", { orderId: never.orderId });
    await test.initiate(never);
    // As if the process had crashed during the request.
    await test.mela.query("UPDATE payment_attempts SET state = 'creating' WHERE order_id = $1", [never.orderId]);
    // An hour ahead, so that no attempt is 30 s old even on a slow machine.
    for (const { orderId } of [made, never]) await age("payment_attempts", "created_at", -3600, "order_id", orderId);
    expect((await sweep()).caught).toEqual(NOTHING);
    for (const { orderId } of [made, never]) await age("payment_attempts", "created_at", 3631, "order_id", orderId);
    expect((await sweep()).caught).toEqual({ ...NOTHING, unansweredAttempts: 2 });
    expect(await test.mela.history("B9")).toEqual(["paying"]);
    expect(await test.mela.history("B10")).toEqual(["registered"]);
    expect((await test.initiate(made)).status).toBe(201);
  });

  // In turn, each of many orders would hold up the sweep for the provider's timeout of 8 s.
  it("reads several orders at once, because the provider may hang", async () => {
    const buyers = [await test.registered("B25"), await test.registered("B26")];
    for (const { orderId, ...buyer } of buyers) {
      await test.simulator.fault("createOrder", "error500", { orderId });
      await test.initiate({ orderId, ...buyer });
      await age("payment_attempts", "created_at", 31, "order_id", orderId);
    }
    let resume = (): void => undefined;
    const bothRead = new Promise<void>((resolve) => (resume = resolve));
    const settle = jest.spyOn(jobs.get(SettlementService, { strict: false }), "settleOrder");
    settle.mockImplementation(async () => {
      if (settle.mock.calls.length === buyers.length) resume();
      await bothRead;
      return { outcome: "unreachable", pendingAttempts: 0 };
    });
    await sweep();
    expect(settle).toHaveBeenCalledTimes(buyers.length);
    settle.mockRestore();
    for (const { orderId } of buyers) await test.settle(orderId, "initiate");
  });

  it("restarts missing workflows of bookings, late payments and refunds", async () => {
    const paying = await test.paying("B13");
    const late = await test.released("B14");
    const refunded = await lateMoney("B15");
    const [refund] = await test.refundsOf(refunded.orderId);
    const bookingId = await test.bookingOf(paying.orderId);
    await age("bookings", "updated_at", 61, "order_id", paying.orderId);
    await age("bookings", "ended_at", 61, "order_id", late.orderId);
    await age("refunds", "created_at", 61, "order_id", refunded.orderId);
    missing = new Set([
      `stall-booking/${bookingId}`,
      `late-payment/${late.orderId}`,
      `refund/${refund?.id}`,
      // Not restarted: this booking has ended.
      `stall-booking/${await test.bookingOf(late.orderId)}`,
    ]);
    await relayAll();
    expect((await sweep()).caught).toEqual({ ...NOTHING, workflows: 3 });
    const nudged = await test.mela.query<{ id: string; again: string | null }>(
      `SELECT payload->>'workflowId' AS id, payload->>'evenIfCompleted' AS again
         FROM outbox WHERE relayed_at IS NULL ORDER BY outbox.id`,
    );
    expect(nudged).toEqual([
      { id: `stall-booking/${bookingId}`, again: "true" },
      { id: `late-payment/${late.orderId}`, again: null },
      { id: `refund/${refund?.id}`, again: "true" },
    ]);
    await relayAll();
    // After 30 days its workflow has left the refund to the operator.
    await age("refunds", "created_at", 30 * 86_400, "order_id", refunded.orderId);
    expect((await sweep()).caught).toEqual({ ...NOTHING, workflows: 2 });
    await relayAll();
  });

  it("refunds money whose offer expired a minute ago, and restarts the workflow of an open offer", async () => {
    const over = await test.paidTooLate("B16");
    const open = await test.paidTooLate("B17");
    for (const { orderId } of [over, open]) {
      await test.settle(orderId, "webhook");
      await age("stall_offers", "offered_at", 61, "order_id", orderId);
    }
    await test.mela.query("UPDATE stall_offers SET expires_at = clock_timestamp() WHERE order_id = $1", [over.orderId]);
    await relayAll();
    // It has just expired: left to its workflow.
    expect((await sweep()).caught).toEqual(NOTHING);
    await age("stall_offers", "expires_at", 61, "order_id", over.orderId);
    await age("orders", "asked_at", 61, "order_id", over.orderId);
    missing = new Set([`late-payment/${open.orderId}`]);
    expect((await sweep()).caught).toEqual({ ...NOTHING, overduePayments: 1, workflows: 1 });
    expect(await test.refundsOf(over.orderId)).toHaveLength(1);
    expect(await test.refundsOf(open.orderId)).toEqual([]);
    // Nudged at the release, with the offer, and by the sweep.
    expect(await test.nudged(`late-payment/${open.orderId}`)).toHaveLength(3);
    await relayAll();
  });

  it("runs the other parts when one fails, and names the failed part", async () => {
    const spy = jest
      .spyOn(jobs.get(WorkflowRuns, { strict: false }), "missing")
      .mockRejectedValueOnce(new Error("broken"));
    await test.registered("B16");
    await test.mela.expire("B16");
    await age("bookings", "hold_expires_at", 61, "stall_id", "B16");
    await test.paying("B17");
    await age("bookings", "updated_at", 61, "stall_id", "B17");
    const result = await sweep();
    expect(result.caught.expiredHolds).toBe(1);
    expect(result.failed).toEqual(["workflows"]);
    spy.mockImplementation((ids) => Promise.resolve({ found: ids.filter((id) => missing.has(id)), unanswered: 0 }));
  });

  it("continues a part after a failed row or step", async () => {
    const [held, paying] = [
      [await test.registered("B19"), await test.registered("B20")],
      [await test.paying("B21"), await test.paying("B22")],
    ];
    const running = await test.paying("B23");
    for (const { stallId } of held) {
      await test.mela.expire(stallId);
      await age("bookings", "hold_expires_at", 61, "stall_id", stallId);
    }
    for (const buyer of paying) {
      await test.endWindow(buyer);
      await age("bookings", "pay_until", 61, "stall_id", buyer.stallId);
    }
    await age("bookings", "updated_at", 61, "stall_id", running.stallId);
    const workflow = `stall-booking/${await test.bookingOf(running.orderId)}`;
    missing = new Set([workflow]);
    const nudges = (await test.nudged(workflow)).length;
    // Simulates a locked row.
    const fails = (service: object, method: string) =>
      jest.spyOn(service as Record<string, () => Promise<unknown>>, method).mockRejectedValueOnce(new Error("locked"));
    fails(jobs.get(HoldsService, { strict: false }), "releaseExpiredHold");
    fails(jobs.get(ExpiredPaymentsService, { strict: false }), "closeExpiredPayment");
    fails(jobs.get(ListingSweepService, { strict: false }), "closeOverdue");
    fails(jobs.get(LateMoneySweepService, { strict: false }), "workflows");
    expect((await sweep()).failed).toEqual(["expiredHolds", "overduePayments", "workflows"]);
    expect(await test.mela.history("B20")).toEqual(["released: hold_expired"]);
    expect(await test.mela.history("B22")).toEqual(["released: payment_expired"]);
    expect(await test.nudged(workflow)).toHaveLength(nudges + 1);
    expect((await sweep()).failed).toEqual([]);
    expect(await test.mela.history("B19")).toEqual(["released: hold_expired"]);
    expect(await test.mela.history("B21")).toEqual(["released: payment_expired"]);
  });

  it("runs in one process at a time", async () => {
    await test.paying("B18");
    await age("bookings", "updated_at", 61, "stall_id", "B18");
    let resume = (): void => undefined;
    const stopped = new Promise<void>((resolve) => (resume = resolve));
    const missingSpy = jest
      .spyOn(jobs.get(WorkflowRuns, { strict: false }), "missing")
      .mockImplementationOnce(async () => {
        await stopped;
        return { found: [], unanswered: 0 };
      });
    const checks = missingSpy.mock.calls.length;
    const first = jobs.get(SweepService).runOnce();
    await until("a sweep to be under way", () => missingSpy.mock.calls.length > checks);
    const others = await Promise.all(Array.from({ length: 3 }, () => jobs.get(SweepService).runOnce()));
    expect(others).toEqual([undefined, undefined, undefined]);
    resume();
    expect(await first).toBeDefined();
    expect(await jobs.get(SweepService).runOnce()).toBeDefined();
  });
});

it("the jobs process sweeps and handles webhooks as soon as it has started", async () => {
  await test.mela.visitor().reserve("B1");
  await test.mela.query("UPDATE bookings SET hold_expires_at = clock_timestamp() - interval '2 minutes'");
  await test.mela.query(
    "INSERT INTO webhook_inbox (event_key, type, body, sent_at) VALUES ('k', 'UNKNOWN', '{}', clock_timestamp())",
  );
  const { config, db } = test.mela;
  const app = await NestFactory.createApplicationContext(JobsModule.with(config, db.source), { logger: false });
  try {
    await until("the overdue hold to be released and the webhook handled", async () => {
      const waiting = await test.mela.value("SELECT 1 FROM webhook_inbox WHERE handled_at IS NULL");
      return (await test.mela.history("B1"))[0] === "released: hold_expired" && waiting === undefined;
    });
  } finally {
    await app.close();
  }
});
