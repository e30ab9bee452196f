import { describe, expect, it } from "@jest/globals";
import { couponStatus, returnsCoupon, checkExtension, decideRefund, sameKindOfStall } from "./operator.rules.js";
import type { RefundChoice } from "./operator.types.js";

describe("checkExtension", () => {
  // Extended before (seconds), requested (minutes) → seconds added, or minutes left.
  it.each([
    [0, 1, { allowed: true, addSeconds: 60 }],
    [0, 30, { allowed: true, addSeconds: 1800 }],
    [0, 31, { allowed: false, minutesLeft: 30 }],
    [600, 20, { allowed: true, addSeconds: 1200 }],
    [600, 21, { allowed: false, minutesLeft: 20 }],
    [1790, 1, { allowed: false, minutesLeft: 0 }],
    [1800, 1, { allowed: false, minutesLeft: 0 }],
  ])("after extensions of %i s, for %i more minutes, returns %j", (extended, minutes, verdict) => {
    expect(checkExtension(extended, minutes)).toEqual(verdict);
  });
});

describe("sameKindOfStall", () => {
  // Agreed price, own stall's current price, other stall's current price, same type → may move.
  it.each([
    [27_000, 27_000, 27_000, true, true],
    [27_000, 27_000, 27_000, false, false],
    [27_000, 27_000, 28_000, true, false],
    // All prices went up since: both stalls cost the same.
    [27_000, 28_000, 28_000, true, true],
    // Only its own went up: the other one still has the agreed price.
    [27_000, 28_000, 27_000, true, true],
    [27_000, 28_000, 29_000, true, false],
  ])("agreed %i, own %i, other %i, same type %s: %s", (agreed, own, other, sameType, may) => {
    const from = { type: "General", pricePaise: own } as const;
    const to = { type: sameType ? "General" : "Premium", pricePaise: other } as const;
    expect(sameKindOfStall(agreed, from, to)).toBe(may);
  });
});

describe("the refund of a cancelled sale", () => {
  const NONE_GIVEN = "Please give the amount to refund";
  const ONLY_PARTIAL = "An amount is given with a partial refund only";
  const TOO_MUCH = "The refund is more than what was paid and has not been refunded yet";
  // Choice, refundable paise, requested paise → refunded paise, or the error message.
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
  ])("decideRefund(%s), of %i refundable, %s requested: %s", (choice, left, requested, expected) => {
    expect(decideRefund(choice, left, requested)).toEqual(
      typeof expected === "number" ? { allowed: true, refundPaise: expected } : { allowed: false, sentence: expected },
    );
  });

  it("returns the coupon's use only with a full refund", () => {
    expect(returnsCoupon(2_700_000, 2_700_000)).toBe(true);
    expect(returnsCoupon(2_700_000, 2_699_999)).toBe(false);
    expect(returnsCoupon(2_700_000, 0)).toBe(false);
    expect(returnsCoupon(2_700_000, 2_430_000, true)).toBe(true);
    expect(returnsCoupon(2_700_000, 0, true)).toBe(true);
  });
});

describe("couponStatus", () => {
  const coupon = { active: true, started: true, ended: false, maxUses: 2, used: 0, claimed: 0 };
  it.each([
    ["usable", {}],
    ["inactive", { active: false, started: false, ended: true }],
    ["not_started", { started: false }],
    ["ended", { ended: true, used: 2 }],
    ["used_up", { used: 1, claimed: 1 }],
    ["usable", { maxUses: null, used: 50 }],
  ])("is %s for %j", (status, changes) => {
    expect(couponStatus({ ...coupon, ...changes })).toBe(status);
  });
});
