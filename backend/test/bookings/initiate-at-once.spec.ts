import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import type { Type } from "@nestjs/common";
import { OrdersRepository } from "../../src/payments/orders.repository.js";
import { PaymentProvider } from "../../src/payments/provider/payment-provider.js";
import { Database } from "../../src/platform/database/database.js";
import { type Buyer, PayingTest } from "../payments/paying.js";
import type { Answer } from "./mela.js";

// The functions start_payment and accept_payment beside the services' transactions (decision 39): the same cases through both.

const test = await PayingTest.start();
const empty = (): Promise<unknown> =>
  test.mela.query(
    "TRUNCATE outbox, booking_events, coupon_claims, mails, issues, payment_attempts, orders, bookings, visitors CASCADE",
  );
beforeEach(empty);
afterEach(async () => {
  jest.restoreAllMocks();
  await test.simulator.noFaults();
});
afterAll(() => test.close());

interface Case {
  readonly what: string;
  /** Of the two statements, those that do it without a transaction: starting to pay, and recording the answer. */
  readonly atOnce: "both" | "start" | "none";
  readonly before?: (buyer: Buyer) => Promise<unknown>;
  /** After the booking was read without locks and before anything is done to it. */
  readonly afterReading?: (buyer: Buyer) => Promise<unknown>;
  /** After the provider has done what it was asked and before its answer is recorded. */
  readonly afterAsking?: (buyer: Buyer) => Promise<unknown>;
}

const change = (set: string) => (buyer: Buyer) =>
  test.mela.query(`UPDATE bookings SET ${set} WHERE order_id = $1`, [buyer.orderId]);

const CASES: readonly Case[] = [
  { what: "a payment that is started", atOnce: "both" },
  { what: "one whose name is shorter than the provider takes", atOnce: "both", before: change("full_name = 'Bo'") },
  {
    what: "a second try, after the provider refused",
    atOnce: "both",
    before: async (buyer) => {
      await test.simulator.fault("createOrder", "refuse", { orderId: buyer.orderId });
      expect((await test.initiate(buyer)).status).toBe(409);
    },
  },
  {
    what: "a hold that runs out while it is started",
    atOnce: "none",
    afterReading: ({ stallId }) => test.mela.expire(stallId),
  },
  {
    what: "a booking corrected while its payment is started",
    atOnce: "none",
    afterReading: change("phone = '9876500099', full_name = 'Asha R Rao'"),
  },
  {
    what: "a booking that an operator moves while its payment is started",
    atOnce: "none",
    afterReading: change("stall_id = 'B9'"),
  },
  {
    what: "a payment that somebody else starts at the same moment",
    atOnce: "none",
    afterReading: async ({ orderId }) => {
      await change("state = 'paying', pay_until = clock_timestamp() + interval '18 minutes'")({ orderId } as Buyer);
      await test.mela.query(
        `UPDATE orders SET state = 'open', environment = 'sandbox', payment_session_id = 'session_of_another',
                provider_expires_at = date_trunc('second', clock_timestamp()) + interval '17 minutes 30 seconds'
          WHERE order_id = $1`,
        [orderId],
      );
      await test.mela.query(
        `INSERT INTO payment_attempts (id, order_id, idempotency_key, state, request, response_status)
         VALUES (gen_random_uuid(), $1, gen_random_uuid(), 'accepted',
                 jsonb_build_object('expiresAt', clock_timestamp()), 200)`,
        [orderId],
      );
    },
  },
  {
    what: "a visitor who turns to another stall while the provider is asked",
    atOnce: "start",
    afterAsking: async ({ visitor }) => expect((await visitor.reserve("B8")).status).toBe(201),
  },
  {
    what: "a booking that an operator moves while the provider is asked",
    atOnce: "start",
    afterAsking: change("stall_id = 'B9'"),
  },
  {
    what: "an answer that the settlement has recorded before",
    atOnce: "start",
    afterAsking: async ({ orderId }) => {
      await test.mela.query(
        "UPDATE payment_attempts SET created_at = created_at - interval '1 minute' WHERE order_id = $1",
        [orderId],
      );
      await test.settlement.settleOrder(orderId, "sweep");
    },
  },
];

const said = ({ status, body }: Answer): unknown => ({ status, ...body });

/** Everything that starting a payment leaves behind, without ids and times. */
async function left(): Promise<string> {
  const everything = {
    bookings: await test.mela.query(
      `SELECT b.stall_id, b.state, b.release_reason, b.phone, b.full_name,
              round(extract(epoch FROM b.pay_until - o.provider_expires_at) / 30) AS grace,
              round(extract(epoch FROM b.pay_until - clock_timestamp()) / 30) AS half_minutes
         FROM bookings b LEFT JOIN orders o ON o.order_id = b.order_id ORDER BY b.held_at`,
    ),
    orders: await test.mela.query(
      `SELECT state, environment, amount_paise, payment_session_id, closing_actor,
              round(extract(epoch FROM provider_expires_at - clock_timestamp()) / 30) AS half_minutes
         FROM orders ORDER BY created_at`,
    ),
    attempts: await test.mela.query(
      `SELECT a.state, a.response_status, a.response, a.answered_at IS NOT NULL AS answered, a.request - 'expiresAt' AS request,
              CASE a.state WHEN 'accepted' THEN (a.request->>'expiresAt')::timestamptz - o.provider_expires_at END AS differs,
              a.request->>'expiresAt' ~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' AS whole_seconds
         FROM payment_attempts a JOIN orders o USING (order_id) WHERE a.request ? 'orderId' ORDER BY a.created_at`,
    ),
    events: await test.mela.query(
      `SELECT b.stall_id, e.kind, e.actor, e.detail, e.transaction_id IS NOT NULL AS traced
         FROM booking_events e JOIN bookings b ON b.id = e.booking_id ORDER BY e.id`,
    ),
    outbox: await test.mela.query("SELECT topic, payload FROM outbox ORDER BY id"),
    mails: await test.mela.query("SELECT template FROM mails ORDER BY template"),
    issues: await test.mela.query("SELECT kind FROM issues ORDER BY kind"),
  };
  return JSON.stringify(everything, undefined, 1).replaceAll(
    /MELA\w+|session_[\w-]+|[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4,12}){4}/g,
    "…",
  );
}

/** Initiates with what happens meanwhile. @returns the answer, what is left, and how many transactions there were */
async function run({ before, afterReading, afterAsking }: Case, atOnce: boolean) {
  const buyer = await test.registered("B7");
  await before?.(buyer);
  const orders = test.get(OrdersRepository);
  const provider = test.get<PaymentProvider>(PaymentProvider as Type<PaymentProvider>);
  const [start, create] = [orders.startAtOnce.bind(orders), provider.createOrder.bind(provider)];
  jest.spyOn(orders, "startAtOnce").mockImplementation(async (...started) => {
    await afterReading?.(buyer);
    return atOnce ? start(...started) : undefined;
  });
  const transactions = jest.spyOn(test.get(Database), "transaction");
  let [toStart, recordedFrom] = [0, 0];
  jest.spyOn(provider, "createOrder").mockImplementation(async (...order) => {
    toStart = transactions.mock.calls.length;
    const answer = await create(...order);
    await afterAsking?.(buyer);
    recordedFrom = transactions.mock.calls.length;
    return answer;
  });
  const answer = said(await test.initiate(buyer));
  const toRecord = transactions.mock.calls.length - recordedFrom;
  const after = await left();
  jest.restoreAllMocks();
  return { answer, after, toStart, toRecord };
}

describe("a payment is started in one statement as in transactions", () => {
  it.each(CASES)("$what", async (each) => {
    const quick = await run(each, true);
    await empty();
    const slow = await run(each, false);
    expect(quick.answer).toEqual(expect.objectContaining({ status: expect.any(Number) }));
    expect(JSON.stringify(quick.answer).replaceAll(/MELA\w+|session_[\w-]+/g, "…")).toBe(
      JSON.stringify(slow.answer).replaceAll(/MELA\w+|session_[\w-]+/g, "…"),
    );
    expect(quick.after).toBe(slow.after);
    const { toStart, toRecord } = quick;
    if (each.atOnce === "both") expect([toStart, toRecord]).toEqual([0, 0]);
    if (each.atOnce === "start") {
      expect(toStart).toBe(0);
      expect(toRecord).toBeGreaterThan(0);
    }
    if (each.atOnce === "none") expect(toStart + toRecord).toBeGreaterThan(0);
  });

  it("notifies nobody inside the statements, and the plan and the relay after them", async () => {
    const buyer = await test.registered("B7");
    const notices = jest.spyOn(test.get(Database), "notify").mockImplementation(() => undefined);
    expect((await test.initiate(buyer)).status).toBe(201);
    expect(notices.mock.calls.flat()).toEqual([
      { channel: "outbox", payload: "workflow" },
      { channel: "layout", payload: "" },
      { channel: "outbox", payload: "workflow" },
    ]);
  });
});
