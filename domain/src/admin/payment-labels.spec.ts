import { describe, expect, it } from "@jest/globals";
import type { BookingOutcome } from "../bookings/booking-outcome.js";
import { PAYMENT_LABELS, paymentLabel, type PaymentLabel } from "./payment-labels.js";

const paidPaise = 2_700_000;
const refund = (state: "pending" | "succeeded" | "failed", amountPaise = paidPaise) => ({ state, amountPaise });

describe("paymentLabel", () => {
  const cases: [BookingOutcome, PaymentLabel][] = [
    [{ kind: "sold", paidPaise }, "payment_successful"],
    [{ kind: "moved", paidPaise, fromStallId: "B1" }, "payment_successful"],
    [{ kind: "pending" }, "payment_pending"],
    [{ kind: "not_started" }, "payment_pending"],
    [{ kind: "failed_attempt" }, "payment_pending"],
    [{ kind: "not_charged" }, "payment_failed"],
    [{ kind: "cancelled_without_refund", paidPaise }, "cancelled"],
    [{ kind: "cancelled", paidPaise, refund: refund("pending") }, "cancelled_refund_pending"],
    [{ kind: "cancelled", paidPaise, refund: refund("failed") }, "cancelled_refund_failed"],
    [{ kind: "cancelled", paidPaise, refund: refund("succeeded") }, "cancelled_refunded"],
    [{ kind: "cancelled", paidPaise, refund: refund("succeeded", 1) }, "cancelled_partly_refunded"],
    [{ kind: "refund_pending", paidPaise, refund: refund("pending") }, "refund_pending"],
    [{ kind: "refund_pending", paidPaise, refund: refund("failed") }, "refund_failed"],
    [{ kind: "refunded", paidPaise, refund: refund("succeeded") }, "refunded"],
    [{ kind: "partly_refunded", paidPaise, refund: refund("succeeded", 1), kept: true }, "partly_refunded"],
    [{ kind: "money_under_review", paidPaise, kept: true }, "under_review"],
    [{ kind: "late_offer", paidPaise, expiresAt: "2026-12-01T00:00:00Z", stallType: "General" }, "late_offer"],
  ];
  it.each(cases)("labels %j as %s", (outcome, label) => {
    expect(paymentLabel(outcome)).toBe(label);
  });

  it("uses every label", () => {
    expect(new Set(cases.map(([, label]) => label))).toEqual(new Set(PAYMENT_LABELS));
  });
});
