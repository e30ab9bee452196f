import { describe, expect, it } from "@jest/globals";
import { isRefused, loadOf, PATIENCE_MS, type Precedence, retryAfterSeconds, retryPauseMs } from "./overload.rules.js";
import { precedenceOf } from "./precedence.js";

describe("precedenceOf", () => {
  it.each<[Precedence, string, string]>([
    // Supervisors, and the payment provider.
    ["continues", "GET", "/healthz"],
    ["continues", "GET", "/readyz"],
    ["continues", "GET", "/metrics"],
    ["continues", "POST", "/api/v1/cashfree/webhook"],
    ["continues", "POST", "/api/v1/whatsapp/webhook"],
    // Who holds a stall or pays.
    ["continues", "GET", "/api/v1/mela/my-hold"],
    ["continues", "POST", "/api/v1/mela/create-provisional-registration"],
    ["continues", "POST", "/api/v1/mela/validate-coupon"],
    ["continues", "POST", "/api/v1/cashfree/initiate"],
    ["continues", "POST", "/API/v1/cashfree/initiate/"],
    ["continues", "GET", "/api/v1/mela/payment-status/MELA1763712000000t1"],
    ["continues", "GET", "/api/v1/brand/payment-status"],
    ["continues", "POST", "/api/v1/mela/release"],
    ["continues", "POST", "/api/v1/mela/offer/accept"],
    ["continues", "GET", "/paid-events/mela/register"],
    ["continues", "GET", "/paid-events/diwali-mela/register/"],
    ["continues", "GET", "/paid-events/mela/payment-success"],
    ["continues", "HEAD", "/paid-events/diwali-mela/payment-failure"],
    ["continues", "POST", "/paid-events/mela/payment-success"],
    ["continues", "GET", "/payment-success"],
    ["continues", "GET", "/hi/paid-events/mela/register"],
    ["continues", "GET", "/hi/payment-success"],
    ["continues", "GET", "/hi/my-booking"],
    // Who has paid.
    ["continues", "GET", "/my-booking"],
    ["continues", "POST", "/api/v1/mela/my-booking/session"],
    ["continues", "GET", "/api/v1/mela/my-booking/documents/1/pdf"],
    ["continues", "GET", "/api/v1/my-brand"],
    // What was started: applications, uploads, an open page's files.
    ["continues", "POST", "/api/v1/brand/submit-lead"],
    ["continues", "POST", "/api/v1/uploads"],
    ["continues", "PATCH", "/api/v1/uploads/1"],
    ["continues", "GET", "/assets/index-5f2c.js"],
    ["continues", "GET", "/images/v1/shops/art/print.svg"],
    ["continues", "GET", "/favicon.ico"],
    // Who looks after it, and who asks what works.
    ["continues", "POST", "/api/v1/mela/admin/login"],
    ["continues", "GET", "/api/v1/mela/registrations"],
    ["continues", "GET", "/api/v1/mela/stall-availability"],
    ["continues", "GET", "/paid-events/mela/dashboard"],
    ["continues", "GET", "/api/v1/status"],
    ["continues", "GET", "/status"],
    // From memory.
    ["continues", "GET", "/api/v1/mela/layout"],
    ["continues", "GET", "/api/v1/mela/facts"],
    // Another call of an open page.
    ["open", "POST", "/api/v1/mela/reserve"],
    ["open", "GET", "/api/v1/search"],
    ["open", "GET", "/api/v1/listings/live"],
    ["open", "GET", "/api/v1/mela/layout/drawing"],
    ["open", "POST", "/api/v1/mela/find-my-booking"],
    ["open", "POST", "/api/v1/support/submit"],
    ["open", "GET", "/api/v1/image-proxy"],
    ["open", "GET", "/api/v1/nowhere"],
    ["open", "POST", "/api/v1/mela/release-all"],
    ["open", "GET", "/api/v1/brands"],
    // Who comes in, and what can be spared.
    ["new", "GET", "/"],
    ["new", "GET", "/paid-events/mela"],
    ["new", "GET", "/paid-events/mela/policies"],
    ["new", "GET", "/find-my-booking"],
    ["new", "GET", "/hi"],
    ["new", "GET", "/hi/paid-events/mela"],
    ["new", "GET", "/brands/Asha%20Weaves"],
    ["new", "GET", "/my-booking/nothing"],
    ["new", "GET", "/apiary"],
    ["new", "GET", "/healthzone"],
    ["new", "GET", "/api/v1/mela/layout/events"],
    ["new", "POST", "/api/v1/brand-views"],
    ["new", "GET", "/sitemap-brands.xml"],
  ])("%s: %s %s", (precedence, method, path) => {
    expect(precedenceOf(method, path)).toBe(precedence);
  });
});

describe("isRefused", () => {
  it.each<[string, number, number, readonly Precedence[]]>([
    ["nothing to do", 0, 0, []],
    ["much to do", 999, 99, []],
    ["a slow loop", 1_000, 0, ["new"]],
    ["many late calls", 0, 100, ["new"]],
    ["both, but neither twice as much", 1_999, 199, ["new"]],
    ["a very slow loop", 2_000, 0, ["open", "new"]],
    ["very many late calls", 0, 200, ["open", "new"]],
    ["a loop that does not turn", Number.POSITIVE_INFINITY, 0, ["open", "new"]],
  ])("%s (%d ms late, %d late calls)", (_what, delayMs, late, refused) => {
    const load = loadOf({ delayMs, late });
    expect((["continues", "open", "new"] as const).filter((each) => isRefused(each, load))).toEqual(refused);
  });
});

describe("retryAfterSeconds", () => {
  it.each<[Exclude<Precedence, "continues">, number, number, number]>([
    ["new", 1, 0, 5],
    ["new", 1, 0.5, 10],
    ["new", 1, 1, 15],
    ["new", 2, 0.5, 20],
    ["new", 400, 0.5, 40],
    ["new", Number.POSITIVE_INFINITY, 1, 60],
    ["open", 2, 0, 2],
    ["open", 2, 1, 5],
    ["open", 4, 0.5, 6],
    ["open", 400, 0.5, 12],
  ])("%s at a load of %d (random %d): %d s", (precedence, load, random, seconds) => {
    expect(retryAfterSeconds(precedence, load, random)).toBe(seconds);
  });
});

describe("retryPauseMs", () => {
  it.each([
    [1, 0, 0, 2_000],
    [2, 0, 0, 4_000],
    [3, 0, 0, 8_000],
    [4, 0, 0, 15_000],
    [40, 0, 0, 15_000],
    [1, 0, 1, 3_000],
    [1, 5, 0, 5_000],
    [1, 5, 1, 7_500],
    [4, 5, 0, 15_000],
  ])("attempt %d, asked for %d s (random %d): %d ms", (attempt, asked, random, ms) => {
    expect(retryPauseMs(attempt, asked, random)).toBe(ms);
  });

  it("lets a page ask several times before its patience ends", () => {
    let waited = 0;
    let attempts = 0;
    for (; waited < PATIENCE_MS; attempts += 1) waited += retryPauseMs(attempts + 1, 12, 1);
    expect(attempts).toBeGreaterThanOrEqual(3);
  });
});
