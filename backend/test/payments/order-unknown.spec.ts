import { afterAll, afterEach, describe, expect, it } from "@jest/globals";
import type { INestApplicationContext } from "@nestjs/common";
import { freePort } from "@sakhi/testkit/ports";
import { until } from "@sakhi/testkit/until";
import { SweepService } from "../../src/ops/sweep.service.js";
import { WebhooksService } from "../../src/payments/webhooks.service.js";
import { sweepApp } from "../ops/sweep-app.js";
import { type LostOrder, lostOrder } from "./lost-orders.js";
import { PayingTest } from "./paying.js";

// Orders at the provider that our database does not have: of another installation, or ours and lost with it.

const OTHER = "8f6f5f0e-7a3e-4c7b-9a51-1b8f6f1d2c3e";
const port = await freePort();
// The simulator sends its webhooks here.
const test = await PayingTest.start({ PUBLIC_URL: `http://127.0.0.1:${port}`, TEMPORAL_ADDRESS: "127.0.0.1:1" });
await test.mela.app.listen(port, "127.0.0.1");
const jobs: INestApplicationContext = await sweepApp(test.mela, () => false);
afterEach(() => test.simulator.noFaults());
afterAll(async () => {
  await jobs.close();
  await test.close();
});

const handleWaiting = () => test.get(WebhooksService).handleWaiting();
/** Waits for the order's next webhook. */
async function webhookOf(orderId: string, send: () => Promise<unknown>): Promise<void> {
  const stored = () => test.mela.value("SELECT count(*)::int FROM webhook_inbox WHERE order_id = $1", [orderId]);
  const before = Number(await stored());
  await send();
  await until(`a webhook of ${orderId}`, async () => Number(await stored()) > before);
}
const unhandled = (orderId: string) =>
  test.mela.value("SELECT count(*)::int FROM webhook_inbox WHERE order_id = $1 AND handled_at IS NULL", [orderId]);
const paid = async (order: LostOrder): Promise<LostOrder> => {
  await webhookOf(order.orderId, () => test.simulator.pay(order.orderId));
  return order;
};
const factsOf = (orderId: string) =>
  test.mela.value("SELECT facts FROM issues WHERE kind = 'order_unknown' AND subject = $1", [orderId]);
const statusOf = async (orderId: string) => {
  const { status, body } = await test.status(orderId);
  return [status, body["code"]];
};

describe("a webhook of an order that is not in our records", () => {
  it("raises an issue if the order has our mark and money, once", async () => {
    const { orderId, bookingId } = await paid(await lostOrder(test, "B1"));
    expect(await statusOf(orderId)).toEqual([404, "order_not_found"]);
    await handleWaiting();
    expect(await unhandled(orderId)).toBe(0);
    expect(await test.issues(orderId)).toEqual(["order_unknown"]);
    expect(await factsOf(orderId)).toEqual({
      ...{ orderId, amountPaise: 2_700_000, theirStatus: "PAID" },
      ...{ booking: bookingId, stall: "B1" },
    });
    expect(await test.mela.history("B1")).toEqual([]);
    // The payer reads what happens to her money.
    expect(await statusOf(orderId)).toEqual([404, "order_in_review"]);
    await test.mela.query(
      "UPDATE webhook_inbox SET handled_at = NULL, not_before = clock_timestamp() WHERE order_id = $1",
      [orderId],
    );
    expect(await handleWaiting()).toBe(1);
    expect(await test.issues(orderId)).toEqual(["order_unknown"]);
  });

  it.each<[string, () => Promise<LostOrder>]>([
    ["of another installation", async () => paid(await lostOrder(test, "B2", { installation: OTHER }))],
    ["without a mark", async () => paid(await lostOrder(test, "B3", { installation: "" }))],
    [
      "whose payment failed",
      async () => {
        const order = await lostOrder(test, "B4");
        await webhookOf(order.orderId, () => test.simulator.pay(order.orderId, { outcome: "failed" }));
        return order;
      },
    ],
    [
      "that was refunded in full at the provider",
      async () => {
        const order = await paid(await lostOrder(test, "B5"));
        await test.simulator.control("POST", `/orders/${order.orderId}/auto-refund`);
        return order;
      },
    ],
  ])("changes nothing for one %s", async (_case, prepare) => {
    const { orderId } = await prepare();
    await handleWaiting();
    expect([await unhandled(orderId), await test.issues(orderId)]).toEqual([0, []]);
    expect(await statusOf(orderId)).toEqual([404, "order_not_found"]);
  });

  it("raises an issue for an order that our records have as never requested: it was opened after the backup", async () => {
    const buyer = await test.registered("B6");
    const { orderId } = buyer;
    await test.initiate(buyer);
    await webhookOf(orderId, () => test.simulator.pay(orderId));
    // As in the backup.
    await test.mela.query("DELETE FROM payment_attempts WHERE order_id = $1", [orderId]);
    await test.mela.query("UPDATE orders SET state = 'unsent', payment_session_id = NULL WHERE order_id = $1", [
      orderId,
    ]);
    await test.mela.query("UPDATE bookings SET state = 'registered', pay_until = NULL WHERE order_id = $1", [orderId]);
    await handleWaiting();
    expect(await test.issues(orderId)).toEqual(["order_unknown"]);
  });

  it("is tried again while the provider does not answer, and by the sweep", async () => {
    const { orderId } = await paid(await lostOrder(test, "B7"));
    await test.simulator.fault("getOrder", "error500", { times: null });
    await handleWaiting();
    expect([await unhandled(orderId), await test.issues(orderId)]).toEqual([1, []]);
    await test.simulator.noFaults();
    await test.mela.query(
      `UPDATE webhook_inbox SET received_at = received_at - interval '2 minutes', not_before = clock_timestamp()
        WHERE order_id = $1`,
      [orderId],
    );
    const swept = await jobs.get(SweepService).runOnce();
    expect(swept?.caught).toMatchObject({ webhooks: 1 });
    expect([await unhandled(orderId), await test.issues(orderId)]).toEqual([0, ["order_unknown"]]);
  });

  it("says on the return page that the order is looked for while the database is in recovery", async () => {
    const { orderId } = await lostOrder(test, "B8");
    expect(await statusOf(orderId)).toEqual([404, "order_not_found"]);
    await test.mela.query("INSERT INTO recoveries (found) VALUES ('{}')");
    expect(await statusOf(orderId)).toEqual([404, "order_looked_for"]);
    await test.mela.query("UPDATE recoveries SET ended_at = clock_timestamp(), ended_by = 'asha'");
    await test.mela.query("UPDATE outside_records SET unverified_since = clock_timestamp()");
    expect(await statusOf(orderId)).toEqual([404, "order_looked_for"]);
    expect((await test.mela.visitor().reserve("B8")).body["code"]).toBe("sales_paused");
    await test.mela.query("UPDATE outside_records SET unverified_since = NULL");
    expect(await statusOf(orderId)).toEqual([404, "order_not_found"]);
  });
});
