import { setImmediate } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { until } from "@sakhi/testkit/until";
import pg from "pg";
import { NetworkHoldsService } from "../../src/bookings/network-holds.service.js";
import { Database } from "../../src/platform/database/database.js";
import { OutboxRepository } from "../../src/platform/outbox/outbox.js";
import { coalesced } from "../../src/platform/relay/outbox-relay.js";
import { apiError, codeOf, countByCode, MelaTest, type TestResponse, type TestVisitor } from "./mela.js";

const mela = await MelaTest.start({ RATE_LIMITS: "on" });
const database = mela.app.get(Database, { strict: false });
beforeEach(async () => {
  await mela.setSalesWindow(null, null);
  await mela.empty();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => mela.close());

/** Every row that reserving and releasing writes, one line each, without ids and times. */
async function rowsWritten(): Promise<string[]> {
  const bookings = mela.column(
    `SELECT concat_ws(' ', stall_id, state, release_reason, bookings.price_paise / 100,
              round(extract(epoch FROM hold_expires_at - held_at) / 60) || ' min', CASE WHEN networks = '{}' THEN 'no network' END,
              CASE WHEN (ended_at IS NULL) <> (state <> 'released') THEN 'wrong end' END)
       FROM bookings JOIN stalls USING (stall_key) ORDER BY held_at`,
  );
  const events = mela.column(
    `SELECT concat_ws(' ', s.stall_id, e.kind, 'by', e.actor, e.detail->>'note',
              CASE WHEN e.kind = 'reserved' AND e.detail - 'note' <>
                jsonb_build_object('pricePaise', b.price_paise, 'holdSeconds', 600) THEN 'wrong detail' END)
       FROM booking_events e JOIN stalls s USING (stall_key) JOIN bookings b ON b.id = e.booking_id
        WHERE e.kind <> 'registered' ORDER BY e.id`,
  );
  const nudges = mela.column(
    `SELECT concat_ws(' ', 'signal', payload->'searchAttributes'->>'StallId', payload->'searchAttributes'->>'Stage',
              CASE WHEN payload ? 'begins' THEN 'begins' END, CASE WHEN payload ? 'ends' THEN 'ends' END,
              CASE WHEN b.id IS NULL OR payload->>'workflowType' <> 'stallBooking' OR payload->>'signal' <> 'recheck'
                THEN 'wrong' END)
       FROM outbox o LEFT JOIN bookings b ON payload->>'workflowId' = 'stall-booking/' || b.id
                                         AND payload->'args' = jsonb_build_array(jsonb_build_object('bookingId', b.id))
      WHERE o.topic = 'workflow' ORDER BY o.id`,
  );
  const mails = mela.column("SELECT 'mail ' || template FROM mails ORDER BY template");
  const visitors = `${String(await mela.count("visitors"))} visitors`;
  return [...(await bookings), ...(await events), ...(await nudges), ...(await mails), visitors];
}

const answer = ({ status, body }: TestResponse): string =>
  [status, ...["code", "released", "type", "price"].flatMap((name) => (name in body ? [String(body[name])] : []))].join(
    " ",
  );

/** The responses to the steps of two visitors, and the rows they leave. */
async function run(steps: string): Promise<string[]> {
  const visitors: Readonly<Record<string, TestVisitor>> = { one: mela.visitor(), two: mela.visitor() };
  const actions: Readonly<Record<string, (who: string, stallId: string) => Promise<unknown>>> = {
    looks: async (who) => void (await visitors[who]!.myHold()),
    reserves: (who, stallId) => visitors[who]!.reserve(stallId),
    registers: async (who, stallId) => void (await visitors[who]!.register(stallId)),
    releases: (who, stallId) => visitors[who]!.release(stallId),
    expires: (stallId) => mela.expire(stallId),
    pays: (stallId) => mela.force(stallId, "paying"),
    blocked: (stallId) => mela.block(stallId),
    ahead: async () => void (await mela.setSalesWindow(60_000, 120_000)),
    over: async () => void (await mela.setSalesWindow(-120_000, -1_000)),
  };
  const answers: string[] = [];
  for (const step of steps.split(", ")) {
    const [who = "", what = "", stallId = ""] = step.split(" ");
    const response = await actions[what]!(who, stallId);
    if (response !== undefined) answers.push(answer(response as TestResponse));
  }
  return [...answers, ...(await rowsWritten())];
}

/** What is done, and every answer and row that follows. */
const CASES: readonly [string, string, readonly string[]][] = [
  [
    "a free stall",
    "one reserves B1",
    ["201 General 27000", "B1 held 27000 10 min", "B1 reserved by visitor B1", "signal B1 held begins", "1 visitors"],
  ],
  [
    "a free stall, by a visitor with a cookie",
    "one looks, one reserves B1",
    ["201 General 27000", "B1 held 27000 10 min", "B1 reserved by visitor B1", "signal B1 held begins", "1 visitors"],
  ],
  ["a stall that does not exist", "one reserves C7", ["404 stall_not_found", "0 visitors"]],
  [
    "the visitor's own hold again",
    "one reserves B1, one reserves B1",
    [
      "201 General 27000",
      "200 General 27000",
      "B1 held 27000 10 min",
      "B1 reserved by visitor B1",
      "signal B1 held begins",
      "1 visitors",
    ],
  ],
  [
    "another visitor's hold",
    "one reserves B1, two reserves B1",
    [
      "201 General 27000",
      "409 stall_reserved",
      "B1 held 27000 10 min",
      "B1 reserved by visitor B1",
      "signal B1 held begins",
      "1 visitors",
    ],
  ],
  [
    "an expired hold",
    "one reserves B1, B1 expires, two reserves B1",
    [
      "201 General 27000",
      "201 General 27000",
      "B1 released hold_expired 27000 0 min",
      "B1 held 27000 10 min",
      "B1 reserved by visitor B1",
      "B1 hold_released by system hold_expired",
      "B1 reserved by visitor B1",
      "signal B1 held begins",
      "signal B1 released ends",
      "signal B1 held begins",
      "2 visitors",
    ],
  ],
  [
    "the visitor's own expired hold",
    "one reserves B1, B1 expires, one reserves B1",
    [
      "201 General 27000",
      "201 General 27000",
      "B1 released hold_expired 27000 0 min",
      "B1 held 27000 10 min",
      "B1 reserved by visitor B1",
      "B1 hold_released by system hold_expired",
      "B1 reserved by visitor B1",
      "signal B1 held begins",
      "signal B1 released ends",
      "signal B1 held begins",
      "1 visitors",
    ],
  ],
  [
    "another stall, replacing the own hold",
    "one reserves B1, one reserves B2, one reserves A1",
    [
      "201 General 27000",
      "201 General 27000",
      "201 Premium 36000",
      "B1 released replaced 27000 10 min",
      "B2 released replaced 27000 10 min",
      "A1 held 36000 10 min",
      "B1 reserved by visitor B1",
      "B1 hold_released by visitor replaced",
      "B2 reserved by visitor B2",
      "B2 hold_released by visitor replaced",
      "A1 reserved by visitor A1",
      "signal B1 held begins",
      "signal B1 released ends",
      "signal B2 held begins",
      "signal B2 released ends",
      "signal A1 held begins",
      "1 visitors",
    ],
  ],
  [
    "another stall, replacing the own expired hold",
    "one reserves B1, B1 expires, one reserves B2",
    [
      "201 General 27000",
      "201 General 27000",
      "B1 released hold_expired 27000 0 min",
      "B2 held 27000 10 min",
      "B1 reserved by visitor B1",
      "B1 hold_released by system hold_expired",
      "B2 reserved by visitor B2",
      "signal B1 held begins",
      "signal B1 released ends",
      "signal B2 held begins",
      "1 visitors",
    ],
  ],
  [
    "a blocked stall and a free one",
    "B2 blocked, two reserves B2, one reserves B3",
    [
      "409 stall_reserved",
      "201 General 27000",
      "B2 blocked 27000 no network",
      "B3 held 27000 10 min",
      "B3 reserved by visitor B3",
      "signal B3 held begins",
      "1 visitors",
    ],
  ],
  [
    "before and after sales",
    "sales ahead, one reserves B1, one reserves C7, sales over, two reserves B1",
    ["409 sales_not_open", "409 sales_not_open", "409 sales_closed", "0 visitors"],
  ],
  [
    "the own hold again after sales, and no other stall",
    "one reserves B1, sales over, one reserves B1, one reserves B2, two reserves B1, one releases B1, one reserves B1",
    [
      "201 General 27000",
      "200 General 27000",
      "409 sales_closed",
      "409 sales_closed",
      "200 true",
      "409 sales_closed",
      "B1 released left 27000 10 min",
      "B1 reserved by visitor B1",
      "B1 hold_released by visitor left",
      "signal B1 held begins",
      "signal B1 released ends",
      "1 visitors",
    ],
  ],
  [
    "releasing the own hold twice, and another visitor's not",
    "one reserves B1, two reserves B2, two releases B1, one releases B1, one releases B1, one releases C7",
    [
      "201 General 27000",
      "201 General 27000",
      "403 not_yours",
      "200 true",
      "200 false",
      "404 stall_not_found",
      "B1 released left 27000 10 min",
      "B2 held 27000 10 min",
      "B1 reserved by visitor B1",
      "B2 reserved by visitor B2",
      "B1 hold_released by visitor left",
      "signal B1 held begins",
      "signal B2 held begins",
      "signal B1 released ends",
      "2 visitors",
    ],
  ],
  [
    "releasing an expired hold",
    "one reserves B1, B1 expires, one releases B1",
    [
      "201 General 27000",
      "200 true",
      "B1 released hold_expired 27000 0 min",
      "B1 reserved by visitor B1",
      "B1 hold_released by system hold_expired",
      "signal B1 held begins",
      "signal B1 released ends",
      "1 visitors",
    ],
  ],
  [
    "another stall, replacing a registration",
    "one reserves B1, one registers B1, one reserves B2",
    [
      "201 General 27000",
      "201 General 27000",
      "B1 released replaced 27000 10 min",
      "B2 held 27000 10 min",
      "B1 reserved by visitor B1",
      "B1 hold_released by visitor replaced",
      "B2 reserved by visitor B2",
      "signal B1 held begins",
      "signal B1 registered",
      "signal B1 released ends",
      "signal B2 held begins",
      "1 visitors",
    ],
  ],
  [
    "an expired registration",
    "one reserves B1, one registers B1, B1 expires, two reserves B1",
    [
      "201 General 27000",
      "201 General 27000",
      "B1 released hold_expired 27000 0 min",
      "B1 held 27000 10 min",
      "B1 reserved by visitor B1",
      "B1 hold_released by system hold_expired",
      "B1 reserved by visitor B1",
      "signal B1 held begins",
      "signal B1 registered",
      "signal B1 released ends",
      "signal B1 held begins",
      "mail hold-expired",
      "2 visitors",
    ],
  ],
  [
    "releasing a registration",
    "one reserves B1, one registers B1, one releases B1",
    [
      "201 General 27000",
      "200 true",
      "B1 released left 27000 10 min",
      "B1 reserved by visitor B1",
      "B1 hold_released by visitor left",
      "signal B1 held begins",
      "signal B1 registered",
      "signal B1 released ends",
      "1 visitors",
    ],
  ],
  [
    "a payment in progress",
    "one reserves B1, one registers B1, B1 pays, one releases B1, one reserves B1, one reserves B2",
    [
      "201 General 27000",
      "409 payment_in_progress",
      "409 payment_in_progress",
      "201 General 27000",
      "B1 paying 27000 10 min",
      "B2 held 27000 10 min",
      "B1 reserved by visitor B1",
      "B2 reserved by visitor B2",
      "signal B1 held begins",
      "signal B1 registered",
      "signal B1 paying",
      "signal B2 held begins",
      "1 visitors",
    ],
  ],
];

describe("reserve and release", () => {
  it.each(CASES)("%s", async (_what, steps, expected) => {
    expect(await run(steps)).toEqual(expected);
  });
});

describe("side effects of a hold", () => {
  it("are notified after the commit, so that concurrent reserves can be written to disk together", async () => {
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
      const layout = { channel: "layout", payload: await mela.value("SELECT id::text FROM events") };
      // The second reserve also releases the first hold.
      expect(notify.mock.calls).toEqual([[layout], [layout, layout], [layout]]);
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
  it("reserves one stall at a time, so that concurrent reserves cannot exceed it", async () => {
    const office = (n: number) => mela.visitor(`2001:db8:9:1::${n}`);
    for (let n = 1; n <= 9; n += 1) expect((await office(n).reserve(`B${n}`)).status).toBe(201);
    const networks = (await mela.value<string[]>("SELECT networks FROM bookings LIMIT 1"))!;
    const waiting = (): Promise<number | undefined> =>
      mela.value<number>("SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
    let reserving: Promise<TestResponse[]> | undefined;
    await database.transaction(async (tx) => {
      await mela.app.get(NetworkHoldsService, { strict: false }).lock(tx, networks);
      reserving = Promise.all([office(10).reserve("B10"), office(11).reserve("B11")]);
      await until("both reserves to wait for the network", async () => (await waiting()) === 2);
    });
    expect(countByCode(await reserving!)).toEqual({ 201: 1, proof_required: 1 });
  });

  it("needs a proof at the limit, and gets nothing while it is blocked", async () => {
    const office = (n: number) => mela.visitor(`2001:db8:9:1::${n}`);
    for (let n = 1; n <= 10; n += 1) expect((await office(n).reserve(`B${n}`)).status).toBe(201);
    const transactions = jest.spyOn(database, "transaction");
    expect((await office(11).reserve("B11")).body["code"]).toBe("proof_required");
    await mela.query(
      `INSERT INTO network_blocks (network, expires_at)
       SELECT networks[1], clock_timestamp() + interval '1 hour' FROM bookings LIMIT 1`,
    );
    expect((await office(12).reserve("B12")).body["code"]).toBe("network_blocked");
    // Both were rejected without locks.
    expect(transactions).not.toHaveBeenCalled();
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
