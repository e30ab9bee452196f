import { describe, expect, it } from "@jest/globals";
import { couponStatus, returnsCoupon, checkExtension, decideRefund, sameKindOfStall } from "./operator.rules.js";
import type { RefundChoice } from "./operator.types.js";

describe("extending a hold", () => {
  // Extended before (seconds), asked for (minutes) → seconds added, or minutes that could still be given.
  it.each([
    [0, 1, { allowed: true, addSeconds: 60 }],
    [0, 30, { allowed: true, addSeconds: 1800 }],
    [0, 31, { allowed: false, minutesLeft: 30 }],
    [600, 20, { allowed: true, addSeconds: 1200 }],
    [600, 21, { allowed: false, minutesLeft: 20 }],
    [1790, 1, { allowed: false, minutesLeft: 0 }],
    [1800, 1, { allowed: false, minutesLeft: 0 }],
  ])("%i s before, %i min more: %j", (extended, minutes, verdict) => {
    expect(checkExtension(extended, minutes)).toEqual(verdict);
  });
});

describe("moving to another stall", () => {
  // Price agreed, today's price of its own stall, today's price of the other one, same type → may move.
  it.each([
    [27_000, 27_000, 27_000, true, true],
    [27_000, 27_000, 27_000, false, false],
    [27_000, 27_000, 28_000, true, false],
    // All prices went up since: the other stall costs what its own does.
    [27_000, 28_000, 28_000, true, true],
    // Only its own went up: the other one still costs what was agreed.
    [27_000, 28_000, 27_000, true, true],
    [27_000, 28_000, 29_000, true, false],
  ])("agreed %i, own %i, other %i, same type %s: %s", (agreed, own, other, sameType, may) => {
    const from = { type: "General", pricePaise: own } as const;
    const to = { type: sameType ? "General" : "Premium", pricePaise: other } as const;
    expect(sameKindOfStall(agreed, from, to)).toBe(may);
  });
});

describe("what goes back of a cancelled sale", () => {
  const NONE_GIVEN = "Please give the amount to refund";
  const ONLY_PARTIAL = "An amount is given with a partial refund only";
  const TOO_MUCH = "The refund is more than what was paid and has not been refunded yet";
  // Choice, left to give back, wished → paise that go back, or the sentence of the answer.
  it.each<[RefundChoice, number, number | undefined, number | string]>([
    ["full", 2_700_000, undefined, 2_700_000],
    ["full", 2_700_000, 100, ONLY_PARTIAL],
    ["full", 0, undefined, 0],
    ["none", 2_700_000, undefined, 0],
    ["none", 2_700_000, 100, ONLY_PARTIAL],
    ["partial", 2_700_000, 1_000_050, 1_000_050],
    ["partial", 2_700_000, 2_700_000, 2_700_000],
    ["partial", 2_700_000, 2_700_001, TOO_MUCH],
    ["partial", 2_700_000, 0, NONE_GIVEN],
    ["partial", 2_700_000, undefined, NONE_GIVEN],
    ["partial", 0, 100, TOO_MUCH],
  ])("%s of %i, wished %s: %s", (choice, left, wished, expected) => {
    expect(decideRefund(choice, left, wished)).toEqual(
      typeof expected === "number" ? { allowed: true, refundPaise: expected } : { allowed: false, sentence: expected },
    );
  });

  it("gives the coupon's use back only with all the money", () => {
    expect(returnsCoupon(2_700_000, 2_700_000)).toBe(true);
    expect(returnsCoupon(2_700_000, 2_699_999)).toBe(false);
    expect(returnsCoupon(2_700_000, 0)).toBe(false);
  });
});

describe("whether a coupon can be used", () => {
  const coupon = { active: true, started: true, ended: false, maxUses: 2, used: 0, claimed: 0 };
  it.each([
    ["usable", {}],
    ["inactive", { active: false, started: false, ended: true }],
    ["not_started", { started: false }],
    ["ended", { ended: true, used: 2 }],
    ["used_up", { used: 1, claimed: 1 }],
    ["usable", { maxUses: null, used: 50 }],
  ])("%s: %j", (status, changes) => {
    expect(couponStatus({ ...coupon, ...changes })).toBe(status);
  });
});
