import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, afterEach, describe, expect, it, jest } from "@jest/globals";
import type { Type } from "@nestjs/common";
import { HoldsService } from "../../src/bookings/holds.service.js";
import { OrdersRepository } from "../../src/payments/orders.repository.js";
import { PaymentProvider } from "../../src/payments/provider/payment-provider.js";
import { statementsOf } from "../support/statements.js";
import { apiError, orderId as newOrderId } from "./mela.js";
import { PayingTest, until } from "../payments/paying.js";

const test = await PayingTest.start();
afterEach(() => test.simulator.noFaults());
afterAll(() => test.close());

const attempts = (orderId: string): Promise<string[]> =>
  test.mela.column("SELECT state FROM payment_attempts WHERE order_id = $1 ORDER BY created_at", [orderId]);

describe("POST /api/v1/cashfree/initiate", () => {
  it("opens the order at the provider, as it was registered, and answers its session", async () => {
    const buyer = await test.registered("B1");
    const before = Date.now();
    const answer = await test.initiate(buyer);
    const after = Date.now();
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
        return_url: `http://127.0.0.1:1/paid-events/mela/payment-success?order_id=${buyer.orderId}`,
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
    // Our countdown is the provider's; the half minute of grace after it is ours alone.
    expect(Date.parse(String(hold["payUntil"]))).toBe(Date.parse(String(order["order_expiry_time"])));
    const payUntil = await test.mela.value("SELECT pay_until FROM bookings WHERE stall_id = 'B1'");
    expect(Date.parse(String(payUntil)) - Date.parse(String(hold["payUntil"]))).toBe(30_000);
    // 18 minutes from when it was asked; the provider takes whole seconds.
    const began = Date.parse(String(hold["payUntil"])) - 1080 * 1000;
    expect(began).toBeGreaterThan(before - 1_500);
    expect(began).toBeLessThan(after + 1_500);
    expect(await attempts(buyer.orderId)).toEqual(["accepted"]);
    expect((await test.mela.eventLog("B1")).slice(2)).toEqual([
      `payment_started by visitor (${buyer.orderId})`,
      `payment_opened by provider (${buyer.orderId})`,
    ]);
    expect(await test.orderState(buyer.orderId)).toBe("open");
  });

  it.each([true, false])("claims, asks and records, and reads nothing again; at once: %s", async (atOnce) => {
    const buyer = await test.registered(atOnce ? "B49" : "B50");
    const provider = test.get<PaymentProvider>(PaymentProvider as Type<PaymentProvider>);
    const createOrder = provider.createOrder.bind(provider);
    const asked = jest.spyOn(provider, "createOrder").mockImplementation(async (...order) => {
      // A statement of nobody's, to mark the moment.
      await test.mela.query("SELECT 'the provider is asked'");
      return createOrder(...order);
    });
    const orders = test.get(OrdersRepository);
    if (!atOnce) jest.spyOn(orders, "startAtOnce").mockResolvedValue(undefined);
    const sent = await statementsOf(() => test.initiate(buyer));
    asked.mockRestore();
    jest.restoreAllMocks();
    const own = sent
      .map(({ text }) => text.trim().replace(/^SELECT .* (?=FROM (?:start|accept)_|accept_)/s, ""))
      .filter((text) => !/pg_notify|rate_limits|metric_/.test(text));
    const begin = ["START", "SELECT", "SELECT"];
    const record = ["INSERT INTO booking_events", "INSERT INTO outbox", "COMMIT"];
    const claim = ["UPDATE bookings", "UPDATE orders", "INSERT INTO payment_attempts"];
    const answer = ["WITH orders", "WITH answered", "UPDATE bookings"];
    const mark = "SELECT 'the provider is asked'";
    const expected = atOnce
      ? ["SELECT", "FROM start_payment", mark, "accept_payment"]
      : ["SELECT", ...begin, ...claim, ...record, mark, ...begin, ...answer, ...record];
    expect(own.map((text, index) => text.slice(0, expected[index]?.length))).toEqual(expected);
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
    expect(apiError(await test.initiate(buyer, {}, test.mela.visitor()))).toEqual([403, "not_yours"]);
    expect(apiError(await test.initiate(buyer, {}, stranger))).toEqual([403, "not_yours"]);
    expect(apiError(await test.initiate(buyer, { orderId: newOrderId() }))).toEqual([404, "order_not_found"]);
    expect(apiError(await test.initiate(buyer, wrongType))).toEqual([409, "stall_mismatch"]);
    expect(apiError(await test.initiate(buyer, otherStall))).toEqual([409, "stall_mismatch"]);
    expect(apiError(await test.initiate(buyer, { amount: 1 }))).toEqual([409, "amount_mismatch"]);
    expect(apiError(await test.initiate(buyer, { amount: -5 }))).toEqual([400, "invalid_request"]);
    expect(await test.mela.history("B5")).toEqual(["registered"]);
    expect(await attempts(buyer.orderId)).toEqual([]);
  });

  it("refuses an expired hold, a stall given up, and one replaced", async () => {
    const expired = await test.registered("B6");
    await test.mela.expire("B6");
    expect(apiError(await test.initiate(expired))).toEqual([409, "hold_expired"]);
    const left = await test.registered("B7");
    await left.visitor.release("B7");
    expect(apiError(await test.initiate(left))).toEqual([409, "hold_expired"]);
    const replaced = await test.registered("B8");
    await replaced.visitor.reserve("B9");
    expect(apiError(await test.initiate(replaced))).toEqual([409, "hold_replaced"]);
  });

  it("refuses what is paid, and what is being closed", async () => {
    const sold = await test.paying("B10");
    await test.simulator.pay(sold.orderId);
    await test.settlement.settleOrder(sold.orderId, "webhook");
    expect(apiError(await test.initiate(sold))).toEqual([409, "already_paid"]);
    const closing = await test.paying("B11");
    await closing.visitor.reserve("B12");
    expect(apiError(await test.initiate(closing))).toEqual([409, "order_closing"]);
    const late = await test.paying("B13");
    await test.endWindow(late);
    expect(apiError(await test.initiate(late))).toEqual([409, "order_closing"]);
  });
});

describe("somebody else's use of a phone number or e-mail", () => {
  it("never prevents a payment, nor ends one, and stands in no log of the database", async () => {
    const hers = { phoneNumber: "9765432101", email: "meera.victim@example.com" };
    const stranger = await test.paying("B14", hers);
    const another = await test.paying("B15", { ...hers, email: "MEERA.victim@example.com" });
    const victim = await test.registered("B16", hers);
    expect((await test.initiate(victim)).status).toBe(201);
    for (const buyer of [stranger, another, victim]) {
      expect(await test.orderState(buyer.orderId)).toBe("open");
      await test.simulator.pay(buyer.orderId);
      expect((await test.settlement.settleOrder(buyer.orderId, "webhook")).outcome).toBe("sold");
    }

    const log = process.env["POSTGRES_LOG"] ?? "";
    const mark = `mark-${randomUUID()}`;
    await expect(test.mela.query(`SELECT '${mark}'::integer`)).rejects.toThrow();
    await until(async () => (await readFile(log, "utf8")).includes(mark), "PostgreSQL to write its log");
    expect(await readFile(log, "utf8")).not.toMatch(/9765432101|meera\.victim/i);
  });

  it("keeps two browsers of one person from nothing, and each turns away from its own payment only", async () => {
    const own = { phoneNumber: "9765432102", email: "meera@example.com" };
    const phone = await test.paying("B17", own);
    const laptop = await test.paying("B18", own);
    // Paying for another stall asks this browser's older order to close, and no other.
    const next = await test.registered("B19", own, laptop.visitor);
    expect(await test.orderState(laptop.orderId)).toBe("closing");
    expect(await test.orderState(phone.orderId)).toBe("open");
    expect((await test.initiate(next)).status).toBe(201);
    expect((await test.initiate(phone)).status).toBe(201);
  });
});

it("allows five started payments an hour per visitor and phone, not counting rejected ones", async () => {
  const limited = await PayingTest.start({ RATE_LIMITS: "on" });
  try {
    const phoneNumber = "9000000001";
    const visitor = limited.mela.visitor();
    for (const stallId of ["B1", "B2", "B3", "B4", "B5"]) {
      const buyer = await limited.registered(stallId, { phoneNumber }, visitor);
      if (stallId === "B1") {
        await limited.simulator.fault("createOrder", "refuse", { orderId: buyer.orderId });
        expect(apiError(await limited.initiate(buyer))).toEqual([409, "order_refused"]);
      }
      expect((await limited.initiate(buyer)).status).toBe(201);
      await limited.simulator.pay(buyer.orderId);
      await limited.settlement.settleOrder(buyer.orderId, "webhook");
    }
    const sixth = await limited.registered("B6", { phoneNumber }, visitor);
    const answer = await limited.initiate(sixth);
    expect(apiError(answer)).toEqual([429, "rate_limited"]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    expect(await limited.mela.history("B6")).toEqual(["registered"]);
    // Another visitor with the same number can still pay.
    const other = await limited.registered("B7", { phoneNumber });
    expect((await limited.initiate(other)).status).toBe(201);
  } finally {
    await limited.close();
  }
});

describe("when the provider does not take the order", () => {
  it("returns the booking to registered when the provider rejects the order, with the original deadline", async () => {
    const buyer = await test.registered("B20");
    const before = (await buyer.visitor.myHold()).body;
    await test.simulator.fault("createOrder", "refuse", { orderId: buyer.orderId });
    expect(apiError(await test.initiate(buyer))).toEqual([409, "order_refused"]);
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
    await test.mela.query("CREATE TRIGGER late AFTER INSERT ON payment_attempts FOR EACH ROW EXECUTE FUNCTION late()");
    try {
      expect(apiError(await test.initiate(buyer))).toEqual([409, "order_refused"]);
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
    expect(apiError(await test.initiate(buyer))).toEqual([503, "provider_unavailable"]);
    expect(await test.mela.history("B22")).toEqual(["registered"]);
    expect((await test.initiate(buyer)).status).toBe(201);
  });

  it("stays paying when nobody knows, and takes up the order that was made all the same", async () => {
    const buyer = await test.registered("B23");
    await test.simulator.fault("createOrder", "lostAnswer", { orderId: buyer.orderId });
    expect(apiError(await test.initiate(buyer))).toEqual([503, "provider_unavailable"]);
    expect(await test.mela.history("B23")).toEqual(["paying"]);
    expect(await attempts(buyer.orderId)).toEqual(["unknown"]);
    const again = await test.initiate(buyer);
    expect(again.status).toBe(201);
    expect(again.body["paymentSessionId"]).toMatch(/^session_/);
    expect(await attempts(buyer.orderId)).toEqual(["accepted"]);
  });

  it("waits at most eight seconds for a response", async () => {
    const buyer = await test.registered("B24");
    await test.simulator.fault("createOrder", "timeout", { orderId: buyer.orderId });
    const began = Date.now();
    expect(apiError(await test.initiate(buyer))).toEqual([503, "provider_unavailable"]);
    const took = Date.now() - began;
    expect(took).toBeGreaterThan(7_900);
    // Ten times what it takes, so that a slow machine passes.
    expect(took).toBeLessThan(80_000);
    expect((await test.initiate(buyer)).status).toBe(201);
  });

  it("starts over when the order never arrived", async () => {
    const buyer = await test.registered("B25");
    await test.simulator.fault("createOrder", "error500", { orderId: buyer.orderId });
    expect(apiError(await test.initiate(buyer))).toEqual([503, "provider_unavailable"]);
    expect((await test.initiate(buyer)).status).toBe(201);
    expect(await attempts(buyer.orderId)).toEqual(["refused", "accepted"]);
    expect(await test.mela.eventLog("B25")).toContain(
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

describe("races", () => {
  it("of paying and the end of the hold: either it is paying, or released and refused", async () => {
    const stalls = ["B31", "B32", "B33", "B34", "B35", "B36", "B37", "B38"];
    for (const stallId of stalls) {
      const buyer = await test.registered(stallId);
      const bookingId = await test.bookingOf(buyer.orderId);
      await test.mela.query(
        "UPDATE bookings SET hold_expires_at = clock_timestamp() + interval '15 milliseconds' WHERE id = $1",
        [bookingId],
      );
      const releases = async (): Promise<void> => {
        for (let times = 0; times < 8; times += 1) await test.get(HoldsService).releaseExpiredHold(bookingId);
      };
      const [answer] = await Promise.all([test.initiate(buyer), releases()]);
      await test.get(HoldsService).releaseExpiredHold(bookingId);
      const isPaying = answer.status === 201;
      expect(isPaying ? [201, undefined] : apiError(answer)).toEqual(
        isPaying ? [201, undefined] : [409, "hold_expired"],
      );
      expect(await test.mela.history(stallId)).toEqual([isPaying ? "paying" : "released: hold_expired"]);
    }
  });

  it("of opening an order and turning to another stall: it is never open beyond that", async () => {
    for (const [stallId, other] of [
      ["B42", "B43"],
      ["B44", "B45"],
      ["B46", "B47"],
    ] as const) {
      const buyer = await test.registered(stallId);
      const [answer, reserved] = await Promise.all([test.initiate(buyer), buyer.visitor.reserve(other)]);
      expect(reserved.status).toBe(201);
      const history = await test.mela.history(stallId);
      if (history[0] === "paying") {
        expect(await test.orderState(buyer.orderId)).toBe("closing");
        expect([201, 409]).toContain(answer.status);
        expect((await test.initiate(buyer)).body["code"]).toBe("order_closing");
        await test.payments.closeExpiredPayment(await test.bookingOf(buyer.orderId));
        expect(await test.mela.history(stallId)).toEqual(["released: payment_expired"]);
      } else {
        expect(history).toEqual(["released: replaced"]);
        expect(answer.status).toBe(409);
      }
      expect(await test.mela.history(other)).toEqual(["held"]);
    }
  });
});
