import { describe, expect, it } from "@jest/globals";
import {
  balanceOf,
  isReturned,
  missingCreditNotes,
  refundFindings,
  salePayment,
  surplusPayments,
} from "./refundable.rules.js";
import type { LedgerPayment, LedgerRefund, OrderLedger, SeenRefund } from "./refundable.rules.js";

const P1 = { paymentId: "p1", paise: 270 };
const P2 = { paymentId: "p2", paise: 270 };
/** With a surcharge of the payment's, which stands on no invoice. */
const DEAR = { paymentId: "p1", paise: 275 };

function back(paymentId: string | undefined, paise: number, change: Partial<LedgerRefund> = {}): LedgerRefund {
  const refundId = `r${paise}${paymentId ?? ""}${change.reason ?? ""}`;
  return { refundId, paymentId, paise, state: "succeeded", reason: "operator", providerRefundId: undefined, ...change };
}

function ledger(
  payments: LedgerPayment[],
  refunds: LedgerRefund[] = [],
  change: Partial<OrderLedger> = {},
): OrderLedger {
  return { payments, refunds, soldPaymentId: "p1", invoicedPaise: 270, creditedPaise: 0, ...change };
}

const unsold = { soldPaymentId: undefined, invoicedPaise: 0 };
const second = { reason: "second_payment" } as const;
const failed = { state: "failed" } as const;
const late = { reason: "late_payment" } as const;
const pending = { state: "pending" } as const;
const again = { refundId: "again" } as const;
const elsewhere = { reason: "provider" } as const;
/** What its credit notes have taken back so far. */
const credited = (creditedPaise: number) => ({ creditedPaise });

describe("what is left of an order's money", () => {
  it.each<[string, OrderLedger, [left: number, sale: number, credit: number, ...surplus: string[]]]>([
    ["nothing was paid", ledger([], [], unsold), [0, 0, 0]],
    ["sold", ledger([P1]), [270, 270, 0]],
    ["sold, paid twice", ledger([P1, P2]), [540, 270, 0, "p2"]],
    ["the second one goes back", ledger([P1, P2], [back("p2", 270, { ...second, state: "requested" })]), [270, 270, 0]],
    [
      "the second one's refund was refused",
      ledger([P1, P2], [back("p2", 270, { ...second, ...failed })]),
      [540, 270, 0],
    ],
    ["cancelled, then paid again (4b)", ledger([P1, P2], [back("p1", 270)], credited(270)), [270, 0, 0, "p2"]],
    [
      "the second returned, then cancelled (4a)",
      ledger([P1, P2], [back("p2", 270, second), back("p1", 270)]),
      [0, 0, 270],
    ],
    ["cancelled in part, its credit note issued", ledger([P1], [back("p1", 100)], credited(100)), [170, 170, 0]],
    ["part refunded at the provider", ledger([P1], [back("p1", 100, elsewhere)]), [170, 170, 100]],
    [
      "not done there yet: no credit note yet",
      ledger([P1], [back("p1", 100, { ...elsewhere, ...pending })]),
      [170, 170, 0],
    ],
    // Its credit note stands for both.
    [
      "refused, decided again",
      ledger([P1], [back("p1", 270, failed), back("p1", 270, again)], credited(270)),
      [0, 0, 0],
    ],
    ["a refused refund leaves the money", ledger([P1], [back("p1", 270, failed)]), [270, 270, 0]],
    ["a surcharge is paid too", ledger([DEAR]), [275, 275, 0]],
    ["a surcharge goes back and is not credited", ledger([DEAR], [back("p1", 275)]), [0, 0, 270]],
    ["a surcharge goes back last", ledger([DEAR], [back("p1", 100)]), [175, 175, 100]],
    ["late money that was not sold for", ledger([P1], [], unsold), [270, 0, 0, "p1"]],
    ["twice, one goes back", ledger([P1, P2], [back("p1", 270, { ...late, ...pending })], unsold), [270, 0, 0, "p2"]],
    ["the sale's payment reversed, the second in its place", ledger([P2], []), [270, 270, 0]],
    ["an old refund of no payment: the sale's", ledger([P1, P2], [back(undefined, 100)]), [440, 170, 100, "p2"]],
    ["more than its payment: the others' too", ledger([P1, P2], [back("p1", 300)]), [240, 0, 270, "p2"]],
  ])("%s", (_what, given, expected) => {
    const balance = balanceOf(given);
    const surplus = surplusPayments(given).map(({ paymentId }) => paymentId);
    expect([balance.leftPaise, balance.saleLeftPaise, balance.toCreditPaise, ...surplus]).toEqual(expected);
  });

  // Whether the provider has reversed what was sold for; whether the money goes back because nothing stays sold for it.
  it.each<[string, OrderLedger, reversed: boolean, returned: boolean]>([
    ["nothing was paid", ledger([], [], unsold), false, false],
    ["bought nothing yet", ledger([P1], [], unsold), false, false],
    ["its automatic refund was refused", ledger([P1], [back("p1", 270, { ...late, ...failed })], unsold), false, true],
    ["bought nothing, a part goes back", ledger([P1], [back("p1", 100)], unsold), false, false],
    ["bought nothing, all goes back", ledger([P1], [back("p1", 270)], unsold), false, true],
    ["sold", ledger([P1]), false, false],
    ["sold, the second one goes back", ledger([P1, P2], [back("p2", 270, second)]), false, false],
    ["sold, all goes back", ledger([P1], [back("p1", 270)]), false, true],
    ["sold, and reversed", ledger([]), true, false],
  ])("%s: reversed, returned", (_what, given, reversed, returned) => {
    expect([balanceOf(given).reversed, isReturned(given)]).toEqual([reversed, returned]);
  });

  it("stands in the second payment's place where the provider reversed the first", () => {
    expect(salePayment(ledger([P2]))).toBe("p2");
  });

  it("names the refunds whose credit notes are missing", () => {
    const twoParts = [back("p1", 100), back("p1", 200)];
    expect(missingCreditNotes(ledger([P1], twoParts), new Set())).toEqual([
      { refundId: "r100p1", paise: 100 },
      { refundId: "r200p1", paise: 170 },
    ]);
    const first = ledger([P1], twoParts, { creditedPaise: 100 });
    expect(missingCreditNotes(first, new Set(["r100p1"]))).toEqual([{ refundId: "r200p1", paise: 170 }]);
    expect(missingCreditNotes(ledger([P1, P2], [back("p2", 270, second)]), new Set())).toEqual([]);
    expect(missingCreditNotes(ledger([P1], [back("p1", 270)], unsold), new Set())).toEqual([]);
  });
});

describe("refunds that were made at the provider", () => {
  const seen = (amountPaise: number, change: Partial<SeenRefund> = {}): SeenRefund => ({
    ...{ refundId: "theirs", providerRefundId: "cf1", amountPaise, outcome: "succeeded" },
    ...change,
  });
  const cf1 = { providerRefundId: "cf1", outcome: "succeeded" } as const;
  const made = (paymentId: string, paise: number) => ({ kind: "made_elsewhere", paymentId, paise, ...cf1 });
  const covered = { kind: "covered", refundId: "ours", ...cf1 };
  const cf0 = { refundId: "e", providerRefundId: "cf0" } as const;
  const ours = { state: "requested", refundId: "ours" } as const;
  const gone = back("p1", 270, { ...failed, refundId: "e", providerRefundId: "cf1" });
  const revived = { kind: "reported", refundId: "e", ...cf1 };
  const cf1OfE = { refundId: "e" } as const;
  const pendingThere = { outcome: "pending" } as const;

  it.each<[string, OrderLedger, SeenRefund[], object[]]>([
    ["none", ledger([P1]), [], []],
    ["one that failed", ledger([P1]), [seen(270, { outcome: "failed" })], []],
    ["of the sale", ledger([P1]), [seen(100)], [made("p1", 100)]],
    ["of the payment too many first", ledger([P1, P2]), [seen(270)], [made("p2", 270)]],
    ["of both", ledger([P1, P2]), [seen(540)], [made("p2", 270), made("p1", 270)]],
    ["more than was paid", ledger([P1]), [seen(300)], [made("p1", 270)]],
    ["one known already", ledger([P1], [back("p1", 100, { ...elsewhere, providerRefundId: "cf1" })]), [seen(100)], []],
    [
      "one known already, done since",
      ledger([P1], [back("p1", 100, { refundId: "e", ...pending, providerRefundId: "cf1" })]),
      [seen(100)],
      [{ kind: "reported", refundId: "e", ...cf1 }],
    ],
    [
      "one of ours under our own id",
      ledger([P1], [back("p1", 270, ours)]),
      [seen(270, { refundId: "ours" })],
      [{ kind: "reported", refundId: "ours", ...cf1 }],
    ],
    ["one that failed, under way again", ledger([P1], [gone]), [seen(270, pendingThere)], []],
    ["one that failed, done after all", ledger([P1], [gone]), [seen(270)], [revived]],
    [
      "refused, yet done",
      ledger([P1], [back("p1", 270, { ...failed, refundId: "e" })]),
      [seen(270, cf1OfE)],
      [revived],
    ],
    ["done after all, once", ledger([P1], [{ ...gone, state: "succeeded" }]), [seen(270)], []],
    [
      "done after all, instead of what was decided in its place",
      ledger([P1, P2], [gone, back("p2", 270, { refundId: "other", state: "requested" }), back("p1", 270, ours)]),
      [seen(270)],
      [covered],
    ],
    [
      "done after all, and another one instead of a second payment's",
      ledger([P1, P2], [gone, back("p2", 270, ours)]),
      [seen(270), seen(270, { refundId: "their2", providerRefundId: "cf2" })],
      [revived, { ...covered, providerRefundId: "cf2" }],
    ],
    [
      "done after all, recorded as what was decided in its place",
      ledger([P1], [gone, back("p1", 270, { refundId: "ours", providerRefundId: "cf1" })]),
      [seen(270)],
      [],
    ],
    [
      "done after all, and paid by hand as well",
      ledger([P1, P2], [gone, back("p1", 270, { refundId: "hand" })]),
      [seen(270)],
      [revived],
    ],
    ["instead of ours, not asked for yet", ledger([P1], [back("p1", 270, ours)], unsold), [seen(270)], [covered]],
    [
      "instead of ours, and the sale's too",
      ledger([P1, P2], [back("p2", 270, { ...ours, ...second })]),
      [seen(540)],
      [covered, made("p1", 270)],
    ],
    [
      "part of what we are about to ask for",
      ledger([P1], [back("p1", 270, ours)], unsold),
      [seen(100)],
      [{ kind: "reduced", refundId: "ours", paise: 170 }, made("p1", 100)],
    ],
    [
      "ours went through as well as the one that covered it",
      ledger([P1, P2], [back("p2", 270, { refundId: "ours", providerRefundId: "cf0" })]),
      [seen(270, { providerRefundId: "cf0" }), seen(270, { refundId: "ours" })],
      [made("p1", 270)],
    ],
    // Found by payments.properties.spec.ts: the second one waited for another reading.
    [
      "again, after one that has failed",
      ledger([P1], [back("p1", 270, { ...cf0, ...pending })]),
      [seen(270, { providerRefundId: "cf0", outcome: "failed" }), seen(100)],
      [{ kind: "reported", ...cf0, outcome: "failed" }, made("p1", 100)],
    ],
  ])("%s", (_what, given, reading, findings) => {
    expect(refundFindings(given, reading)).toEqual(findings);
  });
});
