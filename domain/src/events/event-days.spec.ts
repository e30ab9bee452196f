import { describe, expect, it } from "@jest/globals";
import { dayCloses, eventEnds } from "./event-days.js";

describe("the close of a day", () => {
  it.each([
    ["20:00", "2027-02-13T20:00:00+05:30"],
    ["24:00", "2027-02-14T00:00:00+05:30"],
    ["00:00", "2027-02-14T00:00:00+05:30"],
    ["01:00", "2027-02-14T01:00:00+05:30"],
    ["10:00", "2027-02-14T10:00:00+05:30"],
  ])("%s", (closes, expected) => {
    expect(dayCloses({ date: "2027-02-13", opens: "10:00", closes })).toBe(Date.parse(expected));
  });
});

describe("the end of an event", () => {
  it("is the latest close", () => {
    const days = [
      { date: "2027-02-13", opens: "10:00", closes: "20:00" },
      { date: "2027-02-14", opens: "10:00", closes: "01:00" },
    ];
    expect(eventEnds({ days })).toBe(Date.parse("2027-02-15T01:00:00+05:30"));
  });

  it("needs a day", () => {
    expect(() => eventEnds({ days: [] })).toThrow(RangeError);
  });
});
