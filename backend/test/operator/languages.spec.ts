import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "@jest/globals";
import { AdminModule } from "../../src/admin/admin.module.js";
import { EventFactsApiModule } from "../../src/events/event-facts.module.js";
import { apiError } from "../bookings/mela.js";
import { OperatorTest } from "./operator.js";

const test = await OperatorTest.open({}, [AdminModule, EventFactsApiModule]);
const operator = await test.administrator("asha");
const viewer = await test.administrator("vani", "viewer");
afterAll(() => test.close());

const reason = "she asked for it";
const audited = (action: string, subjectId: string) =>
  test.mela.query<{ before: object; after: object; reason: string }>(
    "SELECT before, after, reason FROM audit_log WHERE action = $1 AND subject_id = $2 ORDER BY id",
    [action, subjectId],
  );

describe("POST bookings/:id/language", () => {
  it("changes the language of what is queued from now on, in one transaction with its audit row", async () => {
    const { bookingId } = await test.sold("B20");
    expect((await operator.get(`bookings/${bookingId}`)).body["language"]).toBe("en");
    const changed = await operator.post(`bookings/${bookingId}/language`, { language: "hi", reason });
    expect(changed.status).toBe(200);
    expect((await operator.get(`bookings/${bookingId}`)).body["language"]).toBe("hi");
    expect(await audited("language_changed", bookingId)).toEqual([
      { before: { language: "en" }, after: { language: "hi" }, reason },
    ]);
    await test.correct(operator, bookingId, { email: "meera@example.com", pincode: "560002" });
    const mails = await test.mela.query<{ template: string; language: string; changed: string | null }>(
      "SELECT template, language, data ->> 'changed' AS changed FROM mails WHERE booking_id = $1 ORDER BY created_at, template",
      [bookingId],
    );
    // What was queued before stays as it was.
    expect(mails.find(({ template }) => template === "booking-confirmed")?.language ?? "en").toBe("en");
    expect(mails.find(({ template }) => template === "registration-corrected")).toMatchObject({
      language: "hi",
      changed: "पिनकोड और ई-मेल पता",
    });
  });

  it("is refused for another language, a booking that is not there, and a viewer", async () => {
    const { bookingId } = await test.sold("B21");
    const path = `bookings/${bookingId}/language`;
    for (const language of ["kn", "fr", "", "HI"])
      expect(apiError(await operator.post(path, { language, reason }))).toEqual([400, "invalid_request"]);
    expect(apiError(await operator.post(path, { language: "hi", reason: "" }))).toEqual([400, "invalid_request"]);
    const none = `bookings/${randomUUID()}/language`;
    expect(apiError(await operator.post(none, { language: "hi", reason }))).toEqual([404, "booking_not_found"]);
    expect((await viewer.post(path, { language: "hi", reason })).status).toBe(403);
    expect(await test.mela.column(`SELECT language FROM bookings WHERE id = '${bookingId}'`)).toEqual(["en"]);
    expect(await audited("language_changed", bookingId)).toEqual([]);
  });
});

describe("PUT events/:slug/translations", () => {
  const HINDI = { name: "सखी मेला", city: "बेंगलुरु", venueName: "औद्योगिक क्षेत्र, व्हाइटफ़ील्ड" };
  const facts = async () => (await test.mela.visitor().get("/api/v1/mela/facts")).body;

  it("says name, venue and city in another language, for pages and mails; an empty text is the English one", async () => {
    const { slug } = await test.mela.firstEvent();
    const path = `events/${slug}/translations`;
    expect((await facts())["translations"]).toBeUndefined();
    const saved = await operator.put(path, { language: "hi", version: 0, reason, ...HINDI, venueDescription: "  " });
    expect(saved.status).toBe(200);
    const { name, translations } = (await facts()) as { name: string; translations: object[] };
    expect(name).toBe("The Mela");
    expect(translations).toEqual([
      expect.objectContaining({
        ...{ language: "hi", name: HINDI.name, city: HINDI.city },
        venue: `${HINDI.venueName}, ${HINDI.city}`,
        venueLong: expect.stringMatching(/^An industrial area in Whitefield, बेंगलुरु$/),
        // Marked as English on a page in Hindi.
        ...{ gate: "", english: ["An industrial area in Whitefield"] },
      }),
    ]);
    const managed = (await operator.get("event-facts")).body as { translations: { version: number; texts: object[] } };
    expect(managed.translations).toEqual({ version: 1, texts: [{ language: "hi", ...HINDI }] });
    const id = String((await test.mela.firstEvent()).id);
    expect(await audited("event_translated", id)).toMatchObject([
      { after: { language: "hi", name: HINDI.name }, reason },
    ]);

    // Two who change it at once: the second is refused.
    const both = await Promise.all(
      ["पहला", "दूसरा"].map((text) => operator.put(path, { language: "hi", version: 1, reason, name: text })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    for (const [wrong, code] of [
      [{ language: "hi", version: 0 }, "facts_changed"],
      [{ language: "en", version: 2 }, "invalid_request"],
      [{ language: "hi", version: 2, name: "x".repeat(151) }, "invalid_request"],
    ] as const)
      expect((await operator.put(path, { reason, ...wrong })).body["code"]).toBe(code);
    expect((await viewer.put(path, { language: "hi", version: 2, reason, ...HINDI })).status).toBe(403);
    expect((await operator.put(path, { language: "hi", version: 2, reason })).status).toBe(200);
    expect((await facts())["translations"]).toBeUndefined();
  });

  it("says the gate, too, and withdraws what was said for an English text once that changes", async () => {
    const { slug } = await test.mela.firstEvent();
    const texts = async () =>
      ((await operator.get("event-facts")).body as { translations: { version: number; texts: object[] } }).translations;
    const gateIs = async (gate: string, version: number) =>
      (await operator.put(`events/${slug}/arrival`, { gate, setup: [], version, reason })).status;
    const { version: first } = ((await operator.get("event-facts")).body as { arrival: { version: number } }).arrival;
    expect(await gateIs("Gate 2, Hall Road", first)).toBe(200);
    const { version } = await texts();
    const hindi = { language: "hi", name: HINDI.name, gate: "गेट 2, हॉल रोड" };
    expect((await operator.put(`events/${slug}/translations`, { ...hindi, version, reason })).status).toBe(200);
    const shown = (await facts())["translations"] as { gate: string; english: string[] }[];
    expect(shown).toMatchObject([{ gate: hindi.gate, name: HINDI.name }]);
    expect(shown[0]?.english).not.toContain("Gate 2, Hall Road");
    // The same gate again leaves it; another one would be contradicted.
    expect(await gateIs("Gate 2, Hall Road", first + 1)).toBe(200);
    expect((await texts()).texts).toEqual([hindi]);
    expect(await gateIs("Gate 5", first + 2)).toBe(200);
    expect(await texts()).toEqual({ version: version + 2, texts: [{ language: "hi", name: HINDI.name }] });
    // What was said is in the audit log.
    const { id } = await test.mela.firstEvent();
    expect((await audited("event_translated", String(id))).at(-1)).toMatchObject({ after: { gate: hindi.gate } });
    const { event } = (await operator.get("event-facts")).body as { event: Record<string, unknown> };
    const renamed = await operator.put(`event?event=${slug}`, { ...event, name: "The Other Mela", reason });
    expect(renamed.status).toBe(200);
    expect((await texts()).texts).toEqual([]);
    expect((await facts())["translations"]).toBeUndefined();
  });

  it("refuses a translation of an English text that was changed while it was written", async () => {
    const { slug } = await test.mela.firstEvent();
    const read = async () =>
      (await operator.get("event-facts")).body as {
        event: Record<string, unknown>;
        translations: { version: number; texts: object[] };
      };
    for (const how of ["one after the other", "at once"]) {
      const { event, translations } = await read();
      const { version } = translations;
      const hindi = { language: "hi", ...HINDI, version, reason };
      const rename = () => operator.put(`event?event=${slug}`, { ...event, name: `The Mela, ${how}`, reason });
      const translate = () => operator.put(`events/${slug}/translations`, hindi);
      const [renamed, translated] =
        how === "at once" ? await Promise.all([rename(), translate()]) : [await rename(), await translate()];
      expect(renamed.status).toBe(200);
      // Whichever came first, nobody reads the Hindi name of the former English one.
      if (how === "at once") expect([200, 409]).toContain(translated.status);
      else expect(apiError(translated)).toEqual([409, "facts_changed"]);
      expect((await read()).translations.texts).not.toContainEqual(expect.objectContaining({ name: HINDI.name }));
    }
  });
});
