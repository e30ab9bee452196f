import { createHmac } from "node:crypto";
import { afterAll, describe, expect, it } from "@jest/globals";
import { until } from "@sakhi/testkit/until";
import { CLIENT, orderBody, startWorld } from "./harness.js";

const world = await startWorld();
afterAll(() => world.stop());

const statusOf = async (id: string) => {
  const { body } = await world.call("GET", `/pg/orders/${id}`);
  return (body as { order_status: string }).order_status;
};

describe("the API", () => {
  it("rejects wrong credentials and a missing version", async () => {
    expect(await world.call("GET", "/pg/orders/x", undefined, { "x-client-secret": "wrong" })).toMatchObject({
      status: 401,
      body: { message: "authentication Failed", code: "request_failed", type: "authentication_error" },
    });
    const noVersion = await world.call("GET", "/pg/orders/x", undefined, { "x-api-version": "" });
    expect(noVersion).toMatchObject({ status: 400, body: { message: "version is missing in header" } });
    const badVersion = await world.call("GET", "/pg/orders/x", undefined, { "x-api-version": "v5" });
    expect(badVersion).toMatchObject({ status: 400, body: { code: "version_invalid" } });
  });

  it("returns the provider's error format for a malformed body", async () => {
    const response = await fetch(`${world.simulator.url}/pg/orders`, {
      method: "POST",
      body: "{",
      headers: {
        "content-type": "application/json",
        "x-client-id": CLIENT.clientId,
        "x-client-secret": CLIENT.clientSecret,
        "x-api-version": "2025-01-01",
      },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ type: "invalid_request_error" });
  });
});

describe("orders", () => {
  it("are created, read, and rejected if they exist", async () => {
    const created = await world.call("POST", "/pg/orders", orderBody("A-1"));
    expect(created).toMatchObject({
      status: 200,
      body: { entity: "order", order_status: "ACTIVE", order_amount: 1180, cf_order_id: expect.any(String) },
    });
    const body = created.body as Record<string, string>;
    expect(body.payment_session_id).toMatch(/^session_.{40,}/);
    expect(body.created_at).toMatch(/\+05:30$/);
    expect((await world.call("GET", "/pg/orders/A-1")).body).toEqual(created.body);
    expect(await world.call("POST", "/pg/orders", orderBody("A-1"))).toMatchObject({
      status: 409,
      body: { code: "order_already_exists" },
    });
    expect(await world.call("GET", "/pg/orders/none")).toMatchObject({
      status: 404,
      body: { code: "order_not_found" },
    });
  });

  it("are paid by a UPI QR code, which leads to their page", async () => {
    const { body } = await world.call("POST", "/pg/orders", orderBody("Q-1"));
    const { payment_session_id } = body as { payment_session_id: string };
    const pay = (changes: object = {}) =>
      world.call("POST", "/pg/orders/sessions", {
        ...{ payment_session_id, payment_method: { upi: { channel: "qrcode" } } },
        ...changes,
      });
    const paid = await pay({ transaction_expiry_time: new Date(Date.now() + 600_000).toISOString() });
    expect(paid).toMatchObject({
      status: 200,
      body: { channel: "qrcode", payment_amount: 1180, payment_method: "upi" },
    });
    const { data } = paid.body as { data: { payload: { qrcode: string } } };
    const png = Buffer.from(data.payload.qrcode.replace("data:image/png;base64,", ""), "base64");
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect((await world.call("GET", "/pg/orders/Q-1/payments")).body).toMatchObject([{ payment_status: "PENDING" }]);
    // What it may not be: another channel, a time that is over, an order that is paid, a session of nobody.
    expect(await pay({ payment_method: { upi: { channel: "collect" } } })).toMatchObject({ status: 400 });
    expect(await pay({ transaction_expiry_time: "2020-01-01T00:00:00Z" })).toMatchObject({
      body: { code: "transaction_expiry_time_invalid" },
    });
    expect(await pay({ payment_session_id: "session_none" })).toMatchObject({
      body: { code: "payment_session_id_invalid" },
    });
    await world.call("POST", "/control/orders/Q-1/pay", { method: "upi", outcome: "success" });
    expect(await pay()).toMatchObject({ status: 400, body: { code: "order_inactive" } });
  });

  it("return their tags and customer, and are rejected if they exist and are paid", async () => {
    const tags = { installation: "a-mark" };
    await world.call("POST", "/pg/orders", orderBody("A-3", { order_tags: tags }));
    await world.call("POST", "/control/orders/A-3/pay", { method: "upi", outcome: "success" });
    expect((await world.call("POST", "/pg/orders", orderBody("A-3"))).status).toBe(409);
    expect((await world.call("GET", "/pg/orders/A-3")).body).toMatchObject({
      order_status: "PAID",
      order_tags: tags,
      customer_details: { customer_id: expect.any(String) },
      created_at: expect.any(String),
    });
  });

  it("replay the first response for an idempotency key, even an error, and reject another body", async () => {
    const key = { "x-idempotency-key": "k-1" };
    const bad = orderBody("A-2", { order_amount: 0.5 });
    const first = await world.call("POST", "/pg/orders", bad, key);
    expect([first.status, first.headers.get("x-idempotency-replayed")]).toEqual([400, "false"]);
    const again = await world.call("POST", "/pg/orders", bad, key);
    expect([again.status, again.headers.get("x-idempotency-replayed")]).toEqual([400, "true"]);
    expect(again.body).toEqual(first.body);
    expect(await world.call("POST", "/pg/orders", orderBody("A-2"), key)).toMatchObject({
      status: 422,
      body: { type: "idempotency_error" },
    });
    const good = { "x-idempotency-key": "k-2" };
    const created = await world.call("POST", "/pg/orders", orderBody("A-2"), good);
    expect((await world.call("POST", "/pg/orders", orderBody("A-2"), good)).body).toEqual(created.body);
  });

  it("terminate immediately or after a pending attempt, or are paid by it", async () => {
    const terminate = (id: string) => world.call("PATCH", `/pg/orders/${id}`, { order_status: "TERMINATED" });
    for (const id of ["T-1", "T-2", "T-3"]) await world.call("POST", "/pg/orders", orderBody(id));
    expect(await terminate("T-1")).toMatchObject({ status: 200, body: { order_status: "TERMINATED" } });
    const ids: string[] = [];
    for (const id of ["T-2", "T-3"]) {
      const paid = await world.call("POST", `/control/orders/${id}/pay`, { method: "upi", outcome: "pending" });
      ids.push((paid.body as { paymentId: string }).paymentId);
      expect((await terminate(id)).body).toMatchObject({ order_status: "TERMINATION_REQUESTED" });
    }
    await world.call("POST", `/control/orders/T-2/attempts/${ids[0]}/finish`, { outcome: "failed" });
    await world.call("POST", `/control/orders/T-3/attempts/${ids[1]}/finish`, { outcome: "success" });
    expect([await statusOf("T-2"), await statusOf("T-3")]).toEqual(["TERMINATED", "PAID"]);
    expect(await terminate("T-3")).toMatchObject({ status: 400, body: { type: "invalid_request_error" } });
    expect((await world.call("PATCH", "/pg/orders/T-2", { order_status: "PAID" })).status).toBe(400);
  });

  it("expire, but can be paid by an attempt started before", async () => {
    await world.call("POST", "/pg/orders", orderBody("E-1"));
    const paid = await world.call("POST", "/control/orders/E-1/pay", { method: "upi", outcome: "pending" });
    await world.call("POST", "/control/orders/E-1/expire");
    expect(await statusOf("E-1")).toBe("EXPIRED");
    const terminate = await world.call("PATCH", "/pg/orders/E-1", { order_status: "TERMINATED" });
    expect(terminate).toMatchObject({ status: 400, body: { code: "order_inactive" } });
    const { paymentId } = paid.body as { paymentId: string };
    await world.call("POST", `/control/orders/E-1/attempts/${paymentId}/finish`, { outcome: "success" });
    expect(await statusOf("E-1")).toBe("PAID");
  });
});

describe("refunds", () => {
  it("go from PENDING to SUCCESS, and never exceed the captured amount", async () => {
    await world.call("POST", "/pg/orders", orderBody("R-1"));
    const early = await world.call("POST", "/pg/orders/R-1/refunds", { refund_id: "r-0", refund_amount: 1 });
    expect(early.status).toBe(409);
    await world.call("POST", "/control/orders/R-1/pay", { method: "card", outcome: "success", surcharge: 20 });
    const key = { "x-idempotency-key": "refund-key" };
    const body = { refund_id: "r-1", refund_amount: 1000.5, refund_note: "stall was taken" };
    const created = await world.call("POST", "/pg/orders/R-1/refunds", body, key);
    expect(created).toMatchObject({ status: 200, body: { refund_status: "PENDING", refund_amount: 1000.5 } });
    const again = await world.call("POST", "/pg/orders/R-1/refunds", body, key);
    expect(again.headers.get("x-idempotency-replayed")).toBe("true");
    const { cf_refund_id } = created.body as { cf_refund_id: string };
    const without = await world.call("POST", "/pg/orders/R-1/refunds", body);
    expect(without).toMatchObject({ status: 200, body: { cf_refund_id } });
    const other = await world.call("POST", "/pg/orders/R-1/refunds", { ...body, refund_amount: 1 });
    expect(other).toMatchObject({ status: 400, body: { code: "refund_id_already_exists" } });
    const beyond = await world.call("POST", "/pg/orders/R-1/refunds", { refund_id: "r-2", refund_amount: 199.51 });
    expect(beyond).toMatchObject({ status: 400, body: { code: "refund_amount_invalid" } });
    await until("the refund to succeed", async () => {
      const { body: refund } = await world.call("GET", "/pg/orders/R-1/refunds/r-1");
      return (refund as { refund_status: string }).refund_status === "SUCCESS";
    });
    await until("its webhook", () => world.shop.received.some(({ type }) => type === "REFUND_STATUS_WEBHOOK"));
    expect((await world.call("GET", "/pg/orders/R-1/refunds")).body).toHaveLength(1);
    expect((await world.call("GET", "/pg/orders/R-1/refunds/none")).status).toBe(404);
    expect(await statusOf("R-1")).toBe("PAID");
  });
});

describe("a payment", () => {
  it("is listed, returned by id, and reported by a signed webhook", async () => {
    await world.call("POST", "/pg/orders", orderBody("P-1"));
    await world.call("POST", "/control/orders/P-1/pay", { method: "upi", outcome: "success" });
    const payments = (await world.call("GET", "/pg/orders/P-1/payments")).body as { cf_payment_id: string }[];
    expect(payments).toMatchObject([{ order_id: "P-1", payment_status: "SUCCESS" }]);
    const one = await world.call("GET", `/pg/orders/P-1/payments/${payments[0]?.cf_payment_id}`);
    expect(one.body).toMatchObject({ payment_group: "upi", payment_amount: 1180, is_captured: true });
    const refund = { refund_id: "refund1", refund_amount: 1180, refund_note: "SUCCESS" };
    expect((await world.call("POST", "/pg/orders/P-1/refunds", refund)).body).toMatchObject({
      order_id: "P-1",
      refund_status: "SUCCESS",
    });

    const webhook = await until("its webhook", () =>
      world.shop.received.find(({ type, body }) => type === "PAYMENT_SUCCESS_WEBHOOK" && body.includes('"P-1"')),
    );
    expect(webhook.body).toContain('"payment_amount":1180.00');
    const time = String(webhook.headers["x-webhook-timestamp"]);
    expect(time).toMatch(/^\d{13}$/);
    // base64(HMAC-SHA256(client secret, timestamp + raw body)) (reference, section 3).
    const signed = createHmac("sha256", CLIENT.clientSecret).update(`${time}${webhook.body}`).digest("base64");
    expect(webhook.headers["x-webhook-signature"]).toBe(signed);
  });
});
