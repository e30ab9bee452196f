import { describe, expect, it } from "@jest/globals";
import { amountInWords } from "./amount-in-words.js";
import { discountOf, formatPaise, formatRupees, toPaise, toRupees } from "./money.js";

describe("paise and rupees", () => {
  it.each([
    [2_700_000, 27_000],
    [1, 0.01],
    [199, 1.99],
    [0, 0],
    // Regression found by money.properties.spec.ts: was rejected.
    [14_244_108_333, 142_441_083.33],
  ])("converts %d paise to %d rupees and back", (paise, rupees) => {
    expect(toRupees(paise)).toBe(rupees);
    expect(toPaise(rupees)).toBe(paise);
  });

  it.each([
    // Floating-point errors, as in sums calculated by a browser.
    [0.1 + 0.2, 30],
    [0.1 + 0.7, 80],
    ...[0.300_000_1, 0.001, 1.005, Number.NaN, Number.POSITIVE_INFINITY, 1e300].map((none) => [none, undefined]),
  ])("converts %d rupees to %s paise", (rupees, paise) => {
    expect(toPaise(rupees ?? 0)).toBe(paise);
  });

  it.each([
    [2_700_000, 10, 270_000],
    [2_700_000, 25, 675_000],
    [100, 33, 33],
    [101, 50, 51],
  ])("discountOf(%d, %d %%) is %d", (price, percentage, discount) => {
    expect(discountOf(price, percentage)).toBe(discount);
  });
});

describe("formatPaise and formatRupees", () => {
  it.each([
    [3_600_000, "36,000"],
    [2_700_000, "27,000"],
    [10_000_050, "1,00,000.50"],
    [123_456_700, "12,34,567"],
    [5, "0.05"],
  ])("format %d paise as %s", (paise, text) => {
    expect([formatPaise(paise), formatRupees(toRupees(paise))]).toEqual([text, text]);
  });
});

describe("amountInWords", () => {
  it.each([
    [0, "Rupees Zero Only"],
    [100, "Rupees One Only"],
    [50, "Rupees Zero and Fifty Paise Only"],
    [1_900, "Rupees Nineteen Only"],
    [2_000, "Rupees Twenty Only"],
    [9_901, "Rupees Ninety-Nine and One Paise Only"],
    [10_000, "Rupees One Hundred Only"],
    [11_100, "Rupees One Hundred Eleven Only"],
    [2_700_000, "Rupees Twenty-Seven Thousand Only"],
    [3_240_000, "Rupees Thirty-Two Thousand Four Hundred Only"],
    [10_000_000, "Rupees One Lakh Only"],
    [123_456_750, "Rupees Twelve Lakh Thirty-Four Thousand Five Hundred Sixty-Seven and Fifty Paise Only"],
    [1_000_000_000, "Rupees One Crore Only"],
    [100_000_000_000_000, "Rupees One Lakh Crore Only"],
  ])("spells out %d paise: %s", (paise, words) => {
    expect(amountInWords(paise)).toBe(words);
  });

  it.each([[-1], [0.5], [Number.NaN]])("rejects %d", (paise) => {
    expect(() => amountInWords(paise)).toThrow(new RangeError("An amount is a whole number of paise."));
  });
});
