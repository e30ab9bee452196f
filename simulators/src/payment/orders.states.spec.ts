import { describe, expect, it } from "@jest/globals";
import { ProviderError } from "./errors.js";
import type { OrderStatus } from "./model.js";
import { ended, attemptError, statusAt, terminated } from "./orders.states.js";

describe("an order as time passes", () => {
  it.each<[OrderStatus, number, number, number | null, OrderStatus]>([
    // status, now (expiry is 100), pending attempts, termination due → status
    ["ACTIVE", 99, 0, null, "ACTIVE"],
    ["ACTIVE", 100, 0, null, "EXPIRED"],
    ["ACTIVE", 100, 1, null, "EXPIRED"],
    ["TERMINATION_REQUESTED", 50, 1, null, "TERMINATION_REQUESTED"],
    ["TERMINATION_REQUESTED", 50, 0, null, "TERMINATED"],
    ["TERMINATION_REQUESTED", 50, 0, 60, "TERMINATION_REQUESTED"],
    ["TERMINATION_REQUESTED", 60, 0, 60, "TERMINATED"],
    ["PAID", 200, 0, null, "PAID"],
    ["EXPIRED", 200, 0, null, "EXPIRED"],
    ["TERMINATED", 200, 0, null, "TERMINATED"],
  ])("%s at %i with %i pending, due %s → %s", (status, now, pendingAttempts, terminationDueAt, expected) => {
    expect(statusAt({ status, expiresAt: 100, terminationDueAt, pendingAttempts }, now)).toBe(expected);
  });
});

describe("terminate", () => {
  it.each<[OrderStatus, number, boolean, OrderStatus]>([
    ["ACTIVE", 0, false, "TERMINATED"],
    ["ACTIVE", 1, false, "TERMINATION_REQUESTED"],
    ["ACTIVE", 0, true, "TERMINATION_REQUESTED"],
    ["TERMINATION_REQUESTED", 1, false, "TERMINATION_REQUESTED"],
    ["TERMINATED", 0, false, "TERMINATED"],
  ])("%s with %i pending, request first %s → %s", (status, pending, first, expected) => {
    expect(terminated(status, pending, first)).toBe(expected);
  });

  it.each<OrderStatus>(["PAID", "EXPIRED"])("%s is refused", (status) => {
    expect(() => terminated(status, 0, false)).toThrow(ProviderError);
  });
});

describe("beginning an attempt", () => {
  it.each<[OrderStatus, boolean, boolean, boolean]>([
    // status, has a success, force → may begin
    ["ACTIVE", false, false, true],
    ["PAID", true, false, false],
    ["PAID", true, true, false],
    ["EXPIRED", false, false, false],
    ["EXPIRED", false, true, true],
    ["TERMINATED", false, false, false],
    ["TERMINATED", false, true, true],
    ["TERMINATION_REQUESTED", false, false, false],
    ["TERMINATION_REQUESTED", false, true, true],
    ["EXPIRED", true, true, false],
  ])("%s, success %s, force %s → %s", (status, hasSuccess, force, may) => {
    expect(attemptError(status, hasSuccess, force) === null).toBe(may);
  });
});

describe("the end of an attempt", () => {
  const facts = { orderStatus: "ACTIVE", orderHasSuccess: false, force: false } as const;
  it("pays an active, expired or terminating order", () => {
    for (const orderStatus of ["ACTIVE", "EXPIRED", "TERMINATION_REQUESTED"] as const) {
      expect(ended({ ...facts, orderStatus, ending: "success" })).toEqual({
        attempt: "SUCCESS",
        order: "PAID",
      });
    }
  });
  it("reverses a success on a paid or terminated order, unless forced", () => {
    expect(ended({ ...facts, ending: "success", orderStatus: "PAID", orderHasSuccess: true })).toEqual({
      attempt: "CANCELLED",
      order: "PAID",
    });
    expect(ended({ ...facts, ending: "success", orderStatus: "TERMINATED" })).toEqual({
      attempt: "CANCELLED",
      order: "TERMINATED",
    });
    expect(ended({ ...facts, ending: "success", orderStatus: "TERMINATED", force: true })).toEqual({
      attempt: "SUCCESS",
      order: "PAID",
    });
  });
  it("never ends the order when it fails", () => {
    expect(ended({ ...facts, ending: "failed" })).toEqual({ attempt: "FAILED", order: "ACTIVE" });
    expect(ended({ ...facts, ending: "dropped" })).toEqual({ attempt: "USER_DROPPED", order: "ACTIVE" });
    expect(ended({ ...facts, ending: "cancelled" })).toEqual({ attempt: "CANCELLED", order: "ACTIVE" });
  });
});
