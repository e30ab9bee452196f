import { afterAll, afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { AcknowledgedFacts } from "@sakhi/testkit/acknowledged-facts";
import { LateMoneySweepService } from "../../src/bookings/late-money-sweep.service.js";
import { type OfferKey, OfferLinksService } from "../../src/mail/offer-links.service.js";
import { OperatorRefundsService } from "../../src/payments/operator-refunds.service.js";
import { MONEY_RULES } from "../../src/verify/money.rules.js";
import { type Buyer, PayingTest } from "../payments/paying.js";
import { emptyTables } from "../support/database.js";
import { brokenRules } from "../verify/broken-rules.js";
import { codeOf, type TestResponse } from "./mela.js";

const test = await PayingTest.start();
const { mela, simulator } = test;
beforeEach(() => emptyTables(mela.db.source, "invoice_counters"));
/** Money rules that hold at all times, e.g. that the money kept equals the money invoiced. */
const RULES = MONEY_RULES.filter(({ moving }) => !moving);
afterEach(async () => {
  await simulator.noFaults();
  expect([await brokenRules(mela.db.database, RULES), await mela.doublyBooked()]).toEqual([[], []]);
});
afterAll(() => test.close());

const payLate = ({ orderId }: Buyer, how = {}) => simulator.pay(orderId, { force: true, ...how });
/** Changes an order at the provider. */
const atProvider = ({ orderId }: Buyer, what: string) => simulator.control("POST", `/orders/${orderId}/${what}`);
const outcome = ({ orderId }: Buyer): Promise<string> => test.settle(orderId);
const bought = async (...stall: Parameters<typeof test.paying>): Promise<Buyer> => {
  const buyer = await test.paying(...stall);
  await simulator.pay(buyer.orderId);
  expect(await outcome(buyer)).toBe("sold");
  return buyer;
};
const statusOf = async ({ orderId }: Buyer): Promise<unknown> => (await test.status(orderId)).body["paymentStatus"];
const refundsOf = async ({ orderId }: Buyer) =>
  (await test.refundsOf(orderId)).map(({ reason, state, paise }) => `${reason} ${state} ${paise}`);
const offerStateOf = ({ orderId }: Buyer) =>
  mela.value("SELECT state FROM stall_offers WHERE order_id = $1", [orderId]);
/** Events of the order's booking, starting with the late money. */
const historyOf = async ({ orderId }: Buyer): Promise<string[]> => {
  const all = await mela.column(
    `SELECT e.kind || ' by ' || e.actor AS line FROM booking_events e JOIN bookings b ON b.id = e.booking_id
      WHERE b.order_id = $1 ORDER BY e.id`,
    [orderId],
  );
  return all.slice(all.indexOf("late_money by provider"));
};
/** The data of the order's only refund mail. */
const refundMailOf = async ({ orderId }: Buyer): Promise<unknown> => {
  const mails = await mela.column<unknown>(
    "SELECT data FROM mails WHERE template = 'payment-refunded' AND data->>'orderId' = $1",
    [orderId],
  );
  expect(mails).toHaveLength(1);
  return mails[0];
};

describe("late money", () => {
  it("buys the stall if it is still free, with its invoice and its coupon", async () => {
    const buyer = await test.released("B1", { appliedCouponCode: "ONCE50" });
    // Another visitor has taken the coupon's only use meanwhile; the paid discount stays granted.
    await test.registered("B2", { appliedCouponCode: "ONCE50" });
    await payLate(buyer);
    expect([await outcome(buyer), await outcome(buyer)]).toEqual(["sold", "sold"]);
    expect([await mela.history("B1"), await refundsOf(buyer)]).toEqual([["sold"], []]);
    expect(await test.invoicesOf(buyer.orderId)).toHaveLength(1);
    expect(await historyOf(buyer)).toEqual([
      ...["late_money by provider", "sold_late by provider", "invoice_issued by system"],
    ]);
    expect(await mela.column("SELECT code FROM coupon_claims WHERE used_at IS NOT NULL")).toEqual(["ONCE50"]);
    expect([await test.orderState(buyer.orderId), await statusOf(buyer)]).toEqual(["paid", "payment_successful"]);
  });

  interface Case {
    readonly what: string;
    /** Runs between the release and the payment. @returns the payer's or another visitor's second booking, if any */
    readonly before?: (buyer: Buyer) => Promise<Buyer | undefined>;
    readonly pay?: (buyer: Buyer) => Promise<unknown>;
    readonly outcome: string;
    readonly history: readonly string[];
    readonly refunds?: readonly string[];
    /** State of the other order. */
    readonly other?: string;
    readonly lastEvent?: string;
    /** The refund reason in the mail. */
    readonly why?: string;
  }
  const UNSOLD = "released: payment_expired";
  const BACK = "late_payment requested 2700000";
  const cases: readonly Case[] = [
    {
      what: "buys the stall even if the provider's order stays closed",
      pay: (buyer) => payLate(buyer, { keepOrderStatus: true }),
      ...{ outcome: "sold", history: ["sold"] },
    },
    {
      what: "buys the stall after releasing another visitor's expired hold",
      before: async () => {
        const other = await test.registered("B1", { phoneNumber: "9876000004", email: "other@example.com" });
        return (await mela.expire("B1"), other);
      },
      ...{ outcome: "sold", history: ["sold", "released: hold_expired"], other: "void" },
    },
    {
      what: "buys the stall after replacing the payer's own unpaid hold on it",
      before: ({ visitor }) => test.registered("B1", {}, visitor),
      ...{ outcome: "sold", history: ["sold", "released: replaced"], other: "void" },
    },
    {
      what: "is refunded if the payer has bought another stall",
      before: ({ visitor }) => bought("B2", {}, visitor),
      ...{ outcome: "refunding", history: [UNSOLD], refunds: [BACK], other: "paid", why: "own_other_stall" },
    },
    {
      what: "is refunded if the payer, recognized by phone number, bought in another browser",
      before: () => bought("B2", { phoneNumber: "9811111111" }),
      ...{ outcome: "refunding", history: [UNSOLD], refunds: [BACK], other: "paid", why: "own_other_stall" },
    },
    {
      what: "alone is refunded if the payer has paid a second order for the same stall",
      before: ({ visitor }) => bought("B1", {}, visitor),
      ...{ outcome: "refunding", history: [UNSOLD, "sold"], refunds: ["second_payment requested 2700000"] },
      other: "paid",
    },
    {
      what: "is refunded in two parts if two payments succeeded and the stall is taken",
      before: async () => void (await mela.holder("B1")),
      pay: async (buyer) => (await payLate(buyer), atProvider(buyer, "second-success")),
      ...{ outcome: "refunding", history: [UNSOLD, "held"] },
      refunds: [BACK, "second_payment requested 2700000"],
    },
    {
      what: "is neither sold for nor refunded if the provider itself reversed it",
      pay: async (buyer) => (await payLate(buyer), atProvider(buyer, "auto-refund")),
      ...{ outcome: "refunding", history: [UNSOLD], refunds: ["provider succeeded 2700000"] },
      lastEvent: "refund_succeeded by provider (returned by the payment provider itself)",
    },
    {
      what: "is ignored if the payment attempt was cancelled",
      pay: async (buyer) => {
        const { paymentId } = await payLate(buyer, { outcome: "pending" });
        await simulator.finish(buyer.orderId, paymentId ?? "", "success");
      },
      ...{ outcome: "unpaid", history: [UNSOLD] },
    },
  ];
  it.each(cases)("$what", async ({ before, pay = payLate, history, refunds = [], why, lastEvent, ...expected }) => {
    const buyer = await test.released("B1", { phoneNumber: "9811111111" });
    const other = await before?.(buyer);
    await pay(buyer);
    expect([await outcome(buyer), await outcome(buyer)]).toEqual([expected.outcome, expected.outcome]);
    expect(await mela.history("B1")).toEqual(history);
    expect(await refundsOf(buyer)).toEqual(refunds);
    expect(await test.issues(buyer.orderId)).toEqual([]);
    expect(await test.invoicesOf(buyer.orderId)).toHaveLength(expected.outcome === "sold" ? 1 : 0);
    if (why !== undefined) expect(await refundMailOf(buyer)).toMatchObject({ why });
    if (lastEvent !== undefined) expect((await mela.eventLog("B1")).at(-1)).toBe(lastEvent);
    if (other === undefined) return;
    expect([await test.orderState(other.orderId), await refundsOf(other)]).toEqual([expected.other, []]);
    if (expected.other === "void") expect(codeOf(await test.initiate(other))).toMatch(/^hold_(replaced|expired)$/);
    else expect(await test.invoicesOf(other.orderId)).toHaveLength(1);
  });

  it("is refunded if the event's sales have ended, but not what was paid in time", async () => {
    const [late, inTime] = [await test.released("B1"), await test.paying("B2", { phoneNumber: "9876000009" })];
    await mela.setSalesWindow(null, -1_000);
    try {
      await Promise.all([payLate(late), simulator.pay(inTime.orderId)]);
      expect([await outcome(late), await outcome(inTime)]).toEqual(["refunding", "sold"]);
      expect([await mela.history("B1"), await refundsOf(late)]).toEqual([[UNSOLD], [BACK]]);
      expect(await refundMailOf(late)).toMatchObject({ why: "sales_closed" });
    } finally {
      await mela.setSalesWindow(null, null);
    }
  });

  it("is not settled until the provider's refunds can be read", async () => {
    const buyer = await test.released("B1");
    await payLate(buyer);
    await simulator.fault("getRefunds", "error500", { orderId: buyer.orderId });
    expect([await outcome(buyer), await mela.history("B1")]).toEqual(["unreachable", [UNSOLD]]);
    expect(await outcome(buyer)).toBe("sold");
  });

  it("racing a new visitor for the stall, either buys it or is offered another", async () => {
    for (const stallId of ["B20", "B21", "B22", "B23", "B24", "B25"]) {
      const buyer = await test.released(stallId);
      await payLate(buyer);
      const [reserved] = await Promise.all([mela.visitor().reserve(stallId), outcome(buyer), outcome(buyer)]);
      const left = [await refundsOf(buyer), await test.invoicesOf(buyer.orderId), await offerStateOf(buyer)];
      expect([reserved.status, ...left]).toEqual(
        reserved.status === 201 ? [201, [], [], "open"] : [409, [], [expect.any(String)], undefined],
      );
    }
  });
});

describe("the offer of another stall for late money", () => {
  // Uses premium stalls only and blocks all but a few, so that the free ones are known.
  beforeEach(() =>
    mela.query(
      `INSERT INTO bookings (id, stall_key, state, price_paise)
       SELECT gen_random_uuid(), stall_key, 'blocked', price_paise FROM stalls WHERE type = 'Premium'`,
    ),
  );
  const unblock = (...stallIds: string[]) =>
    mela.query(
      "DELETE FROM bookings WHERE stall_key IN (SELECT stall_key FROM stalls WHERE stall_id = ANY($1)) AND state = 'blocked'",
      [stallIds],
    );
  const call = (what: string, body: object): Promise<TestResponse> =>
    mela.visitor().post(`/api/v1/mela/offer/${what}`, body);
  const view = (token: string) => call("view", { token });
  const accept = (token: string, stallId: string) => call("accept", { token, stallId });
  const decline = (token: string) => call("decline", { token });

  /** The token of the mailed link, derived from the mail's row as its job does. */
  async function tokenOf({ orderId }: Buyer): Promise<string> {
    const dedupeKey = `late-payment-offer/${orderId}`;
    const data = await mela.value<{ offer: OfferKey }>("SELECT data FROM mails WHERE dedupe_key = $1", [dedupeKey]);
    if (data === undefined) throw new Error(`nothing was offered for ${orderId}`);
    return new URL(test.get(OfferLinksService).url(data.offer)).hash.slice(1);
  }
  /** A buyer who paid late for a stall that another visitor holds by then, with an offer of other free stalls. */
  async function offered(
    stallId = "A1",
    { free = ["A2"], ...changes }: { free?: string[]; [field: string]: unknown } = {},
    visitor?: Buyer["visitor"],
  ): Promise<Buyer & { token: string }> {
    await unblock(stallId, ...free);
    const buyer = await test.released(stallId, changes, visitor);
    await mela.visitor().reserve(stallId);
    await payLate(buyer);
    expect(await outcome(buyer)).toBe("offered");
    return { ...buyer, token: await tokenOf(buyer) };
  }

  it.each(["held", "sold"] as const)(
    "is not made, and the money refunded in full, if the stall is %s and no similar one is free",
    async (state) => {
      await unblock("A6");
      const buyer = await test.released("A6");
      if (state === "held") await mela.holder("A6");
      else await bought("A6", { phoneNumber: "9876000007", email: "winner@example.com" });
      await payLate(buyer);
      expect([await outcome(buyer), await outcome(buyer)]).toEqual(["refunding", "refunding"]);
      const refunds = await test.refundsOf(buyer.orderId);
      expect(refunds).toEqual([
        {
          id: expect.stringMatching(/^RFND[0-9a-f]{32}$/),
          state: "requested",
          paise: 3_600_000,
          reason: "late_payment",
        },
      ]);
      expect(await mela.history("A6")).toEqual(["released: payment_expired", state]);
      expect([await test.invoicesOf(buyer.orderId), await offerStateOf(buyer)]).toEqual([[], undefined]);
      expect(await refundMailOf(buyer)).toMatchObject({ why: "stall_taken", amountPaise: 3_600_000 });
      expect(await test.nudged("refund/")).toContain(`refund/${refunds[0]?.id}`);
      expect(await statusOf(buyer)).toBe("payment_failed");
    },
  );

  it("is mailed once, with a link whose secret is stored nowhere", async () => {
    const { token, ...buyer } = await offered("A1", { free: ["A2", "A3"] });
    expect(await outcome(buyer)).toBe("offered");
    const mails = await mela.column("SELECT template FROM mails WHERE template = 'late-payment-offer'");
    expect([mails.length, await refundsOf(buyer)]).toEqual([1, []]);
    expect(await mela.history("A1")).toEqual(["released: payment_expired", "held"]);
    expect(await historyOf(buyer)).toEqual(["late_money by provider", "stall_offered by system"]);
    expect(await test.nudged("late-payment/")).toContain(`late-payment/${buyer.orderId}`);
    const secret = token.slice(33);
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    // The payer's pages show when the offer ends, but never the secret.
    const reported = await test.status(buyer.orderId);
    expect(reported.body["outcome"]).toMatchObject({ kind: "late_offer" });
    const texts = [JSON.stringify(reported.body)];
    for (const table of ["stall_offers", "mails", "outbox", "booking_events", "rate_limits"])
      texts.push((await mela.value<string | null>(`SELECT json_agg(t)::text FROM ${table} t`)) ?? "");
    expect(texts.join()).not.toContain(secret);
    expect(texts.join()).not.toContain(Buffer.from(secret, "base64url").toString("hex"));
    const { status, body } = await view(token);
    expect([status, body]).toMatchObject([
      200,
      {
        ...{ state: "open", orderId: buyer.orderId, lostStallId: "A1", stallType: "Premium", amount: 36_000 },
        freeStalls: ["A2", "A3"],
      },
    ]);
    const left = Date.parse(String(body["expiresAt"])) - Date.parse(String(body["serverTime"]));
    expect(Math.round(left / 3_600_000)).toBe(24);
  });

  it("sells the chosen stall, with its invoice, coupon and history", async () => {
    const { token, ...buyer } = await offered("A1", { free: ["A2", "A3"], appliedCouponCode: "ONCE50" });
    // Idempotent, as the response may be lost: the same choice succeeds again, another one fails.
    const accepted = { status: 200, body: { state: "accepted", chosenStallId: "A3", freeStalls: [] } };
    for (const response of [await accept(token, "A3"), await accept(token, "A3"), await view(token)])
      expect(response).toMatchObject(accepted);
    expect([codeOf(await accept(token, "A2")), codeOf(await decline(token))]).toEqual(["offer_used", "offer_used"]);
    expect([await mela.history("A1"), await mela.history("A3")]).toEqual([["held"], ["sold"]]);
    const invoices = await mela.query<{ id: string; content: object }>("SELECT id, content FROM invoices");
    expect(invoices).toMatchObject([{ content: { tax: { totalPaise: buyer.amount * 100 } } }]);
    expect(JSON.stringify(invoices[0]?.content)).toContain("A3");
    expect([await refundsOf(buyer), await test.orderState(buyer.orderId)]).toEqual([[], "paid"]);
    expect(await outcome(buyer)).toBe("sold");
    expect((await test.status(buyer.orderId)).body).toMatchObject({
      ...{ paymentStatus: "payment_successful", stallId: "A3", outcome: { kind: "sold" } },
    });
    // Each event is recorded with the stall at that time.
    expect(
      await mela.column(
        `SELECT e.kind || ' by ' || e.actor || ' on ' || s.stall_id FROM booking_events e JOIN stalls s USING (stall_key) JOIN bookings b ON b.id = e.booking_id
          WHERE b.order_id = $1 ORDER BY e.id DESC LIMIT 5`,
        [buyer.orderId],
      ),
    ).toEqual([
      ...["invoice_issued by system on A3", "sold_late by provider on A3", "offer_accepted by visitor on A3"],
      ...["stall_offered by system on A1", "late_money by provider on A1"],
    ]);
    const [booking] = await mela.query<{ hold_expires_at: Date; listing_offer: string; used: boolean }>(
      `SELECT hold_expires_at, listing_offer, c.used_at IS NOT NULL AS used
         FROM bookings b JOIN coupon_claims c ON c.booking_id = b.id WHERE b.order_id = $1`,
      [buyer.orderId],
    );
    expect(booking).toMatchObject({ listing_offer: "offered", used: true });
    // The chaos test's search for acknowledged holds must find this one, though it is on another stall now.
    const facts = new AcknowledgedFacts();
    const expiresAt = booking!.hold_expires_at.toISOString();
    for (const stallId of ["A1", "A3", "A2"]) facts.remember("reserved", stallId, expiresAt);
    const query = mela.query.bind(mela) as Parameters<typeof facts.lost>[0]["query"];
    expect(await facts.lost({ query })).toEqual([`reserved: A2 ${expiresAt}`]);
    // The sale's transaction queues the invoice's job, which also sends the confirmation, so that no crash can lose it.
    const jobs = await mela.column("SELECT payload::text FROM outbox WHERE topic = 'queue'");
    expect(jobs.filter((payload) => payload.includes(invoices[0]!.id))).toHaveLength(1);
  });

  it("sells a stall to one of two payers; the other's offer stays open", async () => {
    const buyers = [await offered("A1", { free: ["A3", "A4"] }), await offered("A2")] as const;
    const responses = await Promise.all(buyers.map(({ token }) => accept(token, "A3")));
    expect(responses.map(codeOf).toSorted()).toEqual([200, "offer_stall_taken"]);
    const loser = responses.findIndex(({ status }) => status === 409);
    const { token } = buyers[loser]!;
    expect(responses[loser]?.body["freeStalls"]).toEqual(["A4"]);
    expect((await view(token)).body).toMatchObject({ state: "open", freeStalls: ["A4"] });
    expect((await accept(token, "A4")).status).toBe(200);
    for (const buyer of buyers) expect(await test.invoicesOf(buyer.orderId)).toHaveLength(1);
  });

  it("racing a visitor's reserve and the sweep, sells the stall once and loses no money", async () => {
    const { token, ...buyer } = await offered();
    const [response, reserved] = await Promise.all([accept(token, "A2"), mela.visitor().reserve("A2"), outcome(buyer)]);
    const sold = response.status === 200;
    expect([codeOf(response), reserved.status]).toEqual(sold ? [200, 409] : ["offer_stall_taken", 201]);
    expect(await test.invoicesOf(buyer.orderId)).toHaveLength(sold ? 1 : 0);
    if (!sold) expect((await view(token)).body).toMatchObject({ state: "open", freeStalls: [] });
  });

  it("refunds the money once when declined", async () => {
    const { token, ...buyer } = await offered();
    for (const response of [await decline(token), await decline(token)])
      expect(response.body).toMatchObject({ state: "declined" });
    expect(await refundsOf(buyer)).toEqual(["late_payment requested 3600000"]);
    expect(codeOf(await accept(token, "A2"))).toBe("offer_used");
    expect(await test.invoicesOf(buyer.orderId)).toEqual([]);
    expect(await refundMailOf(buyer)).toMatchObject({ why: "offer_declined" });
    expect(await historyOf(buyer)).toEqual([
      ...["late_money by provider", "stall_offered by system"],
      ...["offer_declined by visitor", "refund_requested by system"],
    ]);
    expect(await statusOf(buyer)).toBe("payment_failed");
  });

  it("when declined while the provider is unreachable, leaves the refund to the workflow or the sweep", async () => {
    const { token, orderId, ...buyer } = await offered();
    await simulator.fault("getOrder", "error500", { orderId });
    expect((await decline(token)).body).toMatchObject({ state: "declined" });
    expect(await test.refundsOf(orderId)).toEqual([]);
    await simulator.noFaults();
    expect((await test.nudged(`late-payment/${orderId}`)).length).toBeGreaterThan(1);
    await mela.query("UPDATE stall_offers SET ended_at = ended_at - interval '2 minutes'");
    await test.resetRateLimit(orderId);
    expect(await test.get(LateMoneySweepService).settleOverdueOffers(10)).toBe(1);
    expect(await refundsOf({ ...buyer, orderId })).toHaveLength(1);
  });

  it("is settled once when declined after the provider itself has refunded the money", async () => {
    const { token, orderId, ...buyer } = await offered();
    await atProvider({ ...buyer, orderId }, "auto-refund");
    expect((await decline(token)).body).toMatchObject({ state: "declined" });
    expect(await refundsOf({ ...buyer, orderId })).toEqual(["provider succeeded 3600000"]);
    await mela.query("UPDATE stall_offers SET ended_at = ended_at - interval '2 minutes'");
    await test.resetRateLimit(orderId);
    expect(await test.get(LateMoneySweepService).settleOverdueOffers(10)).toBe(0);
  });

  it("sells nothing while the provider is unreachable, and stays open until its end", async () => {
    const { token, orderId } = await offered();
    await simulator.fault("getOrder", "error500", { orderId });
    expect([(await accept(token, "A2")).body["code"], await mela.history("A2")]).toEqual(["offer_unconfirmed", []]);
    await simulator.noFaults();
    expect((await accept(token, "A2")).status).toBe(200);
    const late = await offered("A3", { free: ["A4"], phoneNumber: "9811111112" });
    await test.endOffer(late.orderId);
    await simulator.fault("getOrder", "error500", { orderId: late.orderId });
    expect([codeOf(await accept(late.token, "A4")), await mela.history("A4")]).toEqual(["offer_expired", []]);
  });

  it.each<[string, (buyer: Buyer) => Promise<unknown>, string, string | undefined]>([
    ["the provider refunds the money", (buyer) => atProvider(buyer, "auto-refund"), "succeeded", undefined],
    [
      "the payer buys another stall",
      ({ visitor }) => bought("A2", {}, visitor),
      ...(["requested", "own_other_stall"] as const),
    ],
    [
      "an operator refunds the money",
      ({ orderId }) =>
        mela.db.database.transaction((tx) =>
          test.get(OperatorRefundsService).refundForIssue(tx, { orderId, reason: "asked by phone" }),
        ),
      "requested",
      undefined,
    ],
  ])("is withdrawn when %s", async (_what, meanwhile, refund, why) => {
    const { token, ...buyer } = await offered("A1", { free: ["A2", "A3"] });
    await meanwhile(buyer);
    expect(codeOf(await accept(token, "A3"))).toBe("offer_withdrawn");
    expect((await view(token)).body).toMatchObject({ state: "withdrawn", freeStalls: [] });
    expect([codeOf(await decline(token)), await offerStateOf(buyer)]).toEqual(["offer_withdrawn", "withdrawn"]);
    expect([await test.invoicesOf(buyer.orderId), await mela.history("A3")]).toEqual([[], []]);
    expect(await test.refundsOf(buyer.orderId)).toMatchObject([{ state: refund }]);
    if (why !== undefined) expect(await refundMailOf(buyer)).toMatchObject({ why });
  });

  it.each(["workflow", "return page", "offer page", "sweep"] as const)(
    "has its money refunded after its end, triggered by the %s",
    async (trigger) => {
      const { token, ...buyer } = await offered();
      await test.endOffer(buyer.orderId);
      await test.resetRateLimit(buyer.orderId);
      if (trigger === "workflow") expect(await outcome(buyer)).toBe("refunding");
      else if (trigger === "return page") await statusOf(buyer);
      else if (trigger === "sweep") expect(await test.get(LateMoneySweepService).settleOverdueOffers(10)).toBe(1);
      expect((await view(token)).body).toMatchObject({ state: "expired", freeStalls: [] });
      expect(await refundsOf(buyer)).toHaveLength(1);
      expect(await refundMailOf(buyer)).toMatchObject({ why: "offer_expired", amountPaise: 3_600_000 });
      expect([(await accept(token, "A2")).status, codeOf(await decline(token))]).toEqual([410, "offer_expired"]);
      expect([await outcome(buyer), await mela.history("A2")]).toEqual(["refunding", []]);
      expect((await historyOf(buyer)).filter((line) => line.startsWith("offer_"))).toEqual(["offer_expired by system"]);
    },
  );

  it("includes the original stall when it is free again", async () => {
    const { token, ...buyer } = await offered();
    await mela.expire("A1");
    expect(await outcome(buyer)).toBe("offered");
    expect((await view(token)).body["freeStalls"]).toEqual(["A1", "A2"]);
    expect((await accept(token, "A1")).status).toBe(200);
    expect((await mela.history("A1")).toSorted()).toEqual(["released: hold_expired", "sold"]);
  });

  it("of a payer with two late orders, sells for one and refunds the other", async () => {
    const first = await offered("A1", { free: ["A2"] });
    const second = await offered("A2", { free: ["A4"] }, first.visitor);
    expect((await accept(second.token, "A4")).status).toBe(200);
    expect([await outcome(first), await offerStateOf(first)]).toEqual(["refunding", "withdrawn"]);
    expect([await test.invoicesOf(first.orderId), await refundsOf(second)]).toEqual([[], []]);
    expect(await refundsOf(first)).toHaveLength(1);
  });

  it("rejects forged, malformed and foreign tokens, and stalls of another kind", async () => {
    const { token } = await offered("A1", { free: ["A2", "A3"] });
    const { token: foreign } = await offered("A2");
    const forged = [
      `${token.slice(0, 33)}${foreign.slice(33)}`,
      `${"0".repeat(32)}${token.slice(32)}`,
      // Another base64url spelling of the same bytes, and one changed bit.
      `${token.slice(0, -1)}${String.fromCharCode((token.codePointAt(-1 + token.length) ?? 0) + 1)}`,
      `${token.slice(0, 40)}${token[40] === "A" ? "B" : "A"}${token.slice(41)}`,
      "x",
    ];
    for (const wrong of forged) {
      const responses = [await view(wrong), await accept(wrong, "A3"), await decline(wrong)];
      expect(responses.map(({ status, body }) => [status, body["code"]])).toEqual(
        Array(3).fill([404, "offer_not_found"]),
      );
    }
    expect([(await view(`${token}x`)).status, (await view("x".repeat(65_000))).status]).toEqual([400, 400]);
    expect(codeOf(await accept(token, "B1"))).toBe("stall_differs");
    expect(codeOf(await accept(token, "Z9"))).toBe("stall_not_found");
    expect((await view(token)).body).toMatchObject({ state: "open" });
  });
});
