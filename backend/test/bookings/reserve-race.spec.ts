import { afterAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { SeededRandom } from "@sakhi/testkit/seeded-random";
import { until } from "@sakhi/testkit/until";
import { Database } from "../../src/platform/database/database.js";
import { FLOOR_PLAN } from "../../src/stalls/stalls.seed.js";
import { type TestResponse, codeOf, countByCode, MelaTest, type TestVisitor } from "./mela.js";

// No retries: a race condition must fail the run even if it occurs rarely.
jest.retryTimes(0);

const mela = await MelaTest.start();
beforeEach(() => mela.empty());
afterAll(() => mela.close());

/** Polls for doubly booked stalls until `stop` is called, which returns those found. */
function watch(): { checks: () => number; stop: () => Promise<string[]> } {
  const watched = { over: false, checks: 0 };
  const watching = (async () => {
    const found: string[] = [];
    while (!watched.over) {
      found.push(...(await mela.doublyBooked()));
      watched.checks += 1;
    }
    return found;
  })();
  return {
    checks: () => watched.checks,
    stop: () => {
      watched.over = true;
      return watching;
    },
  };
}

describe("concurrent visitors", () => {
  it.each([
    ["free stall", ["held"]],
    ["stall with an expired hold", ["released: hold_expired", "held"]],
  ])("get a %s exactly once; 49 of 50 get stall_reserved", async (_what, history) => {
    if (history.length > 1) {
      await mela.holder("B12");
      await mela.expire("B12");
    }
    const responses = await Promise.all(mela.visitors(50).map((visitor) => visitor.reserve("B12")));
    expect(countByCode(responses)).toEqual({ 201: 1, stall_reserved: 49 });
    for (const { body } of responses.filter((response) => response.status === 409))
      expect((body["similar"] as { stallId: string }[]).map(({ stallId }) => stallId)).toEqual(["B11", "B13", "B10"]);
    expect(await mela.history("B12")).toEqual(history);
    const released = (await mela.eventLog("B12")).filter((line) => line.startsWith("hold_released"));
    expect([released.length, await mela.count("bookings")]).toEqual([history.length - 1, history.length]);
  });

  it("never book a stall twice while 150 of them reserve, register, release and expire", async () => {
    // The same choices in every run.
    const random = new SeededRandom(2026);
    const watching = watch();
    const responses: TestResponse[] = [];
    const shop = async (visitor: TestVisitor): Promise<void> => {
      for (let turn = 0; turn < 4; turn += 1) {
        const { stallId } = random.one(FLOOR_PLAN);
        const response = await visitor.reserve(stallId);
        responses.push(response);
        if (response.status >= 400) continue;
        const next = random.between(0, 3);
        if (next === 0) responses.push(await visitor.release(stallId));
        if (next === 1) responses.push(await visitor.register(stallId));
        if (next === 2) await mela.expire(stallId);
      }
    };
    // Repeats on very slow machines until the poll has run often enough.
    do await Promise.all(mela.visitors(150).map(shop));
    while (watching.checks() <= 10);
    expect(await watching.stop()).toEqual([]);
    expect(await mela.doublyBooked()).toEqual([]);
    // `expire` may hit a later visitor's hold on the stall, whose registration is then rejected with hold_expired.
    const codes = Object.keys(countByCode(responses)).toSorted();
    const known = ["200", "201", "not_yours", "hold_expired", "stall_reserved"];
    expect(codes.filter((code) => !known.includes(code))).toEqual([]);
    const holds = await mela.query(
      "SELECT visitor_id FROM bookings WHERE state IN ('held', 'registered') GROUP BY visitor_id HAVING count(*) > 1",
    );
    expect(holds).toEqual([]);
    // Every booking has one reserved event, every released one also one hold_released event.
    const wronglyRecorded = await mela.query(
      `SELECT b.id FROM bookings b LEFT JOIN booking_events e ON e.booking_id = b.id
        GROUP BY b.id, b.state
       HAVING count(*) FILTER (WHERE e.kind = 'reserved') <> 1
           OR count(*) FILTER (WHERE e.kind = 'hold_released') <> CASE b.state WHEN 'released' THEN 1 ELSE 0 END`,
    );
    expect(wronglyRecorded).toEqual([]);
  });
});

describe("the lock order", () => {
  it("lets two visitors swap expired stalls a hundred times without an error", async () => {
    const [one, two] = [mela.visitor(), mela.visitor()];
    await one.reserve("B1");
    await two.reserve("B2");
    const responses: TestResponse[] = [];
    for (let swap = 0; swap < 100; swap += 1) {
      // Both holds have expired: each visitor releases both bookings, in opposite order.
      await mela.expire("B1");
      await mela.expire("B2");
      const [first, second] = swap % 2 === 0 ? ["B2", "B1"] : ["B1", "B2"];
      responses.push(...(await Promise.all([one.reserve(first), two.reserve(second)])));
      expect(await mela.doublyBooked()).toEqual([]);
    }
    expect(countByCode(responses)).toEqual({ 201: 200 });
  });

  it("lets two visitors contend for each other's live holds without an error", async () => {
    const [one, two] = [mela.visitor(), mela.visitor()];
    const responses: TestResponse[] = [];
    for (let turn = 0; turn < 50; turn += 1) {
      const [first, second] = turn % 2 === 0 ? ["B3", "B4"] : ["B4", "B3"];
      responses.push(
        ...(await Promise.all([one.reserve(first), two.reserve(second), one.release(second), two.release(first)])),
      );
    }
    const codes = Object.keys(countByCode(responses));
    expect(codes.filter((code) => !["200", "201", "not_yours", "stall_reserved"].includes(code))).toEqual([]);
  });
});

describe("one visitor in several tabs", () => {
  it("has one hold after reserving five stalls concurrently", async () => {
    const visitor = mela.visitor();
    await visitor.myHold();
    const stalls = ["B5", "B6", "B7", "B8", "B9"];
    const responses = await Promise.all(stalls.map((stallId) => visitor.reserve(stallId)));
    expect(countByCode(responses)).toEqual({ 201: 5 });
    const states = await mela.column("SELECT state FROM bookings ORDER BY state");
    expect(states.join()).toBe("held,released,released,released,released");
  });

  it("gets the same hold from a double click", async () => {
    const visitor = mela.visitor();
    await visitor.myHold();
    const responses = await Promise.all([visitor.reserve("B10"), visitor.reserve("B10")]);
    expect(responses.map((response) => response.status).toSorted()).toEqual([200, 201]);
    expect(responses[0].body["expiresAt"]).toBe(responses[1].body["expiresAt"]);
  });

  it("keeps no registration when registering and releasing concurrently", async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const visitor = await mela.holder("B11");
      const [registered, released] = await Promise.all([visitor.register("B11"), visitor.release("B11")]);
      expect(released.body).toEqual({ released: true });
      expect([201, "hold_expired"]).toContain(codeOf(registered));
      expect((await visitor.myHold()).body).toBeNull();
      expect(await mela.query("SELECT 1 FROM orders WHERE state = 'unsent'")).toEqual([]);
    }
  });
});

describe("a violation of a unique index", () => {
  /** Runs `change` in a separate transaction that commits only once another session waits for it. */
  async function commitUnderWait<T>(change: string, meanwhile: () => Promise<T>): Promise<T> {
    const runner = mela.db.source.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query(change);
      const [own] = (await runner.query("SELECT pg_backend_pid() AS pid")) as { pid: number }[];
      const response = meanwhile();
      // Sessions blocked by this one; other spec files share the server.
      await until("a blocked session", async () => {
        const waiting = await mela.query(
          "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND $1 = ANY (pg_blocking_pids(pid))",
          [own?.pid],
        );
        return waiting.length > 0;
      });
      await runner.commitTransaction();
      return await response;
    } finally {
      await runner.release();
    }
  }

  it("by concurrent late money for the stall becomes stall_reserved", async () => {
    const payer = await mela.registrant("B20");
    await payer.release("B20");
    const run = jest.spyOn(mela.app.get(Database, { strict: false }), "transaction");
    const response = await commitUnderWait(
      "UPDATE bookings SET state = 'sold', release_reason = NULL WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = 'B20')",
      () => mela.visitor().reserve("B20"),
    );
    const index = { constraint: "bookings_one_live_per_stall" };
    await expect(run.mock.results[0]?.value).rejects.toMatchObject(index);
    run.mockRestore();
    expect([response.status, response.body["code"]]).toEqual([409, "stall_reserved"]);
    expect(response.body["similar"]).toHaveLength(3);
    expect(await mela.history("B20")).toEqual(["sold"]);
  });

  it("cannot be caused by the visitor's own booking that returns from payment: it is waited for and replaced", async () => {
    const visitor = await mela.registrant("B21");
    await mela.force("B21", "paying");
    const run = jest.spyOn(mela.app.get(Database, { strict: false }), "transaction");
    const response = await commitUnderWait(
      "UPDATE bookings SET state = 'registered', pay_until = NULL WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = 'B21')",
      () => visitor.reserve("B22"),
    );
    await expect(run.mock.results[0]?.value).resolves.toMatchObject({ alreadyHeld: false });
    run.mockRestore();
    expect(response.status).toBe(201);
    expect(await mela.history("B21")).toEqual(["released: replaced"]);
    expect(await mela.history("B22")).toEqual(["held"]);
  });
});

describe("all tests of this file", () => {
  it("caused no deadlock, so that the lock order holds without the retries", async () => {
    const deadlocks = "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()";
    expect(await mela.value<number>(deadlocks)).toBe(0);
  });
});
