import { afterAll, describe, expect, it, jest } from "@jest/globals";
import { TcpProxy } from "@sakhi/testkit/tcp-proxy";
import { until } from "@sakhi/testkit/until";
import { Database } from "../../src/platform/database/database.js";
import { RATE_LIMITS, RateLimits, type RateUse } from "../../src/platform/http/rate-limits.js";
import { SharedCounts } from "../../src/platform/http/shared-counts.js";
import { Secrets } from "../../src/platform/secrets/secrets.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase } from "../support/database.js";

const open: RateLimits[] = [];
const db = await createTestDatabase();
afterAll(async () => {
  for (const limits of open) limits.onApplicationShutdown();
  await db.close();
});

function rateLimits(settings: Record<string, string>, database = db.database): RateLimits {
  const config = testConfig({ DATABASE_URL: db.url, REDIS_URL: "", RATE_LIMITS: "on", ...settings });
  const limits = new RateLimits(config, database, new Secrets(config));
  open.push(limits);
  return limits;
}

const { points } = RATE_LIMITS.initiates_per_phone;
/** Makes `times` uses. @returns how many were granted */
async function granted(limits: readonly RateLimits[], by: string, times: number): Promise<number> {
  let count = 0;
  for (let use = 0; use < times; use += 1) {
    try {
      await limits[use % limits.length]!.use({ limit: "initiates_per_phone", by });
      count += 1;
    } catch (apiError) {
      expect(apiError).toMatchObject({ code: "rate_limited" });
    }
  }
  return count;
}

const redisUrl = process.env["TEST_REDIS_URL"] ?? process.env["REDIS_URL"];
const stores: [string, string][] = [["PostgreSQL", ""], ...(redisUrl ? [["Redis", redisUrl] as [string, string]] : [])];

describe.each(stores)("RateLimits in %s", (store, url) => {
  /** Waits for Redis to be connected: until then limits fail open. */
  async function connected(): Promise<RateLimits> {
    const limits = rateLimits({ REDIS_URL: url });
    await until("the limits to count", () => limits.isCounting());
    return limits;
  }

  it("shares counts between processes, and counts each key separately", async () => {
    const both = [await connected(), await connected()];
    const phone = `${store} ${Date.now()}`;
    expect(await granted(both, phone, points + 3)).toBe(points);
    expect(await granted(both, `${phone} other`, 1)).toBe(1);
  });

  it("refuses with Retry-After, and undoes a use", async () => {
    const limits = await connected();
    const use = { limit: "initiates_per_phone", by: `${store} back ${Date.now()}` } as const;
    const began = performance.now();
    for (let times = 0; times < points * 2; times += 1) {
      const undo = await limits.use(use);
      await undo();
    }
    expect(await granted([limits], use.by, points)).toBe(points);
    const apiError: unknown = await limits.use(use).catch((error: unknown) => error);
    expect(apiError).toMatchObject({ code: "rate_limited" });
    const { headers } = apiError as { headers: Record<string, string> };
    // One hour from the first use.
    const seconds = (performance.now() - began) / 1000;
    expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(3600 - seconds - 1);
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(3600);
  });

  it("counts all of several limits or none", async () => {
    const limits = await connected();
    const [tight, loose] = [`${store} tight ${Date.now()}`, `${store} loose ${Date.now()}`];
    expect(await granted([limits], loose, points)).toBe(points);
    const uses = [
      { limit: "initiates_per_phone", by: tight },
      { limit: "initiates_per_phone", by: loose },
    ] as const;
    for (let times = 0; times < 3; times += 1) {
      await expect(limits.use(...uses)).rejects.toMatchObject({ code: "rate_limited" });
    }
    expect(await granted([limits], tight, points)).toBe(points);
  });
});

describe("SharedCounts", () => {
  const { points: many } = RATE_LIMITS.visitors_per_address;
  /** Makes `times` concurrent uses per process. @returns how many were granted */
  async function atOnce(limits: readonly RateLimits[], by: string, times: number): Promise<number> {
    const uses = limits.flatMap((each) =>
      Array.from({ length: times }, () => each.use({ limit: "visitors_per_address", by })),
    );
    const results = await Promise.allSettled(uses);
    return results.filter(({ status }) => status === "fulfilled").length;
  }

  it("is exact in one process with concurrent uses", async () => {
    expect(await atOnce([rateLimits({})], "198.51.100.1", many + 50)).toBe(many);
  });

  it("is exact in two processes that start together", async () => {
    expect(await atOnce([rateLimits({}), rateLimits({})], "198.51.100.2", many)).toBe(many);
  });

  it("exceeds a limit by at most a quarter after another process has exhausted it", async () => {
    const [one, two] = [rateLimits({}), rateLimits({})];
    expect(await atOnce([one], "198.51.100.3", 1)).toBe(1);
    expect(await atOnce([two], "198.51.100.3", many)).toBeGreaterThanOrEqual(many - 1);
    expect(await atOnce([one], "198.51.100.3", many)).toBeLessThanOrEqual(many / 4);
    await one.beforeApplicationShutdown();
    expect(await atOnce([one, two], "198.51.100.3", 10)).toBe(0);
  });

  it("does not query a hanging database again for each waiting use", async () => {
    let hang: ((error: Error) => void) | undefined;
    const queries: unknown[] = [];
    const counts = new SharedCounts({
      queryAutocommit: (_sql, values) => {
        queries.push(values);
        return new Promise((_resolve, reject) => (hang = reject));
      },
    });
    const uses = Array.from({ length: 30 }, () => counts.use("a key", 8, 60));
    await until("the database to be queried", () => hang !== undefined);
    hang?.(new Error("timeout exceeded when trying to connect"));
    expect(await Promise.all(uses)).toEqual(uses.map(() => undefined));
    // Possibly once more by the flush timer.
    expect(queries.length).toBeLessThanOrEqual(2);
  });

  it("writes many uses in one statement", async () => {
    const limits = rateLimits({});
    const statements = jest.spyOn(db.database, "queryAutocommit");
    for (let n = 0; n < 100; n += 1) await limits.use({ limit: "holds_per_visitor", by: `visitor ${n}` });
    await limits.beforeApplicationShutdown();
    // One flush every 100 ms, however long the uses took.
    expect(statements.mock.calls.length).toBeLessThan(20);
    statements.mockRestore();
    const [written] = await db.database.query<{ points: number }>(
      "SELECT sum(points)::int AS points FROM rate_limits WHERE key LIKE 'holds_per_visitor:%'",
    );
    expect(written?.points).toBe(100);
  });
});

(redisUrl === undefined ? it.skip : it)("RateLimits fails open while Redis does not respond", async () => {
  const proxy = await TcpProxy.open(Number(new URL(redisUrl ?? "").port));
  try {
    const limits = rateLimits({ REDIS_URL: `redis://127.0.0.1:${proxy.port}` });
    await until("the limits to count", () => limits.isCounting());
    proxy.break({ kind: "silent" });
    // Without the command timeout it would wait indefinitely.
    await expect(limits.use({ limit: "holds_per_visitor", by: "silent" })).resolves.toBeInstanceOf(Function);
  } finally {
    await proxy.close();
  }
});

describe("RateLimits", () => {
  it("stores neither addresses nor phone numbers", async () => {
    await rateLimits({}).use({ limit: "initiates_per_phone", by: "9876543210" });
    const keys = await db.database.query<{ key: string }>("SELECT key FROM rate_limits");
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.some(({ key }) => key.includes("9876543210"))).toBe(false);
  });

  it.each([
    ["an IPv6 /56", 2, (n: number) => `2001:db8:a:${n.toString(16)}::1`],
    ["an IPv6 /48", 4, (n: number) => `2001:db8:b:${n.toString(16)}00::1`],
    ["an IPv4 /24", 4, (n: number) => `192.0.2.${n}`],
  ] as const)(
    "gives %s %i times the uses of an address, however many addresses it uses in turn",
    async (_what, factor, address) => {
      const limits = rateLimits({});
      const { points: most } = RATE_LIMITS.applications_per_address;
      const uses = async (count: number, use: (n: number) => RateUse): Promise<number> => {
        let passed = 0;
        for (let n = 0; n < count; n += 1) {
          await limits.use(use(n)).then(
            () => (passed += 1),
            () => undefined,
          );
        }
        return passed;
      };
      // Twice the limit of each of nine addresses.
      expect(await uses(most * 5, (n) => ({ limit: "applications_per_address", by: address(n % 9) }))).toBe(
        most * factor,
      );
      const { points: ofEmail } = RATE_LIMITS.applications_per_email;
      const email = (n: number) =>
        ({ limit: "applications_per_email", by: "a@example.in", address: address(n % 9) }) as const;
      expect(await uses(ofEmail * 5, email)).toBe(ofEmail * factor);
    },
  );

  it("can be disabled", async () => {
    expect(await granted([rateLimits({ RATE_LIMITS: "off" })], "off", points * 3)).toBe(points * 3);
  });

  it.each([
    ["the database", { REDIS_URL: "" }],
    ["Redis", { REDIS_URL: "redis://127.0.0.1:1" }],
  ])("fails open while %s fails", async (_store, settings) => {
    const failing = new Database({ query: () => Promise.reject(new Error("down")) } as unknown as ConstructorParameters<
      typeof Database
    >[0]);
    const limits = rateLimits(settings, failing);
    expect(await granted([limits], "down", points * 2)).toBe(points * 2);
    await (
      await limits.use({ limit: "holds_per_visitor", by: "down" })
    )();
  });
});
