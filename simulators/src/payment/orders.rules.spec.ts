import { describe, expect, it } from "@jest/globals";
import { ProviderError } from "./errors.js";
import { readOrderRequest } from "./orders.rules.js";
import { indianIso, momentFromIso } from "./times.js";

const now = Date.parse("2026-11-21T10:00:00Z");
const limits = { now, minExpirySeconds: 900, apiVersion: "2025-01-01" };
const valid = {
  order_id: "MELA-1_a",
  order_amount: 27000,
  order_currency: "INR",
  customer_details: { customer_id: "v_1-2", customer_phone: "9876543210" },
};
const inSeconds = (seconds: number) => indianIso(now + seconds * 1000);

function apiError(
  change: object,
  more: Partial<typeof limits> = {},
): { status: number; code: string } | null {
  try {
    readOrderRequest({ ...valid, ...change }, { ...limits, ...more });
    return null;
  } catch (error) {
    if (error instanceof ProviderError) return { status: error.status, code: error.body.code };
    throw error;
  }
}

describe("create order", () => {
  it("reads a full request into paise and milliseconds", () => {
    const request = readOrderRequest(
      {
        ...valid,
        order_amount: 1180.5,
        order_expiry_time: "2026-11-21T16:00:01+05:30",
        order_note: "Stall B12",
        order_tags: { stall: "B12" },
        order_meta: {
          return_url: "http://127.0.0.1:3000/ok?o={order_id}",
          notify_url: "http://127.0.0.1:3000/hook",
        },
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
    ["order id absent: the provider chooses", { order_id: undefined }, null],
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
  it.each(cases)("%s", (_name, change, code) => {
    expect(apiError(change)).toEqual(code === null ? null : { status: 400, code });
  });

  it("accepts an international phone from version 2026-01-01", () => {
    expect(apiError(customer({ customer_phone: "+919876543210" }), { apiVersion: "2026-01-01" })).toBeNull();
  });

  it("accepts shorter windows when started with a smaller minimum", () => {
    expect(apiError({ order_expiry_time: inSeconds(6) }, { minExpirySeconds: 5 })).toBeNull();
    expect(apiError({ order_expiry_time: inSeconds(5) }, { minExpirySeconds: 5 })?.code).toBe(
      "order_expiry_time_invalid",
    );
  });

  it.each([
    ["a list", []],
    ["nothing", null],
    ["a text", "x"],
  ])("refuses %s as a body", (_name, body) => {
    expect(() => readOrderRequest(body, limits)).toThrow(ProviderError);
  });
});

describe("times", () => {
  it("writes Indian time and reads it back", () => {
    expect(indianIso(now)).toBe("2026-11-21T15:30:00+05:30");
    expect(momentFromIso(indianIso(now))).toBe(now);
    expect(momentFromIso("2026-11-21T10:00:00.000Z")).toBe(now);
    expect(momentFromIso("21/11/2026")).toBeNull();
  });
});
