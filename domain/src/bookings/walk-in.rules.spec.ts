import { describe, expect, test } from "@jest/globals";
import { type WalkInInput, walkInQrEnds, walkInState } from "./walk-in.rules.js";
import { isWalkInOpen } from "./walk-in.states.js";

const input = (changes: Partial<WalkInInput>): WalkInInput => ({
  ...{ state: "paying", expired: false, order: "open", outcome: "pending" },
  ...changes,
});

describe("how a sale at the gate stands", () => {
  test.each<[string, Partial<WalkInInput>]>([
    ["unopened", { state: "held", order: undefined, outcome: "not_started" }],
    ["unopened", { state: "registered", order: "unsent", outcome: "not_started" }],
    ["free", { state: "registered", order: "unsent", expired: true, outcome: "not_started" }],
    ["paying", {}],
    ["paying", { outcome: "failed_attempt" }],
    ["ending", { order: "closing" }],
    ["sold", { state: "sold", order: "paid", outcome: "sold" }],
    ["sold", { state: "sold", order: "paid", outcome: "moved" }],
    ["free", { state: "released", order: "closed", outcome: "not_charged" }],
    ["free", { state: "released", order: "void", outcome: "not_started" }],
    ["free", { state: "released", order: "paid", outcome: "cancelled" }],
    ["late", { state: "released", order: "paid", outcome: "money_under_review" }],
    ["late", { state: "released", order: "paid", outcome: "late_offer" }],
    ["late", { state: "released", order: "paid", outcome: "refund_pending" }],
    ["late", { state: "released", order: "paid", outcome: "refunded" }],
    ["late", { state: "released", order: "paid", outcome: "partly_refunded" }],
  ])("%s: %j", (state, changes) => expect(walkInState(input(changes))).toBe(state));

  test("only what can still be paid is open", () => {
    const all = ["unopened", "paying", "ending", "sold", "free", "late"] as const;
    expect(all.filter(isWalkInOpen)).toEqual(["unopened", "paying", "ending"]);
  });
});

test.each([
  ["ten minutes, in whole seconds", 1_700, 10_000_000, 601_000],
  ["at most until the order's own end", 1_700, 300_900, 300_000],
])("a QR code can be paid %s", (_, now, orderEnds, ends) => expect(walkInQrEnds(now, orderEnds)).toBe(ends));
