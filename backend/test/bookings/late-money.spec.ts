import { afterAll, afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { AcknowledgedFacts } from "@sakhi/testkit/chaos/facts";
import { BookingRecovery } from "../../src/bookings/booking-recovery.service.js";
import { type OfferKey, OfferLinks } from "../../src/mail/offer-links.service.js";
import { OperatorRefundsService } from "../../src/payments/operator-refunds.service.js";
import type { Answer } from "./mela.js";
import { type Buyer, PayingTest } from "../payments/paying.js";

const test = await PayingTest.start();
afterEach(() => test.simulator.noFaults());
afterAll(() => test.close());

const payLate = (buyer: Buyer, keepOrderStatus = false) =>
  test.simulator.pay(buyer.orderId, { force: true, keepOrderStatus });
const outcome = async ({ orderId }: Buyer): Promise<string> =>
  (await test.settlement.settleOrder(orderId, "workflow")).outcome;
const statusOf = async ({ orderId }: Buyer): Promise<unknown> => (await test.status(orderId)).body["paymentStatus"];

describe("money that comes after the release", () => {
  it("buys the stall when it is still free, with its invoice and its coupon", async () => {
    const buyer = await test.released("B1", { appliedCouponCode: "ONCE50" });
    // The coupon's one use has gone to somebody else meanwhile; what was paid for stays granted.
    await test.registered("B2", { appliedCouponCode: "ONCE50" });
    await payLate(buyer);
    expect(await outcome(buyer)).toBe("sold");
    expect(await outcome(buyer)).toBe("sold");
    expect(await test.mela.history("B1")).toEqual(["sold"]);
    expect(await test.invoicesOf(buyer.orderId)).toHaveLength(1);
    expect((await test.mela.eventLog("B1")).slice(-3)).toEqual([
      `late_money by provider (${buyer.orderId})`,
      `sold_late by provider (${buyer.orderId})`,
      expect.stringMatching(/^invoice_issued/),
    ]);
    const used = await test.mela.query("SELECT 1 FROM coupon_claims WHERE code = 'ONCE50' AND used_at IS NOT NULL");
    expect(used).toHaveLength(1);
    expect(await test.orderState(buyer.orderId)).toBe("paid");
    expect(await statusOf(buyer)).toBe("payment_successful");
    expect(await test.refundsOf(buyer.orderId)).toEqual([]);
  });

  it("buys the stall also where the provider's order stays closed", async () => {
    const buyer = await test.released("B3");
    await payLate(buyer, true);
    expect(await outcome(buyer)).toBe("sold");
  });

  it("releases an overdue hold of somebody else, for that counts as released", async () => {
    const buyer = await test.released("B4");
    const other = await test.registered("B4", { phoneNumber: "9876000004", email: "other@example.com" });
    await test.mela.expire("B4");
    await payLate(buyer);
    expect(await outcome(buyer)).toBe("sold");
    expect(await test.mela.history("B4")).toEqual(["sold", "released: hold_expired"]);
    expect(await test.orderState(other.orderId)).toBe("void");
  });

  it("replaces the payer's own unpaid hold on the stall", async () => {
    const buyer = await test.released("B5");
    const again = await test.registered("B5", {}, buyer.visitor);
    await payLate(buyer);
    expect(await outcome(buyer)).toBe("sold");
    expect(await test.mela.history("B5")).toEqual(["sold", "released: replaced"]);
    expect(await test.orderState(again.orderId)).toBe("void");
    expect((await test.initiate(again)).body["code"]).toBe("hold_replaced");
  });

  it("goes back when the payer has bought another stall", async () => {
    const buyer = await test.released("B8");
    const other = await test.paying("B9", {}, buyer.visitor);
    await test.simulator.pay(other.orderId);
    await outcome(other);
    await payLate(buyer);
    expect(await outcome(buyer)).toBe("refunding");
    expect(await test.mela.history("B8")).toEqual(["released: payment_expired"]);
    const [mail] = await test.mela.query<{ data: { why: string } }>(
      "SELECT data FROM mails WHERE template = 'payment-refunded' AND data->>'orderId' = $1",
      [buyer.orderId],
    );
    expect(mail?.data.why).toBe("own_other_stall");
    expect(await test.mela.history("B9")).toEqual(["sold"]);
  });

  it("goes back alone when the payer has paid a second order for the same stall", async () => {
    const first = await test.released("B10");
    const second = await test.paying("B10", {}, first.visitor);
    await test.simulator.pay(second.orderId);
    expect(await outcome(second)).toBe("sold");
    await payLate(first);
    expect(await outcome(first)).toBe("refunding");
    expect((await test.refundsOf(first.orderId))[0]?.reason).toBe("second_payment");
    expect(await test.refundsOf(second.orderId)).toEqual([]);
    expect(await test.mela.history("B10")).toEqual(["released: payment_expired", "sold"]);
    expect(await test.invoicesOf(second.orderId)).toHaveLength(1);
  });

  it("is known by the phone too, when the same person bought by another browser", async () => {
    const buyer = await test.released("B11", { phoneNumber: "9811111111" });
    const other = await test.paying("B12", { phoneNumber: "9811111111" });
    await test.simulator.pay(other.orderId);
    await outcome(other);
    await payLate(buyer);
    expect(await outcome(buyer)).toBe("refunding");
  });

  it("goes back in two parts when two payments succeeded and the stall is taken", async () => {
    const buyer = await test.released("B13");
    await test.mela.visitor().reserve("B13");
    await payLate(buyer);
    await test.simulator.control("POST", `/orders/${buyer.orderId}/second-success`);
    expect(await outcome(buyer)).toBe("refunding");
    expect(await outcome(buyer)).toBe("refunding");
    expect(await test.issues(buyer.orderId)).toEqual([]);
    expect((await test.refundsOf(buyer.orderId)).map(({ reason, paise }) => [reason, paise])).toEqual([
      ["late_payment", 2_700_000],
      ["second_payment", 2_700_000],
    ]);
  });

  it("is neither sold for nor refunded when the provider reversed it itself", async () => {
    const buyer = await test.released("B14");
    await payLate(buyer);
    await test.simulator.control("POST", `/orders/${buyer.orderId}/auto-refund`);
    expect(await outcome(buyer)).toBe("refunding");
    expect(await outcome(buyer)).toBe("refunding");
    expect(await test.mela.history("B14")).toEqual(["released: payment_expired"]);
    expect(await test.refundsOf(buyer.orderId)).toMatchObject([{ state: "succeeded", paise: 2_700_000 }]);
    expect((await test.mela.eventLog("B14")).slice(-2)).toEqual([
      `late_money by provider (${buyer.orderId})`,
      "refund_succeeded by provider (returned by the payment provider itself)",
    ]);
  });

  it("is nothing when the attempt was cancelled at once", async () => {
    const buyer = await test.released("B15");
    const { paymentId } = await test.simulator.pay(buyer.orderId, { outcome: "pending", force: true });
    await test.simulator.finish(buyer.orderId, paymentId ?? "", "success");
    expect(await outcome(buyer)).toBe("unpaid");
    expect(await test.mela.history("B15")).toEqual(["released: payment_expired"]);
  });

  it("waits for the provider's refunds to be readable before it decides", async () => {
    const buyer = await test.released("B16");
    await payLate(buyer);
    await test.simulator.fault("getRefunds", "error500", { orderId: buyer.orderId });
    expect(await outcome(buyer)).toBe("unreachable");
    expect(await test.mela.history("B16")).toEqual(["released: payment_expired"]);
    expect(await outcome(buyer)).toBe("sold");
  });

  it("races a new visitor for the stall: one of them has it, and the money is never lost", async () => {
    for (const stallId of ["B20", "B21", "B22", "B23", "B24", "B25"]) {
      const buyer = await test.released(stallId);
      await payLate(buyer);
      const [reserved] = await Promise.all([test.mela.visitor().reserve(stallId), outcome(buyer), outcome(buyer)]);
      const refunds = await test.refundsOf(buyer.orderId);
      const invoices = await test.invoicesOf(buyer.orderId);
      if (reserved.status === 201) {
        expect([refunds.length, invoices.length]).toEqual([0, 0]);
        expect(await offerOf(buyer)).toMatchObject({ state: "open" });
      } else {
        expect([reserved.status, refunds.length, invoices.length]).toEqual([409, 0, 1]);
      }
    }
    expect(await test.mela.doublyBooked()).toEqual([]);
  });
});

describe("another stall for money that came late", () => {
  // Premium stalls only, most of them blocked: which are free is known.
  beforeEach(async () => {
    await test.mela.query(
      "TRUNCATE outbox, mails, refunds, orders, booking_events, bookings, issues, coupon_claims CASCADE",
    );
    await test.mela.query(
      `INSERT INTO bookings (id, stall_id, state, price_paise)
       SELECT gen_random_uuid(), stall_id, 'blocked', price_paise FROM stalls WHERE type = 'Premium'`,
    );
  });
  // Whatever has become of an offer: what is kept is what is invoiced, and no stall is anybody else's too.
  afterEach(async () => {
    expect(
      await test.mela.value<number>(
        `SELECT count(*)::int AS differ FROM orders o
        WHERE EXISTS (SELECT 1 FROM stall_offers f
                       WHERE f.order_id = o.order_id AND (f.state = 'accepted' OR o.state = 'paid'))
          AND (SELECT coalesce(sum(amount_paise), 0) FROM payments WHERE order_id = o.order_id AND outcome = 'success')
            - (SELECT coalesce(sum(amount_paise), 0) FROM refunds WHERE order_id = o.order_id AND state <> 'failed')
           <> (SELECT coalesce(sum((content->'tax'->>'totalPaise')::bigint * CASE kind WHEN 'invoice' THEN 1 ELSE -1 END), 0)
                FROM invoices WHERE order_id = o.order_id)`,
      ),
    ).toBe(0);
    expect(await test.mela.doublyBooked()).toEqual([]);
  });

  /** Paid late for a stall that somebody else holds by then. */
  async function offered(stallId: string, changes: Record<string, unknown> = {}): Promise<Buyer> {
    const buyer = await test.released(stallId, changes);
    await test.mela.visitor().reserve(stallId);
    await payLate(buyer);
    expect(await outcome(buyer)).toBe("offered");
    return buyer;
  }

  it.each([
    ["held", "A6"],
    ["sold", "A7"],
  ] as const)("goes back in full when the stall is %s and no other like it is free", async (state, stallId) => {
    await unblock(stallId);
    const buyer = await test.released(stallId);
    const other = test.mela.visitor();
    if (state === "held") await other.reserve(stallId);
    else {
      const winner = await test.paying(stallId, { phoneNumber: "9876000007", email: "winner@example.com" }, other);
      await test.simulator.pay(winner.orderId);
      await outcome(winner);
    }
    await payLate(buyer);
    expect(await outcome(buyer)).toBe("refunding");
    expect(await outcome(buyer)).toBe("refunding");
    const refunds = await test.refundsOf(buyer.orderId);
    expect(refunds).toEqual([
      { id: expect.stringMatching(/^RFND[0-9a-f]{32}$/), state: "requested", paise: 3_600_000, reason: "late_payment" },
    ]);
    expect(await test.mela.history(stallId)).toEqual(["released: payment_expired", state]);
    expect(await test.invoicesOf(buyer.orderId)).toEqual([]);
    expect((await test.mails(stallId)).filter((mail) => mail === "payment-refunded")).toHaveLength(1);
    expect(await refundMailOf(buyer)).toMatchObject({ why: "stall_taken", amountPaise: 3_600_000 });
    expect(await test.nudged("refund/")).toContain(`refund/${refunds[0]?.id}`);
    expect(await statusOf(buyer)).toBe("payment_failed");
    expect(await offerOf(buyer)).toBeUndefined();
  });

  it("is offered once, by a mail with a link whose secret is kept nowhere", async () => {
    await unblock("A1", "A2", "A3");
    const buyer = await offered("A1");
    expect(await outcome(buyer)).toBe("offered");
    // The payer's pages say until when, and never the secret.
    const reported = await test.status(buyer.orderId);
    expect(reported.body["outcome"]).toMatchObject({ kind: "late_offer" });
    expect(await test.refundsOf(buyer.orderId)).toEqual([]);
    expect(await test.mela.history("A1")).toEqual(["released: payment_expired", "held"]);
    expect((await historyOf(buyer)).slice(-2)).toEqual(["late_money by provider", "stall_offered by system"]);
    const mails = await test.mela.query<{ data: unknown }>("SELECT data FROM mails WHERE template = $1", [
      "late-payment-offer",
    ]);
    expect(mails).toHaveLength(1);
    const token = await tokenOf(buyer);
    const secret = token.slice(33);
    expect(JSON.stringify(reported.body)).not.toContain(secret);
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    for (const table of ["stall_offers", "mails", "outbox", "booking_events", "rate_limits"]) {
      const all = await test.mela.value(`SELECT json_agg(t)::text AS all FROM ${table} t`);
      expect(all ?? "").not.toContain(secret);
      expect(all ?? "").not.toContain(Buffer.from(secret, "base64url").toString("hex"));
    }
    expect(await test.nudged("late-payment/")).toContain(`late-payment/${buyer.orderId}`);
    const { status, body } = await check(token);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: "open",
      orderId: buyer.orderId,
      lostStallId: "A1",
      stallType: "Premium",
      amount: 36_000,
      freeStalls: ["A2", "A3"],
    });
    const left = Date.parse(String(body["expiresAt"])) - Date.parse(String(body["serverTime"]));
    expect(Math.round(left / 3_600_000)).toBe(24);
  });

  it("sells the chosen stall, with its invoice, its coupon and its history", async () => {
    await unblock("A1", "A2", "A3");
    const buyer = await offered("A1", { appliedCouponCode: "ONCE50" });
    const token = await tokenOf(buyer);
    const taken = await accept(token, "A3");
    expect([taken.status, taken.body]).toEqual([
      200,
      expect.objectContaining({ state: "accepted", chosenStallId: "A3", freeStalls: [] }),
    ]);
    // The answer may have been lost: asked for the same again, the same; for another, no.
    expect((await accept(token, "A3")).status).toBe(200);
    expect([(await accept(token, "A2")).body["code"], (await decline(token)).body["code"]]).toEqual([
      "offer_used",
      "offer_used",
    ]);
    expect((await check(token)).body).toMatchObject({ state: "accepted", chosenStallId: "A3" });
    expect([await test.mela.history("A1"), await test.mela.history("A3")]).toEqual([["held"], ["sold"]]);
    const invoices = await test.mela.query<{ content: { tax: { totalPaise: number } } }>(
      "SELECT content FROM invoices WHERE order_id = $1",
      [buyer.orderId],
    );
    expect(invoices).toHaveLength(1);
    expect(JSON.stringify(invoices[0]?.content)).toContain("A3");
    expect(invoices[0]?.content.tax.totalPaise).toBe(buyer.amount * 100);
    expect(await test.refundsOf(buyer.orderId)).toEqual([]);
    expect(await test.orderState(buyer.orderId)).toBe("paid");
    expect(await outcome(buyer)).toBe("sold");
    expect((await test.status(buyer.orderId)).body).toMatchObject({
      paymentStatus: "payment_successful",
      stallId: "A3",
      outcome: { kind: "sold" },
    });
    expect((await historyOf(buyer)).slice(-5)).toEqual([
      "late_money by provider",
      "stall_offered by system",
      "offer_accepted by visitor",
      "sold_late by provider",
      "invoice_issued by system",
    ]);
    // Each event is in the history of the stall that it was on.
    const onStalls = await test.mela.query<{ kind: string; stall_id: string }>(
      `SELECT e.kind, e.stall_id FROM booking_events e JOIN bookings b ON b.id = e.booking_id
        WHERE b.order_id = $1 ORDER BY e.id DESC LIMIT 4`,
      [buyer.orderId],
    );
    expect(onStalls.map((event) => `${event.kind} ${event.stall_id}`)).toEqual([
      "invoice_issued A3",
      "sold_late A3",
      "offer_accepted A3",
      "stall_offered A1",
    ]);
    // The storm looks for each hold that was answered with yes: this one is on another stall now.
    const holdExpiresAt = await test.mela.value<Date>("SELECT hold_expires_at FROM bookings WHERE order_id = $1", [
      buyer.orderId,
    ]);
    const facts = new AcknowledgedFacts();
    const expiresAt = holdExpiresAt?.toISOString() ?? "";
    for (const stallId of ["A1", "A3", "A2"]) facts.remember("reserved", stallId, expiresAt);
    const query = test.mela.query.bind(test.mela) as Parameters<typeof facts.lost>[0]["query"];
    expect(await facts.lost({ query })).toEqual([`reserved: A2 ${expiresAt}`]);
    const used = await test.mela.query(
      "SELECT 1 FROM coupon_claims c JOIN bookings b ON b.id = c.booking_id WHERE b.order_id = $1 AND used_at IS NOT NULL",
      [buyer.orderId],
    );
    expect(used).toHaveLength(1);
    expect(await test.mela.value("SELECT listing_offer FROM bookings WHERE order_id = $1", [buyer.orderId])).toBe(
      "offered",
    );
    // The confirmation goes with the invoice's job, which the sale's own transaction has noted: nothing that dies
    // after the sale can lose it.
    expect(
      await test.mela.value<number>(
        `SELECT count(*)::int AS count FROM outbox o, invoices i
        WHERE i.order_id = $1 AND o.topic = 'queue' AND o.payload::text LIKE '%' || i.id || '%'`,
        [buyer.orderId],
      ),
    ).toBe(1);
  });

  it("lets one of two have the last stall; the other's offer stays open", async () => {
    await unblock("A1", "A2", "A3", "A4");
    const buyers = [await offered("A1"), await offered("A2")] as const;
    const tokens = await Promise.all(buyers.map(tokenOf));
    const answers = await Promise.all(tokens.map((token) => accept(token, "A3")));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const loser = answers.findIndex(({ status }) => status === 409);
    expect(answers[loser]?.body).toMatchObject({ code: "offer_stall_taken", freeStalls: ["A4"] });
    expect((await check(tokens[loser] ?? "")).body).toMatchObject({ state: "open", freeStalls: ["A4"] });
    expect((await accept(tokens[loser] ?? "", "A4")).status).toBe(200);
    for (const buyer of buyers) expect(await test.invoicesOf(buyer.orderId)).toHaveLength(1);
    expect(await test.mela.doublyBooked()).toEqual([]);
  });

  it("races a visitor who reserves the stall, and the sweep that ends the offer: never two, never lost", async () => {
    await unblock("A1", "A2");
    const buyer = await offered("A1");
    const token = await tokenOf(buyer);
    const [answer, reserved] = await Promise.all([
      accept(token, "A2"),
      test.mela.visitor().reserve("A2"),
      outcome(buyer),
    ]);
    expect([answer.status, reserved.status].toSorted()).toEqual(answer.status === 200 ? [200, 409] : [201, 409]);
    expect(await test.mela.doublyBooked()).toEqual([]);
    expect(await test.invoicesOf(buyer.orderId)).toHaveLength(answer.status === 200 ? 1 : 0);
    if (answer.status === 200) return;
    expect(answer.body).toMatchObject({ code: "offer_stall_taken", freeStalls: [] });
    expect((await check(token)).body).toMatchObject({ state: "open", freeStalls: [] });
  });

  it("gives the money back when it is declined, once", async () => {
    await unblock("A1", "A2");
    const buyer = await offered("A1");
    const token = await tokenOf(buyer);
    expect((await decline(token)).body).toMatchObject({ state: "declined" });
    expect((await decline(token)).body).toMatchObject({ state: "declined" });
    expect(await test.refundsOf(buyer.orderId)).toMatchObject([
      { paise: 3_600_000, reason: "late_payment", state: "requested" },
    ]);
    expect((await accept(token, "A2")).body["code"]).toBe("offer_used");
    expect(await test.invoicesOf(buyer.orderId)).toEqual([]);
    expect(await refundMailOf(buyer)).toMatchObject({ why: "offer_declined" });
    expect((await historyOf(buyer)).slice(-2)).toEqual(["offer_declined by visitor", "refund_requested by system"]);
    expect((await historyOf(buyer)).filter((line) => line.startsWith("late_money"))).toHaveLength(1);
    expect(await statusOf(buyer)).toBe("payment_failed");
  });

  it("gives the money back by the workflow or the sweep where the provider is silent while it is declined", async () => {
    await unblock("A1", "A2");
    const buyer = await offered("A1");
    await test.simulator.fault("getOrder", "error500", { orderId: buyer.orderId });
    expect((await decline(await tokenOf(buyer))).body).toMatchObject({ state: "declined" });
    expect(await test.refundsOf(buyer.orderId)).toEqual([]);
    await test.simulator.noFaults();
    expect((await test.nudged("late-payment/")).filter((id) => id.endsWith(buyer.orderId)).length).toBeGreaterThan(1);
    await test.mela.query("UPDATE stall_offers SET ended_at = ended_at - interval '2 minutes' WHERE order_id = $1", [
      buyer.orderId,
    ]);
    await test.mayAskAgain(buyer.orderId);
    expect(await test.get(BookingRecovery).settleOverdueOffers(10)).toBe(1);
    expect(await test.refundsOf(buyer.orderId)).toHaveLength(1);
  });

  it("sells nothing while the provider does not answer: the offer stands", async () => {
    await unblock("A1", "A2");
    const buyer = await offered("A1");
    const token = await tokenOf(buyer);
    await test.simulator.fault("getOrder", "error500", { orderId: buyer.orderId });
    const { status, body } = await accept(token, "A2");
    expect([status, body["code"]]).toEqual([503, "offer_unconfirmed"]);
    await test.simulator.noFaults();
    expect((await accept(token, "A2")).status).toBe(200);
  });

  it("sells nothing for money that the provider returned meanwhile", async () => {
    await unblock("A1", "A2");
    const buyer = await offered("A1");
    await test.simulator.control("POST", `/orders/${buyer.orderId}/auto-refund`);
    expect((await accept(await tokenOf(buyer), "A2")).body["code"]).toBe("offer_withdrawn");
    expect(await test.invoicesOf(buyer.orderId)).toEqual([]);
    expect(await test.refundsOf(buyer.orderId)).toMatchObject([{ state: "succeeded" }]);
    expect(await offerOf(buyer)).toMatchObject({ state: "withdrawn" });
  });

  it.each(["workflow", "return page", "offer page", "sweep"] as const)(
    "is refunded after the offer's end, triggered by the %s",
    async (asker) => {
      await unblock("A1", "A2");
      const buyer = await offered("A1");
      const token = await tokenOf(buyer);
      await test.endOffer(buyer.orderId);
      await test.mayAskAgain(buyer.orderId);
      if (asker === "workflow") expect(await outcome(buyer)).toBe("refunding");
      else if (asker === "return page") await statusOf(buyer);
      else if (asker === "sweep") expect(await test.get(BookingRecovery).settleOverdueOffers(10)).toBe(1);
      const { body } = await check(token);
      expect(body).toMatchObject({ state: "expired", freeStalls: [] });
      expect(await test.refundsOf(buyer.orderId)).toHaveLength(1);
      expect(await refundMailOf(buyer)).toMatchObject({ why: "offer_expired", amountPaise: 3_600_000 });
      expect([(await accept(token, "A2")).status, (await decline(token)).body["code"]]).toEqual([410, "offer_expired"]);
      expect(await outcome(buyer)).toBe("refunding");
      expect(await test.mela.history("A2")).not.toContain("sold");
      expect((await historyOf(buyer)).filter((line) => line.startsWith("offer_"))).toEqual(["offer_expired by system"]);
    },
  );

  it("cannot be chosen after its end, though nobody has ended it", async () => {
    await unblock("A1", "A2");
    const buyer = await offered("A1");
    const token = await tokenOf(buyer);
    await test.endOffer(buyer.orderId);
    await test.simulator.fault("getOrder", "error500", { orderId: buyer.orderId });
    expect((await accept(token, "A2")).body["code"]).toBe("offer_expired");
    expect(await test.mela.history("A2")).not.toContain("sold");
  });

  it("keeps the refund although the first stall is free again", async () => {
    await unblock("A1", "A2");
    const buyer = await offered("A1");
    await test.mela.expire("A1");
    expect(await outcome(buyer)).toBe("offered");
    const token = await tokenOf(buyer);
    expect((await check(token)).body["freeStalls"]).toEqual(["A1", "A2"]);
    expect((await accept(token, "A1")).status).toBe(200);
    expect((await test.mela.history("A1")).toSorted()).toEqual(
      expect.arrayContaining(["released: hold_expired", "sold"]),
    );
  });

  it("goes back at once for the payer who has bought another stall meanwhile", async () => {
    await unblock("A1", "A2", "A3");
    const buyer = await offered("A1");
    const other = await test.paying("A2", {}, buyer.visitor);
    await test.simulator.pay(other.orderId);
    expect(await outcome(other)).toBe("sold");
    expect((await accept(await tokenOf(buyer), "A3")).body["code"]).toBe("offer_withdrawn");
    expect(await refundMailOf(buyer)).toMatchObject({ why: "own_other_stall" });
    expect(await test.mela.history("A3")).not.toContain("sold");
  });

  it("of a payer with two late orders, sells for one and gives the other back", async () => {
    await unblock("A1", "A2", "A3", "A4");
    const first = await test.released("A1");
    await test.mela.visitor().reserve("A1");
    const second = await test.released("A2", {}, first.visitor);
    await test.mela.visitor().reserve("A2");
    for (const buyer of [first, second]) {
      await payLate(buyer);
      expect(await outcome(buyer)).toBe("offered");
    }
    expect((await accept(await tokenOf(second), "A4")).status).toBe(200);
    expect(await outcome(first)).toBe("refunding");
    expect(await offerOf(first)).toMatchObject({ state: "withdrawn" });
    expect([await test.invoicesOf(first.orderId), await test.refundsOf(second.orderId)]).toEqual([[], []]);
    expect(await test.refundsOf(first.orderId)).toHaveLength(1);
  });

  it("is withdrawn when an operator gives the money back", async () => {
    await unblock("A1", "A2");
    const buyer = await offered("A1");
    await test.mela.db.database.transaction((tx) =>
      test.get(OperatorRefundsService).refundForIssue(tx, { orderId: buyer.orderId, reason: "asked by phone" }),
    );
    const token = await tokenOf(buyer);
    expect((await check(token)).body).toMatchObject({ state: "withdrawn", freeStalls: [] });
    expect((await accept(token, "A2")).body["code"]).toBe("offer_withdrawn");
    expect((await decline(token)).body["code"]).toBe("offer_withdrawn");
    expect(await test.refundsOf(buyer.orderId)).toHaveLength(1);
    expect(await test.mela.history("A2")).not.toContain("sold");
  });

  it("knows forged, broken and foreign tokens from genuine ones, and stalls of another kind", async () => {
    await unblock("A1", "A2", "A3");
    const token = await tokenOf(await offered("A1"));
    const foreign = await tokenOf(await offered("A2"));
    const forged = [
      `${token.slice(0, 33)}${foreign.slice(33)}`,
      `${"0".repeat(32)}${token.slice(32)}`,
      // Another spelling of the same bits, and one bit changed.
      `${token.slice(0, -1)}${String.fromCharCode((token.codePointAt(-1 + token.length) ?? 0) + 1)}`,
      `${token.slice(0, 40)}${token[40] === "A" ? "B" : "A"}${token.slice(41)}`,
      "x",
    ];
    for (const wrong of forged) {
      const answers = [await check(wrong), await accept(wrong, "A3"), await decline(wrong)];
      expect(answers.map(({ status, body }) => [status, body["code"]])).toEqual(
        Array(3).fill([404, "offer_not_found"]),
      );
    }
    expect([(await check(`${token}x`)).status, (await check("x".repeat(65_000))).status]).toEqual([400, 400]);
    expect((await accept(token, "B1")).body["code"]).toBe("stall_differs");
    expect((await accept(token, "Z9")).body["code"]).toBe("stall_not_found");
    expect((await check(token)).body).toMatchObject({ state: "open" });
  });
});

const check = (token: string): Promise<Answer> => test.mela.visitor().post("/api/v1/mela/offer/view", { token });
const accept = (token: string, stallId: string): Promise<Answer> =>
  test.mela.visitor().post("/api/v1/mela/offer/accept", { token, stallId });
const decline = (token: string): Promise<Answer> => test.mela.visitor().post("/api/v1/mela/offer/decline", { token });

interface Offer {
  readonly id: string;
  readonly state: string;
}

async function offerOf({ orderId }: Buyer): Promise<Offer | undefined> {
  const [offer] = await test.mela.query<Offer>("SELECT id, state FROM stall_offers WHERE order_id = $1", [orderId]);
  return offer;
}

/** The secret as the mail's job prints it, from what the mail's row says. */
async function tokenOf({ orderId }: Buyer): Promise<string> {
  const [mail] = await test.mela.query<{ data: { offer: OfferKey } }>("SELECT data FROM mails WHERE dedupe_key = $1", [
    `late-payment-offer/${orderId}`,
  ]);
  if (mail === undefined) throw new Error(`nothing was offered for ${orderId}`);
  return new URL(test.get(OfferLinks).url(mail.data.offer)).hash.slice(1);
}

async function refundMailOf({ orderId }: Buyer): Promise<unknown> {
  const mails = await test.mela.query<{ data: unknown }>(
    "SELECT data FROM mails WHERE template = 'payment-refunded' AND data->>'orderId' = $1",
    [orderId],
  );
  expect(mails).toHaveLength(1);
  return mails[0]?.data;
}

async function historyOf({ orderId }: Buyer): Promise<string[]> {
  return test.mela.column(
    `SELECT e.kind || ' by ' || e.actor AS line FROM booking_events e JOIN bookings b ON b.id = e.booking_id
      WHERE b.order_id = $1 ORDER BY e.id`,
    [orderId],
  );
}

async function unblock(...stallIds: string[]): Promise<void> {
  await test.mela.query("DELETE FROM bookings WHERE stall_id = ANY($1) AND state = 'blocked'", [stallIds]);
}
