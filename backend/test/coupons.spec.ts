import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { MelaTest } from "./mela.js";
import type { Answer } from "./mela.js";

const mela = await MelaTest.start();
beforeEach(async () => {
  await mela.query(`TRUNCATE outbox, booking_events, coupon_claims, mails, orders, bookings CASCADE`);
});
afterAll(() => mela.close());

const check = (code: string): Promise<Answer> =>
  mela.visitor().post("/api/v1/mela/validate-coupon", { code });
const EXHAUSTED = { valid: false, discountPercentage: 0, message: "This coupon has been used up." };
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
    const visitor = mela.visitor();
    await visitor.reserve("B2");
    await visitor.register("B2", { appliedCouponCode: "ONCE50" });
    expect((await visitor.post("/api/v1/mela/validate-coupon", { code: "ONCE50" })).body).toEqual(HALF);
    expect((await check("ONCE50")).body).toEqual(EXHAUSTED);
    expect((await visitor.register("B2", { appliedCouponCode: "ONCE50", pincode: "400030" })).status).toBe(
      201,
    );
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
    expect((await next.register("B2", { appliedCouponCode: "ONCE50" })).body["code"]).toBe(
      "coupon_exhausted",
    );
    await mela.expire("B1");
    expect((await check("ONCE50")).body).toEqual(HALF);
    expect((await next.register("B2", { appliedCouponCode: "ONCE50" })).body["finalAmount"]).toBe(13_500);
    expect(await mela.history("B1")).toEqual(["registered"]);
  });

  it.each([["release"], ["reserve"]] as const)("is free again after a %s", async (way) => {
    const visitor = mela.visitor();
    await visitor.reserve("B1");
    await visitor.register("B1", { appliedCouponCode: "ONCE50" });
    await visitor[way](way === "release" ? "B1" : "B2");
    expect((await check("ONCE50")).body).toEqual(HALF);
  });

  it("stays claimed while its booking is being paid for, past the hold's deadline, and for ever once sold", async () => {
    const visitor = mela.visitor();
    await visitor.reserve("B1");
    await visitor.register("B1", { appliedCouponCode: "ONCE50" });
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
