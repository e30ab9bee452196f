import { describe, expect, it } from "@jest/globals";
import { formatDay, istDay, parseDay } from "./indian-dates.js";
import { financialYear, formatInvoiceNumber } from "./invoice-number.js";

describe("financialYear", () => {
  it.each([
    ["2026-11-21T10:00:00Z", "26-27"],
    ["2027-03-31T18:29:59.999Z", "26-27"], // 23:59:59 IST on 31 March
    ["2027-03-31T18:30:00Z", "27-28"], // midnight IST
    ["2026-12-31T20:00:00Z", "26-27"],
    ["2099-06-01T00:00:00Z", "99-00"],
  ])("of %s is %s", (at, year) => {
    expect(financialYear(new Date(at))).toBe(year);
  });
});

describe("formatInvoiceNumber", () => {
  it("returns exactly 16 characters", () => {
    expect(formatInvoiceNumber("INV", "26-27", 123)).toBe("INV/26-27/000123");
    expect(formatInvoiceNumber("CRN", "26-27", 999_999)).toBe("CRN/26-27/999999");
    expect(formatInvoiceNumber("INV", "26-27", 1)).toHaveLength(16);
  });

  it.each([[0], [-1], [1.5], [1_000_000]])("rejects the count %d", (count) => {
    const message = `The series CRN of 26-27 has no number ${count}.`;
    expect(() => formatInvoiceNumber("CRN", "26-27", count)).toThrow(new RangeError(message));
  });
});

describe("dates in India", () => {
  it("change at midnight in India", () => {
    expect(istDay(new Date("2026-12-02T18:29:59Z"))).toEqual({ year: 2026, month: 12, day: 2 });
    expect(istDay(new Date("2026-12-02T18:30:00Z"))).toEqual({ year: 2026, month: 12, day: 3 });
  });

  it.each(["3 December", "12026-12-03", "2026-12-030", "2026-12-3", "2026-00-10", "2026-13-01", "20261203", ""])(
    "are not parsed from %j",
    (date) => {
      expect(() => parseDay(date)).toThrow(new RangeError("A date is written YYYY-MM-DD."));
    },
  );

  it.each([
    ["2026-01-31", { year: 2026, month: 1, day: 31 }, "31 January 2026"],
    ["2026-12-03", { year: 2026, month: 12, day: 3 }, "3 December 2026"],
  ])("%s is parsed and formatted", (date, day, text) => {
    expect(parseDay(date)).toEqual(day);
    expect(formatDay(day)).toBe(text);
  });
});
