import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { until } from "@sakhi/testkit/until";
import { codeOf, MelaTest, type TestResponse } from "../bookings/mela.js";

// The sales window by the database's clock, to the millisecond, in the single statement and in transactions.

const mela = await MelaTest.start({ RATE_LIMITS: "off", DATABASE_POOL_SIZE: "20" });
beforeEach(async () => {
  await mela.empty();
  await mela.setSalesWindow(null, null);
});
afterAll(() => mela.close());

const holds = () =>
  mela.query<{ stallId: string; heldAt: Date; state: string }>(
    `SELECT stall_id AS "stallId", held_at AS "heldAt", state FROM bookings JOIN stalls USING (stall_key) ORDER BY held_at`,
  );

describe("the sales window", () => {
  it("rejects reserves before it with the opening time and after it with the closing time", async () => {
    const { opens } = await mela.setSalesWindow(60_000, 120_000);
    const opensAt = opens.toISOString();
    expect(await mela.visitor().reserve("B1")).toMatchObject({
      status: 409,
      body: { code: "sales_not_open", opensAt },
    });
    const { closes } = await mela.setSalesWindow(-120_000, -60_000);
    const closedAt = closes.toISOString();
    expect(await mela.visitor().reserve("B1")).toMatchObject({ status: 409, body: { code: "sales_closed", closedAt } });
    expect(await holds()).toEqual([]);
    expect(await mela.count("visitors")).toBe(0);
  });

  it("accepts reserves up to the close, to the millisecond", async () => {
    await mela.setSalesWindow(-60_000, 1_500);
    const responses: TestResponse[] = [];
    // Reserves different stalls without a pause until after the close.
    for (let n = 0, refused = 0; refused < 5; n += 1) {
      const visitor = mela.visitor();
      const response = await visitor.reserve(`B${1 + (n % 50)}`);
      responses.push(response);
      if (codeOf(response) === "sales_closed") refused += 1;
      else await visitor.release(`B${1 + (n % 50)}`);
    }
    const codes = responses.map(codeOf);
    const first = codes.indexOf("sales_closed");
    expect(first).toBeGreaterThan(0);
    expect(codes.slice(0, first).every((each) => each === 201)).toBe(true);
    expect(codes.slice(first).every((each) => each === "sales_closed")).toBe(true);
    // Compared in PostgreSQL, whose timestamps are more precise than a Date.
    const [held] = await mela.query<{ count: number; late: number }>(
      `SELECT count(*)::int AS count, count(*) FILTER (WHERE held_at >= sales_close_at)::int AS late
         FROM bookings, events`,
    );
    expect(held).toEqual({ count: first, late: 0 });
  });

  it("lets a hold reserved before the close be registered after it", async () => {
    const visitor = mela.visitor();
    expect((await visitor.reserve("B1")).status).toBe(201);
    await mela.setSalesWindow(-60_000, -1);
    expect((await visitor.reserve("B1")).status).toBe(200);
    const registered = await visitor.register("B1");
    expect(registered.status).toBe(201);
    expect(codeOf(await visitor.reserve("B2"))).toBe("sales_closed");
    expect(await holds()).toEqual([expect.objectContaining({ stallId: "B1", state: "registered" })]);
  });

  it("rejects a transaction that waited for a lock until after the close", async () => {
    // Replacing a registration is handled by a transaction.
    const visitor = await mela.registrant("B1");
    const holder = mela.db.source.createQueryRunner();
    await holder.startTransaction();
    await holder.query("SELECT FROM stalls WHERE stall_id IN ('B1', 'B2') FOR UPDATE");
    const { closes } = await mela.setSalesWindow(-60_000, 700);
    const waiting = visitor.reserve("B2");
    await until("sales to be over", async () => {
      return (await mela.value<boolean>("SELECT clock_timestamp() >= $1 AS over", [closes])) === true;
    });
    await holder.rollbackTransaction();
    await holder.release();
    expect(codeOf(await waiting)).toBe("sales_closed");
    expect(await holds()).toEqual([expect.objectContaining({ stallId: "B1", state: "registered" })]);
  });

  it("opens two events on time, each for 300 waiting visitors: none before its second, every stall reserved once", async () => {
    const SECOND = "the-second-mela";
    await mela.addEvent(SECOND, "The Second Mela");
    const stalls = await mela.column("SELECT DISTINCT stall_id FROM stalls ORDER BY stall_id");
    // The second opens while the first one's visitors still try.
    await mela.query(
      `UPDATE events SET sales_open_at = clock_timestamp() + CASE WHEN slug = $1 THEN interval '1500 ms' ELSE interval '1 s' END`,
      [SECOND],
    );
    const waiting = [undefined, SECOND].map((event) =>
      Array.from({ length: 300 }, async (_, n) => {
        const visitor = mela.visitor();
        visitor.event = event;
        const reserve = () => visitor.reserve(stalls[n % stalls.length] ?? "B1").then(codeOf);
        // Each visitor retries their stall until sales have opened.
        let response = await reserve();
        while (response === "sales_not_open") response = await reserve();
        return response;
      }),
    );
    for (const event of waiting) {
      const responses = await Promise.all(event);
      expect(responses.filter((each) => each === 201)).toHaveLength(stalls.length);
      expect(responses.filter((each) => each === "stall_reserved")).toHaveLength(300 - stalls.length);
    }
    // Compared in PostgreSQL, whose timestamps are more precise than a Date.
    const held = await mela.query<{ bookings: number; stalls: number; early: number }>(
      `SELECT count(*)::int AS bookings, count(DISTINCT b.stall_key)::int AS stalls,
              count(*) FILTER (WHERE b.held_at < e.sales_open_at)::int AS early
         FROM bookings b JOIN stalls s USING (stall_key) JOIN events e ON e.id = s.event_id GROUP BY e.id`,
    );
    const all = { bookings: stalls.length, stalls: stalls.length, early: 0 };
    expect(held).toEqual([all, all]);
  });
});
