import { once } from "node:events";
import { type ClientRequest, get, type IncomingMessage } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { Module } from "@nestjs/common";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { specifiedLook } from "@sakhi/domain/stalls/stall.types";
import { SeededRandom } from "@sakhi/testkit/seeded-random";
import { until } from "@sakhi/testkit/until";
import pg from "pg";
import { seedCoupons } from "../../src/coupons/coupons.seed.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { MAX_STREAMS_PER_NETWORK } from "../../src/stalls/layout-streams.service.js";
import { LayoutModule } from "../../src/stalls/layout.module.js";
import { LAYOUT_CHANNEL } from "../../src/stalls/live-bookings.sql.js";
import { StallsModule } from "../../src/stalls/stalls.module.js";
import type { LayoutStallResponse } from "../../src/stalls/stalls.response.js";
import { FLOOR_PLAN, seedStalls } from "../../src/stalls/stalls.seed.js";
import { layoutStall, StallsService } from "../../src/stalls/stalls.service.js";
import { MelaTest } from "../bookings/mela.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase } from "../support/database.js";
import { startTestApp } from "../support/http-app.js";

const LAYOUT = "/api/v1/mela/layout";
/** Maximum age of a returned plan, in ms. */
const FRESH_MS = 100;
/** Tolerance between PostgreSQL's clock and ours, in ms. */
const CLOCKS_MS = 5;

const mela = await MelaTest.start();
const config = testConfig({ REDIS_URL: "", DATABASE_URL: mela.db.url, RATE_LIMITS: "on" });
@Module({ imports: [PlatformModule.with(config, mela.db.source), StallsModule, LayoutModule] })
class SecondModule {}
/** A second api process for the plan, with rate limits. */
const second = await startTestApp(SecondModule, config);
const both = [mela.app, second] as const;
const clients = [1, 2, 3, 4].map(() => new pg.Client({ connectionString: mela.db.url }));
let sites: readonly string[];
beforeAll(async () => {
  for (const app of both) await app.listen(0, "127.0.0.1");
  sites = await Promise.all(both.map((app) => app.getUrl()));
  await Promise.all(clients.map((client) => client.connect()));
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await second.close();
  await mela.close();
});

const fetchLayout = (url: string, headers: Record<string, string> = {}) => mela.app.inject({ url, headers });
const layoutOf = async (app: NestFastifyApplication): Promise<LayoutStallResponse[]> =>
  (await app.inject({ url: LAYOUT })).json();
const eventId = async (): Promise<number> => (await mela.value<number>("SELECT id FROM events"))!;
const databasePlan = (): Promise<LayoutStallResponse[]> =>
  eventId()
    .then((id) => mela.app.get(StallsService).withState(id))
    .then((stalls) =>
      stalls.map((stall) => layoutStall({ ...stall, look: specifiedLook(stall.type) ?? "standard", drawing: null })),
    );

/** Waits until both processes show the database's plan. */
async function untilCurrent(): Promise<void> {
  const plan = (stalls: readonly LayoutStallResponse[]): string => stalls.map(valueOf).join();
  for (const app of both)
    await until("the database's plan", async () => plan(await layoutOf(app)) === plan(await databasePlan()));
}

/** Runs `work` without notifications, as if all were lost. */
async function withoutNotifications(work: () => Promise<void>): Promise<void> {
  const tables = ["bookings", "stalls"];
  for (const table of tables) await mela.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  try {
    await work();
  } finally {
    for (const table of tables) await mela.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  }
}

async function releaseAll(): Promise<void> {
  await mela.query(`UPDATE bookings SET state = 'released', release_reason = 'operator' WHERE state <> 'released'`);
}

/** Changes of a stall (`$1`), each in a separate transaction. */
const OPERATIONS = {
  reserve: `INSERT INTO bookings (id, stall_key, state, price_paise, hold_expires_at)
            VALUES (gen_random_uuid(), (SELECT stall_key FROM stalls WHERE stall_id = $1), 'held', 2700000, clock_timestamp() + interval '10 minutes')
            ON CONFLICT DO NOTHING`,
  "reserve, to end soon": `INSERT INTO bookings (id, stall_key, state, price_paise, hold_expires_at)
            VALUES (gen_random_uuid(), (SELECT stall_key FROM stalls WHERE stall_id = $1), 'held', 2700000, clock_timestamp() + interval '40 milliseconds')
            ON CONFLICT DO NOTHING`,
  release: `UPDATE bookings SET state = 'released', release_reason = 'left'
             WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = $1) AND state = 'held'`,
  "end soon": `UPDATE bookings SET hold_expires_at = clock_timestamp() + interval '15 milliseconds'
             WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = $1) AND state = 'held'`,
  extend: `UPDATE bookings SET hold_expires_at = clock_timestamp() + interval '5 minutes'
             WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = $1) AND state = 'held'`,
  sell: `UPDATE bookings SET state = 'sold', full_name = 'A', email = 'a@example.com', phone = '9876500000',
             business_name = 'A', pincode = '560001', final_paise = 2700000, order_id = 'X'
             WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = $1) AND state = 'held'`,
  cancel: `UPDATE bookings SET state = 'released', release_reason = 'cancelled'
             WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = $1) AND state = 'sold'`,
  block: `INSERT INTO bookings (id, stall_key, state, price_paise) VALUES (gen_random_uuid(), (SELECT stall_key FROM stalls WHERE stall_id = $1), 'blocked', 2700000)
            ON CONFLICT DO NOTHING`,
  unblock: `UPDATE bookings SET state = 'released', release_reason = 'operator'
             WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = $1) AND state = 'blocked'`,
  "change the price": `UPDATE stalls SET price_paise = CASE price_paise WHEN 2700000 THEN 2800000 ELSE 2700000 END
             WHERE stall_id = $1`,
} as const;
type Operation = keyof typeof OPERATIONS;

/** Durations of the holds that expire during the test, in ms. */
const LASTS_MS: Partial<Record<Operation, number>> = { "reserve, to end soon": 40, "end soon": 15 };

/** A value of a stall, which began between `earliest` and `latest` and ended at the next period's `latest` at the latest. */
interface Period {
  readonly value: string;
  readonly earliest: number;
  readonly latest: number;
}

/** The history of each stall according to the database. */
class StallHistory {
  private readonly periods = new Map<string, Period[]>();
  private readonly passing: { stallId: string; status: string; from: number; until: number }[] = [];

  /** @param began the earliest time at which the stalls may have changed */
  note(stalls: readonly LayoutStallResponse[], began: number, latest: number): void {
    for (const stall of stalls) {
      const known = this.periods.get(stall.stallId) ?? [];
      const value = valueOf(stall);
      if (known.at(-1)?.value !== value) known.push({ value, earliest: began, latest });
      this.periods.set(stall.stallId, known);
    }
  }

  /** Allows a status that may occur unobserved between two reads of the database, because a hold expires. */
  allow(stallId: string, status: string, from: number, until = Infinity): void {
    this.passing.push({ stallId, status, from, until });
  }

  /** Ends all allowed statuses of a stall, because its booking was changed. */
  settle(stallId: string, until: number): void {
    for (const each of this.passing) if (each.stallId === stallId) each.until = Math.min(each.until, until);
  }

  /** The stalls of a response that had the returned value at no time between `from` and `to`. */
  wrong(stalls: readonly LayoutStallResponse[], from: number, to: number): string[] {
    const overlaps = (start: number, end: number): boolean => start - CLOCKS_MS <= to && end + CLOCKS_MS >= from;
    return stalls.flatMap(({ stallId, ...stall }) => {
      const value = valueOf(stall);
      const periods = this.periods.get(stallId) ?? [];
      const held = periods.some((period, index) => {
        return period.value === value && overlaps(period.earliest, periods[index + 1]?.latest ?? Infinity);
      });
      const passed = this.passing.some((each) => {
        return each.stallId === stallId && each.status === stall.status && overlaps(each.from, each.until);
      });
      return held || passed ? [] : [`${stallId} ${value}: ${JSON.stringify(periods.slice(-4))} in ${from}–${to}`];
    });
  }
}

const valueOf = ({ status, price }: Pick<LayoutStallResponse, "status" | "price">): string => `${status} ${price}`;

/** The statuses of stalls in the returned plan. */
const statusesOf = async (app: NestFastifyApplication, ...stallIds: string[]): Promise<(string | undefined)[]> => {
  const stalls = await layoutOf(app);
  return stallIds.map((id) => stalls.find(({ stallId }) => stallId === id)?.status);
};

describe("GET /api/v1/mela/layout", () => {
  it("returns the 70 stalls in order with price and position, without a cookie", async () => {
    const { statusCode, headers, ...response } = await mela.app.inject({ url: LAYOUT });
    expect([statusCode, headers["set-cookie"]]).toEqual([200, undefined]);
    const stalls = JSON.parse(response.body) as LayoutStallResponse[];
    const inOrder = FLOOR_PLAN.toSorted((a, b) => a.stallId.localeCompare(b.stallId, "en", { numeric: true }));
    expect(stalls).toEqual(
      inOrder.map(({ stallId, type, pricePaise, x, y }) => {
        return { stallId, type, price: pricePaise / 100, status: "Available", x, y, layoutVersion: 1 };
      }),
    );
    expect(stalls[31]).toMatchObject({ stallId: "B12", type: "General", price: 27_000, x: 0, y: 80 });
  });

  it("derives each stall's status from its booking; an expired hold is Available", async () => {
    await mela.holder("B1");
    for (const stallId of ["B2", "B3", "B4", "B6"]) await mela.registrant(stallId);
    await mela.force("B3", "paying");
    await mela.force("B4", "sold");
    await mela.block("B5");
    await mela.expire("B6");
    const stalls = ["B1", "B2", "B3", "B4", "B5", "B6", "B7"];
    const expected = ["Reserved", "Reserved", "Reserved", "Sold", "Reserved", "Available", "Available"];
    // Direct writes are visible within 100 ms, by notification or by polling.
    await until(expected.join(), async () => (await statusesOf(mela.app, ...stalls)).join() === expected.join());
    // The hold is expired but not released.
    expect(await mela.history("B6")).toEqual(["registered"]);
  });
});

describe("the plan returned by a process", () => {
  const STALLS = ["A1", "A2", "B1", "B2", "B3", "B10", "B50"];

  /**
   * Changes stalls from several connections while polling both processes without a pause.
   *
   * @param plans minimum number of different plans returned
   */
  async function churn(changes: number, plans: number): Promise<void> {
    const seed = Math.floor(Math.random() * 2 ** 32);
    const random = new SeededRandom(seed);
    const history = new StallHistory();
    const responses: { readonly stalls: LayoutStallResponse[]; readonly from: number; readonly to: number }[] = [];
    await untilCurrent();
    history.note(await databasePlan(), 0, Date.now());
    const freeing = Date.now();
    await releaseAll();
    history.note(await databasePlan(), freeing, Date.now());
    let churning = true;
    const readers = both.map(async (app) => {
      while (churning) {
        const from = Date.now();
        const stalls = await layoutOf(app);
        responses.push({ stalls, from: from - FRESH_MS, to: Date.now() });
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    // Start of the last database read: a hold that is newly seen as expired did so since.
    let seen = Date.now();
    for (let count = 0; count < changes; count += 1) {
      const client = random.one(clients);
      const [operation, stallId] = [random.one(Object.keys(OPERATIONS) as Operation[]), random.one(STALLS)];
      const began = Date.now();
      const { rowCount } = await client.query(OPERATIONS[operation], [stallId]);
      const ended = Date.now();
      const lasts = LASTS_MS[operation];
      // A price change does not affect a hold's expiry.
      if (rowCount === 1 && operation !== "change the price") history.settle(stallId, ended);
      if (rowCount === 1 && lasts !== undefined) {
        history.allow(stallId, "Reserved", began, ended + lasts);
        history.allow(stallId, "Available", began + lasts);
      }
      const readAt = Date.now();
      history.note(await databasePlan(), seen, Date.now());
      seen = readAt;
    }
    churning = false;
    await Promise.all(readers);
    history.note(await databasePlan(), seen, Date.now());
    const wrong = responses.flatMap(({ stalls, from, to }) => history.wrong(stalls, from, to));
    expect({ seed, wrong }).toEqual({ seed, wrong: [] });
    expect(responses.length).toBeGreaterThan(changes / 10);
    expect(new Set(responses.map(({ stalls }) => stalls.map(valueOf).join())).size).toBeGreaterThan(plans);
  }

  it("was true at most 100 ms ago, under churn", async () => {
    await churn(150, 10);
  });

  it("was true at most 100 ms ago, under churn and without notifications", async () => {
    // Each process reads the plan only every 100 ms: more changes, so that a fast machine reads it several times.
    await withoutNotifications(() => churn(300, 3));
  });

  it("is current once a change has been notified", async () => {
    for (const stallId of STALLS) {
      await mela.query(OPERATIONS.block, [stallId]);
      await untilCurrent();
    }
    await releaseAll();
  });

  it("shows no hold after its deadline, which is not notified", async () => {
    await releaseAll();
    await withoutNotifications(async () => {
      for (const app of both) {
        await mela.query(
          `INSERT INTO bookings (id, stall_key, state, price_paise, hold_expires_at)
           VALUES (gen_random_uuid(), (SELECT stall_key FROM stalls WHERE stall_id = 'B33'), 'held', 2700000, clock_timestamp() + interval '300 milliseconds')`,
        );
        await until("the hold", async () => (await statusesOf(app, "B33"))[0] === "Reserved");
        await until("its expiry", async () => {
          const over = await mela.value<boolean>(
            "SELECT hold_expires_at <= clock_timestamp() AS over FROM bookings WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = 'B33') AND state = 'held'",
          );
          const [status] = await statusesOf(app, "B33");
          // Expired before the request, so the response must show it.
          if (over === true) expect(status).toBe("Available");
          return status === "Available";
        });
        await mela.query(OPERATIONS.release, ["B33"]);
      }
    });
  });

  it("shows writes through the same process immediately, even without notifications", async () => {
    await withoutNotifications(async () => {
      const visitor = mela.visitor();
      for (let round = 0; round < 10; round += 1) {
        await visitor.reserve("B20");
        expect(await statusesOf(mela.app, "B20")).toEqual(["Reserved"]);
        await visitor.release("B20");
        expect(await statusesOf(mela.app, "B20")).toEqual(["Available"]);
      }
    });
  });
});

describe("the layout notification", () => {
  const details = `full_name = 'A', email = 'a@example.com', phone = '9876500000', business_name = 'A',
                   pincode = '560001', final_paise = 2700000, order_id = 'X'`;
  /** Successive changes, and whether they are visible in the public plan. */
  const changes: readonly (readonly [string, string, boolean])[] = [
    ["change the price", OPERATIONS["change the price"], true],
    ["reserve", OPERATIONS.reserve, true],
    ["extend", OPERATIONS.extend, true],
    [
      "register",
      `UPDATE bookings SET state = 'registered', ${details} WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = $1) AND state = 'held'`,
      false,
    ],
    [
      "give other details",
      "UPDATE bookings SET full_name = 'B' WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = $1) AND state = 'registered'",
      false,
    ],
    [
      "sell",
      "UPDATE bookings SET state = 'sold' WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = $1) AND state = 'registered'",
      true,
    ],
    ["cancel", OPERATIONS.cancel, true],
    ["block", OPERATIONS.block, true],
    ["unblock", OPERATIONS.unblock, true],
  ];

  it("is sent for every publicly visible change and for no other", async () => {
    await releaseAll();
    const [listener, writer] = clients as [pg.Client, pg.Client];
    const [self] = (await writer.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows;
    let notified = 0;
    // Ignores delayed notifications (up to 20 ms) of the app from earlier tests.
    listener.on("notification", ({ processId }) => (notified += processId === self?.pid ? 1 : 0));
    await listener.query(`LISTEN ${LAYOUT_CHANNEL}`);
    const found: unknown[] = [];
    for (const [what, sql] of changes) {
      notified = 0;
      const { rowCount } = await writer.query(sql, ["B30"]);
      // Earlier notifications are delivered before this statement's result.
      await listener.query("SELECT 1");
      found.push([what, rowCount, notified > 0]);
    }
    await listener.query(`UNLISTEN ${LAYOUT_CHANNEL}`);
    expect(found).toEqual(changes.map(([what, , visible]) => [what, 1, visible]));
  });
});

describe("the response of GET /api/v1/mela/layout", () => {
  it.each<[string, Record<string, string>, string | undefined]>([
    ["no encoding", {}, undefined],
    ["gzip", { "accept-encoding": "gzip" }, "gzip"],
    ["brotli first", { "accept-encoding": "gzip, deflate, br, zstd" }, "br"],
    ["brotli refused", { "accept-encoding": "br;q=0, gzip" }, "gzip"],
  ])("is the plan, encoded as accepted: %s", async (_name, given, encoding) => {
    const response = await fetchLayout(LAYOUT, given);
    expect(response.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-cache",
      "content-length": String(response.rawPayload.length),
      "content-security-policy": expect.stringContaining("default-src 'self'"),
      "x-request-id": expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(response.headers["content-encoding"]).toBe(encoding);
    expect(String(response.headers["vary"]).toLowerCase()).toContain("accept-encoding");
    expect(response.headers["set-cookie"]).toBeUndefined();
    expect(content(response)).toEqual(await layoutOf(mela.app));
  });

  it("returns 304 for If-None-Match, weak or strong, single or in a list, until a stall changes", async () => {
    const { headers } = await fetchLayout(LAYOUT);
    const etag = String(headers["etag"]);
    for (const given of [etag, etag.replace("W/", ""), `"other", ${etag}`]) {
      const response = await fetchLayout(LAYOUT, { "if-none-match": given });
      expect([response.statusCode, response.body, response.headers["etag"]]).toEqual([304, "", etag]);
    }
    expect(headers["cache-control"]).toBe("no-cache");
    expect((await fetchLayout(LAYOUT, { "if-none-match": '"other"' })).statusCode).toBe(200);
    await mela.holder("B47");
    expect((await fetchLayout(LAYOUT, { "if-none-match": etag })).statusCode).toBe(200);
  });

  it("is for GET and HEAD without a body", async () => {
    expect((await mela.app.inject({ method: "POST", url: LAYOUT })).statusCode).toBe(405);
    expect((await fetchLayout(LAYOUT, { "content-type": "text/plain" })).statusCode).toBe(415);
    const head = await mela.app.inject({ method: "HEAD", url: LAYOUT });
    expect([head.statusCode, head.body]).toEqual([200, ""]);
  });
});

function content({ headers, rawPayload }: { headers: object; rawPayload: Buffer }): unknown {
  const encoding = "content-encoding" in headers ? headers["content-encoding"] : undefined;
  const bytes =
    encoding === "br" ? brotliDecompressSync(rawPayload) : encoding === "gzip" ? gunzipSync(rawPayload) : rawPayload;
  return JSON.parse(bytes.toString());
}

describe("GET /api/v1/mela/layout/events", () => {
  const versionOf = async (): Promise<string> =>
    /"(.+)"/.exec(String((await fetchLayout(LAYOUT)).headers["etag"]))?.[1] ?? "";
  const freePlan = async (): Promise<void> => {
    await releaseAll();
    await until("a free plan", async () => (await layoutOf(mela.app)).every(({ status }) => status === "Available"));
  };
  const ids = (data: unknown): string[] => (data as LayoutStallResponse[]).map(({ stallId }) => stallId);

  it("responds to HEAD without opening a stream", async () => {
    const response = await fetch(`${sites[0]!}/api/v1/mela/layout/events`, {
      method: "HEAD",
      signal: AbortSignal.timeout(5_000),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("text/event-stream");
  });

  it("sends a heartbeat every 15 s", async () => {
    const intervals = jest.spyOn(globalThis, "setInterval");
    // The process's first stream starts the timer.
    const page = await Follower.open(sites[0]!);
    await page.at(0);
    const [beat] = intervals.mock.calls.find(([, ms]) => ms === 15_000) ?? [];
    intervals.mockRestore();
    (beat as () => void)();
    expect(await page.at(1)).toMatchObject({ event: "alive" });
    await page.close();
  });

  it("sends the whole plan first, then each change with the plan's version", async () => {
    await freePlan();
    const page = await Follower.open(sites[0]!, "", { "accept-encoding": "br, gzip" });
    expect(page.response.headers).toMatchObject({
      ...{ "content-type": "text/event-stream", "cache-control": "no-store, no-transform" },
      ...{ "x-accel-buffering": "no", "x-content-type-options": "nosniff" },
    });
    expect(page.response.headers["content-encoding"]).toBeUndefined();
    expect(await page.at(0)).toEqual({ event: "plan", id: await versionOf(), data: await databasePlan() });
    await mela.query(OPERATIONS.block, ["B12"]);
    const { data, ...changes } = await page.at(1);
    expect(changes).toEqual({ event: "changes", id: await versionOf() });
    expect(data).toEqual((await databasePlan()).filter(({ stallId }) => stallId === "B12"));
    await page.close();
  });

  it("sends a hold's expiry, which is not notified", async () => {
    const page = await Follower.open(sites[1]!);
    await page.at(0);
    const seen = (): string[] =>
      page.events
        .slice(1)
        .flatMap(({ data }) => (data as LayoutStallResponse[]).map((stall) => `${stall.stallId} ${stall.status}`));
    await withoutNotifications(async () => {
      await mela.query(OPERATIONS.reserve, ["B13"]);
      await until("the hold", () => seen().at(-1) === "B13 Reserved");
      await mela.query(OPERATIONS["end soon"], ["B13"]);
      await until("the hold's expiry", () => seen().at(-1) === "B13 Available");
    });
    await page.close();
  });

  it("resumes by Last-Event-ID or `since`, otherwise sends the whole plan", async () => {
    await freePlan();
    const since = await versionOf();
    const page = await Follower.open(sites[0]!, `?since=${since}`);
    expect(await page.at(0)).toEqual({ event: "changes", id: since, data: [] });
    await page.close();
    await mela.query(OPERATIONS.block, ["A3"]);
    await mela.query(OPERATIONS.block, ["A4"]);
    const reserved = "Reserved,Reserved";
    await until("both", async () => (await statusesOf(mela.app, "A3", "A4")).join() === reserved);
    const back = await Follower.open(sites[0]!, "?since=aaaaaaaaaaaaaaaaaaaaaaaaaaa", { "last-event-id": since });
    const { event, data } = await back.at(0);
    expect([event, ids(data)]).toEqual(["changes", ["A3", "A4"]]);
    await back.close();
    const stranger = await Follower.open(sites[0]!, "", { "last-event-id": "nothing we ever said" });
    expect((await stranger.at(0)).event).toBe("plan");
    await stranger.close();
    const wrong = await Follower.open(sites[0]!, "?since=1");
    expect(wrong.status).toBe(400);
  });

  it("limits the streams of a network, and sends changes to each", async () => {
    const pages = await Promise.all(Array.from({ length: MAX_STREAMS_PER_NETWORK }, () => Follower.open(sites[1]!)));
    const refused = await Follower.open(sites[1]!);
    expect([refused.status, refused.response.headers["retry-after"]]).toEqual([429, "60"]);
    await mela.query(OPERATIONS.block, ["B44"]);
    const seen = await Promise.all(pages.map(async (page) => ids((await page.at(1)).data)));
    expect(seen).toEqual(pages.map(() => ["B44"]));
    await pages[0]?.close();
    const admitted = await until("a free slot", async () => {
      const page = await Follower.open(sites[1]!);
      return page.status === 200 && page;
    });
    await Promise.all([...pages, admitted].map((page) => page.close()));
  });

  it("ends when the process stops, without delaying it", async () => {
    const pages = await Promise.all([1, 2, 3].map(() => Follower.open(sites[1]!)));
    await Promise.all(pages.map((page) => page.at(0)));
    await second.close();
    await until("all to end", () => pages.every(({ ended }) => ended));
  });
});

describe("seedStalls and seedCoupons", () => {
  it("seed once: changed prices stay and deleted coupons are not restored", async () => {
    await mela.query("UPDATE stalls SET price_paise = 4200000 WHERE stall_id = 'A9'");
    await mela.query("DELETE FROM coupons WHERE code = 'EARLY15'");
    expect([await seedStalls(mela.db.database), await seedCoupons(mela.db.database)]).toEqual([false, false]);
    expect((await databasePlan()).find(({ stallId }) => stallId === "A9")?.price).toBe(42_000);
    expect(await mela.column("SELECT code FROM coupons ORDER BY code")).toEqual(["MELA10", "ONCE50", "SAKHI25"]);
  });

  it("seed in only one of several processes that start together", async () => {
    const fresh = await createTestDatabase();
    try {
      const seeded = await Promise.all([1, 2, 3, 4].map(() => seedStalls(fresh.database)));
      expect(seeded.filter(Boolean)).toHaveLength(1);
      const stalls = await fresh.database.query("SELECT FROM stalls");
      expect(stalls).toHaveLength(FLOOR_PLAN.length);
    } finally {
      await fresh.close();
    }
  });
});

describe("the plans of two events, followed at once", () => {
  const SECOND = "the-second-mela";
  const site = async (): Promise<string> => mela.app.getUrl();
  const changed = ({ events }: Follower): string[] =>
    events
      .filter(({ event }) => event === "changes")
      .flatMap(({ data }) => (data as LayoutStallResponse[]).map(({ stallId, status }) => `${stallId} ${status}`));

  it("are sent their own changes only, reread for these, and for lost notifications before long", async () => {
    await releaseAll();
    await mela.addEvent(SECOND, "The Second Mela");
    const [here, there] = [await Follower.open(await site()), await Follower.open(await site(), `?event=${SECOND}`)];
    await Promise.all([here.at(0), there.at(0)]);
    for (const [page, other, event] of [
      [here, there, undefined],
      [there, here, SECOND],
    ] as const) {
      const visitor = mela.visitor();
      visitor.event = event;
      const before = changed(other);
      expect((await visitor.reserve("B48")).status).toBe(201);
      await until("the hold", () => changed(page).at(-1) === "B48 Reserved");
      expect((await visitor.release("B48")).status).toBe(200);
      await until("its release", () => changed(page).at(-1) === "B48 Available");
      expect(changed(other)).toEqual(before);
    }
    await withoutNotifications(async () => {
      for (const [page, event] of [
        [here, "min"],
        [there, "max"],
      ] as const) {
        await mela.query(
          `INSERT INTO bookings (id, stall_key, state, price_paise)
           SELECT gen_random_uuid(), stall_key, 'blocked', price_paise FROM stalls
            WHERE stall_id = 'B49' AND event_id = (SELECT ${event}(id) FROM events)`,
        );
        await until("the block", () => changed(page).at(-1) === "B49 Reserved");
      }
    });
    await Promise.all([here.close(), there.close()]);
  });
});

/** A received event. */
interface LayoutEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: unknown;
}

/** A client of the plan's event stream. */
class Follower {
  readonly events: LayoutEvent[] = [];
  ended = false;
  private rest = "";

  private constructor(
    private readonly request: ClientRequest,
    readonly response: IncomingMessage,
  ) {
    response.setEncoding("utf8");
    response.on("data", (text: string) => {
      this.take(text);
    });
    response.on("close", () => (this.ended = true));
    response.on("error", () => undefined);
  }

  /** Opens a stream and waits for the response headers. */
  static async open(site: string, query = "", headers: Record<string, string> = {}): Promise<Follower> {
    const request = get(`${site}/api/v1/mela/layout/events${query}`, { headers, agent: false });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    request.on("error", () => undefined);
    return new Follower(request, response);
  }

  get status(): number {
    return this.response.statusCode ?? 0;
  }

  /** The event at an index, once received. */
  at(index: number): Promise<LayoutEvent> {
    return until(`event ${index}`, () => this.events[index]);
  }

  async close(): Promise<void> {
    this.request.destroy();
    await until("the stream to be closed", () => this.ended);
  }

  private take(text: string): void {
    const blocks = (this.rest + text).split("\n\n");
    this.rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = new Map(
        block.split("\n").map((line): [string, string] => {
          const [name = "", ...value] = line.split(": ");
          return [name, value.join(": ")];
        }),
      );
      const data: unknown = JSON.parse(fields.get("data") ?? "null");
      this.events.push({ id: fields.get("id"), event: fields.get("event") ?? "", data });
    }
  }
}
