import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { pdf } from "@sakhi/testkit/pdf";
import sharp from "sharp";
import { AdminModule } from "../../src/admin/admin.module.js";
import { EventFactsApiModule } from "../../src/events/event-facts.module.js";
import { EventFactsService } from "../../src/events/event-facts.service.js";
import { MailedLinksService } from "../../src/mail/mailed-links.service.js";
import { MyBookingModule } from "../../src/my-booking/my-booking.module.js";
import { PaperChecksService } from "../../src/papers/paper-checks.service.js";
import { PaperDecoderService } from "../../src/papers/paper-decoder.service.js";
import { Database } from "../../src/platform/database/database.js";
import { RateLimits } from "../../src/platform/http/rate-limits.js";
import { Counters } from "../../src/platform/metrics/counters.js";
import { PersonalData } from "../../src/privacy/personal-data.js";
import { PrivacyModule } from "../../src/privacy/privacy.module.js";
import { RetentionService } from "../../src/privacy/retention.service.js";
import { DecoderCommand } from "../../src/uploads/decoder-command.js";
import { DecoderService } from "../../src/uploads/decoder.service.js";
import { PERSONAL_DATA_RULES } from "../../src/verify/personal-data.rules.js";
import { apiError, codeOf, type TestResponse, type TestVisitor } from "../bookings/mela.js";
import { NEXT_EVENT, OperatorTest, type TestAdministrator } from "../operator/operator.js";
import { noise } from "../pictures/hostile-files.js";
import { brokenRules } from "../verify/broken-rules.js";
import { PHOTO_TRACES, phonePhoto } from "./phone-photo.js";

// What an event asks of those who book its stalls, from the question to the erased answer (docs/decisions/0077).

const MINE = "/api/v1/mela/my-booking";
const FSSAI = "10012011000001";
/** Who sells food, as she says it. */
const COOKS = { sells_food: "Yes" };

const test = await OperatorTest.open({ RATE_LIMITS: "off" }, [
  ...[AdminModule, EventFactsApiModule, MyBookingModule, PrivacyModule],
]);
const { mela } = test;
afterAll(() => test.close());

let operator: TestAdministrator;
let viewer: TestAdministrator;
let slug = "";

const question = (changes: Record<string, unknown> = {}) => ({
  ...{ label: "What do you sell?", help: "", kind: "text", choices: "", required: true, asked: "form" },
  ...{ audience: "every_stall", position: 12, reason: "The guards ask" },
  ...changes,
});
const certificate = { label: "Certificate", kind: "file", asked: "later", audience: "food_stalls" };

const ask = (changes: Record<string, unknown>, event = slug, by = operator) =>
  by.post(`events/${event}/questions`, question(changes));
const questions = async (event = slug) =>
  (await operator.get(`events/${event}/questions`)).body as unknown as Record<string, unknown>[];
const answersOf = (given: Record<string, string>) => Object.entries(given).map(([key, value]) => ({ key, value }));

/** A buyer whose booking is open in another browser. */
async function bought(stallId: string, given: Record<string, string> = {}) {
  const sale = await test.sold(stallId, { answers: answersOf(given) });
  return { ...sale, browser: await opened(sale.bookingId) };
}

/** A buyer who sells food. */
const cooks = (stallId: string, given: Record<string, string>) => bought(stallId, { ...COOKS, ...given });

async function opened(bookingId: string): Promise<TestVisitor> {
  const browser = mela.visitor();
  const token = (await test.get(MailedLinksService).url("booking", randomUUID(), bookingId)).split("#")[1];
  expect((await browser.post(`${MINE}/session`, { token })).status).toBe(200);
  return browser;
}

const mine = async (browser: TestVisitor) =>
  (await browser.get(MINE)).body["papers"] as
    | { open: boolean; until: string; papers: (Record<string, unknown> & { key: string })[] }
    | undefined;
const paper = async (browser: TestVisitor, key: string) =>
  (await mine(browser))?.papers.find((each) => each.key === key);
const give = (browser: TestVisitor, given: Record<string, string>) =>
  browser.post(`${MINE}/papers`, { answers: answersOf(given) });

const png = () => noise(60, 40).png().toBuffer();
const checks = new PaperChecksService(
  test.get(Database),
  new PaperDecoderService(new DecoderService(DecoderCommand.ofBuild())),
  new Counters(),
);

/** What an upload sends, and what it says. */
interface Sent {
  readonly name?: string;
  readonly type?: string;
  readonly length?: number;
  /** How much of it arrives; all by default. */
  readonly part?: number;
  /** Where it says that this belongs; the beginning by default. */
  readonly offset?: number;
}

async function call(
  method: "POST" | "PATCH" | "HEAD" | "GET" | "DELETE",
  url: string,
  headers: object,
  payload?: Buffer,
) {
  const response = await mela.app.inject({ method, url, headers: { ...headers }, ...(payload && { payload }) });
  const body = response.payload === "" ? {} : response.json<Record<string, unknown>>();
  return { status: response.statusCode, body, headers: response.headers };
}

const ticketFor = (browser: TestVisitor, key: string) => browser.post(`${MINE}/papers/${key}/upload`, {});

/** Starts an upload, and sends it whole or in part. @returns its address and ticket, or the error */
async function send(browser: TestVisitor, key: string, bytes: Buffer, sent: Sent = {}) {
  const permission = await ticketFor(browser, key);
  if (permission.status !== 201) return { answer: permission, path: "", ticket: "" };
  const ticket = String(permission.body["ticket"]);
  const { name = "my licence.exe", type = "application/offset+octet-stream", length = bytes.length } = sent;
  const metadata = `filename ${Buffer.from(name).toString("base64")}`;
  const started = await call("POST", "/api/v1/uploads", {
    ...{ "upload-ticket": ticket, "upload-length": String(length), "upload-metadata": metadata },
  });
  if (started.status !== 201) return { answer: started, path: "", ticket };
  const path = String(started.headers["location"]);
  return {
    answer: await append(path, ticket, bytes.subarray(0, sent.part ?? bytes.length), sent.offset ?? 0, type),
    path,
    ticket,
  };
}

const append = (
  path: string,
  ticket: string,
  bytes: Buffer,
  offset: number,
  type = "application/offset+octet-stream",
) => call("PATCH", path, { "upload-ticket": ticket, "upload-offset": String(offset), "content-type": type }, bytes);

/** Uploads a file and has it checked, as jobs does. @returns its state, or the error */
async function put(browser: TestVisitor, key: string, bytes: Buffer, sent: Sent = {}): Promise<TestResponse> {
  const { answer, path, ticket } = await send(browser, key, bytes, sent);
  if (answer.status !== 204) return answer;
  await checks.check(path.split("/").at(-1) ?? "");
  return call("GET", path, { "upload-ticket": ticket });
}
const download = (browser: TestVisitor, url: string) =>
  mela.app.inject({ method: "GET", url, headers: { cookie: browser.cookie ?? "" } });

beforeAll(async () => {
  operator = await test.administrator("asha");
  viewer = await test.administrator("vera", "viewer");
  slug = (await mela.value("SELECT slug FROM events")) ?? "";
  await setDays("2099-03-01");
});

const setDays = (date: string) =>
  mela.query(
    `UPDATE events SET days = jsonb_build_array(jsonb_build_object('date', $1::text, 'opens', '10:00', 'closes', '20:00'))`,
    [date],
  );

describe("what is known of an event's questions without a read", () => {
  it("is nothing from a change until it is read again, so that no form is let through by what was asked before", async () => {
    const facts = test.get(EventFactsService);
    const { id } = await facts.resolve(undefined);
    // The changes above may still be notified.
    const known = async () => {
      for (;;) {
        await facts.of(id);
        const questions = facts.knownQuestions(id);
        if (questions !== undefined) return questions;
      }
    };
    const before = await known();
    expect(before.map(({ key }) => key)).toContain("fssai_number");
    facts.invalidate();
    expect(facts.knownQuestions(id)).toBeUndefined();
    expect(await known()).toEqual(before);
  });
});

describe("the first event", () => {
  const FOOD = ["sells_food", "fssai_number"];
  const keysOf = (papers: unknown) => (papers as { key: string }[] | undefined)?.map(({ key }) => key);

  it("asks everyone whether she sells food, and of those who do their number", async () => {
    expect(await questions()).toEqual([
      expect.objectContaining({ key: "sells_food", kind: "choice", choices: ["Yes", "No"], audience: "every_stall" }),
      expect.objectContaining({ key: "fssai_number", kind: "fssai_number", audience: "food_stalls", answers: 0 }),
    ]);
    // The form has both, and shows the number once she says yes.
    const visitor = await mela.holder("A20");
    const asked = (await visitor.myHold()).body["questions"];
    expect(keysOf(asked)).toEqual(FOOD);
    expect(asked).toEqual([
      expect.not.objectContaining({ foodOnly: true }),
      expect.objectContaining({ foodOnly: true }),
    ]);
    // The specification's request, without answers.
    expect((await visitor.register("A20")).status).toBe(201);
    await visitor.release("A20");
    const { browser } = await bought("B50");
    expect(keysOf((await mine(browser))?.papers)).toEqual(["sells_food"]);
    expect((await operator.get(`events/${slug}/papers`)).body).toEqual([
      expect.objectContaining({ stallId: "B50", missing: ["Do you sell food?"] }),
    ]);
  });

  it.each([
    ["A20", "Premium", "No", ["sells_food"], []],
    ["B49", "General", "Yes", FOOD, ["FSSAI number"]],
    ["B48", "General", "No", ["sells_food"], []],
  ])("asks in stall %s, a %s, whose holder says %s", async (stallId, stallType, answer, keys, missing) => {
    // Earlier releases marked types: that decides nothing now.
    await mela.query("UPDATE stall_types SET food = (key = 'Premium')");
    const { browser, orderId, visitor } = await bought(stallId, { sells_food: answer });
    expect(keysOf((await mine(browser))?.papers)).toEqual(keys);
    const list = (await operator.get(`events/${slug}/papers`)).body as unknown as object[];
    expect(list).toContainEqual(expect.objectContaining({ stallId, stallType, missing, asked: keys.length }));
    // What the success page says.
    const receipt = (await visitor.get(`${MINE}/receipt?orderId=${orderId}`)).body;
    expect(receipt["missing"]).toEqual(
      missing.length === 0 ? undefined : { papers: missing, until: "2099-03-01T04:30:00.000Z" },
    );
  });

  it("can be answered otherwise later, with what follows", async () => {
    const { browser } = await bought("B47", { sells_food: "No" });
    expect(codeOf(await give(browser, { fssai_number: FSSAI }))).toBe("paper_not_asked");
    expect((await give(browser, { sells_food: "Yes", fssai_number: FSSAI })).status).toBe(200);
    expect((await paper(browser, "fssai_number"))?.["answer"]).toBe(FSSAI);
    expect((await give(browser, { sells_food: "No" })).status).toBe(200);
    // It is shown, not missed.
    expect((await paper(browser, "fssai_number"))?.["answer"]).toBe(FSSAI);
    expect((await give(browser, { sells_food: "Maybe" })).body["fields"]).toEqual({
      "answers.sells_food": ["Please choose one of the answers"],
    });
  });

  it("forgets the number in the form of who says after all that she sells no food", async () => {
    const visitor = await mela.holder("B46");
    const send = (orderId: string, sells: string) =>
      visitor.register("B46", { orderId, answers: answersOf({ sells_food: sells, fssai_number: FSSAI }) });
    expect((await send("MELA1763712999999food1", "Yes")).status).toBe(201);
    expect((await send("MELA1763712999999food2", "No")).status).toBe(201);
    const bookingId = await test.bookingOf("MELA1763712999999food2");
    expect(await mela.column("SELECT value FROM paper_answers WHERE booking_id = $1", [bookingId])).toEqual(["No"]);
    await visitor.release("B46");
  });

  it("keeps the question that decides while others depend on it", async () => {
    const decides = (changes: object) =>
      operator.put(
        `events/${slug}/questions/sells_food`,
        question({ label: "Is it food?", kind: "choice", choices: "Yes\nNo", position: 1, ...changes }),
      );
    expect((await decides({ asked: "form_or_later" })).status).toBe(200);
    for (const other of [{ kind: "text", choices: "" }, { choices: "Yes\nNever" }, { audience: "food_stalls" }])
      expect(codeOf(await decides(other))).toBe("food_question_kept");
    const remove = (key: string, answers: number) =>
      operator.post(`events/${slug}/questions/${key}/remove`, { answers, reason: "tidy" });
    const answersTo = async (key: string) =>
      Number((await questions()).find((each) => each["key"] === key)?.["answers"]);
    expect(codeOf(await remove("sells_food", await answersTo("sells_food")))).toBe("food_question_kept");
    expect((await remove("fssai_number", await answersTo("fssai_number"))).status).toBe(200);
    expect((await remove("sells_food", await answersTo("sells_food"))).status).toBe(200);
    // It comes back with the next question for food stalls.
    expect(
      (await ask({ label: "FSSAI number", kind: "fssai_number", asked: "form_or_later", audience: "food_stalls" }))
        .status,
    ).toBe(201);
    expect((await questions()).map(({ key, label }) => [key, label])).toEqual([
      ["sells_food", "Do you sell food?"],
      ["fssai_number", "FSSAI number"],
    ]);
  });
});

describe("questions", () => {
  it("are added, ordered, changed and removed by operators, with a reason in the audit log", async () => {
    for (const added of [
      question(),
      question({ label: "Number of badges", kind: "number", required: false, asked: "form_or_later", position: 1 }),
      question({ ...certificate }),
      question({
        label: "Power",
        kind: "choice",
        choices: "None\n2 kW",
        asked: "form_or_later",
        audience: "stall_types",
        stallTypes: ["General"],
      }),
    ])
      expect((await operator.post(`events/${slug}/questions`, added)).status).toBe(201);
    const keys = async () => (await questions()).map(({ key, position }) => `${String(position)} ${String(key)}`);
    expect(await keys()).toEqual([
      "1 number_of_badges",
      "2 sells_food",
      "3 fssai_number",
      "4 what_do_you_sell",
      "5 certificate",
      "6 power",
    ]);
    expect(codeOf(await ask({ label: "Mat?", audience: "stall_types", stallTypes: ["FoodCourt"] }))).toBe(
      "stall_type_not_found",
    );
    const changed = await operator.put(
      `events/${slug}/questions/what_do_you_sell`,
      question({ label: "What is sold?", position: 1 }),
    );
    expect(changed.status).toBe(200);
    expect(await keys()).toEqual([
      "1 what_do_you_sell",
      "2 number_of_badges",
      "3 sells_food",
      "4 fssai_number",
      "5 certificate",
      "6 power",
    ]);
    expect((await questions())[0]).toMatchObject({ label: "What is sold?" });
    expect(
      await mela.query(
        "SELECT administrator, reason, after ->> 'label' AS label FROM audit_log WHERE action = 'question_changed'",
      ),
    ).toContainEqual({ administrator: "asha", reason: "The guards ask", label: "What is sold?" });
    expect((await operator.put(`events/${slug}/questions/gone`, question())).body["code"]).toBe("question_not_found");
  });

  it("are refused in words", async () => {
    const { status, body } = await ask({ label: "", kind: "choice", choices: "One" });
    expect([status, body["fields"]]).toEqual([
      400,
      { label: ["Please enter the question"], choices: ["Please write 2 to 12 answers, each on a line of its own"] },
    ]);
    expect((await ask({ ...certificate, asked: "form" })).body["fields"]).toEqual({
      asked: ["Files are uploaded in My booking, after paying"],
    });
  });

  it("are the operators'", async () => {
    const calls = (by: { post: TestAdministrator["post"]; put: TestAdministrator["put"] }) => [
      by.post(`events/${slug}/questions`, question()),
      by.put(`events/${slug}/questions/certificate`, question(certificate)),
      by.post(`events/${slug}/questions/certificate/remove`, { reason: "no longer", answers: 0 }),
    ];
    for (const refused of await Promise.all(calls(viewer))) expect(apiError(refused)).toEqual([403, "operators_only"]);
    expect((await viewer.get(`events/${slug}/questions`)).status).toBe(200);
    const stranger = mela.visitor();
    for (const path of ["questions", "papers", "papers.csv"])
      expect((await stranger.get(`/api/v1/mela/admin/events/${slug}/${path}`)).status).toBe(401);
  });
});

describe("the registration", () => {
  it("shows what is asked of the stall's type, and refuses bad answers before anything is stored", async () => {
    const visitor = await mela.holder("A1");
    expect((await visitor.myHold()).body["questions"]).toEqual([
      { key: "what_do_you_sell", label: "What is sold?", kind: "text", required: true, asked: "form" },
      expect.objectContaining({ key: "number_of_badges", required: false }),
      expect.objectContaining({ key: "sells_food", choices: ["Yes", "No"] }),
      expect.objectContaining({ key: "fssai_number", foodOnly: true }),
    ]);
    const refused = await visitor.register("A1", {
      answers: answersOf({ ...COOKS, number_of_badges: "two", fssai_number: "1001 2011" }),
    });
    expect([refused.status, refused.body["fields"]]).toEqual([
      400,
      {
        "answers.what_do_you_sell": ["Please answer this question"],
        "answers.number_of_badges": ["Please enter a whole number, e.g. 4"],
        "answers.fssai_number": ["An FSSAI number has exactly 14 digits"],
      },
    ]);
    expect(await mela.value("SELECT state FROM bookings ORDER BY held_at DESC LIMIT 1")).toBe("held");
    // The specification's request, without answers.
    expect((await visitor.register("A1")).body["fields"]).toEqual({
      "answers.what_do_you_sell": ["Please answer this question"],
    });
    await visitor.release("A1");
  });

  it("stores answers as they are read, and recognises a repeated submit by them", async () => {
    const visitor = await mela.holder("A2");
    const send = (orderId: string, fssai: string) =>
      visitor.register("A2", {
        orderId,
        answers: answersOf({ ...COOKS, what_do_you_sell: " Dosa ", fssai_number: fssai, power: "5 kW" }),
      });
    const orderId = "MELA1763712999999papers1";
    expect((await send(orderId, "1001 2011 0000 01")).status).toBe(201);
    expect((await send(orderId, FSSAI)).status).toBe(201);
    expect(codeOf(await send(orderId, "20012011000001"))).toBe("order_id_taken");
    const stored = () =>
      mela.query(
        `SELECT q.key, a.value FROM paper_answers a JOIN event_questions q ON q.id = a.question_id
          WHERE a.booking_id = (SELECT id FROM bookings WHERE order_id = $1) ORDER BY 1`,
        [orderId],
      );
    expect(await stored()).toEqual([
      { key: "fssai_number", value: FSSAI },
      { key: "sells_food", value: "Yes" },
      { key: "what_do_you_sell", value: "Dosa" },
    ]);
    await visitor.release("A2");
  });

  it("never waits for what may be answered later", async () => {
    const { browser } = await cooks("A3", { what_do_you_sell: "Idli" });
    const papers = await mine(browser);
    expect(papers).toMatchObject({ open: true, until: "2099-03-01T04:30:00.000Z" });
    expect(papers?.papers.map(({ key, answer }) => [key, answer])).toEqual([
      ["what_do_you_sell", "Idli"],
      ["number_of_badges", undefined],
      ["sells_food", "Yes"],
      ["fssai_number", undefined],
      ["certificate", undefined],
    ]);
  });
});

describe("in my booking", () => {
  let browserOfA6: TestVisitor | undefined;

  it("holders answer and change answers; required ones are not taken back", async () => {
    const { browser } = await cooks("A4", { what_do_you_sell: "Vada" });
    const changed = await give(browser, { what_do_you_sell: "Vada and chai", fssai_number: "FSSAI 1001-2011-0000-01" });
    expect(changed.status).toBe(200);
    expect((await mine(browser))?.papers.map(({ answer }) => answer)).toEqual([
      "Vada and chai",
      undefined,
      "Yes",
      FSSAI,
      undefined,
    ]);
    const refused = await give(browser, { what_do_you_sell: " ", number_of_badges: "many" });
    expect(refused.body["fields"]).toEqual({
      "answers.what_do_you_sell": ["Please answer this question"],
      "answers.number_of_badges": ["Please enter a whole number, e.g. 4"],
    });
    // Asked of stalls of another type.
    expect(codeOf(await give(browser, { power: "None" }))).toBe("paper_not_asked");
    expect((await give(browser, { number_of_badges: "3" })).status).toBe(200);
    expect((await give(browser, { number_of_badges: "" })).status).toBe(200);
    expect(await paper(browser, "number_of_badges")).not.toHaveProperty("answer");
  });

  it("holders upload a file in pieces, and replace it", async () => {
    const { browser, bookingId } = await cooks("A5", { what_do_you_sell: "Puri" });
    const whole = pdf({ filling: 100_000 });
    const { path, ticket } = await send(browser, "certificate", whole, { name: "../मेरा licence<b>.exe", part: 60_000 });
    // The answer was lost: the server says where the upload is.
    expect((await call("HEAD", path, { "upload-ticket": ticket })).headers["upload-offset"]).toBe("60000");
    expect(codeOf(await append(path, ticket, whole.subarray(50_000), 50_000))).toBe("upload_offset_differs");
    expect((await append(path, ticket, whole.subarray(60_000), 60_000)).status).toBe(204);
    expect((await call("GET", path, { "upload-ticket": ticket })).body).toMatchObject({ state: "checking" });
    // Nothing unchecked is an answer.
    expect(await paper(browser, "certificate")).not.toHaveProperty("file");
    expect(await checks.check(path.split("/").at(-1) ?? "")).toBe("ready");
    const stored = (await paper(browser, "certificate")) as { file?: { bytes: number } } | undefined;
    expect(stored).toMatchObject({ answer: "मेरा licence b.pdf", file: { type: "application/pdf" } });

    const file = await download(browser, `${MINE}/papers/certificate/file`);
    expect([file.rawPayload.length, file.rawPayload.toString("latin1", 0, 5)]).toEqual([stored?.file?.bytes, "%PDF-"]);
    expect(file.headers).toMatchObject({
      ...{ "content-type": "application/pdf", "x-content-type-options": "nosniff", "cache-control": "no-store" },
      "content-disposition": expect.stringMatching(/^attachment; filename="[\w ]+\.pdf"/) as unknown,
    });

    expect((await put(browser, "certificate", await png(), { name: "photo" })).body).toMatchObject({ state: "ready" });
    expect(await paper(browser, "certificate")).toMatchObject({ answer: "photo.jpg", file: { type: "image/jpeg" } });
    expect(await mela.value("SELECT count(*)::int FROM paper_files WHERE booking_id = $1", [bookingId])).toBe(1);
    expect(await mela.value("SELECT count(*)::int FROM paper_chunks")).toBe(0);
  });

  it("holders send more than a megabyte in one piece", async () => {
    const { browser } = await cooks("A18", { what_do_you_sell: "Samosa" });
    const whole = pdf({ filling: 1024 * 1024 });
    expect((await put(browser, "certificate", whole)).body).toMatchObject({ state: "ready", received: whole.length });
  });

  it("have any name that a device gives them, also one that cannot be stored", async () => {
    const { browser, bookingId } = await cooks("A17", { what_do_you_sell: "Kulfi" });
    expect((await send(browser, "certificate", await png(), { name: "my\0paper\n.png" })).answer.status).toBe(204);
    const names = await mela.query("SELECT name FROM paper_uploads WHERE booking_id = $1", [bookingId]);
    expect(names).toEqual([{ name: "my paper .png" }]);
  });

  it("two devices never write into each other's file, and the last that arrives counts, unless it is stopped", async () => {
    const { browser } = await cooks("A12", { what_do_you_sell: "Dhokla" });
    const [phone, laptop] = [await noise(90, 60).png().toBuffer(), await noise(80, 50).png().toBuffer()];
    const [one, two] = [
      await send(browser, "certificate", phone, { name: "phone", part: 3000 }),
      await send(browser, "certificate", laptop, { name: "laptop", part: 2000 }),
    ];
    expect(one.path).not.toBe(two.path);
    expect((await append(two.path, two.ticket, laptop.subarray(2000), 2000)).status).toBe(204);
    expect((await append(one.path, one.ticket, phone.subarray(3000), 3000)).status).toBe(204);
    for (const { path } of [two, one]) expect(await checks.check(path.split("/").at(-1) ?? "")).toBe("ready");
    expect(await paper(browser, "certificate")).toMatchObject({ answer: "phone.jpg" });
    const { rawPayload } = await download(browser, `${MINE}/papers/certificate/file`);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 90, height: 60 });
    // One that is stopped while it is checked does not become the answer.
    const late = await send(browser, "certificate", laptop, { name: "late" });
    expect((await call("DELETE", late.path, { "upload-ticket": late.ticket })).status).toBe(204);
    expect(await checks.check(late.path.split("/").at(-1) ?? "")).toBe("over");
    expect(await paper(browser, "certificate")).toMatchObject({ answer: "phone.jpg" });
  });

  it("holders send a photo, and the place where it was taken is not kept", async () => {
    const { browser, bookingId } = await cooks("A11", { what_do_you_sell: "Jalebi" });
    expect((await put(browser, "certificate", await phonePhoto(), { name: "IMG_1.jpg" })).body).toMatchObject({
      state: "ready",
    });
    const { rawPayload } = await download(browser, `${MINE}/papers/certificate/file`);
    const [stored] = await mela.column<Buffer>("SELECT content FROM paper_files WHERE booking_id = $1", [bookingId]);
    expect(rawPayload.equals(stored ?? Buffer.alloc(0))).toBe(true);
    for (const trace of PHOTO_TRACES) expect([trace, rawPayload.includes(trace)]).toEqual([trace, false]);
    expect(await paper(browser, "certificate")).toMatchObject({ file: { bytes: rawPayload.length } });
  });

  it.each<[string, () => Buffer | Promise<Buffer>, Sent, string]>([
    ["nothing", () => Buffer.alloc(0), {}, "paper_empty"],
    ["more than 20 MB", () => pdf(), { length: 20 * 1024 * 1024 + 1 }, "paper_too_large"],
    ["more than it says", () => pdf(), { length: 10 }, "paper_too_large"],
    ["JSON", () => Buffer.from("{}"), { type: "application/json" }, "unsupported_media_type"],
    ["a negative place", () => pdf(), { offset: -1 }, "invalid_request"],
    // What arrives whole is refused by what it is, with a sentence (paper-decoder.spec).
    ["text named like a PDF", () => Buffer.from("hello"), { name: "a.pdf" }, "not_a_picture"],
    ["a PDF with a script", () => pdf({ catalog: "/OpenAction << /S /JavaScript /JS (1) >>" }), {}, "pdf_active"],
    [
      "a page behind a picture's head",
      async () => Buffer.concat([await png(), Buffer.from("<script> ")]),
      {},
      "other_content",
    ],
    ["a PNG cut off in its pixels", async () => (await png()).subarray(0, 500), {}, "broken"],
    ["a GIF", () => Buffer.from("GIF89a".padEnd(60)), {}, "type_refused"],
  ])("%s is refused", async (_what, make, sent, code) => {
    browserOfA6 ??= (await cooks("A6", { what_do_you_sell: "Momo" })).browser;
    const { body } = await put(browserOfA6, "certificate", await make(), sent);
    const { code: refused = body["code"], message = body["message"] } = (body["problem"] ?? {}) as Record<
      string,
      unknown
    >;
    expect([refused, typeof message]).toEqual([code, "string"]);
    expect(await paper(browserOfA6, "certificate")).not.toHaveProperty("file");
  });

  it("every file counts for its booking, also with one ticket", async () => {
    const { browser, bookingId } = await cooks("A19", { what_do_you_sell: "Chikki" });
    const ticket = String((await ticketFor(browser, "certificate")).body["ticket"]);
    const use = jest.spyOn(test.get(RateLimits), "use");
    const begin = () => call("POST", "/api/v1/uploads", { "upload-ticket": ticket, "upload-length": "100" });
    expect([(await begin()).status, (await begin()).status]).toEqual([201, 201]);
    const counted = use.mock.calls.flat().filter(({ limit }) => limit === "papers_per_booking");
    use.mockRestore();
    expect(counted.map(({ by }) => by)).toEqual([bookingId, bookingId]);
  });

  it("a ticket is for one booking's answer to one question", async () => {
    const { browser } = await cooks("A13", { what_do_you_sell: "Khakhra" });
    for (const key of ["what_do_you_sell", "power", "nothing"])
      expect(codeOf(await ticketFor(browser, key))).toBe("paper_not_asked");
    const { path, ticket } = await send(browser, "certificate", pdf(), { part: 10 });
    const { browser: other } = await cooks("A16", { what_do_you_sell: "Papad" });
    const hers = String((await ticketFor(other, "certificate")).body["ticket"]);
    for (const wrong of [hers, ticket.replace("paper.", "brand."), `${ticket}x`, ""])
      for (const method of ["GET", "HEAD", "DELETE"] as const)
        expect([403, 404]).toContain((await call(method, path, { "upload-ticket": wrong })).status);
    expect((await call("DELETE", path, { "upload-ticket": ticket })).status).toBe(204);
    expect((await call("GET", path, { "upload-ticket": ticket })).status).toBe(404);
  });

  it("are the booking's own: nobody else's, and nobody's without the link or the right", async () => {
    const { browser, bookingId } = await cooks("A7", { what_do_you_sell: "Bhel" });
    await put(browser, "certificate", pdf());
    const { browser: other } = await cooks("A8", { what_do_you_sell: "Kulfi" });
    expect((await download(other, `${MINE}/papers/certificate/file`)).statusCode).toBe(404);
    const stranger = mela.visitor();
    expect((await download(stranger, `${MINE}/papers/certificate/file`)).json()).toMatchObject({
      code: "booking_link_invalid",
    });
    expect(codeOf(await give(stranger, { number_of_badges: "1" }))).toBe("booking_link_invalid");
    expect(codeOf(await put(stranger, "certificate", pdf()))).toBe("booking_link_invalid");

    const address = `/api/v1/mela/admin/paper-files/${bookingId}/certificate`;
    const file = await download(operator.browser, address);
    expect([file.statusCode, file.headers["content-disposition"]]).toEqual([200, expect.stringMatching(/^attachment/)]);
    expect((await download(viewer.browser, address)).json()).toMatchObject({ code: "operators_only" });
    expect((await download(browser, address)).statusCode).toBe(401);
    expect(await mela.column("SELECT administrator FROM audit_log WHERE action = 'paper_downloaded'")).toEqual([
      "asha",
    ]);
    const papers = (await viewer.get(`papers/${bookingId}`)).body;
    expect(papers).toContainEqual(expect.objectContaining({ label: "Certificate", answer: "my licence.pdf" }));
  });

  it("papers are of sold stalls only, until the event begins", async () => {
    const buyer = await test.paying("A9", { answers: answersOf({ what_do_you_sell: "Chaat" }) });
    const unpaid = await opened(await test.bookingOf(buyer.orderId));
    expect(await mine(unpaid)).toBeUndefined();
    expect(codeOf(await give(unpaid, { number_of_badges: "1" }))).toBe("papers_closed");

    const { browser, bookingId } = await cooks("A10", { what_do_you_sell: "Poha" });
    await setDays("2020-03-01");
    expect(await mine(browser)).toMatchObject({ open: false });
    expect(codeOf(await give(browser, { number_of_badges: "1" }))).toBe("papers_closed");
    expect(codeOf(await put(browser, "certificate", pdf()))).toBe("papers_closed");
    await setDays("2099-03-01");
    expect((await give(browser, { number_of_badges: "1" })).status).toBe(200);
    await operator.cancel(bookingId, "none");
    expect(await mine(browser)).toBeUndefined();
    expect(codeOf(await give(browser, { number_of_badges: "2" }))).toBe("papers_closed");
  });
});

describe("the operator", () => {
  it("sees who lacks what, and exports all answers beside the specified CSV", async () => {
    await bought("B1", { what_do_you_sell: "=Quilts, shawls", power: "2 kW" });
    const list = (await viewer.get(`events/${slug}/papers`)).body as unknown as { stallId: string }[];
    const of = (stallId: string) => list.find((row) => row.stallId === stallId);
    expect(of("B1")).toMatchObject({
      missing: ["Do you sell food?"],
      answered: 2,
      asked: 4,
      businessName: "Asha Weaves",
    });
    expect(of("A3")).toMatchObject({ missing: ["FSSAI number", "Certificate"], answered: 2, asked: 5 });
    expect(of("B50")).toMatchObject({ missing: ["What is sold?", "Do you sell food?", "Power"] });
    expect(of("A10")).toBeUndefined();

    const { payload, headers } = await download(viewer.browser, `/api/v1/mela/admin/events/${slug}/papers.csv`);
    expect(headers["content-disposition"]).toMatch(/^attachment; filename="mela-papers-the-mela-\d+-[\d-]+\.csv"$/);
    const lines = payload.replace("\uFEFF", "").trim().split("\r\n");
    expect(lines[0]).toBe(
      "Stall ID,Stall Type,Business Name,Full Name,Phone,Email,Order ID,What is sold?,Number of badges,Do you sell food?,FSSAI number,Certificate,Power,Missing,Event",
    );
    const row = (stallId: string) => lines.find((line) => line.startsWith(`${stallId},`));
    expect(row("B1")).toMatch(
      /^B1,Standard,Asha Weaves,.*,"'=Quilts, shawls",,,,,2 kW,Do you sell food\?,The Mela \d+$/,
    );
    expect(row("A4")).toMatch(new RegExp(`,Vada and chai,,Yes,'${FSSAI},,,Certificate,The Mela \\d+$`));
    const specified = await download(viewer.browser, "/api/v1/mela/admin/registrations.csv?event=all");
    expect(specified.payload.split("\r\n")[0]).toMatch(/Payment Mode,Created At,Event$/);
    const exported = "SELECT administrator FROM audit_log WHERE action = 'papers_exported'";
    expect(await mela.column(exported)).toEqual(["vera"]);
    const viewed =
      "SELECT DISTINCT administrator FROM audit_log WHERE action = 'papers_viewed' AND administrator = 'vera'";
    expect(await mela.column(viewed)).toEqual(["vera"]);
  });

  it("does not change what is answered, nor lose answers unseen", async () => {
    const power = (changes: object) =>
      operator.put(`events/${slug}/questions/power`, question({ label: "Power", asked: "later", ...changes }));
    expect(codeOf(await power({ kind: "text" }))).toBe("question_answered");
    expect((await power({ kind: "choice", choices: "None\n2 kW\n5 kW", label: "Electricity" })).status).toBe(200);
    const remove = (answers: number) =>
      operator.post(`events/${slug}/questions/power/remove`, { answers, reason: "The hall has it" });
    expect(codeOf(await remove(0))).toBe("question_answered");
    expect((await questions()).find(({ key }) => key === "power")).toMatchObject({ answers: 1 });
    expect((await remove(1)).status).toBe(200);
    expect(await mela.value("SELECT count(*)::int FROM paper_answers WHERE value = '2 kW'")).toBe(0);
    expect(
      await mela.query(
        "SELECT before ->> 'label' AS label, before -> 'answers' AS answers FROM audit_log WHERE action = 'question_removed'",
      ),
    ).toContainEqual({ label: "Electricity", answers: 1 });
  });

  it("gets the questions with a duplicate, which is then on its own", async () => {
    const { status, body } = await operator.post("events", {
      ...NEXT_EVENT,
      edition: "2099",
      planOf: slug,
      reason: "next",
    });
    expect(status).toBe(201);
    const copy = String(body["slug"]);
    expect(body["types"]).toEqual([
      expect.objectContaining({ key: "Premium" }),
      expect.objectContaining({ key: "General" }),
    ]);
    const kept = ({ answers: _answers, ...rest }: Record<string, unknown>) => rest;
    expect((await questions(copy)).map(kept)).toEqual((await questions()).map(kept));
    expect((await questions(copy)).every(({ answers }) => answers === 0)).toBe(true);

    // A type that a question names keeps being named when it is renamed, and cannot be removed.
    expect((await ask({ label: "Fuel", audience: "stall_types", stallTypes: ["Premium"] }, copy)).status).toBe(201);
    const type = { width: 10, height: 10, look: "premium", reason: "clearer" };
    expect((await operator.put(`events/${copy}/types/Premium`, { ...type, label: "Food court" })).status).toBe(200);
    expect((await questions(copy)).at(-1)).toMatchObject({ label: "Fuel", stallTypes: ["FoodCourt"] });
    expect((await operator.post(`events/${copy}/types`, { ...type, label: "Tent", price: 9 })).status).toBe(201);
    expect((await ask({ label: "Pegs", audience: "stall_types", stallTypes: ["Tent"] }, copy)).status).toBe(201);
    expect(codeOf(await operator.post(`events/${copy}/types/Tent/remove`, { reason: "none drawn" }))).toBe(
      "stall_type_in_use",
    );
    expect((await questions()).map(({ label }) => label)).not.toContain("Fuel");

    // A draft goes with its questions; an archived event is only read.
    await mela.query("UPDATE events SET status = 'archived' WHERE slug = $1", [copy]);
    for (const refused of [
      await ask({}, copy),
      await operator.put(`events/${copy}/questions/fuel`, question()),
      await operator.post(`events/${copy}/questions/fuel/remove`, { reason: "over", answers: 0 }),
    ])
      expect(codeOf(refused)).toBe("event_archived");
    expect((await questions(copy)).length).toBeGreaterThan(0);
    await mela.query("UPDATE events SET status = 'draft' WHERE slug = $1", [copy]);
    expect((await operator.post(`events/${copy}/remove`, { reason: "not held" })).status).toBe(200);
    expect(await mela.value("SELECT count(DISTINCT event_id)::int FROM event_questions")).toBe(1);
  });

  it("has at most twelve questions", async () => {
    const before = (await questions()).length;
    for (let count = before; count < 12; count += 1)
      expect((await ask({ label: `Extra ${count}`, required: false })).status).toBe(201);
    expect(codeOf(await ask({ label: "One more" }))).toBe("questions_full");
    for (const { key } of (await questions()).slice(before))
      expect(
        (await operator.post(`events/${slug}/questions/${String(key)}/remove`, { reason: "tidy", answers: 0 })).status,
      ).toBe(200);
  });
});

describe("personal data", () => {
  const contact = "asha.a14@example.com";
  const erase = () => operator.post("person/erase", { contact, reason: "asked by letter" });
  const records = async () =>
    ((await operator.post("person/records", { contact })).body["records"] as Record<string, unknown>[]).filter(
      ({ kind }) => kind === "papers",
    );

  it("is exported, kept while the event needs it, and erased on request afterwards", async () => {
    const { browser, bookingId } = await cooks("A14", { what_do_you_sell: "Secret pickles", fssai_number: FSSAI });
    await put(browser, "certificate", pdf({ filling: 2000 }));
    await send(browser, "certificate", pdf(), { part: 20 });
    expect(await records()).toEqual([
      expect.objectContaining({
        title: "Papers for stall A14",
        keptBecause: expect.stringContaining("once that is over") as unknown,
        data: {
          "What is sold?": "Secret pickles",
          "Do you sell food?": "Yes",
          "FSSAI number": FSSAI,
          Certificate: "my licence.pdf (a file of 1 kB, in the booking)",
        },
      }),
    ]);
    await erase();
    expect(await records()).toHaveLength(1);
    // Yesterday's night is not over at midnight, but when it closes.
    await mela.closeIn(slug, 600_000);
    expect((await records())[0]).toHaveProperty("keptBecause");
    await mela.closeIn(slug, -120_000);
    expect((await records())[0]).not.toHaveProperty("keptBecause");
    expect((await erase()).body).toMatchObject({ changed: 1 });
    for (const table of ["paper_answers", "paper_files", "paper_uploads"])
      expect(await mela.value(`SELECT count(*)::int FROM ${table} WHERE booking_id = $1`, [bookingId])).toBe(0);
    await setDays("2099-03-01");
  });

  it("is erased with an unpaid registration, and a year after the event with the others", async () => {
    const retention = new RetentionService(test.get(Database), test.get(PersonalData), mela.config);
    const unpaid = await test.registered("A15", { answers: answersOf({ what_do_you_sell: "Chikki" }) });
    const bookingId = await test.bookingOf(unpaid.orderId);
    await unpaid.visitor.release("A15");
    const left = () => mela.value("SELECT count(*)::int FROM paper_answers WHERE booking_id = $1", [bookingId]);
    await retention.run();
    expect(await left()).toBe(1);
    for (const table of ["bookings", "orders"])
      await mela.query(
        `UPDATE ${table} SET ended_at = clock_timestamp() - interval '31 days' WHERE ended_at IS NOT NULL AND ${table === "orders" ? "order_id" : "order_id"} = $1`,
        [unpaid.orderId],
      );
    await retention.run();
    expect(await left()).toBe(0);

    const sold = () =>
      mela.value<number>(
        "SELECT count(*)::int FROM paper_answers JOIN bookings ON id = booking_id WHERE state = 'sold'",
      );
    const before = (await sold()) ?? 0;
    expect(before).toBeGreaterThan(5);
    const day = (ago: number) =>
      mela.value("SELECT ((clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date - $1::int)::text", [ago]);
    // In the evening of this day it is a year since the event closed.
    await setDays((await day(364)) ?? "");
    await retention.run();
    expect(await sold()).toBe(before);
    await setDays((await day(368)) ?? "");
    expect(await brokenRules(test.get(Database), PERSONAL_DATA_RULES)).toContainEqual(
      expect.stringContaining("it still has papers"),
    );
    await mela.query("UPDATE paper_uploads SET updated_at = clock_timestamp() - interval '2 days'");
    await retention.run();
    expect(await sold()).toBe(0);
    expect(
      await mela.value("SELECT count(*)::int FROM paper_files JOIN bookings ON id = booking_id WHERE state = 'sold'"),
    ).toBe(0);
    const broken = await brokenRules(test.get(Database), PERSONAL_DATA_RULES);
    expect(broken.filter((line) => line.includes("papers"))).toEqual([]);
  });
});
