import { describe, expect, it } from "@jest/globals";
import {
  couponStatus,
  returnsCoupon,
  checkExtension,
  decideRefund,
  sameKindOfStall,
  type RefundVerdict,
} from "./operator.rules.js";
import { offlineMethodLabel } from "./operator.types.js";
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
  const refused = { allowed: false, sentence: expect.any(String) };
  // Choice, left to give back, wished → paise that go back.
  it.each<[RefundChoice, number, number | undefined, RefundVerdict | typeof refused]>([
    ["full", 2_700_000, undefined, { allowed: true, refundPaise: 2_700_000 }],
    ["full", 2_700_000, 100, refused],
    ["full", 0, undefined, { allowed: true, refundPaise: 0 }],
    ["none", 2_700_000, undefined, { allowed: true, refundPaise: 0 }],
    ["none", 2_700_000, 100, refused],
    ["partial", 2_700_000, 1_000_050, { allowed: true, refundPaise: 1_000_050 }],
    ["partial", 2_700_000, 2_700_000, { allowed: true, refundPaise: 2_700_000 }],
    ["partial", 2_700_000, 2_700_001, refused],
    ["partial", 2_700_000, 0, refused],
    ["partial", 2_700_000, undefined, refused],
    ["partial", 0, 100, refused],
  ])("%s of %i, wished %s: %j", (choice, left, wished, verdict) => {
    expect(decideRefund(choice, left, wished)).toEqual(verdict);
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

describe("what an operator is answered", () => {
  it.each<[Parameters<typeof decideRefund>, string]>([
    [["none", 100, 50], "An amount is given with a partial refund only"],
    [["partial", 100, undefined], "Please give the amount to refund"],
    [["partial", 100, 0], "Please give the amount to refund"],
    [["partial", 100, 101], "The refund is more than what was paid and has not been refunded yet"],
  ])("%j: %s", (params, sentence) => {
    expect(decideRefund(...params)).toEqual({ allowed: false, sentence });
  });

  it.each([
    ["cash", "Cash"],
    ["upi", "UPI to the organiser"],
    ["bank_transfer", "Bank transfer"],
    ["cheque", "Cheque"],
  ] as const)("%s reads %s", (method, label) => {
    expect(offlineMethodLabel(method)).toBe(label);
  });
});
