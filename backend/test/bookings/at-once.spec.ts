import { setImmediate } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { BOOKING_STATES } from "@sakhi/domain/bookings/booking.states";
import { releaseVerdict, reserveVerdict, type BookingOnStall } from "@sakhi/domain/bookings/stall.rules";
import { salesVerdict } from "@sakhi/domain/events/sales.rules";
import { BookingsRepository } from "../../src/bookings/bookings.repository.js";
import { Database } from "../../src/platform/database/database.js";
import { OutboxRepository } from "../../src/platform/outbox/outbox.js";
import { coalesced } from "../../src/platform/relay/outbox-relay.js";
import { until } from "@sakhi/testkit/until";
import pg from "pg";
import { apiError, codeOf, MelaTest, type TestResponse, type TestVisitor } from "./mela.js";

// Compares the SQL functions of backend/assets/schema.sql with the domain's rules and with the services' transactions.

const mela = await MelaTest.start({ RATE_LIMITS: "on" });
const bookings = mela.app.get(BookingsRepository, { strict: false });
const database = mela.app.get(Database, { strict: false });
beforeEach(async () => {
  await mela.setSalesWindow(null, null);
  await mela.empty();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => mela.close());

describe("the SQL verdict functions", () => {
  const every: (BookingOnStall | undefined)[] = [
    undefined,
    ...BOOKING_STATES.flatMap((state) =>
      [true, false].flatMap((own) => [true, false].map((expired) => ({ state, own, expired }))),
    ),
  ];

  const cases = every.filter((each) => each?.expired !== true || /held|registered/.test(each.state));
  const evaluate = async (call: string, ...parameters: unknown[]): Promise<string | undefined> =>
    (await mela.query<{ verdict: string }>(`SELECT ${call} AS verdict`, parameters))[0]?.verdict;

  it("return the domain's verdict on releasing a stall", async () => {
    expect(cases.length).toBeGreaterThan(15);
    for (const on of cases) {
      const found = await evaluate("release_verdict($1, $2, $3)", on?.state, on?.own, on?.expired);
      expect([on, found]).toEqual([on, releaseVerdict(on)]);
    }
  });

  it("return the domain's verdict on reserving, before, during and after sales", async () => {
    for (const sales of ["open", "sales_not_open", "sales_closed"] as const) {
      for (const on of cases) {
        const found = await evaluate("reserve_verdict($1, $2, $3, $4)", on?.state, on?.own, on?.expired, sales);
        expect([sales, on, found]).toEqual([sales, on, reserveVerdict(on, sales)]);
      }
    }
  });

  it("return the domain's verdict on the sales window, to the millisecond", async () => {
    const at = new Date("2026-11-01T04:30:00.000Z");
    const bounds = [null, ...[-60_000, -1, 0, 1, 60_000].map((ms) => new Date(at.getTime() + ms))];
    for (const opensAt of bounds) {
      for (const closesAt of bounds) {
        const found = await evaluate(
          "sales_verdict($1::timestamptz, $2::timestamptz, $3::timestamptz)",
          ...[opensAt, closesAt, at],
        );
        expect([opensAt, closesAt, found]).toEqual([opensAt, closesAt, salesVerdict({ opensAt, closesAt }, at)]);
      }
    }
  });
});

/** All rows written by reserving and releasing, without ids and times. Hold durations in minutes, as a busy machine takes seconds. */
async function rowsWritten(): Promise<unknown> {
  const everything = {
    bookings: await mela.query(
      `SELECT stall_id, state, release_reason, price_paise, network IS NOT NULL AS network,
              ended_at IS NOT NULL AS ended, round(extract(epoch FROM hold_expires_at - held_at) / 60)::int AS minutes
         FROM bookings ORDER BY held_at`,
    ),
    events: await mela.query(
      `SELECT b.stall_id, e.kind, e.actor, e.detail, e.transaction_id IS NOT NULL AS traced
         FROM booking_events e JOIN bookings b ON b.id = e.booking_id ORDER BY e.id`,
    ),
    outbox: await mela.query(
      `SELECT o.topic, o.payload - 'workflowId' - 'args' AS payload,
              o.payload->>'workflowId' = 'stall-booking/' || b.id AS of_booking,
              o.payload->'args' = jsonb_build_array(jsonb_build_object('bookingId', b.id)) AS args
         FROM outbox o LEFT JOIN bookings b ON o.payload->>'workflowId' = 'stall-booking/' || b.id ORDER BY o.id`,
    ),
    mails: await mela.query("SELECT template FROM mails ORDER BY template"),
    visitors: await mela.count("visitors"),
  };
  return JSON.parse(JSON.stringify(everything).replaceAll(/MELA\w+|[\da-f]{8}(?:-[\da-f]{4,12}){4}/g, "…"));
}

/** A response without ids and times, which differ between runs. */
const normalized = ({ status, body }: TestResponse): unknown => {
  const { expiresAt, serverTime, orderId: _differs, opensAt, closedAt, ...rest } = body;
  const minutes = Math.round((Date.parse(String(expiresAt)) - Date.parse(String(serverTime))) / 60_000);
  return {
    status,
    ...rest,
    bounds: [typeof opensAt, typeof closedAt],
    ...(serverTime === undefined ? {} : { minutes }),
  };
};

/** Steps of two visitors, and whether single statements handle them all. */
const CASES: readonly [string, boolean, string][] = [
  ["a free stall", true, "one reserves B1"],
  ["a free stall, by a visitor with a cookie", true, "one looks, one reserves B1"],
  ["a stall that does not exist", true, "one reserves C7"],
  ["the visitor's own hold again", true, "one reserves B1, one reserves B1"],
  ["another visitor's hold", true, "one reserves B1, two reserves B1"],
  ["an expired hold", true, "one reserves B1, B1 expires, two reserves B1"],
  ["another stall, replacing the own hold", true, "one reserves B1, one reserves B2, one reserves A1"],
  ["another stall, replacing the own expired hold", true, "one reserves B1, B1 expires, one reserves B2"],
  ["a blocked stall and a free one", true, "B2 blocked, two reserves B2, one reserves B3"],
  ["before and after sales", true, "sales ahead, one reserves B1, one reserves C7, sales over, two reserves B1"],
  [
    "the own hold again after sales, and no other stall",
    true,
    "one reserves B1, sales over, one reserves B1, one reserves B2, two reserves B1, one releases B1, one reserves B1",
  ],
  [
    "releasing the own hold twice, and another visitor's not",
    true,
    "one reserves B1, two reserves B2, two releases B1, one releases B1, one releases B1, one releases C7",
  ],
  ["releasing an expired hold", true, "one reserves B1, B1 expires, one releases B1"],
  ["another stall, replacing a registration", false, "one reserves B1, one registers B1, one reserves B2"],
  ["an expired registration", false, "one reserves B1, one registers B1, B1 expires, two reserves B1"],
  ["releasing a registration", false, "one reserves B1, one registers B1, one releases B1"],
];

describe("reserve and release have the same result in one statement as in a transaction", () => {
  /** @returns the responses and the rows written */
  async function run(steps: string): Promise<unknown> {
    await mela.setSalesWindow(null, null);
    const visitors: Readonly<Record<string, TestVisitor>> = { one: mela.visitor(), two: mela.visitor() };
    const actions: Readonly<Record<string, (who: string, stallId: string) => Promise<unknown>>> = {
      looks: async (who) => void (await visitors[who]!.myHold()),
      reserves: (who, stallId) => visitors[who]!.reserve(stallId),
      registers: (who, stallId) => visitors[who]!.register(stallId),
      releases: (who, stallId) => visitors[who]!.release(stallId),
      expires: (stallId) => mela.expire(stallId),
      blocked: (stallId) => mela.block(stallId),
      ahead: async () => void (await mela.setSalesWindow(60_000, 120_000)),
      over: async () => void (await mela.setSalesWindow(-120_000, -1_000)),
    };
    const responses: unknown[] = [];
    for (const step of steps.split(", ")) {
      const [who = "", what = "", stallId = ""] = step.split(" ");
      const response = await actions[what]!(who, stallId);
      if (response !== undefined) responses.push(normalized(response as TestResponse));
    }
    return { responses, rows: await rowsWritten() };
  }

  it.each(CASES)("%s", async (_what, atOnce, steps) => {
    const transactions = jest.spyOn(database, "transaction");
    const atOnceResult = await run(steps);
    expect(transactions.mock.calls.length > 0).toBe(!atOnce);
    await mela.empty();

    jest.spyOn(bookings, "reserveAtOnce").mockResolvedValue({ outcome: "slow" });
    jest.spyOn(bookings, "releaseAtOnce").mockImplementation(async (stallId) => {
      const stalls = await mela.query("SELECT FROM stalls WHERE stall_id = $1", [stallId]);
      return { outcome: stalls.length === 0 ? "stall_not_found" : "slow", orderId: null };
    });
    expect(atOnceResult).toEqual(await run(steps));
  });
});

describe("side effects of a hold", () => {
  it("are notified after the statement, so that concurrent reserves can group their commits", async () => {
    const client = new pg.Client({ connectionString: mela.config.databaseUrl });
    const received: string[] = [];
    await client.connect();
    client.on("notification", ({ channel }) => received.push(channel));
    await client.query("LISTEN layout; LISTEN outbox; LISTEN witness");
    // Flushes the pending notifications of earlier tests.
    database.notify({ channel: "witness", payload: "" });
    await until("all earlier notifications", () => received.includes("witness"));
    received.length = 0;
    const notify = jest.spyOn(database, "notify").mockImplementation(() => undefined);
    try {
      const visitor = mela.visitor();
      expect((await visitor.reserve("B1")).status).toBe(201);
      expect((await visitor.reserve("B2")).status).toBe(201);
      expect((await visitor.release("B2")).status).toBe(200);
      await mela.query("SELECT pg_notify('witness', '')");
      await until("the witness", () => received.length > 0);
      expect(received).toEqual(["witness"]);
      expect(notify.mock.calls).toEqual(Array(3).fill([{ channel: "layout", payload: "" }]));
    } finally {
      await client.end();
    }
  });

  it("are notified at most every 20 ms, without losing a notification", async () => {
    const client = new pg.Client({ connectionString: mela.config.databaseUrl });
    const received = new Set<string>();
    await client.connect();
    client.on("notification", ({ payload = "" }) => received.add(payload));
    await client.query("LISTEN witness");
    const statements = jest.spyOn(database, "queryAutocommit");
    try {
      const began = performance.now();
      let sent = 0;
      for (; performance.now() - began < 100; sent += 1) {
        database.notify({ channel: "witness", payload: String(sent) });
        await setImmediate();
      }
      await until("every notification", () => received.size === sent);
      // Node's timers may fire a millisecond early.
      expect(statements.mock.calls.length).toBeLessThanOrEqual(1 + (performance.now() - began) / 19);
    } finally {
      statements.mockRestore();
      await client.end();
    }
  });

  it("delay the workflow by a second, so that a hold released before is claimed together with its end", async () => {
    const outbox = new OutboxRepository(database);
    const claim = () => outbox.claim("workflow", 2, 1_000);
    const [one, other] = [mela.visitor(), mela.visitor()];
    await one.reserve("B1");
    await other.reserve("B2");
    await one.release("B1");
    expect(await claim()).toEqual([]);
    await mela.query("UPDATE outbox SET not_before = not_before - interval '1 second'");
    const claimed = (await claim()) as { payload: { workflowId: string; begins?: true; ends?: true } }[];
    expect(claimed.map(({ payload: { begins, ends } }) => ({ begins, ends }))).toEqual([
      { begins: true, ends: undefined },
      { begins: undefined, ends: true },
    ]);
    expect(new Set(claimed.map(({ payload }) => payload.workflowId)).size).toBe(1);
    expect(coalesced(claimed as never)).toEqual([expect.objectContaining({ payload: undefined })]);
    expect(await claim()).toHaveLength(1);
  });
});

describe("a network near its limit", () => {
  it("serializes its reserves until the one before has committed", async () => {
    const [first, second] = [1, 2].map(() => new pg.Client({ connectionString: mela.config.databaseUrl }));
    await Promise.all([first!.connect(), second!.connect()]);
    const reserve = async (client: pg.Client, stallId: string): Promise<unknown> => {
      const { rows } = await client.query<{ outcome: string }>(
        `SELECT outcome FROM reserve_stall(gen_random_uuid(), $1, gen_random_uuid(), true, 600, 'one network', 4711, 1, 1)`,
        [stallId],
      );
      return rows[0]?.outcome;
    };
    try {
      await first!.query("BEGIN");
      expect(await reserve(first!, "B1")).toBe("reserved");
      await second!.query("SET lock_timeout = '200 ms'");
      // Lock not available.
      await expect(reserve(second!, "B2")).rejects.toMatchObject({ code: "55P03" });
      await first!.query("COMMIT");
      expect(await reserve(second!, "B2")).toBe("slow");
    } finally {
      await Promise.all([first!.end(), second!.end()]);
    }
  });

  it("is handled by the services when it is at the limit or blocked", async () => {
    const run = jest.spyOn(database, "transaction");
    const office = (n: number) => mela.visitor(`2001:db8:9:1::${n}`);
    for (let n = 1; n <= 10; n += 1) expect((await office(n).reserve(`B${n}`)).status).toBe(201);
    expect(run).not.toHaveBeenCalled();
    expect((await office(11).reserve("B11")).body["code"]).toBe("proof_required");
    await mela.query(
      `INSERT INTO network_blocks (network, expires_at)
       SELECT network, clock_timestamp() + interval '1 hour' FROM bookings LIMIT 1`,
    );
    expect((await office(12).reserve("B12")).body["code"]).toBe("network_blocked");
  });
});

describe("the hold limit of a visitor", () => {
  it("allows 30 an hour, then returns Retry-After; errors and repeated reserves do not count", async () => {
    const [visitor, began] = [mela.visitor("2001:db8:9:2::1"), performance.now()];
    await mela.block("B50");
    // The first reserve has no cookie yet, so it counts for the address only.
    for (let hold = 0; hold <= 30; hold += 1) {
      const stallId = `B${1 + (hold % 2)}`;
      expect(codeOf(await visitor.reserve(stallId))).toBe(201);
      if (hold % 10 !== 5) continue;
      expect(codeOf(await visitor.reserve(stallId))).toBe(200);
      expect(codeOf(await visitor.reserve("B50"))).toBe("stall_reserved");
    }
    const refused = await visitor.reserve("B2");
    expect(apiError(refused)).toEqual([429, "rate_limited"]);
    // An hour after the first counted hold.
    const seconds = (performance.now() - began) / 1000;
    expect(Number(refused.headers["retry-after"])).toBeGreaterThanOrEqual(3600 - seconds - 1);
    expect((await mela.history("B1")).at(-1)).toBe("held");
    expect(codeOf(await mela.visitor().reserve("B2"))).toBe(201);
  });
});
