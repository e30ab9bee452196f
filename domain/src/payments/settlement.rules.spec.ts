import { describe, expect, it } from "@jest/globals";
import { closingPause } from "./closing.rules.js";
import {
  decideSettlement,
  mergedOutcome,
  pendingPayments,
  refundOutcome,
  type SeenOrder,
  type SeenPayment,
  type SettlementDecision,
  type SettlementQuestion,
  type SubjectStatus,
  unpaidReason,
  wasOffered,
} from "./settlement.rules.js";

const AMOUNT = 2_700_000;

function payment(status: string, change: Partial<SeenPayment> = {}): SeenPayment {
  return { paymentId: "p1", status, amountPaise: AMOUNT, currency: "INR", ...change };
}

function found(
  status: string,
  payments: SeenPayment[] = [],
  change: Partial<Extract<SeenOrder, { kind: "found" }>> = {},
): SeenOrder {
  return { kind: "found", status, amountPaise: AMOUNT, currency: "INR", payments, ...change };
}

function ask(
  seen: SeenOrder,
  subject: SubjectStatus = { kind: "unpaid" },
  order: Partial<SettlementQuestion["order"]> = {},
): SettlementDecision {
  return decideSettlement({
    order: {
      state: "open",
      amountPaise: AMOUNT,
      currency: "INR",
      accepted: true,
      openingUnderWay: false,
      refundDecided: false,
      refundedPaise: 0,
      ...order,
    },
    seen,
    subject,
  });
}

const paid = found("PAID", [payment("SUCCESS")]);
const sellNow = { do: "sell", paymentId: "p1", late: false };
type Released = Extract<SubjectStatus, { kind: "released" }>;
const late = (place: Released["place"], offer?: Released["offer"]): SubjectStatus => ({
  kind: "released",
  place,
  ...(offer === undefined ? {} : { offer }),
});

describe("an order without money", () => {
  it.each<[string, SeenOrder, SettlementDecision["do"]]>([
    ["can still be paid", found("ACTIVE"), "wait"],
    ["has a pending attempt", found("ACTIVE", [payment("PENDING")]), "wait"],
    ["has a failed attempt only: that ends the attempt, not the order", found("ACTIVE", [payment("FAILED")]), "wait"],
    ["was dropped by its payer", found("ACTIVE", [payment("USER_DROPPED")]), "wait"],
    ["is being terminated, which can still be paid", found("TERMINATION_REQUESTED"), "wait"],
    ["expired with an attempt under way", found("EXPIRED", [payment("PENDING")]), "wait"],
    ["expired with an attempt of a word we do not know", found("EXPIRED", [payment("HALF_DONE")]), "wait"],
    ["has a status we do not know", found("SLEEPING"), "wait"],
    ["is paid, says the order, but shows no payment yet", found("PAID"), "wait"],
    ["expired without an attempt", found("EXPIRED"), "unpaid"],
    ["expired after failed attempts", found("EXPIRED", [payment("FAILED")]), "unpaid"],
    ["expired with an attempt that was never started", found("EXPIRED", [payment("NOT_ATTEMPTED")]), "unpaid"],
    ["was terminated", found("TERMINATED"), "unpaid"],
    ["was paid and reversed by the provider at once", found("TERMINATED", [payment("CANCELLED")]), "unpaid"],
  ])("%s", (_what, seen, decision) => {
    expect(ask(seen).do).toBe(decision);
  });
});

describe("an order the provider does not know", () => {
  it.each<[string, Partial<SettlementQuestion["order"]>, SettlementDecision["do"]]>([
    ["was never opened", { accepted: false }, "not_opened"],
    ["may only not have arrived yet", { accepted: false, openingUnderWay: true }, "wait"],
    ["was once accepted: no sensible answer", { accepted: true }, "wait"],
    ["is paid with us", { accepted: false, state: "paid" }, "wait"],
  ])("%s", (_what, order, decision) => {
    expect(ask({ kind: "absent" }, { kind: "unpaid" }, order).do).toBe(decision);
  });
});

describe("money in time", () => {
  it.each<[string, SeenOrder]>([
    ["on a paid order", paid],
    ["on an order whose status lags behind", found("ACTIVE", [payment("SUCCESS")])],
    ["on an order that expired and was yet paid", found("EXPIRED", [payment("SUCCESS")])],
    ["on an order that was being terminated", found("TERMINATION_REQUESTED", [payment("SUCCESS")])],
    ["after a failed attempt", found("PAID", [payment("FAILED", { paymentId: "p0" }), payment("SUCCESS")])],
  ])("sells %s", (_what, seen) => {
    expect(ask(seen)).toEqual(sellNow);
  });

  it("does not mind a surcharge on the payment", () => {
    expect(ask(found("PAID", [payment("SUCCESS", { amountPaise: AMOUNT + 5_000 })]))).toEqual(sellNow);
  });

  it.each<[string, SeenOrder]>([
    ["the order's amount differs", found("PAID", [payment("SUCCESS")], { amountPaise: AMOUNT - 1 })],
    ["the order's currency differs", found("PAID", [payment("SUCCESS")], { currency: "USD" })],
    ["the payment is less than the order", found("PAID", [payment("SUCCESS", { amountPaise: 100 })])],
    ["the payment's currency differs", found("PAID", [payment("SUCCESS", { currency: "USD" })])],
  ])("does not sell when %s", (_what, seen) => {
    expect(ask(seen)).toEqual({ do: "issue", issues: "amount_differs" });
  });

  it("sells once for the first of two payments, and keeps that sale", () => {
    const twice = found("PAID", [payment("SUCCESS"), payment("SUCCESS", { paymentId: "p2" })]);
    expect(ask(twice)).toEqual(sellNow);
    expect(ask(twice, { kind: "sold", byThisOrder: true })).toEqual({ do: "keep" });
    expect(ask(twice, { kind: "cancelled" })).toEqual({ do: "keep" });
    expect(ask(twice, late("free"))).toEqual({ ...sellNow, late: true });
    expect(ask(twice, late("taken"))).toMatchObject({ do: "refund", paymentId: "p1", amountPaise: AMOUNT });
    expect(ask(twice, late("taken"), { refundDecided: true })).toEqual({ do: "refunding" });
  });
});

describe("something sold already", () => {
  it("stays sold by its own order", () => {
    expect(ask(paid, { kind: "sold", byThisOrder: true })).toEqual({ do: "keep" });
    expect(ask(found("ACTIVE"), { kind: "sold", byThisOrder: true })).toEqual({ do: "keep" });
  });

  it("calls a person when its money is gone again", () => {
    expect(ask(found("PAID", [payment("CANCELLED")]), { kind: "sold", byThisOrder: true })).toEqual({
      do: "keep",
      issues: "provider_paid_unknown",
    });
  });

  it("is never sold again nor refunded again once the sale was cancelled", () => {
    const cancelled = { kind: "cancelled" } as const;
    expect(ask(paid, cancelled)).toEqual({ do: "keep" });
    // Whatever has gone back meanwhile.
    expect(ask(paid, cancelled, { refundDecided: true, refundedPaise: AMOUNT })).toEqual({ do: "keep" });
    expect(ask(found("ACTIVE"), cancelled)).toEqual({ do: "keep" });
    expect(ask(found("PAID", [payment("CANCELLED")]), cancelled)).toEqual({
      do: "keep",
      issues: "provider_paid_unknown",
    });
  });

  it("gives a second paid order back alone", () => {
    expect(ask(paid, { kind: "sold", byThisOrder: false })).toMatchObject({
      do: "refund",
      amountPaise: AMOUNT,
      reason: "second_payment",
      why: "second_payment",
    });
  });

  it("calls a person for money on an order that was replaced", () => {
    expect(ask(paid, { kind: "replaced" })).toEqual({ do: "issue", issues: "provider_paid_unknown" });
  });
});

describe("money after the release", () => {
  it("sells when the stall is free, or when the payer's own hold stands on it", () => {
    expect(ask(paid, late("free"))).toEqual({ ...sellNow, late: true });
    expect(ask(paid, late("own_hold"))).toEqual({ ...sellNow, late: true });
  });

  it.each<[Extract<SubjectStatus, { kind: "released" }>["place"], string, string]>([
    ["taken", "late_payment", "stall_taken"],
    ["bought_other", "late_payment", "own_other_stall"],
    ["bought_again", "second_payment", "second_payment"],
  ])("is refunded in full when the place is %s", (place, reason, why) => {
    const withSurcharge = found("PAID", [payment("SUCCESS", { amountPaise: AMOUNT + 500 })]);
    expect(ask(withSurcharge, late(place))).toEqual({
      do: "refund",
      paymentId: "p1",
      amountPaise: AMOUNT + 500,
      reason,
      why,
    });
  });

  it("buys nothing once it was refunded, and is not refunded twice", () => {
    for (const place of ["free", "taken"] as const) {
      expect(ask(paid, late(place), { refundDecided: true })).toEqual({ do: "refunding" });
    }
  });

  it("is refunded for the rest when a part of it was refunded already", () => {
    expect(ask(paid, late("free"), { refundedPaise: 1_000 })).toMatchObject({
      do: "refund",
      amountPaise: AMOUNT - 1_000,
    });
  });

  it("is put before a person when its amount is not ours", () => {
    expect(ask(found("PAID", [payment("SUCCESS")], { amountPaise: 1 }), late("free"))).toEqual({
      do: "issue",
      issues: "amount_differs",
    });
  });
});

describe("another stall for money that came late", () => {
  const offering = { do: "offer", paymentId: "p1" } as const;
  const sellLate = { ...sellNow, late: true };
  const back = (why: string, reason = "late_payment") => ({
    do: "refund",
    paymentId: "p1",
    amountPaise: AMOUNT,
    reason,
    why,
  });
  // The whole table: where the first stall stands, and how far an offer has come.
  it.each<[Released["place"], Released["offer"], object]>([
    ["taken", undefined, back("stall_taken")],
    ["taken", "possible", offering],
    ["taken", "open", { do: "offered" }],
    ["taken", "chosen", sellLate],
    ["taken", "declined", back("offer_declined")],
    ["taken", "over", back("offer_expired")],
    ["free", undefined, sellLate],
    ["free", "possible", sellLate],
    ["free", "open", { do: "offered" }],
    ["free", "chosen", sellLate],
    ["free", "declined", back("offer_declined")],
    ["free", "over", back("offer_expired")],
    ["own_hold", "possible", sellLate],
    ["own_hold", "open", { do: "offered" }],
    ["own_hold", "chosen", sellLate],
    ["own_hold", "over", back("offer_expired")],
    ["bought_other", "possible", back("own_other_stall")],
    ["bought_other", "open", back("own_other_stall")],
    ["bought_other", "chosen", back("own_other_stall")],
    ["bought_other", "over", back("own_other_stall")],
    ["bought_again", "possible", back("second_payment", "second_payment")],
    ["bought_again", "chosen", back("second_payment", "second_payment")],
  ])("place %s, offer %s", (place, offer, decision) => {
    expect(ask(paid, late(place, offer), { state: "closed" })).toEqual(decision);
  });

  const once = found("PAID", [payment("SUCCESS")]);
  const less = found("PAID", [payment("SUCCESS", { amountPaise: AMOUNT - 1 })]);
  const gone = found("TERMINATED", [payment("CANCELLED")]);
  it.each<[string, SeenOrder, number, Released["offer"], SettlementDecision["do"]]>([
    ["part of it has gone back", once, 1_000, "possible", "refund"],
    ["part of it has gone back", once, 1_000, "open", "refund"],
    ["part of it has gone back", once, 1_000, "chosen", "refund"],
    ["it is less than the order", less, 0, "possible", "issue"],
    ["it is less than the order", less, 0, "chosen", "issue"],
    ["the provider has cancelled it", gone, 0, "possible", "unpaid"],
    ["the provider has cancelled it", gone, 0, "chosen", "unpaid"],
  ])("offers and sells nothing when %s", (_what, seen, refundedPaise, offer, decision) => {
    expect(ask(seen, late("taken", offer), { state: "closed", refundedPaise }).do).toBe(decision);
  });

  it("offers nothing for two payments, and sells nothing once a refund is decided", () => {
    const twice = found("PAID", [payment("SUCCESS"), payment("SUCCESS", { paymentId: "p2" })]);
    expect(ask(twice, late("taken", "possible")).do).not.toBe("offer");
    for (const offer of ["possible", "open", "chosen"] as const) {
      expect(ask(paid, late("taken", offer), { refundDecided: true })).toEqual({ do: "refunding" });
    }
  });
});

describe("small rules", () => {
  it("counts what can still become money", () => {
    expect(pendingPayments({ kind: "absent" })).toBe(0);
    expect(pendingPayments(found("ACTIVE", [payment("PENDING"), payment("FAILED"), payment("NEW_WORD")]))).toBe(2);
    expect(pendingPayments(found("ACTIVE", [payment("NOT_ATTEMPTED")]))).toBe(1);
  });

  it("never lets an older reading undo what is known", () => {
    expect(mergedOutcome(undefined, "PENDING")).toBe("pending");
    expect(mergedOutcome("pending", "SUCCESS")).toBe("success");
    expect(mergedOutcome("success", "PENDING")).toBe("success");
    expect(mergedOutcome("success", "FAILED")).toBe("success");
    expect(mergedOutcome("success", "CANCELLED")).toBe("failed");
    expect(mergedOutcome("success", "VOID")).toBe("failed");
    expect(mergedOutcome("failed", "PENDING")).toBe("failed");
    expect(mergedOutcome("failed", "SUCCESS")).toBe("success");
  });

  it("reads refunds, reasons and pauses", () => {
    expect(["SUCCESS", "FAILED", "CANCELLED", "REJECTED", "ONHOLD", "PENDING", "?"].map(refundOutcome)).toEqual([
      "succeeded",
      "failed",
      "failed",
      "failed",
      "pending",
      "pending",
      "pending",
    ]);
    expect(unpaidReason({ newest: "failed", failed: 1, pending: 0 })).toBe("payment_failed");
    expect(unpaidReason({ newest: undefined, failed: 0, pending: 0 })).toBe("payment_expired");
    expect([0, 6_000, 600_000].map(closingPause)).toEqual([2_000, 3_000, 30_000]);
  });
});

describe("whether another stall was offered for an order's late money", () => {
  it.each<[SubjectStatus, boolean]>([
    [{ kind: "unpaid" }, false],
    [{ kind: "sold", byThisOrder: true }, false],
    [late("taken"), false],
    [late("taken", "possible"), false],
    [late("taken", "open"), true],
    [late("free", "chosen"), true],
    [late("taken", "declined"), true],
    [late("taken", "over"), true],
  ])("%j: %s", (subject, offered) => {
    expect(wasOffered(subject)).toBe(offered);
  });
});
