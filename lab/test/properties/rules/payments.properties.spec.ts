import assert from "node:assert/strict";
import { describe, it } from "@jest/globals";
import { decideRefund } from "@sakhi/domain/operator/operator.rules";
import { CLOCK_TOLERANCE_MS, checkFoundOrder, foreignDifferences } from "@sakhi/domain/payments/order-identity.rules";
import { ORDER_STATES, paymentOutcome } from "@sakhi/domain/payments/payment.states";
import type { PaymentOutcome } from "@sakhi/domain/payments/payment.states";
import {
  balanceOf,
  isReturned,
  missingCreditNotes,
  refundFindings,
  salePayment,
  surplusPayments,
} from "@sakhi/domain/payments/refundable.rules";
import type { LedgerPayment, LedgerRefund, OrderLedger, SeenRefund } from "@sakhi/domain/payments/refundable.rules";
import {
  decideSettlement,
  firstSuccess,
  mergedOutcome,
  pendingPayments,
} from "@sakhi/domain/payments/settlement.rules";
import type { SeenOrder, SettlementInput, SubjectStatus } from "@sakhi/domain/payments/settlement.rules";
import fc from "fast-check";
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

describe("decideSettlement", () => {
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
  const place = fc.constantFrom("free", "own_hold", "taken", "bought_again", "bought_other", "closed" as const);
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
    soldPaymentId: fc.constantFrom(null, "p0", "p1"),
  });
  const question: fc.Arbitrary<SettlementInput> = fc.record({
    order,
    seen: fc.oneof({ weight: 6, arbitrary: seen }, { weight: 1, arbitrary: fc.constant({ kind: "absent" as const }) }),
    subject,
  });

  it("acts only on a successful payment, and never waits once there is one", () => {
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

  it("sells only for the full amount, not refunded, to an unpaid or released subject", () => {
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

  it("refunds exactly the rest of a payment, and only if it bought nothing", () => {
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

  it("reports an order as unpaid only if no attempt can still succeed", () => {
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

  it("ignores unsuccessful attempts beside a successful payment", () => {
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

describe("mergedOutcome", () => {
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

describe("checkFoundOrder", () => {
  it("reports an order as ours exactly if it matches the request", () => {
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

/** The provider's records of one order: the ground truth. */
interface Provider {
  readonly payments: { paymentId: string; paise: number; reversed: boolean }[];
  readonly refunds: {
    refundId: string | undefined;
    providerRefundId: string;
    paise: number;
    outcome: SeenRefund["outcome"];
  }[];
}

/** Our records of the order, as the services maintain them. */
interface Records {
  payments: LedgerPayment[];
  soldPaymentId: string | undefined;
  refunds: LedgerRefund[];
  invoicedPaise: number;
  notes: Map<string, number>;
  cancelled: boolean;
}

/** Model of an order's money at the provider and in our records; every method is one step of the services. */
class OrderMoney {
  readonly provider: Provider = { payments: [], refunds: [] };
  readonly records: Records = {
    payments: [],
    soldPaymentId: undefined,
    refunds: [],
    invoicedPaise: 0,
    notes: new Map(),
    cancelled: false,
  };
  private ids = 0;

  get ledger(): OrderLedger {
    const { payments, soldPaymentId, refunds, invoicedPaise, notes } = this.records;
    return {
      payments,
      soldPaymentId,
      refunds,
      invoicedPaise,
      creditedPaise: [...notes.values()].reduce((a, b) => a + b, 0),
    };
  }

  /** Amount the provider can still refund. */
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

  /** Settles: records payments, sells for the first one, refunds all others. */
  settle(): void {
    const { records } = this;
    records.payments = this.provider.payments
      .filter(({ reversed }) => !reversed)
      .map(({ paymentId, paise }) => ({ paymentId, paise }));
    this.read();
    const [first] = records.payments;
    if (records.soldPaymentId === undefined && first !== undefined && !isReturned(this.ledger)) {
      records.soldPaymentId = first.paymentId;
      records.invoicedPaise = AMOUNT;
    }
    const paymentId = salePayment(this.ledger);
    if (records.soldPaymentId !== undefined && paymentId !== undefined) records.soldPaymentId = paymentId;
    for (const { paymentId, leftPaise } of surplusPayments(this.ledger))
      this.decide(paymentId, leftPaise, "second_payment");
    this.credit();
  }

  /** An operator cancels with a partial or full refund. */
  cancel(part: number): void {
    if (this.records.soldPaymentId === undefined || this.records.cancelled) return;
    const { saleLeftPaise } = balanceOf(this.ledger);
    const verdict = decideRefund("partial", saleLeftPaise, Math.max(1, Math.floor(saleLeftPaise * part)));
    if (!verdict.allowed) return;
    this.records.cancelled = true;
    this.decide(this.records.soldPaymentId, verdict.refundPaise, "operator");
    this.credit();
  }

  /** The provider refunds on its own, or someone does on its pages. */
  refundElsewhere(part: number): void {
    const paise = Math.floor(this.refundable * part);
    if (paise > 0)
      this.provider.refunds.push({ refundId: undefined, providerRefundId: this.id(), paise, outcome: "pending" });
  }

  /** Requests the decided refunds from the provider, after reading its refunds. */
  request(): void {
    this.read();
    for (const [index, refund] of this.records.refunds.entries()) {
      if (refund.state !== "requested" || refund.providerRefundId !== undefined) continue;
      if (refund.paise > this.refundable) {
        this.records.refunds[index] = { ...refund, state: "failed" };
        continue;
      }
      const providerRefundId = this.id();
      this.provider.refunds.push({
        refundId: refund.refundId,
        providerRefundId,
        paise: refund.paise,
        outcome: "pending",
      });
      this.records.refunds[index] = { ...refund, state: "pending", providerRefundId };
    }
  }

  /** The bank's result for the oldest pending refund. */
  bank(arrives: boolean): void {
    const pending = this.provider.refunds.find(({ outcome }) => outcome === "pending");
    if (pending !== undefined) pending.outcome = arrives ? "succeeded" : "failed";
  }

  /** The bank rejects a refund, which is read, and pays it after all. */
  afterAll(): void {
    this.read();
    this.bank(false);
    this.read();
    const rejected = this.provider.refunds.find(
      ({ outcome, paise }) => outcome === "failed" && paise <= this.refundable,
    );
    if (rejected !== undefined) rejected.outcome = "succeeded";
  }

  /** Reconciles our records with the provider's refunds. */
  read(): void {
    const seen: SeenRefund[] = this.provider.refunds.map(({ paise, ...refund }) => ({ ...refund, amountPaise: paise }));
    for (const finding of refundFindings(this.ledger, seen)) {
      const index = this.records.refunds.findIndex(
        (refund) => "refundId" in finding && refund.refundId === finding.refundId,
      );
      const refund = this.records.refunds[index];
      if (finding.kind === "made_elsewhere") {
        const { paymentId, paise, providerRefundId, outcome } = finding;
        this.records.refunds.push({
          refundId: this.id(),
          paymentId,
          paise,
          state: outcome,
          reason: "provider",
          providerRefundId,
        });
      } else if (refund === undefined) {
        throw new Error(`finding ${finding.kind} for an unknown refund`);
      } else if (finding.kind === "reduced") {
        this.records.refunds[index] = { ...refund, paise: finding.paise };
      } else {
        this.records.refunds[index] = { ...refund, state: finding.outcome, providerRefundId: finding.providerRefundId };
      }
    }
    assert.deepEqual(refundFindings(this.ledger, seen), []);
  }

  /** Checks the invariants that hold at any time. */
  check(): void {
    const balance = balanceOf(this.ledger);
    for (const { leftPaise, paise } of balance.payments) {
      assert.ok(leftPaise >= 0);
      assert.ok(leftPaise <= paise);
    }
    assert.ok(balance.saleLeftPaise <= balance.leftPaise);
    assert.ok(this.refundable >= 0);
    const credited = this.ledger.creditedPaise;
    assert.ok(credited <= this.records.invoicedPaise);
  }

  /** Runs everything to its end with a paying bank; then our records match the provider's and no money is lost. */
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
    const booked = this.records.refunds
      .filter(({ state }) => state === "succeeded")
      .reduce((sum, { paise }) => sum + paise, 0);
    assert.equal(booked, went);
    assert.deepEqual(
      this.records.refunds.filter(({ state }) => state === "requested" || state === "pending"),
      [],
    );
    assert.deepEqual(surplusPayments(this.ledger), []);
    const balance = balanceOf(this.ledger);
    // Payments that bought nothing are refunded, unless the provider rejected the refund: then an operator decides.
    for (const payment of balance.payments.filter(({ ofSale }) => !ofSale)) {
      const rejected = this.records.refunds.some(
        ({ paymentId, state }) => paymentId === payment.paymentId && state === "failed",
      );
      if (!rejected) assert.equal(payment.leftPaise, 0);
    }
    // The money kept equals the money invoiced, to the paisa.
    assert.equal(balance.toCreditPaise, 0);
  }

  private decide(paymentId: string, paise: number, reason: "second_payment" | "operator"): void {
    this.records.refunds.push({
      refundId: this.id(),
      paymentId,
      paise,
      state: "requested",
      reason,
      providerRefundId: undefined,
    });
  }

  private credit(): void {
    for (const { refundId, paise } of missingCreditNotes(this.ledger, new Set(this.records.notes.keys()))) {
      this.records.notes.set(refundId, paise);
    }
  }

  private id(): string {
    this.ids += 1;
    return `r${this.ids}`;
  }
}

describe("an order's money, in any sequence of payments, refunds, reads and bank results", () => {
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

  it("finally matches the provider's records and is sold, refunded or raised as an issue", () => {
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
