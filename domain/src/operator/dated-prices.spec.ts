import { describe, expect, it } from "@jest/globals";
import type { SalesWindow } from "../events/sales.rules.js";
import { dayBefore } from "../invoices/indian-dates.js";
import {
  copiedChanges,
  datedPrice,
  datedPricesInWords,
  datedPricesProblem,
  outsideSaleProblem,
  priceAt,
  priceChanges,
  storedPrice,
  type TypePrices,
} from "./dated-prices.js";
import { dayInWords } from "./price-days.js";

/** Early bird until 9 November, last week from 27 November. */
const BY_DATE: TypePrices = {
  paise: 22_000_00,
  changes: priceChanges([
    { from: "2026-11-10", price: 27_000 },
    { from: "2026-11-27", price: 30_000 },
  ]),
};
const FIRST = "2026-11-09T18:30:00.000Z";
const SECOND = "2026-11-26T18:30:00.000Z";
const at = (instant: string): Date => new Date(instant);

describe("priceAt", () => {
  it.each([
    ["before the first date", "2026-10-01T00:00:00Z", [22_000, undefined, FIRST]],
    ["in the last ms before it, 23:59:59.999 in India", "2026-11-09T18:29:59.999Z", [22_000, undefined, FIRST]],
    ["at its first instant, midnight in India", "2026-11-09T18:30:00.000Z", [27_000, FIRST, SECOND]],
    ["on it, while it is the day before in UTC", "2026-11-09T23:00:00Z", [27_000, FIRST, SECOND]],
    ["in the last ms before the second date", "2026-11-26T18:29:59.999Z", [27_000, FIRST, SECOND]],
    ["from the second date on", SECOND, [30_000, SECOND, undefined]],
    ["long after", "2027-05-01T00:00:00Z", [30_000, SECOND, undefined]],
  ])("%s", (_, instant, [rupees, since, next]) => {
    const found = priceAt(22_000_00, BY_DATE, at(instant));
    expect([found.pricePaise / 100, found.since, found.next?.from]).toEqual([rupees, since, next]);
  });

  it.each([
    ["a price of its own", 25_000_00, BY_DATE],
    ["a price of its own that is one of the later ones", 27_000_00, BY_DATE],
    ["no dates", 22_000_00, { paise: 22_000_00, changes: [] }],
  ])("does not change a stall with %s", (_, pricePaise, prices) => {
    for (const instant of ["2026-10-01T00:00:00Z", FIRST, SECOND])
      expect(priceAt(pricePaise, prices, at(instant))).toEqual({ pricePaise });
  });

  it("can go down too, and back to the first price", () => {
    const prices = {
      paise: 30_000_00,
      changes: priceChanges([
        { from: "2026-11-10", price: 20_000 },
        { from: "2026-11-11", price: 30_000 },
      ]),
    };
    const rupees = ["2026-11-09", "2026-11-10", "2026-11-11"].map(
      (day) => priceAt(30_000_00, prices, at(`${day}T12:00:00+05:30`)).pricePaise / 100,
    );
    expect(rupees).toEqual([30_000, 20_000, 30_000]);
  });
});

describe("storedPrice", () => {
  it.each([
    ["the first price before the dates: follows the type", 22_000_00, "2026-11-01T00:00:00Z", 22_000_00],
    ["a later price before its date: its own", 27_000_00, "2026-11-01T00:00:00Z", 27_000_00],
    ["today's price after a date: follows the type", 27_000_00, "2026-11-15T00:00:00Z", 22_000_00],
    ["the first price after a date: cannot be", 22_000_00, "2026-11-15T00:00:00Z", undefined],
    ["any other: its own", 19_000_00, "2026-11-15T00:00:00Z", 19_000_00],
  ])("%s", (_, wanted, instant, stored) => {
    expect(storedPrice(wanted, BY_DATE, at(instant))).toBe(stored);
    if (stored !== undefined) expect(priceAt(stored, BY_DATE, at(instant)).pricePaise).toBe(wanted);
  });
});

describe("datedPricesProblem", () => {
  const row = (from: unknown, price: unknown = 27_000): unknown => ({ from, price });
  it.each([
    ["no date", [], undefined],
    ["ascending days", [row("2026-11-10"), row("2026-11-27", 30_000.5)], undefined],
    ["the 29th of February in a leap year", [row("2028-02-29")], undefined],
    ["no list", "2026-11-10", "Please give a list of dates with their prices"],
    ["too many", Array.from({ length: 6 }, (_, day) => row(`2026-11-1${day}`)), "A price has at most 5 dates"],
    ["a missing day", [row("")], "The day of a price is missing"],
    ["nothing", [null], "The day of a price is missing"],
    ["a day that is none", [row("2027-02-29")], "A day is written YYYY-MM-DD, e.g. 2026-11-10"],
    ["an instant", [row("2026-11-10T00:00:00Z")], "A day is written YYYY-MM-DD, e.g. 2026-11-10"],
    ["the same day twice", [row("2026-11-10"), row("2026-11-10")], "10 November 2026 is named twice"],
    [
      "descending days",
      [row("2026-11-10"), row("2026-11-09")],
      "The days ascend: 9 November 2026 comes before 10 November 2026",
    ],
    ["a missing price", [row("2026-11-10", "")], "10 November 2026: the price is missing"],
    [
      "a price that is none",
      [row("2026-11-10", {})],
      "10 November 2026: the price is an amount in rupees, at most 2 decimals",
    ],
    [
      "a third decimal",
      [row("2026-11-10", 1.005)],
      "10 November 2026: the price is an amount in rupees, at most 2 decimals",
    ],
    ["too little", [row("2026-11-10", 1)], "10 November 2026: the price is at least 2 rupees"],
    ["too much", [row("2026-11-10", 1_000_001)], "10 November 2026: the price is at most 10,00,000 rupees"],
  ])("%s", (_, prices, problem) => {
    expect(datedPricesProblem(prices)).toBe(problem);
  });
});

const SALE: SalesWindow = {
  opensAt: at("2026-11-01T04:30:00Z"),
  closesAt: at("2026-11-30T12:30:00Z"),
  days: [{ date: "2026-12-03", opens: "10:00", closes: "20:00" }],
};

describe("outsideSaleProblem", () => {
  it.each([
    ["within it", ["2026-11-02", "2026-11-30"], SALE, undefined],
    [
      "on the day on which it opens, before it does",
      ["2026-11-01"],
      SALE,
      "1 November 2026: the sale opens later, so this would be the first price",
    ],
    ["after it has closed", ["2026-11-10", "2026-12-01"], SALE, "1 December 2026: the sale has ended by then"],
    [
      "without bounds, until the event is over",
      ["2020-01-01", "2026-12-03"],
      { ...SALE, opensAt: null, closesAt: null },
      undefined,
    ],
    [
      "without bounds, after the event",
      ["2026-12-04"],
      { ...SALE, closesAt: null },
      "4 December 2026: the sale has ended by then",
    ],
  ])("%s", (_, days, sale, problem) => {
    expect(outsideSaleProblem(priceChanges(days.map((from) => ({ from, price: 27_000 }))), sale)).toBe(problem);
  });
});

it("copiedChanges move with the event, and leave out what is not in its sale", () => {
  const sale: SalesWindow = {
    opensAt: null,
    closesAt: at("2027-02-20T12:30:00Z"),
    days: [{ date: "2027-03-03", opens: "10:00", closes: "20:00" }],
  };
  expect(copiedChanges(BY_DATE.changes, 90, sale).map(datedPrice)).toEqual([{ from: "2027-02-08", price: 27_000 }]);
});

it("dates in words", () => {
  expect(datedPricesInWords(BY_DATE.changes)).toBe("27000 from 10 November 2026; 30000 from 27 November 2026");
  expect(["2026-03-01", "2028-03-01", "2027-01-01"].map(dayBefore)).toEqual(["2026-02-28", "2028-02-29", "2026-12-31"]);
  expect(dayInWords(dayBefore("2026-11-10"))).toBe("9 November");
});
