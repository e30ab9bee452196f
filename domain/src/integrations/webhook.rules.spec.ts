import { describe, expect, it } from "@jest/globals";
import {
  disabledBy,
  endpointUrlProblem,
  isReceived,
  RETRY_SECONDS,
  retryAfterSeconds,
  signedText,
  TEST_PING,
  webhookBody,
  webhookId,
} from "./webhook.rules.js";

const DAY = 24 * 3600 * 1000;
const NOW = new Date("2026-11-29T09:00:00Z");

describe("retries", () => {
  it("wait longer each time, and end after about three days", () => {
    const waits = RETRY_SECONDS.map((_, index) => retryAfterSeconds("booking.sold", index + 1, 0));
    expect(waits).toEqual([...RETRY_SECONDS]);
    expect(waits).toEqual(waits.toSorted((one, other) => (one ?? 0) - (other ?? 0)));
    const hours = RETRY_SECONDS.reduce<number>((sum, seconds) => sum + seconds, 0) / 3600;
    expect(hours).toBeGreaterThan(72);
    expect(hours).toBeLessThan(84);
    expect(retryAfterSeconds("booking.sold", RETRY_SECONDS.length + 1, 0)).toBeUndefined();
  });

  it("are spread by a tenth", () => {
    expect(retryAfterSeconds("booking.sold", 2, 1)).toBe(330);
  });

  it("are none of a test", () => {
    expect(retryAfterSeconds(TEST_PING, 1, 0)).toBeUndefined();
  });
});

it.each([
  ["just failed", 0, 500, undefined],
  ["for four days", 4, 500, undefined],
  ["for five days", 5, 500, "failing"],
  ["for five days without an answer", 5, undefined, "failing"],
  ["gone at the first attempt", 0, 410, "gone"],
] as const)("disables an endpoint: %s", (_, days, status, reason) => {
  expect(disabledBy(new Date(NOW.getTime() - days * DAY), NOW, status)).toBe(reason);
});

it.each([
  [200, true],
  [204, true],
  [299, true],
  [301, false],
  [302, false],
  [400, false],
  [500, false],
])("takes %i for received: %s", (status, received) => {
  expect(isReceived(status)).toBe(received);
});

it.each([
  ["https://example.com/hooks", true, undefined],
  ["https://example.com:8443/hooks?key=1", true, undefined],
  ["http://127.0.0.1:8080/", false, undefined],
  ["http://example.com/", true, /https/],
  ["ftp://example.com/", false, /https/],
  ["javascript:alert(1)", false, /https/],
  ["https://user:secret@example.com/", true, /password/],
  ["https://example.com/#part", true, /#/],
  ["https://example.com/#", true, /#/],
  ["example.com", true, /whole address/],
  [`https://example.com/${"x".repeat(500)}`, true, /500/],
] as const)("judges the address %s (production: %s)", (url, production, problem) => {
  const found = endpointUrlProblem(url, production);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(problem);
});

it("signs what the specification says", () => {
  const body = webhookBody("booking.moved", NOW, { stall: "B12", orderId: null });
  expect(body).toBe(
    '{"type":"booking.moved","timestamp":"2026-11-29T09:00:00.000Z","data":{"stall":"B12","orderId":null}}',
  );
  const id = webhookId("0f8fad5b-d9cb-869f-a165-70867728950e");
  expect(id).toBe("evt_0f8fad5bd9cb869fa16570867728950e");
  expect(signedText(id, 1_764_406_800, "{}")).toBe("evt_0f8fad5bd9cb869fa16570867728950e.1764406800.{}");
});
