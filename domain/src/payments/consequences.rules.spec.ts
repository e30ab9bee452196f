import { describe, expect, it } from "@jest/globals";
import {
  endsOffer,
  outcomeOf,
  type SalesPause,
  SETTLEMENT_OUTCOMES,
  type SettlementOutcome,
  waitsForRecovery,
} from "./consequences.rules.js";
import type { OrderState } from "./payment.states.js";
import type { SettlementDecision } from "./settlement.rules.js";

const sell = (late: boolean): SettlementDecision => ({ do: "sell", paymentId: "p", late });
const refund: SettlementDecision = {
  do: "refund",
  paymentId: "p",
  amountPaise: 1,
  reason: "late_payment",
  why: "stall_taken",
};

describe("what follows from a decision", () => {
  it.each<[SettlementDecision, OrderState, SettlementOutcome, boolean]>([
    [{ do: "wait" }, "open", "open", false],
    [{ do: "wait" }, "closing", "open", false],
    [{ do: "wait" }, "closed", "unpaid", false],
    [{ do: "offer" }, "closed", "offered", false],
    [{ do: "offered" }, "closed", "offered", false],
    [sell(false), "open", "sold", false],
    [sell(true), "closed", "sold", false],
    [{ do: "keep" }, "paid", "sold", true],
    [{ do: "keep", issues: "provider_paid_unknown" }, "paid", "issue", true],
    [{ do: "unpaid" }, "closing", "unpaid", true],
    [{ do: "not_opened" }, "open", "not_opened", true],
    [refund, "closed", "refunding", true],
    [{ do: "refunding" }, "paid", "refunding", true],
    [{ do: "issue", issues: "amount_differs" }, "open", "issue", true],
  ])("%j of an order that is %s: %s, ends an offer: %s", (decision, state, outcome, ends) => {
    expect([outcomeOf(decision, state), endsOffer(decision)]).toEqual([outcome, ends]);
  });
});

describe("what follows from an outcome", () => {
  it.each<[SettlementOutcome, string, string, boolean, boolean]>([
    ["sold", "paid", "sold", true, true],
    ["offered", "paid", "offered", false, true],
    ["refunding", "paid", "refunding", true, true],
    ["issue", "issue", "issue", true, false],
    ["unpaid", "closed", "nothing", false, true],
    ["not_opened", "closed", "nothing", false, true],
    ["open", "open", "nothing", false, false],
    ["unreachable", "unreachable", "unreachable", false, false],
  ])("%s: closing %s, late money %s", (outcome, closing, lateMoney, endsLateWatch, resolved) => {
    expect(SETTLEMENT_OUTCOMES[outcome]).toMatchObject({ closing, lateMoney, endsLateWatch, resolved });
  });

  it("says that money is found wherever it ends the search for it", () => {
    for (const { lateMoney, endsLateWatch } of Object.values(SETTLEMENT_OUTCOMES)) {
      expect(endsLateWatch).toBe(!["nothing", "offered", "unreachable"].includes(lateMoney));
    }
  });
});

describe("what waits for a recovery", () => {
  const since = new Date("2026-11-20T10:00:00Z");
  const [before, after] = [new Date("2026-11-20T09:00:00Z"), new Date("2026-11-20T11:00:00Z")];
  const unread = { since, read: false };
  const read = { since, read: true };
  it.each<[string, SettlementDecision, Date | undefined, SalesPause | undefined, boolean]>([
    ["nothing without a pause", sell(true), before, undefined, false],
    ["late money, always", sell(true), after, read, true],
    ["a payment before the pause, until all was read", sell(false), before, unread, true],
    ["a payment of an unknown time, until all was read", sell(false), undefined, unread, true],
    ["no payment made meanwhile", sell(false), after, unread, false],
    ["no payment once all was read", sell(false), before, read, false],
    ["a refund, until all was read", refund, before, unread, true],
    ["no refund once all was read", refund, before, read, false],
    ["a refund under way, until all was read", { do: "refunding" }, before, unread, true],
    ["an issue, until all was read", { do: "issue", issues: "amount_differs" }, before, unread, true],
    ["a sale's change, until all was read", { do: "keep" }, before, unread, true],
    ["an offer, until all was read", { do: "offer" }, before, unread, true],
    ["no open offer", { do: "offered" }, before, unread, false],
    ["no end without money", { do: "unpaid" }, undefined, unread, false],
    ["no order that was never opened", { do: "not_opened" }, undefined, unread, false],
    ["no waiting", { do: "wait" }, undefined, unread, false],
  ])("%s", (_, decision, paidAt, pause, waits) => {
    expect(waitsForRecovery(decision, () => paidAt, pause)).toBe(waits);
  });
});
