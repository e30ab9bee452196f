import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import type { Type } from "@nestjs/common";
import { until } from "@sakhi/testkit/until";
import { BookingsRepository } from "../../src/bookings/bookings.repository.js";
import { HoldsService } from "../../src/bookings/holds.service.js";
import { CouponsService } from "../../src/coupons/coupons.service.js";
import { PaymentProvider } from "../../src/payments/provider/payment-provider.js";
import { Database } from "../../src/platform/database/database.js";
import { OutsideFiles } from "../../src/platform/outside/outside-files.js";
import { type Buyer, PayingTest } from "../payments/paying.js";
import { statementsOf } from "../support/statements.js";
import { apiError, codeOf, orderId as newOrderId } from "./mela.js";

const test = await PayingTest.start();
const { mela, simulator } = test;
const provider = test.get<PaymentProvider>(PaymentProvider as Type<PaymentProvider>);
beforeEach(() => mela.empty());
afterEach(async () => {
  jest.restoreAllMocks();
  await simulator.noFaults();
});
afterAll(() => test.close());

/** States of the attempts to open orders at the provider. */
const attempts = (): Promise<string[]> => mela.column("SELECT state FROM payment_attempts ORDER BY created_at");
const settle = async (orderId: string, by: "webhook" | "sweep" = "webhook"): Promise<string> =>
  await test.settle(orderId, by);
const orderAt = async (orderId: string) =>
  ((await simulator.order(orderId)) as unknown as { order: Record<string, unknown> & { customer_details: object } })
    .order;
/** Ages the attempts past the half minute after which an order unknown to the provider counts as never received. */
const ageAttempts = () => mela.query("UPDATE payment_attempts SET created_at = created_at - interval '31 seconds'");

describe("POST /api/v1/cashfree/initiate", () => {
  it("opens the registered order at the provider and returns its session", async () => {
    const buyer = await test.registered("B1");
    const before = Date.now();
    const { status, body } = await test.initiate(buyer);
    const after = Date.now();
    const paymentSessionId = expect.stringMatching(/^session_/);
    const checkoutScriptUrl = `${simulator.url}/checkout.js`;
    expect([status, body]).toEqual([
      201,
      { orderId: buyer.orderId, paymentSessionId, environment: "sandbox", checkoutScriptUrl },
    ]);
    const order = await orderAt(buyer.orderId);
    expect(order).toMatchObject({
      ...{ order_amount: 27_000, order_currency: "INR", order_status: "ACTIVE" },
      order_meta: {
        return_url: `http://127.0.0.1:1/paid-events/mela/payment-success?order_id=${buyer.orderId}`,
        notify_url: "http://127.0.0.1:1/api/v1/cashfree/webhook",
      },
      customer_details: {
        ...{ customer_id: expect.stringMatching(/^[0-9a-f]{32}$/), customer_name: "Asha Rao" },
        ...{ customer_email: "asha.b1@example.com", customer_phone: "9876660001" },
      },
    });
    const hold = (await buyer.visitor.myHold()).body;
    expect(hold).toMatchObject({ state: "paying", orderId: buyer.orderId });
    // The shown countdown is the provider's; our own deadline is half a minute later.
    const ends = Date.parse(String(hold["payUntil"]));
    expect(ends).toBe(Date.parse(String(order["order_expiry_time"])));
    expect((await mela.value<Date>("SELECT pay_until FROM bookings"))!.getTime() - ends).toBe(30_000);
    // 18 minutes from the request, in whole seconds.
    expect(ends - 1_080_000).toBeGreaterThan(before - 1_500);
    expect(ends - 1_080_000).toBeLessThan(after + 1_500);
    expect([await attempts(), await test.orderState(buyer.orderId)]).toEqual([["accepted"], "open"]);
    expect((await mela.eventLog("B1")).slice(2)).toEqual([
      `payment_started by visitor (${buyer.orderId})`,
      `payment_opened by provider (${buyer.orderId})`,
    ]);
  });

  it.each([
    ["hi", "/hi"],
    ["hi-IN,hi;q=0.9,en;q=0.8", "/hi"],
    ["kn", ""],
    ["evil.example", ""],
  ])("has the provider return a payer whose page is in %s to the page in that language", async (language, prefix) => {
    const buyer = await test.registered("B1");
    expect((await test.initiate(buyer, {}, buyer.visitor, language)).status).toBe(201);
    const page = `http://127.0.0.1:1${prefix}/paid-events/mela/payment-success`;
    const { order_meta: meta } = await orderAt(buyer.orderId);
    expect(meta).toMatchObject({ return_url: `${page}?order_id=${buyer.orderId}` });
    // Her order is ours all the same.
    await simulator.pay(buyer.orderId);
    expect(await settle(buyer.orderId)).toBe("sold");
  });

  it("claims, requests and records without reading again", async () => {
    const buyer = await test.registered("B1");
    const createOrder = provider.createOrder.bind(provider);
    jest.spyOn(provider, "createOrder").mockImplementation(async (...order) => {
      // A marker in the recorded statements.
      await mela.query("SELECT 'the provider is asked'");
      return createOrder(...order);
    });
    const sent = await statementsOf(() => test.initiate(buyer));
    // The events' facts are reread behind calls, when they are a second old.
    const others = /pg_notify|rate_limits|metric_|AS stall_count|FROM organisation/;
    // The window, if the claim and the order are of different seconds.
    const own = sent
      .map(({ text }) => text.trim())
      .filter((text) => !others.test(text) && !text.includes("pay_until = $1"));
    // The third: whether the event was cancelled meanwhile (decision 74); with it, the further stalls of the order (131).
    const begin = ["START", "SELECT", "SELECT", "SELECT FROM bookings b", "SELECT b.id"];
    // With the history and the workflow's signal.
    const claim = ["WITH changed AS (UPDATE bookings", "UPDATE orders", "INSERT INTO payment_attempts", "COMMIT"];
    const response = ["WITH orders", "WITH answered", "WITH changed AS (INSERT INTO booking_events", "COMMIT"];
    const mark = "SELECT 'the provider is asked'";
    // The pause of a restored database first (decision 50).
    const paused = ["START", "SELECT (EXISTS", "SELECT", "SELECT"];
    const expected = ["SELECT", ...paused, ...claim, mark, ...begin, ...response];
    expect(own.map((text, index) => text.slice(0, expected[index]?.length))).toEqual(expected);
  });

  describe("a process that is killed while it opens an order", () => {
    /** What a killed process has done, seen from other connections: the note, the attempt, and the provider. */
    const left = async (orderId: string, noted: readonly string[]) => ({
      noted: noted.includes(orderId),
      attempts: await attempts(),
      asked: (await simulator.order(orderId).catch(() => undefined)) !== undefined,
    });
    const never = new Promise<never>(() => undefined);
    const noting = (then: (orderId: string) => Promise<void>) =>
      jest.spyOn(OutsideFiles.prototype, "logOrder").mockImplementation((_installation, orderId) => then(orderId));
    /** Starts a payment that gets as far as this, and no further. */
    const startUntil = async (buyer: Buyer, stop: (reached: () => void) => void): Promise<void> => {
      const reached = new Promise<void>((resolve) => stop(resolve));
      void test.initiate(buyer).catch(() => undefined);
      await reached;
    };

    // The table of decision 103: an order that is noted has its attempt, and one that the provider has is noted.
    it("before the claim is committed leaves no note", async () => {
      const buyer = await test.registered("B1");
      const noted: string[] = [];
      noting(async (orderId) => void noted.push(orderId));
      jest.spyOn(test.get(CouponsService), "promise").mockRejectedValueOnce(new Error("killed"));
      expect((await test.initiate(buyer)).status).toBe(500);
      expect(await left(buyer.orderId, noted)).toEqual({ noted: false, attempts: [], asked: false });
      expect((await buyer.visitor.myHold()).body).toMatchObject({ state: "registered" });
    });

    it("while it writes the note has committed the claim", async () => {
      const buyer = await test.registered("B1");
      await startUntil(buyer, (reached) =>
        noting(async () => {
          reached();
          await never;
        }),
      );
      expect(await left(buyer.orderId, [])).toEqual({ noted: false, attempts: ["creating"], asked: false });
    });

    it("while it asks the provider has noted the order", async () => {
      const buyer = await test.registered("B1");
      const noted: string[] = [];
      noting(async (orderId) => void noted.push(orderId));
      await startUntil(buyer, (reached) =>
        jest.spyOn(provider, "createOrder").mockImplementation(async () => {
          reached();
          return never;
        }),
      );
      expect(await left(buyer.orderId, noted)).toEqual({ noted: true, attempts: ["creating"], asked: false });
    });

    it("before it has recorded the answer has noted the order", async () => {
      const buyer = await test.registered("B1");
      const noted: string[] = [];
      noting(async (orderId) => void noted.push(orderId));
      const createOrder = provider.createOrder.bind(provider);
      await startUntil(buyer, (reached) =>
        jest.spyOn(provider, "createOrder").mockImplementation(async (...order) => {
          await createOrder(...order);
          reached();
          return never;
        }),
      );
      expect(await left(buyer.orderId, noted)).toEqual({ noted: true, attempts: ["creating"], asked: true });
    });
  });

  it("omits a name shorter than the provider accepts", async () => {
    const buyer = await test.paying("B2", { fullName: "Jo" });
    expect(await orderAt(buyer.orderId)).toMatchObject({ customer_details: { customer_name: null } });
  });

  it("returns the same session to ten concurrent calls, a second tab, a reload and after a failed attempt", async () => {
    const buyer = await test.registered("B3");
    const responses = await Promise.all(Array.from({ length: 10 }, () => test.initiate(buyer)));
    responses.push(await test.initiate(buyer));
    await simulator.pay(buyer.orderId, { outcome: "failed" });
    await settle(buyer.orderId);
    responses.push(await test.initiate(buyer));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
    for (const { body } of responses) expect(body).toEqual(responses[0]!.body);
    expect(await attempts()).toEqual(["accepted"]);
  });

  it("rejects other visitors, unknown orders and mismatches with the registration, and changes nothing", async () => {
    const buyer = await test.registered("B5");
    const as = (stallId: string, stallType: string) => ({ metadata: { type: "mela_stall", stallId, stallType } });
    const stranger = mela.visitor();
    await stranger.myHold();
    const before = await rowsWritten();
    expect(apiError(await test.initiate(buyer, {}, mela.visitor()))).toEqual([403, "not_yours"]);
    expect(apiError(await test.initiate(buyer, {}, stranger))).toEqual([403, "not_yours"]);
    expect(apiError(await test.initiate(buyer, { orderId: newOrderId() }))).toEqual([404, "order_not_found"]);
    expect(apiError(await test.initiate(buyer, as("B5", "Premium")))).toEqual([409, "stall_mismatch"]);
    expect(apiError(await test.initiate(buyer, as("B6", "General")))).toEqual([409, "stall_mismatch"]);
    for (const amount of [1, 26_999.99, 27_000.01, 270_000])
      expect(apiError(await test.initiate(buyer, { amount }))).toEqual([409, "amount_mismatch"]);
    expect(apiError(await test.initiate(buyer, { amount: -5 }))).toEqual([400, "invalid_request"]);
    expect(await rowsWritten()).toEqual(before);
  });

  it.each<[string, string, "registered" | "paying", (buyer: Buyer) => Promise<unknown>]>([
    ["an expired hold", "hold_expired", "registered", () => mela.expire("B1")],
    ["a released stall", "hold_expired", "registered", ({ visitor }) => visitor.release("B1")],
    ["a replaced stall", "hold_replaced", "registered", ({ visitor }) => visitor.reserve("B2")],
    ["a paid order", "already_paid", "paying", async ({ orderId }) => (await simulator.pay(orderId), settle(orderId))],
    [
      "an order whose payer switched to another stall",
      "order_closing",
      "paying",
      ({ visitor }) => visitor.reserve("B2"),
    ],
    ["an order past its payment window", "order_closing", "paying", (buyer) => test.endWindow(buyer)],
  ])("rejects %s with %s", async (_what, code, state, meanwhile) => {
    const buyer = await test[state]("B1");
    await meanwhile(buyer);
    expect(apiError(await test.initiate(buyer))).toEqual([409, code]);
  });
});

describe("a phone number or e-mail address used by several visitors", () => {
  it("neither blocks nor ends a payment, and does not appear in PostgreSQL's log", async () => {
    const hers = { phoneNumber: "9765432101", email: "meera.victim@example.com" };
    const stranger = await test.paying("B14", hers);
    const another = await test.paying("B15", { ...hers, email: "MEERA.victim@example.com" });
    const victim = await test.paying("B16", hers);
    for (const { orderId } of [stranger, another, victim]) {
      expect(await test.orderState(orderId)).toBe("open");
      await simulator.pay(orderId);
      expect(await settle(orderId)).toBe("sold");
    }
    const log = process.env["POSTGRES_LOG"] ?? "";
    const mark = `mark-${randomUUID()}`;
    await expect(mela.query(`SELECT '${mark}'::integer`)).rejects.toThrow();
    await until("PostgreSQL to write its log", async () => (await readFile(log, "utf8")).includes(mark));
    expect(await readFile(log, "utf8")).not.toMatch(/9765432101|meera\.victim/i);
  });

  it("lets two browsers of one person pay; each closes only its own earlier payment", async () => {
    const own = { phoneNumber: "9765432102", email: "meera@example.com" };
    const [phone, laptop] = [await test.paying("B17", own), await test.paying("B18", own)];
    // Reserving another stall closes only this browser's earlier order.
    const next = await test.registered("B19", own, laptop.visitor);
    expect([await test.orderState(laptop.orderId), await test.orderState(phone.orderId)]).toEqual(["closing", "open"]);
    expect([codeOf(await test.initiate(next)), codeOf(await test.initiate(phone))]).toEqual([201, 201]);
  });
});

it("allows five opened payments an hour per visitor and phone, not counting rejected ones", async () => {
  const limited = await PayingTest.start({ RATE_LIMITS: "on" });
  try {
    const [visitor, own] = [limited.mela.visitor(), { phoneNumber: "9000000001" }];
    for (const stallId of ["B1", "B2", "B3", "B4", "B5"]) {
      const buyer = await limited.registered(stallId, own, visitor);
      if (stallId === "B1") {
        await limited.simulator.fault("createOrder", "refuse", { orderId: buyer.orderId });
        expect(codeOf(await limited.initiate(buyer))).toBe("order_refused");
      }
      expect(codeOf(await limited.initiate(buyer))).toBe(201);
    }
    const response = await limited.initiate(await limited.registered("B6", own, visitor));
    expect(apiError(response)).toEqual([429, "rate_limited"]);
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
    expect(await limited.mela.history("B6")).toEqual(["registered"]);
    // Another visitor with the same phone number can still pay.
    await limited.paying("B7", own);
  } finally {
    await limited.close();
  }
});

describe("POST /api/v1/cashfree/initiate when the provider does not accept the order", () => {
  const NOT_ASKED = ["refused", "accepted"];
  it.each([
    // Rejected: the booking is registered again, with its original deadline.
    ["the order is refused", "refuse", {}, "order_refused", "registered", NOT_ASKED],
    ["requests are rate limited", "status", { status: 429 }, "provider_unavailable", "registered", NOT_ASKED],
    // Unknown: the booking stays paying. The next try uses the created order, or starts over.
    ["the response is lost", "lostAnswer", {}, "provider_unavailable", "paying", ["accepted"]],
    ["the order never arrived", "error500", {}, "provider_unavailable", "paying", NOT_ASKED],
  ] as const)("because %s, opens it on the next try", async (_why, fault, options, code, state, tried) => {
    const buyer = await test.registered("B1");
    const { expiresAt } = (await buyer.visitor.myHold()).body;
    await simulator.fault("createOrder", fault, { ...options, orderId: buyer.orderId });
    expect(codeOf(await test.initiate(buyer))).toBe(code);
    expect([await mela.history("B1"), await attempts()]).toEqual([
      [state],
      [state === "paying" ? "unknown" : "refused"],
    ]);
    expect(await test.orderState(buyer.orderId)).toBe(state === "paying" ? "open" : "unsent");
    if (state === "registered") expect((await buyer.visitor.myHold()).body).toMatchObject({ state, expiresAt });
    const again = await test.initiate(buyer);
    expect([again.status, again.body["paymentSessionId"]]).toEqual([201, expect.stringMatching(/^session_/)]);
    expect(await attempts()).toEqual(tried);
    const notOpened = "payment_not_opened by provider (the payment provider never got the order)";
    expect((await mela.eventLog("B1")).includes(notOpened)).toBe(fault === "error500");
  });

  it("releases the hold if it expires while the provider refuses", async () => {
    const buyer = await test.registered("B1");
    const createOrder = provider.createOrder.bind(provider);
    jest.spyOn(provider, "createOrder").mockImplementation(async (...order) => {
      await mela.query("UPDATE bookings SET hold_expires_at = clock_timestamp() - interval '1 second'");
      return createOrder(...order);
    });
    await simulator.fault("createOrder", "refuse", { orderId: buyer.orderId });
    expect(codeOf(await test.initiate(buyer))).toBe("order_refused");
    expect([await mela.history("B1"), await test.orderState(buyer.orderId), await test.mails("B1")]).toEqual([
      ...[["released: hold_expired"], "void", ["hold-expired"]],
    ]);
    expect((await mela.visitor().reserve("B1")).status).toBe(201);
  });

  it("times out after eight seconds", async () => {
    const buyer = await test.registered("B1");
    await simulator.fault("createOrder", "timeout", { orderId: buyer.orderId });
    const began = Date.now();
    expect(codeOf(await test.initiate(buyer))).toBe("provider_unavailable");
    const took = Date.now() - began;
    expect(took).toBeGreaterThan(7_900);
    // Ten times the timeout, for slow machines.
    expect(took).toBeLessThan(80_000);
    expect((await test.initiate(buyer)).status).toBe(201);
  });

  it.each([
    ["is registered again", ["registered"]],
    ["is released if its visitor has switched to another stall", ["released: payment_expired"]],
  ])("ignores an early 404 unless the visitor retries; later the booking %s", async (_what, history) => {
    const buyer = await test.registered("B1");
    await simulator.fault("createOrder", "error500", { orderId: buyer.orderId });
    await test.initiate(buyer);
    const switched = history[0] !== "registered";
    if (switched) expect((await buyer.visitor.reserve("B2")).status).toBe(201);
    else expect(await settle(buyer.orderId, "sweep")).toBe("open");
    expect(await mela.history("B1")).toEqual(["paying"]);
    await ageAttempts();
    expect(await settle(buyer.orderId, "sweep")).toBe("not_opened");
    expect([await mela.history("B1"), await mela.history("B2")]).toEqual([history, switched ? ["held"] : []]);
    expect(await test.mails("B1")).toEqual([]);
  });
});

describe("a payment's start races", () => {
  it("the end of the hold: the booking is either paying, or released and rejected", async () => {
    const stalls = ["B31", "B32", "B33", "B34", "B35", "B36", "B37", "B38"];
    for (const stallId of stalls) {
      const buyer = await test.registered(stallId);
      const bookingId = await test.bookingOf(buyer.orderId);
      await mela.query(
        "UPDATE bookings SET hold_expires_at = clock_timestamp() + interval '15 milliseconds' WHERE id = $1",
        [bookingId],
      );
      const releases = async (): Promise<void> => {
        for (let times = 0; times < 8; times += 1) await test.get(HoldsService).releaseExpiredHold(bookingId);
      };
      const [response] = await Promise.all([test.initiate(buyer), releases()]);
      await test.get(HoldsService).releaseExpiredHold(bookingId);
      const isPaying = response.status === 201;
      expect(codeOf(response)).toBe(isPaying ? 201 : "hold_expired");
      expect(await mela.history(stallId)).toEqual([isPaying ? "paying" : "released: hold_expired"]);
    }
  });

  it("a switch to another stall: the order never stays open after it", async () => {
    for (const number of [41, 43, 45]) {
      const [stallId, other] = [`B${number}`, `B${number + 1}`];
      const buyer = await test.registered(stallId);
      const [response, reserved] = await Promise.all([test.initiate(buyer), buyer.visitor.reserve(other)]);
      expect(reserved.status).toBe(201);
      const history = await mela.history(stallId);
      if (history[0] === "paying") {
        expect(await test.orderState(buyer.orderId)).toBe("closing");
        expect([201, 409]).toContain(response.status);
        expect((await test.initiate(buyer)).body["code"]).toBe("order_closing");
        await test.expiredPayments.closeExpiredPayment(await test.bookingOf(buyer.orderId));
        expect(await mela.history(stallId)).toEqual(["released: payment_expired"]);
      } else {
        expect(history).toEqual(["released: replaced"]);
        expect(response.status).toBe(409);
      }
      expect(await mela.history(other)).toEqual(["held"]);
    }
  });
});

/** "after reading": the booking was read but not changed; "after asking": the provider's response is not recorded yet. */
type Moment = "before" | "after reading" | "after asking";
type Act = (buyer: Buyer) => Promise<unknown>;

const change =
  (set: string): Act =>
  ({ orderId }) =>
    mela.query(`UPDATE bookings SET ${set} WHERE order_id = $1`, [orderId]);
const refused: Act = async (buyer) => {
  await simulator.fault("createOrder", "refuse", { orderId: buyer.orderId });
  expect((await test.initiate(buyer)).status).toBe(409);
};
const startedByAnother: Act = async (buyer) => {
  await change("state = 'paying', pay_until = clock_timestamp() + interval '18 minutes'")(buyer);
  await mela.query(
    `UPDATE orders SET state = 'open', environment = 'sandbox', payment_session_id = 'session_of_another',
            provider_expires_at = date_trunc('second', clock_timestamp()) + interval '17 minutes 30 seconds'`,
  );
  await mela.query(
    `INSERT INTO payment_attempts (id, order_id, idempotency_key, state, request, response_status)
     SELECT gen_random_uuid(), order_id, gen_random_uuid(), 'accepted',
            jsonb_build_object('expiresAt', clock_timestamp()), 200 FROM orders`,
  );
};
const settled: Act = async ({ orderId }) => (await ageAttempts(), settle(orderId, "sweep"));
const switched: Act = async ({ visitor }) => expect((await visitor.reserve("B8")).status).toBe(201);

/** What happens meanwhile; then the response, and the rows left. */
const CASES: readonly [string, Moment, Act, readonly string[]][] = [
  [
    "a started payment",
    "before",
    async () => undefined,
    [
      "201 session_\u2026",
      "B7 paying 9876660007 Asha Rao 1 half minutes after the order",
      "order open sandbox 27000 session_ 18 min",
      "attempt accepted 200 9876660007 Asha Rao 2700000",
      "B7 payment_started by visitor",
      "B7 payment_opened by provider",
      "stallBooking recheck B7 paying with order",
      "stallBooking recheck B7 paying with order",
    ],
  ],
  [
    "a name shorter than the provider accepts",
    "before",
    change("full_name = 'Bo'"),
    [
      "201 session_\u2026",
      "B7 paying 9876660007 Bo 1 half minutes after the order",
      "order open sandbox 27000 session_ 18 min",
      "attempt accepted 200 9876660007 2700000",
      "B7 payment_started by visitor",
      "B7 payment_opened by provider",
      "stallBooking recheck B7 paying with order",
      "stallBooking recheck B7 paying with order",
    ],
  ],
  [
    "a retry after the provider refused",
    "before",
    refused,
    [
      "201 session_\u2026",
      "B7 paying 9876660007 Asha Rao 1 half minutes after the order",
      "order open sandbox 27000 session_ 18 min",
      'attempt refused 400 {"code": "request_failed"} 9876660007 Asha Rao 2700000',
      "attempt accepted 200 9876660007 Asha Rao 2700000",
      "B7 payment_started by visitor",
      "B7 payment_not_opened by provider refused by the payment provider",
      "B7 payment_started by visitor",
      "B7 payment_opened by provider",
      "stallBooking recheck B7 paying with order",
      "stallBooking recheck B7 paying with order",
      "stallBooking recheck B7 paying with order",
    ],
  ],
  [
    "a hold that expires meanwhile",
    "after reading",
    ({ stallId }) => mela.expire(stallId),
    ["409 hold_expired", "B7 registered 9876660007 Asha Rao", "order unsent 27000 min"],
  ],
  [
    "a booking corrected meanwhile",
    "after reading",
    change("phone = '9876500099', full_name = 'Asha R Rao'"),
    [
      "201 session_\u2026",
      "B7 paying 9876500099 Asha R Rao 1 half minutes after the order",
      "order open sandbox 27000 session_ 18 min",
      "attempt accepted 200 9876500099 Asha R Rao 2700000",
      "B7 payment_started by visitor",
      "B7 payment_opened by provider",
      "stallBooking recheck B7 paying with order",
      "stallBooking recheck B7 paying with order",
    ],
  ],
  [
    "a booking that an operator moves meanwhile",
    "after reading",
    change("stall_key = (SELECT stall_key FROM stalls WHERE stall_id = 'B9')"),
    [
      "201 session_\u2026",
      "B9 paying 9876660007 Asha Rao 1 half minutes after the order",
      "order open sandbox 27000 session_ 18 min",
      "attempt accepted 200 9876660007 Asha Rao 2700000",
      "B9 payment_started by visitor",
      "B9 payment_opened by provider",
      "stallBooking recheck B9 paying with order",
      "stallBooking recheck B9 paying with order",
    ],
  ],
  [
    "a payment that another request starts concurrently",
    "after reading",
    startedByAnother,
    [
      "201 session_of_another",
      "B7 paying 9876660007 Asha Rao 1 half minutes after the order",
      "order open sandbox 27000 session_ 17 min",
    ],
  ],
  [
    "a visitor who switches to another stall meanwhile",
    "after asking",
    switched,
    [
      "409 order_closing",
      "B7 paying 9876660007 Asha Rao -36 half minutes after the order",
      "B8 held",
      "order closing sandbox 27000 session_ visitor 18 min",
      "attempt accepted 200 9876660007 Asha Rao 2700000",
      "B7 payment_started by visitor",
      "B7 termination_requested by visitor",
      "B7 payment_opened by provider",
      "stallBooking recheck B7 paying with order",
      "stallBooking recheck B7 paying with order",
      "stallBooking recheck B7 paying with order",
    ],
  ],
  [
    "a booking that an operator moves meanwhile",
    "after asking",
    change("stall_key = (SELECT stall_key FROM stalls WHERE stall_id = 'B9')"),
    [
      "201 session_\u2026",
      "B9 paying 9876660007 Asha Rao 1 half minutes after the order",
      "order open sandbox 27000 session_ 18 min",
      "attempt accepted 200 9876660007 Asha Rao 2700000",
      "B7 payment_started by visitor",
      "B9 payment_opened by provider",
      "stallBooking recheck B7 paying with order",
      "stallBooking recheck B9 paying with order",
    ],
  ],
  [
    "a response already recorded by the settlement",
    "after asking",
    settled,
    [
      "201 session_\u2026",
      "B7 paying 9876660007 Asha Rao 1 half minutes after the order",
      "order open sandbox 27000 session_ 18 min",
      "attempt accepted 200 9876660007 Asha Rao 2700000",
      "B7 payment_started by visitor",
      "B7 payment_opened by provider",
      "stallBooking recheck B7 paying with order",
      "stallBooking recheck B7 paying with order",
    ],
  ],
];

/** Every row that starting a payment writes, one line each, without ids and times. */
async function rowsWritten(): Promise<string[]> {
  const bookings = mela.column(
    `SELECT concat_ws(' ', s.stall_id, b.state, b.release_reason, b.phone, b.full_name,
              round(extract(epoch FROM b.pay_until - o.provider_expires_at) / 30) || ' half minutes after the order')
       FROM bookings b JOIN stalls s USING (stall_key) LEFT JOIN orders o ON o.order_id = b.order_id ORDER BY b.held_at`,
  );
  const orders = mela.column(
    `SELECT concat_ws(' ', 'order', state, environment, amount_paise / 100, left(payment_session_id, 8), closing_actor,
              round(extract(epoch FROM provider_expires_at - clock_timestamp()) / 60), 'min')
       FROM orders ORDER BY created_at`,
  );
  const requests = mela.column(
    `SELECT concat_ws(' ', 'attempt', a.state, a.response_status, a.response,
              CASE WHEN (a.answered_at IS NULL) <> (a.state = 'creating') THEN 'wrong time' END,
              a.request->'customer'->>'phone', a.request->'customer'->>'name', a.request->>'amountPaise',
              CASE WHEN a.request->>'installation' <> (SELECT id::text FROM installation) THEN 'wrong mark' END,
              CASE WHEN a.request->>'expiresAt' !~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' THEN 'not whole seconds' END,
              CASE WHEN a.state = 'accepted' AND (a.request->>'expiresAt')::timestamptz <> o.provider_expires_at
                THEN 'another end' END)
       FROM payment_attempts a JOIN orders o USING (order_id) WHERE a.request ? 'orderId' ORDER BY a.created_at`,
  );
  const events = mela.column(
    `SELECT concat_ws(' ', s.stall_id, e.kind, 'by', e.actor, CASE WHEN e.detail->>'note' NOT LIKE 'MELA%' THEN e.detail->>'note' END,
              CASE WHEN e.transaction_id IS NULL THEN 'not traced' END)
       FROM booking_events e JOIN stalls s USING (stall_key) WHERE e.kind NOT IN ('reserved', 'registered') ORDER BY e.id`,
  );
  const nudges = mela.column(
    `SELECT concat_ws(' ', payload->>'workflowType', payload->>'signal', payload->'searchAttributes'->>'StallId',
              payload->'searchAttributes'->>'Stage',
              CASE WHEN o.payload->'searchAttributes'->>'OrderId' IS NOT NULL THEN 'with order' END)
       FROM outbox o WHERE topic = 'workflow' AND payload->'searchAttributes'->>'Stage' NOT IN ('held', 'registered') ORDER BY o.id`,
  );
  const mails = mela.column("SELECT 'mail ' || template FROM mails ORDER BY template");
  const issues = mela.column("SELECT 'issue ' || kind FROM issues ORDER BY kind");
  const parts = await Promise.all([bookings, orders, requests, events, nudges, mails, issues]);
  return parts.flat();
}

/** Initiates a payment with a concurrent act. @returns the response and the rows written */
async function run(when: Moment, act: Act): Promise<string[]> {
  const buyer = await test.registered("B7");
  const now = (moment: Moment) => (moment === when ? act(buyer) : undefined);
  await now("before");
  const bookings = test.get(BookingsRepository);
  const [find, create] = [bookings.findByOrder.bind(bookings), provider.createOrder.bind(provider)];
  let isRead = false;
  jest.spyOn(bookings, "findByOrder").mockImplementation(async (...order) => {
    const found = await find(...order);
    if (!isRead) await now("after reading");
    isRead = true;
    return found;
  });
  jest.spyOn(provider, "createOrder").mockImplementation(async (...order) => {
    const response = await create(...order);
    await now("after asking");
    return response;
  });
  const { status, body } = await test.initiate(buyer);
  jest.restoreAllMocks();
  const { paymentSessionId = "" } = body as { paymentSessionId?: string };
  const session = paymentSessionId.slice(0, 20);
  const response = [status, body["code"], session.replace(/(?<=^session_)(?!of_another).*/, "…")];
  return [response.filter((part) => part !== undefined && part !== "").join(" "), ...(await rowsWritten())];
}

describe("starting a payment", () => {
  it.each(CASES)("%s (%s)", async (_what, when, act, expected) => {
    expect(await run(when, act)).toEqual(expected);
  });

  it("notifies the plan and the relay after the commits, not inside them", async () => {
    const buyer = await test.registered("B7");
    const notices = jest.spyOn(test.get(Database), "notify").mockImplementation(() => undefined);
    expect((await test.initiate(buyer)).status).toBe(201);
    expect(notices.mock.calls.flat()).toEqual([
      { channel: "outbox", payload: "workflow" },
      { channel: "layout", payload: await test.mela.value("SELECT id::text FROM events") },
      { channel: "outbox", payload: "workflow" },
    ]);
  });
});
