import { afterAll, describe, expect, it } from "@jest/globals";
import { apiError } from "../bookings/mela.js";
import { OperatorTest } from "./operator.js";

const test = await OperatorTest.open();
const operator = await test.administrator("asha");
afterAll(() => test.close());

/** The event of the coupons. */
const { event } = operator;
const reason = "for the early birds";
const all = async () => (await operator.get("coupons")).body as unknown as Record<string, unknown>[];
const one = async (wanted: string) => (await all()).find((coupon) => coupon["code"] === wanted);
/** Terms of a coupon, with changes. */
const terms = (changes: object = {}) => ({ percentage: 10, active: true, reason, ...changes });
/** Changes a coupon, with its current version. */
const change = async (code: string, changes: object = {}) => {
  const version = (await one(code.toUpperCase()))?.["version"] ?? 0;
  return operator.put(`coupons/${code}`, terms({ version, ...changes }));
};
const create = async (code: string, changes: object = {}): Promise<void> => {
  expect((await operator.post("coupons", terms({ code, event, ...changes }))).status).toBe(201);
};

it("GET coupons lists terms, usage and status, and counts live claims", async () => {
  expect((await all()).map((coupon) => [coupon["code"], coupon["status"]])).toEqual([
    ["EARLY15", "ended"],
    ["MELA10", "usable"],
    ["ONCE50", "usable"],
    ["SAKHI25", "usable"],
  ]);
  expect(await one("SAKHI25")).toEqual({
    ...{ code: "SAKHI25", percentage: 25, active: true, maxUses: 5, used: 0, claimed: 0, status: "usable" },
    version: 1,
    createdAt: expect.stringMatching(/Z$/),
  });
  await test.registered("B1", { appliedCouponCode: "ONCE50" });
  expect(await one("ONCE50")).toMatchObject({ used: 0, claimed: 1, status: "used_up" });
  await test.mela.expire("B1");
  expect(await one("ONCE50")).toMatchObject({ used: 0, claimed: 0, status: "usable" });
});

describe("POST coupons", () => {
  it("creates a coupon with an upper-case code that works immediately", async () => {
    const made = { percentage: 20, active: true, maxUses: 3, stallType: "General" };
    const body = { ...made, event, code: " diwali20 ", endsAt: "2126-12-04T23:59:59+05:30", reason };
    const response = await operator.post("coupons", body);
    const endsAt = "2126-12-04T18:29:59.000Z";
    expect(response).toMatchObject({ status: 201, body: { ...made, code: "DIWALI20", endsAt, status: "usable" } });
    const buyer = await test.registered("B2", { appliedCouponCode: "diwali20" });
    expect(buyer.amount).toBe(21_600);
    expect(await test.audit("DIWALI20")).toEqual([
      {
        ...{ administrator: "asha", action: "coupon_created", subjectType: "coupon", reason },
        ...{ before: null, after: { ...made, event, startsAt: null, endsAt } },
      },
    ]);
  });

  it("rejects an existing code, also under concurrency", async () => {
    const body = terms({ code: "TWICE", event });
    const responses = await Promise.all([operator.post("coupons", body), operator.post("coupons", body)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(apiError(await operator.post("coupons", { ...body, code: "twice" }))).toEqual([409, "coupon_exists"]);
    expect(await test.audit("TWICE")).toHaveLength(1);
  });

  it("rejects invalid fields by name", async () => {
    for (const [change, field] of [
      [{ maxUses: 0 }, "maxUses"],
      [{ startsAt: "2026-12-02T00:00:00Z", endsAt: "2026-12-01T00:00:00Z" }, "endsAt"],
      [{ used: 5 }, "used"],
      // Well formed, but no event has it.
      [{ stallType: "Deluxe" }, "stallType"],
    ] as const) {
      const response = await operator.post("coupons", terms({ code: "WRONG", event, ...change }));
      expect([field, ...apiError(response)]).toEqual([field, 400, "invalid_request"]);
      expect(Object.keys(response.body["fields"] as object)).toEqual([field]);
    }
    expect(await one("WRONG")).toBeUndefined();
  });
});

describe("PUT coupons/:code", () => {
  it("applies to new registrations; granted discounts stay", async () => {
    await create("CHANGING");
    const early = await test.registered("B3", { appliedCouponCode: "CHANGING" });
    const wanted = { percentage: 30, maxUses: 2 };
    const response = await change("changing", { ...wanted, reason: "nobody came" });
    expect(response).toMatchObject({ status: 200, body: { ...wanted, claimed: 1 } });
    expect((await early.visitor.myHold()).body["discountPercentage"]).toBe(10);
    expect((await test.registered("B4", { appliedCouponCode: "CHANGING" })).amount).toBe(18_900);
    expect((await test.audit("CHANGING")).at(-1)).toMatchObject({
      ...{ action: "coupon_changed", reason: "nobody came" },
      ...{ before: { percentage: 10, maxUses: null }, after: wanted },
    });
    // PUT replaces the coupon: an omitted limit is removed.
    const open = await change("CHANGING", { percentage: 30 });
    expect(open.body["maxUses"]).toBeUndefined();
  });

  it("deactivates a coupon", async () => {
    await create("SWITCH");
    await change("SWITCH", { active: false });
    expect(await one("SWITCH")).toMatchObject({ status: "inactive" });
    const visitor = await test.mela.holder("B5");
    expect((await visitor.register("B5", { appliedCouponCode: "SWITCH" })).body["code"]).toBe("coupon_invalid");
  });

  it("rejects a change based on a stale version", async () => {
    await create("FORMS");
    const off = await change("FORMS", { active: false });
    expect(off.body["version"]).toBe(2);
    const late = await operator.put("coupons/FORMS", terms({ percentage: 20, version: 1 }));
    expect(apiError(late)).toEqual([409, "facts_changed"]);
    expect(await one("FORMS")).toMatchObject({ status: "inactive", percentage: 10, version: 2 });
    const again = { active: false, percentage: 20, version: 2 };
    const both = await Promise.all([change("FORMS", again), change("FORMS", again)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    // The version is required, to detect concurrent changes.
    expect((await operator.put("coupons/FORMS", terms())).body["fields"]).toHaveProperty("version");
    expect(await test.audit("FORMS")).toHaveLength(3);
  });

  it("rejects a limit below used and claimed", async () => {
    await create("LIMITED", { maxUses: 5 });
    await test.registered("B6", { appliedCouponCode: "LIMITED" });
    await test.registered("B7", { appliedCouponCode: "LIMITED" });
    const under = await change("LIMITED", { maxUses: 1 });
    expect(apiError(under)).toEqual([400, "invalid_request"]);
    expect(under.body["fields"]).toEqual({ maxUses: ["The limit is at least 2: so many are used or claimed already"] });
    expect((await change("LIMITED", { maxUses: 2 })).status).toBe(200);
    expect(await one("LIMITED")).toMatchObject({ maxUses: 2, claimed: 2, status: "used_up" });
  });

  it.each([0, 1, 2, 3])("racing a claim, never allows more than the limit: round %i", async (round) => {
    const name = `RACE${round}`;
    await create(name, { maxUses: 2 });
    await test.registered(`B${20 + round}`, { appliedCouponCode: name });
    const visitor = await test.mela.holder(`B${10 + round}`);
    const [claimed, lowered] = await Promise.all([
      visitor.register(`B${10 + round}`, { appliedCouponCode: name }),
      operator.put(`coupons/${name}`, terms({ maxUses: 1, version: 1 })),
    ]);
    expect([claimed.status === 201, lowered.status === 200].filter(Boolean)).toHaveLength(1);
    const coupon = await one(name);
    expect(Number(coupon?.["claimed"])).toBeLessThanOrEqual(Number(coupon?.["maxUses"]));
  });

  it("returns coupon_not_found for an unknown coupon", async () => {
    expect(apiError(await change("NOWHERE"))).toEqual([404, "coupon_not_found"]);
    expect(await test.audit("NOWHERE")).toEqual([]);
  });
});
