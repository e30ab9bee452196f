import { afterAll, afterEach, describe, expect, it, jest } from "@jest/globals";
import { Logger, type Type } from "@nestjs/common";
import { freePort } from "@sakhi/testkit/ports";
import { until } from "@sakhi/testkit/until";
import { QueryFailedError } from "typeorm";
import { PaymentProvider } from "../../src/payments/provider/payment-provider.js";
import { RefundsService } from "../../src/payments/refunds.service.js";
import { SettlementService } from "../../src/payments/settlement.service.js";
import { WebhooksService } from "../../src/payments/webhooks.service.js";
import { Counters, OBJECTIVE_EVENTS } from "../../src/platform/metrics/counters.js";
import { countsSince } from "../support/counts.js";
import { PayingTest } from "./paying.js";

const port = await freePort();
// The simulator sends its webhooks here.
const test = await PayingTest.start({ PUBLIC_URL: `http://127.0.0.1:${port}` });
await test.mela.app.listen(port, "127.0.0.1");
afterEach(async () => {
  await test.simulator.noFaults();
  await test.simulator.control("PUT", "/webhooks", { delayMs: 0, duplicates: 0, reorder: false, drop: false });
  // Unhandled webhooks would be handled by the next test.
  await test.mela.query("UPDATE webhook_inbox SET handled_at = clock_timestamp() WHERE handled_at IS NULL");
});
afterAll(() => test.close());

interface InboxRow {
  readonly type: string;
  readonly deliveries: number;
  readonly attempts: number;
  readonly handled: boolean;
  readonly body: Record<string, unknown>;
}

const handleWaiting = () => test.get(WebhooksService).handleWaiting();
const inbox = (orderId: string): Promise<InboxRow[]> =>
  test.mela.query<InboxRow>(
    `SELECT type, deliveries, attempts, handled_at IS NOT NULL AS handled, body
       FROM webhook_inbox WHERE order_id = $1 ORDER BY id`,
    [orderId],
  );
/** Waits until the inbox has `count` webhooks of the order; repeated deliveries count once. */
const delivered = (orderId: string, count: number) =>
  until(`${count} webhooks for ${orderId}`, async () => (await inbox(orderId)).length >= count);
/** Pays an order and waits for its webhook. */
const payAndReceive = async (orderId: string, attempt: { force?: boolean } = {}): Promise<void> => {
  const before = (await inbox(orderId)).length;
  await test.simulator.pay(orderId, attempt);
  await delivered(orderId, before + 1);
};
/** Pays a new order and waits for its webhook. @returns the order's id */
const paid = async (stallId: string): Promise<string> => {
  const { orderId } = await test.paying(stallId);
  await payAndReceive(orderId);
  return orderId;
};
/** Pays a new order and handles its webhook. */
async function sold(stallId: string): Promise<{ orderId: string }> {
  const orderId = await paid(stallId);
  await handleWaiting();
  return { orderId };
}
/** Ends the backoff of an order's webhooks. */
const endBackoff = (orderId: string) =>
  test.mela.query("UPDATE webhook_inbox SET not_before = clock_timestamp() WHERE order_id = $1", [orderId]);

const send = test.sendWebhook.bind(test);

const event = (orderId: string, change: Record<string, unknown> = {}): string =>
  JSON.stringify({
    data: {
      order: { order_id: orderId, order_amount: 27000, order_currency: "INR" },
      payment: { cf_payment_id: `payment-of-${orderId}`, payment_status: "SUCCESS", payment_amount: 27000 },
      customer_details: { customer_name: "Asha Rao", customer_email: "asha@example.com" },
    },
    event_time: "2026-11-21T10:00:00+05:30",
    type: "PAYMENT_SUCCESS_WEBHOOK",
    ...change,
  });

describe("POST /api/v1/cashfree/webhook", () => {
  it("stores the webhook without personal data, and sells after reading the provider", async () => {
    const orderId = await paid("B1");
    expect(await test.mela.history("B1")).toEqual(["paying"]);
    const [stored] = await inbox(orderId);
    expect(stored).toMatchObject({ type: "PAYMENT_SUCCESS_WEBHOOK", deliveries: 1, handled: false });
    const fields = ["orderAmount", "orderId", "paymentAmount", "paymentId", "status"];
    expect(Object.keys(stored?.body ?? {}).toSorted()).toEqual(fields);
    expect(await handleWaiting()).toBe(1);
    expect(await test.mela.history("B1")).toEqual(["sold"]);
    expect(await inbox(orderId)).toMatchObject([{ handled: true, attempts: 1 }]);
    expect(await handleWaiting()).toBe(0);
  });

  it("deduplicates ten deliveries of one event", async () => {
    const { orderId } = await test.paying("B2");
    await test.simulator.control("PUT", "/webhooks", { duplicates: 9, orderId });
    await test.simulator.pay(orderId);
    await until("ten deliveries", async () => ((await inbox(orderId))[0]?.deliveries ?? 0) >= 10);
    await Promise.all([handleWaiting(), handleWaiting(), handleWaiting()]);
    expect(await inbox(orderId)).toHaveLength(1);
    expect(await test.mela.history("B2")).toEqual(["sold"]);
    expect(await test.invoicesOf(orderId)).toHaveLength(1);
  });

  it("tolerates delay and reordering: a failure after the success changes nothing", async () => {
    const { orderId } = await test.paying("B3");
    // Delays the failure so that the success overtakes it.
    await test.simulator.control("PUT", "/webhooks", { reorder: true, delayMs: 600_000, orderId });
    await test.simulator.pay(orderId, { outcome: "failed" });
    await test.simulator.control("PUT", "/webhooks", { delayMs: 0, orderId });
    await test.simulator.pay(orderId);
    await delivered(orderId, 2);
    expect((await inbox(orderId)).map(({ type }) => type)).toEqual([
      "PAYMENT_SUCCESS_WEBHOOK",
      "PAYMENT_FAILED_WEBHOOK",
    ]);
    await handleWaiting();
    expect(await test.mela.history("B3")).toEqual(["sold"]);
    expect(await test.paymentsOf(orderId)).toEqual(["failed", "success"]);
    expect(await inbox(orderId)).toMatchObject([{ handled: true }, { handled: true }]);
  });

  it("never trusts a webhook's content: a signed but false payment changes nothing", async () => {
    const { orderId } = await test.paying("B5");
    expect((await send(event(orderId))).statusCode).toBe(200);
    for (let attempts = 1; attempts <= 5; attempts += 1) {
      await handleWaiting();
      expect(await test.mela.history("B5")).toEqual(["paying"]);
      expect(await inbox(orderId)).toMatchObject([{ attempts, handled: attempts === 5 }]);
      await endBackoff(orderId);
    }
  });

  it.each<[string, string, (stallId: string) => Promise<{ orderId: string }>, object[]]>([
    ["B14", "on an open order", (stallId) => test.paying(stallId), []],
    ["B15", "late", (stallId) => test.released(stallId), []],
    ["B25", "second on a sold order", sold, [{ reason: "second_payment" }]],
  ])("retries until the provider lists the reported payment (%s, %s)", async (stallId, _, start, refunds) => {
    const { orderId } = await start(stallId);
    const known = "SELECT provider_payment_id FROM payments WHERE order_id = $1";
    const listed = await test.mela.column(known, [orderId]);
    if (listed.length === 0) await test.simulator.pay(orderId, { force: true });
    else await test.simulator.secondSuccess(orderId);
    await delivered(orderId, listed.length + 1);
    const provider = test.get(PaymentProvider as Type<PaymentProvider>);
    const { readOrderWithPayments } = provider;
    const lagging = jest.spyOn(provider, "readOrderWithPayments").mockImplementation(async (...parameters) => {
      const read = await readOrderWithPayments.apply(provider, parameters);
      if (read.kind !== "found") return read;
      const payments = read.payments.filter(({ paymentId }) => listed.includes(paymentId));
      return { ...read, order: { ...read.order, status: "ACTIVE" }, payments };
    });
    await handleWaiting();
    lagging.mockRestore();
    expect((await inbox(orderId)).at(-1)).toMatchObject({ handled: false });
    await endBackoff(orderId);
    await handleWaiting();
    expect(await test.mela.history(stallId)).toEqual(["sold"]);
    expect((await inbox(orderId)).at(-1)).toMatchObject({ handled: true });
    expect(await test.refundsOf(orderId)).toMatchObject(refunds);
  });

  it("retries until the provider lists the reported refund as succeeded", async () => {
    const { orderId } = await sold("B26");
    await test.simulator.secondSuccess(orderId);
    await test.settle(orderId);
    const [refund] = await test.refundsOf(orderId);
    const refunds = test.get(RefundsService);
    await test.simulator.configure({ refundOutcome: "ONHOLD" });
    await refunds.requestRefund(refund!.id);
    await test.simulator.configure({ refundOutcome: "SUCCESS" });
    const reported = (status: string) =>
      until(`${orderId}'s refund to be reported as ${status}`, async () =>
        (await inbox(orderId)).some(({ type, body }) => type.startsWith("REFUND") && body["status"] === status),
      );
    const finish = async (status: string) => {
      await test.simulator.control("POST", `/orders/${orderId}/refunds/${refund!.id}/finish`, { status });
      await reported(status);
    };
    await finish("FAILED");
    await refunds.checkRefund(refund!.id);
    const provider = test.get(PaymentProvider as Type<PaymentProvider>);
    const listed = await provider.readRefunds(orderId);
    await handleWaiting();
    await finish("SUCCESS");
    const lagging = jest.spyOn(provider, "readRefunds").mockResolvedValue(listed);
    await handleWaiting();
    lagging.mockRestore();
    expect((await inbox(orderId)).at(-1)).toMatchObject({ handled: false });
    await endBackoff(orderId);
    await handleWaiting();
    expect(await test.refundsOf(orderId)).toMatchObject([{ state: "succeeded" }]);
  });

  it.each<[string, Parameters<typeof send>[1]]>([
    ["a forged signature", { secret: "another" }],
    ["a missing signature", { headers: { "x-webhook-signature": undefined } }],
    ["a signature of another length", { headers: { "x-webhook-signature": "AAAA" } }],
    ["a body changed in transit, even slightly", { signed: event("X").replace("27000", "27000.00") }],
    ["a missing time", { headers: { "x-webhook-timestamp": undefined } }],
    ["an invalid time", { timestamp: "undefined" }],
    ["a time of two days ago", { timestamp: String(Date.now() - 2 * 86_400_000) }],
  ])("rejects %s", async (_case, change) => {
    const before = await test.mela.query("SELECT 1 FROM webhook_inbox");
    const response = await send(event("X"), change);
    expect(response.statusCode).toBe(401);
    expect(JSON.parse(response.body)).toMatchObject({ code: "signature_refused" });
    expect(await test.mela.query("SELECT 1 FROM webhook_inbox")).toHaveLength(before.length);
  });

  it("accepts a late retry, an unknown type, a malformed body and an event of another merchant's order", async () => {
    const old = await send(event("SOMEBODY-ELSES-1"), { timestamp: String(Date.now() - 40 * 60_000) });
    const unknown = await send(JSON.stringify({ type: "SETTLEMENT_WEBHOOK", data: { settlement: {} } }));
    const odd = await send(JSON.stringify(["what is this"]));
    expect([old.statusCode, unknown.statusCode, odd.statusCode]).toEqual([200, 200, 200]);
    await handleWaiting();
    expect(await test.mela.query("SELECT 1 FROM webhook_inbox WHERE handled_at IS NULL")).toEqual([]);
  });

  it("counts how soon a reported payment became a sale, and no other event", async () => {
    const counted = async () => {
      const lines = (await countsSince(test.get(Counters))).filter(({ series }) => series === OBJECTIVE_EVENTS.name);
      return lines.filter(({ labels }) => labels["objective"] === "sale").map(({ labels }) => labels["result"]);
    };
    await counted();
    await sold("B44");
    expect(await counted()).toEqual(["good"]);
    await paid("B45");
    await test.mela.query(
      "UPDATE webhook_inbox SET received_at = received_at - interval '11 s' WHERE handled_at IS NULL",
    );
    await handleWaiting();
    expect(await counted()).toEqual(["bad"]);
    await send(JSON.stringify({ type: "SETTLEMENT_WEBHOOK", data: { settlement: {} } }));
    await handleWaiting();
    expect(await counted()).toEqual([]);
  });

  it("deduplicates by the signed body, whatever idempotency header is sent", async () => {
    const { orderId } = await test.paying("B6");
    const keys = [
      { "x-idempotency-key": "key-1" },
      { "x-idempotency-key": "key-2" },
      { "x-idempotency-header": "key-3" },
    ];
    for (const headers of [...keys, {}]) await send(event(orderId), { headers });
    // The header is not signed: on a replay, it must not make another event a duplicate.
    for (const [at, headers] of [...keys, {}].entries())
      await send(event(orderId, { event_time: `2026-11-21T11:00:0${at}+05:30` }), { headers });
    expect((await inbox(orderId)).map(({ deliveries }) => deliveries)).toEqual([4, 1, 1, 1, 1]);
    await handleWaiting();
  });

  it("retries with growing backoff while the provider fails", async () => {
    const orderId = await paid("B7");
    await test.simulator.fault("getOrder", "error500", { times: null, orderId });
    for (let tries = 0; tries < 3; tries += 1) {
      const now = await test.mela.value<Date>("SELECT clock_timestamp()");
      expect(await handleWaiting()).toBeGreaterThan(0);
      const [row] = await test.mela.query<{ error: string; attempts: number; pause: number }>(
        `SELECT last_error AS error, attempts, extract(epoch FROM not_before - $2)::float8 AS pause
           FROM webhook_inbox WHERE order_id = $1 AND handled_at IS NULL`,
        [orderId, now],
      );
      expect(row).toMatchObject({ error: "provider_unreachable" });
      // 2 s, 4 s, 8 s after each attempt, plus its duration.
      expect(row?.attempts).toBeGreaterThan(tries);
      expect(row?.pause).toBeGreaterThanOrEqual(2 ** (row?.attempts ?? 0));
      await endBackoff(orderId);
    }
    await test.simulator.noFaults();
    expect(await handleWaiting()).toBe(1);
    expect(await test.mela.history("B7")).toEqual(["sold"]);
  });

  it.each([
    { problem: "an overloaded database", code: "55P03", level: "warn", stall: "B11" },
    { problem: "a bug", code: "42703", level: "error", stall: "B13" },
  ] as const)("postpones after $problem, logged as $level with PostgreSQL's code", async (each) => {
    const orderId = await paid(each.stall);
    const failed = new QueryFailedError("", [], Object.assign(new Error("a value"), { code: each.code }));
    jest.spyOn(test.get(SettlementService), "reconcile").mockRejectedValueOnce(failed);
    const logged = jest.spyOn(Logger.prototype, each.level).mockReturnValue();
    await handleWaiting();
    const problem = `QueryFailedError ${each.code}`;
    expect(logged).toHaveBeenCalledWith(expect.stringMatching(new RegExp(`is postponed: ${problem}$`)));
    jest.restoreAllMocks();
    const lastError = "SELECT last_error FROM webhook_inbox WHERE order_id = $1";
    expect(await test.mela.column(lastError, [orderId])).toEqual([problem]);
    await endBackoff(orderId);
    await handleWaiting();
    expect(await test.mela.history(each.stall)).toEqual(["sold"]);
  });

  it("lets another process take over a webhook whose lease has expired", async () => {
    const orderId = await paid("B8");
    const claimed = "attempts = 1, not_before = clock_timestamp() + interval '60 seconds'";
    await test.mela.query(`UPDATE webhook_inbox SET ${claimed} WHERE order_id = $1`, [orderId]);
    expect(await handleWaiting()).toBe(0);
    await endBackoff(orderId);
    expect(await handleWaiting()).toBe(1);
    expect(await inbox(orderId)).toMatchObject([{ handled: true, attempts: 2 }]);
  });
});

describe("webhooks about refunds and late money", () => {
  it("settle one of our refunds and signal its workflow", async () => {
    const { orderId } = await test.paidTooLate("B20");
    await test.refundLateMoney(orderId);
    const refundId = (await test.refundsOf(orderId))[0]?.id ?? "";
    const workflowId = `refund/${refundId}`;
    expect((await test.get(RefundsService).requestRefund(refundId)).state).toBe("pending");
    expect(await test.nudged(workflowId)).toHaveLength(1);
    await until("the refund's webhook", async () => {
      await handleWaiting();
      return (await test.refundsOf(orderId))[0]?.state === "succeeded";
    });
    const reported = (await inbox(orderId)).filter(({ type }) => type === "REFUND_STATUS_WEBHOOK");
    expect(reported).toMatchObject([{ handled: true }]);
    // Its workflow would otherwise recheck in up to six hours.
    expect(await test.nudged(workflowId)).toEqual([workflowId, workflowId]);
  });

  it("signal the late-payment workflow once when late money is found", async () => {
    const { orderId } = await test.released("B22");
    const workflowId = `late-payment/${orderId}`;
    expect(await test.nudged(workflowId)).toHaveLength(1);
    await payAndReceive(orderId, { force: true });
    await handleWaiting();
    expect(await test.mela.history("B22")).toEqual(["sold"]);
    expect(await test.nudged(workflowId)).toEqual([workflowId, workflowId]);
    // Settled money does not signal it again.
    await send(event(orderId));
    await handleWaiting();
    expect(await test.nudged(workflowId)).toHaveLength(2);
  });

  it("signal the late-payment workflow when late money is refunded", async () => {
    const first = await test.released("B23");
    const second = await test.paying("B23", {}, first.visitor);
    await payAndReceive(second.orderId);
    await handleWaiting();
    const workflowId = `late-payment/${first.orderId}`;
    await payAndReceive(first.orderId, { force: true });
    await handleWaiting();
    expect(await test.refundsOf(first.orderId)).toMatchObject([{ reason: "second_payment" }]);
    expect(await test.nudged(workflowId)).toEqual([workflowId, workflowId]);
  });

  it.each([
    ["B21", "with the order's id", false, false],
    ["B24", "with the payment's id only and a time in seconds", true, false],
    ["B27", "with the payment's id only, before the payment is recorded", true, true],
  ])(
    "record a refund made by the provider and raise an issue while the stall stays sold (%s, %s)",
    async (stallId, _, byPayment, isEarly) => {
      const { orderId } = await (isEarly ? test.paying(stallId) : sold(stallId));
      if (byPayment) await test.simulator.control("PUT", "/webhooks", { drop: true, orderId });
      if (isEarly) await test.simulator.pay(orderId);
      await test.simulator.control("POST", `/orders/${orderId}/auto-refund`);
      if (byPayment) {
        const [payment] = (await test.simulator.order(orderId)).payments;
        const refund = {
          cf_refund_id: `4711${stallId}`,
          cf_payment_id: payment!.cf_payment_id,
          refund_status: "SUCCESS",
        };
        const timestamp = String(Math.floor(Date.now() / 1000));
        const body = JSON.stringify({ data: { auto_refund: refund }, type: "AUTO_REFUND_STATUS_WEBHOOK" });
        expect((await send(body, { timestamp })).statusCode).toBe(200);
        const sent = "SELECT sent_at = to_timestamp($2) FROM webhook_inbox WHERE refund_id = $1";
        expect(await test.mela.column(sent, [refund.cf_refund_id, timestamp])).toEqual([true]);
      } else await delivered(orderId, 2);
      await handleWaiting();
      if (isEarly) {
        expect(await test.settle(orderId)).toBe("sold");
        await test.mela.query("UPDATE webhook_inbox SET not_before = clock_timestamp() WHERE handled_at IS NULL");
        await handleWaiting();
      }
      expect(await test.issues(orderId)).toEqual(["refunded_elsewhere"]);
      expect(await test.mela.history(stallId)).toEqual(["sold"]);
      expect(await test.refundsOf(orderId)).toMatchObject([
        { state: "succeeded", paise: 2_700_000, reason: "provider" },
      ]);
    },
  );
});
