import { afterAll, describe, expect, it } from "@jest/globals";
import { seedCoupons } from "../../src/coupons/coupons.seed.js";
import { until } from "@sakhi/testkit/until";
import { FLOOR_PLAN } from "../../src/stalls/floor-plan.js";
import { seedStalls } from "../../src/stalls/stalls.seed.js";
import { MelaTest } from "./mela.js";

const mela = await MelaTest.start();
afterAll(() => mela.close());

interface LayoutStall {
  readonly stallId: string;
  readonly status: string;
  readonly price: number;
}
async function layout(): Promise<LayoutStall[]> {
  return (await mela.visitor().get("/api/v1/mela/layout")).body as unknown as LayoutStall[];
}
async function statusOf(stallId: string): Promise<string | undefined> {
  return (await layout()).find((stall) => stall.stallId === stallId)?.status;
}

/** What somebody else has done is seen within 100 ms: at the notification, or at the next look. */
async function shows(stallId: string, status: string): Promise<void> {
  await until(`${stallId} to be ${status}`, async () => (await statusOf(stallId)) === status);
}

describe("GET /api/v1/mela/layout", () => {
  it("lists the 70 stalls in their order, free, with price and place, and makes no visitor", async () => {
    const answer = await mela.visitor().get("/api/v1/mela/layout");
    expect(answer.status).toBe(200);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    const stalls = answer.body as unknown as LayoutStall[];
    expect(stalls.map((stall) => stall.stallId)).toEqual(
      ["A", "B"].flatMap((letter) =>
        Array.from({ length: letter === "A" ? 20 : 50 }, (_, index) => `${letter}${index + 1}`),
      ),
    );
    expect(stalls[0]).toEqual({
      stallId: "A1",
      type: "Premium",
      price: 36_000,
      status: "Available",
      x: 40,
      y: 35,
      layoutVersion: 1,
    });
    expect(stalls[31]).toMatchObject({ stallId: "B12", type: "General", price: 27_000, x: 0, y: 80 });
  });

  it("follows a booking: reserved while held, registered and paying, sold at the end", async () => {
    const visitor = mela.visitor();
    expect(await statusOf("B1")).toBe("Available");
    await visitor.reserve("B1");
    expect(await statusOf("B1")).toBe("Reserved");
    await visitor.register("B1");
    expect(await statusOf("B1")).toBe("Reserved");
    await mela.force("B1", "paying");
    expect(await statusOf("B1")).toBe("Reserved");
    await mela.force("B1", "sold");
    await shows("B1", "Sold");
  });

  it("reads an expired hold as available, though nobody released it, and a blocked stall as reserved", async () => {
    await mela.registrant("B2");
    await mela.expire("B2");
    await shows("B2", "Available");
    expect(await mela.history("B2")).toEqual(["registered"]);
    await mela.block("B3");
    await shows("B3", "Reserved");
  });

  it("answers 304 until a stall changes", async () => {
    const visitor = mela.visitor();
    const first = await visitor.get("/api/v1/mela/layout");
    const etag = String(first.headers["etag"]);
    expect(first.headers["cache-control"]).toBe("no-cache");
    const same = await visitor.get("/api/v1/mela/layout", { "if-none-match": etag });
    expect([same.status, same.body]).toEqual([304, {}]);
    await visitor.reserve("B4");
    expect((await visitor.get("/api/v1/mela/layout", { "if-none-match": etag })).status).toBe(200);
  });
});

describe("the seed", () => {
  it("is planted once: changed prices stay, deleted coupons stay away", async () => {
    await mela.query("UPDATE stalls SET price_paise = 4200000 WHERE stall_id = 'A9'");
    await mela.query("DELETE FROM coupons WHERE code = 'EARLY15'");
    expect([await seedStalls(mela.db.database), await seedCoupons(mela.db.database)]).toEqual([false, false]);
    await until("the new price", async () => {
      return (await layout()).find((stall) => stall.stallId === "A9")?.price === 42_000;
    });
    expect(await mela.query("SELECT code FROM coupons ORDER BY code")).toEqual(
      ["MELA10", "ONCE50", "SAKHI25"].map((code) => ({ code })),
    );
  });

  it("is planted by one of two processes that start together", async () => {
    const fresh = await MelaTest.start();
    try {
      await fresh.query("DELETE FROM stalls");
      await fresh.query("DELETE FROM seeds WHERE name = 'stalls'");
      const planted = await Promise.all([1, 2, 3, 4].map(() => seedStalls(fresh.db.database)));
      expect(planted.filter(Boolean)).toHaveLength(1);
      expect(await fresh.query("SELECT count(*)::int AS n FROM stalls")).toEqual([{ n: FLOOR_PLAN.length }]);
    } finally {
      await fresh.close();
    }
  });
});
