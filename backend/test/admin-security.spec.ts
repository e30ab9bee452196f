import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { AdministratorsService } from "../src/accounts/administrators.service.js";
import { ApiModule } from "../src/api.module.js";
import type { Config } from "../src/platform/config/config.js";
import { createHttpApp } from "../src/platform/http/http-app.js";
import { seedStalls } from "../src/stalls/stalls.seed.js";
import { ADMIN, PASSWORD } from "./administration.js";
import { testConfig } from "./config.js";
import { createTestDatabase } from "./database.js";
import type { TestDatabase } from "./database.js";

const COOKIE = "sakhi_admin";
/** What anybody may call: they are how one becomes an administrator, or learns that one is none. */
const OPEN = ["GET check", "POST login", "POST logout"];
/** What a viewer may change: their own password. */
const VIEWERS = ["POST password"];

interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
}

/** A route's name below the administrator's prefix. */
const nameOf = ({ method, url }: Route): string => `${method} ${url.slice(ADMIN.length + 1)}`;
/** An address that fits the route. */
const addressOf = ({ url }: Route): string =>
  url
    .replace(":stallId", "B12")
    .replace(":code", "MELA10")
    .replace(/:\w+/g, "00000000-0000-4000-8000-000000000000");
const isAdmins = ({ url }: Route): boolean =>
  url.startsWith(`${ADMIN}/`) ||
  url === "/api/v1/mela/registrations" ||
  url === "/api/v1/mela/stall-availability";

describe("the administrator's area", () => {
  let db: TestDatabase;
  let config: Config;
  let app: NestFastifyApplication;
  const routes: Route[] = [];

  const call = (
    { method, url }: Route,
    cookie?: string,
    headers: Record<string, string> = {},
    payload?: object,
    address = "127.0.0.1",
  ) =>
    app.inject({
      method,
      url,
      remoteAddress: address,
      headers: { ...headers, ...(cookie === undefined ? {} : { cookie: `${COOKIE}=${cookie}` }) },
      ...(method === "GET" ? {} : { payload: payload ?? {} }),
    });
  const login = async (
    username: string,
    password = PASSWORD,
    address = "127.0.0.1",
    headers: Record<string, string> = {},
  ) => {
    const answer = await call(
      { method: "POST", url: `${ADMIN}/login` },
      undefined,
      headers,
      { username, password },
      address,
    );
    const set = String(answer.headers["set-cookie"] ?? "");
    return { answer, set, token: new RegExp(`${COOKIE}=([^;]+)`).exec(set)?.[1] ?? "" };
  };
  const check = async (token?: string): Promise<unknown> =>
    (await call({ method: "GET", url: `${ADMIN}/check` }, token)).json();
  const NOBODY = { authenticated: false, username: null };

  beforeAll(async () => {
    db = await createTestDatabase();
    await seedStalls(db.database);
    config = testConfig({ REDIS_URL: "", DATABASE_URL: db.url, RATE_LIMITS: "on" });
    app = await createHttpApp(ApiModule.with(config, db.source), config, false);
    // The real route table: whatever is registered, by whichever module.
    app
      .getHttpAdapter()
      .getInstance()
      .addHook("onRoute", ({ method, url }) => {
        const methods = Array.isArray(method) ? method : [method];
        for (const each of methods) {
          if (each !== "HEAD" && each !== "OPTIONS") routes.push({ method: each as Route["method"], url });
        }
      });
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    const administrators = app.get(AdministratorsService, { strict: false });
    for (const name of ["asha", "meena", "ravi"]) await administrators.add(name, "operator", PASSWORD);
    await administrators.add("lata", "viewer", PASSWORD);
  }, 40_000);
  afterAll(async () => {
    await app.close();
    await db.close();
  });

  it("has routes of every feature in it", () => {
    const names = routes.filter(({ url }) => url.startsWith(`${ADMIN}/`)).map(nameOf);
    expect(names).toEqual(
      expect.arrayContaining([
        ...OPEN,
        "GET summary",
        "GET registrations.csv",
        "GET bookings/:id",
        "POST bookings/:id/cancel",
        "POST attention/:id/remedy",
        "POST enquiries/:id/answered",
        "GET listings",
        "POST listings/:id/approve",
        "PUT coupons/:code",
      ]),
    );
    expect(names.length).toBeGreaterThan(30);
  });

  it("answers 401 on every route without a session, with a forged, an ended and an old one", async () => {
    const ended = (await login("ravi")).token;
    await call({ method: "POST", url: `${ADMIN}/logout` }, ended);
    const old = (await login("ravi")).token;
    const idle = (await login("ravi")).token;
    const sessions = await db.database.query<{ token_digest: Buffer }>(
      "SELECT token_digest FROM administrator_sessions WHERE ended_at IS NULL ORDER BY created_at",
    );
    expect(sessions).toHaveLength(2);
    await db.database.query(
      "UPDATE administrator_sessions SET created_at = created_at - interval '12 hours' WHERE token_digest = $1",
      [sessions[0]?.token_digest],
    );
    await db.database.query(
      "UPDATE administrator_sessions SET seen_at = seen_at - interval '2 hours' WHERE token_digest = $1",
      [sessions[1]?.token_digest],
    );
    const forged = randomBytes(32).toString("base64url");
    const guarded = routes.filter((route) => isAdmins(route) && !OPEN.includes(nameOf(route)));
    for (const route of guarded) {
      for (const cookie of [undefined, forged, "not a token", ended, old, idle]) {
        const answer = await call({ ...route, url: addressOf(route) }, cookie);
        expect([route.method, route.url, cookie === undefined, answer.statusCode]).toEqual([
          route.method,
          route.url,
          cookie === undefined,
          401,
        ]);
        expect(answer.json()).toMatchObject({ code: "not_authenticated" });
      }
    }
    for (const cookie of [undefined, forged, ended, old, idle]) expect(await check(cookie)).toEqual(NOBODY);
  }, 60_000);

  it("lets a viewer read everything and change nothing", async () => {
    const viewer = (await login("lata")).token;
    expect(await check(viewer)).toEqual({ authenticated: true, username: "lata", role: "viewer" });
    for (const route of routes.filter((each) => isAdmins(each) && !OPEN.includes(nameOf(each)))) {
      const { statusCode } = await call({ ...route, url: addressOf(route) }, viewer);
      const expected = route.method === "GET" ? [200, 404] : VIEWERS.includes(nameOf(route)) ? [400] : [403];
      expect({ route, statusCode, expected, fits: expected.includes(statusCode) }).toMatchObject({
        fits: true,
      });
    }
    expect(await db.database.query("SELECT 1 FROM audit_log WHERE administrator = 'lata'")).toEqual([]);
  }, 60_000);

  it("takes a role away at once", async () => {
    const { token } = await login("ravi");
    const route: Route = { method: "POST", url: `${ADMIN}/stalls/B40/block` };
    expect((await call(route, token, {}, { reason: "for the stage" })).statusCode).toBe(200);
    await app.get(AdministratorsService, { strict: false }).setRole("ravi", "viewer");
    expect((await call(route, token, {}, { reason: "for the stage" })).json()).toMatchObject({
      statusCode: 403,
      code: "operators_only",
    });
    await app.get(AdministratorsService, { strict: false }).setRole("ravi", "operator");
  });

  it("logs in with a cookie that no script and no other site can use", async () => {
    const plain = await login("Asha");
    expect(plain.answer.json()).toEqual({ authenticated: true, username: "asha", role: "operator" });
    expect(plain.set).toMatch(/^sakhi_admin=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
    const [row] = await db.database.query<{ digest: Buffer }>(
      "SELECT token_digest AS digest FROM administrator_sessions ORDER BY created_at DESC LIMIT 1",
    );
    expect(row?.digest.toString("base64url")).not.toBe(plain.token);
    const logout = await call({ method: "POST", url: `${ADMIN}/logout` }, plain.token);
    expect(logout.json()).toEqual(NOBODY);
    expect(String(logout.headers["set-cookie"])).toContain("sakhi_admin=;");
    expect(await check(plain.token)).toEqual(NOBODY);
    expect((await call({ method: "POST", url: `${ADMIN}/logout` })).statusCode).toBe(200);
  });

  it.each([
    [{ TRUST_PROXY: "on" }, { "x-forwarded-proto": "https", "x-forwarded-host": "sakhi.example" }],
    [{ PUBLIC_URL: "https://sakhi.example" }, {}],
  ])("sends the cookie over https only where the site is reached so: %j", async (settings, headers) => {
    const given = testConfig({ REDIS_URL: "", DATABASE_URL: db.url, ...settings });
    const other = await createHttpApp(ApiModule.with(given, db.source), given, false);
    await other.init();
    const payload = { username: "asha", password: PASSWORD };
    const answer = await other.inject({ method: "POST", url: `${ADMIN}/login`, headers, payload });
    expect(String(answer.headers["set-cookie"])).toContain("; Secure;");
    await other.close();
  });

  it("ends the session that the browser had before, and every session with a new password", async () => {
    const first = (await login("meena")).token;
    const again = await call(
      { method: "POST", url: `${ADMIN}/login` },
      first,
      {},
      { username: "meena", password: PASSWORD },
    );
    expect(again.statusCode).toBe(200);
    expect(await check(first)).toEqual(NOBODY);
    const [one, two] = [(await login("meena")).token, (await login("meena")).token];
    const route: Route = { method: "POST", url: `${ADMIN}/password` };
    const newPassword = "a new and better one";
    const wrong = await call(route, one, {}, { currentPassword: "not this one", newPassword });
    expect(wrong.json()).toMatchObject({ statusCode: 403, code: "password_refused" });
    const short = await call(route, one, {}, { currentPassword: PASSWORD, newPassword: "short" });
    expect(short.json()).toMatchObject({
      code: "invalid_request",
      fields: { newPassword: expect.anything() },
    });
    expect((await call(route, one, {}, { currentPassword: PASSWORD, newPassword })).statusCode).toBe(200);
    expect([await check(one), await check(two)]).toEqual([NOBODY, NOBODY]);
    expect((await login("meena")).answer.statusCode).toBe(401);
    expect((await login("meena", newPassword)).answer.statusCode).toBe(200);
    const [audit] = await db.database.query<{ administrator: string; line: string }>(
      "SELECT administrator, audit_log::text AS line FROM audit_log WHERE action = 'password_changed'",
    );
    expect(audit?.administrator).toBe("meena");
    expect(audit?.line).not.toContain(newPassword);
  });

  it("refuses a login or an action that a page of another site sends", async () => {
    const { token } = await login("asha");
    for (const origin of ["https://evil.example", "null"]) {
      expect((await login("asha", PASSWORD, "127.0.0.1", { origin })).answer.json()).toMatchObject({
        statusCode: 403,
        code: "origin_refused",
      });
      for (const name of ["logout", "stalls/B41/block"]) {
        const answer = await call(
          { method: "POST", url: `${ADMIN}/${name}` },
          token,
          { origin },
          { reason: "evil" },
        );
        expect(answer.json()).toMatchObject({ code: "origin_refused" });
      }
    }
    expect(await check(token)).toMatchObject({ authenticated: true });
  });

  it("answers a wrong password and an unknown name alike, and asks for both fields", async () => {
    const [wrong, unknown] = [
      (await login("ravi", "wrong password!", "10.0.0.1")).answer,
      (await login("nobody", "wrong password!", "10.0.0.1")).answer,
    ];
    expect(wrong.json()).toEqual({
      statusCode: 401,
      code: "login_refused",
      message: "Invalid username or password",
      error: "Invalid username or password",
    });
    expect(unknown.json()).toEqual(wrong.json());
    expect((await login("", PASSWORD, "10.0.0.1")).answer.json()).toMatchObject({
      code: "invalid_request",
      fields: { username: expect.arrayContaining(["Please enter both username and password"]) },
    });
  });

  it("takes as long for an unknown name as for a wrong password", async () => {
    const took = async (username: string, address: string): Promise<number> => {
      const began = performance.now();
      await login(username, "wrong password!", address);
      return performance.now() - began;
    };
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < 9; round += 1) {
      times.known.push(await took("ravi", `10.1.0.${round}`));
      times.unknown.push(await took(`nobody${round}`, `10.1.0.${round}`));
    }
    const middle = (all: number[]): number => all.toSorted((a, b) => a - b)[4] ?? 0;
    const ratio = middle(times.unknown) / middle(times.known);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it("slows thirty wrong passwords down, while others and the same account from elsewhere get in", async () => {
    const attacker = "10.2.0.1";
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => login("asha", `guess number ${n}`, attacker)),
    );
    const refused = answers.filter(({ answer }) => answer.statusCode === 401);
    const slowed = answers.filter(({ answer }) => answer.statusCode === 429);
    expect([refused.length, slowed.length]).toEqual([3, 27]);
    expect(slowed[0]?.answer.json()).toMatchObject({
      code: "login_slowed",
      retryAfterSeconds: expect.any(Number),
    });
    expect(Number(slowed[0]?.answer.headers["retry-after"])).toBeGreaterThan(0);
    expect((await login("ASHA", PASSWORD, attacker)).answer.statusCode).toBe(429);
    // Another administrator from the same address, and the same one from another.
    expect((await login("ravi", PASSWORD, attacker)).answer.statusCode).toBe(200);
    expect((await login("asha", PASSWORD, "10.2.0.2")).answer.statusCode).toBe(200);
    // It ends by itself: the account is never locked.
    await db.database.query("UPDATE login_failures SET last_at = last_at - interval '2 seconds'");
    expect((await login("asha", PASSWORD, attacker)).answer.statusCode).toBe(200);
    expect((await login("asha", "wrong again, once", attacker)).answer.statusCode).toBe(401);
    const [kept] = await db.database.query<{ text: string }>(
      "SELECT string_agg(key, ' ') AS text FROM login_failures",
    );
    expect(kept?.text).not.toMatch(/asha|10\.2\.0/);
  }, 30_000);

  it("has a high ceiling for an address that guesses at many names", async () => {
    const address = "10.3.0.1";
    await db.database.query("DELETE FROM rate_limits");
    const first = await login("ravi", "wrong password!", address);
    expect(first.answer.statusCode).toBe(401);
    await db.database.query(
      "UPDATE rate_limits SET points = 300 WHERE key LIKE 'login_failures_per_address%'",
    );
    expect((await login("nobody", "wrong password!", address)).answer.json()).toMatchObject({
      statusCode: 429,
      code: "rate_limited",
    });
    expect((await login("ravi", PASSWORD, "10.3.0.2")).answer.statusCode).toBe(200);
  });
});
