import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import argon2 from "@node-rs/argon2";
import { AdminArea, NOBODY } from "../admin/admin-area.js";
import type { Route } from "../admin/admin-area.js";
import { ADMIN, PASSWORD } from "../admin/administration.js";

const area = await AdminArea.start();
afterAll(() => area.close());

describe("the administrator's login", () => {
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

  it("sends the cookie over https only where the site is reached so, whatever a proxy says of a request", async () => {
    const other = await area.loginApp({ PUBLIC_URL: "https://sakhi.example" });
    for (const headers of [{}, { "x-forwarded-proto": "http" }]) {
      const payload = { username: "asha", password: PASSWORD };
      const answer = await other.inject({ method: "POST", url: `${ADMIN}/login`, headers, payload });
      expect(String(answer.headers["set-cookie"])).toMatch(/__Host-sakhi_admin=[^;]+;[^,]*; Secure;/);
    }
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
    const lines = await area.query<{ line: string; whole: string }>(
      `SELECT administrator || ' ' || action || ' ' || (after::jsonb)::text AS line, audit_log::text AS whole
         FROM audit_log WHERE action LIKE 'password%' ORDER BY id`,
    );
    expect(lines.map(({ line }) => line)).toEqual([
      'meena password_change_refused {"account": "meena", "refusedToday": 1}',
      'meena password_changed {"account": "meena"}',
    ]);
    expect(JSON.stringify(lines)).not.toContain(newPassword);
  });

  it.each<Record<string, string>>([
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
  ])("refuses a login or an action that another site had a browser send: %j", async (headers) => {
    const { token } = await area.login("asha");
    const refused = { statusCode: 403, code: "origin_refused" };
    expect((await area.login("asha", PASSWORD, { headers })).answer.json()).toMatchObject(refused);
    for (const name of ["logout", "stalls/B41/block"]) {
      expect((await area.post(name, { reason: "evil" }, { token, headers })).json()).toMatchObject(refused);
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

describe("who came in, went, and was refused", () => {
  let last = "0";
  /** Lines that were written since they were last asked for. */
  const written = async (): Promise<string[]> => {
    const lines = await area.query<{ id: string; administrator: string; action: string; after: object | null }>(
      "SELECT id, administrator, action, after FROM audit_log WHERE id > $1 ORDER BY id",
      [last],
    );
    last = lines.at(-1)?.id ?? last;
    return lines.map(({ administrator, action, after }) =>
      [administrator, action, ...(after === null ? [] : [JSON.stringify(after)])].join(" "),
    );
  };
  /** Wrong passwords, each from an address of its own, so that none is slowed down. */
  const guess = async (username: string, times: number, network: string): Promise<void> => {
    for (let n = 0; n < times; n += 1) {
      const { answer } = await area.login(username, "wrong password!", { address: `10.${network}.0.${n}` });
      expect(answer.statusCode).toBe(401);
    }
  };

  // What the tests above wrote is none of it.
  beforeAll(async () => {
    await area.query("DELETE FROM login_failures");
    await area.query("DELETE FROM access_denials");
    await written();
  });

  it("stands in the audit log: login, logout, and what a login ended", async () => {
    const { token } = await area.login("asha");
    expect(await written()).toEqual(["asha logged_in"]);
    await area.post("login", { username: "lata", password: PASSWORD }, { token });
    expect(await written()).toEqual(["asha logged_out", "lata logged_in"]);
    const ravi = await area.login("ravi");
    for (const each of [ravi.token, ravi.token, undefined]) await area.post("logout", {}, { token: each });
    expect(await written()).toEqual(["ravi logged_in", "ravi logged_out"]);
  });

  it("counts rejected logins of an account, and records the first, second, fourth, eighth of them", async () => {
    await guess("RAVI", 9, "21");
    const refused = (number: number) =>
      `not logged in login_refused ${JSON.stringify({ account: "ravi", refusedToday: number })}`;
    expect(await written()).toEqual([1, 2, 4, 8].map(refused));
    await area.login("ravi");
    expect(await written()).toEqual([`ravi logged_in ${JSON.stringify({ refusedBefore: 9 })}`]);
    await guess("ravi", 1, "22");
    expect(await written()).toEqual([refused(1)]);
    // Another day is another count.
    await area.query("UPDATE access_denials SET since = since - interval '1 day'");
    await guess("ravi", 1, "23");
    expect(await written()).toEqual([refused(1)]);
  });

  it("counts all names that nobody has together, and keeps none of them: a password typed there, for one", async () => {
    for (const name of ["my secret password", "mallory", "eve"]) await guess(name, 1, "24");
    const lines = await written();
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toMatch(/secret|mallory|eve\b/);
    const kept = await area.query<{ subject: string }>("SELECT subject FROM access_denials");
    expect(kept.map(({ subject }) => subject)).toContain("login unknown");
    expect(JSON.stringify(kept)).not.toMatch(/secret|mallory/);
  });

  it("can be read by anyone who is logged in, each kind by itself", async () => {
    const { token } = await area.login("lata");
    await area.call({ method: "GET", url: `${ADMIN}/registrations.csv?q=asha` }, { token });
    const url = `${ADMIN}/audit?subjectType=registrations`;
    const answer = await area.call({ method: "GET", url }, { token });
    expect(answer.json()).toMatchObject([
      {
        administrator: "lata",
        action: "registrations_exported",
        subjectId: expect.stringMatching(/^mela-registrations-.*\.csv$/),
        after: { rows: 0, searched: true },
      },
    ]);
    expect(answer.body).not.toContain("asha");
  });
});
