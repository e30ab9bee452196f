import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { MESSAGE_TEMPLATES, TEMPLATE_TEXTS } from "@sakhi/domain/messages/message.templates";
import { pdf } from "@sakhi/testkit/pdf";
import { type SmtpCatcher, startSmtpCatcher } from "@sakhi/testkit/smtp-catcher";
import { AdminModule } from "../../src/admin/admin.module.js";
import { EventFactsApiModule } from "../../src/events/event-facts.module.js";
import { IntegrationsJobsModule } from "../../src/integrations/integrations.module.js";
import { InvoicesJobsModule, InvoicesModule } from "../../src/invoices/invoices.module.js";
import { MailDeliveryService } from "../../src/mail/mail-delivery.service.js";
import { MailJobsModule } from "../../src/mail/mail-jobs.module.js";
import { EventFileChecksService } from "../../src/messages/event-file-checks.service.js";
import { MessageSendingService } from "../../src/messages/message-sending.service.js";
import { MessagesJobsModule, MessagesModule } from "../../src/messages/messages.module.js";
import { PicturesJobsModule } from "../../src/pictures/pictures.module.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { QueueModule } from "../../src/platform/queue/queues.js";
import { PersonalData } from "../../src/privacy/personal-data.js";
import { PrivacyModule } from "../../src/privacy/privacy.module.js";
import { RetentionService } from "../../src/privacy/retention.service.js";
import { MESSAGE_RULES } from "../../src/verify/messages.rules.js";
import { PICTURE_RULES } from "../../src/verify/pictures.rules.js";
import { WhatsappJobsModule } from "../../src/whatsapp/whatsapp.module.js";
import { NEXT_EVENT, OperatorTest, type TestAdministrator } from "../operator/operator.js";
import { brokenRules } from "../verify/broken-rules.js";

// Messages to holders, from the dashboard to the mail server (docs/decisions/0111).

const PACE = 40;
const smtp: SmtpCatcher = await startSmtpCatcher();
const test = await OperatorTest.open(
  { SMTP_URL: smtp.url, REDIS_URL: "", RATE_LIMITS: "off", MESSAGE_MAILS_PER_MINUTE: String(PACE) },
  [AdminModule, EventFactsApiModule, MessagesModule, PrivacyModule],
);
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
    MessagesJobsModule,
  ],
})
class JobsTestModule {}

const jobs = await NestFactory.createApplicationContext(JobsTestModule, { logger: false });
const sending = jobs.get(MessageSendingService, { strict: false });
let operator: TestAdministrator;
let viewer: TestAdministrator;
let slug = "";
afterAll(async () => {
  await jobs.close();
  await test.close();
  await smtp.close();
});

const days = (date: string) =>
  mela.query(
    `UPDATE events SET days = jsonb_build_array(jsonb_build_object('date', $1::text, 'opens', '10:00', 'closes', '20:00'))`,
    [date],
  );
/** A date so many days from now in India, YYYY-MM-DD. */
const inDays = (count: number) => new Date(Date.now() + count * 86_400_000 + 19_800_000).toISOString().slice(0, 10);

let stall = 0;
let attempt = 0;
/** A walk-in with a stall. */
async function holder(changes: Record<string, unknown> = {}) {
  stall += 1;
  const stallId = `B${stall}`;
  const email = `holder${stall}@example.com`;
  const phoneNumber = `98111${String(10_000 + stall)}`;
  const sale = await test.soldOffline(operator, stallId, { email, phoneNumber, ...changes });
  return { ...sale, stallId, email };
}

const message = (changes: Record<string, unknown> = {}) => ({
  ...{ subject: "About stall {stall}", text: "Dear {name},\n\nsee you at {event}.", audience: "all", timing: "now" },
  ...{ draft: false, ...changes },
});
const write = (changes: Record<string, unknown> = {}, by = operator) =>
  by.post(`events/${slug}/messages`, message(changes));
async function written(changes: Record<string, unknown> = {}) {
  const { status, body } = await write(changes);
  expect([status, body["code"]]).toEqual([201, undefined]);
  return String(body["id"]);
}
const list = async () => (await operator.get(`events/${slug}/messages`)).body as unknown as Record<string, unknown>[];
const one = async (id: string) => (await list()).find((each) => each["id"] === id);
const recipients = async (id: string) =>
  (await operator.get(`messages/${id}/recipients`)).body as unknown as {
    stallId: string;
    outcome: string;
    problem?: string;
  }[];
const step = (id: string, name: string) => operator.post(`messages/${id}/steps`, { step: name });

/** Turns until nothing more can be queued; the pace's minute passes at once. */
async function turns(): Promise<void> {
  for (let more: boolean | undefined = true; more === true;) {
    more = await sending.turn();
    await mela.query(
      "UPDATE message_recipients SET decided_at = decided_at - interval '2 minutes' WHERE decided_at IS NOT NULL",
    );
  }
}

/** Delivers the queued messages. @returns what arrived */
async function delivered() {
  smtp.raw.length = 0;
  smtp.recipients.length = 0;
  const queued = await mela.query<{ id: string }>(
    "SELECT id FROM mails WHERE template = 'holder-message' AND state = 'queued' ORDER BY dedupe_key",
  );
  for (const { id } of queued) await jobs.get(MailDeliveryService, { strict: false }).deliver(id, true);
  return (await smtp.parsed()).map(({ subject, to, text, html }) => ({ subject, to: to?.[0]?.address, text, html }));
}

beforeAll(async () => {
  operator = await test.administrator("asha");
  viewer = await test.administrator("vera", "viewer");
  slug = (await mela.value("SELECT slug FROM events")) ?? "";
});
beforeEach(async () => {
  await days("2099-03-20");
  await mela.query("DELETE FROM messages; DELETE FROM mailed_links; DELETE FROM mails; DELETE FROM event_questions");
  await mela.query(
    "UPDATE bookings SET state = 'released', listing_offer = 'not_offered', release_reason = 'cancelled', ended_at = clock_timestamp() WHERE state = 'sold'",
  );
});

describe("a message", () => {
  it("reaches each holder once, with her own facts, and lists each delivery and error", async () => {
    const [first, second] = [await holder({ fullName: "Sunita Devi", businessName: "Devi Handlooms" }), await holder()];
    const id = await written({ text: "Dear {name},\n\n{brand} at {stall}, {event}.\n{days}\n\n{link}" });
    await turns();
    await turns();
    smtp.behaviours.push("accept", "refuse-message");
    const arrived = await delivered();
    const outcomes = await recipients(id);
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(["failed", "sent"]);
    expect(outcomes[0]).toMatchObject({ outcome: "failed", problem: expect.any(String) });
    expect(arrived).toHaveLength(1);
    const to = arrived[0]?.to === first.email ? first : second;
    expect(arrived[0]).toMatchObject({ subject: expect.stringContaining(to.stallId), to: to.email });
    expect(arrived[0]?.text).toMatch(/\/my-booking#[\w.-]+/);
    expect(arrived[0]?.text).toContain("20 March 2099, 10:00 to 20:00");
    expect(await one(id)).toMatchObject({ state: "done", progress: { sent: 1, failed: 1, waiting: 0 } });
    await turns();
    expect(await delivered()).toEqual([]);
    expect(await brokenRules(mela.db.database, MESSAGE_RULES)).toEqual([]);
  });

  it("goes to those whom it is for: types, a selection", async () => {
    const [a, b] = [await holder(), await holder()];
    await mela.query("UPDATE stalls SET type = 'Premium' WHERE stall_id = $1", [b.stallId]);
    await written({ audience: "stall_types", stallTypes: ["Premium"] });
    await written({ audience: "chosen", bookingIds: [a.bookingId], subject: "For you" });
    await turns();
    const arrived = await delivered();
    const plain = (subject = "") => subject.replaceAll(/[\u2066-\u2069]| \(Mela \d+\)$/g, "");
    expect(arrived.map(({ to, subject }) => [to, plain(subject)]).toSorted()).toEqual(
      [
        [a.email, "For you"],
        [b.email, `About stall ${b.stallId}`],
      ].toSorted(),
    );
    await mela.query("UPDATE stalls SET type = 'General' WHERE stall_id = $1", [b.stallId]);
  });

  it("keeps the pace, pauses, resumes and stops", async () => {
    for (let index = 0; index < 5; index += 1) await holder();
    const id = await written();
    await mela.query(
      `INSERT INTO messages (id, event_id, subject, text, audience, timing, state, started_at, ended_at)
       SELECT '11111111-1111-4111-8111-111111111111', id, 'x', 'x', 'all', 'now', 'stopped', now(), now() FROM events`,
    );
    const used = (count: number) =>
      mela.query(
        `INSERT INTO message_recipients (message_id, booking_id, state, decided_at)
         SELECT '11111111-1111-4111-8111-111111111111', id, 'mailed', now() FROM bookings ORDER BY id LIMIT $1`,
        [count],
      );
    await mela.query(
      `INSERT INTO bookings (id, stall_key, state, price_paise, ended_at, release_reason)
       SELECT gen_random_uuid(), (SELECT min(stall_key) FROM stalls), 'released', 100, now(), 'left' FROM generate_series(1, 40)`,
    );
    await used(PACE - 2);
    expect(await sending.turn()).toBe(true);
    expect(await one(id)).toMatchObject({ state: "sending", progress: { queued: 2, waiting: 3 } });
    expect(await sending.turn()).toBe(false);
    expect((await step(id, "pause")).body).toMatchObject({ state: "paused" });
    await mela.query(
      "UPDATE message_recipients SET decided_at = decided_at - interval '2 minutes' WHERE decided_at IS NOT NULL",
    );
    await turns();
    expect(await one(id)).toMatchObject({ state: "paused", progress: { queued: 2, waiting: 3 } });
    expect((await operator.put(`messages/${id}`, { ...message(), version: 2 })).body).toMatchObject({
      code: "message_started",
    });
    expect((await step(id, "resume")).body).toMatchObject({ state: "sending" });
    await turns();
    expect(await one(id)).toMatchObject({ state: "done", progress: { queued: 5, waiting: 0 } });
    expect((await step(id, "stop")).body).toMatchObject({ code: "message_started" });
    await mela.query("DELETE FROM message_recipients WHERE message_id = '11111111-1111-4111-8111-111111111111'");
  });

  it("waits for its moment, follows the event's days, and is not sent too late or for a cancelled event", async () => {
    await holder();
    const sendAt = new Date(Date.now() + 3_600_000).toISOString();
    const [at, before] = [await written({ timing: "at", sendAt }), await written({ timing: "days_before", days: 7 })];
    await turns();
    expect(await one(at)).toMatchObject({ state: "waiting", dueAt: sendAt });
    expect(await one(before)).toMatchObject({ state: "waiting", dueAt: "2099-03-13T04:30:00.000Z" });
    await days(inDays(6));
    await mela.query("UPDATE messages SET scheduled_at = scheduled_at - interval '3 days'");
    await turns();
    // Its time passed a day ago or more, or less than a day ago: never twice, never stale.
    expect(["done", "missed"]).toContain((await one(before))?.["state"]);
    await mela.query("UPDATE messages SET send_at = now() - interval '2 hours' WHERE id = $1", [at]);
    await turns();
    expect(await one(at)).toMatchObject({ state: "done", progress: { queued: 1 } });
    const late = await written({ timing: "at", sendAt });
    await mela.query(
      "UPDATE messages SET send_at = now() - interval '2 days', scheduled_at = now() - interval '3 days' WHERE id = $1",
      [late],
    );
    await turns();
    expect(await one(late)).toMatchObject({ state: "missed", progress: { queued: 0 } });
    const [passed, none] = [
      await write({ timing: "at", sendAt: "2020-01-01T00:00:00Z" }),
      await write({ timing: "at" }),
    ];
    expect([passed.body, none.body].map((body) => (body as { fields?: object }).fields)).toEqual([
      { sendAt: ["This moment has passed already"] },
      { sendAt: ["Please choose day and time"] },
    ]);
  });

  it("is not sent to a holder who is cancelled before her turn, and never half: the cancellation waits for the turn", async () => {
    const [a, b] = [await holder(), await holder()];
    const id = await written();
    const stepped = sending.turn();
    const cancelled = operator.cancel(a.bookingId, "none");
    await Promise.all([stepped, cancelled]);
    expect((await cancelled).status).toBe(200);
    await turns();
    const outcomes = new Map((await recipients(id)).map(({ stallId, outcome }) => [stallId, outcome]));
    expect(outcomes.get(b.stallId)).toBe("queued");
    expect(["queued", "skipped", undefined]).toContain(outcomes.get(a.stallId));
    const mails = await mela.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM mails WHERE template = 'holder-message' AND booking_id = $1",
      [a.bookingId],
    );
    expect(mails[0]?.count).toBe(outcomes.get(a.stallId) === "queued" ? 1 : 0);
    expect(await brokenRules(mela.db.database, MESSAGE_RULES)).toEqual([]);

    const c = await holder();
    const later = await written({ audience: "chosen", bookingIds: [b.bookingId, c.bookingId] });
    await mela.query("UPDATE messages SET state = 'sending', started_at = now() WHERE id = $1", [later]);
    await mela.query("INSERT INTO message_recipients (message_id, booking_id) SELECT $1, unnest($2::uuid[])", [
      later,
      [b.bookingId, c.bookingId],
    ]);
    expect((await operator.cancel(c.bookingId, "none")).status).toBe(200);
    await turns();
    expect(await one(later)).toMatchObject({ state: "done", progress: { queued: 1, skipped: 1 } });
  });

  it("stops with its event: anyone who has not had it when that is cancelled does not get it", async () => {
    const a = await holder();
    const id = await written();
    await mela.query("UPDATE messages SET state = 'sending', started_at = now() WHERE id = $1", [id]);
    await mela.query("INSERT INTO message_recipients (message_id, booking_id) VALUES ($1, $2)", [id, a.bookingId]);
    await mela.query("UPDATE events SET status = 'cancelled' WHERE slug = $1", [slug]);
    try {
      await turns();
      expect((await write()).body).toMatchObject({ code: "message_unsendable" });
    } finally {
      await mela.query("UPDATE events SET status = 'published' WHERE slug = $1", [slug]);
    }
    expect(await one(id)).toMatchObject({ state: "done", progress: { skipped: 1, queued: 0 } });
  });

  it("is refused for a holder of whom nothing is proven", async () => {
    const a = await holder();
    const id = await written({ audience: "chosen", bookingIds: [a.bookingId] });
    await mela.query("UPDATE messages SET state = 'sending', started_at = now() WHERE id = $1", [id]);
    await mela.query("INSERT INTO message_recipients (message_id, booking_id) VALUES ($1, $2)", [id, a.bookingId]);
    // Sold, and no payment, no confirmation, no link: only a fault could make it so.
    const { MailService } = await import("../../src/mail/mail.service.js");
    const queue = jobs.get(MailService, { strict: false });
    const original = queue.queue.bind(queue);
    queue.queue = (tx, request) => original(tx, { ...request, bookingId: undefined });
    try {
      await turns();
    } finally {
      queue.queue = original;
    }
    expect(await one(id)).toMatchObject({ state: "done", progress: { refused: 1, queued: 0 } });
    expect(await delivered()).toEqual([]);
  });

  it("is shown as three of its holders get it before it is sent, and tested at an address of one's own", async () => {
    for (let index = 0; index < 5; index += 1)
      await holder({ fullName: `Holder ${index}`, businessName: `Brand ${index}` });
    const { draft, audience, subject, text } = message({ text: "Dear {name} of {brand}\n\n{link}" });
    const asked = { draft, audience, subject, text };
    const { body } = await operator.post(`events/${slug}/messages/preview`, asked);
    expect(body).toMatchObject({ recipients: 5, holders: 5 });
    const samples = body["samples"] as { stallId: string; text: string; html: string }[];
    expect(samples).toHaveLength(3);
    expect(samples[0]?.text).toContain("Holder 0");
    expect(samples[2]?.text).toContain("Holder 4");
    expect(samples[0]?.html).toContain("<!doctype html>");
    expect(JSON.stringify(samples)).not.toMatch(/my-booking#/);
    expect(await mela.value("SELECT count(*) FROM mails WHERE template = 'holder-message'")).toBe("0");

    const sent = await operator.post(`events/${slug}/messages/test`, { ...asked, to: "me@operator.example" });
    expect(sent.status).toBe(200);
    const arrived = await delivered();
    expect(arrived).toHaveLength(1);
    expect(arrived[0]).toMatchObject({ to: "me@operator.example", subject: expect.stringContaining("A1") });
    expect(arrived[0]?.text).toContain("Asha Rao");
  });

  it.each([
    [{ text: "Dear {Name}" }, "text", "{Name} stands for nothing"],
    [{ text: "Gate [which]" }, "text", "Still to fill in: [which]"],
    [{ subject: "" }, "subject", "Please write the subject"],
    [{ audience: "stall_types", stallTypes: [] }, "stallTypes", "Please choose at least one stall type"],
    [{ audience: "chosen", bookingIds: [] }, "bookingIds", "Please choose at least one stall"],
    [{ audience: "strangers" }, "audience", "Please choose who gets it"],
    [{ timing: "days_before", days: 0 }, "days", "from 1 to 60"],
    [{ timing: "days_before" }, "days", "from 1 to 60"],
    [{ timing: "days_before", days: 60_000 }, "days", "from 1 to 60"],
  ])("%j is refused at its field", async (changes, field, sentence) => {
    const { status, body } = await write(changes);
    expect(status).toBe(400);
    expect(JSON.stringify((body["fields"] as Record<string, unknown>)[field])).toContain(sentence);
  });

  it("is written by operators only, and can be read by viewers", async () => {
    const id = await written({ draft: true, text: "Gate [which]" });
    expect((await write({}, viewer)).body).toMatchObject({ code: "operators_only" });
    expect((await viewer.post(`messages/${id}/steps`, { step: "stop" })).body).toMatchObject({
      code: "operators_only",
    });
    expect((await viewer.get(`events/${slug}/messages`)).status).toBe(200);
    await turns();
    expect(await one(id)).toMatchObject({ state: "draft" });
    const { version } = (await one(id)) as { version: number };
    const changed = await operator.put(`messages/${id}`, { ...message({ draft: true }), version });
    expect([changed.status, changed.body["version"]]).toEqual([200, 2]);
    expect((await operator.put(`messages/${id}`, { ...message(), version })).body).toMatchObject({
      code: "facts_changed",
    });
    expect(
      (await operator.post("messages/00000000-0000-4000-8000-000000000000/steps", { step: "stop" })).body,
    ).toMatchObject({ code: "message_not_found" });
    const actions = await mela.query<{ action: string }>(
      "SELECT action FROM audit_log WHERE action LIKE 'message_%' ORDER BY id DESC LIMIT 2",
    );
    expect(actions.map(({ action }) => action)).toEqual(["message_changed", "message_written"]);
  });

  it("is a draft of the next event, and its words for one person go with her", async () => {
    await written({ timing: "days_before", days: 7 });
    // Who has paid is kept for the tax office; her message goes with the mails (retention).
    const alone = { bookingId: "22222222-2222-4222-8222-222222222222" };
    await mela.query(
      `INSERT INTO bookings (id, stall_key, state, release_reason, price_paise, final_paise, full_name, email, phone,
                             business_name, pincode, ended_at)
       VALUES ($1, (SELECT min(stall_key) FROM stalls), 'released', 'left', 100, 100, 'Meera Iyer', 'meera@example.com',
               '9811100001', 'Pottery', '560001', now()) ON CONFLICT DO NOTHING`,
      [alone.bookingId],
    );
    const id = await written({
      audience: "chosen",
      bookingIds: [alone.bookingId],
      text: "Dear Meera, about your sister",
    });
    const created = await operator.post("events", {
      ...NEXT_EVENT,
      edition: String(2100 + attempt++),
      planOf: slug,
      reason: "next year",
    });
    expect(created.status).toBe(201);
    const next = String(created.body["slug"]);
    const copied = (await operator.get(`events/${next}/messages`)).body as unknown as Record<string, unknown>[];
    expect(copied).toMatchObject([{ state: "draft", timing: "days_before", days: 7, subject: "About stall {stall}" }]);
    expect((await operator.post(`events/${next}/delete`, { reason: "not needed" })).status).toBeLessThan(500);

    await mela.db.database.transaction((tx) => test.get(PersonalData).eraseBookings(tx, [alone.bookingId]));
    expect(await one(id)).toMatchObject({ subject: "", text: "" });
    const old = await written({ audience: "chosen", bookingIds: [alone.bookingId], text: "Dear Meera, once more" });
    await mela.query(
      "UPDATE messages SET state = 'done', started_at = now(), ended_at = now() - interval '10 years' WHERE id = $1",
      [old],
    );
    await new RetentionService(mela.db.database, test.get(PersonalData), mela.config).run();
    expect(await one(old)).toMatchObject({ subject: "", text: "" });
  });
});

describe("the event's arrival", () => {
  const save = (changes: Record<string, unknown> = {}, by = operator) =>
    by.put(`events/${slug}/arrival`, {
      gate: "Gate 2, Hall Road",
      setup: [],
      version: 0,
      reason: "known now",
      ...changes,
    });
  const reset = () => mela.query(`UPDATE events SET arrival = '{"version": 0, "gate": "", "setup": []}'`);

  it("is in messages, and its lines are left out while nothing is known", async () => {
    await reset();
    const a = await holder();
    const { subject, text } = TEMPLATE_TEXTS.evening_before;
    const asked = { subject, text: `${text}\n\nYou set up: {settingUp}`, audience: "all", draft: true };
    const before = (await operator.post(`events/${slug}/messages/preview`, asked)).body;
    expect(before).toMatchObject({ unsaid: ["gate", "settingUp"] });
    expect((before["samples"] as { text: string }[])[0]?.text).not.toMatch(/Gate:|You set up/);
    const letter = a.stallId.slice(0, 1);
    const setup = [
      { daysBefore: 1, from: "14:00", to: "16:00", stalls: `${letter}1–${letter}999` },
      { daysBefore: 0, from: "07:00", to: "09:00", stalls: "" },
    ];
    expect((await save({ setup })).status).toBe(200);
    await written({ ...asked, draft: false });
    await turns();
    const [arrived] = await delivered();
    const plain = arrived?.text?.replaceAll(/[\u2066-\u2069]/g, "");
    expect(plain).toContain("Gate: Gate 2, Hall Road");
    expect(plain).toContain("You set up: Thursday, 19 March 2099, 14:00 to 16:00");
    expect((await save({ gate: "" })).body).toMatchObject({ code: "facts_changed" });
    await reset();
  });

  it.each([
    [{ gate: "x".repeat(121) }, "at most 120 characters"],
    [{ setup: [{ daysBefore: 2, from: "14:00", to: "16:00", stalls: "" }] }, "choose the day"],
    [{ setup: [{ daysBefore: 1, from: "25:00", to: "26:00", stalls: "" }] }, "such as 14:00"],
    [{ setup: [{ daysBefore: 1, from: "16:00", to: "14:00", stalls: "" }] }, "ends before it begins"],
    [{ setup: [{ daysBefore: 1, from: "14:00", to: "16:00", stalls: "hall" }] }, "is no stall"],
    [{ setup: Array(2).fill({ daysBefore: 1, from: "14:00", to: "16:00", stalls: "" }) }, "all other stalls already"],
    [{ setup: "A1" }, "at most 24 times"],
    [{ reason: "" }, "say why"],
  ])("refuses %j", async (changes, sentence) => {
    const { status, body } = await save(changes);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(sentence);
  });

  it("is changed by operators only, and kept by the next event", async () => {
    await reset();
    expect((await save({}, viewer)).body).toMatchObject({ code: "operators_only" });
    const setup = [{ daysBefore: 1, from: "14:00", to: "16:00", stalls: "" }];
    expect((await save({ setup })).status).toBe(200);
    const created = await operator.post("events", {
      ...NEXT_EVENT,
      edition: String(2100 + attempt++),
      planOf: slug,
      reason: "next year",
    });
    const next = String(created.body["slug"]);
    const facts = (await operator.get(`event-facts?event=${next}`)).body;
    expect(facts["arrival"]).toEqual({ version: 0, gate: "Gate 2, Hall Road", setup });
    expect((await operator.post(`events/${next}/delete`, { reason: "not needed" })).status).toBeLessThan(500);
    await reset();
  });
});

describe("the gate's ticks", () => {
  it("decide who has come in, also between a message's start and her turn", async () => {
    const [a, b] = [await holder(), await holder()];
    const tick = (bookingId: string) =>
      mela.query(
        `INSERT INTO gate_ticks (id, booking_id, day, at, administrator_id, administrator)
         VALUES (gen_random_uuid(), $1, '2099-03-19', clock_timestamp() - interval '1 second', gen_random_uuid(), 'gauri')`,
        [bookingId],
      );
    await tick(a.bookingId);
    await written({ audience: "not_arrived", subject: "We miss you" });
    await written({ audience: "arrived", subject: "Good to see you" });
    await turns();
    const plain = (subject = "") => subject.replaceAll(/[\u2066-\u2069]| \(Mela \d+\)$/g, "");
    expect((await delivered()).map(({ to, subject }) => [to, plain(subject)]).toSorted()).toEqual(
      [
        [a.email, "Good to see you"],
        [b.email, "We miss you"],
      ].toSorted(),
    );
    const late = await written({ audience: "not_arrived" });
    await mela.query("UPDATE messages SET state = 'sending', started_at = now() WHERE id = $1", [late]);
    await mela.query("INSERT INTO message_recipients (message_id, booking_id) VALUES ($1, $2)", [late, b.bookingId]);
    await tick(b.bookingId);
    await turns();
    expect(await one(late)).toMatchObject({ state: "done", progress: { skipped: 1 } });
    await mela.query("DELETE FROM gate_ticks");
  });
});

describe("files", () => {
  const files = async () => (await operator.get(`events/${slug}/files`)).body as unknown as Record<string, unknown>[];
  const call = async (method: "POST" | "PATCH" | "GET", url: string, headers: object, payload?: Buffer) => {
    const response = await mela.app.inject({ method, url, headers: { ...headers }, ...(payload && { payload }) });
    const body = response.payload === "" ? {} : response.json<Record<string, unknown>>();
    return { status: response.statusCode, body, headers: response.headers };
  };
  const UPLOADS = "/api/v1/uploads";
  /** Uploads a file as a browser does, and checks it as jobs does. */
  async function uploaded(bytes: Buffer, name = "Site map.pdf") {
    const { body } = await operator.post(`events/${slug}/files/ticket`, {});
    const ticket = { "upload-ticket": String(body["ticket"]) };
    const started = await call("POST", UPLOADS, {
      ...{ ...ticket, "upload-length": String(bytes.length) },
      "upload-metadata": `filename ${Buffer.from(name).toString("base64")}`,
    });
    const path = started.headers["location"] ?? "";
    if (path === "") return { id: "", state: "", code: String(started.body["code"]) };
    const type = { "upload-offset": "0", "content-type": "application/offset+octet-stream" };
    await call("PATCH", path, { ...ticket, ...type }, bytes);
    const id = path.split("/").at(-1) ?? "";
    await jobs.get(EventFileChecksService, { strict: false }).check(id);
    const { state, problem } = (await call("GET", path, ticket)).body;
    return { id, state: String(state), code: (problem as { code: string } | undefined)?.code };
  }
  beforeEach(() => mela.query("DELETE FROM event_files; DELETE FROM event_file_uploads"));

  it("are checked by their content, mailed as clean copies, and kept while a message brings them", async () => {
    const a = await holder();
    const { id, state } = await uploaded(pdf({ after: Buffer.alloc(3000) }));
    expect(state).toBe("ready");
    expect(await files()).toMatchObject([{ id, name: "Site map.pdf", type: "application/pdf", used: false }]);
    const message = await written({ fileIds: [id], text: "Dear {name},\n\nthe map is attached.\n\n{link}" });
    expect(await files()).toMatchObject([{ id, used: true }]);
    expect((await operator.post(`event-files/${id}/remove`, {})).body).toMatchObject({ code: "event_file_used" });
    await turns();
    expect(await one(message)).toMatchObject({ state: "done", fileIds: [id] });
    // Its mail is still on its way.
    expect((await operator.post(`event-files/${id}/remove`, {})).body).toMatchObject({ code: "event_file_used" });
    smtp.raw.length = 0;
    const [mail] = await delivered();
    expect(mail?.to).toBe(a.email);
    // Passed on with its file: no key.
    expect(mail?.text).not.toMatch(/my-booking#/);
    expect(mail?.text).toContain("/find-my-booking?");
    const [raw] = await smtp.parsed();
    expect(raw?.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ["Site map.pdf", "application/pdf"],
    ]);
    expect((await operator.post(`event-files/${id}/remove`, {})).status).toBe(200);
    expect((await operator.post(`event-files/${id}/remove`, {})).body).toMatchObject({ code: "not_found" });
    expect(await brokenRules(mela.db.database, [...MESSAGE_RULES, ...PICTURE_RULES])).toEqual([]);
  });

  it.each<[string, Buffer, string]>([
    ["with a script", pdf({ catalog: "/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>" }), "pdf_active"],
    ["that is a program", Buffer.from("MZ\x90\0 nothing else"), "type_refused"],
    ["that is a page", Buffer.from("<html><script>alert(1)</script>"), "type_refused"],
  ])("%s is refused, whatever its name says", async (_what, bytes, code) => {
    const refused = await uploaded(bytes);
    expect(refused).toMatchObject({ state: "refused" });
    expect([code, "not_a_picture"]).toContain(refused.code);
    expect(await files()).toEqual([]);
    const missing = await write({ fileIds: [refused.id] });
    expect(missing.status).toBe(400);
    expect(JSON.stringify(missing.body)).toContain("was removed");
  });

  it("are taken from operators only, up to a number, and together up to a size", async () => {
    expect((await viewer.post(`events/${slug}/files/ticket`, {})).body).toMatchObject({ code: "operators_only" });
    expect(await uploaded(Buffer.alloc(0))).toMatchObject({ code: "paper_empty" });
    const first = await uploaded(pdf({}));
    await mela.query("UPDATE event_files SET bytes = 4000000");
    const second = await uploaded(pdf({}));
    await mela.query("UPDATE event_files SET bytes = 4000000");
    expect((await write({ fileIds: [first.id] })).status).toBe(201);
    const tooLarge = await write({ fileIds: [first.id, second.id] });
    expect(JSON.stringify(tooLarge.body["fields"])).toContain("too large for a mail");
    await mela.query(
      `INSERT INTO event_files (id, event_id, name, type, bytes, content)
       SELECT gen_random_uuid(), id, 'x.pdf', 'application/pdf', 1, '\\x00' FROM events, generate_series(1, 18)
        WHERE slug = $1`,
      [slug],
    );
    expect(await uploaded(pdf({}))).toMatchObject({ code: "event_files_full" });
    // A ticket of another kind opens nothing here, and this one nothing elsewhere.
    const { body } = await operator.post(`events/${slug}/files/ticket`, {});
    const forged = String(body["ticket"]).replace("eventfile", "paper");
    const refused = await call("POST", UPLOADS, { "upload-ticket": forged, "upload-length": "3" });
    expect(refused.status).toBe(403);
  });

  it("go to the next event with the messages that bring them", async () => {
    const { id } = await uploaded(pdf({}));
    await written({ fileIds: [id], timing: "days_before", days: 3 });
    const created = await operator.post("events", {
      ...NEXT_EVENT,
      edition: String(2100 + attempt++),
      planOf: slug,
      reason: "next year",
    });
    const next = String(created.body["slug"]);
    const [copied] = (await operator.get(`events/${next}/files`)).body as unknown as { id: string }[];
    const [draft] = (await operator.get(`events/${next}/messages`)).body as unknown as { fileIds: string[] }[];
    expect(copied?.id).not.toBe(id);
    expect(draft?.fileIds).toEqual([copied?.id]);
    expect((await operator.post(`events/${next}/delete`, { reason: "not needed" })).status).toBeLessThan(500);
  });

  it("that is removed while a message with it is written: one of the two is refused", async () => {
    const { id } = await uploaded(pdf({}));
    const [wrote, removed] = await Promise.all([
      write({ fileIds: [id] }),
      operator.post(`event-files/${id}/remove`, {}),
    ]);
    expect([wrote.status, removed.status].toSorted()).not.toEqual([200, 201]);
    expect([wrote.status, removed.status].filter((status) => status < 300)).toHaveLength(1);
  });
});

it("a thank-you names the next event, and nothing while there is none", async () => {
  await holder();
  const { subject, text } = TEMPLATE_TEXTS.thank_you;
  const asked = { subject, text, audience: "all", draft: true };
  const without = (await operator.post(`events/${slug}/messages/preview`, asked)).body;
  expect(without).toMatchObject({ unsaid: ["next"] });
  await mela.query(
    `INSERT INTO events (name, edition, days, venue_name, venue_description, street, locality, city, pin, state_code, map_url, slug, status)
     SELECT name, 'of the spring', '[{"date": "2101-05-02", "opens": "10:00", "closes": "20:00"}]', venue_name, venue_description, street,
            locality, 'Pune', pin, state_code, map_url, 'the-next', 'published' FROM events WHERE slug = $1`,
    [slug],
  );
  const named = (await operator.post(`events/${slug}/messages/preview`, asked)).body;
  expect((named["samples"] as { text: string }[])[0]?.text).toMatch(
    /The next one: .*Pune: http.*\/paid-events\/the-next/,
  );
  await mela.query("DELETE FROM events WHERE slug = 'the-next'");
});

describe("papers", () => {
  const ask = (changes: Record<string, unknown> = {}) =>
    operator.post(`events/${slug}/questions`, {
      ...{ label: "What do you sell?", help: "", kind: "text", choices: "", required: true, asked: "form_or_later" },
      ...{ audience: "every_stall", position: 12, reason: "The guards ask", ...changes },
    });

  it("are reminded 14, 7 and 2 days before, unless the event's operators choose otherwise", async () => {
    expect((await ask()).status).toBe(201);
    await sending.makeReminders();
    await sending.makeReminders();
    const made = await list();
    expect(made.map(({ automatic, days: before, audience, state }) => [automatic, before, audience, state])).toEqual(
      expect.arrayContaining([14, 7, 2].map((each) => [true, each, "lacks_papers", "waiting"])),
    );
    expect(made).toHaveLength(3);
    for (const { id } of made.filter(({ days: before }) => before !== 7)) await step(String(id), "stop");
    const [seven] = made.filter(({ days: before }) => before === 7);
    const { subject, text, audience } = TEMPLATE_TEXTS.papers_missing;
    const changed = await operator.put(`messages/${String(seven?.["id"])}`, {
      ...{ subject, text, audience, timing: "days_before", days: 10, draft: false, template: "papers_missing" },
      version: seven?.["version"],
    });
    expect(changed.body).toMatchObject({ days: 10, automatic: true });
    await sending.makeReminders();
    expect((await list()).filter(({ state }) => state === "waiting")).toMatchObject([{ days: 10 }]);
  });

  it("that are missing are said to those who lack them, until they are there", async () => {
    const [a, b] = [await holder(), await holder()];
    expect((await ask()).status).toBe(201);
    await mela.query(
      "INSERT INTO paper_answers (booking_id, question_id, value) SELECT $1, id, 'Pickles' FROM event_questions",
      [b.bookingId],
    );
    const counted = await operator.get("waiting");
    expect(counted.body).toMatchObject({ papers: [{ event: slug, stalls: 1 }] });
    const { subject, text } = TEMPLATE_TEXTS.papers_missing;
    const id = await written({ subject, text, audience: "lacks_papers", template: "papers_missing" });
    await turns();
    const [arrived, ...more] = await delivered();
    expect(more).toEqual([]);
    expect(arrived).toMatchObject({ to: a.email, subject: expect.stringContaining("papers are still missing") });
    expect(arrived?.text?.replaceAll(/[\u2066-\u2069]/g, "")).toContain("we still need: What do you sell?.");
    expect(arrived?.text).toContain("20 March 2099, 10:00 IST");
    expect(await one(id)).toMatchObject({ state: "done", progress: { sent: 1 } });
    const papers = (await operator.get(`events/${slug}/papers`)).body as unknown as Record<string, unknown>[];
    expect(papers.map(({ stallId, missing, remindedAt }) => [stallId, missing, typeof remindedAt])).toEqual([
      [a.stallId, ["What do you sell?"], "string"],
      [b.stallId, [], "undefined"],
    ]);

    // Answered between being written down and her turn.
    const later = await written({ subject, text, audience: "lacks_papers" });
    await mela.query("UPDATE messages SET state = 'sending', started_at = now() WHERE id = $1", [later]);
    await mela.query("INSERT INTO message_recipients (message_id, booking_id) VALUES ($1, $2)", [later, a.bookingId]);
    await mela.query(
      "INSERT INTO paper_answers (booking_id, question_id, value) SELECT $1, id, 'Papad' FROM event_questions",
      [a.bookingId],
    );
    await turns();
    expect(await one(later)).toMatchObject({ state: "done", progress: { skipped: 1 } });
    expect((await operator.get("waiting")).body).toMatchObject({ papers: [] });
  });

  it("that are missing are said to each in the language of her booking, unless an operator wrote the words", async () => {
    const [english, hindi] = [await holder(), await holder()];
    await mela.query("UPDATE bookings SET language = 'hi' WHERE id = $1", [hindi.bookingId]);
    expect((await ask()).status).toBe(201);
    const { subject, text } = TEMPLATE_TEXTS.papers_missing;
    const message = { subject, text, audience: "lacks_papers" };
    const shown = await operator.post(`events/${slug}/messages/preview`, { ...message, draft: false });
    const { samples } = shown.body as { samples: { stallId: string; subject: string; text: string }[] };
    const sample = samples.find(({ stallId }) => stallId === hindi.stallId);
    expect(sample?.subject).toContain("कुछ काग़ज़ अभी बाकी हैं");
    expect(sample?.text).toContain("नमस्ते");
    await written({ ...message, template: "papers_missing" });
    await turns();
    const subjects = async () => new Map((await delivered()).map((mail) => [mail.to, mail.subject]));
    const first = await subjects();
    expect(first.get(english.email)).toContain("papers are still missing");
    expect(first.get(hindi.email)).toContain("कुछ काग़ज़ अभी बाकी हैं");
    // Written by an operator: as it is.
    await written({ ...message, subject: "Papers, please", template: "papers_missing" });
    await turns();
    expect((await delivered()).filter((mail) => mail.subject?.includes("Papers, please"))).toHaveLength(2);
  });

  it("come with templates that can be shown", async () => {
    await holder();
    for (const name of MESSAGE_TEMPLATES) {
      const { subject, text, audience } = TEMPLATE_TEXTS[name];
      const shown = await operator.post(`events/${slug}/messages/preview`, { subject, text, audience, draft: true });
      expect(shown.status).toBe(200);
    }
  });
});
