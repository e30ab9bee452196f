import { describe, expect, it } from "@jest/globals";
import type { DecidedRefund, OrderMoney } from "../payments/payer-outcome.js";
import { LISTING_OUTCOME_KINDS, listingOutcome, listingPaymentStatus } from "./listing-outcome.js";
import type { ListingOutcome, ListingOutcomeInput } from "./listing-outcome.js";

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
const pending: DecidedRefund = { amountPaise: FEE, state: "pending", automatic: false, reference: "RFND1" };
const done: DecidedRefund = { ...pending, state: "succeeded", endedAt: AT };
const part: DecidedRefund = { ...done, amountPaise: 50_000 };
const PENDING = { state: "pending", amountPaise: FEE, reference: "RFND1" } as const;
const DONE = { state: "succeeded", amountPaise: FEE, at: AT, reference: "RFND1" } as const;
const took = (application: ListingOutcomeInput["application"], money = paid()): Partial<ListingOutcomeInput> => ({
  application,
  order: "paid",
  tookItsYear: true,
  money,
});
const over = (money: OrderMoney): Partial<ListingOutcomeInput> => ({ order: "closed", money });

/** The API's payment status without its "payment_" prefix. */
type Status = "pending" | "successful" | "failed";
/** An outcome of the full fee. */
const of = (kind: ListingOutcome["kind"], more: object = {}) => ({ kind, paidPaise: FEE, ...more }) as ListingOutcome;
const FREE = { ...NOTHING, open: false };
const NONE = { paidPaise: 0 };
const automatic = (refund: DecidedRefund): DecidedRefund => ({ ...refund, automatic: true });
const twice = of("paid", { status: "live", paidPaise: 2 * FEE, second: { amountPaise: FEE, refund: PENDING } });
const partly = of("partly_refunded", { refund: { ...DONE, amountPaise: 50_000 }, kept: true });

describe("listingOutcome", () => {
  const cases: [string, Partial<ListingOutcomeInput>, ListingOutcome, Status][] = [
    ["not started", { order: "unsent" }, { kind: "not_started" }, "pending"],
    ["no attempt", {}, { kind: "pending" }, "pending"],
    ["a failed attempt", { money: FAILED }, { kind: "failed_attempt" }, "failed"],
    ["closed without a payment", over({ ...FAILED, open: false }), { kind: "not_charged" }, "failed"],
    ["replaced before it was opened", { order: "void" }, { kind: "not_charged" }, "failed"],
    ["reported as paid, not recorded yet", { order: "paid" }, { kind: "pending" }, "pending"],
    ["paid, in review", took("under_review"), of("paid", { status: "in_review" }), "successful"],
    [
      "paid without a provider",
      took("under_review", FREE),
      { ...of("paid", { status: "in_review" }), ...NONE },
      "successful",
    ],
    ["live", took("live"), of("paid", { status: "live" }), "successful"],
    ["expired", took("expired"), of("paid", { status: "expired" }), "successful"],
    [
      "paid twice, the second payment is being refunded",
      took("live", paid([{ ...pending, surplus: true }], [FEE, FEE])),
      twice,
      "successful",
    ],
    ["live, partly refunded", took("live", paid([part])), partly, "successful"],
    ["live, fully refunded", took("live", paid([done])), of("refunded", { refund: DONE }), "failed"],
    ["rejected", took("rejected", paid([pending])), of("rejected", { refund: PENDING }), "failed"],
    ["rejected, refunded", took("rejected", paid([done])), of("rejected", { refund: DONE }), "failed"],
    ["withdrawn", took("withdrawn"), of("withdrawn", { refund: undefined }), "failed"],
    ["withdrawn, refunded", took("withdrawn", paid([done])), of("withdrawn", { refund: DONE }), "failed"],
    // Another order paid for the year.
    ["second order, refunding", over(paid([automatic(pending)])), of("refund_pending", { refund: PENDING }), "failed"],
    ["second order, refunded", over(paid([automatic(done)])), of("refunded", { refund: DONE }), "failed"],
    ["an unexpected amount", { money: { ...paid(), open: true } }, of("money_under_review", { kept: true }), "pending"],
    ["an unexpected amount on a closed order", over(paid()), of("money_under_review", { kept: false }), "failed"],
  ];
  it.each(cases)("%s", (_what, more, expected, status) => {
    const unpaid = { application: "paying", order: "open", tookItsYear: false, money: NOTHING } as const;
    const outcome = listingOutcome({ ...unpaid, ...more });
    expect(outcome).toEqual(expected);
    expect(listingPaymentStatus(outcome)).toBe(`payment_${status}`);
  });

  it("has a case for every outcome", () => {
    expect([...new Set(cases.map(([, , { kind }]) => kind))].toSorted()).toEqual([...LISTING_OUTCOME_KINDS].toSorted());
  });
});
