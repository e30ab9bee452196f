import { setImmediate } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { BOOKING_STATES } from "@sakhi/domain/bookings/booking.states";
import { releaseVerdict, reserveVerdict, type BookingOnStall } from "@sakhi/domain/bookings/stall.rules";
import { salesVerdict } from "@sakhi/domain/events/sales.rules";
import { BookingsRepository } from "../../src/bookings/bookings.repository.js";
import { HoldsService } from "../../src/bookings/holds.service.js";
import { Database } from "../../src/platform/database/database.js";
import { OutboxRepository } from "../../src/platform/outbox/outbox.js";
import { coalesced } from "../../src/platform/relay/outbox-relay.js";
import { until } from "@sakhi/testkit/until";
import pg from "pg";
import { MelaTest, type Answer, type TestVisitor } from "./mela.js";

// The functions of backend/assets/schema.sql beside the domain's rules and the services' transactions: the same cases through both.

const mela = await MelaTest.start({ RATE_LIMITS: "on" });
const bookings = mela.app.get(BookingsRepository, { strict: false });
const database = mela.app.get(Database, { strict: false });
/** Sells stalls from and until so many seconds from now; null: without that bound. */
const sell = (from: number | null, until: number | null): Promise<unknown> =>
  mela.query(
    `UPDATE events SET sales_open_at = clock_timestamp() + make_interval(secs => $1),
                       sales_close_at = clock_timestamp() + make_interval(secs => $2)`,
    [from, until],
  );
beforeEach(async () => {
  await sell(null, null);
  await mela.query(
    "TRUNCATE outbox, booking_events, coupon_claims, mails, orders, bookings, visitors, network_blocks CASCADE",
  );
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => mela.close());

describe("the verdicts of the database", () => {
  const every: (BookingOnStall | undefined)[] = [
    undefined,
    ...BOOKING_STATES.flatMap((state) =>
      [true, false].flatMap((own) => [true, false].map((expired) => ({ state, own, expired }))),
    ),
  ];

  const cases = every.filter((each) => each?.expired !== true || /held|registered/.test(each.state));
  const ask = async (call: string, ...parameters: unknown[]): Promise<string | undefined> =>
    (await mela.query<{ verdict: string }>(`SELECT ${call} AS verdict`, parameters))[0]?.verdict;

  it("on giving a stall up are the domain's", async () => {
    expect(cases.length).toBeGreaterThan(15);
    for (const on of cases) {
      const found = await ask("release_verdict($1, $2, $3)", on?.state, on?.own, on?.expired);
      expect([on, found]).toEqual([on, releaseVerdict(on)]);
    }
  });

  it("on reserving are the domain's, before, while and after stalls are sold", async () => {
    for (const sales of ["open", "sales_not_open", "sales_closed"] as const) {
      for (const on of cases) {
        const found = await ask("reserve_verdict($1, $2, $3, $4)", on?.state, on?.own, on?.expired, sales);
        expect([sales, on, found]).toEqual([sales, on, reserveVerdict(on, sales)]);
      }
    }
  });

  it("on when stalls are sold are the domain's, to the millisecond", async () => {
    const at = new Date("2026-11-01T04:30:00.000Z");
    const bounds = [null, ...[-60_000, -1, 0, 1, 60_000].map((ms) => new Date(at.getTime() + ms))];
    for (const opensAt of bounds) {
      for (const closesAt of bounds) {
        const found = await ask(
          "sales_verdict($1::timestamptz, $2::timestamptz, $3::timestamptz)",
          ...[opensAt, closesAt, at],
        );
        expect([opensAt, closesAt, found]).toEqual([opensAt, closesAt, salesVerdict({ opensAt, closesAt }, at)]);
      }
    }
  });
});

/** Everything that reserving and releasing leave behind, without ids and times; what a hold lasts, in minutes: a busy machine takes seconds. */
async function left(): Promise<unknown> {
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

const said = ({ status, body }: Answer): unknown => {
  const { expiresAt, serverTime, orderId: _differs, ...rest } = body;
  const minutes = Math.round((Date.parse(String(expiresAt)) - Date.parse(String(serverTime))) / 60_000);
  return { status, ...rest, ...(serverTime === undefined ? {} : { minutes }) };
};

/** When sales opened or closed differs from try to try. */
const withoutTimes = ({ body: { opensAt, closedAt, ...body }, ...answer }: Answer): Answer => ({
  ...answer,
  body: { ...body, bounds: [typeof opensAt, typeof closedAt] },
});

interface Case {
  readonly what: string;
  /** Whether one statement decides it all. */
  readonly atOnce: boolean;
  readonly act: (one: TestVisitor, two: TestVisitor) => Promise<Answer[]>;
}

const CASES: readonly Case[] = [
  { what: "a free stall", atOnce: true, act: async (one) => [await one.reserve("B1")] },
  {
    what: "a free stall by who has a cookie already",
    atOnce: true,
    act: async (one) => [await one.myHold(), await one.reserve("B1")].slice(1),
  },
  { what: "a stall that does not exist", atOnce: true, act: async (one) => [await one.reserve("C7")] },
  {
    what: "one's own hold again",
    atOnce: true,
    act: async (one) => [await one.reserve("B1"), await one.reserve("B1")],
  },
  { what: "another's hold", atOnce: true, act: async (one, two) => [await one.reserve("B1"), await two.reserve("B1")] },
  {
    what: "a hold that ran out",
    atOnce: true,
    act: async (one, two) => {
      const first = await one.reserve("B1");
      await mela.expire("B1");
      return [first, await two.reserve("B1")];
    },
  },
  {
    what: "another stall instead of one's own",
    atOnce: true,
    act: async (one) => [await one.reserve("B1"), await one.reserve("B2"), await one.reserve("A1")],
  },
  {
    what: "another stall instead of one's own that ran out",
    atOnce: true,
    act: async (one) => {
      const first = await one.reserve("B1");
      await mela.expire("B1");
      return [first, await one.reserve("B2")];
    },
  },
  {
    what: "a stall that is sold, and one that is blocked",
    atOnce: true,
    act: async (one, two) => {
      await mela.block("B2");
      return [await two.reserve("B2"), await one.reserve("B3")];
    },
  },
  {
    what: "before the sales, and after them",
    atOnce: true,
    act: async (one, two) => {
      await sell(60, 120);
      const before = [await one.reserve("B1"), await one.reserve("C7")];
      await sell(-120, -60);
      return [...before, await two.reserve("B1")].map(withoutTimes);
    },
  },
  {
    what: "one's own hold again after the sales, and no other stall instead of it",
    atOnce: true,
    act: async (one, two) => {
      await sell(null, null);
      const first = await one.reserve("B1");
      await sell(-120, -1);
      const later = [await one.reserve("B1"), await one.reserve("B2"), await two.reserve("B1")];
      return [first, ...later.map(withoutTimes), await one.release("B1"), withoutTimes(await one.reserve("B1"))];
    },
  },
  {
    what: "giving one's hold up, twice, and another's not",
    atOnce: true,
    act: async (one, two) => [
      await one.reserve("B1"),
      await two.reserve("B2"),
      await two.release("B1"),
      await one.release("B1"),
      await one.release("B1"),
      await one.release("C7"),
    ],
  },
  {
    what: "giving up a hold that ran out",
    atOnce: true,
    act: async (one) => {
      const first = await one.reserve("B1");
      await mela.expire("B1");
      return [first, await one.release("B1")];
    },
  },
  {
    what: "another stall instead of a registration",
    atOnce: false,
    act: async (one) => {
      await one.reserve("B1");
      await one.register("B1");
      return [await one.reserve("B2")];
    },
  },
  {
    what: "a registration that ran out",
    atOnce: false,
    act: async (one, two) => {
      await one.reserve("B1");
      await one.register("B1");
      await mela.expire("B1");
      return [await two.reserve("B1")];
    },
  },
  {
    what: "giving a registration up",
    atOnce: false,
    act: async (one) => {
      await one.reserve("B1");
      return [await one.register("B1"), await one.release("B1")];
    },
  },
];

describe("in one statement and in a transaction it is the same", () => {
  it.each(CASES)("$what", async ({ atOnce, act }) => {
    const run = jest.spyOn(database, "transaction");
    const quick = (await act(mela.visitor(), mela.visitor())).map(said);
    const transactions = run.mock.calls.length;
    const after = await left();
    await mela.query("TRUNCATE outbox, booking_events, coupon_claims, mails, orders, bookings, visitors CASCADE");

    jest.spyOn(bookings, "reserveAtOnce").mockResolvedValue({ outcome: "slow" });
    jest.spyOn(bookings, "releaseAtOnce").mockImplementation(async (stallId) => {
      const stalls = await mela.query("SELECT FROM stalls WHERE stall_id = $1", [stallId]);
      return { outcome: stalls.length === 0 ? "stall_not_found" : "slow", orderId: null };
    });
    const slow = (await act(mela.visitor(), mela.visitor())).map(said);
    expect(quick).toEqual(slow);
    expect(after).toEqual(await left());
    if (atOnce) expect(transactions).toBe(0);
    else expect(transactions).toBeGreaterThan(0);
  });

  it("ends a hold that ran out, with a nudge only where the workflow does not do it itself", async () => {
    const holds = mela.app.get(HoldsService, { strict: false });
    const end = async (stallId: string, by: "workflow" | "sweep"): Promise<unknown> => {
      await mela.visitor().reserve(stallId);
      const id = await mela.value("SELECT id FROM bookings WHERE stall_id = $1", [stallId]);
      expect(await holds.releaseExpiredHold(id!, by)).toMatchObject({ released: false });
      await mela.expire(stallId);
      const facts = await holds.releaseExpiredHold(id!, by);
      expect(facts).toEqual({ released: true, reason: "hold_expired", at: expect.any(String) });
      expect(await holds.releaseExpiredHold(id!, by)).toEqual(facts);
      expect((await mela.eventLog(stallId)).at(-1)).toBe("hold_released by system (hold_expired)");
      return mela.nudges(stallId);
    };
    expect(await end("B1", "sweep")).toEqual(["held", "released"]);
    expect(await end("B2", "workflow")).toEqual(["held"]);
  });
});

describe("what follows a hold", () => {
  it("is notified once the hold is written, so that many commit together", async () => {
    const notices = jest.spyOn(database, "notify").mockImplementation(() => undefined);
    const client = new pg.Client({ connectionString: mela.config.databaseUrl });
    const heard: string[] = [];
    await client.connect();
    client.on("notification", ({ channel }) => heard.push(channel));
    await client.query("LISTEN layout; LISTEN outbox; LISTEN witness");
    try {
      const visitor = mela.visitor();
      expect((await visitor.reserve("B1")).status).toBe(201);
      expect((await visitor.reserve("B2")).status).toBe(201);
      expect((await visitor.release("B2")).status).toBe(200);
      await mela.query("SELECT pg_notify('witness', '')");
      await until("the witness", () => heard.length > 0);
      expect(heard).toEqual(["witness"]);
      expect(notices.mock.calls).toEqual(Array(3).fill([{ channel: "layout", payload: "" }]));
    } finally {
      await client.end();
    }
  });

  it("is notified every 20 ms at most, and no notice is left behind", async () => {
    const client = new pg.Client({ connectionString: mela.config.databaseUrl });
    const heard = new Set<string>();
    await client.connect();
    client.on("notification", ({ payload = "" }) => heard.add(payload));
    await client.query("LISTEN witness");
    const statements = jest.spyOn(database, "atOnce");
    try {
      const began = performance.now();
      let sent = 0;
      for (; performance.now() - began < 100; sent += 1) {
        database.notify({ channel: "witness", payload: String(sent) });
        await setImmediate();
      }
      await until("every notice", () => heard.size === sent);
      // A timer of Node's may be a millisecond early.
      expect(statements.mock.calls.length).toBeLessThanOrEqual(1 + (performance.now() - began) / 19);
    } finally {
      statements.mockRestore();
      await client.end();
    }
  });

  it("is a second away, with the end of a hold that is given up before: both are claimed together", async () => {
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
  it("gets its holds one after the other: nobody is counted before the one in front has committed", async () => {
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

  it("is left to the services: at the limit, and where it is blocked", async () => {
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
