import { afterAll, afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { type SmtpCatcher, startSmtpCatcher } from "@sakhi/testkit/smtp-catcher";
import { AdminModule } from "../../src/admin/admin.module.js";
import { EventFactsApiModule } from "../../src/events/event-facts.module.js";
import { IntegrationsJobsModule } from "../../src/integrations/integrations.module.js";
import { InvoicesJobsModule, InvoicesModule } from "../../src/invoices/invoices.module.js";
import { MailDeliveryService } from "../../src/mail/mail-delivery.service.js";
import { MailJobsModule } from "../../src/mail/mail-jobs.module.js";
import { PicturesJobsModule } from "../../src/pictures/pictures.module.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { QueueModule } from "../../src/platform/queue/queues.js";
import { WhatsappJobsModule } from "../../src/whatsapp/whatsapp.module.js";
import { OperatorTest } from "../operator/operator.js";

const smtp: SmtpCatcher = await startSmtpCatcher();
const test = await OperatorTest.open({ SMTP_URL: smtp.url, REDIS_URL: "" }, [AdminModule, EventFactsApiModule]);
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
  ],
})
class JobsTestModule {}

const jobs = await NestFactory.createApplicationContext(JobsTestModule, { logger: false });
const operator = await test.administrator("asha");
afterAll(async () => {
  await jobs.close();
  await test.close();
  await smtp.close();
});

const reason = "the hall is closed";
const facts = async () =>
  (await operator.get("event-facts")).body as {
    event: Record<string, unknown> & { version: number };
    unnotified?: { version: number; what: string; since: string; holders: number };
  };
/** Saves the event with changes. */
async function change(changes: Record<string, unknown>) {
  const { event } = await facts();
  const saved = await operator.put(`event?event=${operator.event}`, { ...event, ...changes, reason });
  expect([saved.status, saved.body["code"]]).toEqual([200, undefined]);
}
const notify = async (body: Record<string, unknown> = {}) =>
  operator.post(`event/notify-holders?event=${operator.event}`, {
    version: (await facts()).unnotified?.version ?? 0,
    notify: true,
    reason,
    ...body,
  });

/** Sends every queued mail and returns them, oldest first; without the key of a sale, which brings no calendar (decision 92). */
async function sent() {
  const queued = await mela.query<{ id: string }>(
    "SELECT id FROM mails WHERE state = 'queued' AND template <> 'booking-link' ORDER BY created_at, id",
  );
  for (const { id } of queued)
    expect(await jobs.get(MailDeliveryService, { strict: false }).deliver(id, true)).toBe("sent");
  const messages = await smtp.parsed();
  return messages.map(({ subject, to, text, attachments }) => {
    const file = attachments.find(({ mimeType }) => mimeType === "text/calendar");
    const calendar = file === undefined ? "" : Buffer.from(file.content as ArrayBuffer).toString();
    const lines = calendar.replaceAll("\n ", "").split("\n");
    const values = (name: string) =>
      lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1));
    return {
      ...{ subject, text, to: to?.[0]?.address },
      ...{ method: values("METHOD")[0], mediaMethod: file?.method, uids: values("UID"), starts: values("DTSTART") },
      ...{ statuses: values("STATUS"), sequences: [...new Set(values("SEQUENCE"))], summary: values("SUMMARY")[0] },
    };
  });
}
/** The only mail since the last look. */
async function only() {
  smtp.raw.length = 0;
  smtp.recipients.length = 0;
  const [message, ...more] = await sent();
  expect(more).toEqual([]);
  if (message === undefined) throw new Error("no mail");
  return message;
}

const DAYS = "2099-01-21 09:30 to 18:30\n2099-01-22 09:30 to 18:30";

let stall = 0;
beforeEach(async () => {
  smtp.raw.length = 0;
  smtp.recipients.length = 0;
  await change({ days: DAYS, venueName: "Palace Grounds", street: "7 Karve Road", city: "Pune", name: "The Mela" });
  if ((await facts()).unnotified !== undefined) await notify({ notify: false });
  await mela.query("DELETE FROM mailed_links; DELETE FROM mails");
});
/** No holder but the test's own. */
afterEach(() =>
  mela.query(
    "UPDATE bookings SET state = 'released', listing_offer = 'not_offered', release_reason = 'cancelled', ended_at = clock_timestamp() WHERE state = 'sold'",
  ),
);

async function holder(email = "meera@example.com") {
  stall += 1;
  const sale = await test.soldOffline(operator, `B${stall}`, { email });
  await test.renderInvoices(sale.orderId);
  return { ...sale, stallId: `B${stall}` };
}
const uidsOf = (orderId: string, ...days: number[]) => days.map((day) => `${orderId}-day-${day}@sakhi-bazaar`);

describe("a change that holders are notified", () => {
  it("waits for the operator, is mailed once to everyone who booked before, and replaces the calendar's entries", async () => {
    const { orderId, stallId } = await holder();
    const first = await only();
    expect(first).toMatchObject({
      method: "PUBLISH",
      uids: uidsOf(orderId, 1, 2),
      starts: ["20990121T040000Z", "20990122T040000Z"],
    });

    await change({ days: "2099-02-05 10:00 to 20:00\n2099-02-06 10:00 to 20:00", city: "Nashik" });
    const { unnotified } = await facts();
    expect(unnotified).toMatchObject({ what: "new dates, new opening hours and a new venue", holders: 1 });
    // Nothing is sent by saving, and anyone who books now knows the new facts.
    const later = await holder("lata@example.com");
    expect(await only()).toMatchObject({ to: "lata@example.com", starts: ["20990205T043000Z", "20990206T043000Z"] });
    expect((await facts()).unnotified).toEqual(unnotified);

    const pressed = await Promise.all([notify(), notify()]);
    expect(pressed.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(pressed.find(({ status }) => status === 200)?.body).toEqual({ notified: 1 });
    const mail = await only();
    expect(mail).toMatchObject({
      to: "meera@example.com",
      subject: `The Mela has new dates, new opening hours and a new venue: your stall ${stallId}`,
      method: "PUBLISH",
      uids: first.uids,
      starts: ["20990205T043000Z", "20990206T043000Z"],
      statuses: ["CONFIRMED", "CONFIRMED"],
      text: expect.stringMatching(/5–6 February 2099[^]*21–22 January 2099[^]*Nashik[^]*Pune/),
    });
    expect(Number(mail.sequences[0])).toBe(Number(first.sequences[0]) + 1);
    expect((await facts()).unnotified).toBeUndefined();
    expect((await notify({ version: unnotified?.version })).body["code"]).toBe("facts_changed");
    expect((await test.audit("1")).at(-1)).toMatchObject({
      action: "holders_notified",
      reason,
      after: { what: "new dates, new opening hours and a new venue", holders: 1 },
    });
    expect(later.orderId).not.toBe(orderId);
  });

  it.each<[string, Record<string, unknown>, string | undefined]>([
    ["hours", { days: DAYS.replace("09:30", "11:00") }, "new opening hours"],
    ["venue", { street: "9 Karve Road" }, "a new venue"],
    ["name", { name: "The Winter Mela" }, "a new name"],
    ["sales window", { salesCloseAt: "2098-12-31T00:00:00.000Z" }, undefined],
  ])("of the %s", async (_what, changes, what) => {
    await change(changes);
    expect((await facts()).unnotified?.what).toBe(what);
  });

  it("counts two changes as one, from what the holders know to what is true", async () => {
    await holder();
    await only();
    await change({ city: "Nashik" });
    await change({ days: "2099-01-21 09:30 to 18:30" });
    expect((await facts()).unnotified).toMatchObject({ what: "new dates and a new venue", holders: 1 });
    await notify();
    expect(await only()).toMatchObject({
      starts: ["20990121T040000Z", "20990122T040000Z"],
      statuses: ["CONFIRMED", "CANCELLED"],
      text: expect.stringMatching(/21 January 2099[^]*21–22 January 2099/),
    });
  });

  it("can be left unnotified, with a reason, and by operators only", async () => {
    await holder();
    await only();
    await change({ street: "9 Karve Street" });
    const viewer = await test.administrator(`lata${stall}`, "viewer");
    const { version } = (await facts()).unnotified!;
    expect((await viewer.post("event/notify-holders", { version, notify: true, reason })).status).toBe(403);
    expect((await notify({ reason: "" })).status).toBe(400);
    expect((await notify({ version: version - 1 })).body["code"]).toBe("facts_changed");
    expect((await notify({ notify: false })).body).toEqual({ notified: 0 });
    expect([(await facts()).unnotified, await sent()]).toEqual([
      undefined,
      expect.not.arrayContaining([expect.objectContaining({ subject: expect.stringContaining("new") })]),
    ]);
    expect((await test.audit("1")).at(-1)).toMatchObject({ action: "holders_not_notified", reason });
  });
});

describe("rescheduling", () => {
  const slugOf = async () => String(await mela.value("SELECT slug FROM events WHERE id = 1"));
  async function reschedule(changes: Record<string, unknown>, action = "", by = operator) {
    const { event } = await facts();
    const { days, venueName, venueDescription, street, locality, city, pin, stateCode, mapUrl, version } = event;
    const same = { days, venueName, venueDescription, street, locality, city, pin, stateCode, mapUrl, version };
    return by.post(`events/${await slugOf()}/reschedule${action}`, { ...same, reason, ...changes });
  }
  const LATER = { days: "2099-02-05 10:00 to 20:00\n2099-02-06 10:00 to 20:00", city: "Nashik" };

  it("shows the mail, then changes the event and mails each holder once, also if it is pressed twice", async () => {
    const { orderId, bookingId, stallId } = await holder();
    const first = await only();
    const { event } = await facts();
    const what = "new dates, new opening hours and a new venue";
    expect((await reschedule(LATER, "/preview")).body).toEqual({
      ...{ what, holders: 1 },
      mail: {
        subject: `The Mela has ${what}: your stall ${stallId}`,
        text: expect.stringMatching(/5–6 February 2099[^]*21–22 January 2099[^]*Nashik[^]*Pune/),
        html: expect.stringMatching(/^<!doctype html>/),
      },
    });
    expect([(await facts()).event, (await facts()).unnotified]).toEqual([event, undefined]);

    const pressed = await Promise.all([reschedule(LATER), reschedule(LATER)]);
    expect(pressed.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(pressed.find(({ status }) => status === 200)?.body).toEqual({ what, notified: 1 });
    expect(pressed.find(({ status }) => status === 409)?.body["code"]).toBe("facts_changed");
    const mail = await only();
    expect(mail).toMatchObject({
      ...{ to: "meera@example.com", method: "PUBLISH", uids: first.uids },
      ...{ starts: ["20990205T043000Z", "20990206T043000Z"], statuses: ["CONFIRMED", "CONFIRMED"] },
    });
    expect(Number(mail.sequences[0])).toBe(Number(first.sequences[0]) + 1);
    expect((await facts()).unnotified).toBeUndefined();
    expect(await mela.value("SELECT former_start FROM events WHERE id = 1")).toMatch(
      /^20\d\d-\d\d-\d\dT\d\d:\d\d:00\+05:30$/,
    );
    // The registration stays valid, and nothing is refunded.
    expect(await mela.value("SELECT state FROM bookings WHERE id = $1", [bookingId])).toBe("sold");
    expect([await test.refundsOf(orderId), await test.documents(orderId)]).toEqual([[], ["INV"]]);
    expect((await test.audit("1")).at(-1)).toMatchObject({
      ...{ action: "event_rescheduled", reason, before: { city: "Pune" } },
      after: { city: "Nashik", holders: 1 },
    });
  });

  it("includes an earlier change that holders were not notified of", async () => {
    await holder();
    await only();
    await change({ street: "9 Karve Street" });
    expect((await reschedule({ days: LATER.days })).body).toMatchObject({
      what: "new dates, new opening hours and a new venue",
      notified: 1,
    });
    expect((await only()).text).toContain("9 Karve Street");
  });

  it.each<[string, Record<string, unknown>, number, string]>([
    ["without a change", {}, 400, "invalid_request"],
    ["days that are over", { days: "2020-01-21 09:30 to 18:30" }, 400, "invalid_request"],
    ["days before the end of sales", { days: "2098-01-21 09:30 to 18:30" }, 400, "invalid_request"],
    ["an older version", { days: LATER.days, version: 1 }, 409, "facts_changed"],
    ["no reason", { days: LATER.days, reason: "" }, 400, "invalid_request"],
  ])("is refused for %s, in the preview too", async (_what, changes, status, code) => {
    await change({ salesCloseAt: "2098-12-31T00:00:00.000Z" });
    for (const refused of [await reschedule(changes, "/preview"), await reschedule(changes)]) {
      expect([refused.status, refused.body["code"]]).toEqual([status, code]);
    }
  });

  it.each([
    ["draft", "event_not_published"],
    ["archived", "event_archived"],
    ["cancelled", "event_cancelled"],
  ])("is refused for an event that is %s: %s", async (status, code) => {
    await mela.addEvent(`mela-${status}`, `The ${status} Mela`);
    await mela.query("UPDATE events SET status = $1 WHERE slug = $2", [status, `mela-${status}`]);
    const { event } = await facts();
    const { days: _days, city: _city, ...same } = event;
    const { days, venueName, venueDescription, street, locality, city, pin, stateCode, mapUrl, version } = {
      ...same,
      ...LATER,
    } as Record<string, unknown>;
    const body = { days, venueName, venueDescription, street, locality, city, pin, stateCode, mapUrl, version, reason };
    expect((await operator.post(`events/mela-${status}/reschedule`, body)).body["code"]).toBe(code);
  });

  it("is for operators", async () => {
    const viewer = await test.administrator("vidya", "viewer");
    const refused = [await reschedule(LATER, "", viewer), await reschedule(LATER, "/preview", viewer)];
    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
  });
});

describe("a booking's calendar file", () => {
  it("has the stall that she was moved to, with a higher sequence, and is removed when she is cancelled", async () => {
    const { orderId, bookingId } = await holder();
    const first = await only();
    expect((await operator.move(bookingId, `B${stall + 30}`)).status).toBe(200);
    const moved = await only();
    expect(moved).toMatchObject({ method: "PUBLISH", uids: first.uids, summary: `The Mela: my stall B${stall + 30}` });
    const { body } = await mela.visitor().get(`/api/v1/mela/payment-status/${orderId}`);
    expect(body).toMatchObject({ stallId: `B${stall + 30}`, moves: 1 });
    expect((await operator.cancel(bookingId, "none")).status).toBe(200);
    const cancelled = await only();
    expect(cancelled).toMatchObject({
      ...{ method: "CANCEL", mediaMethod: "CANCEL", uids: first.uids, statuses: ["CANCELLED", "CANCELLED"] },
      text: expect.stringContaining("removes the days of the Mela from your calendar"),
    });
    const [a, b, c] = [first, moved, cancelled].map(({ sequences }) => Number(sequences[0]));
    expect([b, c]).toEqual([(a ?? 0) + 1, (a ?? 0) + 2]);
  });

  it("says what is true when its mail is sent, so that a delayed one undoes nothing", async () => {
    const { bookingId } = await holder();
    await operator.move(bookingId, `B${stall + 30}`);
    smtp.raw.length = 0;
    const [confirmation, moved] = await sent();
    expect([confirmation?.summary, confirmation?.sequences]).toEqual([moved?.summary, moved?.sequences]);
  });
});
