import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { OperatorTest, type TestAdministrator } from "./operator.js";

let test: OperatorTest;
let operator: TestAdministrator;
beforeAll(async () => {
  test = await OperatorTest.open();
  operator = await test.administrator("asha");
});
afterAll(() => test.close());

const reason = "for the early birds";
const code = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body["code"]];
const all = async () => (await operator.get("coupons")).body as unknown as Record<string, unknown>[];
const one = async (wanted: string) => (await all()).find((coupon) => coupon["code"] === wanted);
const fields = (answer: { body: Record<string, unknown> }) => Object.keys(answer.body["fields"] as object);

describe("the list of coupons", () => {
  it("shows terms, use and whether each can be used", async () => {
    expect((await all()).map((coupon) => [coupon["code"], coupon["status"]])).toEqual([
      ["EARLY15", "ended"],
      ["MELA10", "usable"],
      ["ONCE50", "usable"],
      ["SAKHI25", "usable"],
    ]);
    expect(await one("SAKHI25")).toEqual({
      code: "SAKHI25",
      percentage: 25,
      active: true,
      maxUses: 5,
      used: 0,
      claimed: 0,
      status: "usable",
      createdAt: expect.stringMatching(/Z$/),
    });
  });

  it("counts claims while they live", async () => {
    await test.registered("B1", { appliedCouponCode: "ONCE50" });
    expect(await one("ONCE50")).toMatchObject({ used: 0, claimed: 1, status: "used_up" });
    await test.mela.expire("B1");
    expect(await one("ONCE50")).toMatchObject({ used: 0, claimed: 0, status: "usable" });
  });
});

describe("making a coupon", () => {
  it("upper-cases the code, and it works at once", async () => {
    const answer = await operator.post("coupons", {
      code: " diwali20 ",
      percentage: 20,
      active: true,
      endsAt: "2126-12-04T23:59:59+05:30",
      maxUses: 3,
      stallType: "General",
      reason,
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      code: "DIWALI20",
      percentage: 20,
      endsAt: "2126-12-04T18:29:59.000Z",
      maxUses: 3,
      stallType: "General",
      status: "usable",
    });
    const buyer = await test.registered("B2", { appliedCouponCode: "diwali20" });
    expect(buyer.amount).toBe(21_600);
    expect(await test.audit("DIWALI20")).toEqual([
      {
        administrator: "asha",
        action: "coupon_created",
        subjectType: "coupon",
        reason,
        before: null,
        after: {
          percentage: 20,
          active: true,
          startsAt: null,
          endsAt: "2126-12-04T18:29:59.000Z",
          maxUses: 3,
          stallType: "General",
        },
      },
    ]);
  });

  it("refuses a code that is there, also when two make it at once", async () => {
    const body = { code: "TWICE", percentage: 5, active: true, reason };
    const answers = await Promise.all([operator.post("coupons", body), operator.post("coupons", body)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(code(await operator.post("coupons", { ...body, code: "twice" }))).toEqual([409, "coupon_exists"]);
    expect(await test.audit("TWICE")).toHaveLength(1);
  });

  it("refuses nonsense with the field it is in", async () => {
    const right = { code: "NONSENSE", percentage: 5, active: true, reason };
    for (const [change, field] of [
      [{ code: "a" }, "code"],
      [{ percentage: 100 }, "percentage"],
      [{ active: "yes" }, "active"],
      [{ startsAt: "tomorrow" }, "startsAt"],
      [{ startsAt: "2026-12-02T00:00:00Z", endsAt: "2026-12-01T00:00:00Z" }, "endsAt"],
      [{ maxUses: 0 }, "maxUses"],
      [{ stallType: "Standard" }, "stallType"],
      [{ reason: "" }, "reason"],
      [{ used: 5 }, "used"],
    ] as const) {
      const answer = await operator.post("coupons", { ...right, ...change });
      expect(code(answer)).toEqual([400, "invalid_request"]);
      expect(fields(answer)).toEqual([field]);
    }
    expect(await one("NONSENSE")).toBeUndefined();
  });
});

describe("changing a coupon", () => {
  it("counts from then on; what was granted stays", async () => {
    await operator.post("coupons", { code: "CHANGING", percentage: 10, active: true, reason });
    const early = await test.registered("B3", { appliedCouponCode: "CHANGING" });
    const answer = await operator.put("coupons/changing", {
      percentage: 30,
      active: true,
      maxUses: 2,
      reason: "nobody came",
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ percentage: 30, maxUses: 2, claimed: 1 });
    expect((await early.visitor.myHold()).body["discountPercentage"]).toBe(10);
    expect((await test.registered("B4", { appliedCouponCode: "CHANGING" })).amount).toBe(18_900);
    expect((await test.audit("CHANGING")).at(-1)).toMatchObject({
      action: "coupon_changed",
      reason: "nobody came",
      before: { percentage: 10, maxUses: null },
      after: { percentage: 30, maxUses: 2 },
    });
    // The whole coupon is given: what is left out is no limit any more.
    const open = await operator.put("coupons/CHANGING", { percentage: 30, active: true, reason });
    expect(open.body["maxUses"]).toBeUndefined();
  });

  it("can be switched off", async () => {
    await operator.post("coupons", { code: "SWITCH", percentage: 10, active: true, reason });
    await operator.put("coupons/SWITCH", { percentage: 10, active: false, reason });
    expect(await one("SWITCH")).toMatchObject({ status: "inactive" });
    const visitor = test.mela.visitor();
    await visitor.reserve("B5");
    expect((await visitor.register("B5", { appliedCouponCode: "SWITCH" })).body["code"]).toBe("coupon_invalid");
  });

  it("never sets the limit under what is used and claimed", async () => {
    await operator.post("coupons", { code: "LIMITED", percentage: 10, active: true, maxUses: 5, reason });
    await test.registered("B6", { appliedCouponCode: "LIMITED" });
    await test.registered("B7", { appliedCouponCode: "LIMITED" });
    const change = { percentage: 10, active: true, reason };
    const under = await operator.put("coupons/LIMITED", { ...change, maxUses: 1 });
    expect(code(under)).toEqual([400, "invalid_request"]);
    expect(under.body["fields"]).toEqual({ maxUses: ["The limit is at least 2: so many are used or claimed already"] });
    expect((await operator.put("coupons/LIMITED", { ...change, maxUses: 2 })).status).toBe(200);
    expect(await one("LIMITED")).toMatchObject({ maxUses: 2, claimed: 2, status: "used_up" });
  });

  it("and a visitor who claims it at the same moment never come to more than the limit", async () => {
    for (const [index, stallId] of ["B10", "B11", "B12", "B13"].entries()) {
      const name = `RACE${index}`;
      await operator.post("coupons", { code: name, percentage: 10, active: true, maxUses: 2, reason });
      await test.registered(`B${20 + index}`, { appliedCouponCode: name });
      const visitor = test.mela.visitor();
      await visitor.reserve(stallId);
      const [claimed, lowered] = await Promise.all([
        visitor.register(stallId, { appliedCouponCode: name }),
        operator.put(`coupons/${name}`, { percentage: 10, active: true, maxUses: 1, reason }),
      ]);
      expect([claimed.status === 201, lowered.status === 200].filter(Boolean)).toHaveLength(1);
      const coupon = await one(name);
      expect(Number(coupon?.["claimed"])).toBeLessThanOrEqual(Number(coupon?.["maxUses"]));
    }
  });

  it("knows no coupon that does not exist", async () => {
    const change = { percentage: 10, active: true, reason };
    expect(code(await operator.put("coupons/NOWHERE", change))).toEqual([404, "coupon_not_found"]);
    expect(await test.audit("NOWHERE")).toEqual([]);
  });
});
