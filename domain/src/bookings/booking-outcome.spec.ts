import { describe, expect, it } from "@jest/globals";
import type { DecidedRefund, OrderMoney } from "../payments/payer-outcome.js";
import { BOOKING_OUTCOME_KINDS, bookingOutcome, bookingPaymentStatus } from "./booking-outcome.js";
import type { BookingOutcome, BookingOutcomeInput } from "./booking-outcome.js";
import { BOOKING_STATES, RELEASE_REASONS } from "./booking.states.js";

const NOTHING: OrderMoney = {
  paid: [],
  attempts: { newest: undefined, pending: 0, failed: 0 },
  open: true,
  refunds: [],
};
const FAILED: OrderMoney = { ...NOTHING, attempts: { newest: "failed", pending: 0, failed: 1 } };
const AGAIN: OrderMoney = { ...NOTHING, attempts: { newest: "pending", pending: 1, failed: 1 } };
const BESIDE: OrderMoney = { ...NOTHING, attempts: { newest: "failed", pending: 1, failed: 1 } };
/** Attempts that the provider never started stay "pending" forever on a closed order. */
const NEVER_STARTED: OrderMoney = { ...AGAIN, open: false };
const PRICE = 2_430_000;
const paid = (refunds: readonly DecidedRefund[] = [], amounts: readonly number[] = [PRICE]): OrderMoney => ({
  paid: amounts,
  attempts: { newest: "success", pending: 0, failed: 0 },
  open: false,
  refunds,
});
const refund = (more: Partial<DecidedRefund> = {}): DecidedRefund => ({
  amountPaise: PRICE,
  state: "requested",
  automatic: true,
  reference: "RFND1",
  ...more,
});
const AT = "2026-12-08T10:00:00.000Z";
const done = (more: Partial<DecidedRefund> = {}): DecidedRefund => refund({ state: "succeeded", endedAt: AT, ...more });
const PENDING = { state: "pending", amountPaise: PRICE, reference: "RFND1" } as const;
const DONE = { state: "succeeded", amountPaise: PRICE, at: AT, reference: "RFND1" } as const;
const FAILED_REFUND = { state: "failed", amountPaise: PRICE, reference: "RFND1" } as const;
const PART = { amountPaise: 1_000_000, automatic: false };

const facts = (more: Partial<BookingOutcomeInput>): BookingOutcomeInput => ({
  state: "paying",
  current: true,
  expired: false,
  stallId: "B12",
  stallType: "General",
  bookedStallId: "B12",
  money: NOTHING,
  ...more,
});
const cancelled = (refunds: readonly DecidedRefund[]): Partial<BookingOutcomeInput> => ({
  state: "released",
  releaseReason: "cancelled",
  money: paid(refunds),
});
const late = (money: OrderMoney): Partial<BookingOutcomeInput> => ({
  state: "released",
  releaseReason: "payment_expired",
  money,
});
const REVIEW = { kind: "money_under_review", paidPaise: PRICE } as const;

/** An outcome of the full price. */
const of = (kind: BookingOutcome["kind"], more: object = {}) => ({ kind, paidPaise: PRICE, ...more }) as BookingOutcome;
const NOT_CHARGED = { kind: "not_charged" } as const;
const TWICE = 2 * PRICE;
const LATER = { endedAt: "2026-12-09T10:00:00.000Z", reference: "RFND2" };
const moved = { state: "sold", stallId: "B13" } as const;
const offered = (refunds: readonly DecidedRefund[]) => ({ ...late(paid(refunds)), offer: { expiresAt: AT } });
const PARTLY = { ...DONE, amountPaise: 1_000_000 };

type Case = readonly [string, Partial<BookingOutcomeInput>, BookingOutcome];
/** Grouped by the API's payment status. */
const CASES: Readonly<Record<string, readonly Case[]>> = {
  payment_pending: [
    ["held", { state: "held" }, { kind: "not_started" }],
    ["registered", { state: "registered" }, { kind: "not_started" }],
    ["paying, no attempt", {}, { kind: "pending", untried: true }],
    [
      "paying, no attempt, the order no longer accepts payments",
      { money: { ...NOTHING, open: false } },
      { kind: "pending" },
    ],
    ["paying, a new attempt after a failed one", { money: AGAIN }, { kind: "pending" }],
    ["paying, a failed attempt beside a pending one", { money: BESIDE }, { kind: "pending" }],
    ["paying, an unexpected amount was paid", { money: paid() }, { ...REVIEW, kept: true }],
    ["an older order, an attempt still under way", { current: false, money: AGAIN }, { kind: "pending" }],
  ],
  payment_successful: [
    ["sold", { state: "sold", money: paid() }, of("sold")],
    ["sold and moved", { ...moved, money: paid() }, of("moved", { fromStallId: "B12" })],
    [
      "sold, paid twice",
      { state: "sold", money: paid([], [PRICE, PRICE]) },
      { kind: "sold", paidPaise: TWICE, second: { amountPaise: PRICE, refund: undefined } },
    ],
    [
      "sold, the second payment is being refunded",
      { state: "sold", money: paid([refund({ surplus: true })], [PRICE, PRICE]) },
      { kind: "sold", paidPaise: TWICE, second: { amountPaise: PRICE, refund: PENDING } },
    ],
    [
      "moved, the second payment was refunded",
      { ...moved, money: paid([done({ surplus: true })], [PRICE, PRICE]) },
      { kind: "moved", paidPaise: TWICE, fromStallId: "B12", second: { amountPaise: PRICE, refund: DONE } },
    ],
    [
      "sold, partly refunded",
      { state: "sold", money: paid([done(PART)]) },
      of("partly_refunded", { refund: PARTLY, kept: true }),
    ],
    ["sold, a refund failed", { state: "sold", money: paid([refund({ state: "failed" })]) }, of("sold")],
  ],
  payment_failed: [
    ["registered, hold expired", { state: "registered", expired: true }, NOT_CHARGED],
    ["registered, its order was replaced", { state: "registered", current: false }, NOT_CHARGED],
    ["paying, the attempt failed", { money: FAILED }, { kind: "failed_attempt" }],
    [
      "paying, an unexpected amount is being refunded",
      { money: paid([refund({ automatic: false })]) },
      of("refund_pending", { refund: PENDING }),
    ],
    ["an older order that was paid", { current: false, money: paid() }, { ...REVIEW, kept: false }],
    [
      "an older order that is being refunded",
      { current: false, state: "sold", money: paid([refund()]) },
      of("refund_pending", { refund: PENDING }),
    ],
    [
      "sold, fully refunded at the provider",
      { state: "sold", money: paid([done({ automatic: false })]) },
      of("refunded", { refund: DONE }),
    ],
    ["cancelled without a refund", cancelled([]), of("cancelled_without_refund")],
    [
      "cancelled, the refund is under way",
      cancelled([refund({ automatic: false, state: "pending" })]),
      of("cancelled", { refund: PENDING }),
    ],
    ["cancelled, the refund succeeded", cancelled([done({ automatic: false })]), of("cancelled", { refund: DONE })],
    [
      "cancelled, the refund failed",
      cancelled([refund({ state: "failed" })]),
      of("cancelled", { refund: FAILED_REFUND }),
    ],
    [
      "cancelled, a failed refund was retried",
      cancelled([refund({ state: "failed" }), done({ reference: "RFND2" })]),
      of("cancelled", { refund: { ...DONE, reference: "RFND2" } }),
    ],
    [
      "cancelled, two separate refunds",
      cancelled([done(PART), done({ ...PART, ...LATER })]),
      of("cancelled", { refund: { ...DONE, amountPaise: 2_000_000, at: LATER.endedAt, reference: "RFND2" } }),
    ],
    ["released without an attempt", { state: "released", releaseReason: "left" }, NOT_CHARGED],
    ["released, every attempt failed", late({ ...FAILED, open: false }), NOT_CHARGED],
    ["released, an attempt that never started", late(NEVER_STARTED), NOT_CHARGED],
    ["late money, refund requested", late(paid([refund()])), of("refund_pending", { refund: PENDING })],
    [
      "late money, refund failed",
      late(paid([refund({ state: "failed" })])),
      of("refund_pending", { refund: FAILED_REFUND }),
    ],
    ["late money, refunded", late(paid([done()])), of("refunded", { refund: DONE })],
    [
      "late money, partly refunded by the provider before our refund",
      late(paid([1_000_000, 1_430_000].map((amountPaise) => done({ amountPaise })))),
      of("refunded", { refund: DONE }),
    ],
    [
      "late money, partly refunded by an operator",
      late(paid([done(PART)])),
      of("partly_refunded", { refund: PARTLY, kept: false }),
    ],
    ["late money, under review", late(paid()), { ...REVIEW, kept: false }],
    ["late money, another stall offered", offered([]), of("late_offer", { expiresAt: AT, stallType: "General" })],
    ["late money, offered and then refunded", offered([refund()]), of("refund_pending", { refund: PENDING })],
    ["blocked by an operator", { state: "blocked" }, NOT_CHARGED],
  ],
};

describe("bookingOutcome", () => {
  describe.each(Object.entries(CASES))("reports %s for:", (status, cases) => {
    it.each(cases)("%s", (_what, more, expected) => {
      const outcome = bookingOutcome(facts(more));
      expect([outcome, bookingPaymentStatus(outcome)]).toEqual([expected, status]);
    });
  });

  // The main invariant, over every combination of facts.
  it("never reports failed or not charged while the payer's money is kept", () => {
    const monies = [
      ...[NOTHING, FAILED, AGAIN, NEVER_STARTED, paid(), paid([refund()]), paid([done()]), paid([done(PART)])],
      ...[paid([refund({ state: "failed" })]), paid([], [PRICE, PRICE])],
    ];
    const unpaid = ["not_charged", "failed_attempt", "pending", "not_started"];
    const seen = new Set<string>();
    for (const state of BOOKING_STATES) {
      for (const releaseReason of state === "released" ? RELEASE_REASONS : [undefined]) {
        for (const money of monies) {
          for (const current of [true, false]) {
            for (const offer of [undefined, { expiresAt: AT }]) {
              const { kind } = bookingOutcome(facts({ state, releaseReason, money, current, offer }));
              seen.add(kind);
              if (money.paid.length > 0) {
                expect(unpaid).not.toContain(kind);
              } else if (releaseReason !== "cancelled" && !(state === "sold" && current)) {
                expect(unpaid).toContain(kind);
              }
            }
          }
        }
      }
    }
    seen.add(bookingOutcome(facts({ state: "sold", stallId: "B13", money: paid() })).kind);
    expect([...seen].toSorted()).toEqual([...BOOKING_OUTCOME_KINDS].toSorted());
  });
});
