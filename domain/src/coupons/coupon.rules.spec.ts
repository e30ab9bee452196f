import { describe, expect, it } from "@jest/globals";
import type { StallType } from "../stalls/stall.types.js";
import { checkCoupon, type CouponFacts, normaliseCouponCode, priceSummary } from "./coupon.rules.js";

const COUPON: CouponFacts = {
  percentage: 25,
  active: true,
  started: true,
  ended: false,
  maxUses: null,
  claims: 0,
  stallType: null,
};

describe("judging a coupon", () => {
  it.each<[string, Partial<CouponFacts>, StallType | undefined]>([
    ["without limits", {}, "General"],
    ["before a stall is held", {}, undefined],
    ["with uses left", { maxUses: 5, claims: 4 }, "General"],
    ["of the right type", { stallType: "Premium" }, "Premium"],
    ["of one type, before a stall is held", { stallType: "Premium" }, undefined],
    ["without a limit, however often claimed", { claims: 1000 }, "General"],
  ])("%s: usable", (_what, change, stallType) => {
    expect(checkCoupon({ ...COUPON, ...change }, stallType)).toEqual({
      usable: true,
      percentage: 25,
      message: "25% discount applied",
    });
  });

  it.each<[string, Partial<CouponFacts> | undefined, string, string, StallType?]>([
    ["unknown", undefined, "coupon_invalid", "Invalid coupon code"],
    ["switched off", { active: false }, "coupon_invalid", "Invalid coupon code"],
    ["not started", { started: false }, "coupon_invalid", "This coupon cannot be used yet"],
    ["ended", { ended: true }, "coupon_invalid", "This coupon has ended"],
    ["for another type", { stallType: "Premium" }, "coupon_invalid", "This coupon is only for Premium stalls"],
    [
      "for standard stalls",
      { stallType: "General" },
      "coupon_invalid",
      "This coupon is only for Standard stalls",
      "Premium",
    ],
    ["used up", { maxUses: 5, claims: 5 }, "coupon_exhausted", "This coupon has been used up"],
    ["overdrawn", { maxUses: 1, claims: 3 }, "coupon_exhausted", "This coupon has been used up"],
  ])("%s: refused", (_what, change, code, message, stallType = "General") => {
    const coupon = change === undefined ? undefined : { ...COUPON, ...change };
    expect(checkCoupon(coupon, stallType)).toEqual({ usable: false, code, message });
  });

  it("trims and upper-cases a code", () => {
    expect(normaliseCouponCode("  mela10\t")).toBe("MELA10");
  });
});

describe("what a booking costs", () => {
  it.each([
    [2_700_000, 0, 0, 2_700_000],
    [2_700_000, 10, 270_000, 2_430_000],
    [3_600_000, 25, 900_000, 2_700_000],
    [2_700_000, 99, 2_673_000, 27_000],
    [3_333, 33, 1_100, 2_233],
    [150, 99, 50, 100],
    [100, 99, 0, 100],
  ])("%i paise less %i%%: %i off, %i to pay", (pricePaise, percentage, discountPaise, totalPaise) => {
    expect(priceSummary(pricePaise, percentage)).toEqual({
      pricePaise,
      discountPercentage: percentage,
      discountPaise,
      totalPaise,
    });
  });
});
