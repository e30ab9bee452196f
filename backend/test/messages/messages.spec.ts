import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { MESSAGE_TEMPLATES, TEMPLATE_TEXTS } from "@sakhi/domain/messages/message.templates";
import { type SmtpCatcher, startSmtpCatcher } from "@sakhi/testkit/smtp-catcher";
import { AdminModule } from "../../src/admin/admin.module.js";
import { EventFactsApiModule } from "../../src/events/event-facts.module.js";
import { IntegrationsJobsModule } from "../../src/integrations/integrations.module.js";
import { InvoicesJobsModule, InvoicesModule } from "../../src/invoices/invoices.module.js";
import { MailDeliveryService } from "../../src/mail/mail-delivery.service.js";
import { MailJobsModule } from "../../src/mail/mail-jobs.module.js";
import { MessageSendingService } from "../../src/messages/message-sending.service.js";
import { MessagesJobsModule, MessagesModule } from "../../src/messages/messages.module.js";
import { PicturesJobsModule } from "../../src/pictures/pictures.module.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { QueueModule } from "../../src/platform/queue/queues.js";
import { PersonalData } from "../../src/privacy/personal-data.js";
import { PrivacyModule } from "../../src/privacy/privacy.module.js";
import { RetentionService } from "../../src/privacy/retention.service.js";
import { MESSAGE_RULES } from "../../src/verify/messages.rules.js";
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

  it("come with templates that can be shown", async () => {
    await holder();
    for (const name of MESSAGE_TEMPLATES) {
      const { subject, text, audience } = TEMPLATE_TEXTS[name];
      const shown = await operator.post(`events/${slug}/messages/preview`, { subject, text, audience, draft: true });
      expect(shown.status).toBe(200);
    }
  });
});
