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
  type SettlementInput,
  type SubjectStatus,
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

function decide(
  seen: SeenOrder,
  subject: SubjectStatus = { kind: "unpaid" },
  order: Partial<SettlementInput["order"]> = {},
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
      soldPaymentId: subject.kind === "sold" || subject.kind === "cancelled" ? "p1" : null,
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

const lateSale = { ...sellNow, late: true };
const keep = { do: "keep" } as const;
const reversed = { do: "keep", issues: "provider_paid_unknown" } as const;
const differs = { do: "issue", issues: "amount_differs" } as const;
/** The decision to refund the rest of the payment. */
const back = (why: string, reason = "late_payment", amountPaise = AMOUNT) => ({
  do: "refund",
  paymentId: "p1",
  amountPaise,
  reason,
  why,
});

describe("decideSettlement of an order without a payment", () => {
  it.each<[string, SeenOrder, SettlementDecision["do"]]>([
    ["an active order", found("ACTIVE"), "wait"],
    ["a pending attempt", found("ACTIVE", [payment("PENDING")]), "wait"],
    ["only a failed attempt", found("ACTIVE", [payment("FAILED")]), "wait"],
    ["an attempt dropped by the payer", found("ACTIVE", [payment("USER_DROPPED")]), "wait"],
    ["an order being terminated, which can still be paid", found("TERMINATION_REQUESTED"), "wait"],
    ["an expired order with a pending attempt", found("EXPIRED", [payment("PENDING")]), "wait"],
    ["an expired order with an attempt of unknown status", found("EXPIRED", [payment("HALF_DONE")]), "wait"],
    ["an unknown order status", found("SLEEPING"), "wait"],
    ["a paid order without a payment yet", found("PAID"), "wait"],
    ["an expired order without an attempt", found("EXPIRED"), "unpaid"],
    ["an expired order with failed attempts", found("EXPIRED", [payment("FAILED")]), "unpaid"],
    ["an expired order, attempt never started", found("EXPIRED", [payment("NOT_ATTEMPTED")]), "unpaid"],
    ["a terminated order", found("TERMINATED"), "unpaid"],
    ["a terminated order, payment reversed", found("TERMINATED", [payment("CANCELLED")]), "unpaid"],
  ])("handles %s", (_what, seen, decision) => {
    expect(decide(seen).do).toBe(decision);
  });
});

describe("decideSettlement of an order unknown to the provider", () => {
  it.each<[string, Partial<SettlementInput["order"]>, SettlementDecision["do"]]>([
    ["one never accepted", { accepted: false }, "not_opened"],
    ["one still being opened", { accepted: false, openingUnderWay: true }, "wait"],
    ["one accepted before: an implausible response", { accepted: true }, "wait"],
    ["one recorded as paid", { accepted: false, state: "paid" }, "wait"],
  ])("handles %s", (_what, order, decision) => {
    expect(decide({ kind: "absent" }, { kind: "unpaid" }, order).do).toBe(decision);
  });
});

describe("decideSettlement of a payment in time", () => {
  it.each<[string, SeenOrder, object]>([
    ["on a paid order", paid, sellNow],
    ["on an order with a stale status", found("ACTIVE", [payment("SUCCESS")]), sellNow],
    ["on an expired order", found("EXPIRED", [payment("SUCCESS")]), sellNow],
    ["on an order being terminated", found("TERMINATION_REQUESTED", [payment("SUCCESS")]), sellNow],
    ["after a failed attempt", found("PAID", [payment("FAILED", { paymentId: "p0" }), payment("SUCCESS")]), sellNow],
    ["with a surcharge", found("PAID", [payment("SUCCESS", { amountPaise: AMOUNT + 5_000 })]), sellNow],
    ["on an order of another amount", found("PAID", [payment("SUCCESS")], { amountPaise: AMOUNT - 1 }), differs],
    ["on an order of another currency", found("PAID", [payment("SUCCESS")], { currency: "USD" }), differs],
    ["of less than the order", found("PAID", [payment("SUCCESS", { amountPaise: 100 })]), differs],
    ["in another currency", found("PAID", [payment("SUCCESS", { currency: "USD" })]), differs],
  ])("handles a payment %s", (_what, seen, decision) => {
    expect(decide(seen)).toEqual(decision);
  });
});

describe("decideSettlement by the subject's status", () => {
  const twice = found("PAID", [payment("SUCCESS"), payment("SUCCESS", { paymentId: "p2" })]);
  const failedBefore = found("ACTIVE", [payment("FAILED", { paymentId: "p0" })]);
  const reversedPayment = found("PAID", [payment("CANCELLED")]);
  const own = { kind: "sold", byThisOrder: true } as const;
  const others = { kind: "sold", byThisOrder: false } as const;
  const cancelled = { kind: "cancelled" } as const;
  const refunded = { refundDecided: true };
  const surcharged = found("PAID", [payment("SUCCESS", { amountPaise: AMOUNT + 500 })]);
  const fullBack = (why: string, reason?: string) => back(why, reason, AMOUNT + 500);
  const restBack = back("stall_taken", "late_payment", AMOUNT - 1_000);

  it.each<[string, SeenOrder, SubjectStatus, Partial<SettlementInput["order"]>, object]>([
    ["paid twice, unpaid so far: the first one buys", twice, { kind: "unpaid" }, {}, sellNow],
    ["paid for a cancelled event", paid, { kind: "unpaid", eventCancelled: true }, {}, back("event_cancelled")],
    ["paid twice, sold: the sale stands", twice, own, {}, keep],
    ["paid twice and cancelled", twice, cancelled, {}, keep],
    ["paid twice, late, on a free stall", twice, late("free"), {}, lateSale],
    ["paid twice, late, on a taken stall", twice, late("taken"), {}, back("stall_taken")],
    ["paid twice, refund decided", twice, late("taken"), refunded, { do: "refunding" }],
    ["sold by this order", paid, own, {}, keep],
    ["sold by this order, payment not listed", found("ACTIVE"), own, {}, keep],
    ["sold, read before its payment", failedBefore, own, {}, keep],
    ["sold, then reversed: an operator decides", reversedPayment, own, {}, reversed],
    ["cancelled: never resold", paid, cancelled, {}, keep],
    ["cancelled: never refunded again", paid, cancelled, { ...refunded, refundedPaise: AMOUNT }, keep],
    ["cancelled, payment not listed", found("ACTIVE"), cancelled, {}, keep],
    ["cancelled, then reversed", reversedPayment, cancelled, {}, reversed],
    ["sold by another order", paid, others, {}, back("second_payment", "second_payment")],
    ["a replaced order", paid, { kind: "replaced" }, {}, { ...reversed, do: "issue" }],
    ["late, on the payer's own hold", paid, late("own_hold"), {}, lateSale],
    ["late, on a free stall, refunded", paid, late("free"), refunded, { do: "refunding" }],
    ["late, on a taken stall, refunded", paid, late("taken"), refunded, { do: "refunding" }],
    ["late, on a taken stall, with a surcharge", surcharged, late("taken"), {}, fullBack("stall_taken")],
    ["late, bought another stall", surcharged, late("bought_other"), {}, fullBack("own_other_stall")],
    ["late, bought it again", surcharged, late("bought_again"), {}, fullBack("second_payment", "second_payment")],
    ["late, partly refunded", paid, late("free"), { refundedPaise: 1_000 }, restBack],
    ["late, of another amount", found("PAID", [payment("SUCCESS")], { amountPaise: 1 }), late("free"), {}, differs],
  ])("handles: %s", (_what, seen, subject, order, decision) => {
    expect(decide(seen, subject, order)).toEqual(decision);
  });
});

describe("decideSettlement of late money", () => {
  const offering = { do: "offer" } as const;
  // Every reachable combination of place and offer.
  it.each<[Released["place"], Released["offer"], object]>([
    ["taken", undefined, back("stall_taken")],
    ["taken", "possible", offering],
    ["taken", "open", { do: "offered" }],
    ["taken", "chosen", lateSale],
    ["taken", "declined", back("offer_declined")],
    ["taken", "over", back("offer_expired")],
    ["free", undefined, lateSale],
    ["free", "possible", lateSale],
    ["free", "open", { do: "offered" }],
    ["free", "chosen", lateSale],
    ["free", "declined", back("offer_declined")],
    ["free", "over", back("offer_expired")],
    ["own_hold", "possible", lateSale],
    ["own_hold", "open", { do: "offered" }],
    ["own_hold", "chosen", lateSale],
    ["own_hold", "over", back("offer_expired")],
    ["closed", undefined, back("sales_closed")],
    ["closed", "open", { do: "offered" }],
    ["closed", "chosen", lateSale],
    ["closed", "declined", back("offer_declined")],
    ["closed", "over", back("offer_expired")],
    ...([undefined, "possible", "open", "chosen", "declined", "over"] as const).map(
      (offer): [Released["place"], Released["offer"], object] => ["event_cancelled", offer, back("event_cancelled")],
    ),
    ["bought_other", "possible", back("own_other_stall")],
    ["bought_other", "open", back("own_other_stall")],
    ["bought_other", "chosen", back("own_other_stall")],
    ["bought_other", "over", back("own_other_stall")],
    ["bought_again", "possible", back("second_payment", "second_payment")],
    ["bought_again", "chosen", back("second_payment", "second_payment")],
  ])("place %s, offer %s", (place, offer, decision) => {
    expect(decide(paid, late(place, offer), { state: "closed" })).toEqual(decision);
  });

  const once = found("PAID", [payment("SUCCESS")]);
  const less = found("PAID", [payment("SUCCESS", { amountPaise: AMOUNT - 1 })]);
  const gone = found("TERMINATED", [payment("CANCELLED")]);
  it.each<[string, SeenOrder, number, Released["offer"], SettlementDecision["do"]]>([
    ["a payment is partly refunded", once, 1_000, "possible", "refund"],
    ["a payment is partly refunded", once, 1_000, "open", "refund"],
    ["a payment is partly refunded", once, 1_000, "chosen", "refund"],
    ["a payment is less than the order", less, 0, "possible", "issue"],
    ["a payment is less than the order", less, 0, "chosen", "issue"],
    ["the provider has reversed it", gone, 0, "possible", "unpaid"],
    ["the provider has reversed it", gone, 0, "chosen", "unpaid"],
  ])("neither offers nor sells a stall when %s", (_what, seen, refundedPaise, offer, decision) => {
    expect(decide(seen, late("taken", offer), { state: "closed", refundedPaise }).do).toBe(decision);
  });

  it("never offers a stall for two payments, and never sells once a refund is decided", () => {
    const twice = found("PAID", [payment("SUCCESS"), payment("SUCCESS", { paymentId: "p2" })]);
    expect(decide(twice, late("taken", "possible")).do).not.toBe("offer");
    for (const offer of ["possible", "open", "chosen"] as const) {
      expect(decide(paid, late("taken", offer), { refundDecided: true })).toEqual({ do: "refunding" });
    }
  });
});

describe("settlement rules", () => {
  it.each<[SeenOrder, number]>([
    [{ kind: "absent" }, 0],
    [found("ACTIVE", [payment("PENDING"), payment("FAILED"), payment("NEW_WORD")]), 2],
    [found("ACTIVE", [payment("NOT_ATTEMPTED")]), 1],
  ])("pendingPayments(%j) returns %d", (seen, pending) => {
    expect(pendingPayments(seen)).toBe(pending);
  });

  it.each([
    [undefined, "PENDING", "pending"],
    ["pending", "SUCCESS", "success"],
    ["success", "PENDING", "success"],
    ["success", "FAILED", "success"],
    ["success", "CANCELLED", "failed"],
    ["success", "VOID", "failed"],
    ["failed", "PENDING", "failed"],
    ["failed", "SUCCESS", "success"],
  ] as const)("mergedOutcome(%s, %s) returns %s, so that stale reads change nothing", (known, status, merged) => {
    expect(mergedOutcome(known, status)).toBe(merged);
  });

  it("map refund statuses and closing pauses", () => {
    expect(refundOutcome("SUCCESS")).toBe("succeeded");
    expect(["FAILED", "CANCELLED", "REJECTED"].map(refundOutcome)).toEqual(Array(3).fill("failed"));
    expect(["ONHOLD", "PENDING", "?"].map(refundOutcome)).toEqual(Array(3).fill("pending"));
    expect([0, 6_000, 600_000].map(closingPause)).toEqual([2_000, 3_000, 30_000]);
  });
});

describe("wasOffered", () => {
  it.each<[SubjectStatus, boolean]>([
    [{ kind: "unpaid" }, false],
    [{ kind: "sold", byThisOrder: true }, false],
    [late("taken"), false],
    [late("taken", "possible"), false],
    [late("taken", "open"), true],
    [late("free", "chosen"), true],
    [late("taken", "declined"), true],
    [late("taken", "over"), true],
  ])("returns for %j: %s", (subject, offered) => {
    expect(wasOffered(subject)).toBe(offered);
  });
});
