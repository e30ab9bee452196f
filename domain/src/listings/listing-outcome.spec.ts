import { describe, expect, it } from "@jest/globals";
import type { DecidedRefund, OrderMoney } from "../payments/payer-outcome.js";
import { LISTING_OUTCOME_KINDS, listingOutcome, listingPaymentStatusOf } from "./listing-outcome.js";
import type { ListingOutcome, ListingOutcomeFacts } from "./listing-outcome.js";
import type { ListingPaymentStatus } from "./listing.rules.js";

const FEE = 99_900;
const NOTHING: OrderMoney = {
  paid: [],
  attempts: { newest: undefined, pending: 0, failed: 0 },
  open: true,
  refunds: [],
};
const FAILED: OrderMoney = { ...NOTHING, attempts: { newest: "failed", pending: 0, failed: 1 } };
const paid = (refunds: readonly DecidedRefund[] = [], amounts: readonly number[] = [FEE]): OrderMoney => ({
  ...NOTHING,
  paid: amounts,
  open: false,
  refunds,
});
const AT = "2026-12-08T10:00:00.000Z";
const asked: DecidedRefund = { amountPaise: FEE, state: "pending", automatic: false, reference: "RFND1" };
const done: DecidedRefund = { ...asked, state: "succeeded", endedAt: AT };
const part: DecidedRefund = { ...done, amountPaise: 50_000 };
const PENDING = { state: "pending", amountPaise: FEE, reference: "RFND1" } as const;
const DONE = { state: "succeeded", amountPaise: FEE, at: AT, reference: "RFND1" } as const;
const took = (application: ListingOutcomeFacts["application"], money = paid()): Partial<ListingOutcomeFacts> => ({
  application,
  order: "paid",
  tookItsYear: true,
  money,
});
const over = (money: OrderMoney): Partial<ListingOutcomeFacts> => ({ order: "closed", money });

describe("what the payer of a listing is shown", () => {
  const cases: [string, Partial<ListingOutcomeFacts>, ListingOutcome, ListingPaymentStatus][] = [
    ["not started", { order: "unsent" }, { kind: "not_started" }, "payment_pending"],
    ["no attempt", {}, { kind: "pending" }, "payment_pending"],
    ["a failed attempt", { money: FAILED }, { kind: "failed_attempt" }, "payment_failed"],
    ["over without money", over({ ...FAILED, open: false }), { kind: "not_charged" }, "payment_failed"],
    ["replaced before it was sent", { order: "void" }, { kind: "not_charged" }, "payment_failed"],
    ["said to be paid, not yet written down", { order: "paid" }, { kind: "pending" }, "payment_pending"],
    [
      "paid, in review",
      took("under_review"),
      { kind: "paid", paidPaise: FEE, status: "in_review" },
      "payment_successful",
    ],
    [
      "paid without a provider",
      took("under_review", { ...NOTHING, open: false }),
      { kind: "paid", paidPaise: 0, status: "in_review" },
      "payment_successful",
    ],
    ["live", took("live"), { kind: "paid", paidPaise: FEE, status: "live" }, "payment_successful"],
    ["its year is over", took("expired"), { kind: "paid", paidPaise: FEE, status: "expired" }, "payment_successful"],
    [
      "paid twice, the second goes back",
      took("live", paid([{ ...asked, surplus: true }], [FEE, FEE])),
      { kind: "paid", paidPaise: 2 * FEE, status: "live", second: { amountPaise: FEE, refund: PENDING } },
      "payment_successful",
    ],
    [
      "live, part of it back",
      took("live", paid([part])),
      { kind: "partly_refunded", paidPaise: FEE, refund: { ...DONE, amountPaise: 50_000 }, kept: true },
      "payment_successful",
    ],
    [
      "live, all of it back",
      took("live", paid([done])),
      { kind: "refunded", paidPaise: FEE, refund: DONE },
      "payment_failed",
    ],
    [
      "rejected",
      took("rejected", paid([asked])),
      { kind: "rejected", paidPaise: FEE, refund: PENDING },
      "payment_failed",
    ],
    [
      "rejected, refunded",
      took("rejected", paid([done])),
      { kind: "rejected", paidPaise: FEE, refund: DONE },
      "payment_failed",
    ],
    ["taken down", took("withdrawn"), { kind: "withdrawn", paidPaise: FEE, refund: undefined }, "payment_failed"],
    [
      "taken down, refunded",
      took("withdrawn", paid([done])),
      { kind: "withdrawn", paidPaise: FEE, refund: DONE },
      "payment_failed",
    ],
    [
      "another order paid for the year, this one goes back",
      over(paid([{ ...asked, automatic: true }])),
      { kind: "refund_pending", paidPaise: FEE, refund: PENDING },
      "payment_failed",
    ],
    [
      "that money is back",
      over(paid([{ ...done, automatic: true }])),
      { kind: "refunded", paidPaise: FEE, refund: DONE },
      "payment_failed",
    ],
    [
      "money of another amount",
      { money: { ...paid(), open: true } },
      { kind: "money_under_review", paidPaise: FEE, kept: true },
      "payment_pending",
    ],
    [
      "such money on an order that is over",
      over(paid()),
      { kind: "money_under_review", paidPaise: FEE, kept: false },
      "payment_failed",
    ],
  ];
  it.each(cases)("%s", (_what, more, expected, status) => {
    const outcome = listingOutcome({
      application: "paying",
      order: "open",
      tookItsYear: false,
      money: NOTHING,
      ...more,
    });
    expect(outcome).toEqual(expected);
    expect(listingPaymentStatusOf(outcome)).toBe(status);
  });

  it("has a case for every outcome", () => {
    expect([...new Set(cases.map(([, , { kind }]) => kind))].toSorted()).toEqual([...LISTING_OUTCOME_KINDS].toSorted());
  });
});
