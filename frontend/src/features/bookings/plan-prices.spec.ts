import { expect, test } from "@jest/globals";
import { planPrices } from "./plan-prices";

const stall = (type: string, price: number, width?: number, height?: number) => ({
  ...{ type, price },
  ...(width === undefined || height === undefined ? {} : { width, height }),
});

test.each([
  ["nothing before the plan is known", [], [], undefined],
  ["one type", [stall("General", 27_000)], ["Standard ₹27,000"], "10' × 10'"],
  [
    "two types of one size, the specification's first",
    [stall("FoodCourt", 40_000), stall("General", 27_000), stall("Premium", 36_000)],
    ["Premium ₹36,000", "Standard ₹27,000", "Food court ₹40,000"],
    "10' × 10'",
  ],
  [
    "types of different sizes",
    [stall("General", 27_000), stall("Premium", 36_000, 12, 10)],
    ["Premium ₹36,000, 12' × 10'", "Standard ₹27,000, 10' × 10'"],
    undefined,
  ],
  [
    "stalls of a type that differ in price",
    [stall("General", 29_000), stall("General", 27_000)],
    ["Standard from ₹27,000"],
    "10' × 10'",
  ],
  [
    "a price that changes on a date",
    [
      { ...stall("General", 22_000), nextPrice: { from: "2026-11-10", price: 27_000 } },
      stall("General", 25_000),
      { ...stall("Premium", 30_000), nextPrice: { from: "2027-03-01", price: 36_000.5 } },
    ],
    ["Premium ₹30,000 until 28 February, then ₹36,000.50", "Standard from ₹22,000 until 9 November, then ₹27,000"],
    "10' × 10'",
  ],
  [
    "stalls of a type that differ in size",
    [stall("General", 27_000), stall("General", 27_000, 20, 10)],
    ["Standard ₹27,000"],
    undefined,
  ],
] as const)("says what stalls cost: %s", (_case, stalls, words, size) => {
  const prices = planPrices(stalls);
  expect(prices.types.map((type) => type.words)).toEqual(words);
  expect(prices.size).toBe(size);
});
