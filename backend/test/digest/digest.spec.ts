import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { DIGEST_KIND_NAMES } from "@sakhi/domain/digest/digest.kinds";
import { type SmtpCatcher, startSmtpCatcher } from "@sakhi/testkit/smtp-catcher";
import { AdminModule } from "../../src/admin/admin.module.js";
import { DigestSendingService } from "../../src/digest/digest-sending.service.js";
import { DigestJobsModule, DigestModule } from "../../src/digest/digest.module.js";
import { DIGEST_READINGS } from "../../src/digest/digest.sql.js";
import { EventFactsApiModule } from "../../src/events/event-facts.module.js";
import { IntegrationsJobsModule } from "../../src/integrations/integrations.module.js";
import { InvoicesJobsModule, InvoicesModule } from "../../src/invoices/invoices.module.js";
import { InvitationLinksService } from "../../src/mail/invitation-links.service.js";
import { MailDeliveryService } from "../../src/mail/mail-delivery.service.js";
import { MailJobsModule } from "../../src/mail/mail-jobs.module.js";
import { MailService } from "../../src/mail/mail.service.js";
import { PicturesJobsModule } from "../../src/pictures/pictures.module.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { QueueModule } from "../../src/platform/queue/queues.js";
import { WhatsappJobsModule } from "../../src/whatsapp/whatsapp.module.js";
import { OperatorTest, type TestAdministrator } from "../operator/operator.js";

// Digests and alerts, from the account page to the mail server (docs/decisions/0125).

const smtp: SmtpCatcher = await startSmtpCatcher();
const test = await OperatorTest.open({ SMTP_URL: smtp.url, REDIS_URL: "", RATE_LIMITS: "off" }, [
  AdminModule,
  DigestModule,
  EventFactsApiModule,
]);
const { mela } = test;

@Module({
  imports: [
    PlatformModule.with(mela.config, mela.db.source),
    QueueModule,
    InvoicesJobsModule,
    PicturesJobsModule,
    MailJobsModule.with(InvoicesModule),
    WhatsappJobsModule,
    IntegrationsJobsModule,
    InvoicesModule,
    DigestJobsModule,
  ],
})
class JobsTestModule {}

const jobs = await NestFactory.createApplicationContext(JobsTestModule, { logger: false });
const sending = jobs.get(DigestSendingService, { strict: false });
const links = test.get(InvitationLinksService);
afterAll(async () => {
  await jobs.close();
  await test.close();
  await smtp.close();
});

let operator: TestAdministrator;
let viewer: TestAdministrator;
let slug = "";
let stall = 0;

beforeAll(async () => {
  operator = await test.administrator("asha");
  viewer = await test.administrator("vera", "viewer");
  slug = (await mela.value("SELECT slug FROM events")) ?? "";
});
beforeEach(async () => {
  await mela.query(
    "DELETE FROM administrator_alerts; DELETE FROM administrator_mails; DELETE FROM mails; DELETE FROM issues",
  );
  await mela.query(
    `UPDATE events SET sales_close_at = NULL,
            days = jsonb_build_array(jsonb_build_object('date', '2099-03-20', 'opens', '10:00', 'closes', '20:00'))`,
  );
  await mela.query(
    `UPDATE bookings SET state = 'released', listing_offer = 'not_offered', release_reason = 'cancelled',
            ended_at = clock_timestamp() - interval '40 days' WHERE state = 'sold'`,
  );
});

const idOf = async (username: string) =>
  (await mela.value("SELECT id FROM administrators WHERE username = $1", [username])) ?? "";
const settings = (changes: Record<string, unknown> = {}) => ({
  ...{ kinds: ["sales", "issues", "papers"], hour: 8, weekdays: [1, 2, 3, 4, 5, 6, 7], alerts: [], ...changes },
});
const newestRequest = async () =>
  (await mela.value(
    "SELECT data->>'requestId' FROM mails WHERE template = 'administrator-address' ORDER BY created_at DESC LIMIT 1",
  )) ?? "";
const confirm = (token: string) => mela.visitor().post("/api/v1/mela/admin/mail-links/confirm", { token });
const turnOff = (token: string) => mela.visitor().post("/api/v1/mela/admin/mail-links/off", { token });

/** Chooses settings and confirms an address; what she is notified of begins a day ago. */
async function subscribed(by: TestAdministrator, changes: Record<string, unknown> = {}, email = "asha@example.com") {
  expect((await by.post("account/mails/address", { email })).status).toBe(200);
  expect((await confirm(links.mailToken("confirm", await newestRequest()))).status).toBe(200);
  const saved = await by.post("account/mails", settings(changes));
  expect([saved.status, saved.body]).toEqual([200, expect.objectContaining({ email })]);
  await mela.query(
    `UPDATE administrator_mails SET covered_until = clock_timestamp() - interval '26 hours',
                                    alerts_since = clock_timestamp() - interval '26 hours'`,
  );
}
async function sold(): Promise<void> {
  stall += 1;
  await test.soldOffline(operator, `B${stall}`, {
    ...{ email: `holder${stall}@example.com`, phoneNumber: `98111${String(20_000 + stall)}` },
  });
  // Before the digest's last moment, whenever the test runs.
  await mela.query(
    "UPDATE bookings SET ended_at = ended_at - interval '25 hours' WHERE state = 'sold' AND ended_at > now() - interval '1 hour'",
  );
}
const raise = (kind: string, subject: string) =>
  mela.query(
    "INSERT INTO issues (id, kind, subject, raised_at) VALUES (gen_random_uuid(), $1, $2, clock_timestamp() - interval '25 hours')",
    [kind, subject],
  );
const queued = (template = "administrator-digest") =>
  mela.query<{
    to: string;
    key: string;
    proof: string;
    groups: { event?: string; lines: { text: string; path: string }[] }[];
  }>(
    "SELECT to_address AS to, dedupe_key AS key, proof, data->'groups' AS groups FROM mails WHERE template = $1 ORDER BY created_at",
    [template],
  );
const texts = async () =>
  (await queued()).flatMap(({ groups }) => groups.flatMap(({ lines }) => lines.map(({ text }) => text)));
async function delivered(template: string) {
  smtp.raw.length = 0;
  smtp.recipients.length = 0;
  for (const { id } of await mela.query<{ id: string }>(
    "SELECT id FROM mails WHERE template = $1 AND state = 'queued'",
    [template],
  ))
    await jobs.get(MailDeliveryService, { strict: false }).deliver(id, true);
  return smtp.parsed();
}

describe("an address", () => {
  it("gets mails once the link that went there was opened, and works once", async () => {
    expect((await operator.get("account/mails")).body).toMatchObject({ kinds: [], hour: 8, alerts: [] });
    await operator.post("account/mails", settings());
    const asked = await operator.post("account/mails/address", { email: "asha@example.com" });
    expect(asked.body).toMatchObject({ askedEmail: "asha@example.com" });
    expect(asked.body).not.toHaveProperty("email");
    expect((await operator.post("account/mails/send-now", {})).body["code"]).toBe("mail_address_missing");
    await sold();
    expect(await sending.sendDue()).toBe(0);
    const [mail] = await delivered("administrator-address");
    const token = /#confirm-([\w.-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    expect((await confirm(token)).status).toBe(200);
    expect((await confirm(token)).body["code"]).toBe("mail_link_over");
    expect((await operator.get("account/mails")).body).toMatchObject({
      ...{ email: "asha@example.com", nextAt: expect.any(String), coveredUntil: expect.any(String) },
    });
    const actions = (await test.audit(await idOf("asha"))).map(({ action }) => action);
    expect(actions.slice(-3)).toEqual(["own_mails_changed", "own_mail_address_asked", "own_mail_address_confirmed"]);
    expect(JSON.stringify(await mela.query("SELECT * FROM audit_log"))).not.toContain("asha@example.com");
  });

  it("is not confirmed by a link that is replaced, late, forged or of another purpose", async () => {
    await operator.post("account/mails/address", { email: "old@example.com" });
    const replaced = links.mailToken("confirm", await newestRequest());
    await operator.post("account/mails/address", { email: "asha@example.com" });
    const late = links.mailToken("confirm", await newestRequest());
    await mela.query("UPDATE administrator_mails SET asked_until = clock_timestamp() - interval '1 second'");
    const forged = `${late.slice(0, 33)}${"A".repeat(43)}`;
    for (const token of [replaced, late, forged, links.mailToken("off", await idOf("asha")), "x"]) {
      expect([token, (await confirm(token)).body["code"]]).toEqual([token, "mail_link_over"]);
    }
    expect((await operator.get("account/mails")).body).not.toHaveProperty("email");
  });

  it("of another is hers once it is confirmed; until then the former one stays", async () => {
    await subscribed(operator);
    await operator.post("account/mails/address", { email: "new@example.com" });
    expect((await operator.get("account/mails")).body).toMatchObject({
      email: "asha@example.com",
      askedEmail: "new@example.com",
    });
    expect((await confirm(links.mailToken("confirm", await newestRequest()))).status).toBe(200);
    expect((await operator.get("account/mails")).body).toMatchObject({ email: "new@example.com" });
    await operator.post("account/mails/address/remove", {});
    expect((await operator.get("account/mails")).body).not.toHaveProperty("email");
  });

  it.each([
    ["no address", "account/mails/address", { email: "asha" }],
    ["a kind that is none", "account/mails", settings({ kinds: ["passwords"] })],
    ["an hour that is none", "account/mails", settings({ hour: 24 })],
    ["a day that is none", "account/mails", settings({ weekdays: [0] })],
    ["a day twice", "account/mails", settings({ weekdays: [1, 1] })],
    ["no alerts at all", "account/mails", settings({ alerts: "all" })],
  ])("or a choice is refused: %s", async (_case, path, body) => {
    expect(await operator.post(path, body)).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  });
});

describe("a digest", () => {
  it("says what happened since the last one, with links, to the confirmed address", async () => {
    await subscribed(operator);
    await sold();
    await sold();
    await raise("refund_stuck", "r1");
    expect(await sending.sendDue()).toBe(1);
    const [mail] = await queued();
    expect(mail).toMatchObject({ to: "asha@example.com", proof: "link_opened" });
    const lines = mail?.groups.flatMap(({ lines: all }) => all) ?? [];
    expect(lines.map(({ text }) => text)).toEqual([
      "1 new issue; 1 open now",
      "2 stalls sold for ₹54,000; 2 sold in all now",
      "2 sold stalls lack required papers",
    ]);
    expect(lines[1]?.path).toContain(`event=${slug}`);
    const [arrived] = await delivered("administrator-digest");
    expect(arrived?.subject).toMatch(/^Your Mela digest of /);
    expect(arrived?.text).toContain("2 stalls sold for ₹54,000");
    // No personal data: neither a holder nor a brand.
    expect(arrived?.text).not.toMatch(/Meera|holder\d+@|98111/);
    const header = (name: string) => arrived?.headers.find(({ key }) => key === name)?.value;
    expect(header("list-unsubscribe")).toMatch(/^<http.*\/mail-links\/one-click\?token=[\w.-]+>$/);
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  });

  it("comes once a day, and then says only what is new", async () => {
    await subscribed(operator);
    await sold();
    expect([await sending.sendDue(), await sending.sendDue()]).toEqual([1, 0]);
    // A change of the hour brings no second one on the same day.
    await operator.post("account/mails", settings({ hour: 0 }));
    expect(await sending.sendDue()).toBe(0);
    // The next day: nothing happened since.
    await mela.query(
      `UPDATE administrator_mails SET last_day = to_char(now() - interval '3 days', 'YYYY-MM-DD'), covered_until = covered_until - interval '2 hours'
         WHERE email IS NOT NULL`,
    );
    expect(await sending.sendDue()).toBe(0);
    expect(await texts()).toEqual([
      ...["1 stall sold for ₹27,000; 1 sold in all now", "1 sold stall lacks required papers"],
    ]);
  });

  it("is none without anything new, for a disabled account, on another day, or once the person is at the gate", async () => {
    await subscribed(operator);
    expect(await sending.sendDue()).toBe(0);
    expect(await mela.value("SELECT last_day IS NOT NULL FROM administrator_mails")).toBe(true);
    const again = () =>
      mela.query(
        "UPDATE administrator_mails SET last_day = NULL, covered_until = clock_timestamp() - interval '26 hours'",
      );
    await again();
    await sold();
    const id = await idOf("vera");
    await mela.query("UPDATE administrator_mails SET administrator_id = $1", [id]);
    await mela.query("UPDATE administrators SET disabled_at = now() WHERE id = $1", [id]);
    expect(await sending.sendDue()).toBe(0);
    await mela.query(
      "UPDATE administrators SET disabled_at = NULL, team_role = 'gate', event_ids = ARRAY(SELECT min(id) FROM events) WHERE id = $1",
      [id],
    );
    expect(await sending.sendDue()).toBe(0);
    await mela.query("UPDATE administrators SET team_role = 'viewer', event_ids = NULL WHERE id = $1", [id]);
    await again();
    await mela.query("UPDATE administrator_mails SET weekdays = '{}'");
    expect(await sending.sendDue()).toBe(0);
    await mela.query("UPDATE administrator_mails SET weekdays = '{1,2,3,4,5,6,7}'");
    expect(await sending.sendDue()).toBe(1);
  });

  it("is made once by many processes at once", async () => {
    await subscribed(operator);
    await sold();
    const turns = await Promise.all([sending.sendDue(), sending.sendDue(), sending.sendDue(), sending.turn()]);
    expect(turns.reduce<number>((sum, each) => sum + (each ?? 0), 0)).toBe(1);
    expect(await queued()).toHaveLength(1);
  });

  it("loses and repeats nothing when the process dies in the middle", async () => {
    await subscribed(operator);
    await sold();
    const mails = jobs.get(MailService, { strict: false });
    const queue = mails.queue.bind(mails);
    for (const when of ["before", "after"]) {
      mails.queue = async (tx, request) => {
        if (when === "after") await queue(tx, request);
        // As PostgreSQL sees a killed process: its connection ends.
        await tx.query("SELECT pg_terminate_backend(pg_backend_pid())").catch(() => undefined);
        throw new Error("killed");
      };
      expect(await sending.sendDue()).toBe(0);
      expect(await queued()).toEqual([]);
    }
    mails.queue = queue;
    expect(await sending.sendDue()).toBe(1);
    expect(await texts()).toEqual([
      ...["1 stall sold for ₹27,000; 1 sold in all now", "1 sold stall lacks required papers"],
    ]);
  });

  it("rests while the database is recovered", async () => {
    await subscribed(operator);
    await sold();
    await mela.query("INSERT INTO recoveries (found) VALUES ('{}')");
    expect(await sending.sendDue()).toBe(0);
    await mela.query("DELETE FROM recoveries");
    expect(await sending.sendDue()).toBe(1);
  });

  it("reads every kind, for people of all events and of one", async () => {
    expect(Object.keys(DIGEST_READINGS).toSorted()).toEqual(DIGEST_KIND_NAMES.toSorted());
    await subscribed(viewer, { kinds: DIGEST_KIND_NAMES }, "vera@example.com");
    await sold();
    await raise("payment_disputed", "d0");
    await mela.query(
      `INSERT INTO disputes (dispute_id, order_id, amount_paise, status, outcome, respond_by, created_at)
       VALUES ('d1', (SELECT order_id FROM bookings WHERE state = 'sold'), 100, 'OPEN', 'open', '2099-01-01T12:30:00Z',
               clock_timestamp() - interval '25 hours')`,
    );
    await mela.query(
      `INSERT INTO enquiries (kind, state, first_name, last_name, email, message, subject, digest, created_at)
       VALUES ('support', 'received', 'A', 'B', 'a@example.com', 'x', 'y', 'z', clock_timestamp() - interval '25 hours')`,
    );
    await mela.query("UPDATE events SET sales_close_at = clock_timestamp() + interval '20 minutes'");
    const preview = await viewer.get("account/mails/preview");
    expect(preview.body).toMatchObject({ subject: expect.any(String), html: expect.stringContaining("1 new enquiry") });
    for (const text of [
      "1 stall sold for ₹27,000",
      "1 new dispute; 1 open now, the next to answer by 1 January 2099",
      "Sales end t",
    ])
      expect(String(preview.body["html"])).toContain(text);
    expect(String(preview.body["html"])).not.toContain("new issue");
    // As roles of one event will be.
    await mela.query("DELETE FROM disputes WHERE dispute_id = 'd1'");
    await mela.query("DELETE FROM enquiries");
  });
});

describe("a digest now", () => {
  it("is shown and sent as it would be, and the one of the day comes as well", async () => {
    await subscribed(operator);
    expect((await operator.get("account/mails/preview")).body).not.toHaveProperty("html");
    expect((await operator.post("account/mails/send-now", {})).body["message"]).toMatch(/nothing to say/);
    await sold();
    const preview = (await operator.get("account/mails/preview")).body;
    expect(preview).toMatchObject({ subject: expect.stringMatching(/^Your Mela digest/), since: expect.any(String) });
    expect(String(preview["html"])).toContain("1 stall sold for ₹27,000");
    // A preview has no key.
    expect(String(preview["html"])).not.toContain("#off-");
    expect((await operator.post("account/mails/send-now", {})).body["message"]).toMatch(/on its way/);
    expect(await sending.sendDue()).toBe(1);
    expect(await queued()).toHaveLength(2);
  });

  it("is each person's own, and nothing for people at the gate or who are not logged in", async () => {
    await subscribed(operator);
    expect((await viewer.get("account/mails")).body).toMatchObject({ kinds: [] });
    const gate = await test.administrator("gita", "viewer");
    await mela.query(
      "UPDATE administrators SET team_role = 'gate', event_ids = ARRAY(SELECT min(id) FROM events) WHERE username = 'gita'",
    );
    expect((await gate.get("account/mails")).body).toMatchObject({ choosable: [] });
    expect((await mela.visitor().get("/api/v1/mela/admin/account/mails")).status).toBe(401);
  });
});

describe("mails are turned off", () => {
  it("by the link, once and for all of them, and on again by saving", async () => {
    await subscribed(operator, { alerts: ["high_issue"] });
    await sold();
    await raise("payment_disputed", "d2");
    const token = links.mailToken("off", await idOf("asha"));
    expect((await turnOff(`${token.slice(0, 33)}${"A".repeat(43)}`)).body["code"]).toBe("mail_link_over");
    expect([(await turnOff(token)).status, (await turnOff(token)).status]).toEqual([200, 200]);
    expect(await sending.sendDue()).toBe(0);
    expect((await operator.get("account/mails")).body).toMatchObject({
      ...{ offSince: expect.any(String), kinds: ["sales", "issues", "papers"] },
    });
    await operator.post("account/mails", settings());
    const on = (await operator.get("account/mails")).body;
    expect(on).not.toHaveProperty("offSince");
    // What happened while they were off is not said.
    expect(Date.parse(String(on["coveredUntil"]))).toBeGreaterThan(Date.now() - 60_000);
    expect(await sending.sendDue()).toBe(0);
  });

  it.each([
    ["application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
    [
      "multipart/form-data; boundary=x",
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])("by a mail program's button, with a form: %s", async (type, payload) => {
    await subscribed(operator);
    const url = `/api/v1/mela/admin/mail-links/one-click?token=${links.mailToken("off", await idOf("asha"))}`;
    const call = (to: string, headers: object = {}) =>
      mela.app.inject({ method: "POST", url: to, payload, headers: { "content-type": type, ...headers } });
    expect((await call(url, { origin: "https://evil.example" })).statusCode).toBe(403);
    expect((await call(`${url.slice(0, -5)}AAAAA`)).statusCode).toBe(404);
    expect((await call("/api/v1/mela/admin/mail-links/off")).statusCode).toBe(415);
    expect((await call(url)).statusCode).toBe(200);
    expect((await operator.get("account/mails")).body).toHaveProperty("offSince");
  });

  it("by removing the account", async () => {
    const lata = await test.administrator("lata", "viewer");
    await subscribed(lata, {}, "lata@example.com");
    await mela.query("DELETE FROM administrators WHERE username = 'lata'");
    expect(await mela.query("SELECT 1 FROM administrator_mails")).toEqual([]);
  });
});

describe("an alert", () => {
  const alertOf = async () =>
    (
      await mela.query<{ lines: { title: string; about?: string }[]; more: number }>(
        "SELECT data->'lines' AS lines, (data->>'more')::int AS more FROM mails WHERE template = 'administrator-alert' ORDER BY created_at",
      )
    ).map(({ lines, more }) => [lines.map(({ title }) => title), more]);
  const now = (kind: string, subject: string) =>
    mela.query("INSERT INTO issues (id, kind, subject) VALUES (gen_random_uuid(), $1, $2)", [kind, subject]);
  const later = () =>
    mela.query("UPDATE administrator_mails SET last_alert_at = last_alert_at - interval '11 minutes'");

  it("of an important issue comes once, and what comes at the same time comes together", async () => {
    await subscribed(operator, { kinds: [], alerts: ["high_issue"] });
    await now("payment_disputed", "o1");
    await now("refund_stuck", "not important");
    expect([await sending.sendDue(), await sending.sendDue()]).toEqual([1, 0]);
    await now("refund_failed", "o2");
    await now("outbox_stuck", "o3");
    // Within ten minutes of the last.
    expect(await sending.sendDue()).toBe(0);
    await later();
    expect(await sending.sendDue()).toBe(1);
    await later();
    expect(await sending.sendDue()).toBe(0);
    expect(await alertOf()).toEqual([
      [["A payer's bank asks for the money back"], 0],
      [["A refund was rejected", "Messages are not delivered"], 0],
    ]);
    const arrived = await delivered("administrator-alert");
    expect(arrived.map(({ subject }) => subject).toSorted()).toEqual([
      "2 alerts from the Mela dashboard",
      "A payer's bank asks for the money back",
    ]);
  });

  it("of a resolved, an old or an earlier issue is none", async () => {
    await subscribed(operator, { kinds: [], alerts: ["high_issue"] });
    await now("payment_disputed", "resolved");
    await mela.query("UPDATE issues SET resolved_at = clock_timestamp(), resolution = 'resolve'");
    await raise("payment_disputed", "a day old");
    expect(await sending.sendDue()).toBe(0);
    await now("payment_disputed", "before she chose alerts");
    await operator.post("account/mails", settings({ alerts: [] }));
    await operator.post("account/mails", settings({ alerts: ["high_issue"] }));
    await mela.query("UPDATE administrator_mails SET kinds = '{}'");
    expect(await sending.sendDue()).toBe(0);
  });

  it("of a hundred issues is one mail that counts them", async () => {
    await subscribed(operator, { kinds: [], alerts: ["high_issue"] });
    for (let each = 0; each < 23; each += 1) await now("refund_failed", `r${each}`);
    expect(await sending.sendDue()).toBe(1);
    const [found] = await alertOf();
    expect([(found?.[0] as string[] | undefined)?.length, found?.[1]]).toEqual([20, 3]);
  });

  it("that sales end comes once for each end", async () => {
    await subscribed(operator, { kinds: [], alerts: ["sales_ending"] });
    expect(await sending.sendDue()).toBe(0);
    await mela.query("UPDATE events SET sales_close_at = clock_timestamp() + interval '20 minutes'");
    expect([await sending.sendDue(), await sending.sendDue()]).toEqual([1, 0]);
    await later();
    expect(await sending.sendDue()).toBe(0);
    await mela.query("UPDATE events SET sales_close_at = clock_timestamp() + interval '25 minutes'");
    expect(await sending.sendDue()).toBe(1);
    expect((await alertOf())[0]?.[0]).toEqual([expect.stringMatching(/^Sales end soon: /)]);
  });
});
