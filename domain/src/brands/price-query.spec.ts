import { describe, expect, it } from "@jest/globals";
import { priceQuery, withPlainPrices } from "./price-query.js";

describe("prices in a search", () => {
  it.each<[string, string, number | undefined, number | undefined]>([
    ["silk saree under ₹2,000", "silk saree", undefined, 200_000],
    ["under 500", "", undefined, 50_000],
    ["saree up to Rs. 1200.50 red", "saree red", undefined, 120_050],
    ["gifts 500 to 1000", "gifts", 50_000, 100_000],
    ["between ₹500 and ₹1,00,000", "", 50_000, 10_000_000],
    ["₹500-₹800 soap", "soap", 50_000, 80_000],
    ["quilt above 5k", "quilt", 500_000, undefined],
    ["above १००", "", 10_000, undefined],
  ])("reads %j", (query, text, fromPaise, toPaise) => {
    expect(priceQuery(query)).toEqual({ text, fromPaise, toPaise });
  });

  it.each([
    "pack of 50",
    "24 hours",
    "1947",
    "under the sun",
    "from Jaipur",
    "1 to",
    "under 99999999999",
    "over 0",
    "A 500",
  ])("takes %j as a text", (query) => {
    expect(priceQuery(query)).toBeUndefined();
  });

  it.each([
    ["₹1,200", "₹1200"],
    ["rs 1,00,000 quilt", "₹100000 quilt"],
    ["Rs.450", "₹450"],
    ["red, 2", "red, 2"],
    ["cars 2", "cars 2"],
  ])("spells %j as %j", (query, plain) => {
    expect(withPlainPrices(query)).toBe(plain);
  });
});
