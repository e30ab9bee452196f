import { describe, expect, it } from "@jest/globals";
import type { PaymentAttemptsSummary } from "../payments/payment.states.js";
import {
  HOLD_SECONDS,
  MELA_ORDER_ID_PATTERN,
  ORDER_ID_MAX_LENGTH,
  paymentStatusOf,
} from "./booking.rules.js";
import type { PaymentStatus } from "./booking.rules.js";
import type { BookingState } from "./booking.states.js";

const NONE: PaymentAttemptsSummary = { newest: undefined, pending: 0, failed: 0 };
const FAILED: PaymentAttemptsSummary = { newest: "failed", pending: 0, failed: 1 };
const FAILED_THEN_PENDING: PaymentAttemptsSummary = { newest: "pending", pending: 1, failed: 1 };
const FAILED_BESIDE_PENDING: PaymentAttemptsSummary = { newest: "failed", pending: 1, failed: 1 };
const PAID: PaymentAttemptsSummary = { newest: "success", pending: 0, failed: 0 };

describe("payment status on the wire", () => {
  it.each<[BookingState, string, PaymentAttemptsSummary, boolean, PaymentStatus]>([
    ["held", "no attempt", NONE, false, "payment_pending"],
    ["registered", "no attempt", NONE, false, "payment_pending"],
    ["registered", "a failed attempt", FAILED, false, "payment_pending"],
    ["paying", "no attempt", NONE, false, "payment_pending"],
    ["paying", "a failed attempt", FAILED, false, "payment_failed"],
    ["paying", "a new attempt after a failed one", FAILED_THEN_PENDING, false, "payment_pending"],
    ["paying", "a failed attempt beside a pending one", FAILED_BESIDE_PENDING, false, "payment_pending"],
    ["paying", "a paid attempt not yet settled", PAID, false, "payment_pending"],
    ["sold", "paid", PAID, false, "payment_successful"],
    ["sold", "paid, then refunded", PAID, true, "payment_failed"],
    ["released", "no attempt", NONE, false, "payment_failed"],
    ["released", "paid late and refunded", PAID, true, "payment_failed"],
    ["blocked", "no attempt", NONE, false, "payment_failed"],
  ])("%s, %s", (state, _what, attempts, refunded, expected) => {
    expect(paymentStatusOf(state, attempts, refunded)).toBe(expected);
  });
});

describe("constants of a booking", () => {
  it("holds a stall for ten minutes", () => {
    expect(HOLD_SECONDS).toBe(600);
  });

  it.each([
    ["MELA1763712000000abc123", true],
    ["MELA1763712000000_abc123", true],
    ["MELA1763712000000-ABC123", true],
    ["mela1763712000000abc123", false],
    ["MELAabc123", false],
    ["MELA1763712000000__abc1", false],
    ["MELA1763712000000", true],
    ["MELA17637ab", false],
    ["", false],
  ])("order id %p: %p", (orderId, ours) => {
    expect(MELA_ORDER_ID_PATTERN.test(orderId)).toBe(ours);
    expect(orderId.length).toBeLessThanOrEqual(ORDER_ID_MAX_LENGTH);
  });
});
