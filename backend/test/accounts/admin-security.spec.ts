import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { Secret, TOTP } from "otpauth";
import { ApiModule } from "../../src/api.module.js";
import { AdminArea, type Route, statusAndCode, tokenIn } from "../admin/admin-area.js";
import { ADMIN, PASSWORD } from "../admin/administration.js";
import { testConfig } from "../support/config.js";
import { startTestApp } from "../support/http-app.js";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const STEP_MS = 30_000;

/** The authenticator app's code, `steps` time steps from now. */
const code = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });
/** A code that is invalid within two steps of now. */
const wrongCode = (secret: string): string => {
  const near = [-2, -1, 0, 1, 2].map((steps) => code(secret, steps));
  return ["111111", "222222", "333333", "444444", "555555", "666666"].find((each) => !near.includes(each)) ?? "";
};

const area = await AdminArea.start();
afterAll(() => area.close());

const resetFailureCounters = (): Promise<unknown> => area.query("DELETE FROM login_failures");
/** Accepts the current code although it was used before. */
const allowCurrentCodeAgain = (): Promise<unknown> =>
  area.query("UPDATE administrator_second_factors SET last_step = 0");
const post = (name: string, payload: object, token: string) => area.post(name, payload, { token });
const loginWithCode = (username: string, typed?: string, password = PASSWORD) =>
  area.post("login", { username, password, ...(typed === undefined ? {} : { code: typed }) });
const auditOf = async (username: string): Promise<string[]> => {
  const lines = await area.query<{ action: string }>(
    "SELECT action FROM audit_log WHERE after->>'account' = $1 ORDER BY id",
    [username],
  );
  return lines.map(({ action }) => action);
};

/** Sets up a second factor for the session's administrator. */
async function setUpSecondFactor(token: string): Promise<{ secret: string; codes: string[] }> {
  const started = await post("account/second-factor/begin", { currentPassword: PASSWORD }, token);
  const { secret } = started.json<{ secret: string }>();
  const confirmed = await post("account/second-factor/confirm", { code: code(secret) }, token);
  expect(confirmed.statusCode).toBe(200);
  await allowCurrentCodeAgain();
  return { secret, codes: confirmed.json<{ codes: string[] }>().codes };
}

describe("two-step verification", () => {
  beforeAll(async () => {
    for (const name of ["totp", "lost", "slow", "turn"]) await area.administrators.add(name, "owner", PASSWORD);
  });

  it("is set up with the password and a code, and then required at each login", async () => {
    const { token } = await area.login("totp");
    const other = (await area.login("totp")).token;
    const begin = (currentPassword: string) => post("account/second-factor/begin", { currentPassword }, token);
    const confirm = (typed: string) => post("account/second-factor/confirm", { code: typed }, token);
    expect(statusAndCode(await begin("not this one"))).toEqual([403, "password_refused"]);
    expect(statusAndCode(await confirm("123456"))).toEqual([409, "second_factor_missing"]);

    const { secret, uri } = (await begin(PASSWORD)).json<{ secret: string; uri: string }>();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Sakhi%20Bazaar:totp\?issuer=Sakhi%20Bazaar&secret=/);
    // The password is enough until the app is confirmed.
    expect((await loginWithCode("totp")).statusCode).toBe(200);
    expect(statusAndCode(await confirm(wrongCode(secret)))).toEqual([403, "code_refused"]);
    const confirming = code(secret);
    const { codes } = (await confirm(confirming)).json<{ codes: string[] }>();
    expect(new Set(codes).size).toBe(10);
    for (const each of codes) expect(each).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/);
    // Ends the other sessions, which started without the second factor.
    expect([await area.isLoggedIn(other), await area.isLoggedIn(token)]).toEqual([false, true]);
    const [stored] = await area.query<{ text: string }>(
      `SELECT f.secret || ' ' || string_agg(c.digest::text, ' ') AS text
         FROM administrator_second_factors f JOIN administrator_recovery_codes c USING (administrator_id)
        GROUP BY f.secret`,
    );
    for (const each of [secret, ...codes]) expect(stored?.text).not.toContain(each.replaceAll("-", ""));

    expect(statusAndCode(await loginWithCode("totp"))).toEqual([401, "second_factor_required"]);
    // The confirming code is used up; the next one is accepted once.
    expect(statusAndCode(await loginWithCode("totp", confirming))).toEqual([401, "second_factor_refused"]);
    const next = code(secret, 1);
    const loggedIn = await loginWithCode("totp", `${next.slice(0, 3)} ${next.slice(3)}`);
    expect(loggedIn.json()).toMatchObject({ authenticated: true, username: "totp" });
    expect(statusAndCode(await loginWithCode("totp", next))).toEqual([401, "second_factor_refused"]);
    expect(statusAndCode(await loginWithCode("totp", next, "not this one"))).toEqual([401, "login_refused"]);
    const [line] = await area.query<{ after: unknown }>(
      "SELECT after FROM audit_log WHERE administrator = 'totp' AND action = 'logged_in' ORDER BY id DESC LIMIT 1",
    );
    expect(line?.after).toMatchObject({ secondFactor: "totp" });
  });

  it("accepts codes of the previous, current and next time step only", async () => {
    const { secret } = await setUpSecondFactor((await area.login("lost")).token);
    for (const [steps, status] of [
      [-3, 401],
      [-1, 200],
      [0, 200],
      [1, 200],
      [3, 401],
    ] as const) {
      await allowCurrentCodeAgain();
      expect([steps, (await loginWithCode("lost", code(secret, steps))).statusCode]).toEqual([steps, status]);
    }
    await area.administrators.resetSecondFactor("lost");
    await resetFailureCounters();
  });

  it("accepts each recovery code once", async () => {
    const { codes } = await setUpSecondFactor((await area.login("lost")).token);
    const [first = "", second = "", third = "", fourth, fifth] = codes;
    const used = await loginWithCode("lost", ` ${first.toUpperCase()} `);
    expect(used.statusCode).toBe(200);
    expect(statusAndCode(await loginWithCode("lost", first))).toEqual([401, "second_factor_refused"]);
    expect((await loginWithCode("lost", second.replaceAll("-", ""))).statusCode).toBe(200);
    // Not for another account, and only once in concurrent logins.
    expect(statusAndCode(await loginWithCode("totp", third))).toEqual([401, "second_factor_refused"]);
    const responses = await Promise.all([loginWithCode("lost", third), loginWithCode("lost", third)]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401]);
    const token = tokenIn(used);
    expect((await area.get("account", token)).json()).toMatchObject({
      ...{ recoveryCodesLeft: 7, secondFactorSince: expect.any(String) },
    });
    const proof = { currentPassword: PASSWORD, code: fourth };
    const renewed = await post("account/second-factor/recovery-codes", proof, token);
    const [fresh] = renewed.json<{ codes: string[] }>().codes;
    expect(statusAndCode(await loginWithCode("lost", fifth))).toEqual([401, "second_factor_refused"]);
    expect((await loginWithCode("lost", fresh)).statusCode).toBe(200);
    await resetFailureCounters();
  });

  it("requires the password and a code to replace or remove the app", async () => {
    const { token } = await area.login("turn");
    const old = await setUpSecondFactor(token);
    const change = (name: string, typed?: string) =>
      post(`account/second-factor/${name}`, { currentPassword: PASSWORD, code: typed }, token);
    for (const name of ["begin", "remove", "recovery-codes"]) {
      for (const typed of [wrongCode(old.secret), "abcd-efgh-jkmn-pqrs"]) {
        expect([name, ...statusAndCode(await change(name, typed))]).toEqual([name, 403, "code_refused"]);
        await resetFailureCounters();
      }
    }
    expect(statusAndCode(await change("begin"))).toEqual([403, "code_refused"]);
    const { secret } = (await change("begin", code(old.secret))).json<{ secret: string }>();
    // The old app works until the new one is confirmed.
    await allowCurrentCodeAgain();
    expect((await loginWithCode("turn", code(old.secret))).statusCode).toBe(200);
    expect((await post("account/second-factor/confirm", { code: code(secret) }, token)).statusCode).toBe(200);
    await allowCurrentCodeAgain();
    expect((await loginWithCode("turn", code(old.secret))).statusCode).toBe(401);
    expect((await change("remove", code(secret))).statusCode).toBe(200);
    expect((await loginWithCode("turn")).statusCode).toBe(200);
    expect((await auditOf("turn")).filter((action) => !action.endsWith("refused"))).toEqual([
      "second_factor_set_up",
      "second_factor_set_up",
      "second_factor_removed",
    ]);
    await resetFailureCounters();
  });

  it("slows down wrong codes like wrong passwords, even with correct passwords in between", async () => {
    const { secret } = await setUpSecondFactor((await area.login("slow")).token);
    const address = "10.31.0.1";
    const tryCode = async (typed?: string): Promise<number> => {
      const payload = { username: "slow", password: PASSWORD, ...(typed === undefined ? {} : { code: typed }) };
      return (await area.post("login", payload, { address })).statusCode;
    };
    for (let n = 0; n < 3; n += 1) {
      expect(await tryCode()).toBe(401);
      expect(await tryCode(wrongCode(secret))).toBe(401);
    }
    await area.query("UPDATE login_failures SET last_at = clock_timestamp()");
    expect(await tryCode(code(secret))).toBe(429);
    expect(await tryCode()).toBe(429);
    // The wait expires, and a correct code resets the counters.
    await area.query("UPDATE login_failures SET last_at = last_at - interval '1 hour'");
    expect(await tryCode(code(secret))).toBe(200);
    expect(await auditOf("slow")).toEqual(expect.arrayContaining(["second_factor_set_up", "second_factor_refused"]));
  });

  it("keeps working during and after a rotation of COOKIE_SECRET", async () => {
    const { secret } = await setUpSecondFactor((await area.login("meena")).token);
    const { cookieSecret } = testConfig();
    const fresh = "another-cookie-secret-for-tests";
    const login = async (app: NestFastifyApplication): Promise<number> => {
      await allowCurrentCodeAgain();
      const payload = { username: "meena", password: PASSWORD, code: code(secret) };
      const { statusCode } = await app.inject({ method: "POST", url: `${ADMIN}/login`, payload });
      return statusCode;
    };
    const [during, after] = [
      await area.loginApp({ COOKIE_SECRET: fresh, COOKIE_SECRET_PREVIOUS: cookieSecret }),
      await area.loginApp({ COOKIE_SECRET: fresh }),
    ];
    expect(await login(after)).toBe(401);
    // The first login re-encrypts with the new secret, so that the old one can be removed.
    expect(await login(during)).toBe(200);
    expect(await login(after)).toBe(200);
    await Promise.all([during.close(), after.close()]);
    await area.administrators.resetSecondFactor("meena");
  });
});

describe("an account with a required first step", () => {
  /** Every route for administrators except those for their own account, and for people with an invitation. */
  const others = (): Route[] =>
    area.routes.filter(
      ({ url }) =>
        (url.startsWith(`${ADMIN}/`) || /^\/api\/v1\/mela\/(registrations|stall-availability)$/.test(url)) &&
        !/^\/(check|login|logout|password|account|invitation|mail-links)(\/|$)/.test(url.slice(ADMIN.length)),
    );
  const call = (app: NestFastifyApplication, { method, url }: Route, token: string, payload: object = {}) =>
    app.inject({
      method,
      url: url.replace(/:\w+/g, "00000000-0000-4000-8000-000000000000"),
      headers: { cookie: `sakhi_admin=${token}` },
      ...(method === "GET" ? {} : { payload }),
    });

  it("rejects every other call of an operator in production until a second factor is set up", async () => {
    const config = Object.assign(testConfig({ REDIS_URL: "", DATABASE_URL: area.db.url }), { production: true });
    const app = await startTestApp(ApiModule.with(config, area.db.source), config);
    await area.administrators.add("prod", "owner", PASSWORD);
    const payload = { username: "prod", password: PASSWORD };
    const login = await app.inject({ method: "POST", url: `${ADMIN}/login`, payload });
    expect(login.json()).toMatchObject({ authenticated: true, step: "second_factor_setup_required" });
    const token = tokenIn(login);
    expect(others().length).toBeGreaterThan(30);
    for (const route of [...others(), { method: "GET", url: "/admin/queues" } as const]) {
      const response = await call(app, route, token);
      expect([route.url, response.statusCode, response.json<{ code: string }>().code]).toEqual([
        route.url,
        403,
        "second_factor_setup_required",
      ]);
    }
    const { secret } = await setUpSecondFactor(token);
    expect((await call(app, { method: "GET", url: `${ADMIN}/summary` }, token)).statusCode).toBe(200);
    expect((await call(app, { method: "GET", url: `${ADMIN}/account` }, token)).json()).toMatchObject({
      secondFactorRequired: true,
    });
    // Required again right after removal; not required for viewers.
    const proof = { currentPassword: PASSWORD, code: code(secret) };
    await call(app, { method: "POST", url: `${ADMIN}/account/second-factor/remove` }, token, proof);
    expect((await call(app, { method: "GET", url: `${ADMIN}/summary` }, token)).statusCode).toBe(403);
    const viewer = { username: "lata", password: PASSWORD };
    const viewers = await app.inject({ method: "POST", url: `${ADMIN}/login`, payload: viewer });
    expect(viewers.json()).not.toHaveProperty("step");
    expect((await call(app, { method: "GET", url: `${ADMIN}/summary` }, tokenIn(viewers))).statusCode).toBe(200);
    await app.close();
  });

  it("rejects every other call until a generated password is changed", async () => {
    await area.administrators.add("fresh", "owner", PASSWORD, { generated: true });
    const { token, response } = await area.login("fresh");
    expect(response.json()).toMatchObject({ step: "password_change_required" });
    expect(await area.check(token)).toMatchObject({ step: "password_change_required" });
    for (const route of others()) {
      const refused = await call(area.app, route, token);
      expect([route.url, refused.json<{ code: string }>().code]).toEqual([route.url, "password_change_required"]);
    }
    const change = (newPassword: string) => post("password", { currentPassword: PASSWORD, newPassword }, token);
    for (const [newPassword, problem] of [
      [PASSWORD, "the password you have now"],
      ["password1234", "like a commonly used password"],
    ] as const) {
      expect((await change(newPassword)).json()).toMatchObject({
        ...{ statusCode: 400, code: "invalid_request" },
        fields: { newPassword: [expect.stringContaining(problem)] },
      });
    }
    expect((await change("monsoon kettle violin")).statusCode).toBe(200);
    const own = await area.login("fresh", "monsoon kettle violin");
    expect(own.response.json()).not.toHaveProperty("step");
    expect((await call(area.app, { method: "GET", url: `${ADMIN}/summary` }, own.token)).statusCode).toBe(200);
  });
});

describe("login throttling across networks", () => {
  const guess = async (username: string, address: string, headers = {}): Promise<number> =>
    (await area.login(username, "wrong password!", { address, headers })).response.statusCode;
  const knownCookie = (set: string): string => /sakhi_admin_known_[^;]+/.exec(set)?.[0] ?? "";
  beforeAll(async () => {
    for (const name of ["wide", "other"]) await area.administrators.add(name, "owner", PASSWORD);
  });

  it("counts addresses of one IPv6 network together", async () => {
    await resetFailureCounters();
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => guess("wide", `2001:db8:0:7::${(n + 1).toString(16)}`)),
    );
    // Three immediately, then one more after each 1, 2, 4 … seconds, if the machine is that slow.
    expect(responses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(6);
    await area.query("UPDATE login_failures SET last_at = clock_timestamp()");
    expect(await guess("wide", "2001:db8:0:7:ffff::1")).toBe(429);
    expect(await guess("wide", "2001:db8:0:8::1")).toBe(401);
  });

  it("slows an account down for unknown browsers only, and for minutes at most", async () => {
    await resetFailureCounters();
    const known = await area.login("wide", PASSWORD, { address: "10.40.0.1" });
    const cookie = knownCookie(known.set);
    expect(known.set).toMatch(
      /sakhi_admin_known_[\w-]{11}=[\w-]{22}\.\d{10}\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict/,
    );
    const others = knownCookie((await area.login("other", PASSWORD, { address: "10.40.0.1" })).set);
    for (let n = 0; n < 10; n += 1) expect(await guess("wide", `10.41.${n}.1`)).toBe(401);
    await area.query("UPDATE login_failures SET failures = 15, last_at = clock_timestamp() WHERE failures = 10");
    // Unknown browsers wait, even with the correct password; other accounts do not.
    const unknown = await area.login("wide", PASSWORD, { address: "10.42.0.1" });
    expect(unknown.response.json()).toMatchObject({ statusCode: 429, code: "login_slowed" });
    expect(Number(unknown.response.headers["retry-after"])).toBeLessThanOrEqual(32);
    expect(await guess("other", "10.42.0.1")).toBe(401);
    const login = async (cookies: string, password = PASSWORD): Promise<number> => {
      const options = { address: "10.43.0.1", headers: { cookie: cookies } };
      return (await area.login("wide", password, options)).response.statusCode;
    };
    // Another account's, a forged and an expired cookie do not help.
    const [name = "", value = ""] = cookie.split("=");
    const [otherName = "", otherValue = ""] = others.split("=");
    expect(otherName).not.toBe(name);
    for (const forged of [
      `${name}=${otherValue}`,
      `${cookie.slice(0, -2)}AA`,
      `${name}=${value.replace(/\.\d+/, ".1500000000")}`,
    ]) {
      expect(await login(forged)).toBe(429);
    }
    expect(await login(cookie)).toBe(200);
    // A stolen cookie does not allow guessing: it has its own failure counter, across networks.
    await area.query("UPDATE login_failures SET failures = 15, last_at = clock_timestamp()");
    for (let n = 0; n < 3; n += 1) expect(await login(cookie, "wrong password!")).toBe(401);
    await area.query("UPDATE login_failures SET last_at = clock_timestamp()");
    expect(await login(cookie)).toBe(429);
    // The wait is capped at minutes, and a login resets it.
    await area.query(
      "UPDATE login_failures SET failures = 1000000, last_at = clock_timestamp() - interval '901 seconds'",
    );
    expect((await area.login("wide", PASSWORD, { address: "10.44.0.1" })).response.statusCode).toBe(200);
    expect(await guess("wide", "10.45.0.1")).toBe(401);
    await resetFailureCounters();
  });
});

describe("management of administrators", () => {
  const manage = (id: string | undefined, what: string, token: string) =>
    post(`administrators/${id}/${what}`, { reason: "left the team" }, token);
  const idOf = async (username: string): Promise<string | undefined> =>
    (await area.query<{ id: string }>("SELECT id FROM administrators WHERE username = $1", [username]))[0]?.id;

  it("lists, disables, enables and removes accounts, effective immediately", async () => {
    await area.administrators.add("gone", "owner", PASSWORD);
    const id = await idOf("gone");
    const { token } = await area.login("asha");
    const list = await area.get("administrators", token);
    expect(list.json()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ username: "lata", role: "viewer", self: false }),
        expect.objectContaining({
          ...{ username: "asha", self: true, secondFactor: false, lastLoginAt: expect.any(String) },
        }),
      ]),
    );
    expect(list.body).not.toMatch(/argon2|hash/i);

    const session = (await area.login("gone")).token;
    expect((await manage(id, "disable", token)).json()).toEqual({
      message: '"gone" is disabled, and their sessions have ended.',
    });
    expect(await area.isLoggedIn(session)).toBe(false);
    const refused = (await area.login("gone")).response;
    expect([refused.statusCode, refused.body]).toEqual([401, (await area.login("nobody")).response.body]);
    expect((await manage(id, "enable", token)).statusCode).toBe(200);
    // Ended sessions stay ended.
    expect(await area.isLoggedIn(session)).toBe(false);
    const again = (await area.login("gone")).token;
    expect(await area.isLoggedIn(again)).toBe(true);
    expect((await manage(id, "remove", token)).statusCode).toBe(200);
    expect(await area.isLoggedIn(again)).toBe(false);
    expect(statusAndCode(await manage(id, "remove", token))).toEqual([404, "administrator_not_found"]);
    const lines = await area.query<{ line: string }>(
      `SELECT administrator || ': ' || action || ', ' || reason AS line FROM audit_log
        WHERE after->>'account' = 'gone' AND action LIKE 'administrator%' ORDER BY id`,
    );
    expect(lines.map(({ line }) => line)).toEqual(
      ["disabled", "enabled", "removed"].map((what) => `asha: administrator_${what}, left the team`),
    );
    for (const what of ["disable", "enable", "remove"]) {
      expect((await manage(await idOf("asha"), what, token)).json()).toMatchObject({ code: "own_account" });
    }
    await resetFailureCounters();
  });

  it("keeps one owner when two remove each other concurrently", async () => {
    const operators = await area.query<{ username: string }>(
      "SELECT username FROM administrators WHERE team_role = 'owner' AND username NOT IN ('asha', 'ravi')",
    );
    for (const { username } of operators) await area.administrators.disable(username);
    const [asha, ravi] = [(await area.login("asha")).token, (await area.login("ravi")).token];
    const ids = [await idOf("ravi"), await idOf("asha")];
    const responses = await Promise.all([manage(ids[0], "disable", asha), manage(ids[1], "remove", ravi)]);
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const left = await area.query<{ username: string }>(
      "SELECT username FROM administrators WHERE team_role = 'owner' AND disabled_at IS NULL",
    );
    const last = left[0]?.username ?? "";
    expect(["asha", "ravi"]).toContain(last);
    const lastOne = "last active owner";
    await expect(area.administrators.disable(last)).rejects.toThrow(lastOne);
    await expect(area.administrators.remove(last)).rejects.toThrow(lastOne);
    await expect(area.administrators.setRole(last, "viewer")).rejects.toThrow(lastOne);
    for (const { username } of operators) await area.administrators.enable(username);
  });
});

it("lists and ends the caller's own sessions only", async () => {
  await area.administrators.add("busy", "viewer", PASSWORD);
  const tokens: string[] = [];
  for (const agent of [FIREFOX, "x".repeat(5000), ""]) {
    tokens.push((await area.login("busy", PASSWORD, { headers: { "user-agent": agent } })).token);
  }
  const [here = "", laptop = "", phone = ""] = tokens;
  const lata = (await area.login("lata")).token;
  const { sessions } = (await area.get("account", here)).json<{ sessions: { id: string }[] }>();
  const at = expect.any(String);
  expect(sessions).toMatchObject([
    { browser: "Unknown browser", current: false },
    { browser: "Unknown browser", current: false },
    { browser: "Firefox on Linux", current: true, createdAt: at, lastUsedAt: at },
  ]);
  const end = async (token: string) => (await post(`account/sessions/${sessions[1]?.id}/end`, {}, token)).statusCode;
  expect([await end(lata), await end(here), await end(here)]).toEqual([404, 200, 404]);
  expect(await area.isLoggedIn(laptop)).toBe(false);
  expect((await post("account/sessions/end-others", {}, here)).json()).toEqual({ ended: 1 });
  const loggedIn = [await area.isLoggedIn(phone), await area.isLoggedIn(here), await area.isLoggedIn(lata)];
  expect(loggedIn).toEqual([false, true, true]);
  expect(await auditOf("busy")).toEqual(["session_ended", "other_sessions_ended"]);
});

it("does not extend the session's idle timeout for polling", async () => {
  const { token } = await area.login("lata");
  const unusedMinutes = async (): Promise<number> => {
    const [session] = await area.query<{ minutes: number }>(
      `SELECT round(extract(epoch FROM clock_timestamp() - seen_at) / 60)::int AS minutes
         FROM administrator_sessions WHERE ended_at IS NULL ORDER BY created_at DESC LIMIT 1`,
    );
    return session?.minutes ?? -1;
  };
  await area.query("UPDATE administrator_sessions SET seen_at = seen_at - interval '90 minutes'");
  for (const polled of ["plan", "stalls/B12/history", "issues"]) {
    expect([polled, (await area.get(polled, token)).statusCode]).toEqual([polled, 200]);
  }
  const polled = await area.call({ method: "GET", url: "/admin/queues/api/queues" }, { token });
  expect(polled.statusCode).not.toBe(401);
  expect(await unusedMinutes()).toBe(90);
  expect((await area.get("summary", token)).statusCode).toBe(200);
  expect(await unusedMinutes()).toBe(0);
});

it.each([
  "UPDATE audit_log SET reason = 'x'",
  "DELETE FROM audit_log",
  "TRUNCATE audit_log",
  "TRUNCATE audit_log RESTART IDENTITY CASCADE",
])("keeps the audit log append-only: rejects %s", async (statement) => {
  await expect(area.query(statement)).rejects.toThrow("the audit log can only be added to");
});
