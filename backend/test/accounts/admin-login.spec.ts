import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import argon2 from "@node-rs/argon2";
import { ApiModule } from "../../src/api.module.js";
import { createHttpApp } from "../../src/platform/http/http-app.js";
import { AdminArea, NOBODY } from "../admin/admin-area.js";
import type { Route } from "../admin/admin-area.js";
import { ADMIN, PASSWORD } from "../admin/administration.js";
import { testConfig } from "../support/config.js";

describe("the administrator's login", () => {
  let area: AdminArea;
  beforeAll(async () => {
    area = await AdminArea.start();
  });
  afterAll(() => area.close());

  it("logs in with a cookie that no script and no other site can use", async () => {
    const plain = await area.login("Asha");
    expect(plain.answer.json()).toEqual({ authenticated: true, username: "asha", role: "operator" });
    expect(plain.answer.headers["set-cookie"]).toContainEqual(
      expect.stringMatching(/^sakhi_admin=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/),
    );
    const [row] = await area.query<{ digest: Buffer }>(
      "SELECT token_digest AS digest FROM administrator_sessions ORDER BY created_at DESC LIMIT 1",
    );
    expect(row?.digest.toString("base64url")).not.toBe(plain.token);
    const logout = await area.post("logout", {}, { token: plain.token });
    expect(logout.json()).toEqual(NOBODY);
    expect(String(logout.headers["set-cookie"])).toContain("sakhi_admin=;");
    expect(await area.check(plain.token)).toEqual(NOBODY);
    expect((await area.post("logout", {})).statusCode).toBe(200);
  });

  it.each([
    [{ PUBLIC_URL: "https://sakhi.example" }, {}],
    [{ PUBLIC_URL: "https://sakhi.example" }, { "x-forwarded-proto": "http" }],
  ])("sends the cookie over https only where the site is reached so: %j", async (settings, headers) => {
    const given = testConfig({ REDIS_URL: "", DATABASE_URL: area.db.url, ...settings });
    const other = await createHttpApp(ApiModule.with(given, area.db.source), given, false);
    await other.init();
    const payload = { username: "asha", password: PASSWORD };
    const answer = await other.inject({ method: "POST", url: `${ADMIN}/login`, headers, payload });
    expect(String(answer.headers["set-cookie"])).toMatch(/__Host-sakhi_admin=[^;]+;[^,]*; Secure;/);
    await other.close();
  });

  it("ends the session that the browser had before, and every session with a new password", async () => {
    const first = (await area.login("meena")).token;
    const again = await area.post("login", { username: "meena", password: PASSWORD }, { token: first });
    expect(again.statusCode).toBe(200);
    expect(await area.check(first)).toEqual(NOBODY);
    const [one, two] = [(await area.login("meena")).token, (await area.login("meena")).token];
    const route: Route = { method: "POST", url: `${ADMIN}/password` };
    const newPassword = "a new and better one";
    const wrong = await area.call(route, { token: one, payload: { currentPassword: "not this one", newPassword } });
    expect(wrong.json()).toMatchObject({ statusCode: 403, code: "password_refused" });
    const short = await area.call(route, { token: one, payload: { currentPassword: PASSWORD, newPassword: "short" } });
    expect(short.json()).toMatchObject({ code: "invalid_request", fields: { newPassword: expect.anything() } });
    expect(
      (await area.call(route, { token: one, payload: { currentPassword: PASSWORD, newPassword } })).statusCode,
    ).toBe(200);
    expect([await area.check(one), await area.check(two)]).toEqual([NOBODY, NOBODY]);
    expect((await area.login("meena")).answer.statusCode).toBe(401);
    expect((await area.login("meena", newPassword)).answer.statusCode).toBe(200);
    const [audit] = await area.query<{ administrator: string; line: string }>(
      "SELECT administrator, audit_log::text AS line FROM audit_log WHERE action = 'password_changed'",
    );
    expect(audit?.administrator).toBe("meena");
    expect(audit?.line).not.toContain(newPassword);
  });

  it("refuses a login or an action that a page of another site sends", async () => {
    const { token } = await area.login("asha");
    for (const origin of ["https://evil.example", "null"]) {
      expect((await area.login("asha", PASSWORD, { headers: { origin } })).answer.json()).toMatchObject({
        statusCode: 403,
        code: "origin_refused",
      });
      for (const name of ["logout", "stalls/B41/block"]) {
        const answer = await area.post(name, { reason: "evil" }, { token, headers: { origin } });
        expect(answer.json()).toMatchObject({ code: "origin_refused" });
      }
    }
    expect(await area.check(token)).toMatchObject({ authenticated: true });
  });

  it("answers a wrong password and an unknown name alike, and asks for both fields", async () => {
    const [wrong, unknown] = [
      (await area.login("ravi", "wrong password!", { address: "10.0.0.1" })).answer,
      (await area.login("nobody", "wrong password!", { address: "10.0.0.1" })).answer,
    ];
    expect(wrong.json()).toEqual({
      statusCode: 401,
      code: "login_refused",
      message: "Invalid username or password",
      error: "Invalid username or password",
    });
    expect(unknown.json()).toEqual(wrong.json());
    expect((await area.login("", PASSWORD, { address: "10.0.0.1" })).answer.json()).toMatchObject({
      code: "invalid_request",
      fields: { username: expect.arrayContaining(["Please enter both username and password"]) },
    });
  });

  // Counted, not timed: how busy the machine is must make no difference.
  it("works as hard for an unknown name as for a wrong password", async () => {
    const hash = jest.spyOn(argon2, "hash");
    const verify = jest.spyOn(argon2, "verify");
    const work = async (username: string): Promise<string[]> => {
      hash.mockClear();
      verify.mockClear();
      const { answer } = await area.login(username, "wrong password!", { address: "10.1.0.1" });
      expect(answer.statusCode).toBe(401);
      expect(hash).not.toHaveBeenCalled();
      return verify.mock.calls.map(([digest]) => `verify ${String(digest).split("$").slice(0, 4).join("$")}`);
    };
    const known = await work("ravi");
    expect(known).toEqual([expect.stringMatching(/^verify \$argon2id\$v=19\$m=19456,t=2,p=1$/)]);
    expect(await work("nobody")).toEqual(known);
    expect(await work("nobody else")).toEqual(known);
  });

  it("slows thirty wrong passwords down, while others and the same account from elsewhere get in", async () => {
    const attacker = "10.2.0.1";
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => area.login("asha", `guess number ${n}`, { address: attacker })),
    );
    const refused = answers.filter(({ answer }) => answer.statusCode === 401);
    const slowed = answers.filter(({ answer }) => answer.statusCode === 429);
    // After the third, one more after each 1, 2, 4 … seconds: none of those, unless the machine stood still.
    const seconds = (performance.now() - began) / 1000;
    expect(refused.length).toBeGreaterThanOrEqual(3);
    expect(refused.length).toBeLessThanOrEqual(3 + Math.floor(Math.log2(1 + seconds)));
    expect(refused.length + slowed.length).toBe(30);
    expect(slowed[0]?.answer.json()).toMatchObject({ code: "login_slowed", retryAfterSeconds: expect.any(Number) });
    expect(Number(slowed[0]?.answer.headers["retry-after"])).toBeGreaterThan(0);
    // As if it had gone on for a while: the waits are minutes by now.
    await area.query("UPDATE login_failures SET failures = 9, last_at = clock_timestamp()");
    expect((await area.login("ASHA", PASSWORD, { address: attacker })).answer.statusCode).toBe(429);
    // Another administrator from the same address, and the same one from another.
    expect((await area.login("ravi", PASSWORD, { address: attacker })).answer.statusCode).toBe(200);
    expect((await area.login("asha", PASSWORD, { address: "10.2.0.2" })).answer.statusCode).toBe(200);
    // It ends by itself: the account is never locked.
    await area.query("UPDATE login_failures SET last_at = last_at - interval '1 hour'");
    expect((await area.login("asha", PASSWORD, { address: attacker })).answer.statusCode).toBe(200);
    expect((await area.login("asha", "wrong again, once", { address: attacker })).answer.statusCode).toBe(401);
    const [kept] = await area.query<{ text: string }>("SELECT string_agg(key, ' ') AS text FROM login_failures");
    expect(kept?.text).not.toMatch(/asha|10\.2\.0/);
  });

  it("has a high ceiling for an address that guesses at many names", async () => {
    const address = "10.3.0.1";
    await area.query("DELETE FROM rate_limits");
    const first = await area.login("ravi", "wrong password!", { address: address });
    expect(first.answer.statusCode).toBe(401);
    await area.query("UPDATE rate_limits SET points = 300 WHERE key LIKE 'login_failures_per_address%'");
    expect((await area.login("nobody", "wrong password!", { address: address })).answer.json()).toMatchObject({
      statusCode: 429,
      code: "rate_limited",
    });
    expect((await area.login("ravi", PASSWORD, { address: "10.3.0.2" })).answer.statusCode).toBe(200);
  });
});
