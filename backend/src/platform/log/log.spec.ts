import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { BatchedLog, describeError, errorPlace, ThrottledLog } from "./log.js";

describe("describeError", () => {
  it.each([
    [new TypeError("phone 9876543210 is not a phone"), "TypeError"],
    [Object.assign(new Error("to 10.0.0.1"), { code: "ECONNREFUSED" }), "Error ECONNREFUSED"],
    [new DomainError("not_found"), "DomainError not_found"],
    [
      Object.assign(new Error("Key (email)=(asha@example.org) exists"), {
        name: "QueryFailedError",
        driverError: { code: "23505", constraint: "bookings_one_live_per_stall" },
      }),
      "QueryFailedError 23505 bookings_one_live_per_stall",
    ],
    ["asha@example.org", "Error"],
    [undefined, "Error"],
    // PostgreSQL stopped, exhausted, unreachable: each reads differently.
    [Object.assign(new Error("terminating"), { name: "error", code: "57P01" }), "error 57P01"],
    [Object.assign(new Error("too many clients"), { name: "error", code: "53300" }), "error 53300"],
    [new Error("Connection terminated unexpectedly"), "Error (Connection terminated unexpectedly)"],
    [new Error("Connection terminated by asha@example.org"), "Error (Connection terminated)"],
    [new Error("x", { cause: new Error("timeout expired") }), "Error (timeout expired)"],
    [new Error("x", { cause: Object.assign(new Error("x"), { code: "ECONNREFUSED" }) }), "Error ECONNREFUSED"],
    [new AggregateError([Object.assign(new Error("x"), { code: "ENOTFOUND" })]), "AggregateError ENOTFOUND"],
    [Object.assign(new Error("x"), { code: "asha@example.org" }), "Error"],
  ])("describes %s without its message", (error, description) => {
    expect(describeError(error)).toBe(description);
  });
});

describe("errorPlace", () => {
  it("returns the stack without the message", () => {
    const place = errorPlace(new Error("asha@example.org\n  lives\n  at 12 Asha Road"));
    expect(place[0]).toMatch(/^at .*log\.spec/);
    expect(place.join()).not.toMatch(/asha/i);
  });
});

describe("ThrottledLog", () => {
  it("logs a problem immediately, then once a minute with the number of repeats", () => {
    const reported: unknown[] = [];
    let now = 0;
    const log = new ThrottledLog({ warn: (line: unknown) => reported.push(line) }, 60_000, () => now);
    for (; now < 120_000; now += 20_000) log.warn("away");
    expect(reported).toEqual(["away", "away (and 2 times since the last)"]);
    expect(log.over()).toBe(true);
    log.warn("away");
    expect(reported).toHaveLength(3);
  });
});

describe("BatchedLog", () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it("writes the first line immediately, then the newest one once a second with the count", () => {
    const written: unknown[] = [];
    const log = new BatchedLog<{ id: number }>((line, count) => written.push([line.id, count]));
    for (let id = 1; id <= 5; id += 1) log.add({ id });
    expect(written).toEqual([[1, 1]]);
    jest.advanceTimersByTime(1_000);
    expect(written).toEqual([
      [1, 1],
      [5, 4],
    ]);
    log.add({ id: 6 });
    jest.advanceTimersByTime(5_000);
    log.add({ id: 7 });
    expect(written.slice(2)).toEqual([
      [6, 1],
      [7, 1],
    ]);
  });
});
