import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { RATE_LIMITS, RateLimits } from "../../src/platform/http/rate-limits.js";
import { type TestResponse, apiError, MelaTest } from "../bookings/mela.js";

const mela = await MelaTest.start({ RATE_LIMITS: "on" });
beforeEach(async () => {
  await mela.empty();
});
afterAll(() => mela.close());

const check = (code: string, visitor = mela.visitor()): Promise<TestResponse> =>
  visitor.post("/api/v1/mela/validate-coupon", { code });
const EXHAUSTED = { valid: false, discountPercentage: 0, message: "This coupon has been used up" };
/** Of a coupon whose uses others have registered with or pay for. */
const TAKEN = {
  ...EXHAUSTED,
  message: expect.stringMatching(
    /^All uses of this coupon are being paid for\. Please try again in (?:a minute|\d+ minutes), or continue without it\.$/,
  ),
};
const HALF = { valid: true, discountPercentage: 50, message: "50% discount applied" };

describe("POST /api/v1/mela/validate-coupon", () => {
  // coupon.rules.spec covers every verdict, validate-coupon.dto.spec every malformed code.
  it.each([
    [" sakhi25 ", 200, { valid: true, discountPercentage: 25, message: "25% discount applied" }],
    ["EARLY15", 200, { valid: false, discountPercentage: 0, message: "This coupon has ended" }],
    ["' OR 1=1", 200, { valid: false, discountPercentage: 0, message: "Invalid coupon code" }],
    ["  ", 400, { message: "Please enter a coupon code of at most 40 characters" }],
  ])("responds to %p with %d %j", async (code, status, body) => {
    expect(await check(code)).toMatchObject({ status, body });
  });

  it("checks a coupon of one stall type against the visitor's stall", async () => {
    await mela.query("INSERT INTO coupons (code, percentage, stall_type) VALUES ('PREMIUM5', 5, 'Premium')");
    const [premium, standard] = [mela.visitor(), mela.visitor()];
    await premium.reserve("A1");
    await standard.reserve("B1");
    const message = "This coupon is only for Premium stalls";
    expect((await check("PREMIUM5", premium)).body["valid"]).toBe(true);
    expect((await check("PREMIUM5", standard)).body).toEqual({ valid: false, discountPercentage: 0, message });
    const refused = await standard.register("B1", { appliedCouponCode: "PREMIUM5" });
    expect(refused).toMatchObject({ status: 409, body: { code: "coupon_invalid", message } });
    await mela.query("UPDATE coupons SET active = false WHERE code = 'PREMIUM5'");
    expect((await check("PREMIUM5", premium)).body["message"]).toBe("Invalid coupon code");
  });

  it("does not count the visitor's own claim", async () => {
    const visitor = await mela.registrant("B2", { appliedCouponCode: "ONCE50" });
    expect((await check("ONCE50", visitor)).body).toEqual(HALF);
    expect((await check("ONCE50")).body).toEqual(TAKEN);
    expect((await visitor.register("B2", { appliedCouponCode: "ONCE50", pincode: "400030" })).status).toBe(201);
  });
});

describe("a coupon with one use", () => {
  it("is claimed by one of 20 visitors who register concurrently", async () => {
    // Different networks, because one may have ten unpaid holds only without a proof.
    const visitors = Array.from({ length: 20 }, (_, index) => mela.visitor(`192.0.${index}.1`));
    const stalls = visitors.map((_, index) => `B${index + 1}`);
    await Promise.all(visitors.map((visitor, index) => visitor.reserve(stalls[index]!)));
    const responses = await Promise.all(
      visitors.map((visitor, index) => visitor.register(stalls[index]!, { appliedCouponCode: "ONCE50" })),
    );
    expect(responses.map(({ status, body }) => body["code"] ?? status).sort()).toEqual([
      201,
      ...Array<string>(19).fill("coupon_exhausted"),
    ]);
    expect(await mela.count("coupon_claims")).toBe(1);
    expect((await check("ONCE50")).body).toEqual(TAKEN);
  });

  it("is available again once the hold has expired, even before its release", async () => {
    const [late, next] = [mela.visitor(), mela.visitor()];
    await late.reserve("B1");
    await late.register("B1", { appliedCouponCode: "ONCE50" });
    await next.reserve("B2");
    expect((await next.register("B2", { appliedCouponCode: "ONCE50" })).body["code"]).toBe("coupon_exhausted");
    await mela.expire("B1");
    expect((await check("ONCE50")).body).toEqual(HALF);
    expect((await next.register("B2", { appliedCouponCode: "ONCE50" })).body["finalAmount"]).toBe(13_500);
    expect(await mela.history("B1")).toEqual(["registered"]);
  });

  it("stays claimed while its booking is being paid past the hold's deadline, and permanently once sold", async () => {
    await mela.registrant("B1", { appliedCouponCode: "ONCE50" });
    await mela.expire("B1");
    await mela.force("B1", "paying");
    expect((await check("ONCE50")).body).toEqual(TAKEN);
    await mela.force("B1", "sold");
    expect((await check("ONCE50")).body).toEqual(EXHAUSTED);
    await mela.query("UPDATE coupon_claims SET used_at = clock_timestamp()");
    await mela.query("UPDATE bookings SET state = 'released', release_reason = 'operator'");
    expect((await check("ONCE50")).body).toEqual(EXHAUSTED);
  });
});

it("asks for a proof after many wrong coupon codes of an address across both calls, without counting valid ones", async () => {
  const address = "198.51.100.7";
  const visitor = mela.visitor(address);
  await visitor.reserve("B1");
  // Uses up most of the limit at once.
  const limits = mela.app.get(RateLimits, { strict: false });
  const { points } = RATE_LIMITS.coupon_misses_per_address;
  for (let used = 0; used < points - 2; used += 1) {
    await limits.use({ limit: "coupon_misses_per_address", by: address });
  }
  for (const code of ["MELA10", "SAKHI25", "ONCE50"]) expect((await check(code, visitor)).body["valid"]).toBe(true);
  expect((await check("GUESS1", visitor)).status).toBe(200);
  const guess = (code: string): Promise<TestResponse> => visitor.register("B1", { appliedCouponCode: code });
  expect(apiError(await guess("GUESS2"))).toEqual([409, "coupon_invalid"]);

  const refused = await check("MELA10", mela.visitor(address));
  expect(apiError(refused)).toEqual([429, "proof_required"]);
  expect(apiError(await guess("GUESS3"))).toEqual([429, "proof_required"]);
  // Registering without a coupon is not limited.
  expect((await visitor.register("B1")).status).toBe(201);
});
