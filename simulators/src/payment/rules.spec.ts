import { describe, expect, it } from "@jest/globals";
import { ProviderError } from "./errors.js";
import { Faults, faultError } from "./faults.js";
import { readCard, readUpiId } from "./instruments.js";
import { fixedRupees, indianIso, indianRupees, momentFromIso, paiseFromRupees } from "./model.js";
import type { OrderStatus } from "./model.js";
import { attemptError, ended, readOrderRequest, statusAt, terminated } from "./orders.rules.js";
import { readRefundRequest, plannedRefund } from "./refunds.js";
import { plannedRetry } from "./webhooks.js";

describe("amounts", () => {
  it.each<[unknown, number | null]>([
    [1, 100],
    [27000.5, 2700050],
    [0.07, 7],
    [1.005, null],
    ["1", null],
    [Number.POSITIVE_INFINITY, null],
    [1e300, null],
  ])("paiseFromRupees(%p) returns %p", (rupees, paise) => expect(paiseFromRupees(rupees)).toBe(paise));
  it("are formatted in Indian digit groups with two decimals", () => {
    expect(indianRupees(123456700)).toBe("₹12,34,567.00");
    expect(fixedRupees(118000)).toBe("1180.00");
  });
});

describe("refunds", () => {
  const now = Date.parse("2026-11-21T00:00:00Z");
  const facts = { now, capturedPaise: 10000, refundedPaise: 4000, paidAt: now - 1000, refundIds: new Set(["old"]) };
  const body = { refund_id: "r_1", refund_amount: 60 };
  it.each<[string, object, object, number | null]>([
    ["the full rest", {}, {}, null],
    ["one paisa too much", { refund_amount: 60.01 }, {}, 400],
    ["a zero amount", { refund_amount: 0 }, {}, 400],
    ["three decimals", { refund_amount: 1.001 }, {}, 400],
    ["a short id", { refund_id: "ab" }, {}, 400],
    ["an id of 41 characters", { refund_id: "a".repeat(41) }, {}, 400],
    ["a known id", { refund_id: "old" }, {}, 400],
    ["a note of 2 characters", { refund_note: "ab" }, {}, 400],
    ["an unknown speed", { refund_speed: "FAST" }, {}, 400],
    ["an unpaid order", {}, { paidAt: null, capturedPaise: 0 }, 409],
    ["a payment of 7 months ago", {}, { paidAt: Date.parse("2026-04-20T00:00:00Z") }, 409],
    ["a payment of 5 months ago", {}, { paidAt: Date.parse("2026-06-21T00:00:00Z") }, null],
  ])("readRefundRequest judges %s", (_name, change, factChange, status) => {
    let seen: number | null = null;
    try {
      readRefundRequest({ ...body, ...change }, { ...facts, ...factChange });
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      seen = error.status;
    }
    expect(seen).toBe(status);
  });
  it("plannedRefund follows the note, or else the configured outcome", () => {
    expect(plannedRefund("SUCCESS", "SUCCESS")).toEqual({ first: "SUCCESS", then: null });
    expect(plannedRefund("FAILED", "SUCCESS")).toEqual({ first: "FAILED", then: null });
    expect(plannedRefund("PENDING", "SUCCESS")).toEqual({ first: "PENDING", then: null });
    expect(plannedRefund("success", "SUCCESS")).toEqual({ first: "PENDING", then: "SUCCESS" });
    expect(plannedRefund(null, "ONHOLD")).toEqual({ first: "PENDING", then: "ONHOLD" });
    expect(plannedRefund(null, "PENDING")).toEqual({ first: "PENDING", then: null });
  });
});

describe("instruments", () => {
  const now = Date.parse("2026-11-21T00:00:00Z");
  it.each([
    ["testsuccess@gocash", "success"],
    [" TestFailure@gocash ", "failed"],
    ["testinvalid@gocash", "problem"],
    ["someone@bank", "problem"],
    ["nonsense", "problem"],
  ])("readUpiId(%s): %s", (upiId, expected) => {
    const result = readUpiId(upiId);
    expect("ending" in result ? result.ending : "problem").toBe(expected);
  });
  it.each([
    ["4706131211212123", "12/30", "123", "success"],
    ["4706 1312 1121 2123", "11/26", "123", "success"],
    ["4000000000000002", "12/30", "123", "failed"],
    ["4706131211212123", "10/26", "123", "card_expiry"],
    ["4706131211212123", "13/30", "123", "card_expiry"],
    ["4706131211212123", "12/30", "12", "card_cvv"],
    ["4706", "12/30", "123", "card_number"],
  ])("readCard(%s, %s, %s): %s", (number, expiry, cvv, expected) => {
    const result = readCard(number, expiry, cvv, now);
    expect("ending" in result ? result.ending : result.field).toBe(expected);
  });
});

describe("webhook deliveries", () => {
  it.each<[number, number | null, number | null]>([
    [1, 500, 120_000],
    [2, null, 600_000],
    [3, 302, 1_800_000],
    [4, 500, null],
    [1, 200, null],
    [1, 204, 120_000],
  ])("retry attempt %i with response %p after %p ms", (attempt, status, wait) => {
    const done = { attempt, dueAt: 0, sentAt: 0, status, error: null, retried: true };
    expect(plannedRetry(done, 5, 1)?.dueAt ?? null).toBe(wait === null ? null : wait + 5);
  });
});

describe("faults", () => {
  it("affect their endpoint and order, most specific first, as often as set", () => {
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
  ] as const)("%s %s returns %i %s", (kind, status, expected, type) => {
    const apiError = faultError({ endpoint: "all", kind, status, times: 1 });
    expect([apiError?.status, apiError?.body.type]).toEqual([expected, type]);
  });
});

const now = Date.parse("2026-11-21T10:00:00Z");
const limits = { now, minExpirySeconds: 900, apiVersion: "2025-01-01" };
const valid = {
  order_id: "MELA-1_a",
  order_amount: 27000,
  order_currency: "INR",
  customer_details: { customer_id: "v_1-2", customer_phone: "9876543210" },
};
const inSeconds = (seconds: number) => indianIso(now + seconds * 1000);

function apiError(change: object, more: Partial<typeof limits> = {}): { status: number; code: string } | null {
  try {
    readOrderRequest({ ...valid, ...change }, { ...limits, ...more });
    return null;
  } catch (error) {
    if (error instanceof ProviderError) return { status: error.status, code: error.body.code };
    throw error;
  }
}

describe("readOrderRequest", () => {
  it("parses a full request into paise and epoch ms", () => {
    const request = readOrderRequest(
      {
        ...valid,
        order_amount: 1180.5,
        order_expiry_time: "2026-11-21T16:00:01+05:30",
        order_note: "Stall B12",
        order_tags: { stall: "B12" },
        order_meta: { return_url: "http://127.0.0.1:3000/ok?o={order_id}", notify_url: "http://127.0.0.1:3000/hook" },
      },
      limits,
    );
    expect(request).toMatchObject({
      amountPaise: 118050,
      expiresAt: Date.parse("2026-11-21T10:30:01Z"),
      tags: { stall: "B12" },
      returnUrl: "http://127.0.0.1:3000/ok?o={order_id}",
    });
  });

  const customer = (change: object) => ({ customer_details: { ...valid.customer_details, ...change } });
  const meta = (change: object) => ({ order_meta: change });
  const tags = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`t${i}`, "x"]));
  const cases: [string, object, string | null][] = [
    ["order id 3 long", { order_id: "abc" }, null],
    ["order id 45 long", { order_id: "a".repeat(45) }, null],
    ["order id 2 long", { order_id: "ab" }, "order_id_invalid"],
    ["order id 46 long", { order_id: "a".repeat(46) }, "order_id_invalid"],
    ["order id with a dot", { order_id: "a.b.c" }, "order_id_invalid"],
    ["order id absent: the provider generates one", { order_id: undefined }, null],
    ["amount 1", { order_amount: 1 }, null],
    ["amount 0.99", { order_amount: 0.99 }, "order_amount_invalid"],
    ["amount with 3 decimals", { order_amount: 10.001 }, "order_amount_invalid"],
    ["amount as text", { order_amount: "100" }, "order_amount_invalid"],
    ["amount absent", { order_amount: undefined }, "order_amount_missing"],
    ["currency USD", { order_currency: "USD" }, "order_currency_invalid"],
    ["customer absent", { customer_details: undefined }, "customer_details_missing"],
    ["customer id absent", customer({ customer_id: undefined }), "customer_id_missing"],
    ["customer id with a space", customer({ customer_id: "a b c" }), "customer_id_invalid"],
    ["phone with 9 digits", customer({ customer_phone: "987654321" }), "customer_phone_invalid"],
    ["phone with +91", customer({ customer_phone: "+919876543210" }), "customer_phone_invalid"],
    ["email of 101", customer({ customer_email: `${"a".repeat(92)}@mail.com.` }), "customer_email_invalid"],
    ["email without @", customer({ customer_email: "asha.mail" }), "customer_email_invalid"],
    ["name of 2", customer({ customer_name: "Jo" }), "customer_name_invalid"],
    ["Devanagari name", customer({ customer_name: "आशा" }), null],
    ["return url of 251", meta({ return_url: `http://a.in/${"x".repeat(239)}` }), "return_url_invalid"],
    ["return url of 250", meta({ return_url: `http://a.in/${"x".repeat(238)}` }), null],
    ["return url of another scheme", meta({ return_url: "javascript:alert(1)" }), "return_url_invalid"],
    ["notify url of 251", meta({ notify_url: `http://a.in/${"x".repeat(239)}` }), "notify_url_invalid"],
    ["unknown payment method", meta({ payment_methods: "cc,gold" }), "payment_methods_invalid"],
    ["note of 2", { order_note: "ab" }, "order_note_invalid"],
    ["note of 201", { order_note: "a".repeat(201) }, "order_note_invalid"],
    ["10 tags", { order_tags: tags(10) }, null],
    ["11 tags", { order_tags: tags(11) }, "order_tags_invalid"],
    ["empty tag", { order_tags: { a: "" } }, "order_tags_invalid"],
    ["expiry exactly at the minimum", { order_expiry_time: inSeconds(900) }, "order_expiry_time_invalid"],
    ["expiry a second beyond", { order_expiry_time: inSeconds(901) }, null],
    ["expiry just under 30 days", { order_expiry_time: inSeconds(30 * 86_400 - 1) }, null],
    ["expiry at 30 days", { order_expiry_time: inSeconds(30 * 86_400) }, "order_expiry_time_invalid"],
    ["expiry without zone", { order_expiry_time: "2026-11-21T16:30:00" }, "order_expiry_time_invalid"],
  ];
  it.each(cases)("validates %s", (_name, change, code) => {
    expect(apiError(change)).toEqual(code === null ? null : { status: 400, code });
  });

  it("accepts an international phone number from version 2026-01-01", () => {
    expect(apiError(customer({ customer_phone: "+919876543210" }), { apiVersion: "2026-01-01" })).toBeNull();
  });

  it("accepts shorter expiries with a smaller minimum", () => {
    expect(apiError({ order_expiry_time: inSeconds(6) }, { minExpirySeconds: 5 })).toBeNull();
    expect(apiError({ order_expiry_time: inSeconds(5) }, { minExpirySeconds: 5 })?.code).toBe(
      "order_expiry_time_invalid",
    );
  });

  it.each([
    ["a list", []],
    ["null", null],
    ["a text", "x"],
  ])("rejects %s as a body", (_name, body) => {
    expect(() => readOrderRequest(body, limits)).toThrow(ProviderError);
  });
});

describe("times", () => {
  it("round-trip through Indian time", () => {
    expect(indianIso(now)).toBe("2026-11-21T15:30:00+05:30");
    expect(momentFromIso(indianIso(now))).toBe(now);
    expect(momentFromIso("2026-11-21T10:00:00.000Z")).toBe(now);
    expect(momentFromIso("21/11/2026")).toBeNull();
  });
});

describe("statusAt", () => {
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
  ])("turns %s at %i with %i pending, due %s, into %s", (status, now, pendingAttempts, terminationDueAt, expected) => {
    expect(statusAt({ status, expiresAt: 100, terminationDueAt, pendingAttempts }, now)).toBe(expected);
  });
});

describe("terminated", () => {
  it.each<[OrderStatus, number, boolean, OrderStatus]>([
    ["ACTIVE", 0, false, "TERMINATED"],
    ["ACTIVE", 1, false, "TERMINATION_REQUESTED"],
    ["ACTIVE", 0, true, "TERMINATION_REQUESTED"],
    ["TERMINATION_REQUESTED", 1, false, "TERMINATION_REQUESTED"],
    ["TERMINATED", 0, false, "TERMINATED"],
  ])("turns %s with %i pending, request first %s, into %s", (status, pending, first, expected) => {
    expect(terminated(status, pending, first)).toBe(expected);
  });

  it.each<OrderStatus>(["PAID", "EXPIRED"])("rejects a %s order", (status) => {
    expect(() => terminated(status, 0, false)).toThrow(ProviderError);
  });
});

describe("attemptError", () => {
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
  ])("of %s, success %s, force %s allows an attempt: %s", (status, hasSuccess, force, may) => {
    expect(attemptError(status, hasSuccess, force) === null).toBe(may);
  });
});

describe("ended", () => {
  const facts = { orderStatus: "ACTIVE", orderHasSuccess: false, force: false } as const;
  it("pays an active, expired or terminating order", () => {
    for (const orderStatus of ["ACTIVE", "EXPIRED", "TERMINATION_REQUESTED"] as const) {
      expect(ended({ ...facts, orderStatus, ending: "success" })).toEqual({ attempt: "SUCCESS", order: "PAID" });
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
  it("keeps the order's status when an attempt fails", () => {
    expect(ended({ ...facts, ending: "failed" })).toEqual({ attempt: "FAILED", order: "ACTIVE" });
    expect(ended({ ...facts, ending: "dropped" })).toEqual({ attempt: "USER_DROPPED", order: "ACTIVE" });
    expect(ended({ ...facts, ending: "cancelled" })).toEqual({ attempt: "CANCELLED", order: "ACTIVE" });
  });
});
