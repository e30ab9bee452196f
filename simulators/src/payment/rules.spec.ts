import { describe, expect, it } from "@jest/globals";
import { ProviderError } from "./errors.js";
import { Faults, faultError } from "./faults.js";
import { bodyHash, idempotency } from "./idempotency.rules.js";
import { readCard, readUpiId } from "./instruments.js";
import { fixedRupees, indianRupees, paiseFromRupees } from "./money.js";
import { readRefundRequest, refundCourse } from "./refunds.rules.js";
import { plannedDeliveries, plannedRetry } from "./webhooks.rules.js";

describe("money", () => {
  it.each<[unknown, number | null]>([
    [1, 100],
    [27000.5, 2700050],
    [0.07, 7],
    [1.005, null],
    ["1", null],
    [Number.POSITIVE_INFINITY, null],
    [1e300, null],
  ])("%p rupees are %p paise", (rupees, paise) => expect(paiseFromRupees(rupees)).toBe(paise));
  it("is shown in Indian groups and with two decimals", () => {
    expect(indianRupees(123456700)).toBe("₹12,34,567.00");
    expect(fixedRupees(118000)).toBe("1180.00");
  });
});

describe("refund", () => {
  const now = Date.parse("2026-11-21T00:00:00Z");
  const facts = {
    now,
    capturedPaise: 10000,
    refundedPaise: 4000,
    paidAt: now - 1000,
    refundIds: new Set(["old"]),
  };
  const body = { refund_id: "r_1", refund_amount: 60 };
  it.each<[string, object, object, number | null]>([
    ["all that is left", {}, {}, null],
    ["a paisa more", { refund_amount: 60.01 }, {}, 400],
    ["nothing", { refund_amount: 0 }, {}, 400],
    ["three decimals", { refund_amount: 1.001 }, {}, 400],
    ["a short id", { refund_id: "ab" }, {}, 400],
    ["an id of 41", { refund_id: "a".repeat(41) }, {}, 400],
    ["a known id", { refund_id: "old" }, {}, 409],
    ["a note of 2", { refund_note: "ab" }, {}, 400],
    ["an unknown speed", { refund_speed: "FAST" }, {}, 400],
    ["an unpaid order", {}, { paidAt: null, capturedPaise: 0 }, 400],
    ["a payment of 7 months ago", {}, { paidAt: Date.parse("2026-04-20T00:00:00Z") }, 400],
    ["a payment of 5 months ago", {}, { paidAt: Date.parse("2026-06-21T00:00:00Z") }, null],
  ])("%s", (_name, change, factChange, status) => {
    let seen: number | null = null;
    try {
      readRefundRequest({ ...body, ...change }, { ...facts, ...factChange });
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      seen = error.status;
    }
    expect(seen).toBe(status);
  });
  it("goes as its note forces it, else as set", () => {
    expect(refundCourse("SUCCESS", "SUCCESS")).toEqual({ first: "SUCCESS", then: null });
    expect(refundCourse("FAILED", "SUCCESS")).toEqual({ first: "FAILED", then: null });
    expect(refundCourse("PENDING", "SUCCESS")).toEqual({ first: "PENDING", then: null });
    expect(refundCourse("success", "SUCCESS")).toEqual({ first: "PENDING", then: "SUCCESS" });
    expect(refundCourse(null, "ONHOLD")).toEqual({ first: "PENDING", then: "ONHOLD" });
    expect(refundCourse(null, "PENDING")).toEqual({ first: "PENDING", then: null });
  });
});

describe("idempotency", () => {
  it("replays the same body, whatever the order of its keys, and refuses another", () => {
    const known = { bodyHash: bodyHash({ a: 1, b: [{ c: 2, d: 3 }] }), status: 200, body: {} };
    expect(idempotency(undefined, "x")).toBe("act");
    expect(idempotency(known, bodyHash({ b: [{ d: 3, c: 2 }], a: 1 }))).toBe("replay");
    expect(idempotency(known, bodyHash({ a: 1, b: [{ c: 2, d: 4 }] }))).toBe("refuse");
  });
});

describe("typed instruments", () => {
  const now = Date.parse("2026-11-21T00:00:00Z");
  it.each([
    ["testsuccess@gocash", "success"],
    [" TestFailure@gocash ", "failed"],
    ["testinvalid@gocash", "problem"],
    ["someone@bank", "problem"],
    ["nonsense", "problem"],
  ])("UPI ID %s: %s", (upiId, expected) => {
    const answer = readUpiId(upiId);
    expect("ending" in answer ? answer.ending : "problem").toBe(expected);
  });
  it.each([
    ["4706131211212123", "12/30", "123", "success"],
    ["4706 1312 1121 2123", "11/26", "123", "success"],
    ["4000000000000002", "12/30", "123", "failed"],
    ["4706131211212123", "10/26", "123", "card_expiry"],
    ["4706131211212123", "13/30", "123", "card_expiry"],
    ["4706131211212123", "12/30", "12", "card_cvv"],
    ["4706", "12/30", "123", "card_number"],
  ])("card %s %s %s: %s", (number, expiry, cvv, expected) => {
    const answer = readCard({ number, expiry, cvv }, now);
    expect("ending" in answer ? answer.ending : answer.field).toBe(expected);
  });
});

describe("webhook plans", () => {
  const controls = { delayMs: 100, duplicates: 2, reorder: false, drop: false, retryScale: 1 };
  it("sends once and as many duplicates as told, after the delay", () => {
    expect(plannedDeliveries(controls, 1000, false).map(({ dueAt, retried }) => [dueAt, retried])).toEqual([
      [1100, true],
      [1100, false],
      [1100, false],
    ]);
  });
  it("holds a webhook back to be overtaken, but not the one that overtakes", () => {
    expect(plannedDeliveries({ ...controls, reorder: true }, 1000, false)[0]?.dueAt).toBe(4100);
    expect(plannedDeliveries({ ...controls, reorder: true }, 1000, true)[0]?.dueAt).toBe(1100);
  });
  it.each<[number, number | null, number | null]>([
    [1, 500, 120_000],
    [2, null, 600_000],
    [3, 302, 1_800_000],
    [4, 500, null],
    [1, 200, null],
    [1, 204, 120_000],
  ])("attempt %i answered %p: again after %p ms", (attempt, status, wait) => {
    const done = { attempt, dueAt: 0, sentAt: 0, status, error: null, retried: true };
    expect(plannedRetry(done, 5, 1)?.dueAt ?? null).toBe(wait === null ? null : wait + 5);
  });
});

describe("faults", () => {
  it("meet their endpoint and order, the more particular first, as often as told", () => {
    const faults = new Faults();
    faults.put({ endpoint: "all", kind: "error500", times: null });
    faults.put({ endpoint: "refund", kind: "timeout", times: 2, orderId: "A" });
    expect(faults.take("refund", "A")?.kind).toBe("timeout");
    expect(faults.take("refund", "B")?.kind).toBe("error500");
    expect(faults.take("refund", "A")?.kind).toBe("timeout");
    expect(faults.take("refund", "A")?.kind).toBe("error500");
    faults.put({ endpoint: "all", kind: "error500", times: 0 });
    expect(faults.take("getOrder", "A")).toBeUndefined();
  });
  it.each([
    ["refuse", undefined, 400, "invalid_request_error"],
    ["error500", undefined, 500, "api_error"],
    ["status", 429, 429, "rate_limit_error"],
    ["status", 502, 502, "bad_gateway_error"],
    ["status", 401, 401, "authentication_error"],
  ] as const)("%s %s answers %i %s", (kind, status, expected, type) => {
    const apiError = faultError({ endpoint: "all", kind, status, times: 1 });
    expect([apiError?.status, apiError?.body.type]).toEqual([expected, type]);
  });
});
