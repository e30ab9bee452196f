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

const lateSale = { ...sellNow, late: true };
const keep = { do: "keep" } as const;
const reversed = { do: "keep", issues: "provider_paid_unknown" } as const;
const differs = { do: "issue", issues: "amount_differs" } as const;
/** Money that goes back: what is left of it, and why. */
const back = (why: string, reason = "late_payment", amountPaise = AMOUNT) => ({
  do: "refund",
  paymentId: "p1",
  amountPaise,
  reason,
  why,
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
  it.each<[string, SeenOrder, object]>([
    ["on a paid order", paid, sellNow],
    ["on an order whose status lags behind", found("ACTIVE", [payment("SUCCESS")]), sellNow],
    ["on an order that expired and was yet paid", found("EXPIRED", [payment("SUCCESS")]), sellNow],
    ["on an order that was being terminated", found("TERMINATION_REQUESTED", [payment("SUCCESS")]), sellNow],
    ["after a failed attempt", found("PAID", [payment("FAILED", { paymentId: "p0" }), payment("SUCCESS")]), sellNow],
    ["with a surcharge", found("PAID", [payment("SUCCESS", { amountPaise: AMOUNT + 5_000 })]), sellNow],
    ["on an order of another amount", found("PAID", [payment("SUCCESS")], { amountPaise: AMOUNT - 1 }), differs],
    ["on an order of another currency", found("PAID", [payment("SUCCESS")], { currency: "USD" }), differs],
    ["less than the order", found("PAID", [payment("SUCCESS", { amountPaise: 100 })]), differs],
    ["in another currency", found("PAID", [payment("SUCCESS", { currency: "USD" })]), differs],
  ])("%s", (_what, seen, decision) => {
    expect(ask(seen)).toEqual(decision);
  });
});

describe("money that was decided about", () => {
  const twice = found("PAID", [payment("SUCCESS"), payment("SUCCESS", { paymentId: "p2" })]);
  const gone = found("PAID", [payment("CANCELLED")]);
  const own = { kind: "sold", byThisOrder: true } as const;
  const others = { kind: "sold", byThisOrder: false } as const;
  const cancelled = { kind: "cancelled" } as const;
  const refunded = { refundDecided: true };
  const dear = found("PAID", [payment("SUCCESS", { amountPaise: AMOUNT + 500 })]);
  const dearBack = (why: string, reason?: string) => back(why, reason, AMOUNT + 500);
  const restBack = back("stall_taken", "late_payment", AMOUNT - 1_000);

  it.each<[string, SeenOrder, SubjectStatus, Partial<SettlementQuestion["order"]>, object]>([
    ["paid twice: sold once for the first", twice, { kind: "unpaid" }, {}, sellNow],
    ["paid twice: that sale is kept", twice, own, {}, keep],
    ["paid twice and cancelled", twice, cancelled, {}, keep],
    ["paid twice, late, on a free stall", twice, late("free"), {}, lateSale],
    ["paid twice, late, on a stall that is taken", twice, late("taken"), {}, back("stall_taken")],
    ["paid twice, on its way back", twice, late("taken"), refunded, { do: "refunding" }],
    ["sold by its own order", paid, own, {}, keep],
    ["sold by its own order, whose payment is not shown", found("ACTIVE"), own, {}, keep],
    ["sold, and the money is gone again: a person decides", gone, own, {}, reversed],
    ["cancelled: never sold again", paid, cancelled, {}, keep],
    ["cancelled: never refunded again", paid, cancelled, { ...refunded, refundedPaise: AMOUNT }, keep],
    ["cancelled, whose payment is not shown", found("ACTIVE"), cancelled, {}, keep],
    ["cancelled, and the money is gone again", gone, cancelled, {}, reversed],
    ["a second paid order goes back alone", paid, others, {}, back("second_payment", "second_payment")],
    ["an order that was replaced", paid, { kind: "replaced" }, {}, { ...reversed, do: "issue" }],
    ["late, on a free stall", paid, late("free"), {}, lateSale],
    ["late, where the payer's own hold stands", paid, late("own_hold"), {}, lateSale],
    ["late, on a free stall, refunded", paid, late("free"), refunded, { do: "refunding" }],
    ["late, on a stall that is taken, refunded", paid, late("taken"), refunded, { do: "refunding" }],
    ["late, on a stall that is taken, with a surcharge", dear, late("taken"), {}, dearBack("stall_taken")],
    ["late, by whom bought another stall", dear, late("bought_other"), {}, dearBack("own_other_stall")],
    ["late, by whom bought it again", dear, late("bought_again"), {}, dearBack("second_payment", "second_payment")],
    ["late, of which a part has gone back", paid, late("free"), { refundedPaise: 1_000 }, restBack],
    ["late, of another amount", found("PAID", [payment("SUCCESS")], { amountPaise: 1 }), late("free"), {}, differs],
  ])("%s", (_what, seen, subject, order, decision) => {
    expect(ask(seen, subject, order)).toEqual(decision);
  });
});

describe("another stall for money that came late", () => {
  const offering = { do: "offer", paymentId: "p1" } as const;
  // The whole table: where the first stall stands, and how far an offer has come.
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
  it.each<[SeenOrder, number]>([
    [{ kind: "absent" }, 0],
    [found("ACTIVE", [payment("PENDING"), payment("FAILED"), payment("NEW_WORD")]), 2],
    [found("ACTIVE", [payment("NOT_ATTEMPTED")]), 1],
  ])("of %j, so many can still become money: %d", (seen, pending) => {
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
  ] as const)("known as %s and read as %s is %s: no older reading undoes what is known", (known, status, merged) => {
    expect(mergedOutcome(known, status)).toBe(merged);
  });

  it("reads refunds, reasons and pauses", () => {
    expect(refundOutcome("SUCCESS")).toBe("succeeded");
    expect(["FAILED", "CANCELLED", "REJECTED"].map(refundOutcome)).toEqual(Array(3).fill("failed"));
    expect(["ONHOLD", "PENDING", "?"].map(refundOutcome)).toEqual(Array(3).fill("pending"));
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
