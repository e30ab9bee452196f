import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { until } from "@sakhi/testkit/until";
import { MelaTest, type Answer } from "../bookings/mela.js";

// Stall sales by the database's clock, against the real statement and its transactions, by the millisecond.

const mela = await MelaTest.start({ RATE_LIMITS: "off", DATABASE_POOL_SIZE: "20" });
beforeEach(async () => {
  await mela.empty();
  await sell(null, null);
});
afterAll(() => mela.close());

/** Sells stalls from and until so many ms from now; null: without that bound. @returns both bounds */
async function sell(from: number | null, end: number | null): Promise<{ opens: Date; closes: Date }> {
  const [bounds] = await mela.query<{ opens: Date; closes: Date }>(
    `UPDATE events SET sales_open_at = clock_timestamp() + $1 * interval '1 ms',
                       sales_close_at = clock_timestamp() + $2 * interval '1 ms'
     RETURNING sales_open_at AS opens, sales_close_at AS closes`,
    [from, end],
  );
  if (bounds === undefined) throw new Error("there is no event");
  return bounds;
}

const code = ({ status, body }: Answer): unknown => body["code"] ?? status;
const holds = () =>
  mela.query<{ stallId: string; heldAt: Date; state: string }>(
    `SELECT stall_id AS "stallId", held_at AS "heldAt", state FROM bookings ORDER BY held_at`,
  );

describe("when stalls are sold", () => {
  it("refuses before with the time of the opening, and after with that of the close", async () => {
    const { opens } = await sell(60_000, 120_000);
    const opensAt = opens.toISOString();
    expect(await mela.visitor().reserve("B1")).toMatchObject({
      status: 409,
      body: { code: "sales_not_open", opensAt },
    });
    const { closes } = await sell(-120_000, -60_000);
    const closedAt = closes.toISOString();
    expect(await mela.visitor().reserve("B1")).toMatchObject({ status: 409, body: { code: "sales_closed", closedAt } });
    expect(await holds()).toEqual([]);
    expect(await mela.count("visitors")).toBe(0);
  });

  it("sells until the close to the millisecond: one visitor after another across it", async () => {
    await sell(-60_000, 1_500);
    const answers: Answer[] = [];
    // Each tries a stall of its own, without a pause, until well after the close.
    for (let n = 0, refused = 0; refused < 5; n += 1) {
      const visitor = mela.visitor();
      const answer = await visitor.reserve(`B${1 + (n % 50)}`);
      answers.push(answer);
      if (code(answer) === "sales_closed") refused += 1;
      else await visitor.release(`B${1 + (n % 50)}`);
    }
    const codes = answers.map(code);
    const first = codes.indexOf("sales_closed");
    expect(first).toBeGreaterThan(0);
    expect(codes.slice(0, first).every((each) => each === 201)).toBe(true);
    expect(codes.slice(first).every((each) => each === "sales_closed")).toBe(true);
    // By PostgreSQL's clock, which is finer than a Date.
    const [held] = await mela.query<{ count: number; late: number }>(
      `SELECT count(*)::int AS count, count(*) FILTER (WHERE held_at >= sales_close_at)::int AS late
         FROM bookings, events`,
    );
    expect(held).toEqual({ count: first, late: 0 });
  });

  it("lets a booking that was started before the close be registered and paid for after it", async () => {
    const visitor = mela.visitor();
    expect((await visitor.reserve("B1")).status).toBe(201);
    await sell(-60_000, -1);
    expect((await visitor.reserve("B1")).status).toBe(200);
    const registered = await visitor.register("B1");
    expect(registered.status).toBe(201);
    expect(code(await visitor.reserve("B2"))).toBe("sales_closed");
    expect(await holds()).toEqual([expect.objectContaining({ stallId: "B1", state: "registered" })]);
  });

  it("gives nothing to a transaction that waited beyond the close", async () => {
    // A registration makes the change of stall a case of the transactions.
    const visitor = await mela.registrant("B1");
    const holder = mela.db.source.createQueryRunner();
    await holder.startTransaction();
    await holder.query("SELECT FROM stalls WHERE stall_id IN ('B1', 'B2') FOR UPDATE");
    const { closes } = await sell(-60_000, 700);
    const waiting = visitor.reserve("B2");
    await until("sales to be over", async () => {
      return (await mela.value<boolean>("SELECT clock_timestamp() >= $1 AS over", [closes])) === true;
    });
    await holder.rollbackTransaction();
    await holder.release();
    expect(code(await waiting)).toBe("sales_closed");
    expect(await holds()).toEqual([expect.objectContaining({ stallId: "B1", state: "registered" })]);
  });

  it("opens at its moment for 300 who wait: nobody before, each stall once, all stalls gone", async () => {
    const stalls = (await mela.query<{ id: string }>("SELECT stall_id AS id FROM stalls ORDER BY stall_id")).map(
      ({ id }) => id,
    );
    const waiting = Array.from({ length: 300 }, (_, n) => {
      const visitor = mela.visitor();
      return () => visitor.reserve(stalls[n % stalls.length] ?? "B1").then(code);
    });
    // Each presses again and again for the stall of their choice until sales have opened.
    const { opens } = await sell(1_000, null);
    const answers = await Promise.all(
      waiting.map(async (press) => {
        let answer = await press();
        while (answer === "sales_not_open") answer = await press();
        return answer;
      }),
    );
    expect(answers.filter((each) => each === 201)).toHaveLength(stalls.length);
    expect(answers.filter((each) => each === "stall_reserved")).toHaveLength(300 - stalls.length);
    const held = await holds();
    expect(new Set(held.map(({ stallId }) => stallId)).size).toBe(stalls.length);
    expect(held[0]?.heldAt.getTime()).toBeGreaterThanOrEqual(opens.getTime());
  });
});
