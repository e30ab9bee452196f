import { describe, expect, it } from "@jest/globals";
import { eventAfter, eventBefore, nextDates, salesCurve } from "./overview.rules.js";

describe("the curve of an event's sales", () => {
  const days = [
    { day: "2026-10-01", bookings: 2, revenue: 54_000 },
    { day: "2026-10-04", bookings: 1, revenue: 36_000 },
  ];
  it.each<[string, string | undefined, number[]]>([
    ["begins with the first sale", undefined, [1, 4]],
    ["begins with the opening", "2026-09-29T18:30:00.000Z", [2, 5]],
    // 18:29 UTC is still the 29th in India.
    ["counts Indian days", "2026-09-29T18:29:00.000Z", [3, 6]],
    ["begins with the first sale if that was before", "2026-10-02T00:00:00.000Z", [1, 4]],
  ])("%s", (_what, opensAt, numbers) => {
    expect(salesCurve(days, opensAt)).toEqual([
      { day: numbers[0], sold: 2, revenue: 54_000 },
      { day: numbers[1], sold: 3, revenue: 90_000 },
    ]);
  });

  it("is empty without a sale", () => {
    expect(salesCurve([], "2026-10-01T00:00:00.000Z")).toEqual([]);
  });
});

const event = (slug: string, start: string, more: object = {}) => ({
  ...{ slug, title: slug, status: "published" as const, days: { start, end: start }, sold: 1 },
  ...more,
});

describe("the event that another is compared with", () => {
  const events = [
    event("old", "2024-12-01"),
    event("last", "2025-12-01"),
    event("unsold", "2026-01-01", { sold: 0 }),
    event("this", "2026-12-01"),
    event("next", "2027-12-01"),
  ];
  it.each([
    ["this", "last"],
    ["last", "old"],
    ["next", "this"],
    ["old", undefined],
  ])("of %s is %s", (slug, before) => {
    expect(
      eventBefore(
        events,
        events.find((each) => each.slug === slug)!,
      )?.slug,
    ).toBe(before);
  });
});

describe("the event that follows another", () => {
  const events = [
    event("later", "2028-12-01"),
    event("next", "2027-12-01", { status: "draft", sold: 0 }),
    event("called off", "2027-06-01", { status: "cancelled" }),
    event("this", "2026-12-01"),
  ];
  it.each([
    ["this", "next"],
    ["next", "later"],
    ["later", undefined],
  ])("of %s is %s", (slug, after) => {
    expect(
      eventAfter(
        events,
        events.find((each) => each.slug === slug)!,
      )?.slug,
    ).toBe(after);
  });
});

it("the next dates are those to come of events that are not over, in order, by Indian days", () => {
  const events = [
    event("here", "2026-12-03", {
      days: { start: "2026-12-03", end: "2026-12-04" },
      salesOpenAt: "2026-10-01T00:00:00.000Z",
      salesCloseAt: "2026-12-02T12:30:00.000Z",
    }),
    event("draft", "2027-03-01", { status: "draft", salesOpenAt: "2027-01-10T04:30:00.000Z" }),
    event("today", "2026-11-20"),
    event("over", "2026-11-01"),
    event("archived", "2027-01-01", { status: "archived" }),
    event("cancelled", "2027-01-01", { status: "cancelled" }),
  ];
  // Still the 20th in UTC would be the 19th.
  const dates = nextDates(events, new Date("2026-11-19T19:00:00.000Z"));
  expect(dates.map(({ slug, what }) => `${slug} ${what}`)).toEqual([
    "today begins",
    "here closes",
    "here begins",
    "here ends",
    "draft opens",
    "draft begins",
  ]);
});
