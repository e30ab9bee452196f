import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { until } from "@sakhi/testkit/until";
import { granted } from "./http-visitor.js";
import { TestProduct } from "./product.js";
import { bookingOf, closedAs, endIn, expectSoldOnce, historyOf, workflowKnowsAll } from "./sale.js";

const SUCCESS = "PAYMENT_SUCCESS_WEBHOOK";

let product: TestProduct;

beforeAll(async () => {
  product = await TestProduct.start();
});
afterAll(async () => {
  const errors = product.errors();
  await product.stop();
  expect(errors).toEqual([]);
});

/** How many webhooks of a successful payment have arrived, and as how many rows: those under way are not counted. */
async function arrived(orderId: string): Promise<{ rows: number; deliveries: number }> {
  const [inbox] = await product.query<{ rows: string; deliveries: string }>(
    `SELECT count(*) AS rows, coalesce(sum(deliveries), 0) AS deliveries
       FROM webhook_inbox WHERE order_id = $1 AND type = $2`,
    [orderId, SUCCESS],
  );
  return { rows: Number(inbox?.rows), deliveries: Number(inbox?.deliveries) };
}

async function untilArrived(orderId: string, deliveries: number): Promise<void> {
  await until(
    `${deliveries} webhooks to arrive`,
    async () => (await arrived(orderId)).deliveries >= deliveries,
  );
}

describe("the webhook of a payment", () => {
  it("sells the stall once when it comes at once", async () => {
    const order = await product.visitor().reserveAndInitiate("A1");
    await product.payments.pay(order.orderId);
    await expectSoldOnce(product, order);
    const { id } = await bookingOf(product, order.orderId);
    expect(await closedAs(product, id)).toEqual({ outcome: "sold", stallId: "A1", orderId: order.orderId });
    expect(await historyOf(product, id)).toEqual([
      "reserved by visitor",
      "registered by visitor",
      "payment_started by visitor",
      "payment_opened by provider",
      "sold by provider",
      "invoice_issued by system",
    ]);
  });

  it("sells the stall once when it is delayed", async () => {
    const order = await product.visitor(1).reserveAndInitiate("A2");
    // Of an order that it does not know as opened, the workflow would ask by itself after half a minute.
    await workflowKnowsAll(product, (await bookingOf(product, order.orderId)).id);
    // For as long as it takes us to look.
    await product.payments.webhooks(order.orderId, { drop: true });
    await product.payments.pay(order.orderId);
    await product.whenQuiet();
    expect((await bookingOf(product, order.orderId)).state).toBe("paying");
    await product.payments.sendWebhook(order.orderId, SUCCESS, 1);
    await untilArrived(order.orderId, 1);
    await expectSoldOnce(product, order);
  });

  it("sells the stall once when it is sent ten times at once, and ten times more later", async () => {
    const order = await product.visitor().reserveAndInitiate("A3");
    await product.payments.webhooks(order.orderId, { duplicates: 9 });
    await product.payments.pay(order.orderId);
    await untilArrived(order.orderId, 10);
    await expectSoldOnce(product, order);
    await product.payments.sendWebhook(order.orderId, SUCCESS, 10);
    await untilArrived(order.orderId, 20);
    await expectSoldOnce(product, order);
    expect((await arrived(order.orderId)).rows).toBe(1);
  });

  it("sells the stall once when those of a failed and a successful attempt come in the wrong order", async () => {
    const order = await product.visitor(1).reserveAndInitiate("A4");
    await product.payments.webhooks(order.orderId, { drop: true });
    await product.payments.pay(order.orderId, { outcome: "failed" });
    await product.payments.pay(order.orderId);
    for (const [index, type] of [SUCCESS, "PAYMENT_FAILED_WEBHOOK"].entries()) {
      await product.payments.sendWebhook(order.orderId, type, 1);
      await until("it to be stored", async () => {
        const rows = await product.query("SELECT 1 FROM webhook_inbox WHERE order_id = $1", [order.orderId]);
        return rows.length === index + 1;
      });
    }
    const inbox = await product.query<{ type: string }>(
      "SELECT type FROM webhook_inbox WHERE order_id = $1 ORDER BY id",
      [order.orderId],
    );
    expect(inbox.map(({ type }) => type)).toEqual([SUCCESS, "PAYMENT_FAILED_WEBHOOK"]);
    await expectSoldOnce(product, order);
  });

  it("is not needed: the page to which the visitor returns has the provider asked", async () => {
    const visitor = product.visitor();
    const order = await visitor.reserveAndInitiate("A5");
    await product.payments.webhooks(order.orderId, { drop: true });
    await product.payments.pay(order.orderId);
    await until(
      "payment-status to say so",
      async () => granted(await visitor.status(order.orderId)).body["paymentStatus"] === "payment_successful",
    );
    await expectSoldOnce(product, order);
    expect(await arrived(order.orderId)).toEqual({ rows: 0, deliveries: 0 });
  });

  it("is not needed even when nobody returns: the workflow asks at the end of the window", async () => {
    const order = await product.visitor(1).reserveAndInitiate("A6");
    await product.payments.webhooks(order.orderId, { drop: true });
    await product.payments.pay(order.orderId);
    await endIn(product, order.orderId, { payment: 1 });
    await expectSoldOnce(product, order);
    expect(await arrived(order.orderId)).toEqual({ rows: 0, deliveries: 0 });
    const { id } = await bookingOf(product, order.orderId);
    expect(await closedAs(product, id)).toMatchObject({ outcome: "sold" });
  });
});
