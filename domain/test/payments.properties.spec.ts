import assert from "node:assert/strict";
import { describe, it } from "@jest/globals";
import fc from "fast-check";
import { decideRefund } from "../src/operator/operator.rules.js";
import { CLOCK_TOLERANCE_MS, checkFoundOrder, foreignDifferences } from "../src/payments/order-identity.rules.js";
import { ORDER_STATES, paymentOutcome } from "../src/payments/payment.states.js";
import type { PaymentOutcome } from "../src/payments/payment.states.js";
import {
  balanceOf,
  isReturned,
  missingCreditNotes,
  refundFindings,
  salePayment,
  surplusPayments,
} from "../src/payments/refundable.rules.js";
import type { LedgerPayment, LedgerRefund, OrderLedger, SeenRefund } from "../src/payments/refundable.rules.js";
import { decideSettlement, firstSuccess, mergedOutcome, pendingPayments } from "../src/payments/settlement.rules.js";
import type { SeenOrder, SettlementQuestion, SubjectStatus } from "../src/payments/settlement.rules.js";
import { holds } from "./properties.js";

const AMOUNT = 2_700;
const status = fc.constantFrom(
  "SUCCESS",
  "SUCCESS",
  "FAILED",
  "PENDING",
  "USER_DROPPED",
  "NOT_ATTEMPTED",
  "CANCELLED",
  "VOID",
  "HALF_DONE",
);

describe("a settlement", () => {
  const payments = fc.array(
    fc.record({
      status,
      amountPaise: fc.constantFrom(AMOUNT, AMOUNT, AMOUNT, AMOUNT + 50, AMOUNT - 1),
      currency: fc.constantFrom("INR", "INR", "INR", "USD"),
    }),
    { maxLength: 4 },
  );
  const seen = fc
    .record({
      status: fc.constantFrom("ACTIVE", "PAID", "EXPIRED", "TERMINATED", "TERMINATION_REQUESTED", "SLEEPING"),
      amountPaise: fc.constantFrom(AMOUNT, AMOUNT, AMOUNT, AMOUNT + 1),
      currency: fc.constantFrom("INR", "INR", "INR", "USD"),
      payments,
    })
    .map((found): SeenOrder => ({
      kind: "found",
      ...found,
      payments: found.payments.map((payment, index) => ({ ...payment, paymentId: `p${index}` })),
    }));
  const place = fc.constantFrom("free", "own_hold", "taken", "bought_again", "bought_other" as const);
  const offer = fc.constantFrom(undefined, "possible", "open", "chosen", "declined", "over" as const);
  const subject: fc.Arbitrary<SubjectStatus> = fc.oneof(
    fc.constantFrom<SubjectStatus>(
      { kind: "unpaid" },
      { kind: "replaced" },
      { kind: "sold", byThisOrder: true },
      { kind: "sold", byThisOrder: false },
      { kind: "cancelled" },
    ),
    fc
      .tuple(place, offer)
      .map(([where, what]): SubjectStatus => ({
        kind: "released",
        place: where,
        ...(what === undefined ? {} : { offer: what }),
      })),
  );
  const order = fc.record({
    state: fc.constantFrom(...ORDER_STATES),
    amountPaise: fc.constant(AMOUNT),
    currency: fc.constant("INR"),
    accepted: fc.boolean(),
    openingUnderWay: fc.boolean(),
    refundDecided: fc.boolean(),
    refundedPaise: fc.constantFrom(0, 0, 1, AMOUNT - 1),
  });
  const question: fc.Arbitrary<SettlementQuestion> = fc.record({
    order,
    seen: fc.oneof({ weight: 6, arbitrary: seen }, { weight: 1, arbitrary: fc.constant({ kind: "absent" as const }) }),
    subject,
  });

  it("never leaves money without an answer, and never answers where there is none", () => {
    holds(
      fc.property(question, (asked) => {
        const decision = decideSettlement(asked);
        const waits = ["wait", "unpaid", "not_opened"].includes(decision.do);
        const acts = ["sell", "refund", "offer", "offered"].includes(decision.do);
        if (firstSuccess(asked.seen) === undefined) assert.equal(acts, false);
        else assert.equal(waits, false);
      }),
      1000,
    );
  });

  it("sells only for all of our own money, that nobody returned, to a subject that waits for it or was given up", () => {
    holds(
      fc.property(question, (asked) => {
        const decision = decideSettlement(asked);
        if (decision.do !== "sell") return;
        const paid = firstSuccess(asked.seen);
        assert.equal(decision.paymentId, paid?.paymentId);
        assert.ok((paid?.amountPaise ?? 0) >= AMOUNT);
        assert.equal(paid?.currency, "INR");
        assert.equal(asked.order.refundDecided, false);
        assert.ok(["unpaid", "released"].includes(asked.subject.kind));
        if (asked.subject.kind === "released") {
          assert.equal(asked.order.refundedPaise, 0);
          assert.doesNotMatch(asked.subject.place, /^bought/);
          if (asked.subject.place === "taken") assert.equal(asked.subject.offer, "chosen");
        }
      }),
      1000,
    );
  });

  it("refunds what is left of the payment, and only of what bought nothing", () => {
    holds(
      fc.property(question, (asked) => {
        const decision = decideSettlement(asked);
        if (decision.do !== "refund") return;
        assert.equal(decision.amountPaise, (firstSuccess(asked.seen)?.amountPaise ?? 0) - asked.order.refundedPaise);
        assert.ok(decision.amountPaise > 0);
        assert.equal(asked.order.refundDecided, false);
        assert.notDeepEqual(asked.subject, { kind: "sold", byThisOrder: true });
        assert.ok(["sold", "released"].includes(asked.subject.kind));
      }),
      1000,
    );
  });

  it("calls an order unpaid only when no attempt can become money any more", () => {
    holds(
      fc.property(question, (asked) => {
        const decision = decideSettlement(asked);
        if (decision.do !== "unpaid" && decision.do !== "not_opened") return;
        assert.equal(pendingPayments(asked.seen), 0);
        if (asked.seen.kind === "found") assert.ok(["EXPIRED", "TERMINATED"].includes(asked.seen.status));
      }),
      1000,
    );
  });

  it("of money does not hang on attempts beside it that came to nothing", () => {
    holds(
      fc.property(question, fc.constantFrom("FAILED", "PENDING", "HALF_DONE"), (asked, word) => {
        if (asked.seen.kind !== "found" || firstSuccess(asked.seen) === undefined) return;
        const other = { paymentId: "other", status: word, amountPaise: AMOUNT, currency: "INR" };
        const more = { ...asked.seen, payments: [...asked.seen.payments, other] };
        assert.deepEqual(decideSettlement({ ...asked, seen: more }), decideSettlement(asked));
      }),
      1000,
    );
  });
});

describe("what is kept of a payment", () => {
  it("never returns to pending, and loses a success only by the provider's reversal", () => {
    holds(
      fc.property(fc.array(status, { minLength: 1, maxLength: 8 }), (words) => {
        let known: PaymentOutcome | undefined;
        for (const word of words) {
          const next = mergedOutcome(known, word);
          if (known !== undefined && known !== "pending") assert.notEqual(next, "pending");
          if (known === "success" && next !== "success") assert.ok(["CANCELLED", "VOID"].includes(word));
          if (paymentOutcome(word) === "success") assert.equal(next, "success");
          assert.equal(mergedOutcome(next, word), next);
          known = next;
        }
      }),
    );
  });
});

describe("an order that was found", () => {
  it("is ours exactly when nothing of what we asked for differs", () => {
    const at = new Date("2026-12-01T10:00:00Z");
    const asked = {
      orderId: "MELA1763712000000tAb1",
      amountPaise: AMOUNT,
      currency: "INR",
      customerId: "v1",
      installation: "i1",
      firstAskedAt: at,
    };
    const found = fc.record({
      orderId: fc.constantFrom(asked.orderId, asked.orderId.toUpperCase(), "MELA1763712000000tAb2"),
      status: fc.constantFrom("ACTIVE", "ACTIVE", "EXPIRED", "TERMINATED", "PAID"),
      amountPaise: fc.constantFrom(AMOUNT, AMOUNT, 1),
      currency: fc.constantFrom("INR", "INR", "USD"),
      customerId: fc.constantFrom("v1", "v1", "v2", undefined),
      installation: fc.constantFrom("i1", "i1", "i2", undefined),
      createdAt: fc.constantFrom(at, new Date(at.getTime() - CLOCK_TOLERANCE_MS - 1), undefined, new Date(Number.NaN)),
    });
    holds(
      fc.property(
        found,
        fc.array(fc.constantFrom("FAILED", "FAILED", "PENDING", "SUCCESS"), { maxLength: 2 }),
        (order, words) => {
          const same =
            order.orderId !== "MELA1763712000000tAb2" &&
            order.customerId === "v1" &&
            order.installation === "i1" &&
            order.createdAt?.getTime() === at.getTime();
          const money = order.amountPaise === AMOUNT && order.currency === "INR";
          assert.equal(foreignDifferences(asked, order).length === 0, same);
          const judgement = checkFoundOrder(asked, order, words);
          const untouched = words.every((word) => word === "FAILED") && order.status !== "PAID";
          assert.equal(judgement.kind !== "conflict", same && money && untouched);
          assert.equal(judgement.kind === "ours", same && money && untouched && order.status === "ACTIVE");
        },
      ),
      1000,
    );
  });
});

/** The provider's own books of one order: what is true. */
interface Provider {
  readonly payments: { paymentId: string; paise: number; reversed: boolean }[];
  readonly refunds: {
    refundId: string | undefined;
    providerRefundId: string;
    paise: number;
    outcome: SeenRefund["outcome"];
  }[];
}

/** Our books of the order, as the services keep them. */
interface Books {
  payments: LedgerPayment[];
  soldPaymentId: string | undefined;
  refunds: LedgerRefund[];
  invoicedPaise: number;
  notes: Map<string, number>;
  cancelled: boolean;
}

/** An order's money between the provider and our books; every method is one step of the services. */
class OrderMoney {
  readonly provider: Provider = { payments: [], refunds: [] };
  readonly books: Books = {
    payments: [],
    soldPaymentId: undefined,
    refunds: [],
    invoicedPaise: 0,
    notes: new Map(),
    cancelled: false,
  };
  private ids = 0;

  get ledger(): OrderLedger {
    const { payments, soldPaymentId, refunds, invoicedPaise, notes } = this.books;
    return {
      payments,
      soldPaymentId,
      refunds,
      invoicedPaise,
      creditedPaise: [...notes.values()].reduce((a, b) => a + b, 0),
    };
  }

  /** What the provider would still refund. */
  get refundable(): number {
    const paid = this.provider.payments.filter(({ reversed }) => !reversed).reduce((sum, { paise }) => sum + paise, 0);
    return this.provider.refunds.reduce(
      (left, { paise, outcome }) => (outcome === "failed" ? left : left - paise),
      paid,
    );
  }

  pay(): void {
    this.provider.payments.push({ paymentId: `p${this.provider.payments.length + 1}`, paise: AMOUNT, reversed: false });
  }

  /** Settles: what was paid is known, the first payment buys, every other one goes back. */
  settle(): void {
    const { books } = this;
    books.payments = this.provider.payments
      .filter(({ reversed }) => !reversed)
      .map(({ paymentId, paise }) => ({ paymentId, paise }));
    this.read();
    const [first] = books.payments;
    if (books.soldPaymentId === undefined && first !== undefined && !isReturned(this.ledger)) {
      books.soldPaymentId = first.paymentId;
      books.invoicedPaise = AMOUNT;
    }
    const stands = salePayment(this.ledger);
    if (books.soldPaymentId !== undefined && stands !== undefined) books.soldPaymentId = stands;
    for (const { paymentId, leftPaise } of surplusPayments(this.ledger))
      this.decide(paymentId, leftPaise, "second_payment");
    this.credit();
  }

  /** An operator returns a part of the sale's money, or all of it. */
  cancel(part: number): void {
    if (this.books.soldPaymentId === undefined || this.books.cancelled) return;
    const { saleLeftPaise } = balanceOf(this.ledger);
    const verdict = decideRefund("partial", saleLeftPaise, Math.max(1, Math.floor(saleLeftPaise * part)));
    if (!verdict.allowed) return;
    this.books.cancelled = true;
    this.decide(this.books.soldPaymentId, verdict.refundPaise, "operator");
    this.credit();
  }

  /** The provider refunds by itself, or on its own pages. */
  refundElsewhere(part: number): void {
    const paise = Math.floor(this.refundable * part);
    if (paise > 0)
      this.provider.refunds.push({ refundId: undefined, providerRefundId: this.id(), paise, outcome: "pending" });
  }

  /** Asks the provider for what was decided; it is read first. */
  request(): void {
    this.read();
    for (const [index, refund] of this.books.refunds.entries()) {
      if (refund.state !== "requested" || refund.providerRefundId !== undefined) continue;
      if (refund.paise > this.refundable) {
        this.books.refunds[index] = { ...refund, state: "failed" };
        continue;
      }
      const providerRefundId = this.id();
      this.provider.refunds.push({
        refundId: refund.refundId,
        providerRefundId,
        paise: refund.paise,
        outcome: "pending",
      });
      this.books.refunds[index] = { ...refund, state: "pending", providerRefundId };
    }
  }

  /** The bank's answer to the oldest refund under way. */
  bank(arrives: boolean): void {
    const pending = this.provider.refunds.find(({ outcome }) => outcome === "pending");
    if (pending !== undefined) pending.outcome = arrives ? "succeeded" : "failed";
  }

  /** The bank refuses a refund, which is read, and pays it after all. */
  afterAll(): void {
    this.read();
    this.bank(false);
    this.read();
    const refused = this.provider.refunds.find(
      ({ outcome, paise }) => outcome === "failed" && paise <= this.refundable,
    );
    if (refused !== undefined) refused.outcome = "succeeded";
  }

  /** Reads the provider's refunds into our books. */
  read(): void {
    const seen: SeenRefund[] = this.provider.refunds.map(({ paise, ...refund }) => ({ ...refund, amountPaise: paise }));
    for (const finding of refundFindings(this.ledger, seen)) {
      const index = this.books.refunds.findIndex(
        (refund) => "refundId" in finding && refund.refundId === finding.refundId,
      );
      const refund = this.books.refunds[index];
      if (finding.kind === "made_elsewhere") {
        const { paymentId, paise, providerRefundId, outcome } = finding;
        this.books.refunds.push({
          refundId: this.id(),
          paymentId,
          paise,
          state: outcome,
          reason: "provider",
          providerRefundId,
        });
      } else if (refund === undefined) {
        throw new Error(`found ${finding.kind} of a refund nobody has`);
      } else if (finding.kind === "reduced") {
        this.books.refunds[index] = { ...refund, paise: finding.paise };
      } else {
        this.books.refunds[index] = { ...refund, state: finding.outcome, providerRefundId: finding.providerRefundId };
      }
    }
    assert.deepEqual(refundFindings(this.ledger, seen), []);
  }

  /** What must hold at any moment. */
  check(): void {
    const balance = balanceOf(this.ledger);
    for (const { leftPaise, paise } of balance.payments) {
      assert.ok(leftPaise >= 0);
      assert.ok(leftPaise <= paise);
    }
    assert.ok(balance.saleLeftPaise <= balance.leftPaise);
    assert.ok(this.refundable >= 0);
    const credited = this.ledger.creditedPaise;
    assert.ok(credited <= this.books.invoicedPaise);
  }

  /** Everything runs to its end, banks pay: the books are the provider's, and nobody's money is astray. */
  rest(): void {
    for (let round = 0; round < 3; round += 1) {
      this.settle();
      this.request();
      while (this.provider.refunds.some(({ outcome }) => outcome === "pending")) this.bank(true);
      this.settle();
    }
    this.check();
    const went = this.provider.refunds
      .filter(({ outcome }) => outcome === "succeeded")
      .reduce((sum, { paise }) => sum + paise, 0);
    const booked = this.books.refunds
      .filter(({ state }) => state === "succeeded")
      .reduce((sum, { paise }) => sum + paise, 0);
    assert.equal(booked, went);
    assert.deepEqual(
      this.books.refunds.filter(({ state }) => state === "requested" || state === "pending"),
      [],
    );
    assert.deepEqual(surplusPayments(this.ledger), []);
    const balance = balanceOf(this.ledger);
    // What bought nothing is back, but where the provider refused to return it: that is an operator's to see.
    for (const payment of balance.payments.filter(({ ofSale }) => !ofSale)) {
      const refused = this.books.refunds.some(
        ({ paymentId, state }) => paymentId === payment.paymentId && state === "failed",
      );
      if (!refused) assert.equal(payment.leftPaise, 0);
    }
    // Money kept is money invoiced, to the paisa.
    assert.equal(balance.toCreditPaise, 0);
  }

  private decide(paymentId: string, paise: number, reason: "second_payment" | "operator"): void {
    this.books.refunds.push({
      refundId: this.id(),
      paymentId,
      paise,
      state: "requested",
      reason,
      providerRefundId: undefined,
    });
  }

  private credit(): void {
    for (const { refundId, paise } of missingCreditNotes(this.ledger, new Set(this.books.notes.keys()))) {
      this.books.notes.set(refundId, paise);
    }
  }

  private id(): string {
    this.ids += 1;
    return `r${this.ids}`;
  }
}

describe("an order's money, in any order of payments, refunds, readings and answers of the bank", () => {
  const part = fc.constantFrom(0.1, 0.5, 1);
  const step: fc.Arbitrary<[string, (money: OrderMoney) => void]> = fc.oneof(
    fc.constantFrom<[string, (money: OrderMoney) => void]>(
      ["pay", (money) => money.pay()],
      ["settle", (money) => money.settle()],
      ["settle", (money) => money.settle()],
      ["request", (money) => money.request()],
      ["read", (money) => money.read()],
      ["bank pays", (money) => money.bank(true)],
      ["bank fails", (money) => money.bank(false)],
      ["bank pays after all", (money) => money.afterAll()],
    ),
    part.map((of): [string, (money: OrderMoney) => void] => [`cancel ${of}`, (money) => money.cancel(of)]),
    part.map((of): [string, (money: OrderMoney) => void] => [`elsewhere ${of}`, (money) => money.refundElsewhere(of)]),
  );

  it("agrees with the provider's in the end, and is sold for, refunded, or an operator's to see", () => {
    holds(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const money = new OrderMoney();
        for (const [, act] of steps) {
          act(money);
          money.check();
        }
        money.rest();
      }),
      400,
    );
  });
});
