import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { MAX_TOKENS, TOKEN } from "@sakhi/domain/accounts/access-token.rules";
import { Secret, TOTP } from "otpauth";
import { AdminArea, statusAndCode } from "../admin/admin-area.js";
import { ADMIN, PASSWORD } from "../admin/administration.js";

// Tokens with which other systems read as the person who made them (docs/decisions/0126), on the whole api.

const area = await AdminArea.start();
await area.app.listen(0, "127.0.0.1");
const site = (await area.app.getUrl()).replace("[::1]", "127.0.0.1");
afterAll(() => area.close());

const BOOKINGS = "/api/v1/bookings";
const REGISTRATIONS = `${ADMIN}/registrations.csv`;
let asha: string;
let secret: string;
let slug: string;
const code = (): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
const allowCodeAgain = () => area.query("UPDATE administrator_second_factors SET last_step = 0");
const post = (name: string, payload: object, token = asha) => area.post(name, payload, { token });

async function setUpFactor(session: string): Promise<string> {
  const begin = await post("account/second-factor/begin", { currentPassword: PASSWORD }, session);
  const made = begin.json<{ secret: string }>().secret;
  const typed = new TOTP({ secret: Secret.fromBase32(made) }).generate();
  expect((await post("account/second-factor/confirm", { code: typed }, session)).statusCode).toBe(200);
  return made;
}

/** Makes a token as asha. */
async function make(changes: object = {}, session = asha) {
  await allowCodeAgain();
  return post(
    "account/tokens",
    { name: "Ledger", scopes: ["bookings:read", "exports:read"], currentPassword: PASSWORD, code: code(), ...changes },
    session,
  );
}
const made = async (changes: object = {}): Promise<string> => {
  const response = await make(changes);
  expect(response.statusCode).toBe(201);
  return response.json<{ token: string }>().token;
};
const call = (url: string, token: string, method: "GET" | "POST" = "GET", headers: Record<string, string> = {}) =>
  area.call({ method, url }, { headers: { authorization: `Bearer ${token}`, ...headers } });
const answer = async (url: string, token: string): Promise<unknown> => {
  const response = await call(url, token);
  return response.statusCode === 200 ? 200 : statusAndCode(response);
};
const listed = async () =>
  (await area.get("account/tokens", asha)).json<
    { id: string; name: string; lastUsedOn?: string; events?: string[] }[]
  >();

beforeAll(async () => {
  asha = (await area.login("asha")).token;
  secret = await setUpFactor(asha);
  slug = (await area.query<{ slug: string }>("SELECT slug FROM events ORDER BY id LIMIT 1"))[0]!.slug;
  // 250 sold stalls, registered at the same moment but for their order: pages must neither skip nor repeat any.
  await area.query(
    `WITH added AS (
       INSERT INTO stalls (event_id, stall_id, type, price_paise, x, y)
       SELECT (SELECT min(id) FROM events), 'Z' || n, 'General', 2700000, 0, 0 FROM generate_series(1, 250) n
       RETURNING stall_key, stall_id)
     INSERT INTO bookings (id, stall_key, state, price_paise, full_name, email, phone, business_name, pincode, final_paise, order_id,
                           registered_at, ended_at)
     SELECT gen_random_uuid(), stall_key, 'sold', 2700000, 'Holder ' || stall_id, lower(stall_id) || '@holders.example', '9811100001',
            'Brand ' || stall_id, '560041', 2700000, 'MELA1764000000000' || lower(stall_id), now(), now() FROM added`,
  );
});

describe("a token", () => {
  it("is made with both factors, shown once, and stored as a digest", async () => {
    expect(statusAndCode(await make({ code: "000000" }))).toEqual([403, "code_refused"]);
    expect(statusAndCode(await make({ currentPassword: "another one" }))).toEqual([403, "password_refused"]);
    await area.query("DELETE FROM login_failures");
    const token = await made({ name: "Books" });
    expect(token).toMatch(TOKEN);
    const rows = await area.query<{ text: string; days: number }>(
      `SELECT t::text AS text, extract(day FROM t.expires_at - t.created_at)::int AS days FROM access_tokens t WHERE name = 'Books'`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(token.slice(-20));
    expect(rows[0]?.days).toBe(90);
    expect(JSON.stringify(await listed())).not.toContain(token.slice(-20));
    const audited = await area.query<{ after: object }>(
      "SELECT after FROM audit_log WHERE action = 'access_token_made' ORDER BY id DESC LIMIT 1",
    );
    expect(audited[0]?.after).toMatchObject({
      account: "asha",
      scopes: "bookings:read exports:read",
      days: 90,
      events: "all",
    });
    expect(JSON.stringify(audited)).not.toContain(token.slice(-20));
  });

  it("needs two-step verification to be on", async () => {
    const lata = (await area.login("lata")).token;
    expect(statusAndCode(await make({ code: "123456" }, lata))).toEqual([409, "second_factor_missing"]);
  });

  it.each([
    ["no scope", { scopes: [] }],
    ["an unknown scope", { scopes: ["bookings:write"] }],
    ["a scope twice", { scopes: ["bookings:read", "bookings:read"] }],
    ["more than a year", { days: 366 }],
    ["no day", { days: 0 }],
    ["no name", { name: " " }],
    ["a long name", { name: "x".repeat(61) }],
    ["another field", { administratorId: "another" }],
  ])("is refused with %s", async (_, changes) => {
    expect((await make(changes)).statusCode).toBe(400);
  });

  it("is refused with an unknown event", async () => {
    expect(statusAndCode(await make({ events: ["no-such-event"] }))).toEqual([404, "event_not_found"]);
  });
});

describe("a call with a token", () => {
  it("reads what its scopes say, on its day", async () => {
    const token = await made({ name: "Reader", scopes: ["bookings:read"] });
    expect(await answer(BOOKINGS, token)).toBe(200);
    expect(await answer(`${REGISTRATIONS}?event=${slug}`, token)).toEqual([403, "token_scope_missing"]);
    const [today] = await area.query<{ day: string }>(
      "SELECT (clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date::text AS day",
    );
    expect((await listed()).find(({ name }) => name === "Reader")?.lastUsedOn).toBe(today?.day);
  });

  it("downloads an export, which the audit log says with its token", async () => {
    const token = await made({ name: "Files", scopes: ["exports:read"] });
    const response = await call(`${REGISTRATIONS}?event=all`, token);
    expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(response.body.split("\n").length).toBeGreaterThan(250);
    const id = (await listed()).find(({ name }) => name === "Files")?.id;
    const [entry] = await area.query<{ administrator: string; after: Record<string, unknown> }>(
      "SELECT administrator, after FROM audit_log WHERE action = 'registrations_exported' ORDER BY id DESC LIMIT 1",
    );
    expect([entry?.administrator, entry?.after["accessToken"]]).toEqual(["asha", id]);
    expect(await answer(BOOKINGS, token)).toEqual([403, "token_scope_missing"]);
  });

  it("is refused by every call that declares no scope, whatever cookie comes with it", async () => {
    const token = await made({ name: "Everything" });
    const declared = new Set(
      [
        ...["registrations", "accounts", "abandoned", "events/:slug/papers"].flatMap((file) => [
          `${file}.csv`,
          `${file}.xlsx`,
        ]),
        ...["gst.xlsx", "gstr1.json", "documents.zip"].map((file) => `gst/months/:month/${file}`),
      ].map((path) => `${ADMIN}/${path}`),
    );
    const guarded = area.routes.filter(
      ({ url }) => url.startsWith(`${ADMIN}/`) || url === "/api/v1/mela/registrations",
    );
    expect(guarded.length).toBeGreaterThan(100);
    const open: string[] = [];
    // Of somebody else, because one of the calls ends it.
    const cookie = (await area.login("meena")).token;
    for (const { method, url } of guarded) {
      if (method === "GET" && declared.has(url)) continue;
      const path = url.replaceAll(/:\w+/g, "00000000-0000-4000-8000-000000000000");
      const response = await area.call(
        { method, url: path },
        { token: cookie, headers: { authorization: `Bearer ${token}` } },
      );
      // The login itself, and what shows a browser whether it is logged in, read no token and no guard.
      if (statusAndCode(response).join(" ") !== "403 token_not_accepted")
        open.push(`${method} ${url.replace(ADMIN, "")}`);
    }
    expect(open.toSorted()).toEqual([
      "GET /check",
      "POST /invitation/accept",
      "POST /invitation/read",
      "POST /login",
      "POST /logout",
      // The link is the proof.
      ...["POST /mail-links/confirm", "POST /mail-links/off", "POST /mail-links/one-click"],
    ]);
  });

  it("reads no cookie beside a token, and takes a token from no other place", async () => {
    const wrong = `sakhi_pat_${"x".repeat(43)}`;
    const both = await area.call(
      { method: "GET", url: BOOKINGS },
      { token: asha, headers: { authorization: `Bearer ${wrong}` } },
    );
    expect(statusAndCode(both)).toEqual([401, "token_invalid"]);
    expect(both.headers["www-authenticate"]).toBe("Bearer");
    const token = await made({ name: "Places" });
    for (const url of [`${BOOKINGS}?access_token=${token}`, BOOKINGS])
      expect(
        (await area.call({ method: "GET", url }, { headers: { cookie: `access_token=${token}`, "x-api-key": token } }))
          .statusCode,
      ).toBeGreaterThanOrEqual(400);
    // Another kind of Authorization, e.g. of a proxy before a site under test, leaves the session as it is.
    const basic = await area.call(
      { method: "GET", url: BOOKINGS },
      { token: asha, headers: { authorization: "Basic eDp5" } },
    );
    expect(basic.statusCode).toBe(200);
  });

  it.each(["", "x", "sakhi_pat_", `sakhi_pat_${"y".repeat(44)}`, `SAKHI_PAT_${"y".repeat(43)}`, "🪡".repeat(20)])(
    "refuses the token %j",
    async (token) => {
      expect((await call(BOOKINGS, encodeURI(token))).statusCode).toBe(401);
    },
  );

  it("is limited to the events of its token", async () => {
    const token = await made({ name: "One event", events: [slug] });
    expect((await listed()).find(({ name }) => name === "One event")?.events).toEqual([slug]);
    expect(await answer(`${BOOKINGS}?event=${slug}`, token)).toBe(200);
    for (const query of ["", "?event=all", "?event=another", `?event=${slug}&event=all`])
      expect([query, await answer(`${BOOKINGS}${query}`, token)]).toEqual([query, [403, "token_event_refused"]]);
    // The event in the path decides, whatever the query says.
    expect(await answer(`${ADMIN}/events/another/papers.csv?event=${slug}`, token)).toEqual([
      403,
      "token_event_refused",
    ]);
    expect(await answer(`${ADMIN}/gst/months/2026-11/gst.xlsx`, token)).toEqual([403, "token_event_refused"]);
  });

  it("ends when it is revoked, when it expires, and with its owner's account", async () => {
    const [revoked, expired, owned] = [
      await made({ name: "Revoked" }),
      await made({ name: "Expired" }),
      await made({ name: "Owned" }),
    ];
    const id = (await listed()).find(({ name }) => name === "Revoked")?.id;
    const other = (await area.login("meena")).token;
    expect(statusAndCode(await post(`account/tokens/${id}/revoke`, {}, other))).toEqual([404, "token_not_found"]);
    expect((await post(`account/tokens/${id}/revoke`, {})).statusCode).toBe(200);
    expect(await answer(BOOKINGS, revoked)).toEqual([401, "token_invalid"]);
    expect(statusAndCode(await post(`account/tokens/${id}/revoke`, {}))).toEqual([404, "token_not_found"]);
    await area.query(
      "UPDATE access_tokens SET created_at = created_at - interval '91 days', expires_at = clock_timestamp() WHERE name = 'Expired'",
    );
    expect(await answer(BOOKINGS, expired)).toEqual([401, "token_invalid"]);
    // Her role decides at each use.
    await area.query(
      "UPDATE administrators SET role = 'gate', event_id = (SELECT min(id) FROM events) WHERE username = 'asha'",
    );
    expect(await answer(BOOKINGS, owned)).toEqual([403, "token_scope_missing"]);
    await area.query("UPDATE administrators SET role = 'operator', event_id = NULL WHERE username = 'asha'");
    expect(await answer(BOOKINGS, owned)).toBe(200);
    await area.query("UPDATE administrators SET must_change_password = true WHERE username = 'asha'");
    expect(await answer(BOOKINGS, owned)).toEqual([403, "password_change_required"]);
    await area.query(
      "UPDATE administrators SET must_change_password = false, disabled_at = now() WHERE username = 'asha'",
    );
    expect(await answer(BOOKINGS, owned)).toEqual([401, "token_invalid"]);
    await area.query("UPDATE administrators SET disabled_at = NULL WHERE username = 'asha'");
  });

  it("is limited in an hour, each token by itself", async () => {
    const [used, other] = [await made({ name: "Busy" }), await made({ name: "Idle" })];
    expect(await answer(BOOKINGS, used)).toBe(200);
    await area.query("UPDATE rate_limits SET points = 5000 WHERE key LIKE 'calls_per_access_token%'");
    const refused = await call(BOOKINGS, used);
    expect(statusAndCode(refused)).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(await answer(BOOKINGS, other)).toBe(200);
  });

  it("never shows the token in the log", async () => {
    const lines: string[] = [];
    const write = jest.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
    const token = await made({ name: "Logged" });
    await call(`${ADMIN}/coupons`, token);
    await call(`${BOOKINGS}?limit=x`, token);
    write.mockRestore();
    expect(lines.join("")).not.toContain(token.slice(-20));
  });
});

it("allows twenty tokens, made at once too", async () => {
  await area.query("DELETE FROM access_tokens");
  await area.query(
    `INSERT INTO access_tokens (id, administrator_id, name, token_digest, scopes, expires_at)
     SELECT gen_random_uuid(), (SELECT id FROM administrators WHERE username = 'asha'), 'T' || n, decode(md5(n::text), 'hex'),
            '{bookings:read}', now() + interval '1 day' FROM generate_series(1, $1::int) n`,
    [MAX_TOKENS - 1],
  );
  // One code for each: of an app, one works once.
  const codes = (
    await post("account/second-factor/recovery-codes", {
      currentPassword: PASSWORD,
      code: (await allowCodeAgain(), code()),
    })
  ).json<{ codes: string[] }>().codes;
  const all = await Promise.all(codes.slice(0, 5).map((each) => make({ name: "At once", code: each })));
  // Some are slowed by the check of the password.
  const statuses = all.map((response) => response.statusCode);
  expect([
    statuses.filter((status) => status === 201),
    statuses.filter((status) => ![201, 409, 429].includes(status)),
  ]).toEqual([[201], []]);
  expect(await listed()).toHaveLength(MAX_TOKENS);
});

it("pages through all bookings by the example of the API's description", async () => {
  await area.query("DELETE FROM access_tokens");
  const token = await made({ scopes: ["bookings:read"], events: [slug] });
  const example = fileURLToPath(new URL("../../assets/integrations/read-bookings.mjs", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [example], {
    env: { SITE: site, TOKEN: token, EVENT: slug },
  });
  const lines = stdout.trim().split("\n");
  expect(new Set(lines).size).toBe(250);
  expect(lines).toHaveLength(250);
  expect(lines[0]).toMatch(/^MELA1764000000000z\d+ Z\d+ 27000$/);
  // Nothing about a person.
  const page = (await call(`${BOOKINGS}?event=${slug}&limit=5`, token)).json<{ bookings: object[]; next: string }>();
  expect(JSON.stringify(page)).not.toMatch(/holder|@|98111|brand/i);
  expect(Object.keys(page.bookings[0]!).toSorted()).toEqual(
    "createdAt discountPaise event id netPaise orderId paymentStatus pricePaise stallId stallType state updatedAt".split(
      " ",
    ),
  );
  for (const after of ["1", "x_y", `1_${"0".repeat(36)}`])
    expect((await call(`${BOOKINGS}?event=${slug}&after=${after}`, token)).statusCode).toBe(400);
});

it("shows the examples that run here in the guide and in the API's description", async () => {
  const guide = await readFile(new URL("../../../docs/integrations.md", import.meta.url), "utf8");
  const file = await readFile(new URL("../../assets/generated/openapi.json", import.meta.url), "utf8");
  const description = JSON.parse(file) as { tags: { name: string; description: string }[] };
  const tag = description.tags.find(({ name }) => name === "integrations")?.description ?? "";
  for (const name of ["receiver.mjs", "read-bookings.mjs"]) {
    const code = await readFile(new URL(`../../assets/integrations/${name}`, import.meta.url), "utf8");
    expect(guide).toContain(code);
    expect(tag).toContain(code);
  }
});
