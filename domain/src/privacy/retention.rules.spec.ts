import { describe, expect, it } from "@jest/globals";
import { taxRecordsKeptUntil } from "./retention.rules.js";

describe("how long tax records are kept", () => {
  it.each([
    // Financial year 2026-27: its annual return is due on 31 December 2027, and 72 months later is 2033.
    ["2026-11-22T10:00:00Z", "2033-12-31"],
    ["2027-03-31T18:29:59Z", "2033-12-31"],
    // Half past six in the evening UTC is midnight in India: the first instant of the next financial year.
    ["2027-03-31T18:30:00Z", "2034-12-31"],
    ["2027-01-01T00:00:00Z", "2033-12-31"],
  ])("of %s until %s", (at, until) => {
    expect(taxRecordsKeptUntil(new Date(at))).toBe(until);
  });
});
