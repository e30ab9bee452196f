import { describe, expect, it } from "@jest/globals";
import { refundNotice, soldMoney, unsoldOutcome } from "./payer-outcome.js";
import type { DecidedRefund, OrderMoney, RefundNotice } from "./payer-outcome.js";

const refund = (amountPaise: number, change: Partial<DecidedRefund> = {}): DecidedRefund => ({
  amountPaise,
  state: "succeeded",
  automatic: false,
  ...change,
});
const money = (paid: number[], refunds: DecidedRefund[]): OrderMoney => ({
  paid,
  attempts: { newest: "success", pending: 0, failed: 0 },
  open: false,
  refunds,
});
const EARLY = "2026-12-01T10:00:00.000Z";
const LATE = "2026-12-02T10:00:00.000Z";

describe("refundNotice", () => {
  const under = { state: "pending", reference: "R2" } as const;
  const second = refund(50, { endedAt: EARLY, reference: "R2" });
  const notice = (state: RefundNotice["state"], amountPaise: number, reference?: string, at?: string) =>
    ({ state, amountPaise, reference, at }) as RefundNotice;
  it.each<[string, DecidedRefund[], RefundNotice | undefined]>([
    ["no refunds", [], undefined],
    ["only failed refunds", [refund(100, { state: "failed" })], notice("failed", 100)],
    ["one succeeded, one pending", [refund(100, { endedAt: EARLY }), refund(50, under)], notice("pending", 150, "R2")],
    // The later refund determines the time.
    ["two succeeded", [refund(100, { endedAt: LATE, reference: "R1" }), second], notice("succeeded", 150, "R2", LATE)],
    [
      "two succeeded, one without a time",
      [refund(100, { endedAt: EARLY }), refund(50)],
      notice("succeeded", 150, undefined, EARLY),
    ],
    ["one succeeded without a time", [refund(100)], notice("succeeded", 100)],
    ["one in person", [refund(100, { ...under, byHand: true })], { ...notice("pending", 100, "R2"), byHand: true }],
    [
      "one in person, one by the provider",
      [refund(50, { byHand: true }), refund(50, under)],
      notice("pending", 100, "R2"),
    ],
  ])("combines %s", (_what, refunds, expected) => {
    expect(refundNotice(refunds)).toEqual(expected);
  });
});

describe("unsoldOutcome", () => {
  it("reports a partial refund as partly_refunded unless an automatic refund covers the remainder", () => {
    expect(unsoldOutcome(money([270], [refund(100)]), false).kind).toBe("partly_refunded");
    const rest = [refund(100), refund(100, { automatic: true })];
    expect(unsoldOutcome(money([270], rest), false).kind).toBe("refunded");
  });
});

describe("soldMoney", () => {
  it.each<[string, OrderMoney, "none" | "part" | "all"]>([
    ["no refund", money([270], []), "all"],
    ["the second payment refunded", money([270, 270], [refund(270, { surplus: true })]), "all"],
    ["the sale's payment partly refunded", money([270], [refund(100)]), "part"],
    ["the sale's payment fully refunded", money([270], [refund(270)]), "none"],
    ["a failed refund", money([270], [refund(270, { state: "failed" })]), "all"],
  ])("handles %s", (_what, given, left) => {
    expect(soldMoney(given).left).toBe(left);
  });

  it("returns a second payment only if there is one, with its own refund", () => {
    const ofSecond = refund(270, { surplus: true, reference: "S" });
    const failed = refund(270, { state: "failed", reference: "F" });
    expect(soldMoney(money([270, 270], [failed, ofSecond]))).toEqual({
      left: "all",
      paidPaise: 540,
      second: { amountPaise: 270, refund: { state: "succeeded", amountPaise: 270, at: undefined, reference: "S" } },
    });
    expect(soldMoney(money([270], []))).toEqual({ left: "all", paidPaise: 270 });
  });
});
