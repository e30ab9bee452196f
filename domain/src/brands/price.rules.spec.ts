import { describe, expect, it } from "@jest/globals";
import { priceProblem } from "./price-problem.js";
import { MAX_PRICE_PAISE, type Price, priceText, tidyPrice } from "./price.rules.js";
import { readPrice } from "./typed-price.js";

const price = (kind: Price["kind"], fromPaise: number | null = null, toPaise: number | null = null): Price => ({
  kind,
  fromPaise,
  toPaise,
});

it.each<[string, number | undefined]>([
  ["1200", 120_000],
  ["1,200", 120_000],
  ["1,00,000", 1_00_00_000],
  ["100,000.50", 1_00_00_050],
  ["₹ 1,200/-", 120_000],
  ["Rs. 1200.50", 120_050],
  ["rs 450", 45_000],
  ["INR 99", 9900],
  ["1200 rupees only", 120_000],
  ["१,२००", 120_000],
  ["1 200", 120_000],
  ["0.5", 50],
  ["1,00,00,000", MAX_PRICE_PAISE],
  ["1,00,00,000.01", undefined],
  ["0", undefined],
  ["-5", undefined],
  ["12.345", undefined],
  ["1,2", undefined],
  ["99,50", undefined],
  ["1,20", undefined],
  ["12,00", undefined],
  ["27.000", undefined],
  ["12 to 15", undefined],
  ["on request", undefined],
  ["", undefined],
  ["₹", undefined],
  ["1e5", undefined],
])("readPrice(%j) is %s paise", (typed, paise) => {
  expect(readPrice(typed)).toBe(paise);
});

it.each<[Price, string, string | undefined]>([
  [price("none"), "", undefined],
  [price("on_request"), "Price on request", undefined],
  [price("fixed", 120_000), "₹1,200", undefined],
  [price("fixed", 1_23_456_50), "₹1,23,456.50", undefined],
  [price("fixed"), "", "Please enter the price in rupees, for example 1,200"],
  [price("fixed", MAX_PRICE_PAISE + 1), "₹1,00,00,000.01", "Please enter a price of at most ₹1,00,00,000"],
  [price("range", 50_000, 90_000), "₹500 to ₹900", undefined],
  [price("range", 50_000), "", "Please enter the highest price in rupees, for example 2,500"],
  [price("range", 50_000, 50_000), "₹500 to ₹500", "The highest price must be more than the lowest"],
  [price("range", 1, MAX_PRICE_PAISE + 1), "₹0.01 to ₹1,00,00,000.01", "Please enter a price of at most ₹1,00,00,000"],
])("%j is shown as %j, its problem is %j", (given, text, problem) => {
  expect(priceText(given)).toBe(text);
  expect(priceProblem(given)).toBe(problem);
});

describe("tidyPrice", () => {
  it.each<[Price, Price]>([
    [price("none", 1, 2), price("none")],
    [price("on_request", 1, 2), price("on_request")],
    [price("fixed", 1, 2), price("fixed", 1)],
    [price("range", 1, 2), price("range", 1, 2)],
  ])("turns %j into %j", (given, tidy) => {
    expect(tidyPrice(given)).toEqual(tidy);
  });
});
