import { describe, expect, it } from "@jest/globals";
import { readAmount } from "./amounts.js";

describe("readAmount", () => {
  it.each<[string, number]>([
    ["27000", 27_000],
    ["27,000", 27_000],
    ["1,00,000", 100_000],
    ["10,00,000", 1_000_000],
    ["100,000", 100_000],
    ["1,000,000.50", 1_000_000.5],
    ["27000/-", 27_000],
    ["27,000 /-", 27_000],
    ["27000/=", 27_000],
    ["Rs. 500", 500],
    ["Rs.500", 500],
    ["Rs 500", 500],
    ["rs500/-", 500],
    ["Rs. 27,000/- only", 27_000],
    ["INR 500", 500],
    ["500 INR", 500],
    ["₹ 500", 500],
    ["₹500.00", 500],
    ["500₹", 500],
    ["500 rupees", 500],
    ["रु. ५००", 500],
    ["५०० रुपये", 500],
    ["৫০০", 500],
    ["௫௦௦", 500],
    ["۵۰۰", 500],
    ["５００", 500],
    ["२७,०००.५०", 27_000.5],
    ["۲۷٬۰۰۰٫۵۰", 27_000.5],
    ["500.5", 500.5],
    ["500.50", 500.5],
    ["500.", 500],
    ["27 000", 27_000],
    ["1\u00A000\u202F000", 100_000],
    [" \u200E500\u200B ", 500],
    ["0", 0],
    ["0.50", 0.5],
    ["00500", 500],
  ])("reads %j as %d", (typed, amount) => {
    expect(readAmount(typed)).toEqual({ amount });
  });

  it.each([
    ["99,50", "“99,50” can mean ₹99.50 or ₹9,950: write 99.50 or 9950"],
    ["1,20", "“1,20” can mean ₹1.20 or ₹120: write 1.20 or 120"],
    ["12,00", "“12,00” can mean ₹12.00 or ₹1,200: write 12.00 or 1200"],
    ["500,50", "“500,50” can mean ₹500.50 or ₹50,050: write 500.50 or 50050"],
    ["500,5", "“500,5” can mean ₹500.5 or ₹5,005: write 500.5 or 5005"],
    ["1,00,00", "“1,00,00” can mean ₹100.00 or ₹10,000: write 100.00 or 10000"],
    ["₹ ९९,५०", "“₹ ९९,५०” can mean ₹99.50 or ₹9,950: write 99.50 or 9950"],
    ["27.000", "“27.000” can mean ₹27 or ₹27,000: write 27 or 27000"],
    ["1.00.000", "“1.00.000” can mean ₹1,00,000: write it as 100000, with at most 2 digits after a dot"],
    ["27.500", "“27.500” can mean ₹27,500: write it as 27500, with at most 2 digits after a dot"],
    ["27.000,50", "“27.000,50” can mean ₹27,000.50: write it as 27000.50, with a dot before the paise"],
    ["", "Please enter an amount in rupees, for example 1,200"],
    ["₹", "Please enter an amount in rupees, for example 1,200"],
    ["abc", "“abc” is not an amount in rupees: write it like 1200 or 1200.50"],
  ])("refuses %j: %s", (typed, problem) => {
    expect(readAmount(typed)).toEqual({ problem });
  });

  it.each([
    ...["-500", "+500", "1e5", "0x10", "500-600", "12 to 15", "50k", "1.5 lakh", "99 50", "5 00", "27,000 + GST"],
    ...["1,0000", "27,00,0000", "0,500", "1.2.3", "1,000.00.00", "Infinity", "half", ".", ",", "5,", "∞", "on request"],
  ])("refuses %j", (typed) => {
    expect(readAmount(typed).problem).toEqual(expect.any(String));
  });
});
