import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { until } from "@sakhi/testkit/until";
import { orderBody, startWorld } from "./harness.js";

const world = await startWorld({ retryScale: 0.0001 });
afterAll(() => world.stop());
beforeEach(async () => {
  await world.call("POST", "/control/reset");
  world.shop.received.length = 0;
  world.shop.statuses.length = 0;
});

const create = (id: string, change: object = {}) => world.call("POST", "/pg/orders", orderBody(id, change));
const pay = (id: string, body: object = {}) =>
  world.call("POST", `/control/orders/${id}/pay`, { method: "upi", outcome: "success", ...body });
const types = () => world.shop.received.map(({ type }) => type);

describe("webhooks", () => {
  it("are retried until a 200, with the same idempotency key and a new signature", async () => {
    world.shop.statuses.push(500, 302, 204);
    await create("W-1");
    await pay("W-1");
    await until("three retries", () => world.shop.received.length === 4);
    const headers = world.shop.received.map(({ headers: all }) => all);
    expect(headers.map((all) => all["x-webhook-attempt"])).toEqual(["1", "2", "3", "4"]);
    expect(new Set(headers.map((all) => all["x-idempotency-key"])).size).toBe(1);
    expect(headers[0]?.["x-webhook-version"]).toBe("2025-01-01");
    const seen = await world.call("GET", "/control/orders/W-1");
    await until("the stored responses", async () => {
      const { body } = await world.call("GET", "/control/orders/W-1");
      return JSON.stringify(body).includes('"status":200');
    });
    expect(seen.status).toBe(200);
  });

  it("report a declined and a dropped attempt", async () => {
    await create("W-2");
    await pay("W-2", { outcome: "failed" });
    await pay("W-2", { outcome: "dropped" });
    await until("two webhooks", () => types().length === 2);
    expect(types().sort()).toEqual(["PAYMENT_FAILED_WEBHOOK", "PAYMENT_USER_DROPPED_WEBHOOK"]);
    expect(world.shop.received[0]?.body).toContain('"error_details"');
    expect((await world.call("GET", "/pg/orders/W-2")).body).toMatchObject({ order_status: "ACTIVE" });
  });

  it("are duplicated, dropped and reordered as configured, globally or for one order", async () => {
    await create("W-3");
    await create("W-4");
    await world.call("PUT", "/control/webhooks", { orderId: "W-3", duplicates: 9 });
    await world.call("PUT", "/control/webhooks", { orderId: "W-4", drop: true });
    await pay("W-3");
    await until("ten deliveries", () => types().length === 10);
    expect(new Set(world.shop.received.map(({ headers }) => headers["x-idempotency-key"])).size).toBe(1);

    await pay("W-4", { outcome: "failed" });
    await world.call("PUT", "/control/webhooks", { orderId: "W-4", drop: false });
    await pay("W-4");
    await until("the webhook after the dropped one", () => types().length === 11);
    expect(types().at(-1)).toBe("PAYMENT_SUCCESS_WEBHOOK");

    world.shop.received.length = 0;
    await create("W-5");
    // Held back until it is overtaken.
    await world.call("PUT", "/control/webhooks", { reorder: true, delayMs: 600_000 });
    await pay("W-5", { outcome: "failed" });
    await world.call("PUT", "/control/webhooks", { delayMs: 0 });
    await pay("W-5");
    await until("both", () => types().length === 2);
    expect(types()).toEqual(["PAYMENT_SUCCESS_WEBHOOK", "PAYMENT_FAILED_WEBHOOK"]);
  });

  it("are reordered even if the shop responds slowly", async () => {
    await create("W-8");
    await world.call("PUT", "/control/webhooks", { reorder: true, delayMs: 600_000 });
    await pay("W-8", { outcome: "failed" });
    await world.call("PUT", "/control/webhooks", { delayMs: 0 });
    world.shop.delays.push(450);
    await pay("W-8");
    await until("both", () => types().length === 2);
    const [first, second] = world.shop.received;
    expect([first?.type, second?.type]).toEqual(["PAYMENT_SUCCESS_WEBHOOK", "PAYMENT_FAILED_WEBHOOK"]);
    expect(second?.answeredBefore).toBe((first?.answeredBefore ?? 0) + 1);
  });

  it("are sent again on request, and rejected if there is nothing to report", async () => {
    await create("W-6");
    await world.call("PUT", "/control/webhooks", { drop: true });
    await pay("W-6");
    const send = (type: string) => world.call("POST", "/control/orders/W-6/webhook", { type, times: 3 });
    expect((await send("PAYMENT_FAILED_WEBHOOK")).status).toBe(409);
    await send("PAYMENT_SUCCESS_WEBHOOK");
    await until("three deliveries", () => types().length === 3);
  });

  it("are sent to the order's own address, if it has one", async () => {
    await create("W-7", { order_meta: { notify_url: `${world.shop.url}/own` } });
    await pay("W-7");
    await until("the webhook", () => types().length === 1);
    const { body } = await world.call("GET", "/control/orders/W-7");
    expect(body).toMatchObject({ webhooks: [{ url: `${world.shop.url}/own` }] });
  });
});

describe("late and second payments", () => {
  it("pay a closed order only with force", async () => {
    await create("L-1");
    await world.call("PATCH", "/pg/orders/L-1", { order_status: "TERMINATED" });
    expect((await pay("L-1")).status).toBe(409);
    expect(await pay("L-1", { force: true, keepOrderStatus: true })).toMatchObject({
      status: 200,
      body: { order: { order_status: "TERMINATED" }, payments: [{ payment_status: "SUCCESS" }] },
    });
    await create("L-2");
    await world.call("POST", "/control/orders/L-2/expire");
    expect((await pay("L-2", { force: true })).body).toMatchObject({ order: { order_status: "PAID" } });
  });

  it("are accepted until the order expires", async () => {
    await create("L-5");
    const { body } = await world.call("POST", "/control/orders/L-5/expire", { inMs: 3_600_000 });
    const { order } = body as { order: { order_status: string; order_expiry_time: string } };
    expect(order.order_status).toBe("ACTIVE");
    expect(Date.parse(order.order_expiry_time) - Date.now()).toBeLessThanOrEqual(3_600_000);
    await world.call("POST", "/control/orders/L-5/expire", { inMs: 1 });
    await until("the order's expiry", async () => (await pay("L-5", { outcome: "failed" })).status === 409);
  });

  it("succeed once per order, and a second time only on demand", async () => {
    await create("L-3");
    const first = (await pay("L-3", { outcome: "pending" })).body as { paymentId: string };
    await pay("L-3", { amount: 1200.5 });
    const finish = await world.call("POST", `/control/orders/L-3/attempts/${first.paymentId}/finish`, {
      outcome: "success",
    });
    const statuses = (body: unknown) =>
      (body as { payments: { payment_status: string }[] }).payments.map(({ payment_status }) => payment_status);
    expect(statuses(finish.body)).toEqual(["CANCELLED", "SUCCESS"]);
    const second = await world.call("POST", "/control/orders/L-3/second-success");
    expect(statuses(second.body)).toEqual(["CANCELLED", "SUCCESS", "SUCCESS"]);
    const again = await world.call("POST", `/control/orders/L-3/attempts/${first.paymentId}/finish`, {
      outcome: "failed",
    });
    expect(again.status).toBe(409);
  });

  it("end automatically when due, and can be refunded by the provider", async () => {
    await create("L-4");
    await pay("L-4", { outcome: "pending", afterMs: 30 });
    await until("the bank's result", () => types().includes("PAYMENT_SUCCESS_WEBHOOK"));
    const { body } = await world.call("POST", "/control/orders/L-4/auto-refund");
    expect(body).toMatchObject({ refunds: [{ refund_type: "PAYMENT_AUTO_REFUND", refund_status: "SUCCESS" }] });
    await until("its webhook", () => types().includes("AUTO_REFUND_STATUS_WEBHOOK"));
    const { data } = JSON.parse(world.shop.received.at(-1)?.body ?? "") as { data: { auto_refund: object } };
    expect(data.auto_refund).toMatchObject({ event: "AUTO-REFUND", order_id: "L-4", refund_status: "SUCCESS" });
    expect(data.auto_refund).not.toHaveProperty("refund_id");
    expect((await world.call("POST", "/control/orders/L-4/auto-refund")).status).toBe(409);
  });
});

describe("faults", () => {
  const fault = (body: object) => world.call("PUT", "/control/faults", body);

  it("return an error without acting", async () => {
    await fault({ endpoint: "createOrder", kind: "refuse" });
    expect((await create("F-1")).status).toBe(400);
    await fault({ endpoint: "getOrder", kind: "error500", orderId: "F-1", times: 1 });
    expect((await create("F-1")).status).toBe(200);
    expect((await world.call("GET", "/pg/orders/F-1")).status).toBe(500);
    expect((await world.call("GET", "/pg/orders/F-1")).status).toBe(200);
    await fault({ endpoint: "terminate", kind: "status", status: 429 });
    const terminate = await world.call("PATCH", "/pg/orders/F-1", { order_status: "TERMINATED" });
    expect(terminate).toMatchObject({ status: 429, body: { type: "rate_limit_error" } });
  });

  it("act, then cut the connection or never respond", async () => {
    await fault({ endpoint: "createOrder", kind: "lostAnswer" });
    await expect(create("F-2")).rejects.toThrow();
    expect((await world.call("GET", "/pg/orders/F-2")).status).toBe(200);

    await fault({ endpoint: "createOrder", kind: "timeout" });
    const controller = new AbortController();
    const pending = fetch(`${world.simulator.url}/pg/orders`, {
      method: "POST",
      signal: controller.signal,
      headers: {
        "content-type": "application/json",
        "x-client-id": "test-id",
        "x-client-secret": "test-secret",
        "x-api-version": "2025-01-01",
      },
      body: JSON.stringify(orderBody("F-3")),
    });
    const outcome = pending.then(
      () => "answered",
      () => "given up",
    );
    await until("the action to be done", async () => (await world.call("GET", "/pg/orders/F-3")).status === 200);
    controller.abort();
    expect(await outcome).toBe("given up");
  });

  it("are listed, checked and cleared", async () => {
    expect((await fault({ endpoint: "nowhere", kind: "refuse" })).status).toBe(400);
    expect((await fault({ endpoint: "all", kind: "status" })).status).toBe(400);
    expect((await fault({ endpoint: "all", kind: "refuse", extra: 1 })).body).toEqual({
      error: expect.stringContaining("must NOT have additional properties"),
    });
    expect((await fault({ endpoint: "all", kind: "refuse", times: null })).body).toHaveLength(1);
    expect((await world.call("DELETE", "/control/faults")).body).toEqual([]);
  });
});

describe("the control API", () => {
  it("returns 404 for unknown orders and attempts", async () => {
    await create("C-2");
    expect((await pay("nobody")).status).toBe(404);
    const finish = await world.call("POST", "/control/orders/C-2/attempts/1/finish", { outcome: "failed" });
    expect(finish.status).toBe(404);
  });

  it("deletes everything on reset", async () => {
    await create("C-3");
    await world.call("POST", "/control/reset");
    expect((await world.call("GET", "/control/orders")).body).toEqual([]);
    expect((await create("C-3")).status).toBe(200);
  });
});
