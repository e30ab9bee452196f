import { afterAll, afterEach, describe, expect, it } from "@jest/globals";
import { OrderClosingService } from "../../src/payments/order-closing.service.js";
import { apiError, orderId as newOrderId } from "../bookings/mela.js";
import { type Buyer, PayingTest } from "./paying.js";

/** Two databases on one merchant account: last year's, and this year's, which began empty. */
const before = await PayingTest.start();
const now = await before.onNewDatabase();
afterEach(() => before.simulator.noFaults());
afterAll(async () => {
  await now.mela.close();
  await before.close();
});

/** What the provider has of our order, as the product itself asks for it, with a change. */
async function openElsewhere(buyer: Buyer, change: Record<string, unknown> = {}): Promise<void> {
  const [asked] = await now.mela.query<{ visitor: string; installation: string }>(
    `SELECT b.visitor_id AS visitor, i.id AS installation FROM bookings b, installation i WHERE b.order_id = $1`,
    [buyer.orderId],
  );
  const answer = await fetch(`${now.simulator.url}/pg/orders`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-client-id": now.simulator.settings["CASHFREE_CLIENT_ID"] ?? "",
      "x-client-secret": now.simulator.settings["CASHFREE_CLIENT_SECRET"] ?? "",
      "x-api-version": "2025-01-01",
    },
    body: JSON.stringify({
      order_id: buyer.orderId,
      order_amount: buyer.amount,
      order_currency: "INR",
      customer_details: { customer_id: asked?.visitor.replaceAll("-", ""), customer_phone: "9876543210" },
      order_tags: { installation: asked?.installation },
      ...change,
    }),
  });
  expect(answer.status).toBe(200);
}

/** Nothing was sold, no money is known, and an operator knows why. */
async function expectRejected(buyer: Buyer, differs: string): Promise<void> {
  const { orderId, stallId } = buyer;
  expect(await now.mela.history(stallId)).toEqual(["registered"]);
  expect(await now.orderState(orderId)).toBe("unsent");
  expect(await now.invoicesOf(orderId)).toEqual([]);
  expect(await now.paymentsOf(orderId)).toEqual([]);
  expect(await now.issues(orderId)).toEqual(["order_conflict"]);
  const [issue] = await now.mela.query<{ differs: string }>(
    "SELECT facts->>'differs' AS differs FROM issues WHERE subject = $1",
    [orderId],
  );
  expect(issue?.differs).toBe(differs);
}

describe("an old order replayed against a new database", () => {
  it.each([
    ["B20", true],
    ["B21", false],
  ])("sells nothing and calls the operator: %s, paid %s", async (stallId, paid) => {
    const old = await before.paying(stallId);
    if (paid) {
      await before.simulator.pay(old.orderId);
      expect((await before.settlement.settleOrder(old.orderId, "webhook")).outcome).toBe("sold");
    }

    const visitor = await now.mela.holder(stallId);
    const form = { orderId: old.orderId, fullName: "Free Rider", phoneNumber: "9000000009" };
    expect((await visitor.register(stallId, form)).status).toBe(201);
    const rider: Buyer = { ...old, visitor };
    expect(apiError(await now.initiate(rider))).toEqual([409, "order_refused"]);
    const differs = paid ? "customer, installation, payment, status" : "customer, installation";
    await expectRejected(rider, differs);
    expect((await now.status(old.orderId)).body["paymentStatus"]).not.toBe("payment_successful");

    // Anyone who asks the provider again finds money there that is not this visitor's.
    for (const trigger of ["webhook", "sweep", "return_page", "operator"] as const) {
      expect((await now.settlement.settleOrder(old.orderId, trigger)).outcome).toBe("issue");
    }
    expect(apiError(await now.initiate(rider))).toEqual([409, "order_refused"]);
    await expectRejected(rider, differs);

    // The visitor tries again: with a new number everything works.
    const next = newOrderId();
    await visitor.register(stallId, { ...form, orderId: next });
    expect((await now.initiate({ ...rider, orderId: next })).status).toBe(201);
    await now.simulator.pay(next);
    expect((await now.settlement.settleOrder(next, "webhook")).outcome).toBe("sold");
  });

  it("is rejected where an attempt without an answer is found there, and at the end of the time to pay", async () => {
    const old = await before.paying("B22");
    await before.simulator.pay(old.orderId);
    const visitor = await now.mela.registrant("B22", { orderId: old.orderId });
    const rider: Buyer = { ...old, visitor };
    await now.simulator.fault("createOrder", "error500", { orderId: old.orderId });
    expect(apiError(await now.initiate(rider))).toEqual([503, "provider_unavailable"]);
    expect(await now.mela.history("B22")).toEqual(["paying"]);
    await now.endWindow(rider);
    await now.get(OrderClosingService).closePaymentOrder(old.orderId);
    await expectRejected(rider, "customer, installation, payment, status");
  });
});

describe("an order of our number at the provider", () => {
  it("is taken over when it is the one we asked for", async () => {
    const buyer = await now.registered("B30");
    await openElsewhere(buyer);
    expect((await now.initiate(buyer)).status).toBe(201);
    expect(await now.issues(buyer.orderId)).toEqual([]);
  });

  it.each([
    ["B31", "customer", { customer_details: { customer_id: "somebody", customer_phone: "9876543210" } }],
    ["B32", "installation", { order_tags: { installation: "another-database" } }],
    ["B33", "installation", { order_tags: undefined }],
    ["B34", "amount", { order_amount: 12 }],
  ])("is rejected when it is not: %s %s", async (stallId, differs, change) => {
    const buyer = await now.registered(stallId);
    await openElsewhere(buyer, change);
    expect(apiError(await now.initiate(buyer))).toEqual([409, "order_refused"]);
    await expectRejected(buyer, differs);
  });

  it("is rejected when it was made long before we asked", async () => {
    const buyer = await now.registered("B35");
    await openElsewhere(buyer);
    // As if the order had been made an hour ago: everything here happens an hour later.
    await now.mela.query(
      `CREATE FUNCTION later() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN NEW.created_at := NEW.created_at + interval '1 hour'; RETURN NEW; END $$`,
    );
    await now.mela.query(
      "CREATE TRIGGER later BEFORE INSERT ON payment_attempts FOR EACH ROW EXECUTE FUNCTION later()",
    );
    try {
      expect(apiError(await now.initiate(buyer))).toEqual([409, "order_refused"]);
    } finally {
      await now.mela.query("DROP TRIGGER later ON payment_attempts");
    }
    await expectRejected(buyer, "created_earlier");
  });

  it("is let go without an operator when its time is over and nobody paid", async () => {
    const buyer = await now.registered("B36");
    await openElsewhere(buyer);
    await now.simulator.expire(buyer.orderId);
    expect(apiError(await now.initiate(buyer))).toEqual([409, "order_refused"]);
    expect(await now.mela.history("B36")).toEqual(["registered"]);
    expect(await now.issues(buyer.orderId)).toEqual([]);
  });

  it("is never sold although we accepted it, when what is read there is another payer's", async () => {
    const buyer = await now.paying("B37");
    await now.mela.query(
      `UPDATE payment_attempts SET request = jsonb_set(request, '{customer,id}', '"0123abc"') WHERE order_id = $1`,
      [buyer.orderId],
    );
    await now.simulator.pay(buyer.orderId);
    expect((await now.settlement.settleOrder(buyer.orderId, "webhook")).outcome).toBe("issue");
    expect(await now.mela.history("B37")).toEqual(["paying"]);
    expect(await now.paymentsOf(buyer.orderId)).toEqual([]);
    expect(await now.issues(buyer.orderId)).toEqual(["order_conflict"]);
  });

  it("is sold as ever when it was opened before databases had a mark", async () => {
    const buyer = await now.registered("B38");
    await openElsewhere(buyer, { order_tags: undefined });
    await now.mela.query(
      `CREATE FUNCTION unmarked() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN NEW.request := NEW.request - 'installation'; RETURN NEW; END $$`,
    );
    await now.mela.query(
      "CREATE TRIGGER unmarked BEFORE INSERT ON payment_attempts FOR EACH ROW EXECUTE FUNCTION unmarked()",
    );
    try {
      expect((await now.initiate(buyer)).status).toBe(201);
    } finally {
      await now.mela.query("DROP TRIGGER unmarked ON payment_attempts");
    }
    await now.simulator.pay(buyer.orderId);
    expect((await now.settlement.settleOrder(buyer.orderId, "webhook")).outcome).toBe("sold");
  });
});

describe("order ids", () => {
  it("that differ in case only are one id, also when both are sent at once", async () => {
    const id = newOrderId();
    const visitors = now.mela.visitors(2);
    await visitors[0]?.reserve("B40");
    await visitors[1]?.reserve("B41");
    const answers = await Promise.all([
      visitors[0]?.register("B40", { orderId: id }),
      visitors[1]?.register("B41", { orderId: `${id.slice(0, -5)}${id.slice(-5).toUpperCase()}` }),
    ]);
    expect(answers.map((answer) => answer?.status).toSorted()).toEqual([201, 409]);
    expect(answers.map((answer) => answer?.body["code"])).toContain("order_id_taken");
  });

  it("are distinguished from an old order in other letters by a provider that ignores case", async () => {
    const old = await before.paying("B42");
    await before.simulator.pay(old.orderId);
    const orderId = old.orderId.replace("t", "T");
    await now.simulator.configure({ ignoreCase: true });
    try {
      const visitor = await now.mela.holder("B42");
      expect((await visitor.register("B42", { orderId })).status).toBe(201);
      const rider: Buyer = { ...old, orderId, visitor };
      expect(apiError(await now.initiate(rider))).toEqual([409, "order_refused"]);
      await expectRejected(rider, "customer, installation, payment, status");
    } finally {
      await now.simulator.configure({ ignoreCase: false });
    }
  });
});

describe("an order that was accepted without its session", () => {
  it("is read again at once", async () => {
    const buyer = await now.registered("B45");
    await now.simulator.fault("createOrder", "noSession", { orderId: buyer.orderId });
    const answer = await now.initiate(buyer);
    expect(answer.status).toBe(201);
    expect(answer.body["paymentSessionId"]).toMatch(/^session_/);
  });

  it("asks the payer to wait while the provider returns no session, and continues once it does", async () => {
    const buyer = await now.registered("B46");
    await now.simulator.fault("all", "noSession", { orderId: buyer.orderId, times: null });
    expect(apiError(await now.initiate(buyer))).toEqual([503, "provider_unavailable"]);
    await now.simulator.noFaults();
    expect((await now.initiate(buyer)).status).toBe(201);
  });
});
