import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import argon2 from "@node-rs/argon2";
import { PasswordsService } from "../../src/accounts/passwords.service.js";
import { VERSION } from "../../src/platform/version.js";
import { AdminArea, LOGGED_OUT } from "../admin/admin-area.js";
import { ADMIN, PASSWORD } from "../admin/administration.js";
import { testConfig } from "../support/config.js";

const area = await AdminArea.start();
afterAll(() => area.close());

describe("POST /admin/login", () => {
  it("sets an HttpOnly, SameSite=Strict cookie and stores only a digest of the token", async () => {
    const plain = await area.login("Asha");
    expect(plain.response.json()).toEqual({ authenticated: true, username: "asha", role: "owner", version: VERSION });
    expect(plain.response.headers["set-cookie"]).toContainEqual(
      expect.stringMatching(/^sakhi_admin=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/),
    );
    const [row] = await area.query<{ digest: Buffer }>(
      "SELECT token_digest AS digest FROM administrator_sessions ORDER BY created_at DESC LIMIT 1",
    );
    expect(row?.digest.toString("base64url")).not.toBe(plain.token);
    const logout = await area.post("logout", {}, { token: plain.token });
    expect(logout.json()).toEqual(LOGGED_OUT);
    expect(String(logout.headers["set-cookie"])).toContain("sakhi_admin=;");
    expect(await area.check(plain.token)).toEqual(LOGGED_OUT);
    expect((await area.post("logout", {})).statusCode).toBe(200);
  });

  it("sets a Secure __Host- cookie when PUBLIC_URL is https, whatever X-Forwarded-Proto claims", async () => {
    const other = await area.loginApp({ PUBLIC_URL: "https://sakhi.example" });
    for (const headers of [{}, { "x-forwarded-proto": "http" }]) {
      const payload = { username: "asha", password: PASSWORD };
      const response = await other.inject({ method: "POST", url: `${ADMIN}/login`, headers, payload });
      expect(String(response.headers["set-cookie"])).toMatch(/__Host-sakhi_admin=[^;]+;[^,]*; Secure;/);
    }
    await other.close();
  });

  it("ends the browser's previous session; a new password ends every session", async () => {
    const first = (await area.login("meena")).token;
    const again = await area.post("login", { username: "meena", password: PASSWORD }, { token: first });
    expect(again.statusCode).toBe(200);
    expect(await area.check(first)).toEqual(LOGGED_OUT);
    const [one, two] = [(await area.login("meena")).token, (await area.login("meena")).token];
    const newPassword = "a new and better one";
    const change = (payload: object) => area.post("password", payload, { token: one });
    const wrong = await change({ currentPassword: "not this one", newPassword });
    expect(wrong.json()).toMatchObject({ statusCode: 403, code: "password_refused" });
    const short = await change({ currentPassword: PASSWORD, newPassword: "short" });
    expect(short.json()).toMatchObject({ code: "invalid_request", fields: { newPassword: expect.anything() } });
    expect((await change({ currentPassword: PASSWORD, newPassword })).statusCode).toBe(200);
    expect([await area.check(one), await area.check(two)]).toEqual([LOGGED_OUT, LOGGED_OUT]);
    expect((await area.login("meena")).response.statusCode).toBe(401);
    expect((await area.login("meena", newPassword)).response.statusCode).toBe(200);
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
  ])("rejects cross-site logins and actions: %j", async (headers) => {
    const { token } = await area.login("asha");
    const refused = { statusCode: 403, code: "origin_refused" };
    expect((await area.login("asha", PASSWORD, { headers })).response.json()).toMatchObject(refused);
    for (const name of ["logout", "stalls/B41/block"]) {
      expect((await area.post(name, { reason: "evil" }, { token, headers })).json()).toMatchObject(refused);
    }
    expect(await area.check(token)).toMatchObject({ authenticated: true });
  });

  it("responds identically to a wrong password and an unknown name, and requires both fields", async () => {
    const [wrong, unknown] = [
      (await area.login("ravi", "wrong password!", { address: "10.0.0.1" })).response,
      (await area.login("nobody", "wrong password!", { address: "10.0.0.1" })).response,
    ];
    expect(wrong.json()).toEqual({
      statusCode: 401,
      code: "login_refused",
      message: "Invalid username or password",
      error: "Invalid username or password",
    });
    expect(unknown.json()).toEqual(wrong.json());
    expect((await area.login("", PASSWORD, { address: "10.0.0.1" })).response.json()).toMatchObject({
      code: "invalid_request",
      fields: { username: expect.arrayContaining(["Please enter both username and password"]) },
    });
  });

  // Counts the hashing calls instead of timing them: independent of machine load.
  it("does the same hashing work for an unknown name as for a wrong password", async () => {
    const hash = jest.spyOn(argon2, "hash");
    const verify = jest.spyOn(argon2, "verify");
    const work = async (username: string): Promise<string[]> => {
      hash.mockClear();
      verify.mockClear();
      const { response } = await area.login(username, "wrong password!", { address: "10.1.0.1" });
      expect(response.statusCode).toBe(401);
      expect(hash).not.toHaveBeenCalled();
      return verify.mock.calls.map(([digest]) => `verify ${String(digest).split("$").slice(0, 4).join("$")}`);
    };
    // The first unknown name of a process, too.
    expect(await new PasswordsService(testConfig()).matches(undefined, PASSWORD)).toBe(false);
    expect(hash).not.toHaveBeenCalled();
    const known = await work("ravi");
    expect(known).toEqual([expect.stringMatching(/^verify \$argon2id\$v=19\$m=19456,t=2,p=1$/)]);
    expect(await work("nobody")).toEqual(known);
    expect(await work("nobody else")).toEqual(known);
  });

  it("slows down thirty wrong passwords, but neither other accounts nor the same account from another address", async () => {
    const attacker = "10.2.0.1";
    const began = performance.now();
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, n) => area.login("asha", `guess number ${n}`, { address: attacker })),
    );
    const refused = responses.filter(({ response }) => response.statusCode === 401);
    const slowed = responses.filter(({ response }) => response.statusCode === 429);
    // Three immediately, then one more after each 1, 2, 4 … seconds, if the machine is that slow.
    const seconds = (performance.now() - began) / 1000;
    expect(refused.length).toBeGreaterThanOrEqual(3);
    expect(refused.length).toBeLessThanOrEqual(3 + Math.floor(Math.log2(1 + seconds)));
    expect(refused.length + slowed.length).toBe(30);
    expect(slowed[0]?.response.json()).toMatchObject({ code: "login_slowed", retryAfterSeconds: expect.any(Number) });
    expect(Number(slowed[0]?.response.headers["retry-after"])).toBeGreaterThan(0);
    // After more failures the waits are minutes.
    await area.query("UPDATE login_failures SET failures = 9, last_at = clock_timestamp()");
    expect((await area.login("ASHA", PASSWORD, { address: attacker })).response.statusCode).toBe(429);
    // Another administrator from the same address, and the same administrator from another address.
    expect((await area.login("ravi", PASSWORD, { address: attacker })).response.statusCode).toBe(200);
    expect((await area.login("asha", PASSWORD, { address: "10.2.0.2" })).response.statusCode).toBe(200);
    // The wait expires: the account is never locked.
    await area.query("UPDATE login_failures SET last_at = last_at - interval '1 hour'");
    expect((await area.login("asha", PASSWORD, { address: attacker })).response.statusCode).toBe(200);
    expect((await area.login("asha", "wrong again, once", { address: attacker })).response.statusCode).toBe(401);
    const [stored] = await area.query<{ text: string }>("SELECT string_agg(key, ' ') AS text FROM login_failures");
    expect(stored?.text).not.toMatch(/asha|10\.2\.0/);
  });

  it("asks an address that guesses at many names for work, and its known browsers for none", async () => {
    const address = "10.3.0.1";
    await area.query("DELETE FROM rate_limits");
    const first = await area.login("ravi", "wrong password!", { address });
    expect(first.response.statusCode).toBe(401);
    await area.query("UPDATE rate_limits SET points = 300 WHERE key LIKE 'login_failures_per_address%'");
    expect((await area.login("nobody", "wrong password!", { address })).response.json()).toMatchObject({
      statusCode: 429,
      code: "proof_required",
    });
    expect((await area.login("ravi", PASSWORD, { address: "10.3.0.2" })).response.statusCode).toBe(200);
  });
});

describe("the audit log of logins", () => {
  let last = "0";
  /** Entries written since the last call. */
  const newEntries = async (): Promise<string[]> => {
    const lines = await area.query<{ id: string; administrator: string; action: string; after: object | null }>(
      "SELECT id, administrator, action, after FROM audit_log WHERE id > $1 ORDER BY id",
      [last],
    );
    last = lines.at(-1)?.id ?? last;
    return lines.map(({ administrator, action, after }) =>
      [administrator, action, ...(after === null ? [] : [JSON.stringify(after)])].join(" "),
    );
  };
  /** Sends wrong passwords, each from another address, so that none is slowed down. */
  const guess = async (username: string, times: number, network: string): Promise<void> => {
    for (let n = 0; n < times; n += 1) {
      const { response } = await area.login(username, "wrong password!", { address: `10.${network}.0.${n}` });
      expect(response.statusCode).toBe(401);
    }
  };

  // Discards what the tests above wrote.
  beforeAll(async () => {
    await area.query("DELETE FROM login_failures");
    await area.query("DELETE FROM access_denials");
    await newEntries();
  });

  it("records logins, logouts, and sessions ended by a login", async () => {
    const { token } = await area.login("asha");
    expect(await newEntries()).toEqual(["asha logged_in"]);
    await area.post("login", { username: "lata", password: PASSWORD }, { token });
    expect(await newEntries()).toEqual(["asha logged_out", "lata logged_in"]);
    const ravi = await area.login("ravi");
    for (const each of [ravi.token, ravi.token, undefined]) await area.post("logout", {}, { token: each });
    expect(await newEntries()).toEqual(["ravi logged_in", "ravi logged_out"]);
  });

  it("counts an account's rejected logins, and records the first, second, fourth and eighth", async () => {
    await guess("RAVI", 9, "21");
    const refused = (number: number) =>
      `not logged in login_refused ${JSON.stringify({ account: "ravi", refusedToday: number })}`;
    expect(await newEntries()).toEqual([1, 2, 4, 8].map(refused));
    await area.login("ravi");
    expect(await newEntries()).toEqual([`ravi logged_in ${JSON.stringify({ refusedBefore: 9 })}`]);
    await guess("ravi", 1, "22");
    expect(await newEntries()).toEqual([refused(1)]);
    // The count restarts the next day.
    await area.query("UPDATE access_denials SET since = since - interval '1 day'");
    await guess("ravi", 1, "23");
    expect(await newEntries()).toEqual([refused(1)]);
  });

  it("counts unknown names together and stores none of them, since one may be a mistyped password", async () => {
    for (const name of ["my secret password", "mallory", "eve"]) await guess(name, 1, "24");
    const lines = await newEntries();
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toMatch(/secret|mallory|eve\b/);
    const stored = await area.query<{ subject: string }>("SELECT subject FROM access_denials");
    expect(stored.map(({ subject }) => subject)).toContain("login unknown");
    expect(JSON.stringify(stored)).not.toMatch(/secret|mallory/);
  });

  it("is readable by viewers, filtered by subject", async () => {
    const { token } = await area.login("lata");
    await area.get("registrations.csv?event=all&q=asha", token);
    const response = await area.get("audit?subjectType=registrations", token);
    expect(response.json()).toMatchObject([
      {
        administrator: "lata",
        action: "registrations_exported",
        subjectId: expect.stringMatching(/^mela-registrations-.*\.csv$/),
        after: { rows: 0, event: "all", searched: true },
      },
    ]);
    expect(response.body).not.toContain("asha");
  });
});
