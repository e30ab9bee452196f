import { afterAll, afterEach, describe, expect, it } from "@jest/globals";
import { OrderClosingService } from "../../src/payments/order-closing.service.js";
import { CashfreeClient, pathOf } from "../../src/payments/provider/cashfree.client.js";
import { apiError, countByCode, orderId as newOrderId } from "../bookings/mela.js";
import { type Buyer, PayingTest } from "./paying.js";

const test = await PayingTest.start();
afterEach(() => test.simulator.noFaults());
afterAll(() => test.close());

/** Opens our order at the provider directly, as the product would request it, with changes. */
async function openElsewhere(buyer: Pick<Buyer, "orderId" | "amount">, change: object = {}): Promise<void> {
  const [owner] = await test.mela.query<{ visitor: string; installation: string }>(
    `SELECT b.visitor_id AS visitor, i.id AS installation FROM bookings b, installation i WHERE b.order_id = $1`,
    [buyer.orderId],
  );
  const body = {
    order_id: buyer.orderId,
    order_amount: buyer.amount,
    order_currency: "INR",
    customer_details: { customer_id: owner?.visitor.replaceAll("-", ""), customer_phone: "9876543210" },
    order_tags: { installation: owner?.installation },
    ...change,
  };
  const client = new CashfreeClient(test.mela.config.cashfree);
  expect(await client.send({ method: "POST", path: pathOf("orders"), body })).toMatchObject({ kind: "done" });
}

/** An order from last year's database on the same merchant account. */
async function oldOrder(stallId: string, paid: boolean): Promise<Pick<Buyer, "stallId" | "orderId" | "amount">> {
  const old = { stallId, orderId: newOrderId(), amount: 27_000 };
  await openElsewhere(old, {
    customer_details: { customer_id: "0123456789abcdef0123456789abcdef", customer_phone: "9876543210" },
    order_tags: { installation: "8f6f5f0e-7a3e-4c7b-9a51-1b8f6f1d2c3e" },
  });
  if (paid) await test.simulator.pay(old.orderId);
  return old;
}

/** Runs `work` with a trigger that changes inserted attempts. */
async function withTrigger(assignment: string, work: () => Promise<unknown>): Promise<void> {
  await test.mela.query(
    `CREATE FUNCTION changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${assignment}; RETURN NEW; END $$;
     CREATE TRIGGER changed BEFORE INSERT ON payment_attempts FOR EACH ROW EXECUTE FUNCTION changed()`,
  );
  try {
    await work();
  } finally {
    await test.mela.query("DROP FUNCTION changed CASCADE");
  }
}

/** Expects no sale, no recorded payment, and an issue that names the differences. */
async function expectRejected(buyer: Buyer, differs: string): Promise<void> {
  const { orderId, stallId } = buyer;
  expect(await test.mela.history(stallId)).toEqual(["registered"]);
  expect([await test.orderState(orderId), await test.invoicesOf(orderId)]).toEqual(["unsent", []]);
  expect([await test.paymentsOf(orderId), await test.issues(orderId)]).toEqual([[], ["order_conflict"]]);
  const issue = await test.mela.value("SELECT facts->>'differs' FROM issues WHERE subject = $1", [orderId]);
  expect(issue).toBe(differs);
}

describe("an old order replayed against a new database", () => {
  it.each([
    ["B20", true],
    ["B21", false],
  ])("sells nothing and raises an issue (%s, paid: %s)", async (stallId, paid) => {
    const old = await oldOrder(stallId, paid);
    const visitor = await test.mela.holder(stallId);
    const form = { orderId: old.orderId, fullName: "Free Rider", phoneNumber: "9000000009" };
    expect((await visitor.register(stallId, form)).status).toBe(201);
    const rider: Buyer = { ...old, visitor };
    expect(apiError(await test.initiate(rider))).toEqual([409, "order_refused"]);
    const differs = paid ? "customer, installation, payment, status" : "customer, installation";
    await expectRejected(rider, differs);
    expect((await test.status(old.orderId)).body["paymentStatus"]).not.toBe("payment_successful");

    // Every later reading finds money that is not this visitor's.
    for (const trigger of ["webhook", "sweep", "return_page", "operator"] as const) {
      expect(await test.settle(old.orderId, trigger)).toBe("issue");
    }
    expect(apiError(await test.initiate(rider))).toEqual([409, "order_refused"]);
    await expectRejected(rider, differs);

    // The visitor retries with a new order number, which works.
    const next = newOrderId();
    await visitor.register(stallId, { ...form, orderId: next });
    expect((await test.initiate({ ...rider, orderId: next })).status).toBe(201);
    await test.simulator.pay(next);
    expect(await test.settle(next, "webhook")).toBe("sold");
  });

  it("is rejected when it is found for an attempt without a response and at the end of the payment window", async () => {
    const old = await oldOrder("B22", true);
    const visitor = await test.mela.registrant("B22", { orderId: old.orderId });
    const rider: Buyer = { ...old, visitor };
    await test.simulator.fault("createOrder", "error500", { orderId: old.orderId });
    expect(apiError(await test.initiate(rider))).toEqual([503, "provider_unavailable"]);
    expect(await test.mela.history("B22")).toEqual(["paying"]);
    await test.endWindow(rider);
    await test.get(OrderClosingService).closePaymentOrder(old.orderId);
    await expectRejected(rider, "customer, installation, payment, status");
  });
});

describe("an existing order of the same id at the provider", () => {
  it("is taken over when it matches our request", async () => {
    const buyer = await test.registered("B30");
    await openElsewhere(buyer);
    expect((await test.initiate(buyer)).status).toBe(201);
    expect(await test.issues(buyer.orderId)).toEqual([]);
  });

  it.each([
    ["B31", "customer", { customer_details: { customer_id: "somebody", customer_phone: "9876543210" } }],
    ["B32", "installation", { order_tags: { installation: "another-database" } }],
    ["B33", "installation", { order_tags: undefined }],
    ["B34", "amount", { order_amount: 12 }],
  ])("is rejected when it differs (%s: %s)", async (stallId, differs, change) => {
    const buyer = await test.registered(stallId);
    await openElsewhere(buyer, change);
    expect(apiError(await test.initiate(buyer))).toEqual([409, "order_refused"]);
    await expectRejected(buyer, differs);
  });

  it("is rejected when it was created long before our request", async () => {
    const buyer = await test.registered("B35");
    await openElsewhere(buyer);
    // Moves our attempt an hour ahead, so that the order is an hour older than it.
    await withTrigger("NEW.created_at := NEW.created_at + interval '1 hour'", async () => {
      expect(apiError(await test.initiate(buyer))).toEqual([409, "order_refused"]);
    });
    await expectRejected(buyer, "created_earlier");
  });

  it("is dropped without an issue when it expired unpaid", async () => {
    const buyer = await test.registered("B36");
    await openElsewhere(buyer);
    await test.simulator.expire(buyer.orderId);
    expect(apiError(await test.initiate(buyer))).toEqual([409, "order_refused"]);
    expect(await test.mela.history("B36")).toEqual(["registered"]);
    expect(await test.issues(buyer.orderId)).toEqual([]);
  });

  it("raises an issue and sells nothing when an accepted order turns out to be another payer's", async () => {
    const buyer = await test.paying("B37");
    await test.mela.query(
      `UPDATE payment_attempts SET request = jsonb_set(request, '{customer,id}', '"0123abc"') WHERE order_id = $1`,
      [buyer.orderId],
    );
    await test.simulator.pay(buyer.orderId);
    expect(await test.settle(buyer.orderId, "webhook")).toBe("issue");
    expect(await test.mela.history("B37")).toEqual(["paying"]);
    expect(await test.paymentsOf(buyer.orderId)).toEqual([]);
    expect(await test.issues(buyer.orderId)).toEqual(["order_conflict"]);
  });

  it("is sold when it was opened before orders had an installation id", async () => {
    const buyer = await test.registered("B38");
    await openElsewhere(buyer, { order_tags: undefined });
    await withTrigger("NEW.request := NEW.request - 'installation'", async () => {
      expect((await test.initiate(buyer)).status).toBe(201);
    });
    await test.simulator.pay(buyer.orderId);
    expect(await test.settle(buyer.orderId, "webhook")).toBe("sold");
  });
});

describe("order ids", () => {
  it.each([
    ["are the same", "B40", (id: string) => id],
    ["differ in case only", "B43", (id: string) => id.toLowerCase().replace("mela", "MELA").replace("t", "T")],
  ])("conflict in concurrent requests when they %s", async (_what, stallId, other) => {
    const [id, next] = [newOrderId(), `B${Number(stallId.slice(1)) + 1}`];
    const visitors = [await test.mela.holder(stallId), await test.mela.holder(next)] as const;
    const responses = await Promise.all([
      visitors[0].register(stallId, { orderId: id }),
      visitors[1].register(next, { orderId: other(id) }),
    ]);
    expect(countByCode(responses)).toEqual({ 201: 1, order_id_taken: 1 });
  });

  it("are rejected when a provider that ignores case has an old order in different case", async () => {
    const old = await oldOrder("B42", true);
    const orderId = old.orderId.replace("t", "T");
    await test.simulator.configure({ ignoreCase: true });
    try {
      const visitor = await test.mela.holder("B42");
      expect((await visitor.register("B42", { orderId })).status).toBe(201);
      const rider: Buyer = { ...old, orderId, visitor };
      expect(apiError(await test.initiate(rider))).toEqual([409, "order_refused"]);
      await expectRejected(rider, "customer, installation, payment, status");
    } finally {
      await test.simulator.configure({ ignoreCase: false });
    }
  });
});

describe("an order accepted without a session", () => {
  it("is read at the provider at once", async () => {
    const buyer = await test.registered("B45");
    await test.simulator.fault("createOrder", "noSession", { orderId: buyer.orderId });
    const body: unknown = expect.objectContaining({ paymentSessionId: expect.stringMatching(/^session_/) });
    expect(await test.initiate(buyer)).toMatchObject({ status: 201, body });
  });

  it("responds provider_unavailable until the provider returns the session", async () => {
    const buyer = await test.registered("B46");
    await test.simulator.fault("all", "noSession", { orderId: buyer.orderId, times: null });
    expect(apiError(await test.initiate(buyer))).toEqual([503, "provider_unavailable"]);
    await test.simulator.noFaults();
    expect((await test.initiate(buyer)).status).toBe(201);
  });
});
