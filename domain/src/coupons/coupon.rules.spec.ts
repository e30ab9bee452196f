import { describe, expect, it } from "@jest/globals";
import type { StallType } from "../stalls/stall.types.js";
import { canPromise, checkCoupon, type CouponInput, maxUnpaidClaims, priceSummary, usesGone } from "./coupon.rules.js";

const COUPON: CouponInput = {
  percentage: 25,
  active: true,
  started: true,
  ended: false,
  maxUses: null,
  claims: 0,
  payingClaims: 0,
  unpaidClaims: 0,
  networkClaims: 0,
  nextFreeSeconds: null,
  ofEvent: true,
  stallType: null,
};

const trying = (wait: string): string =>
  `All uses of this coupon are being paid for. Please try again in ${wait}, or continue without it.`;

describe("checkCoupon", () => {
  it.each<[string, Partial<CouponInput>, StallType | undefined]>([
    ["without limits", {}, "General"],
    ["before a stall is held", {}, undefined],
    ["with uses left", { maxUses: 5, claims: 4 }, "General"],
    ["for the stall's type", { stallType: "Premium" }, "Premium"],
    ["for one type, before a stall is held", { stallType: "Premium" }, undefined],
    ["without a limit, claimed many times", { claims: 1000, networkClaims: 1000 }, "General"],
    ["half of whose uses are claimed by other networks", { maxUses: 5, claims: 4, networkClaims: 0 }, "General"],
    ["that strangers registered with and do not pay", { maxUses: 5, unpaidClaims: 50 }, "General"],
    ["half of whose uses are paid, unpaid by strangers", { maxUses: 4, claims: 1, unpaidClaims: 9 }, "General"],
    ["of five uses, one claimed by the own network", { maxUses: 5, claims: 1, networkClaims: 1 }, "General"],
  ])("accepts a coupon %s", (_what, change, stallType) => {
    expect(checkCoupon({ ...COUPON, ...change }, stallType)).toEqual({
      usable: true,
      percentage: 25,
      message: "25% discount applied",
    });
  });

  it.each<[string, Partial<CouponInput> | undefined, string, string, StallType?]>([
    ["that does not exist", undefined, "coupon_invalid", "Invalid coupon code"],
    ["that is disabled", { active: false }, "coupon_invalid", "Invalid coupon code"],
    ["that has not started", { started: false }, "coupon_invalid", "This coupon can't be used yet"],
    ["that has ended", { ended: true }, "coupon_invalid", "This coupon has ended"],
    ["for another type", { stallType: "Premium" }, "coupon_invalid", "This coupon is only for Premium stalls"],
    [
      "for Standard stalls",
      { stallType: "General" },
      "coupon_invalid",
      "This coupon is only for Standard stalls",
      "Premium",
    ],
    ["that is used up", { maxUses: 5, claims: 5 }, "coupon_exhausted", "This coupon has been used up"],
    [
      "all of whose uses are being paid for",
      { maxUses: 2, claims: 2, payingClaims: 1, nextFreeSeconds: 61 },
      "coupon_exhausted",
      trying("2 minutes"),
    ],
    [
      "being paid for, soon free",
      { maxUses: 1, claims: 1, payingClaims: 1, nextFreeSeconds: 0.4 },
      "coupon_exhausted",
      trying("a minute"),
    ],
    [
      "of one use that somebody registered with",
      { maxUses: 1, unpaidClaims: 1, nextFreeSeconds: 600 },
      "coupon_exhausted",
      trying("10 minutes"),
    ],
    [
      "half of whose uses are paid for, the other half unpaid",
      { maxUses: 4, claims: 2, unpaidClaims: 2, nextFreeSeconds: 60 },
      "coupon_exhausted",
      trying("a minute"),
    ],
    ["with more claims than uses", { maxUses: 1, claims: 3 }, "coupon_exhausted", "This coupon has been used up"],
  ])("refuses a coupon %s", (_what, change, code, message, stallType = "General") => {
    const coupon = change === undefined ? undefined : { ...COUPON, ...change };
    expect(checkCoupon(coupon, stallType)).toEqual({ usable: false, code, message });
  });
});

describe("canPromise", () => {
  it.each([
    [null, 100, true],
    [2, 1, true],
    [2, 2, false],
    // Late money.
    [2, 3, false],
  ])("of %p uses with %i promised: %p", (maxUses, claims, left) => {
    expect(canPromise({ maxUses, claims })).toBe(left);
  });

  it("says why not", () => {
    expect(usesGone({ ...COUPON, maxUses: 1, claims: 1 })).toBe("This coupon has been used up");
    expect(usesGone({ ...COUPON, maxUses: 1, claims: 1, payingClaims: 1, nextFreeSeconds: 90 })).toBe(
      trying("2 minutes"),
    );
  });
});

describe("unpaid claims of one network", () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 1],
    [5, 2],
    [100, 50],
  ])("of a coupon with %i uses are at most %i", (maxUses, most) => {
    expect(maxUnpaidClaims(maxUses)).toBe(most);
    const claimed = (networkClaims: number) =>
      checkCoupon({ ...COUPON, maxUses, claims: most, networkClaims }, "General");
    if (maxUses > 1) expect(claimed(most - 1)).toMatchObject({ usable: true });
    expect(claimed(most)).toMatchObject({ usable: false, code: "coupon_exhausted" });
  });
});

describe("priceSummary", () => {
  it.each([
    [2_700_000, 0, 0, 2_700_000],
    [2_700_000, 10, 270_000, 2_430_000],
    [3_600_000, 25, 900_000, 2_700_000],
    [2_700_000, 99, 2_673_000, 27_000],
    [3_333, 33, 1_100, 2_233],
    [150, 99, 50, 100],
    [100, 99, 0, 100],
  ])("of %i paise with %i%% off: discount %i, total %i", (pricePaise, percentage, discountPaise, totalPaise) => {
    expect(priceSummary(pricePaise, percentage)).toEqual({
      pricePaise,
      discountPercentage: percentage,
      discountPaise,
      totalPaise,
    });
  });
});
