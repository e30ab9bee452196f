import { describe, expect, it } from "@jest/globals";
import { payoutLineKind, payoutState, signedAmounts } from "./payout-lines.js";
import { type Payout, type PayoutBooks, payoutFindings, type PayoutLine, stillToCome } from "./payout.rules.js";

const day = (number: number): Date => new Date(`2026-11-${String(number).padStart(2, "0")}T06:00:00Z`);
const payment = (paymentId: string, more: object = {}) => ({
  ...{ paymentId, orderId: `order-${paymentId}`, amountPaise: 100_000, at: day(2) },
  ...more,
});
const refund = (refundId: string, more: object = {}) => ({
  ...{ refundId, providerRefundId: `cf-${refundId}`, orderId: "order-1", amountPaise: 40_000, at: day(2) },
  ...more,
});
const line = (more: Partial<PayoutLine> = {}): PayoutLine => {
  const made = {
    ...{ payoutId: "p1", kind: "payment" as const, eventId: "1", orderId: "order-1", paymentId: "1", refundId: null },
    ...{ grossPaise: 100_000, feePaise: 2000, feeTaxPaise: 360, at: day(2) },
    ...more,
  };
  const { payoutId, kind, eventId, grossPaise, feePaise, feeTaxPaise } = made;
  return { key: `${payoutId}/${kind}/${eventId}`, netPaise: grossPaise - feePaise - feeTaxPaise, ...made };
};
const refunded = (more: Partial<PayoutLine> = {}): PayoutLine =>
  line({
    ...{ kind: "refund", eventId: "cf-r1", refundId: "r1", grossPaise: -40_000, feePaise: 0, feeTaxPaise: 0 },
    ...more,
  });
const held = (more: Partial<PayoutLine> = {}): PayoutLine =>
  line({ kind: "dispute", eventId: "d1", grossPaise: -100_000, feePaise: 0, feeTaxPaise: 0, ...more });
const payout = (more: Partial<Payout> = {}): Payout => ({
  ...{ payoutId: "p1", utr: "UTR1", state: "paid", amountPaise: null, feePaise: 0, feeTaxPaise: 0, bankPaise: null },
  ...more,
});
const dispute = (outcome: "open" | "won" | "lost", more: object = {}) => ({
  ...{ disputeId: "d1", orderId: "order-1", paymentId: "1", outcome, at: day(3) },
  ...more,
});
const books = (more: Partial<PayoutBooks> = {}): PayoutBooks => ({
  ...{ payments: [payment("1")], refunds: [], disputes: [], payouts: [payout()], lines: [line()] },
  coverage: { from: day(1), until: day(20) },
  ...more,
});

describe("payoutFindings", () => {
  it.each<[what: string, PayoutBooks, found: string[]]>([
    ["a payment in a payout", books(), []],
    ["nothing at all", books({ payments: [], lines: [], payouts: [] }), []],
    ["a payment that is in none, after a week", books({ lines: [] }), ["payout_missing payment/1"]],
    ["one of yesterday", books({ lines: [], payments: [payment("1", { at: day(19) })] }), []],
    [
      "one of the last day that may take so long",
      books({ lines: [], payments: [payment("1", { at: day(13) })] }),
      ["payout_missing payment/1"],
    ],
    ["one from before what was read", books({ lines: [], coverage: { from: day(3), until: day(20) } }), []],
    ["a missing one before anything was read", books({ lines: [], payouts: [], coverage: undefined }), []],
    ["one that a dispute withholds", books({ lines: [], disputes: [dispute("open")] }), []],
    [
      "one whose dispute is won, and that is in none",
      books({ lines: [], disputes: [dispute("won")] }),
      ["payout_missing payment/1"],
    ],
    [
      "a payment in two payouts",
      books({ payouts: [payout(), payout({ payoutId: "p2" })], lines: [line(), line({ payoutId: "p2" })] }),
      ["payout_doubled payment/1"],
    ],
    ["twice in one payout", books({ lines: [line(), line({ eventId: "again" })] }), ["payout_doubled payment/1"]],
    [
      "first in a payout that failed",
      books({
        payouts: [payout({ state: "failed" }), payout({ payoutId: "p2" })],
        lines: [line(), line({ payoutId: "p2" })],
      }),
      [],
    ],
    ["in one that failed only", books({ payouts: [payout({ state: "failed" })] }), ["payout_missing payment/1"]],
    ["a paisa less", books({ lines: [line({ grossPaise: 99_999 })] }), ["payout_differs payment/1"]],
    ["a paisa more", books({ lines: [line({ grossPaise: 100_001 })] }), ["payout_differs payment/1"]],
    [
      "a paisa lost between amount, fee and net",
      books({ lines: [line({ netPaise: 97_639 })] }),
      ["payout_differs fee/p1/payment/1"],
    ],
    [
      "a payment that is not ours",
      books({ lines: [line(), line({ eventId: "9", paymentId: "9", orderId: "theirs" })] }),
      ["payout_unknown payment/9"],
    ],
    [
      "a payment that is not recorded yet",
      books({ lines: [line(), line({ eventId: "9", paymentId: "9", orderId: "new", at: day(20) })] }),
      [],
    ],
    ["a dispute that is not recorded yet", books({ lines: [line(), held({ at: day(20) })] }), []],
    ["a refund by our id", books({ refunds: [refund("r1")], lines: [line(), refunded()] }), []],
    [
      "a refund by the provider's id",
      books({ refunds: [refund("r1")], lines: [line(), refunded({ refundId: null })] }),
      [],
    ],
    [
      "a refund under an id that is neither",
      books({ refunds: [refund("r1")], lines: [line(), refunded({ refundId: "other", eventId: "cf-r1" })] }),
      [],
    ],
    ["a refund that was not taken", books({ refunds: [refund("r1")] }), ["payout_missing refund/r1"]],
    [
      "a refund that was taken twice",
      books({ refunds: [refund("r1")], lines: [line(), refunded(), refunded({ eventId: "again" })] }),
      ["payout_doubled refund/r1"],
    ],
    [
      "a refund of a paisa more",
      books({ refunds: [refund("r1")], lines: [line(), refunded({ grossPaise: -40_001 })] }),
      ["payout_differs refund/r1"],
    ],
    ["a refund that nobody made", books({ lines: [line(), refunded()] }), ["payout_unknown refund/cf-r1"]],
    [
      "a refund that came back",
      books({
        lines: [line(), refunded(), refunded({ kind: "refund_reversal", eventId: "back", grossPaise: 40_000 })],
      }),
      [],
    ],
    ["a dispute that is open", books({ disputes: [dispute("open")], lines: [line(), held()] }), []],
    ["a dispute that is lost", books({ disputes: [dispute("lost")], lines: [line(), held()] }), []],
    ["a dispute that is not on record", books({ lines: [line(), held()] }), ["payout_unknown dispute/order-1"]],
    [
      "a dispute of no order",
      books({ lines: [line(), held({ orderId: null, paymentId: null })] }),
      ["payout_unknown dispute/event d1"],
    ],
    [
      "a dispute that names its payment only",
      books({ disputes: [dispute("open")], lines: [line(), held({ orderId: null })] }),
      [],
    ],
    [
      "a dispute that is won and released",
      books({
        disputes: [dispute("won")],
        lines: [line(), held(), held({ kind: "dispute_reversal", eventId: "d1r", grossPaise: 100_000 })],
      }),
      [],
    ],
    [
      "a dispute that is won and not released",
      books({ disputes: [dispute("won")], lines: [line(), held()] }),
      ["payout_missing dispute/order-1"],
    ],
    [
      "a dispute that was won yesterday",
      books({ disputes: [dispute("won", { at: day(19) })], lines: [line(), held()] }),
      [],
    ],
    [
      "an adjustment of the provider",
      books({
        lines: [
          line(),
          line({
            kind: "other",
            eventId: "a",
            paymentId: null,
            orderId: null,
            grossPaise: -500,
            feePaise: 0,
            feeTaxPaise: 0,
          }),
        ],
      }),
      [],
    ],
    ["a payout of what its lines are", books({ payouts: [payout({ amountPaise: 97_640 })] }), []],
    [
      "a payout with its own charge",
      books({ payouts: [payout({ amountPaise: 97_286, feePaise: 300, feeTaxPaise: 54 })] }),
      [],
    ],
    [
      "a payout of a paisa less than its lines",
      books({ payouts: [payout({ amountPaise: 97_639 })] }),
      ["payout_differs payout/p1"],
    ],
    ["what the bank has", books({ payouts: [payout({ bankPaise: 97_640 })] }), []],
    ["a paisa less in the bank", books({ payouts: [payout({ bankPaise: 97_639 })] }), ["payout_differs bank/p1"]],
  ])("%s", (_, given, found) => {
    expect(payoutFindings(given).map(({ kind, subject }) => `${kind} ${subject}`)).toEqual(found);
  });

  it("says both amounts, the order and the payouts", () => {
    expect(payoutFindings(books({ lines: [line({ grossPaise: 99_999 })] }))).toEqual([
      {
        ...{ kind: "payout_differs", subject: "payment/1", orderId: "order-1", payouts: ["p1"] },
        ...{ ourPaise: 100_000, theirPaise: 99_999 },
      },
    ]);
  });
});

describe("what a report means", () => {
  it.each([
    ["PAYMENT", "payment"],
    ["payment", "payment"],
    ["REFUND", "refund"],
    ["CHARGEBACK", "dispute"],
    ["DISPUTE_REVERSAL", "dispute_reversal"],
    ["OTHER_ADJUSTMENT", "other"],
    ["SOMETHING_NEW", "other"],
  ])("the event %s is of the kind %s", (type, kind) => expect(payoutLineKind(type)).toBe(kind));

  it.each([
    ["SUCCESS", undefined, "paid"],
    ["PAID", "U", "paid"],
    ["PENDING_WITH_BANK", "U", "under_way"],
    ["FAILED", "U", "failed"],
    ["REVERSED", "U", "failed"],
    [undefined, "U", "paid"],
    [undefined, undefined, "under_way"],
    ["", undefined, "under_way"],
  ])("a payout of the status %s with the number %s is %s", (status, utr, state) =>
    expect(payoutState(status, utr)).toBe(state),
  );

  it.each([
    ["payment", "CREDIT", 1000, undefined, [1000, 976]],
    ["payment", "CREDIT", 1000, 976, [1000, 976]],
    ["refund", "DEBIT", 200, 200, [-200, -200]],
    ["refund", undefined, 200, 200, [-200, -200]],
    ["refund", "DEBIT", -200, -200, [-200, -200]],
    ["dispute_reversal", "CREDIT", 200, 200, [200, 200]],
    ["other", "DEBIT", 0, 0, [0, 0]],
  ] as const)("a %s that is a %s of %s with the net %s", (kind, saleType, gross, net, [whole, after]) => {
    const fees = kind === "payment" ? { fee: 20, tax: 4 } : { fee: 0, tax: 0 };
    expect(signedAmounts(kind, saleType, { gross, net, ...fees })).toMatchObject({
      grossPaise: whole,
      netPaise: after,
    });
  });
});

describe("stillToCome", () => {
  it.each([
    ["nothing", [0, 0, 0, 0, 0, 0], 0],
    ["a payment that is not paid out", [100_000, 0, 0, 0, 0, 0], 100_000],
    ["one that is", [100_000, 0, 0, 2000, 360, 97_640], 0],
    ["one that was refunded before", [100_000, 100_000, 0, 0, 0, 0], 0],
    ["one that was refunded after it was paid out", [100_000, 100_000, 0, 2000, 360, 97_640], -100_000],
    ["one that a dispute withholds", [100_000, 0, 100_000, 0, 0, 0], 0],
  ] as const)("%s", (_, [receivedPaise, refundedPaise, withheldPaise, feePaise, feeTaxPaise, paidOutPaise], left) => {
    const account = { receivedPaise, refundedPaise, withheldPaise, feePaise, feeTaxPaise, paidOutPaise };
    expect(stillToCome(account)).toBe(left);
  });
});
