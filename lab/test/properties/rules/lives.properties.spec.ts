import assert from "node:assert/strict";
import { describe, it } from "@jest/globals";
import { bookingOutcome, bookingPaymentStatus } from "@sakhi/domain/bookings/booking-outcome";
import { BOOKING_LIFECYCLE, BOOKING_STATES, isLive, RELEASE_REASONS } from "@sakhi/domain/bookings/booking.states";
import type { BookingState } from "@sakhi/domain/bookings/booking.states";
import {
  isHoardingOver,
  looksLikeHoarding,
  MAX_PROOF_TRIES,
  proofSuffices,
  proofTries,
} from "@sakhi/domain/bookings/live-holds.rules";
import { similarStalls, stallStatus } from "@sakhi/domain/bookings/stall.rules";
import { listingOutcome, listingPaymentStatus } from "@sakhi/domain/listings/listing-outcome";
import { APPLICATION_LIFECYCLE, APPLICATION_STATES } from "@sakhi/domain/listings/listing.states";
import type { ApplicationState, ApplicationTransition } from "@sakhi/domain/listings/listing.states";
import {
  checkExtension,
  decideRefund,
  MAX_EXTENSION_MINUTES,
  returnsCoupon,
} from "@sakhi/domain/operator/operator.rules";
import { closingPause } from "@sakhi/domain/payments/closing.rules";
import { canTransition, isEnded } from "@sakhi/domain/payments/lifecycle.states";
import type { TransitionOf } from "@sakhi/domain/payments/lifecycle.states";
import { paidOf } from "@sakhi/domain/payments/payer-outcome";
import type { OrderMoney } from "@sakhi/domain/payments/payer-outcome";
import { ORDER_STATES, REFUND_STATES } from "@sakhi/domain/payments/payment.states";
import fc from "fast-check";
import { holds } from "./properties.js";

const amount = fc.integer({ min: 1, max: 3_600_000 });
const money: fc.Arbitrary<OrderMoney> = fc.record({
  paid: fc.array(amount, { maxLength: 3 }),
  attempts: fc.record({
    newest: fc.constantFrom(undefined, "success", "failed", "pending" as const),
    pending: fc.nat({ max: 2 }),
    failed: fc.nat({ max: 2 }),
  }),
  open: fc.boolean(),
  refunds: fc.array(
    fc.record({
      amountPaise: amount,
      state: fc.constantFrom(...REFUND_STATES),
      automatic: fc.boolean(),
      surplus: fc.boolean(),
      endedAt: fc.constant("2026-12-08T10:00:00.000Z"),
      reference: fc.constantFrom("RFND1", "RFND2"),
    }),
    { maxLength: 3 },
  ),
});
/** Outcomes that must never be shown if money was taken. */
const WITHOUT_MONEY = ["not_charged", "not_started", "failed_attempt", "pending"];

describe("the payer's outcome", () => {
  const facts = fc.record({
    state: fc.constantFrom(...BOOKING_STATES),
    releaseReason: fc.constantFrom(...RELEASE_REASONS),
    current: fc.boolean(),
    expired: fc.boolean(),
    stallId: fc.constantFrom("B1", "B2"),
    stallType: fc.constant("General" as const),
    bookedStallId: fc.constant("B1"),
    money,
    offer: fc.option(fc.constant({ expiresAt: "2026-12-09T10:00:00.000Z" }), { nil: undefined }),
  });

  it("of a stall reports the amount taken exactly, and success only for a sold booking", () => {
    holds(
      fc.property(facts, (given) => {
        const outcome = bookingOutcome(given);
        const taken = paidOf(given.money);
        if (taken > 0) {
          assert.ok(!WITHOUT_MONEY.includes(outcome.kind), outcome.kind);
          assert.equal("paidPaise" in outcome && outcome.paidPaise, taken);
        }
        const sold = given.current && given.state === "sold";
        if (bookingPaymentStatus(outcome) === "payment_successful") assert.ok(sold);
        if (outcome.kind === "refunded" || outcome.kind === "refund_pending") {
          assert.ok(given.money.refunds.length > 0);
          if (outcome.kind === "refunded") assert.equal(outcome.refund.state, "succeeded");
        }
        if (outcome.kind === "sold") assert.equal(given.stallId, given.bookedStallId);
        if (outcome.kind === "late_offer") assert.notEqual(given.offer, undefined);
      }),
      1000,
    );
  });

  it("of a listing reports the amount taken exactly, and success only for a paid year", () => {
    holds(
      fc.property(
        fc.record({
          application: fc.constantFrom(...APPLICATION_STATES),
          order: fc.constantFrom(...ORDER_STATES),
          tookItsYear: fc.boolean(),
          money,
        }),
        (given) => {
          const outcome = listingOutcome(given);
          const taken = paidOf(given.money);
          if (taken > 0) {
            assert.ok(!WITHOUT_MONEY.includes(outcome.kind), outcome.kind);
            assert.equal("paidPaise" in outcome && outcome.paidPaise, taken);
          }
          if (listingPaymentStatus(outcome) === "payment_successful") assert.ok(given.tookItsYear);
          if (given.tookItsYear) assert.ok(!WITHOUT_MONEY.includes(outcome.kind), outcome.kind);
        },
      ),
      1000,
    );
  });
});

describe("the booking's state machine", () => {
  const transitions = Object.keys(BOOKING_LIFECYCLE.transitions) as TransitionOf<typeof BOOKING_LIFECYCLE>[];

  it("frees a stall only by a release with a reason, and reoccupies one only by late money", () => {
    holds(
      fc.property(
        fc.constantFrom(...Object.values(BOOKING_LIFECYCLE.initial)),
        fc.array(fc.constantFrom(...transitions), { maxLength: 30 }),
        (first, tries) => {
          let state: BookingState = first;
          for (const transition of tries) {
            if (!canTransition(BOOKING_LIFECYCLE, transition, state)) continue;
            const to: BookingState = BOOKING_LIFECYCLE.transitions[transition].to;
            if (isLive(state) && !isLive(to)) assert.ok("reasons" in BOOKING_LIFECYCLE.transitions[transition]);
            if (!isLive(state)) assert.equal(transition, "sold_late");
            if (isEnded(BOOKING_LIFECYCLE, state)) assert.ok(transition === "sold_late" || transition === "cancelled");
            assert.equal(stallStatus(to) === "Available", !isLive(to));
            state = to;
          }
        },
      ),
    );
  });

  it.each(BOOKING_STATES)("reaches an end from %s", (state) => {
    const reached = reachable(state, transitions, BOOKING_LIFECYCLE.transitions);
    assert.ok([...reached].some((end) => isEnded(BOOKING_LIFECYCLE, end)));
  });
});

describe("the application's state machine", () => {
  const transitions = Object.keys(APPLICATION_LIFECYCLE.transitions) as ApplicationTransition[];

  it("goes live only after an administrator's approval, and again only by a renewal", () => {
    holds(
      fc.property(
        fc.constantFrom(...Object.values(APPLICATION_LIFECYCLE.initial)),
        fc.array(fc.constantFrom(...transitions), { maxLength: 40 }),
        (first, tries) => {
          let state: ApplicationState = first;
          let approved = false;
          for (const transition of tries) {
            if (!canTransition(APPLICATION_LIFECYCLE, transition, state)) continue;
            const to: ApplicationState = APPLICATION_LIFECYCLE.transitions[transition].to;
            approved ||= transition === "approved";
            if (to === "live") assert.ok(approved);
            if (state === "rejected" || state === "withdrawn" || state === "joined") assert.fail(transition);
            if (isEnded(APPLICATION_LIFECYCLE, state))
              assert.ok(transition === "renewed" || transition === "paid" || transition === "withdrawn");
            state = to;
          }
        },
      ),
    );
  });

  it.each(APPLICATION_STATES)("reaches an end from %s", (state) => {
    const reached = reachable(state, transitions, APPLICATION_LIFECYCLE.transitions);
    assert.ok([...reached].some((end) => isEnded(APPLICATION_LIFECYCLE, end)));
  });
});

/** States reachable from a state. */
function reachable<S extends string, T extends string>(
  from: S,
  transitions: readonly T[],
  table: Readonly<Record<T, { readonly from: readonly S[]; readonly to: S }>>,
): Set<S> {
  const reached = new Set<S>([from]);
  for (let size = 0; size < reached.size;) {
    size = reached.size;
    for (const transition of transitions) {
      if (table[transition].from.some((each) => reached.has(each))) reached.add(table[transition].to);
    }
  }
  return reached;
}

describe("holds of a network", () => {
  const count = fc.nat({ max: 80 });
  const limit = fc.integer({ min: 1, max: 20 });

  const unsold = fc.record({ held: count, paying: count, ended: count });
  const factor = fc.constantFrom(1, 2, 4);

  it("need no proof below the limit, and harder ones for further holds up to the maximum", () => {
    holds(
      fc.property(unsold, limit, factor, (network, most, wide) => {
        const { held, paying, ended } = network;
        const tries = proofTries(network, most, wide);
        assert.equal(tries === 0, held + Math.max(0, paying - 1) + ended < most);
        assert.ok(tries <= MAX_PROOF_TRIES);
        for (const more of [{ held: held + 1 }, { paying: paying + 1 }, { ended: ended + 1 }])
          assert.ok(proofTries({ ...network, ...more }, most, wide) >= tries);
        // A started payment is no better than a hold, but for the network's first.
        if (held > 0 && paying > 0)
          assert.equal(proofTries({ ...network, held: held - 1, paying: paying + 1 }, most, wide), tries);
        // A range needs no more than an address does.
        assert.ok(proofTries(network, most, 4) <= proofTries(network, most, 1));
        // Below the maximum a proof still suffices after four more holds.
        assert.ok(proofSuffices(tries, tries));
        const later = proofTries({ ...network, held: held + 4 }, most, wide);
        assert.ok(tries === 0 || later === MAX_PROOF_TRIES || proofSuffices(tries, later));
      }),
    );
  });

  it("never raise an issue and close it at the same time", () => {
    holds(
      fc.property(unsold, limit, factor, count, (network, most, wide, reported) => {
        assert.ok(!(looksLikeHoarding(network, most, wide, reported) && isHoardingOver(network, most, wide)));
      }),
    );
  });
});

describe("similarStalls", () => {
  const stall = fc.record({
    stallId: fc.integer({ min: 1, max: 60 }).map((number) => `B${number}`),
    type: fc.constantFrom("Premium" as const, "General" as const),
    x: fc.integer({ min: 0, max: 140 }),
    y: fc.integer({ min: 0, max: 170 }),
  });

  it("returns the nearest of the type, independent of the input's order", () => {
    holds(
      fc.property(
        stall,
        fc.uniqueArray(stall, { selector: ({ stallId }) => stallId, maxLength: 20 }),
        fc.nat({ max: 5 }),
        (taken, free, limit) => {
          const offered = similarStalls(taken, free, limit);
          const others = free.filter(({ stallId }) => stallId !== taken.stallId);
          assert.equal(offered.length, Math.min(limit, others.length));
          assert.deepEqual(similarStalls(taken, free.toReversed(), limit), offered);
          const last = offered.at(-1);
          for (const left of others.filter((each) => last !== undefined && !offered.includes(each))) {
            assert.ok(rank(last) <= rank(left));
          }
          function rank(one = taken): number {
            return (one.type === taken.type ? 0 : 1000) + Math.hypot(one.x - taken.x, one.y - taken.y);
          }
        },
      ),
    );
  });
});

describe("operators' actions", () => {
  it("extend a hold up to the cap, in any number of extensions", () => {
    holds(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 8 }), (wanted) => {
        let extended = 0;
        for (const minutes of wanted) {
          const verdict = checkExtension(extended, minutes);
          if (verdict.allowed) extended += verdict.addSeconds;
          else
            assert.ok(
              verdict.minutesLeft < minutes && verdict.minutesLeft * 60 + extended <= MAX_EXTENSION_MINUTES * 60,
            );
          assert.ok(extended <= MAX_EXTENSION_MINUTES * 60);
        }
      }),
    );
  });

  it("never refund more than what is left, and return the coupon only with a full refund", () => {
    const amounts = fc.option(fc.integer({ min: -5, max: 200 }), { nil: undefined });
    holds(
      fc.property(
        fc.constantFrom("none", "full", "partial" as const),
        fc.nat({ max: 150 }),
        amounts,
        (choice, left, wanted) => {
          const verdict = decideRefund(choice, left, wanted);
          if (!verdict.allowed) {
            assert.ok(
              choice === "partial" ? wanted === undefined || wanted <= 0 || wanted > left : wanted !== undefined,
            );
            return;
          }
          const { refundPaise } = verdict;
          assert.ok(refundPaise >= 0 && refundPaise <= left);
          assert.equal(refundPaise, choice === "none" ? 0 : choice === "full" ? left : wanted);
          assert.equal(returnsCoupon(left, refundPaise), refundPaise === left);
        },
      ),
    );
  });
});

it("closingPause backs off from 2 s to 30 s", () => {
  const since = fc.integer({ min: 0, max: 3_600_000 });
  holds(
    fc.property(since, since, (one, other) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      assert.ok(closingPause(less) <= closingPause(more));
      assert.ok(closingPause(one) >= 2000 && closingPause(one) <= 30_000);
    }),
  );
});
