import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Buyer } from "./paying.js";
import { PayingTest } from "./paying.js";

let test: PayingTest;
beforeAll(async () => {
  test = await PayingTest.start();
});
afterEach(() => test.simulator.noFaults());
afterAll(() => test.close());

const payLate = (buyer: Buyer, keepOrderStatus = false) =>
  test.simulator.pay(buyer.orderId, { force: true, keepOrderStatus });
const outcome = async ({ orderId }: Buyer): Promise<string> =>
  (await test.settlement.settleOrder(orderId, "workflow")).outcome;
const statusOf = async ({ orderId }: Buyer): Promise<unknown> =>
  (await test.status(orderId)).body["paymentStatus"];

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
    expect((await test.mela.story("B1")).slice(-3)).toEqual([
      `late_money by provider (${buyer.orderId})`,
      `sold_late by provider (${buyer.orderId})`,
      expect.stringMatching(/^invoice_issued/),
    ]);
    const used = await test.mela.query(
      "SELECT 1 FROM coupon_claims WHERE code = 'ONCE50' AND used_at IS NOT NULL",
    );
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

  it.each([
    ["held", "B6"],
    ["sold", "B7"],
  ] as const)("goes back in full when the stall is %s by somebody else", async (state, stallId) => {
    const buyer = await test.released(stallId);
    const other = test.mela.visitor();
    if (state === "held") await other.reserve(stallId);
    else {
      const winner = await test.paying(
        stallId,
        { phoneNumber: "9876000007", email: "winner@example.com" },
        other,
      );
      await test.simulator.pay(winner.orderId);
      await outcome(winner);
    }
    await payLate(buyer);
    expect(await outcome(buyer)).toBe("refunding");
    expect(await outcome(buyer)).toBe("refunding");
    const refunds = await test.refundsOf(buyer.orderId);
    expect(refunds).toEqual([
      {
        id: expect.stringMatching(/^RFND[0-9a-f]{32}$/),
        state: "requested",
        paise: 2_700_000,
        reason: "late_payment",
      },
    ]);
    expect(await test.mela.history(stallId)).toEqual(["released: payment_expired", state]);
    expect(await test.invoicesOf(buyer.orderId)).toEqual([]);
    expect((await test.mails(stallId)).filter((mail) => mail === "payment-refunded")).toHaveLength(1);
    const [mail] = await test.mela.query<{ data: { why: string; amountPaise: number } }>(
      "SELECT data FROM mails WHERE template = 'payment-refunded' AND data->>'orderId' = $1",
      [buyer.orderId],
    );
    expect(mail?.data).toMatchObject({ why: "stall_taken", amountPaise: 2_700_000 });
    expect(await test.nudged("refund/")).toContain(`refund/${refunds[0]?.id}`);
    expect(await statusOf(buyer)).toBe("payment_failed");
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
    expect(await test.attention(buyer.orderId)).toEqual([]);
    expect((await test.refundsOf(buyer.orderId)).map(({ reason, paise }) => [reason, paise])).toEqual([
      ["late_payment", 2_700_000],
      ["second_payment", 2_700_000],
    ]);
  });

  it("is neither sold for nor given back when the provider has reversed it by itself", async () => {
    const buyer = await test.released("B14");
    await payLate(buyer);
    await test.simulator.control("POST", `/orders/${buyer.orderId}/auto-refund`);
    expect(await outcome(buyer)).toBe("refunding");
    expect(await outcome(buyer)).toBe("refunding");
    expect(await test.mela.history("B14")).toEqual(["released: payment_expired"]);
    expect(await test.refundsOf(buyer.orderId)).toMatchObject([{ state: "succeeded", paise: 2_700_000 }]);
    expect((await test.mela.story("B14")).slice(-2)).toEqual([
      `late_money by provider (${buyer.orderId})`,
      "refund_succeeded by provider (given back by the payment provider itself)",
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
      const [reserved] = await Promise.all([
        test.mela.visitor().reserve(stallId),
        outcome(buyer),
        outcome(buyer),
      ]);
      const refunds = await test.refundsOf(buyer.orderId);
      const invoices = await test.invoicesOf(buyer.orderId);
      if (reserved.status === 201) {
        expect([refunds.length, invoices.length]).toEqual([1, 0]);
      } else {
        expect([reserved.status, refunds.length, invoices.length]).toEqual([409, 0, 1]);
      }
    }
    expect(await test.mela.doublyBooked()).toEqual([]);
  });
});
