import { describe, expect, it } from "@jest/globals";
import { taxRecordsKeptUntil } from "./retention.rules.js";

describe("taxRecordsKeptUntil", () => {
  it.each([
    // Financial year 2026-27: its annual return is due on 31 December 2027, and 72 months later is 2033.
    ["2026-11-22T10:00:00Z", "2033-12-31"],
    ["2027-03-31T18:29:59Z", "2033-12-31"],
    // 18:30 UTC is midnight in India: the first instant of the next financial year.
    ["2027-03-31T18:30:00Z", "2034-12-31"],
    ["2027-01-01T00:00:00Z", "2033-12-31"],
  ])("returns, for a supply at %s, %s", (at, until) => {
    expect(taxRecordsKeptUntil(new Date(at))).toBe(until);
  });
});
