import { describe, expect, it } from "@jest/globals";
import { salesEnd, salesVerdict, salesWindow } from "./sales.rules.js";

const at = (time: string): Date => new Date(`2027-07-01T${time}+05:30`);
const day = (closes: string) => [{ date: "2027-07-01", opens: "10:00", closes }];
/** Sales of an event on one day from 10:00 to 20:00. */
const window = (opens: string | null, closes: string | null) => ({
  opensAt: opens === null ? null : at(opens),
  closesAt: closes === null ? null : at(closes),
  days: day("20:00"),
});

describe("the end of sales", () => {
  it.each([
    ["as set", at("09:00"), "20:00", at("09:00")],
    ["when the event is over, if none is set", null, "20:00", at("20:00")],
    ["when the event is over, if set for later", at("20:00:01"), "20:00", at("20:00")],
    ["when the event is over, if set for years later", new Date("2099-01-01T00:00:00Z"), "20:00", at("20:00")],
    ["at midnight after the last day", null, "00:00", new Date("2027-07-02T00:00:00+05:30")],
    ["in the night after the last day", null, "01:00", new Date("2027-07-02T01:00:00+05:30")],
    ["as set in that night", new Date("2027-07-02T00:30:00+05:30"), "01:00", new Date("2027-07-02T00:30:00+05:30")],
  ])("is %s", (_what, closesAt, closes, end) => {
    expect(salesEnd({ closesAt, days: day(closes) })).toEqual(end);
  });

  it("is that of the last of several days", () => {
    const days = [...day("20:00"), { date: "2027-07-20", opens: "10:00", closes: "18:00" }];
    expect(salesEnd({ closesAt: null, days })).toEqual(new Date("2027-07-20T18:00:00+05:30"));
  });
});

describe("sales", () => {
  it.each([
    [window("09:00", "12:00"), at("09:00"), "open"],
    [window("09:00", "12:00"), at("08:59:59"), "sales_not_open"],
    [window("09:00", "12:00"), at("11:59:59"), "open"],
    [window("09:00", "12:00"), at("12:00"), "sales_closed"],
    [window(null, "12:00"), at("03:00"), "open"],
    [window("09:00", null), at("19:59:59"), "open"],
    [window("09:00", null), at("20:00"), "sales_closed"],
    [window(null, null), at("19:59:59"), "open"],
    [window(null, null), at("20:00"), "sales_closed"],
    [window(null, "23:00"), at("20:00"), "sales_closed"],
    // The days were moved before the opening.
    [window("21:00", "22:00"), at("19:00"), "sales_not_open"],
    [window("21:00", "22:00"), at("20:00"), "sales_closed"],
    [window("21:00", "22:00"), at("21:00"), "sales_closed"],
    [{ ...window(null, null), published: false }, at("09:00"), "sales_closed"],
    [{ ...window(null, null), paused: true }, at("21:00"), "sales_paused"],
  ])("%j at %s are %s", (sales, now, verdict) => {
    expect(salesVerdict(sales, now)).toBe(verdict);
  });

  it("have their window from the facts", () => {
    const facts = { salesOpenAt: null, salesCloseAt: "2027-06-30T12:30:00.000Z", days: day("20:00") };
    expect(salesWindow(facts)).toEqual({
      opensAt: null,
      closesAt: new Date("2027-06-30T12:30:00.000Z"),
      days: day("20:00"),
    });
  });
});
