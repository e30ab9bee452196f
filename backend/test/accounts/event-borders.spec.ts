import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { HIDDEN } from "@sakhi/domain/access/contacts";
import type { AdministratorRole } from "@sakhi/domain/access/rights";
import { monthOf } from "@sakhi/domain/gst/months";
import { istDate } from "@sakhi/domain/invoices/indian-dates";
import { unzipSync } from "fflate";
import { AdminModule } from "../../src/admin/admin.module.js";
import { GstModule } from "../../src/gst/gst.module.js";
import { InvitationLinksService } from "../../src/mail/invitation-links.service.js";
import { MessagesModule } from "../../src/messages/messages.module.js";
import { OpsModule } from "../../src/ops/ops.module.js";
import { WaitingModule } from "../../src/waiting-list/waiting-list.module.js";
import { ADMIN, logIn } from "../admin/administration.js";
import { apiError, type TestVisitor } from "../bookings/mela.js";
import { readPdf } from "../invoices/pdf-text.js";
import { OperatorTest, TestAdministrator } from "../operator/operator.js";

// A person with one event attacks the border of it: whatever she tries, another event is as if it were not there.

const SECOND = "the-second-mela";
const EMAIL = "meera@example.com";
const PHONE = "9811100077";
const REASON = "an attack";
const ID = "00000000-0000-4000-8000-000000000000";

const test = await OperatorTest.open({ RATE_LIMITS: "off" }, [
  AdminModule,
  OpsModule,
  MessagesModule,
  GstModule,
  WaitingModule,
]);
const { mela } = test;
let first = "";
let ids: { readonly first: number; readonly second: number };
let owner: TestAdministrator;
/** Organises the first event. */
let omana: TestAdministrator;
let accountant: TestAdministrator;
/** Of all events. */
let bookkeeper: TestAdministrator;

/** Ids of what belongs to an event. */
interface Records {
  readonly booking: string;
  readonly invoice: string;
  readonly mail: string;
  readonly issue: string;
  readonly message: string;
  readonly waitingPlace: string;
  readonly coupon: string;
}
const records: Record<string, Records> = {};
const of = (event: string): Records => {
  const found = records[event];
  if (found === undefined) throw new Error(`no records of ${event}`);
  return found;
};

const person = async (username: string, role: AdministratorRole, events: number | number[] | null) =>
  new TestAdministrator(await logIn(mela, username, role, events), first);

async function recordsOf(event: string, eventId: number): Promise<Records> {
  const visitor = mela.visitor();
  visitor.event = event;
  const sold = await test.sold("B1", { email: EMAIL, phoneNumber: PHONE }, visitor);
  const issue = randomUUID();
  await mela.query(
    `INSERT INTO issues (id, kind, subject, booking_id, facts, raised_at)
     VALUES ($1, 'mail_failed', $2, $3, $4, clock_timestamp())`,
    [issue, randomUUID(), sold.bookingId, { reason: `${EMAIL} refused it` }],
  );
  const [mail, waitingPlace] = [randomUUID(), randomUUID()];
  await mela.query(
    `INSERT INTO mails (id, dedupe_key, template, to_address, data, booking_id, state)
     VALUES ($1::uuid, $1::text, 'evening-before', $2, '{}', $3, 'sending')`,
    [mail, EMAIL, sold.bookingId],
  );
  await mela.query(
    `INSERT INTO waiting_places (id, event_id, stall_type, full_name, email, phone, mailbox, turn)
     VALUES ($1, $2, 'Premium', 'Meera Iyer', $3, $4, $3, 0)`,
    [waitingPlace, eventId, EMAIL, PHONE],
  );
  const text = {
    subject: "About stall {stall}",
    text: "Dear {name}, see you at {event}.",
    audience: "all",
    timing: "now",
  };
  const message = String((await owner.post(`events/${event}/messages`, { ...text, draft: true })).body["id"]);
  const made = await owner.post("coupons", {
    ...{ code: `AT-${eventId}-X`, percentage: 10, active: true, event, reason: REASON },
  });
  expect(made.status).toBe(201);
  return {
    booking: sold.bookingId,
    invoice: (await mela.value("SELECT id FROM invoices WHERE order_id = $1", [sold.orderId])) ?? "",
    mail,
    ...{ issue, message, waitingPlace, coupon: `AT-${eventId}-X` },
  };
}

beforeAll(async () => {
  const second = await mela.addEvent(SECOND, "The Second Mela");
  const current = await mela.firstEvent();
  first = current.slug;
  ids = { first: current.id, second };
  owner = await test.administrator("asha");
  records[first] = await recordsOf(first, current.id);
  records[SECOND] = await recordsOf(SECOND, second);
  omana = await person("omana", "organiser", current.id);
  accountant = await person("anju", "accountant", current.id);
  bookkeeper = await person("bina", "accountant", null);
}, 120_000);
afterAll(() => test.close());

const bodyText = ({ body }: { readonly body: unknown }): string => JSON.stringify(body);
/** A file below the administrator's prefix. */
async function download({ cookie = "" }: TestVisitor, path: string): Promise<Buffer> {
  const response = await mela.app.inject({ method: "GET", url: `${ADMIN}/${path}`, headers: { cookie } });
  expect([path, response.statusCode]).toEqual([path, 200]);
  return response.rawPayload;
}

const sample: Records = {
  ...{ booking: "booking", invoice: "invoice", mail: "mail", issue: "issue" },
  ...{ message: "message", waitingPlace: "place", coupon: "coupon" },
};

const NOBODYS: Records = {
  ...{ booking: ID, invoice: ID, mail: ID, issue: ID, message: ID, waitingPlace: ID, coupon: "NOBODY10" },
};

describe("a record of another event", () => {
  const calls: readonly (readonly ["get" | "post" | "put", (records: Records) => string])[] = [
    ["get", ({ booking }) => `bookings/${booking}`],
    ...["move", "correct", "cancel", "refund", "extend", "release"].map(
      (action) => ["post", ({ booking }: Records) => `bookings/${booking}/${action}`] as const,
    ),
    ["get", ({ booking }) => `papers/${booking}`],
    ["get", ({ booking }) => `paper-files/${booking}/fssai`],
    ["get", ({ invoice }) => `invoices/${invoice}/pdf`],
    ["post", ({ mail }) => `mails/${mail}/resend`],
    ["post", ({ issue }) => `issues/${issue}/resolution`],
    ["put", ({ coupon }) => `coupons/${coupon}`],
    ["put", ({ message }) => `messages/${message}`],
    ["post", ({ message }) => `messages/${message}/steps`],
    ["get", ({ message }) => `messages/${message}/recipients`],
    ["post", ({ waitingPlace }) => `waiting/${waitingPlace}/steps`],
  ];
  it.each(calls.map(([method, path]) => [method, path({ ...sample }), path] as const))(
    "is not found: %s %s",
    async (method, _name, path) => {
      const call = (at: string) => (method === "get" ? omana.get(at) : omana[method](at, { reason: REASON }));
      expect(apiError(await call(path(of(SECOND))))).toEqual([404, "not_found"]);
      expect(apiError(await call(path(NOBODYS)))).toEqual([404, "not_found"]);
      // Her own is: its body may be refused.
      const own = await mela.app.inject({
        ...{ method: method.toUpperCase() as "GET", url: `${ADMIN}/${path(of(first))}` },
        headers: { cookie: omana.browser.cookie ?? "" },
        ...(method === "get" ? {} : { payload: {} }),
      });
      // She has no such paper.
      const isThere = path(of(first)).startsWith("paper-files/") || !own.body.includes('"not_found"');
      expect([own.statusCode, own.body, isThere]).toEqual([own.statusCode, own.body, true]);
    },
  );

  it.each(["not-a-uuid", "00000000-0000-4000-8000-00000000000%27", `${ID}'--`, ".."])(
    "is not found by %s",
    async (id) => {
      expect((await omana.get(`bookings/${encodeURIComponent(id)}`)).status).toBe(404);
    },
  );

  it("is not changed by what names her event in the address only", async () => {
    const body = { code: "BOTH", percentage: 10, active: true, reason: REASON };
    expect(apiError(await omana.post("coupons", { ...body, event: SECOND }))).toEqual([404, "event_not_found"]);
    expect(apiError(await omana.post("coupons", { ...body, event: "all" }))).toEqual([403, "other_event"]);
    expect(apiError(await omana.post("coupons", { ...body, event: [first] }))).toEqual([404, "event_not_found"]);
    expect(apiError(await omana.post(`coupons?event=${first}`, { ...body, event: SECOND }))[0]).toBe(404);
    const moved = { percentage: 99, active: true, version: 0, event: SECOND, reason: REASON };
    expect(apiError(await omana.put(`coupons/${of(first).coupon}`, moved))).toEqual([404, "event_not_found"]);
    expect(await mela.column("SELECT code FROM coupons WHERE code = 'BOTH'")).toEqual([]);
  });
});
describe("lists and files", () => {
  it("have her event only", async () => {
    expect((await omana.get("events")).body).toMatchObject([{ slug: first, current: true }]);
    const issues = (await omana.get("issues")).body as unknown as { entries: { id: string }[]; healthy?: unknown };
    expect(issues.entries.map(({ id }) => id)).toEqual([of(first).issue]);
    expect(issues.healthy).toBeUndefined();
    const coupons = (await omana.get("coupons")).body as unknown as { event?: string }[];
    expect(coupons.filter(({ event }) => event !== undefined && event !== first)).toEqual([]);
    expect(coupons.map(({ event }) => event)).toContain(first);
    expect(bodyText(await omana.get("waiting"))).not.toContain(SECOND);
    const registrations = await omana.browser.get("/api/v1/mela/registrations");
    expect((registrations.body as unknown as { id: string }[]).map(({ id }) => id)).toEqual([of(first).booking]);
    const people = (await omana.get("administrators")).body as unknown as { username: string }[];
    expect(people.map(({ username }) => username)).toEqual(["anju", "omana"]);
  });

  it.each(["registrations", "accounts", "abandoned"])("are never of all events: %s", async (file) => {
    for (const ending of ["csv", "xlsx"]) {
      const path = `${file}.${ending}`;
      expect(apiError(await omana.get(`${path}?event=all`))).toEqual([403, "other_event"]);
      expect(apiError(await omana.get(`${path}?event=${SECOND}`))).toEqual([404, "event_not_found"]);
      expect(apiError(await omana.get(`${path}?event=${first}&event=${SECOND}`))).toEqual([404, "event_not_found"]);
      expect(apiError(await omana.get(path))).toEqual([400, "event_required"]);
      await download(omana.browser, `${path}?event=${first}`);
    }
  });

  it.each(["registrations?event=all", `registrations?event=${SECOND}`, `registrations?event=${SECOND}&q=B1`])(
    "are not searched beyond it: %s",
    async (path) => {
      expect([403, 404]).toContain((await omana.browser.get(`/api/v1/mela/${path}`)).status);
    },
  );

  it("of the audit log are about her event, whatever the filter", async () => {
    await owner.block("B30");
    const second = new TestAdministrator(owner.browser, SECOND);
    await second.block("B31");
    for (const filter of [
      "",
      "?limit=100",
      `?subjectType=booking&subjectId=${of(SECOND).booking}`,
      "?administrator=asha",
    ]) {
      const entries = (await omana.get(`audit${filter}`)).body as unknown as { event: string | null }[];
      expect([filter, entries.filter(({ event }) => event !== first)]).toEqual([filter, []]);
    }
    expect((await omana.get("audit?subjectType=stall")).body).toMatchObject([{ subjectId: "B30" }]);
    const csv = (await download(omana.browser, "audit.csv")).toString();
    expect(csv).toContain("B30");
    expect(csv).not.toContain("B31");
    expect((await omana.get("audit/people")).body).toEqual(expect.not.arrayContaining(["command line"]));
  });

  it("of the whole organisation are for people of all events", async () => {
    const month = monthOf(istDate(new Date()));
    for (const path of ["gst/months", `gst/months/${month}/documents.zip`])
      for (const who of [omana, accountant])
        expect([path, ...apiError(await who.get(path))]).toEqual([path, 403, "operators_only"]);
    expect((await bookkeeper.get("gst/months")).status).toBe(200);
    expect(apiError(await omana.post("events", {}))).toEqual([403, "operators_only"]);
    // It would end the holds of other events, too.
    expect(apiError(await omana.post(`bookings/${of(first).booking}/release-network`, {}))).toEqual([
      ...[403, "operators_only"],
    ]);
  });
});

describe("phone numbers and e-mail addresses", () => {
  const hasNone = (text: string): void => {
    expect(text).not.toContain(EMAIL);
    expect(text).not.toContain(PHONE);
  };

  it("are hidden from an accountant on every page", async () => {
    for (const path of ["bookings", "issues", "papers"].map((name) =>
      name === "issues" ? name : `${name}/${of(first).booking}`,
    )) {
      const seen = bodyText(await accountant.get(path));
      hasNone(seen);
      if (path !== `papers/${of(first).booking}`) expect(seen).toContain(HIDDEN);
    }
    const list = bodyText(await accountant.browser.get(`/api/v1/mela/registrations?event=${first}`));
    hasNone(list);
    expect(list).toContain(HIDDEN);
    expect(bodyText(await omana.get(`bookings/${of(first).booking}`))).toContain(PHONE);
  });

  it("are not shown by a search", async () => {
    const found = async (q: string): Promise<number> => {
      const { body } = await accountant.browser.get(
        `/api/v1/mela/registrations?event=${first}&q=${encodeURIComponent(q)}`,
      );
      return (body as unknown as unknown[]).length;
    };
    for (const guess of [EMAIL, "meera@", PHONE, PHONE.slice(0, 6), "example.com"])
      expect([guess, await found(guess)]).toEqual([guess, 0]);
    expect(await found("B1")).toBe(1);
    const { body } = await omana.browser.get(`/api/v1/mela/registrations?event=${first}&q=${PHONE}`);
    expect(body).toHaveLength(1);
  });

  it("are hidden in her files, and in the PDFs of invoices", async () => {
    for (const file of ["registrations", "accounts"]) {
      const csv = (await download(accountant.browser, `${file}.csv?event=${first}`)).toString();
      hasNone(csv);
      expect(csv.split("\n").length).toBeGreaterThan(2);
      const sheets = unzipSync(await download(accountant.browser, `${file}.xlsx?event=${first}`));
      hasNone(
        Object.values(sheets)
          .map((bytes) => Buffer.from(bytes).toString())
          .join("\n"),
      );
    }
    const { text } = await readPdf(await download(accountant.browser, `invoices/${of(first).invoice}/pdf`));
    hasNone(text);
    expect(text).toContain(HIDDEN);
    const month = monthOf(istDate(new Date()));
    const zip = unzipSync(await download(bookkeeper.browser, `gst/months/${month}/documents.zip`));
    expect(Object.keys(zip).length).toBeGreaterThan(1);
    for (const bytes of Object.values(zip)) hasNone((await readPdf(Buffer.from(bytes))).text);
    // The one that is mailed and kept has them.
    const kept = await readPdf(await download(owner.browser, `invoices/${of(first).invoice}/pdf`));
    expect(kept.text).toContain(EMAIL);
  });

  it("of prints and of papers are not for her", async () => {
    for (const path of [`events/${first}/prints.pdf?kind=list`, `paper-files/${of(first).booking}/fssai`])
      expect(apiError(await accountant.get(path))).toEqual([403, "operators_only"]);
  });
});

describe("the team", () => {
  const invite = (who: TestAdministrator, role: AdministratorRole, events: unknown) =>
    who.post("administrators/invite", {
      username: "helper",
      email: "helper@example.com",
      role,
      events,
      reason: REASON,
    });
  const idOf = async (username: string): Promise<string> =>
    (await mela.value("SELECT id FROM administrators WHERE username = $1", [username])) ?? "";

  it("is given nothing that the giver does not have", async () => {
    for (const [role, events] of [
      ["owner", ["all"]],
      ["organiser", ["all"]],
      ["viewer", ["all"]],
      ["content", [first]],
      ["gate", [SECOND]],
      ["gate", [first, SECOND]],
    ] as const)
      expect([role, events, ...apiError(await invite(omana, role, events))]).toEqual([
        ...[role, events, 403, "access_too_wide"],
      ]);
    for (const events of [[], undefined, "all", [["all"]]])
      expect(apiError(await invite(omana, "gate", events))).toEqual([400, "invalid_request"]);
    // An owner is of all events; "all" beside others is the slug of none.
    expect(apiError(await invite(owner, "owner", [first]))).toEqual([400, "invalid_request"]);
    expect(apiError(await invite(owner, "gate", ["all", first]))).toEqual([404, "event_not_found"]);
    expect(await mela.column("SELECT username FROM administrator_invitations")).toEqual([]);
    expect(apiError(await invite(accountant, "gate", [first]))).toEqual([403, "operators_only"]);
  });

  it("does not raise itself, nor touch those who may do more", async () => {
    const access = { role: "owner", events: ["all"], reason: REASON };
    expect(apiError(await omana.post(`administrators/${await idOf("omana")}/access`, access))).toEqual([
      ...[409, "own_account"],
    ]);
    expect(apiError(await omana.post(`administrators/${await idOf("anju")}/access`, access))).toEqual([
      ...[403, "access_too_wide"],
    ]);
    for (const username of ["asha", "bina"]) {
      const id = await idOf(username);
      const lower = { role: "gate", events: [first], reason: REASON };
      for (const [action, body] of [
        ["access", lower],
        ["disable", { reason: REASON }],
        ["remove", { reason: REASON }],
        ["password-link", { email: "mine@example.com", reason: REASON }],
      ] as const)
        expect([action, ...apiError(await omana.post(`administrators/${id}/${action}`, body))]).toEqual([
          ...[action, 403, "access_too_wide"],
        ]);
    }
    expect(
      await mela.column("SELECT team_role FROM administrators WHERE username IN ('omana', 'anju') ORDER BY 1"),
    ).toEqual([...["accountant", "organiser"]]);
    expect(await mela.column("SELECT id FROM mails WHERE to_address = 'mine@example.com'")).toEqual([]);
  });

  it("changes at once, and with its giver's right the links that she sent end", async () => {
    const helper = await person("hema", "organiser", ids.first);
    expect((await invite(helper, "gate", [first])).status).toBe(200);
    const invitation = await mela.value("SELECT id FROM administrator_invitations WHERE invited_by = 'hema'");
    const token = test.get(InvitationLinksService).token(invitation ?? "");
    const read = () => mela.visitor().post(`${ADMIN}/invitation/read`, { token });
    expect((await read()).body).toMatchObject({ role: "gate", events: [first] });
    const change = { role: "accountant", events: [SECOND], reason: "keeps the books" };
    expect((await owner.post(`administrators/${await idOf("hema")}/access`, change)).status).toBe(200);
    expect((await helper.get(`bookings/${of(first).booking}`)).status).toBe(404);
    expect((await helper.get(`bookings/${of(SECOND).booking}`)).status).toBe(200);
    expect(apiError(await helper.block("B33"))).toEqual([403, "operators_only"]);
    expect(apiError(await read())).toEqual([404, "invitation_over"]);
    expect(
      await mela.query(
        "SELECT before, after FROM audit_log WHERE action = 'role_changed' AND after->>'account' = 'hema'",
      ),
    ).toEqual([
      {
        before: { role: "organiser", atEvents: first },
        after: { account: "hema", role: "accountant", atEvents: SECOND },
      },
    ]);
  });

  it("is left in one press, which ends every session; not by the last owner", async () => {
    const leaver = await person("leela", "viewer", null);
    const elsewhere = mela.visitor();
    await elsewhere.post(`${ADMIN}/login`, { username: "leela", password: "correct horse battery" });
    expect((await leaver.post("account/leave", {})).status).toBe(200);
    for (const browser of [leaver.browser, elsewhere])
      expect((await browser.get(`${ADMIN}/check`)).body).toEqual({ authenticated: false, username: null });
    const again = await mela.visitor().post(`${ADMIN}/login`, { username: "leela", password: "correct horse battery" });
    expect(apiError(again)).toEqual([401, "login_refused"]);
    expect(apiError(await owner.post("account/leave", {}))).toEqual([409, "last_operator"]);
    const lower = { role: "viewer", events: ["all"], reason: REASON };
    expect(apiError(await owner.post(`administrators/${await idOf("asha")}/access`, lower))).toEqual([
      ...[409, "own_account"],
    ]);
  });

  it("keeps one of two owners who leave at the same moment", async () => {
    const other = await person("uma", "owner", null);
    const answers = await Promise.all([owner, other].map((who) => who.post("account/leave", {})));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(
      await mela.column("SELECT count(*)::int FROM administrators WHERE team_role = 'owner' AND disabled_at IS NULL"),
    ).toEqual([1]);
  });
});

const HASH = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2g";

describe("the release before, which knows operator, viewer and gate", () => {
  it.each<[string, AdministratorRole, number[] | null, string, boolean]>([
    ["an owner", "owner", null, "operator", false],
    ["a viewer of all events", "viewer", null, "viewer", false],
    ["a viewer of one", "viewer", [1], "gate", false],
    ["an accountant", "accountant", null, "gate", false],
    ["an organiser", "organiser", [1], "gate", false],
    ["the gate of one event", "gate", [1], "gate", true],
    ["the gate of two", "gate", [1, 2], "gate", false],
  ])("sees no more in %s than she may", async (_name, teamRole, events, role, hasEvent) => {
    const eventIds = events?.map((each) => (each === 1 ? ids.first : ids.second)) ?? null;
    const id = randomUUID();
    await mela.query(
      "INSERT INTO administrators (id, username, team_role, event_ids, password_hash) VALUES ($1, $2, $3, $4, $5)",
      [id, id, teamRole, eventIds, HASH],
    );
    expect(await mela.query("SELECT role, event_id FROM administrators WHERE id = $1", [id])).toEqual([
      { role, event_id: hasEvent ? ids.first : null },
    ]);
  });

  it("adds and changes people whom we know", async () => {
    const id = randomUUID();
    const known = () => mela.query<object>("SELECT team_role, event_ids FROM administrators WHERE id = $1", [id]);
    await mela.query("INSERT INTO administrators (id, username, role, password_hash) VALUES ($1, $2, 'operator', $3)", [
      id,
      id,
      HASH,
    ]);
    expect(await known()).toEqual([{ team_role: "owner", event_ids: null }]);
    await mela.query("UPDATE administrators SET role = 'viewer' WHERE id = $1", [id]);
    expect(await known()).toEqual([{ team_role: "viewer", event_ids: null }]);
    await mela.query("UPDATE administrators SET role = 'gate', event_id = $2 WHERE id = $1", [id, ids.second]);
    expect(await known()).toEqual([{ team_role: "gate", event_ids: [ids.second] }]);
    await mela.query("UPDATE administrators SET last_login_at = clock_timestamp() WHERE id = $1", [id]);
    expect(await known()).toEqual([{ team_role: "gate", event_ids: [ids.second] }]);
  });
});
