import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Module } from "@nestjs/common";
import { AdminModule } from "../../src/admin/admin.module.js";
import { EventFactsApiModule } from "../../src/events/event-facts.module.js";
import { SiteModule } from "../../src/site/site.module.js";
import { NEXT_EVENT, OperatorTest, type TestAdministrator } from "./operator.js";

// What operators type into an event's form, and the addresses of events in every script.

const folder = await mkdtemp(join(tmpdir(), "typed-facts-"));
await writeFile(join(folder, "index.html"), "<!doctype html><html><head><!--app-head--></head><body></body></html>");

@Module({ imports: [SiteModule.with(folder)] })
class PagesModule {}

const test = await OperatorTest.open({ RATE_LIMITS: "off" }, [AdminModule, EventFactsApiModule, PagesModule]);
const { mela } = test;
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

const FACTS = { ...NEXT_EVENT, reason: "next edition" };
let operator: TestAdministrator;
let planOf = "";
beforeAll(async () => {
  operator = await test.administrator("asha");
  planOf = (await mela.value("SELECT slug FROM events ORDER BY id LIMIT 1")) ?? "";
});

let editions = 2100;
async function created(changes: Record<string, unknown> = {}) {
  const edition = String((editions += 1));
  const { status, body } = await operator.post("events", { ...FACTS, edition, planOf, ...changes });
  return { status, body, slug: String(body["slug"]) };
}

const LONG = `https://www.google.com/maps/place/St.+Joseph's/data=${"x".repeat(300)}`;

describe("facts as they are typed", () => {
  it.each<[Record<string, string>, Record<string, string>]>([
    [
      {
        days: "13-02-2099 9:00-20:00\n14 February 2099, 10 am – 8 pm\n20.02.2099 18:00 to 24:00\n2099-02-21 18:00 to 01:00",
      },
      {
        days: "2099-02-13 09:00 to 20:00\n2099-02-14 10:00 to 20:00\n2099-02-20 18:00 to 00:00\n2099-02-21 18:00 to 01:00",
      },
    ],
    [{ stateCode: "Rajasthan" }, { stateCode: "08" }],
    [{ stateCode: "8" }, { stateCode: "08" }],
    [{ mapUrl: "Town hall https://maps.app.goo.gl/AbC1" }, { mapUrl: "https://maps.app.goo.gl/AbC1" }],
    [{ mapUrl: "maps.app.goo.gl/AbC1" }, { mapUrl: "https://maps.app.goo.gl/AbC1" }],
    [{ mapUrl: LONG }, { mapUrl: LONG }],
  ])("%j are stored as %j", async (typed, stored) => {
    const { status, slug } = await created(typed);
    expect(status).toBe(201);
    expect((await operator.get(`event-facts?event=${slug}`)).body).toMatchObject({ event: stored });
  });

  it.each<[Record<string, string>, Record<string, string[]>]>([
    [{ days: "2099-02-13 20:00 to 10:00" }, { days: ["On 2099-02-13 it must close after it opens"] }],
    [{ days: "30-02-2099 10:00 to 20:00" }, { days: ["30-02-2099 is not a date"] }],
    [
      {
        days: Array.from(
          { length: 32 },
          (_, day) => `2099-${day < 31 ? "01" : "02"}-${String((day % 31) + 1).padStart(2, "0")} 10:00 to 20:00`,
        ).join("\n"),
      },
      { days: ["There are at most 31 days, these are 32"] },
    ],
    [
      { stateCode: "Atlantis" },
      { stateCode: ["“Atlantis” is not the name of a state or its GST code, e.g. Karnataka or 29"] },
    ],
    [
      { mapUrl: "http://town-hall.example/map" },
      { mapUrl: ["The map link begins with http://: only one with https:// opens everywhere"] },
    ],
  ])("%j are refused with the cause", async (typed, fields) => {
    const { status, body } = await created(typed);
    expect([status, body["fields"]]).toEqual([400, fields]);
  });
});

describe("two weekends", () => {
  const days = ["13", "14", "20", "21"].map((day) => `2099-02-${day} 10:00 to 20:00`).join("\n");

  it("are four days in lists, on pages and in structured data", async () => {
    const { slug } = await created({
      name: "The Weekends",
      edition: "2099",
      days,
      salesCloseAt: "2099-02-01T10:00:00Z",
    });
    await operator.post(`events/${slug}/publish`, { reason: "announced" });
    const listed = (await operator.get("events")).body as unknown as readonly Record<string, unknown>[];
    expect(listed.find((event) => event["slug"] === slug)).toMatchObject({ dates: "13, 14, 20 and 21 February 2099" });
    const { body } = await mela.visitor().get(`/api/v1/mela/facts?event=${slug}`);
    expect(body).toMatchObject({ dates: "13, 14, 20 and 21 February" });
    const html = (await mela.app.inject({ method: "GET", url: `/paid-events/${slug}` })).body;
    const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
      .map(([, json = "{}"]) => JSON.parse(json) as Record<string, unknown>)
      .find((each) => each["@type"] === "Event");
    expect(data).not.toHaveProperty("endDate");
    expect(data).toMatchObject({
      startDate: "2099-02-13T10:00:00+05:30",
      subEvent: [
        { startDate: "2099-02-13T10:00:00+05:30", endDate: "2099-02-14T20:00:00+05:30" },
        { startDate: "2099-02-20T10:00:00+05:30", endDate: "2099-02-21T20:00:00+05:30" },
      ],
      eventSchedule: [
        { startDate: "2099-02-13", endDate: "2099-02-14", startTime: "10:00", endTime: "20:00" },
        { startDate: "2099-02-20", endDate: "2099-02-21" },
      ],
    });
  });
});

describe("addresses of events", () => {
  it.each([
    ["दीपावली मेला", "2027", "दीपावली-मेला-2027"],
    ["خواتین میلہ", "2027", "خواتین-میلہ-2027"],
    ["2027", "2027", "event-2027"],
    ["Policies", "Policies", "event-2099-03-01"],
  ])("%s, edition %s, is at %s", async (name, edition, slug) => {
    const made = await created({
      ...{ name, edition, days: "2099-03-01 10:00 to 20:00", salesCloseAt: "2099-02-01T10:00:00Z" },
    });
    expect([made.status, made.slug]).toEqual([201, slug]);
    const named = encodeURIComponent(slug);
    expect((await operator.post(`events/${named}/publish`, { reason: "announced" })).body).toMatchObject({ slug });
    const page = await mela.app.inject({ method: "GET", url: `/paid-events/${named}` });
    expect([page.statusCode, page.body.includes(`/paid-events/${named}" />`)]).toEqual([200, true]);
    const plan = await mela.app.inject({ method: "GET", url: `/api/v1/mela/layout?event=${named}` });
    expect([plan.statusCode, plan.headers["plan-event"]]).toEqual([200, named]);
    const sitemap = await mela.app.inject({ method: "GET", url: "/sitemap-pages.xml" });
    expect(sitemap.body).toContain(`/paid-events/${named}</loc>`);
    const headers = { cookie: operator.browser.cookie };
    const papers = await mela.app.inject({
      method: "GET",
      url: `/api/v1/mela/admin/events/${named}/papers.csv`,
      headers,
    });
    expect(papers.statusCode).toBe(200);
    expect(String(papers.headers["content-disposition"])).toContain(encodeURIComponent(`papers-${slug}`));
  });

  it("stay as they are for an event that is renamed", async () => {
    const { slug, body } = await created({ name: "The Summer Mela" });
    const facts = (await operator.get(`event-facts?event=${slug}`)).body as { event: { edition: string } };
    const renamed = { ...FACTS, name: "ग्रीष्म मेला", edition: facts.event.edition, version: 1, reason: "its name" };
    expect((await operator.put(`event?event=${slug}`, renamed)).status).toBe(200);
    expect((await operator.get(`event-facts?event=${slug}`)).body).toMatchObject({ event: { name: "ग्रीष्म मेला" } });
    expect(body["slug"]).toBe(slug);
  });

  it("open however a browser writes their letters", async () => {
    const { slug } = await created({ name: "क़लम मेला", edition: "1", salesCloseAt: "2099-02-01T10:00:00Z" });
    await operator.post(`events/${encodeURIComponent(slug)}/publish`, { reason: "announced" });
    for (const form of ["NFC", "NFD"] as const) {
      const url = `/paid-events/${encodeURIComponent(slug.normalize(form))}`;
      expect((await mela.app.inject({ method: "GET", url })).statusCode).toBe(200);
    }
  });
});
