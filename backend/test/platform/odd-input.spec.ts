import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { InjectOptions } from "fastify";
import { orderId, registration } from "../bookings/mela.js";
import { PayingTest } from "../payments/paying.js";

/** Every writing call of the Mela and of the checkout, with a valid or nearly valid body. */
const STALL = { stallId: "B20" };
const METADATA = {
  ...{ type: "mela_stall", stallId: "B20", stallType: "General", businessName: "Asha Weaves" },
  ...{ gstNumber: "29ABCDE1234F1Z5", gstAddress: "12 MG Road", pincode: "560001" },
};
const WRITING: readonly (readonly [path: string, body: Record<string, unknown>])[] = [
  ["/api/v1/mela/reserve", STALL],
  ["/api/v1/mela/release", STALL],
  ["/api/v1/mela/validate-coupon", { code: "MELA10" }],
  [
    "/api/v1/mela/create-provisional-registration",
    registration("B20", { appliedCouponCode: "MELA10", gstNumber: "", gstAddress: "" }) as Record<string, unknown>,
  ],
  [
    "/api/v1/cashfree/initiate",
    {
      ...{ orderId: orderId(), amount: 27_000, metadata: METADATA },
      ...{ customerName: "Asha Rao", customerEmail: "asha@example.com", customerPhone: "9876543210" },
    },
  ],
  ["/api/v1/cashfree/webhook", { type: "PAYMENT_SUCCESS_WEBHOOK", data: {} }],
];

const nested = (open: string, close: string, times: number): unknown =>
  JSON.parse(`${open.repeat(times)}${open.endsWith(":") ? "1" : ""}${close.repeat(times)}`);

/** Malformed and hostile values. Regression: each of the first four caused a 500. */
const ODD: readonly unknown[] = [
  "B1\0",
  "\ud800",
  1e-7,
  nested("[", "]", 3_000),
  nested('{"a":', "}", 3_000),
  ...["", " ", "\n", "x".repeat(50_000), "💥".repeat(40), "\u202E٩٨٧٦٥٤٣٢١٠"],
  ...["B20'; DROP TABLE bookings; --", "__proto__", 0, -1, 1.5, 1e21, 1e308, 2 ** 53, true, null],
  ...[[], [[]], ["B20"], {}, { toString: 1, valueOf: null }, { length: 3 }],
];

const RAW = ["", "{", "null", "[1]", '"B20"', '{"__proto__":{"a":1}}', '{"a":1,"a":2}', "\u00ff\u00fe"];
const TYPES = [
  ...["application/json", "application/json; charset=utf-16", "application/json; charset=", "text/plain"],
  ...["application/xml", "application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data; boundary=x"],
  ...["nonsense", ""],
];
const BIG = JSON.stringify({ stallId: "x".repeat(1024 * 1024) });

let test: PayingTest;
let cookie = "";
beforeAll(async () => {
  test = await PayingTest.start();
  const holder = test.mela.visitor();
  await holder.reserve("B20");
  cookie = holder.cookie ?? "";
});
afterAll(() => test.close());

/** Sends a request. Returns what is wrong with the response: a 5xx, or an error without code and message. */
async function problemOf(options: InjectOptions, what: string): Promise<string | undefined> {
  const { statusCode: status, body } = await test.mela.app.inject(options);
  if (status < 400) return undefined;
  const apiError = readJson(body);
  const reported =
    apiError["statusCode"] === status &&
    typeof apiError["code"] === "string" &&
    typeof apiError["message"] === "string" &&
    apiError["message"].length > 10 &&
    apiError["error"] === apiError["message"];
  return reported && status < 500 ? undefined : `${what}: ${status} ${body.slice(0, 160)}`;
}

function readJson(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return {};
  }
}

async function problemsOf(calls: readonly (readonly [InjectOptions, string])[]): Promise<string[]> {
  const found: string[] = [];
  for (const [options, what] of calls) {
    const problem = await problemOf(options, what);
    if (problem !== undefined) found.push(problem);
  }
  return found;
}

const sent = (url: string, payload: string, type = "application/json"): InjectOptions => ({
  method: "POST",
  url,
  payload,
  headers: { "content-type": type, cookie },
});
const shown = (value: unknown): string => JSON.stringify(value).slice(0, 40);

describe.each(WRITING)("POST %s", (path, good) => {
  it("refuses malformed bodies and fields with a code and message, never with a 5xx", async () => {
    const calls = ODD.flatMap((value): [InjectOptions, string][] => [
      [sent(path, JSON.stringify(value)), `whole ${shown(value)}`],
      ...Object.keys(good).map((key): [InjectOptions, string] => [
        sent(path, JSON.stringify({ ...good, [key]: value })),
        `${key} ${shown(value)}`,
      ]),
      ...Object.keys("metadata" in good ? METADATA : {}).map((key): [InjectOptions, string] => [
        sent(path, JSON.stringify({ ...good, metadata: { ...METADATA, [key]: value } })),
        `metadata.${key} ${shown(value)}`,
      ]),
    ]);
    expect(await problemsOf(calls)).toEqual([]);
  });
});

// All calls share the body parser; the webhook also reads the raw body.
it.each(["/api/v1/mela/reserve", "/api/v1/cashfree/webhook"])(
  "refuses invalid JSON, other content types and oversized bodies of %s with a code and message",
  async (path) => {
    const calls = TYPES.flatMap((type): [InjectOptions, string][] =>
      [...RAW, BIG].map((raw) => [sent(path, raw, type), `${type} ${raw.slice(0, 20)}`]),
    );
    expect(await problemsOf(calls)).toEqual([]);
  },
);

it("refuses malformed URLs and cookies with a code and message", async () => {
  const tails = ["", "%00", "a%00b", "x".repeat(600), "%F0%9F%92%A5", "a/b", "__proto__", "..%2f", "'", ";a=b"];
  const paths = ["/api/v1/mela/payment-status/", "/api/v1/mela/layout", "/api/v1/mela/my-hold"];
  const cookies = ["", "%00", "a.b", "x".repeat(4_000), "%7B%7D", encodeURIComponent("\0.x")];
  const calls = paths.flatMap((path): [InjectOptions, string][] => [
    ...tails.map((tail): [InjectOptions, string] => [
      { method: "GET", url: `${path}${tail}` },
      `${path}${tail.slice(0, 20)}`,
    ]),
    ...cookies.map((value): [InjectOptions, string] => [
      { method: "GET", url: path, headers: { cookie: `sakhi_visitor=${value}` } },
      `${path} with the cookie ${value.slice(0, 20)}`,
    ]),
  ]);
  expect(await problemsOf(calls)).toEqual([]);
});

it("has changed nothing but the hold", async () => {
  expect(
    await test.mela.query(
      "SELECT stall_id, state FROM bookings JOIN stalls USING (stall_key) WHERE state <> 'released'",
    ),
  ).toEqual([{ stall_id: "B20", state: expect.stringMatching(/^(held|registered)$/) }]);
});
