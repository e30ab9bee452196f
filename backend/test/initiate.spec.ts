import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from "@jest/globals";
import type { Answer } from "./mela.js";
import { orderId as newOrderId } from "./mela.js";
import { PayingTest } from "./paying.js";

jest.setTimeout(40_000);

let test: PayingTest;
beforeAll(async () => {
  test = await PayingTest.start();
});
afterEach(() => test.simulator.noFaults());
afterAll(() => test.close());

const refusal = ({ status, body }: Answer): unknown[] => [status, body["code"]];
const attempts = async (orderId: string): Promise<string[]> => {
  const found = await test.mela.query<{ state: string }>(
    "SELECT state FROM payment_attempts WHERE order_id = $1 ORDER BY created_at",
    [orderId],
  );
  return found.map((attempt) => attempt.state);
};

describe("POST /api/v1/cashfree/initiate", () => {
  it("opens the order at the provider, as it was registered, and answers its session", async () => {
    const buyer = await test.registered("B1");
    const answer = await test.initiate(buyer);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      orderId: buyer.orderId,
      paymentSessionId: expect.stringMatching(/^session_/),
      environment: "sandbox",
      checkoutScriptUrl: `${test.simulator.url}/checkout.js`,
    });
    const { order } = (await test.simulator.order(buyer.orderId)) as unknown as {
      order: Record<string, unknown> & { customer_details: Record<string, unknown> };
    };
    expect(order).toMatchObject({
      order_amount: 27_000,
      order_currency: "INR",
      order_status: "ACTIVE",
      order_meta: {
        return_url: "http://127.0.0.1:1/paid-events/mela/payment-success?order_id={order_id}",
        notify_url: "http://127.0.0.1:1/api/v1/cashfree/webhook",
      },
    });
    expect(order["customer_details"]).toMatchObject({
      customer_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      customer_name: "Asha Rao",
      customer_email: "asha.b1@example.com",
      customer_phone: "9876660001",
    });
    const hold = (await buyer.visitor.myHold()).body;
    expect(hold).toMatchObject({ state: "paying", orderId: buyer.orderId });
    const secondsMore =
      (Date.parse(String(hold["payUntil"])) - Date.parse(String(order["order_expiry_time"]))) / 1000;
    expect(secondsMore).toBe(30);
    const window = (Date.parse(String(hold["payUntil"])) - Date.parse(String(hold["serverTime"]))) / 1000;
    expect(window).toBeGreaterThan(1080 + 30 - 5);
    expect(window).toBeLessThanOrEqual(1080 + 30);
    expect(await attempts(buyer.orderId)).toEqual(["accepted"]);
    expect((await test.mela.story("B1")).slice(2)).toEqual([
      `payment_started by visitor (${buyer.orderId})`,
      `payment_opened by provider (${buyer.orderId})`,
    ]);
    expect(await test.orderState(buyer.orderId)).toBe("open");
  });

  it("leaves out a name that is shorter than the provider takes", async () => {
    const buyer = await test.paying("B2", { fullName: "Jo" });
    const { order } = (await test.simulator.order(buyer.orderId)) as unknown as {
      order: { customer_details: Record<string, unknown> };
    };
    expect(order.customer_details["customer_name"]).toBeNull();
  });

  it("answers the same session again: a second tab, a reload, after a failed attempt", async () => {
    const buyer = await test.registered("B3");
    const first = await test.initiate(buyer);
    const again = await test.initiate(buyer);
    await test.simulator.pay(buyer.orderId, { outcome: "failed" });
    await test.settlement.settleOrder(buyer.orderId, "webhook");
    const afterFailure = await test.initiate(buyer);
    expect([again.status, afterFailure.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(afterFailure.body).toEqual(first.body);
    expect(await attempts(buyer.orderId)).toEqual(["accepted"]);
  });

  it("lets ten at once find one order and one session", async () => {
    const buyer = await test.registered("B4");
    const answers = await Promise.all(Array.from({ length: 10 }, () => test.initiate(buyer)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body["paymentSessionId"])).size).toBe(1);
    expect(await attempts(buyer.orderId)).toEqual(["accepted"]);
  });

  it("refuses strangers, unknown orders and what does not fit the registration, and changes nothing", async () => {
    const buyer = await test.registered("B5");
    const wrongType = { metadata: { type: "mela_stall", stallId: "B5", stallType: "Premium" } };
    const otherStall = { metadata: { type: "mela_stall", stallId: "B6", stallType: "General" } };
    const stranger = test.mela.visitor();
    await stranger.myHold();
    expect(refusal(await test.initiate(buyer, {}, test.mela.visitor()))).toEqual([403, "not_yours"]);
    expect(refusal(await test.initiate(buyer, {}, stranger))).toEqual([403, "not_yours"]);
    expect(refusal(await test.initiate(buyer, { orderId: newOrderId() }))).toEqual([404, "order_not_found"]);
    expect(refusal(await test.initiate(buyer, wrongType))).toEqual([409, "stall_mismatch"]);
    expect(refusal(await test.initiate(buyer, otherStall))).toEqual([409, "stall_mismatch"]);
    expect(refusal(await test.initiate(buyer, { amount: 1 }))).toEqual([409, "amount_mismatch"]);
    expect(refusal(await test.initiate(buyer, { amount: -5 }))).toEqual([400, "invalid_request"]);
    expect(await test.mela.history("B5")).toEqual(["registered"]);
    expect(await attempts(buyer.orderId)).toEqual([]);
  });

  it("refuses an expired hold, a stall given up, and one replaced", async () => {
    const expired = await test.registered("B6");
    await test.mela.expire("B6");
    expect(refusal(await test.initiate(expired))).toEqual([409, "hold_expired"]);
    const left = await test.registered("B7");
    await left.visitor.release("B7");
    expect(refusal(await test.initiate(left))).toEqual([409, "hold_expired"]);
    const replaced = await test.registered("B8");
    await replaced.visitor.reserve("B9");
    expect(refusal(await test.initiate(replaced))).toEqual([409, "hold_replaced"]);
  });

  it("refuses what is paid, and what is being closed", async () => {
    const sold = await test.paying("B10");
    await test.simulator.pay(sold.orderId);
    await test.settlement.settleOrder(sold.orderId, "webhook");
    expect(refusal(await test.initiate(sold))).toEqual([409, "already_paid"]);
    const closing = await test.paying("B11");
    await closing.visitor.reserve("B12");
    expect(refusal(await test.initiate(closing))).toEqual([409, "order_closing"]);
    const late = await test.paying("B13");
    await test.endWindow(late);
    expect(refusal(await test.initiate(late))).toEqual([409, "order_closing"]);
  });

  it("lets one phone and one e-mail pay for one stall at a time", async () => {
    const first = await test.paying("B14");
    const phone = await test.registered("B15", { phoneNumber: "9876660014" });
    const email = await test.registered("B16", { email: "ASHA.B14@example.com" });
    expect(refusal(await test.initiate(phone))).toEqual([409, "payment_elsewhere"]);
    expect(refusal(await test.initiate(email))).toEqual([409, "payment_elsewhere"]);
    expect([...(await test.mela.history("B15")), ...(await test.mela.history("B16"))]).toEqual([
      "registered",
      "registered",
    ]);
    await test.simulator.pay(first.orderId);
    await test.settlement.settleOrder(first.orderId, "webhook");
    expect((await test.initiate(phone)).status).toBe(201);
  });
});

describe("when the provider does not take the order", () => {
  it("goes back to registered on a definite refusal, with the original deadline", async () => {
    const buyer = await test.registered("B20");
    const before = (await buyer.visitor.myHold()).body;
    await test.simulator.fault("createOrder", "refuse", { orderId: buyer.orderId });
    expect(refusal(await test.initiate(buyer))).toEqual([409, "order_refused"]);
    const after = (await buyer.visitor.myHold()).body;
    expect([after["state"], after["expiresAt"]]).toEqual(["registered", before["expiresAt"]]);
    expect(await test.orderState(buyer.orderId)).toBe("unsent");
    expect((await test.initiate(buyer)).status).toBe(201);
    expect(await attempts(buyer.orderId)).toEqual(["refused", "accepted"]);
  });

  it("releases the hold when its time ran out while the provider refused", async () => {
    const buyer = await test.registered("B21");
    await test.simulator.fault("createOrder", "refuse", { orderId: buyer.orderId });
    await test.mela.query(
      `CREATE OR REPLACE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         UPDATE bookings SET hold_expires_at = clock_timestamp() - interval '1 second'
          WHERE order_id = NEW.order_id; RETURN NEW; END $$`,
    );
    await test.mela.query(
      "CREATE TRIGGER late AFTER INSERT ON payment_attempts FOR EACH ROW EXECUTE FUNCTION late()",
    );
    try {
      expect(refusal(await test.initiate(buyer))).toEqual([409, "order_refused"]);
    } finally {
      await test.mela.query("DROP TRIGGER late ON payment_attempts");
    }
    expect(await test.mela.history("B21")).toEqual(["released: hold_expired"]);
    expect(await test.orderState(buyer.orderId)).toBe("void");
    expect(await test.mails("B21")).toEqual(["hold-expired"]);
    expect((await test.mela.visitor().reserve("B21")).status).toBe(201);
  });

  it("asks for patience when it is asked too often", async () => {
    const buyer = await test.registered("B22");
    await test.simulator.fault("createOrder", "status", { status: 429, orderId: buyer.orderId });
    expect(refusal(await test.initiate(buyer))).toEqual([503, "provider_unavailable"]);
    expect(await test.mela.history("B22")).toEqual(["registered"]);
    expect((await test.initiate(buyer)).status).toBe(201);
  });

  it("stays paying when nobody knows, and takes up the order that was made all the same", async () => {
    const buyer = await test.registered("B23");
    await test.simulator.fault("createOrder", "lostAnswer", { orderId: buyer.orderId });
    expect(refusal(await test.initiate(buyer))).toEqual([503, "provider_unavailable"]);
    expect(await test.mela.history("B23")).toEqual(["paying"]);
    expect(await attempts(buyer.orderId)).toEqual(["unknown"]);
    const again = await test.initiate(buyer);
    expect(again.status).toBe(201);
    expect(again.body["paymentSessionId"]).toMatch(/^session_/);
    expect(await attempts(buyer.orderId)).toEqual(["accepted"]);
  });

  it("waits eight seconds at most for an answer", async () => {
    const buyer = await test.registered("B24");
    await test.simulator.fault("createOrder", "timeout", { orderId: buyer.orderId });
    const began = Date.now();
    expect(refusal(await test.initiate(buyer))).toEqual([503, "provider_unavailable"]);
    expect(Date.now() - began).toBeLessThan(10_000);
    expect((await test.initiate(buyer)).status).toBe(201);
  });

  it("begins anew when the order never arrived", async () => {
    const buyer = await test.registered("B25");
    await test.simulator.fault("createOrder", "error500", { orderId: buyer.orderId });
    expect(refusal(await test.initiate(buyer))).toEqual([503, "provider_unavailable"]);
    expect((await test.initiate(buyer)).status).toBe(201);
    expect(await attempts(buyer.orderId)).toEqual(["refused", "accepted"]);
    expect(await test.mela.story("B25")).toContain(
      "payment_not_opened by provider (the payment provider never got the order)",
    );
  });

  it("does not believe a 404 too early, unless the visitor tries again", async () => {
    const buyer = await test.registered("B26");
    await test.simulator.fault("createOrder", "error500", { orderId: buyer.orderId });
    await test.initiate(buyer);
    expect((await test.settlement.settleOrder(buyer.orderId, "sweep")).outcome).toBe("open");
    expect(await test.mela.history("B26")).toEqual(["paying"]);
    await test.mela.query(
      "UPDATE payment_attempts SET created_at = created_at - interval '31 seconds' WHERE order_id = $1",
      [buyer.orderId],
    );
    expect((await test.settlement.settleOrder(buyer.orderId, "sweep")).outcome).toBe("not_opened");
    expect(await test.mela.history("B26")).toEqual(["registered"]);
  });

  it("reuses the session of an order the provider has already, where the amount is ours", async () => {
    const buyer = await test.registered("B27");
    await makeAtProvider(buyer.orderId, 27_000);
    expect((await test.initiate(buyer)).status).toBe(201);
    expect(await attempts(buyer.orderId)).toEqual(["accepted"]);
  });

  it("refuses an order of our id with another amount and puts it before the operator", async () => {
    const buyer = await test.registered("B28");
    await makeAtProvider(buyer.orderId, 12);
    expect(refusal(await test.initiate(buyer))).toEqual([409, "order_refused"]);
    expect(await test.mela.history("B28")).toEqual(["registered"]);
    expect(await test.attention(buyer.orderId)).toEqual(["order_conflict"]);
    const next = newOrderId();
    await buyer.visitor.register("B28", { orderId: next });
    expect((await test.initiate({ ...buyer, orderId: next })).status).toBe(201);
  });

  it("releases a stall that was never opened when its visitor has turned to another", async () => {
    const buyer = await test.registered("B29");
    await test.simulator.fault("createOrder", "error500", { orderId: buyer.orderId });
    await test.initiate(buyer);
    expect((await buyer.visitor.reserve("B30")).status).toBe(201);
    await test.mela.query(
      "UPDATE payment_attempts SET created_at = created_at - interval '31 seconds' WHERE order_id = $1",
      [buyer.orderId],
    );
    expect((await test.settlement.settleOrder(buyer.orderId, "sweep")).outcome).toBe("not_opened");
    expect(await test.mela.history("B29")).toEqual(["released: payment_expired"]);
    expect(await test.mela.history("B30")).toEqual(["held"]);
    expect(await test.mails("B29")).toEqual([]);
  });
});

it("counts five payments begun an hour for one phone, but not those that were refused", async () => {
  const limited = await PayingTest.start({ RATE_LIMITS: "on" });
  try {
    const phoneNumber = "9000000001";
    const buyers = [];
    for (const stallId of ["B1", "B2", "B3", "B4", "B5"]) {
      const buyer = await limited.registered(stallId, { phoneNumber });
      if (stallId === "B1") {
        await limited.simulator.fault("createOrder", "refuse", { orderId: buyer.orderId });
        expect(refusal(await limited.initiate(buyer))).toEqual([409, "order_refused"]);
      }
      expect((await limited.initiate(buyer)).status).toBe(201);
      await limited.simulator.pay(buyer.orderId);
      await limited.settlement.settleOrder(buyer.orderId, "webhook");
      buyers.push(buyer);
    }
    const sixth = await limited.registered("B6", { phoneNumber });
    const answer = await limited.initiate(sixth);
    expect(refusal(answer)).toEqual([429, "rate_limited"]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    expect(await limited.mela.history("B6")).toEqual(["registered"]);
  } finally {
    await limited.close();
  }
});

async function makeAtProvider(orderId: string, rupees: number): Promise<void> {
  const answer = await fetch(`${test.simulator.url}/pg/orders`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-client-id": test.simulator.settings["CASHFREE_CLIENT_ID"] ?? "",
      "x-client-secret": test.simulator.settings["CASHFREE_CLIENT_SECRET"] ?? "",
      "x-api-version": "2025-01-01",
    },
    body: JSON.stringify({
      order_id: orderId,
      order_amount: rupees,
      order_currency: "INR",
      customer_details: { customer_id: "someone", customer_phone: "9999999999" },
    }),
  });
  expect(answer.status).toBe(200);
}
