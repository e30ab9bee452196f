import { describe, expect, it } from "@jest/globals";
import type { DecidedRefund, OrderMoney } from "../payments/payer-outcome.js";
import { BOOKING_OUTCOME_KINDS, bookingOutcome, paymentStatusOf } from "./booking-outcome.js";
import type { BookingOutcome, BookingOutcomeFacts } from "./booking-outcome.js";
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
/** Attempts that the provider never started stay "pending" forever on an order that is over. */
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

const facts = (more: Partial<BookingOutcomeFacts>): BookingOutcomeFacts => ({
  state: "paying",
  current: true,
  expired: false,
  stallId: "B12",
  stallType: "General",
  bookedStallId: "B12",
  money: NOTHING,
  ...more,
});
const cancelled = (refunds: readonly DecidedRefund[]): Partial<BookingOutcomeFacts> => ({
  state: "released",
  releaseReason: "cancelled",
  money: paid(refunds),
});
const late = (money: OrderMoney): Partial<BookingOutcomeFacts> => ({
  state: "released",
  releaseReason: "payment_expired",
  money,
});
const REVIEW = { kind: "money_under_review", paidPaise: PRICE } as const;

/** The status on the wire, without its "payment_". */
type Status = "pending" | "successful" | "failed";
/** An outcome of the whole price. */
const of = (kind: BookingOutcome["kind"], more: object = {}) => ({ kind, paidPaise: PRICE, ...more }) as BookingOutcome;

describe("the outcome of an order", () => {
  it.each<[string, Partial<BookingOutcomeFacts>, BookingOutcome, Status]>([
    ["held", { state: "held" }, { kind: "not_started" }, "pending"],
    ["registered", { state: "registered" }, { kind: "not_started" }, "pending"],
    ["registered, out of time", { state: "registered", expired: true }, { kind: "not_charged" }, "failed"],
    [
      "registered, its order is another by now",
      { state: "registered", current: false },
      { kind: "not_charged" },
      "failed",
    ],
    ["paying, no attempt", {}, { kind: "pending", untried: true }, "pending"],
    [
      "paying, no attempt, and the order takes no money any more",
      { money: { ...NOTHING, open: false } },
      { kind: "pending" },
      "pending",
    ],
    ["paying, the attempt failed", { money: FAILED }, { kind: "failed_attempt" }, "failed"],
    ["paying, a new attempt after a failed one", { money: AGAIN }, { kind: "pending" }, "pending"],
    ["paying, a failed attempt beside a pending one", { money: BESIDE }, { kind: "pending" }, "pending"],
    ["paying, money that is not our amount", { money: paid() }, { ...REVIEW, kept: true }, "pending"],
    [
      "paying, such money goes back",
      { money: paid([refund({ automatic: false })]) },
      of("refund_pending", { refund: PENDING }),
      "failed",
    ],
    ["an older order, an attempt still under way", { current: false, money: AGAIN }, { kind: "pending" }, "pending"],
    ["an older order that was paid", { current: false, money: paid() }, { ...REVIEW, kept: false }, "failed"],
    [
      "an older order whose money goes back",
      { current: false, state: "sold", money: paid([refund()]) },
      of("refund_pending", { refund: PENDING }),
      "failed",
    ],
    ["sold", { state: "sold", money: paid() }, of("sold"), "successful"],
    [
      "sold and moved",
      { state: "sold", stallId: "B13", money: paid() },
      of("moved", { fromStallId: "B12" }),
      "successful",
    ],
    [
      "sold, paid twice",
      { state: "sold", money: paid([], [PRICE, PRICE]) },
      { kind: "sold", paidPaise: 2 * PRICE, second: { amountPaise: PRICE, refund: undefined } },
      "successful",
    ],
    [
      "sold, the second payment goes back",
      { state: "sold", money: paid([refund({ surplus: true })], [PRICE, PRICE]) },
      { kind: "sold", paidPaise: 2 * PRICE, second: { amountPaise: PRICE, refund: PENDING } },
      "successful",
    ],
    [
      "moved, the second payment is back",
      { state: "sold", stallId: "B13", money: paid([done({ surplus: true })], [PRICE, PRICE]) },
      { kind: "moved", paidPaise: 2 * PRICE, fromStallId: "B12", second: { amountPaise: PRICE, refund: DONE } },
      "successful",
    ],
    [
      "sold, part of it went back",
      { state: "sold", money: paid([done(PART)]) },
      of("partly_refunded", { refund: { ...DONE, amountPaise: 1_000_000 }, kept: true }),
      "successful",
    ],
    [
      "sold, all of it went back at the provider",
      { state: "sold", money: paid([done({ automatic: false })]) },
      of("refunded", { refund: DONE }),
      "failed",
    ],
    [
      "sold, a refund that was refused",
      { state: "sold", money: paid([refund({ state: "failed" })]) },
      of("sold"),
      "successful",
    ],
    ["cancelled, nothing goes back", cancelled([]), of("cancelled_without_refund"), "failed"],
    [
      "cancelled, the refund is under way",
      cancelled([refund({ automatic: false, state: "pending" })]),
      of("cancelled", { refund: PENDING }),
      "failed",
    ],
    [
      "cancelled, the refund arrived",
      cancelled([done({ automatic: false })]),
      of("cancelled", { refund: DONE }),
      "failed",
    ],
    [
      "cancelled, the refund was refused",
      cancelled([refund({ state: "failed" })]),
      of("cancelled", { refund: FAILED_REFUND }),
      "failed",
    ],
    [
      "cancelled, a refused refund asked for again",
      cancelled([refund({ state: "failed" }), done({ reference: "RFND2" })]),
      of("cancelled", { refund: { ...DONE, reference: "RFND2" } }),
      "failed",
    ],
    [
      "cancelled, refunds at two times",
      cancelled([done(PART), done({ ...PART, endedAt: "2026-12-09T10:00:00.000Z", reference: "RFND2" })]),
      {
        kind: "cancelled",
        paidPaise: PRICE,
        refund: { state: "succeeded", amountPaise: 2_000_000, at: "2026-12-09T10:00:00.000Z", reference: "RFND2" },
      },
      "failed",
    ],
    ["released without a try", { state: "released", releaseReason: "left" }, { kind: "not_charged" }, "failed"],
    ["released, every attempt failed", late({ ...FAILED, open: false }), { kind: "not_charged" }, "failed"],
    ["released, an attempt that never began", late(NEVER_STARTED), { kind: "not_charged" }, "failed"],
    ["late money, refund asked for", late(paid([refund()])), of("refund_pending", { refund: PENDING }), "failed"],
    [
      "late money, refund refused",
      late(paid([refund({ state: "failed" })])),
      of("refund_pending", { refund: FAILED_REFUND }),
      "failed",
    ],
    ["late money, refunded", late(paid([done()])), of("refunded", { refund: DONE }), "failed"],
    [
      "late money, the provider had returned part of it by itself",
      late(paid([done(PART), done({ amountPaise: 1_430_000 })].map((one) => ({ ...one, automatic: true })))),
      of("refunded", { refund: DONE }),
      "failed",
    ],
    [
      "late money, an operator returned part",
      late(paid([done(PART)])),
      of("partly_refunded", { refund: { ...DONE, amountPaise: 1_000_000 }, kept: false }),
      "failed",
    ],
    ["late money, a person decides", late(paid()), { ...REVIEW, kept: false }, "failed"],
    [
      "late money, another stall is offered",
      { ...late(paid()), offer: { expiresAt: AT } },
      of("late_offer", { expiresAt: AT, stallType: "General" }),
      "failed",
    ],
    [
      "late money, offered and then refunded",
      { ...late(paid([refund()])), offer: { expiresAt: AT } },
      of("refund_pending", { refund: PENDING }),
      "failed",
    ],
    ["late money that still bought it", { state: "sold", money: paid() }, of("sold"), "successful"],
    ["blocked by an operator", { state: "blocked" }, { kind: "not_charged" }, "failed"],
  ])("%s", (_what, more, expected, status) => {
    const outcome = bookingOutcome(facts(more));
    expect(outcome).toEqual(expected);
    expect(paymentStatusOf(outcome)).toBe(`payment_${status}`);
  });

  // The rule of the whole file, over everything that can be combined.
  it("never says failed or not charged where money was taken and not returned", () => {
    const monies = [
      NOTHING,
      FAILED,
      AGAIN,
      NEVER_STARTED,
      paid(),
      paid([refund()]),
      paid([done()]),
      paid([done(PART)]),
      paid([refund({ state: "failed" })]),
      paid([], [PRICE, PRICE]),
    ];
    const seen = new Set<string>();
    for (const state of BOOKING_STATES) {
      for (const releaseReason of state === "released" ? RELEASE_REASONS : [undefined]) {
        for (const money of monies) {
          for (const current of [true, false]) {
            for (const offer of [undefined, { expiresAt: AT }]) {
              const { kind } = bookingOutcome(facts({ state, releaseReason, money, current, offer }));
              seen.add(kind);
              if (money.paid.length > 0) {
                expect(["not_charged", "failed_attempt", "pending", "not_started"]).not.toContain(kind);
              } else if (releaseReason !== "cancelled" && !(state === "sold" && current)) {
                expect(["not_charged", "failed_attempt", "pending", "not_started"]).toContain(kind);
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
