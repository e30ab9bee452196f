import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { WHATSAPP_CONSENT, WHATSAPP_CONSENTS } from "@sakhi/domain/whatsapp/whatsapp-consent";
import { WHATSAPP_LANGUAGES } from "@sakhi/domain/whatsapp/whatsapp.bodies";
import { WHATSAPP_TEMPLATES } from "@sakhi/domain/whatsapp/whatsapp.templates";
import { until } from "@sakhi/testkit/until";
import { type SimulatedWhatsapp, TestWhatsapp } from "@sakhi/testkit/whatsapp-simulator";
import { AdminModule } from "../../src/admin/admin.module.js";
import { EnquiriesModule } from "../../src/enquiries/enquiries.module.js";
import { MyBookingModule } from "../../src/my-booking/my-booking.module.js";
import { MyBrandModule } from "../../src/my-brand/my-brand.module.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { PersonalData } from "../../src/privacy/personal-data.js";
import { PrivacyModule } from "../../src/privacy/privacy.module.js";
import { RetentionService } from "../../src/privacy/retention.service.js";
import { PERSONAL_DATA_RULES } from "../../src/verify/personal-data.rules.js";
import { WHATSAPP_RULES } from "../../src/verify/whatsapp.rules.js";
import { CloudApiClient } from "../../src/whatsapp/cloud-api.client.js";
import { WhatsappDeliveryService } from "../../src/whatsapp/whatsapp-delivery.service.js";
import { WhatsappNoticesService } from "../../src/whatsapp/whatsapp-notices.service.js";
import { runWhatsappCommand } from "../../src/whatsapp/whatsapp-templates-command.js";
import { WhatsappApiModule, WhatsappJobsModule } from "../../src/whatsapp/whatsapp.module.js";
import { apiError, MelaTest } from "../bookings/mela.js";
import { ListingTest } from "../listings/listing-app.js";
import type { TestAdministrator } from "../operator/operator.js";
import { brokenRules } from "../verify/broken-rules.js";

// Messages by WhatsApp, from the tick to the report of the phone, with the simulator of Meta (docs/decisions/0122).

const LIMIT = 500;
const WEBHOOK = "/api/v1/whatsapp/webhook";
const meta = await TestWhatsapp.start({ SIMULATOR_APPROVES: "on" });
const test = await ListingTest.open(
  {
    ...meta.settings,
    WHATSAPP_QUIET_HOURS: "off",
    WHATSAPP_MESSAGES_PER_DAY: String(LIMIT),
    PUBLIC_URL: "http://127.0.0.1:1",
  },
  [AdminModule, EnquiriesModule, MyBookingModule, MyBrandModule, PrivacyModule, WhatsappApiModule],
);
const { mela } = test;
await mela.app.listen(0, "127.0.0.1");
const site = (await mela.app.getUrl()).replace("[::1]", "127.0.0.1");

@Module({ imports: [PlatformModule.with(mela.config, mela.db.source), WhatsappJobsModule] })
class JobsTestModule {}
const jobs = await NestFactory.createApplicationContext(JobsTestModule, { logger: false });
const notices = jobs.get(WhatsappNoticesService);
const delivery = jobs.get(WhatsappDeliveryService, { strict: false });
const api = new CloudApiClient(mela.config);
let operator: TestAdministrator;
afterAll(async () => {
  await jobs.close();
  await test.close();
  await meta.stop();
});

let stall = 0;
const nextStall = (): string => `B${(stall += 1)}`;
const phoneOf = (stallId: string): string => `98765${stallId.slice(1).padStart(5, "0")}`;
const ticked = (stallId: string) => ({ whatsappConsent: WHATSAPP_CONSENT, phoneNumber: phoneOf(stallId) });

/** A row of whatsapp_messages, as tests look at it. */
interface Row {
  readonly id: string;
  readonly template: string;
  readonly state: string;
  readonly attempts: number;
  readonly problem: string | null;
  readonly cost: number;
  readonly due: Date | null;
}
const rowsOf = (bookingId: string): Promise<Row[]> =>
  mela.query<Row>(
    `SELECT id, template, state, attempts, problem, cost_hundredths AS cost, due_at AS due FROM whatsapp_messages
      WHERE coalesce(booking_id, application_id) = $1 ORDER BY created_at, id`,
    [bookingId],
  );
async function only(bookingId: string): Promise<Row> {
  const found = await rowsOf(bookingId);
  expect(found).toHaveLength(1);
  return found[0]!;
}
const stateIs = (bookingId: string, state: string) =>
  until(`${bookingId} is ${state}`, async () => (await rowsOf(bookingId))[0]?.state === state);
const consents = (id: string): Promise<string[]> =>
  mela.column(
    "SELECT given_by || coalesce(', ended by ' || withdrawn_by, '') AS line FROM whatsapp_consents WHERE subject_id = $1 ORDER BY given_at",
    [id],
  );
const sentTo = async (stallId: string): Promise<SimulatedWhatsapp[]> =>
  (await meta.messages()).filter(({ to }) => to === `91${phoneOf(stallId)}`);
/** Makes what is due and sends all of it. */
async function send(lastTry = true): Promise<void> {
  await notices.turn();
  for (const id of await mela.column("SELECT id FROM whatsapp_messages WHERE state = 'queued' ORDER BY created_at"))
    await delivery.deliver(id, lastTry).catch(() => undefined);
}

/** A buyer with a consent whose stall is sold and confirmed. */
async function buyer(changes: Record<string, unknown> = {}) {
  const stallId = nextStall();
  const sold = await test.sold(stallId, { ...ticked(stallId), ...changes });
  await test.renderInvoices(sold.orderId);
  return { ...sold, stallId };
}
/** A registered visitor with a consent whose hold ends in so many seconds. */
async function registered(seconds = 100, changes: Record<string, unknown> = {}) {
  const stallId = nextStall();
  const found = await test.registered(stallId, { ...ticked(stallId), ...changes });
  const bookingId = await test.bookingOf(found.orderId);
  await mela.query(
    "UPDATE bookings SET hold_expires_at = clock_timestamp() + make_interval(secs => $2) WHERE id = $1",
    [bookingId, seconds],
  );
  return { ...found, stallId, bookingId };
}
const post = (body: string, headers: Record<string, string> = { "x-hub-signature-256": meta.sign(body) }) =>
  mela.app.inject({
    method: "POST",
    url: WEBHOOK,
    headers: { "content-type": "application/json", ...headers },
    payload: body,
  });
const lines: string[] = [];
const command = async (): Promise<number> => {
  lines.length = 0;
  return runWhatsappCommand(["templates"], api, (line) => lines.push(line));
};

beforeAll(async () => {
  operator = await test.administrator("asha");
});
beforeEach(async () => {
  await meta.reset();
  await meta.webhooks({ url: `${site}${WEBHOOK}` });
  await command();
});

it("is off without settings: nothing is offered, and the webhook is not there", async () => {
  const off = await MelaTest.start({}, [WhatsappApiModule]);
  try {
    expect((await off.visitor().get("/api/v1/whatsapp/offer")).body).toEqual({});
    expect((await off.app.inject({ method: "POST", url: WEBHOOK, payload: {} })).statusCode).toBe(404);
    expect(
      (await off.app.inject({ url: `${WEBHOOK}?hub.mode=subscribe&hub.verify_token=x&hub.challenge=1` })).statusCode,
    ).toBe(404);
    const visitor = await off.registrant("B40", { whatsappConsent: WHATSAPP_CONSENT });
    expect((await visitor.myHold()).body).not.toHaveProperty("whatsapp");
    expect(await off.column("SELECT id FROM whatsapp_consents")).toEqual([]);
    await expect(runWhatsappCommand(["templates"], undefined, () => undefined)).rejects.toThrow("WhatsApp is off");
  } finally {
    await off.app.close();
    await off.db.close();
  }
});

describe("templates", () => {
  it("are registered once, and their states are said", async () => {
    await meta.reset();
    await meta.fault("templates", "error", { status: 401, code: 190 });
    await expect(command()).rejects.toThrow("Our access token has expired (190)");
    expect(await command()).toBe(0);
    expect(lines).toHaveLength(WHATSAPP_TEMPLATES.length * WHATSAPP_LANGUAGES.length);
    expect(lines).toContain("sakhi_booking_confirmed_v1, hi: approved");
    await meta.judge("PENDING");
    await meta.judge("REJECTED", { name: "sakhi_page_live_v1", reason: "TAG_CONTENT_MISMATCH" });
    expect(await command()).toBe(1);
    expect(lines).toContain("sakhi_hold_ending_v1: pending: Meta reviews it, usually within minutes");
    expect(lines).toContain("sakhi_page_live_v1: rejected (tag content mismatch)");
    await meta.judge("APPROVED");
    expect(await command()).toBe(0);
    expect(new Set(lines.map((line) => line.split(": ")[1]))).toEqual(new Set(["approved"]));
    await expect(runWhatsappCommand(["all"], api, () => undefined)).rejects.toThrow("npm run whatsapp");
  });
});

describe("a consent", () => {
  it("is a tick on the registration's number, with its time and sentence, and ends without it", async () => {
    const stallId = nextStall();
    const visitor = await mela.holder(stallId);
    expect((await visitor.myHold()).body).toMatchObject({ whatsapp: WHATSAPP_CONSENT });
    expect(apiError(await visitor.register(stallId, { whatsappConsent: "yes" }))).toEqual([400, "invalid_request"]);
    await visitor.register(stallId, ticked(stallId));
    const bookingId = await test.onStall(stallId);
    expect(await consents(bookingId)).toEqual(["registration"]);
    expect(await mela.value("SELECT wording FROM whatsapp_consents WHERE subject_id = $1", [bookingId])).toBe(
      WHATSAPP_CONSENTS[WHATSAPP_CONSENT],
    );
    await visitor.register(stallId, ticked(stallId));
    expect(await consents(bookingId)).toEqual(["registration"]);
    await visitor.register(stallId, { phoneNumber: phoneOf(stallId) });
    expect(await consents(bookingId)).toEqual(["registration, ended by form"]);
    await mela.query("UPDATE bookings SET hold_expires_at = clock_timestamp() + interval '100 s' WHERE id = $1", [
      bookingId,
    ]);
    await send();
    expect(await rowsOf(bookingId)).toEqual([]);
  });

  it("is given and ended in My booking, and is for one number: a corrected one ends it, and the key that went there", async () => {
    const { visitor, orderId, bookingId, stallId } = await buyer({ whatsappConsent: undefined });
    await send();
    expect(await rowsOf(bookingId)).toEqual([]);
    // The cookie of the visitor; the next one is the booking's.
    const payer = mela.visitor();
    payer.cookie = visitor.cookie;
    const opened = await visitor.post("/api/v1/mela/my-booking/session/here", { orderId });
    expect(opened.body["whatsapp"]).toEqual({ phone: phoneOf(stallId), consent: WHATSAPP_CONSENT });
    const choose = (body: object) => visitor.post("/api/v1/mela/my-booking/whatsapp", body);
    const { body } = await choose({ whatsappConsent: WHATSAPP_CONSENT });
    expect(body["whatsapp"]).toMatchObject({ givenAt: expect.any(String) });
    expect(apiError(await choose({ whatsappConsent: "1999" }))).toEqual([400, "invalid_request"]);
    expect((await choose({})).body["whatsapp"]).not.toHaveProperty("givenAt");
    await choose({ whatsappConsent: WHATSAPP_CONSENT });
    expect(await consents(bookingId)).toEqual(["my_booking, ended by page", "my_booking"]);
    // As if the sale had been confirmed after it.
    await mela.query("UPDATE mails SET created_at = clock_timestamp() WHERE booking_id = $1", [bookingId]);
    await send();
    const [message] = await sentTo(stallId);
    const token = /my-booking#([\w.-]+)/.exec(message?.text ?? "")?.[1];
    const open = () => mela.visitor().post("/api/v1/mela/my-booking/session", { token });
    expect((await open()).status).toBe(200);
    // Opened by WhatsApp, it proves nothing about the address.
    expect((await payer.get(`/api/v1/mela/my-booking/receipt?orderId=${orderId}`)).body).toMatchObject({
      correctable: true,
    });
    await test.correct(operator, bookingId, { phoneNumber: "9811177777" });
    expect(await consents(bookingId)).toEqual(["my_booking, ended by page", "my_booking, ended by number"]);
    expect((await open()).status).toBe(404);
  });

  it("of an application is for the owner's number; her page and buyers' questions go there without their words", async () => {
    const phone = "9822200001";
    const { applicationId } = await test.paid({ whatsappNumber: phone, whatsappConsent: WHATSAPP_CONSENT });
    expect(await consents(applicationId)).toEqual(["application"]);
    await operator.post(`listings/${applicationId}/approve`, { noPictures: true });
    const { brand_name: brandName } = await test.row(applicationId);
    const question = {
      ...{
        module: "shops",
        brandName,
        firstName: "Meena",
        lastName: "Devi",
        email: "meena@example.com",
        phone: "98765 43210",
      },
      ...{ message: "Do you make the stole in green?", consent: true },
    };
    await mela.visitor().post("/api/v1/brand-enquiries", question, { "x-form-filled-ms": "60000" });
    await send();
    const texts = (await meta.messages()).filter(({ to }) => to === `91${phone}`).map(({ text }) => text);
    expect(texts).toHaveLength(2);
    expect(texts[0]).toMatch(/is live until .*\nhttp:\/\/127\.0\.0\.1:1\/brands\//s);
    expect(texts[1]).toContain("has asked");
    expect(texts.join(" ")).not.toMatch(/Meena|stole|43210|my\/brand#/);
    expect((await rowsOf(applicationId)).map(({ template }) => template)).toEqual(["page_live", "brand_question"]);
  });
});

describe("messages", () => {
  it("confirm a sale once, beside its mail, with a link that opens the booking; the phone reports it", async () => {
    const { bookingId, stallId, orderId } = await buyer();
    await send();
    await send();
    const arrived = await sentTo(stallId);
    expect(arrived).toHaveLength(1);
    expect(arrived[0]).toMatchObject({
      template: "sakhi_booking_confirmed_v1",
      text: expect.stringMatching(new RegExp(`stall ${stallId} at .*order ${orderId}.*/my-booking#`, "s")),
    });
    expect(arrived[0]?.text).not.toContain("Asha");
    await stateIs(bookingId, "delivered");
    await meta.report(arrived[0]!.id, "read");
    await stateIs(bookingId, "read");
    expect(await only(bookingId)).toMatchObject({ attempts: 1, cost: 1150, problem: null });
    expect(await test.mails(stallId)).toContain("booking-confirmed");
    const { body } = await operator.get(`bookings/${bookingId}`);
    expect(body["whatsapp"]).toMatchObject([
      { template: "booking_confirmed", state: "read", readAt: expect.any(String) },
    ]);
    expect(
      (body["timeline"] as { kind: string; sentence: string }[]).filter(({ kind }) => kind === "whatsapp"),
    ).toMatchObject([{ sentence: 'WhatsApp "Booking confirmed" read' }]);
    const { body: figures } = await operator.get("whatsapp");
    expect(figures).toMatchObject({ limit: LIMIT, today: { sent: expect.any(Number), read: expect.any(Number) } });
    expect((figures["today"] as { cost: number }).cost).toBeGreaterThan(0.1);
  });

  it("are in the language of the booking, and in English where Meta lacks the translation", async () => {
    const [hindi, other] = [await buyer(), await buyer()];
    await mela.query("UPDATE bookings SET language = 'hi' WHERE id = $1", [hindi.bookingId]);
    await send();
    const [text] = (await sentTo(hindi.stallId)).map((message) => message.text);
    expect(text).toMatch(
      new RegExp(`^आपकी बुकिंग पक्की हो गई है: स्टॉल ${hindi.stallId}, .*ऑर्डर ${hindi.orderId}.*/hi/my-booking#`, "s"),
    );
    expect((await sentTo(other.stallId))[0]?.text).toMatch(/^Your booking is confirmed/);
    const late = await buyer();
    await mela.query("UPDATE bookings SET language = 'hi' WHERE id = $1", [late.bookingId]);
    await meta.fault("messages", "error", { status: 404, code: 132_001 });
    await send();
    expect((await sentTo(late.stallId))[0]?.text).toMatch(/^Your booking is confirmed.*\/my-booking#/s);
    expect(await only(late.bookingId)).toMatchObject({ attempts: 1, problem: null });
  });

  it("say that two minutes are left, and that a payment failed, once each and to nobody who has not agreed", async () => {
    const silent = await registered(100, { whatsappConsent: undefined });
    const early = await registered(400);
    const { bookingId, stallId } = await registered();
    await send();
    await send();
    expect((await sentTo(stallId)).map(({ text }) => text)).toEqual([
      expect.stringMatching(new RegExp(`^Stall ${stallId} at .* until \\d\\d:\\d\\d.* IST, about two more minutes`)),
    ]);
    expect([await rowsOf(silent.bookingId), await rowsOf(early.bookingId)]).toEqual([[], []]);
    await mela.query("UPDATE bookings SET hold_expires_at = clock_timestamp() + interval '9 minutes' WHERE id = $1", [
      bookingId,
    ]);
    const other = nextStall();
    const paying = await test.paying(other, ticked(other));
    await test.simulator.pay(paying.orderId, { outcome: "failed" });
    await test.settle(paying.orderId);
    await send();
    await send();
    expect((await sentTo(other)).map(({ template }) => template)).toEqual(["sakhi_payment_failed_v1"]);
    expect((await sentTo(other))[0]?.text).toContain("still kept for you until");
  });

  it("go beside messages to holders that have approved words: the evening before, and papers while some are missing", async () => {
    const { bookingId, stallId } = await buyer();
    const { slug } = await mela.firstEvent();
    await mela.query(
      `INSERT INTO event_questions (event_id, key, label, help, kind, required, asked, audience, position)
       SELECT id, 'planted', 'FSSAI licence of the stall', '', 'text', true, 'later', 'every_stall', 1 FROM events WHERE slug = $1`,
      [slug],
    );
    for (const template of ["evening_before", "papers_missing", "papers_missing", "thank_you"])
      await mela.query(
        `WITH written AS (
           INSERT INTO messages (id, event_id, template, subject, text, audience, timing, state, started_at, ended_at)
           SELECT gen_random_uuid(), id, $1, 'x', 'x', 'all', 'now', 'done', now(), now() FROM events WHERE slug = $2 RETURNING id)
         INSERT INTO mails (id, dedupe_key, template, to_address, data, booking_id, state, created_at)
         SELECT gen_random_uuid(), 'message/' || id || '/' || $3, 'holder-message', 'x@example.com', '{}', $3::uuid, 'sent', clock_timestamp()
           FROM written`,
        [template, slug, bookingId],
      );
    await send();
    await send();
    const texts = (await sentTo(stallId)).map(({ template, text }) => `${template}: ${text}`);
    expect(texts.toSorted().map((text) => text.split(":")[0])).toEqual([
      ...[
        "sakhi_booking_confirmed_v1",
        "sakhi_evening_before_v1",
        "sakhi_papers_missing_v1",
        "sakhi_papers_missing_v1",
      ],
    ]);
    expect(texts.find((text) => text.includes("papers"))).toMatch(
      /we still need: .*FSSAI licence of the stall.*my-booking#/s,
    );
    await mela.query("DELETE FROM event_questions");
    await mela.query("DELETE FROM whatsapp_messages WHERE booking_id = $1 AND template = 'papers_missing'", [
      bookingId,
    ]);
    await send();
    const skipped = (await rowsOf(bookingId)).filter(({ template }) => template === "papers_missing");
    expect(skipped.map(({ problem }) => problem)).toEqual(Array(2).fill("Not sent: it was no longer true"));
  });

  it("are not sent when they are no longer true, too late, or beyond the limits", async () => {
    const [paid, late] = [await registered(), await registered()];
    await notices.turn();
    await mela.query("UPDATE bookings SET hold_expires_at = clock_timestamp() + interval '1 s' WHERE id = $1", [
      paid.bookingId,
    ]);
    await mela.query(
      "UPDATE whatsapp_messages SET created_at = created_at - interval '10 minutes' WHERE booking_id = $1",
      [late.bookingId],
    );
    await send();
    expect((await only(paid.bookingId)).problem).toBe("Not sent: it was no longer true");
    expect((await only(late.bookingId)).problem).toBe("Not sent: its time had passed");
    // Three stalls with the number of somebody who has paid nothing.
    const number = { phoneNumber: "9833300001" };
    const three = [await registered(100, number), await registered(100, number), await registered(100, number)];
    await send();
    const states = await Promise.all(three.map(async ({ bookingId }) => (await only(bookingId)).state));
    expect(states.filter((state) => state === "skipped")).toHaveLength(1);
    const last = await registered();
    await notices.turn();
    const fill =
      "INSERT INTO whatsapp_messages (id, dedupe_key, template, consent_id, booking_id, state, counted_on, sent_at, claimed_at)";
    await mela.query(
      `${fill} SELECT gen_random_uuid(), 'fill ' || n, 'hold_ending', c.id, c.subject_id, 'sent',
                      (clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date, clock_timestamp(), clock_timestamp() - interval '25 hours'
         FROM generate_series(1, ${LIMIT}) n, (SELECT id, subject_id FROM whatsapp_consents WHERE withdrawn_at IS NULL LIMIT 1) c`,
    );
    await send();
    expect((await only(last.bookingId)).problem).toBe("Not sent: the day's limit was reached");
    await mela.query("DELETE FROM whatsapp_messages WHERE dedupe_key LIKE 'fill %'");
  });

  it("wait for the morning, in the database and for their job", async () => {
    const { bookingId } = await buyer();
    await notices.turn();
    const { id } = await only(bookingId);
    await mela.query("UPDATE whatsapp_messages SET template = 'evening_before' WHERE id = $1", [id]);
    const settings = mela.config.whatsapp as unknown as { quiet: { from: number; until: number } };
    const hour = new Date(Date.now() + 19_800_000).getUTCHours();
    settings.quiet = { from: hour, until: (hour + 2) % 24 };
    const until2 = await delivery.deliver(id, false);
    settings.quiet = { from: 0, until: 0 };
    expect(until2).toBeInstanceOf(Date);
    expect(await only(bookingId)).toMatchObject({ state: "queued", due: until2 });
    await delivery.deliver(id, false);
    expect((await only(bookingId)).state).not.toBe("queued");
  });

  it("are tried again after what passes, and say in words what does not; the mail and the sale know nothing of it", async () => {
    const { bookingId, stallId } = await buyer();
    await meta.fault("messages", "error", { status: 429, code: 130_429, times: 1 });
    await send(false);
    expect(await only(bookingId)).toMatchObject({
      state: "queued",
      attempts: 1,
      problem: "We have sent faster than Meta allows",
    });
    await meta.fault("messages", "error", { status: 502 });
    await send(false);
    expect(await only(bookingId)).toMatchObject({
      state: "queued",
      attempts: 2,
      problem: "Meta answered with the status 502",
    });
    await send(false);
    expect(await only(bookingId)).toMatchObject({ attempts: 3, problem: null });
    expect(await sentTo(stallId)).toHaveLength(1);
    const refused = await buyer();
    await meta.fault("messages", "error", { status: 400, code: 131_026 });
    await send(false);
    const failed = await only(refused.bookingId);
    expect([failed.state, failed.attempts, failed.cost]).toEqual(["failed", 1, 0]);
    expect(failed.problem).toContain("cannot be reached");
    expect(await test.mails(refused.stallId)).toContain("booking-confirmed");
    const last = await buyer();
    await meta.fault("messages", "error", { status: 500, code: 2 });
    await send(true);
    expect(await only(last.bookingId)).toMatchObject({ state: "failed", problem: "Meta's service was down" });
  });

  it("are sent once by five processes at once, after a lost answer, and when the worker dies after Meta accepted", async () => {
    const five = await buyer();
    await notices.turn();
    const { id } = await only(five.bookingId);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => delivery.deliver(id, false)));
    expect(outcomes.filter((outcome) => outcome === "sent")).toHaveLength(1);
    expect(await sentTo(five.stallId)).toHaveLength(1);
    const lost = await buyer();
    await meta.fault("messages", "lostAnswer");
    await send(false);
    await stateIs(lost.bookingId, "delivered");
    await send(false);
    expect(await sentTo(lost.stallId)).toHaveLength(1);
    const dead = await buyer();
    await notices.turn();
    const killed = await only(dead.bookingId);
    // Accepted, and no answer for eight seconds: the process that waits for it is as good as dead.
    await meta.fault("messages", "timeout");
    const waiting = delivery.deliver(killed.id, false).catch(() => "postponed");
    await stateIs(dead.bookingId, "delivered");
    expect(await delivery.deliver(killed.id, false)).toBe("finished");
    expect(await waiting).toBe("finished");
    expect(await sentTo(dead.stallId)).toHaveLength(1);
    // Killed before Meta had it: another process takes it over.
    const before = await buyer();
    await notices.turn();
    const claimed = await only(before.bookingId);
    await mela.query(
      "UPDATE whatsapp_messages SET state = 'sending', attempts = 1, claimed_at = clock_timestamp() WHERE id = $1",
      [claimed.id],
    );
    expect(await delivery.deliver(claimed.id, false)).toBe("busy");
    await mela.query(
      "UPDATE whatsapp_messages SET claimed_at = clock_timestamp() - interval '1 minute' WHERE id = $1",
      [claimed.id],
    );
    expect(await delivery.deliver(claimed.id, false)).toBe("sent");
  });
});

describe("the webhook", () => {
  it("answers Meta's challenge to who knows the secret only", async () => {
    const ask = (token: string, challenge = "1158201444") =>
      mela.app.inject({ url: `${WEBHOOK}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=${challenge}` });
    const right = await ask("a-verification-for-tests-only");
    expect([right.statusCode, right.body, right.headers["content-type"]]).toEqual([
      200,
      "1158201444",
      "text/plain; charset=utf-8",
    ]);
    for (const wrong of [
      await ask("another"),
      await ask("a-verification-for-tests-only", "%3Cscript%3E"),
      await mela.app.inject({ url: WEBHOOK }),
    ])
      expect(wrong.statusCode).toBe(401);
  });

  it("takes reports in any order and as often as they come, and none that is not signed", async () => {
    await meta.webhooks({ reports: ["sent", "delivered", "read"], reorder: true, duplicates: 2 });
    const { bookingId, stallId } = await buyer();
    await send();
    await stateIs(bookingId, "read");
    const [message] = await sentTo(stallId);
    await meta.report(message!.id, "failed", { code: 131_026 });
    await meta.report(message!.id, "sent", { times: 3 });
    const seen = `SELECT sent_at IS NOT NULL AND delivered_at IS NOT NULL AND read_at IS NOT NULL FROM whatsapp_messages WHERE booking_id = $1`;
    expect(await mela.value<boolean>(seen, [bookingId])).toBe(true);
    expect((await only(bookingId)).state).toBe("read");
    const failing = await buyer();
    await meta.webhooks({ reports: ["failed"], reorder: false, duplicates: 0 });
    await send();
    await stateIs(failing.bookingId, "failed");
    expect(await only(failing.bookingId)).toMatchObject({
      cost: 0,
      problem: expect.stringContaining("cannot be reached"),
    });
    const body = JSON.stringify({ object: "whatsapp_business_account", entry: [] });
    const signatures = [
      undefined,
      "",
      "sha256=00",
      meta.sign(body, "another secret of somebody"),
      meta.sign(`${body} `),
      meta.sign(body).slice(7),
    ];
    for (const signature of signatures) {
      const refused = await post(body, signature === undefined ? {} : { "x-hub-signature-256": signature });
      expect([signature, refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
        signature,
        401,
        "report_refused",
      ]);
    }
    expect((await post(body)).statusCode).toBe(200);
  });

  it("changes nothing for signed nonsense, reads long calls, and refuses endless ones", async () => {
    const { bookingId } = await buyer();
    await send();
    await stateIs(bookingId, "delivered");
    const before = await mela.query("SELECT * FROM whatsapp_messages ORDER BY id");
    const { phoneNumberId } = mela.config.whatsapp!;
    const change = (value: object, field = "messages") => ({ entry: [{ changes: [{ field, value }] }] });
    const metadata = { phone_number_id: phoneNumberId };
    const status = { id: "wamid.x", status: "read", timestamp: "1" };
    const nonsense: unknown[] = [
      ...[null, 1, "x", [], {}, { entry: null }, { entry: [null, 1, { changes: [[], null] }] }],
      ...[change({ metadata, statuses: [null, 1, {}, { ...status, id: 5 }, { ...status, status: "eaten" }] })],
      ...[
        change({
          metadata,
          statuses: [
            { ...status, id: "\u0000" },
            { ...status, biz_opaque_callback_data: "' OR true --" },
          ],
        }),
      ],
      ...[
        change({
          metadata,
          statuses: [{ ...status, biz_opaque_callback_data: "00000000-0000-4000-8000-000000000000" }],
        }),
      ],
      ...[change({ metadata, statuses: [{ ...status, errors: { code: "x" }, pricing: [] }] })],
      ...[change({ metadata: { phone_number_id: "1" }, statuses: [status] }), change({ statuses: [status] }, "flows")],
      ...[
        change({
          metadata,
          messages: [{}, null, { from: {}, text: [] }, { from: "4915112345678", text: { body: "STOP" } }],
        }),
      ],
      change({ metadata, messages: [{ from: `91${"9".repeat(300)}`, text: { body: "STOP".repeat(5_000) } }] }),
    ];
    let seed = 20_261_129;
    const random = (most: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % most;
    const valid = JSON.stringify(
      change({ metadata, statuses: [status], messages: [{ from: "919812345678", text: { body: "hello" } }] }),
    );
    const broken = Array.from({ length: 150 }, () => {
      const at = random(valid.length);
      const sign = ['"', "{", "}", "[", "\\u0000", "9", "null", ""][random(8)] ?? "";
      return valid.slice(0, at) + sign + valid.slice(at + random(12));
    });
    const answers = await Promise.all(
      [...nonsense.map((each) => JSON.stringify(each)), ...broken].map((body) => post(body)),
    );
    // What is no JSON is refused by the parser, before its signature.
    for (const { statusCode } of answers) expect([200, 400]).toContain(statusCode);
    expect(await mela.query("SELECT * FROM whatsapp_messages ORDER BY id")).toEqual(before);
    expect(await mela.column("SELECT number_digest FROM whatsapp_stops")).toEqual([]);
    const long = JSON.stringify({
      ...change({ metadata, statuses: Array.from({ length: 3_000 }, () => status) }),
      pad: "x".repeat(300_000),
    });
    expect((await post(long)).statusCode).toBe(200);
    const endless = JSON.stringify({ pad: "x".repeat(1_100_000) });
    expect((await post(endless)).statusCode).toBe(413);
  });

  it("ends everything for a number that writes a stop word; a new tick counts, but not a stranger's", async () => {
    const { bookingId, stallId, visitor, orderId } = await buyer();
    const waiting = await registered(100, { phoneNumber: phoneOf(stallId) });
    await meta.answer(`91${phoneOf(stallId)}`, "where is my stall?");
    await meta.answer(`91${phoneOf(stallId)}`, "रोकें");
    await until("the stop", async () => (await consents(bookingId))[0]?.endsWith("stop_word") === true);
    expect(await consents(waiting.bookingId)).toEqual(["registration, ended by stop_word"]);
    await send();
    expect(await sentTo(stallId)).toEqual([]);
    await visitor.post("/api/v1/mela/my-booking/session/here", { orderId });
    await visitor.post("/api/v1/mela/my-booking/whatsapp", { whatsappConsent: WHATSAPP_CONSENT });
    await mela.query("UPDATE mails SET created_at = clock_timestamp() WHERE booking_id = $1", [bookingId]);
    await send();
    expect(await sentTo(stallId)).toHaveLength(1);
    const victim = await registered(400);
    await meta.answer(`91${phoneOf(victim.stallId)}`, "STOP");
    await until("the stop", async () => (await consents(victim.bookingId))[0]?.endsWith("stop_word") === true);
    const again = await registered(100, { phoneNumber: phoneOf(victim.stallId) });
    await send();
    expect((await only(again.bookingId)).problem).toBe("Not sent: this number asked for no more messages");
  });
});

it("is exported and erased with the person, and deleted with its age; all rules hold", async () => {
  const stallId = nextStall();
  const number = { ...ticked(stallId), email: "whatsapp-person@example.com" };
  const { orderId, bookingId } = await test.sold(stallId, number);
  await test.renderInvoices(orderId);
  await send();
  await stateIs(bookingId, "delivered");
  const { body: records } = await operator.post("person/records", { contact: phoneOf(stallId) });
  expect(records["records"]).toContainEqual(
    expect.objectContaining({ kind: "whatsapp consent", data: expect.objectContaining({ Number: phoneOf(stallId) }) }),
  );
  await operator.post("person/erase", { contact: phoneOf(stallId), reason: "asked for" });
  expect(await consents(bookingId)).toEqual(["registration, ended by erased"]);
  const left =
    "SELECT c.phone || coalesce(m.provider_id, '') FROM whatsapp_consents c JOIN whatsapp_messages m ON m.consent_id = c.id WHERE c.subject_id = $1";
  expect(await mela.value(left, [bookingId])).toBe("0000000000");
  await mela.query("UPDATE whatsapp_messages SET created_at = created_at - interval '400 days' WHERE booking_id = $1", [
    bookingId,
  ]);
  const retention = new RetentionService(mela.db.database, test.get(PersonalData), mela.config);
  expect(await retention.run()).toMatchObject({ whatsappMessages: 1 });
  expect(await rowsOf(bookingId)).toEqual([]);
  expect(await brokenRules(mela.db.database, [...WHATSAPP_RULES, ...PERSONAL_DATA_RULES])).toEqual([]);
  // Nothing of a person in the queue, nor in the log of what to relay.
  expect(
    await mela.column(
      "SELECT payload->>'data' FROM outbox WHERE payload->>'queue' = 'whatsapp' AND payload::text ~ '98765|@'",
    ),
  ).toEqual([]);
});
