import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { AdminModule } from "../../src/admin/admin.module.js";
import { MailedLinksService } from "../../src/mail/mailed-links.service.js";
import { MyBrandModule } from "../../src/my-brand/my-brand.module.js";
import { apiError, type TestVisitor } from "../bookings/mela.js";
import { readPdf } from "../invoices/pdf-text.js";
import { ListingTest } from "../listings/listing-app.js";
import { ADMIN, logIn } from "./administration.js";

const BRAND = "/api/v1/my-brand";

const test = await ListingTest.open({ RATE_LIMITS: "off" }, [AdminModule, MyBrandModule]);
const { mela } = test;
const operator = await test.administrator("asha");
const viewer = await logIn(mela, "lata", "viewer");
afterAll(() => test.close());

let slug = "";
const address = (kind: string, of = slug) => `${ADMIN}/events/${of}/prints.pdf?kind=${kind}`;

async function print(kind: string, by: TestVisitor = viewer) {
  const answer = await mela.app.inject({
    ...{ method: "GET", url: address(kind) },
    headers: { cookie: by.cookie ?? "" },
  });
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/pdf"]);
  return { bytes: answer.rawPayload, name: answer.headers["content-disposition"] };
}

/** B12 is the stall of a brand with a live page whose owner shows it there. */
beforeAll(async () => {
  ({ slug } = await mela.firstEvent());
  await mela.query(`UPDATE events SET days = '[{"date": "2099-03-01", "opens": "10:00", "closes": "20:00"}]'::jsonb`);
  const { bookingId } = await test.sold("B12", { email: "meena@example.com", businessName: "Typed at the booking" });
  await test.sold("A1", { fullName: "कविता देवी", businessName: "सुनीता वस्त्रालय" });
  await operator.sellOffline("B2", { fullName: "Meera Iyer", businessName: "சுனிதா கைத்தறி" });
  const cancelled = await test.sold("B3", { businessName: "Cancelled Weaves" });
  await operator.cancel(cancelled.bookingId, "none");
  await test.registered("B4", { businessName: "Unpaid Weaves" });
  const { applicationId } = await test.paid({ email: "meena@example.com", brandName: "Meena Weaves" });
  const approved = await operator.post(`listings/${applicationId}/approve`, { noPictures: true, reason: "said so" });
  expect(approved.status).toBe(200);
  const browser = mela.visitor();
  const token = (await test.get(MailedLinksService).url("brand", randomUUID(), applicationId)).split("#")[1];
  expect((await browser.post(`${BRAND}/session`, { token })).status).toBe(200);
  expect((await browser.post(`${BRAND}/stalls/${bookingId}/shown`, { shown: true })).status).toBe(200);
});

it("GET events/:slug/arrivals/figures has numbers only, for the overview", async () => {
  const of = (event: string) => viewer.get(`${ADMIN}/events/${event}/arrivals/figures`);
  expect((await of(slug)).body).toEqual({ sold: 3, arrived: 0, noShows: 0 });
  await mela.query(`UPDATE events SET days = jsonb_set(days, '{0,date}', '"2020-03-01"')`);
  expect((await of(slug)).body).toEqual({ sold: 3, arrived: 0, noShows: 3 });
  await mela.query(`UPDATE events SET days = jsonb_set(days, '{0,date}', '"2099-03-01"')`);
  expect(apiError(await of("another-mela"))).toEqual([404, "event_not_found"]);
  expect(apiError(await mela.visitor().get(`${ADMIN}/events/${slug}/arrivals/figures`))).toEqual([
    ...[401, "not_authenticated"],
  ]);
});

describe("GET events/:slug/prints.pdf", () => {
  it("lists who has a stall, sold online or not, under a name that says event and kind", async () => {
    const { bytes, name } = await print("by-stall");
    expect(name).toMatch(new RegExp(`^attachment; filename="mela-by-stall-${slug}-\\d{4}-\\d\\d-\\d\\d\\.pdf"$`));
    const { text, pages } = await readPdf(bytes);
    expect(pages).toBe(1);
    expect(text).toMatch(/A1 .+ B2 .+Meera Iyer .+ B12 Meena Weaves Asha Rao/);
    for (const part of ["3 stalls sold", "देवी", "सुनीता", "கைத்தறி".slice(0, 1)]) expect(text).toContain(part);
    for (const gone of ["Cancelled Weaves", "Unpaid Weaves", "B3", "B4"]) expect(text).not.toContain(gone);
  });

  it("has signs without persons' names, and a page's code only for a live brand that shows the stall", async () => {
    const { bytes } = await print("door-signs", operator.browser);
    const signs = await Promise.all([1, 2, 3].map(async (page) => readPdf(bytes, page)));
    expect(signs.map(({ pages }) => pages)).toEqual([3, 3, 3]);
    expect(signs.map(({ text }) => text.includes("Our page"))).toEqual([false, false, true]);
    expect(signs[2]?.text).toContain("Meena Weaves");
    const all = signs.map(({ text }) => text).join(" ");
    for (const person of ["Asha Rao", "Meera Iyer", "Typed at the booking"]) expect(all).not.toContain(person);
    await mela.query("UPDATE brands SET hidden_at = now(), hidden_reason = 'a complaint' WHERE name = 'Meena Weaves'");
    const hidden = await readPdf((await print("door-signs")).bytes, 3);
    await mela.query("UPDATE brands SET hidden_at = NULL, hidden_reason = NULL WHERE name = 'Meena Weaves'");
    // What she called herself when she booked.
    expect([hidden.text.includes("Our page"), hidden.text.includes("Typed at the booking")]).toEqual([false, true]);
  });

  it.each([
    ["by-name", ["Stalls by name", "Asha Rao"]],
    ["by-type", ["Premium (1)", "Standard (2)"]],
    ["name-boards", ["Stall A1", "Stall B2"]],
    ["plan", ["Entrance", "Stage", "B50"]],
  ])("draws %s", async (kind, parts) => {
    const { text } = await readPdf((await print(kind)).bytes);
    for (const part of parts) expect(text).toContain(part);
  });

  it("is recorded with its kind and number of rows, and refuses what it does not know", async () => {
    await print("by-name");
    const [entry] = await mela.query<{ after: unknown; subject_id: string }>(
      "SELECT after, subject_id FROM audit_log WHERE action = 'print_exported' AND administrator = 'lata' ORDER BY id DESC LIMIT 1",
    );
    expect(entry).toEqual({
      after: { kind: "by-name", rows: 3, event: slug },
      subject_id: expect.stringMatching(/^mela-by-name-.+\.pdf$/),
    });
    expect(apiError(await viewer.get(address("by-colour")))).toEqual([400, "invalid_request"]);
    expect(apiError(await viewer.get(address("plan", "another-mela")))).toEqual([404, "event_not_found"]);
    expect(apiError(await mela.visitor().get(address("plan")))).toEqual([401, "not_authenticated"]);
    // The list by stall, if nothing is named.
    expect((await print("")).name).toContain("mela-by-stall-");
    const [{ id } = { id: 0 }] = await mela.query<{ id: number }>("SELECT id FROM events WHERE slug = $1", [slug]);
    const gate = await logIn(mela, "gauri", "gate", id);
    expect(apiError(await gate.get(address("by-name")))).toEqual([403, "gate_only"]);
  });

  it("draws two at a time, lets others wait, and answers visitors meanwhile", async () => {
    const cookie = viewer.cookie ?? "";
    const ask = async () => mela.app.inject({ method: "GET", url: address("door-signs"), headers: { cookie } });
    const answers = Promise.all([ask(), ask(), ask()]);
    const seen = await mela.visitor().get("/api/v1/mela/layout");
    expect(seen.status).toBe(200);
    const [, , third] = (await answers).toSorted((a, b) => a.statusCode - b.statusCode);
    expect(third?.statusCode).toBe(429);
    expect(Number(third?.headers["retry-after"])).toBeGreaterThan(0);
    // Their threads have ended.
    await print("plan");
  });
});
