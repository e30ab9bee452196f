import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { RATE_LIMITS, RateLimits } from "../../src/platform/http/rate-limits.js";
import { type Answer, MelaTest } from "../bookings/mela.js";

const mela = await MelaTest.start();
beforeEach(async () => {
  await mela.query(`TRUNCATE outbox, booking_events, coupon_claims, mails, orders, bookings CASCADE`);
});
afterAll(() => mela.close());

const check = (code: string): Promise<Answer> => mela.visitor().post("/api/v1/mela/validate-coupon", { code });
const EXHAUSTED = { valid: false, discountPercentage: 0, message: "This coupon has been used up" };
const HALF = { valid: true, discountPercentage: 50, message: "50% discount applied" };

describe("POST /api/v1/mela/validate-coupon", () => {
  it.each([
    ["MELA10", { valid: true, discountPercentage: 10, message: "10% discount applied" }],
    [" sakhi25 ", { valid: true, discountPercentage: 25, message: "25% discount applied" }],
    ["ONCE50", HALF],
    ["EARLY15", { valid: false, discountPercentage: 0, message: "This coupon has ended" }],
    ["NONSENSE", { valid: false, discountPercentage: 0, message: "Invalid coupon code" }],
    ["' OR 1=1", { valid: false, discountPercentage: 0, message: "Invalid coupon code" }],
  ])("%p: 200 %j", async (code, body) => {
    const answer = await check(code);
    expect([answer.status, answer.body]).toEqual([200, body]);
  });

  it("refuses an empty code by the DTO's sentence", async () => {
    const answer = await check("  ");
    expect([answer.status, answer.body["message"]]).toEqual([
      400,
      "Please enter a coupon code of at most 40 characters",
    ]);
  });

  it("looks at the visitor's own stall for a coupon of one type", async () => {
    await mela.query("INSERT INTO coupons (code, percentage, stall_type) VALUES ('PREMIUM5', 5, 'Premium')");
    const [premium, standard] = [mela.visitor(), mela.visitor()];
    await premium.reserve("A1");
    await standard.reserve("B1");
    const body = { code: "PREMIUM5" };
    const path = "/api/v1/mela/validate-coupon";
    expect((await premium.post(path, body)).body["valid"]).toBe(true);
    expect((await standard.post(path, body)).body).toEqual({
      valid: false,
      discountPercentage: 0,
      message: "This coupon is only for Premium stalls",
    });
    const refused = await standard.register("B1", { appliedCouponCode: "PREMIUM5" });
    expect([refused.status, refused.body["code"], refused.body["message"]]).toEqual([
      409,
      "coupon_invalid",
      "This coupon is only for Premium stalls",
    ]);
    await mela.query("UPDATE coupons SET active = false WHERE code = 'PREMIUM5'");
    expect((await premium.post(path, body)).body["message"]).toBe("Invalid coupon code");
  });

  it("does not hold the visitor's own claim against them", async () => {
    const visitor = await mela.registrant("B2", { appliedCouponCode: "ONCE50" });
    expect((await visitor.post("/api/v1/mela/validate-coupon", { code: "ONCE50" })).body).toEqual(HALF);
    expect((await check("ONCE50")).body).toEqual(EXHAUSTED);
    expect((await visitor.register("B2", { appliedCouponCode: "ONCE50", pincode: "400030" })).status).toBe(201);
  });
});

describe("a coupon with one use", () => {
  it("is claimed by one of 20 visitors who register at the same moment", async () => {
    const visitors = mela.visitors(20);
    const stalls = visitors.map((_, index) => `B${index + 1}`);
    await Promise.all(visitors.map((visitor, index) => visitor.reserve(stalls[index]!)));
    const answers = await Promise.all(
      visitors.map((visitor, index) => visitor.register(stalls[index]!, { appliedCouponCode: "ONCE50" })),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    const refused = answers.filter((answer) => answer.status !== 201);
    expect(refused.map((answer) => [answer.status, answer.body["code"]])).toEqual(
      Array.from({ length: 19 }, () => [409, "coupon_exhausted"]),
    );
    expect(await mela.count("coupon_claims")).toBe(1);
    expect((await check("ONCE50")).body).toEqual(EXHAUSTED);
  });

  it("is free again the moment the hold ran out, though nobody has released it", async () => {
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

  it.each([["release"], ["reserve"]] as const)("is free again after a %s", async (way) => {
    const visitor = await mela.registrant("B1", { appliedCouponCode: "ONCE50" });
    await visitor[way](way === "release" ? "B1" : "B2");
    expect((await check("ONCE50")).body).toEqual(HALF);
  });

  it("stays claimed while its booking is being paid for, past the hold's deadline, and forever once sold", async () => {
    await mela.registrant("B1", { appliedCouponCode: "ONCE50" });
    await mela.expire("B1");
    await mela.force("B1", "paying");
    expect((await check("ONCE50")).body).toEqual(EXHAUSTED);
    await mela.force("B1", "sold");
    expect((await check("ONCE50")).body).toEqual(EXHAUSTED);
    await mela.query("UPDATE coupon_claims SET used_at = clock_timestamp()");
    await mela.query("UPDATE bookings SET state = 'released', release_reason = 'operator'");
    expect((await check("ONCE50")).body).toEqual(EXHAUSTED);
  });
});

describe("guessing coupons", () => {
  it("ends after so many wrong ones from an address, by whichever call; right ones cost nothing", async () => {
    const limited = await MelaTest.start({ RATE_LIMITS: "on" });
    try {
      const visitor = limited.visitor();
      await visitor.reserve("B1");
      const { points } = RATE_LIMITS.coupon_misses_per_address;
      const path = "/api/v1/mela/validate-coupon";
      // Near the limit at once: what is tested is the counting, not three hundred calls.
      const limits = limited.app.get(RateLimits, { strict: false });
      for (let used = 0; used < points - 2; used += 1) {
        await limits.use({ limit: "coupon_misses_per_address", by: "127.0.0.1" });
      }
      for (const code of ["MELA10", "SAKHI25", "ONCE50"]) {
        expect((await visitor.post(path, { code })).body["valid"]).toBe(true);
      }
      expect((await visitor.post(path, { code: "GUESS1" })).status).toBe(200);
      const guessed = await visitor.register("B1", { appliedCouponCode: "GUESS2" });
      expect([guessed.status, guessed.body["code"]]).toEqual([409, "coupon_invalid"]);

      const refused = await limited.visitor().post(path, { code: "MELA10" });
      expect([refused.status, refused.body["code"]]).toEqual([429, "rate_limited"]);
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
      const again = await visitor.register("B1", { appliedCouponCode: "GUESS3" });
      expect([again.status, again.body["code"]]).toEqual([429, "rate_limited"]);
      // Without a coupon nobody is kept from registering.
      expect((await visitor.register("B1")).status).toBe(201);
    } finally {
      await limited.close();
    }
  });
});
