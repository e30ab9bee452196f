import { describe, expect, it } from "@jest/globals";
import { disputeOutcome, isWithheld, replacesDispute } from "./dispute.rules.js";

describe("the outcome of a dispute", () => {
  it.each([
    ["DISPUTE_CREATED", "open"],
    ["CHARGEBACK_CREATED", "open"],
    ["CHARGEBACK_DOCS_RECEIVED", "open"],
    ["CHARGEBACK_UNDER_REVIEW", "open"],
    ["CHARGEBACK_INSUFFICIENT_EVIDENCE", "open"],
    ["RETRIEVAL_CREATED", "open"],
    ["CHARGEBACK_MERCHANT_WON", "won"],
    ["PRE_ARBITRATION_MERCHANT_WON", "won"],
    ["MERCHANT_WON", "won"],
    ["DISPUTE_MERCHANT_LOST", "lost"],
    ["ARBITRATION_MERCHANT_LOST", "lost"],
    ["CHARGEBACK_MERCHANT_ACCEPTED", "lost"],
    ["SOMETHING_NEW", "open"],
    ["", "open"],
  ])("%s is %s", (status, outcome) => {
    expect(disputeOutcome(status)).toBe(outcome);
  });

  it.each([
    ["open", true],
    ["lost", true],
    ["won", false],
  ] as const)("withholds the money while it is %s: %s", (outcome, withheld) => {
    expect(isWithheld(outcome)).toBe(withheld);
  });
});

describe("a further report of a dispute", () => {
  const [first, second] = [new Date("2026-11-20T10:00:00Z"), new Date("2026-11-21T10:00:00Z")];
  it.each([
    ["newer", "CHARGEBACK_CREATED", first, "CHARGEBACK_MERCHANT_LOST", second, true],
    ["older", "CHARGEBACK_MERCHANT_LOST", second, "CHARGEBACK_CREATED", first, false],
    ["newer, reopened by the bank", "CHARGEBACK_MERCHANT_WON", first, "PRE_ARBITRATION_CREATED", second, true],
    ["the same again", "CHARGEBACK_MERCHANT_WON", second, "CHARGEBACK_MERCHANT_WON", second, false],
    ["of the same second, an end", "CHARGEBACK_CREATED", first, "CHARGEBACK_MERCHANT_WON", first, true],
    ["without a time, after an end", "CHARGEBACK_MERCHANT_WON", first, "CHARGEBACK_CREATED", undefined, false],
    ["without a time, while open", "CHARGEBACK_CREATED", undefined, "CHARGEBACK_UNDER_REVIEW", undefined, true],
  ])("%s", (_, status, updatedAt, newStatus, newTime, replaces) => {
    expect(replacesDispute({ status, updatedAt }, { status: newStatus, updatedAt: newTime })).toBe(replaces);
  });
});
