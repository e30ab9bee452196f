import { describe, expect, it } from "@jest/globals";
import type { DecidedRefund, OrderMoney } from "../payments/payer-outcome.js";
import { LISTING_OUTCOME_KINDS, listingOutcome, listingPaymentStatusOf } from "./listing-outcome.js";
import type { ListingOutcome, ListingOutcomeFacts } from "./listing-outcome.js";

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

/** The status on the wire, without its "payment_". */
type Status = "pending" | "successful" | "failed";
/** An outcome of the whole fee. */
const of = (kind: ListingOutcome["kind"], more: object = {}) => ({ kind, paidPaise: FEE, ...more }) as ListingOutcome;
const FREE = { ...NOTHING, open: false };
const NONE = { paidPaise: 0 };
const automatic = (refund: DecidedRefund): DecidedRefund => ({ ...refund, automatic: true });
const twice = of("paid", { status: "live", paidPaise: 2 * FEE, second: { amountPaise: FEE, refund: PENDING } });
const partly = of("partly_refunded", { refund: { ...DONE, amountPaise: 50_000 }, kept: true });

describe("what the payer of a listing is shown", () => {
  const cases: [string, Partial<ListingOutcomeFacts>, ListingOutcome, Status][] = [
    ["not started", { order: "unsent" }, { kind: "not_started" }, "pending"],
    ["no attempt", {}, { kind: "pending" }, "pending"],
    ["a failed attempt", { money: FAILED }, { kind: "failed_attempt" }, "failed"],
    ["over without money", over({ ...FAILED, open: false }), { kind: "not_charged" }, "failed"],
    ["replaced before it was sent", { order: "void" }, { kind: "not_charged" }, "failed"],
    ["said to be paid, not yet written down", { order: "paid" }, { kind: "pending" }, "pending"],
    ["paid, in review", took("under_review"), of("paid", { status: "in_review" }), "successful"],
    [
      "paid without a provider",
      took("under_review", FREE),
      { ...of("paid", { status: "in_review" }), ...NONE },
      "successful",
    ],
    ["live", took("live"), of("paid", { status: "live" }), "successful"],
    ["its year is over", took("expired"), of("paid", { status: "expired" }), "successful"],
    [
      "paid twice, the second goes back",
      took("live", paid([{ ...asked, surplus: true }], [FEE, FEE])),
      twice,
      "successful",
    ],
    ["live, part of it back", took("live", paid([part])), partly, "successful"],
    ["live, all of it back", took("live", paid([done])), of("refunded", { refund: DONE }), "failed"],
    ["rejected", took("rejected", paid([asked])), of("rejected", { refund: PENDING }), "failed"],
    ["rejected, refunded", took("rejected", paid([done])), of("rejected", { refund: DONE }), "failed"],
    ["taken down", took("withdrawn"), of("withdrawn", { refund: undefined }), "failed"],
    ["taken down, refunded", took("withdrawn", paid([done])), of("withdrawn", { refund: DONE }), "failed"],
    // Another order paid for the year.
    ["a second order, going back", over(paid([automatic(asked)])), of("refund_pending", { refund: PENDING }), "failed"],
    ["a second order, back", over(paid([automatic(done)])), of("refunded", { refund: DONE }), "failed"],
    [
      "money of another amount",
      { money: { ...paid(), open: true } },
      of("money_under_review", { kept: true }),
      "pending",
    ],
    ["such money on an order that is over", over(paid()), of("money_under_review", { kept: false }), "failed"],
  ];
  it.each(cases)("%s", (_what, more, expected, status) => {
    const unpaid = { application: "paying", order: "open", tookItsYear: false, money: NOTHING } as const;
    const outcome = listingOutcome({ ...unpaid, ...more });
    expect(outcome).toEqual(expected);
    expect(listingPaymentStatusOf(outcome)).toBe(`payment_${status}`);
  });

  it("has a case for every outcome", () => {
    expect([...new Set(cases.map(([, , { kind }]) => kind))].toSorted()).toEqual([...LISTING_OUTCOME_KINDS].toSorted());
  });
});
