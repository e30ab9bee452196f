import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import { Module } from "@nestjs/common";
import { calendarFile } from "@sakhi/domain/events/calendar";
import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";
import { AdminModule } from "../../src/admin/admin.module.js";
import { EventFactsApiModule } from "../../src/events/event-facts.module.js";
import { EventFactsService } from "../../src/events/event-facts.service.js";
import { seedFirstFacts } from "../../src/events/first-facts.js";
import { calendarEntry } from "../../src/mail/calendar-entry.js";
import { renderTemplate } from "../../src/mail/mail.templates.js";
import type { Config } from "../../src/platform/config/config.js";
import { SiteModule } from "../../src/site/site.module.js";
import { readPdf } from "../invoices/pdf-text.js";
import { OperatorTest } from "../operator/operator.js";
import { testConfig } from "../support/config.js";

const folder = await mkdtemp(join(tmpdir(), "facts-"));
await writeFile(join(folder, "index.html"), "<!doctype html><html><head><!--app-head--></head><body></body></html>");

@Module({ imports: [SiteModule.with(folder)] })
class PagesModule {}

const test = await OperatorTest.open({}, [AdminModule, EventFactsApiModule, PagesModule]);
const operator = await test.administrator("asha");
const seeded = await test.mela.firstEvent();
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

const managed = async () =>
  (await operator.get("event-facts")).body as { event: Record<string, unknown>; organisation: Record<string, unknown> };
const reason = "new venue";

/** The HTML of a page. */
async function page(path: string): Promise<string> {
  return (await test.mela.app.inject({ method: "GET", url: path })).body;
}

function expectAll(text: string, ...values: readonly string[]): void {
  for (const value of values) expect(text).toContain(value);
}

/** The JSON-LD of a page. */
function dataOf(html: string): string {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json]) => json).join();
}

/** The facts embedded in a page for the SPA. */
function factsOf(html: string): PublicFacts {
  const [, json = "{}"] = /<script type="application\/json" id="event-facts">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json) as PublicFacts;
}

/** A mail with dates, venue and contact. */
async function mail(): Promise<string> {
  const { html, text } = renderTemplate(
    {
      template: "booking-confirmed",
      data: {
        name: "Asha",
        orderId: "MELA1764000000000abcd",
        stallId: "B12",
        stallType: "General",
        amountPaise: 2_700_000,
        invoiceNumber: "INV/26-27/000001",
      },
    },
    {
      publicUrl: "https://bazaar.example",
      facts: await test.get(EventFactsService).current(),
      invoiceAttached: false,
      offerUrl: () => "",
      invitationUrl: () => "",
    },
  );
  return html + text;
}

/** The calendar files of the confirmation mail and of the payer's pages, unfolded. */
async function calendars(): Promise<{ readonly mailed: string; readonly downloaded: string }> {
  const now = new Date();
  const booking = { stallId: "B12", orderId: "MELA1764000000000abcd" };
  const { bytes } = calendarEntry(booking, await test.get(EventFactsService).current(), now);
  return {
    mailed: bytes.toString().replaceAll("\r\n ", ""),
    downloaded: calendarFile(booking, factsOf(await page("/my-booking")), now).replaceAll("\r\n ", ""),
  };
}

/** Sells a stall and returns its invoice's text. */
async function invoice(stallId: string): Promise<string> {
  const sale = await test.sold(stallId);
  await test.renderInvoices(sale.orderId);
  const pdf = await test.mela.value<Buffer>("SELECT pdf FROM invoices WHERE order_id = $1", [sale.orderId]);
  return (await readPdf(pdf ?? Buffer.alloc(0))).text;
}

const EVENT = {
  name: "The Winter Mela",
  edition: "2094",
  days: "2094-01-21 09:30 to 18:30\n2094-01-22 09:30 to 18:30\n2094-01-23 11:00 to 17:00",
  venueName: "Palace Grounds",
  venueDescription: "On the Palace Grounds in Kothrud",
  street: "7 Karve Road",
  locality: "Kothrud",
  city: "Pune",
  pin: "411038",
  stateCode: "27",
  mapUrl: "https://maps.example.org/winter-mela",
};
const ORGANISATION = {
  name: "Sakhi Haat",
  legalName: "Sakhi Haat Federation",
  legalAddress: "5 Residency Road, Bengaluru 560025",
  gstin: "29AAGCB7383J1Z4",
  street: "12 Loom Street",
  locality: "Indiranagar",
  city: "Bengaluru",
  pin: "560038",
  region: "Karnataka",
  supportEmail: "help@sakhi-haat.example",
  phone: "+91 80 5555 0100",
};

describe("before any change", () => {
  it("pages and mails show the seed", async () => {
    const html = await page("/paid-events");
    expect(html).toContain("Take a stall at the Mela in Whitefield, Bangalore, on 3rd and 4th December: choose it");
    expect(factsOf(html)).toMatchObject({
      name: "The Mela",
      dates: "3rd and 4th December",
      venue: "Industrial area, Whitefield, Bangalore",
      venueLong: "An industrial area in Whitefield, Bangalore",
      days: { start: seeded.start, end: seeded.end },
      organisation: {
        supportEmail: "support@sakhibazaar.example",
        phone: null,
        officeLines: ["Worli, Mumbai 400030", "Maharashtra, India"],
        headquarters: ["Sakhi Bazaar, 2nd floor, Weavers' House", "Worli, Mumbai 400030", "Maharashtra, India"],
      },
    });
    expectAll(await mail(), "Industrial area, Whitefield, Bangalore", `3–4 December ${seeded.edition}`);
  });

  it("the settings apply until an operator saves the form", async () => {
    const seed = async (settings: Config) => {
      await seedFirstFacts(test.mela.db.database, settings);
      // Does not wait for the notification.
      test.get(EventFactsService).invalidate();
    };
    const config = testConfig({
      DATABASE_URL: test.mela.config.databaseUrl,
      EVENT_START: "2094-02-05",
      EVENT_END: "2094-02-07",
      SELLER_NAME: "Another Federation",
    });
    await seed(config);
    expect(await managed()).toMatchObject({
      event: { days: ["05", "06", "07"].map((day) => `2094-02-${day} 10:00 to 20:00`).join("\n"), edition: "2094" },
      organisation: { legalName: "Another Federation" },
    });
    await seed(testConfig({ DATABASE_URL: test.mela.config.databaseUrl }));
    expect(await managed()).toMatchObject({
      event: { edition: seeded.edition, version: 0 },
      organisation: { legalName: SEED_ORGANISATION.legalName },
    });
  });

  it("viewers can read, only operators can change, visitors can do neither", async () => {
    const viewer = await test.administrator("lata", "viewer");
    const responses = [
      await viewer.get("event-facts"),
      await viewer.put("event", { ...EVENT, version: 0, reason }),
      await viewer.put("organisation", { ...ORGANISATION, version: 0, reason }),
      await test.mela.visitor().get("/api/v1/mela/admin/event-facts"),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 403, 403, 401]);
  });

  const EVENT_WRONG = {
    ...{ days: "3rd and 4th December", pin: "56006", stateCode: "98", mapUrl: "javascript:alert(1)", city: "  " },
    ...{ salesOpenAt: "tomorrow", reason: "" },
  };
  it.each([
    ["event", EVENT_WRONG],
    ["event", { days: "2094-01-22 10:00 to 20:00\n2094-01-21 10:00 to 20:00" }],
    ["event", { salesCloseAt: "2094-01-01T10:00:00+05:30" }],
    ["organisation", { supportEmail: "help at sakhi", phone: "ring us" }],
    ["organisation", { gstin: "29AAGCB7383J1Z5" }],
  ])("a change of the %s to %j is rejected by field", async (which, change) => {
    const right = which === "event" ? { ...EVENT, salesOpenAt: "2094-01-02T10:00:00+05:30" } : ORGANISATION;
    const response = await operator.put(which, { ...right, version: 0, reason, ...change });
    expect([response.status, response.body["code"]]).toEqual([400, "invalid_request"]);
    expect(Object.keys(response.body["fields"] as object).toSorted()).toEqual(Object.keys(change).toSorted());
    expect((await managed()).event["version"]).toBe(0);
  });
});

describe("a change of every fact", () => {
  it("is audited with the values before, and a stale second change is rejected", async () => {
    const before = await page("/paid-events");
    expect(before).toContain("Whitefield");
    const changed = await operator.put("event", { ...EVENT, version: 0, reason });
    expect([changed.status, changed.body]).toEqual([200, { ...EVENT, version: 1 }]);
    const stale = await operator.put("event", { ...EVENT, city: "Mysuru", version: 0, reason });
    expect([stale.status, stale.body["code"]]).toEqual([409, "facts_changed"]);

    const organisation = await operator.put("organisation", { ...ORGANISATION, version: 0, reason });
    expect([organisation.status, organisation.body]).toEqual([200, { ...ORGANISATION, version: 1 }]);
    const lines = await test.mela.query<{ action: string; before: object; after: object }>(
      "SELECT action, before, after FROM audit_log WHERE subject_type IN ('event', 'organisation') ORDER BY id",
    );
    expect(lines.map(({ action }) => action)).toEqual(["event_changed", "organisation_changed"]);
    expect(lines[0]).toMatchObject({ before: { city: "Bangalore" }, after: { city: "Pune", version: 1 } });
    expect(lines[1]?.before).not.toHaveProperty("id");
  });

  it("reaches every page's head, structured data and embedded facts immediately", async () => {
    const [events, home, support] = [await page("/paid-events"), await page("/"), await page("/support")];
    expect(events).toContain("Take a stall at the Mela in Kothrud, Pune, on 21st to 23rd January:");
    expect(home).toContain("book a stall at the Mela in Pune.");
    expect(support).toContain("our e-mail and Bengaluru address");
    expect(home).toContain('<meta property="og:site_name" content="Sakhi Haat" />');
    expectAll(
      dataOf(events),
      ...["The Winter Mela", "2094-01-21T09:30:00+05:30", "2094-01-23T17:00:00+05:30", "Palace Grounds"],
      ...["2094-01-22T18:30:00+05:30", "2094-01-23T11:00:00+05:30"],
      ...["7 Karve Road", "Pune", "411038", "Maharashtra", EVENT.mapUrl, "Sakhi Haat", ORGANISATION.supportEmail],
    );
    const office = ["12 Loom Street, Indiranagar", "560038"];
    expectAll(dataOf(home), "Sakhi Haat", ORGANISATION.supportEmail, ORGANISATION.phone, ...office);
    for (const path of ["/", "/products", "/paid-events/mela", "/nothing/here", "/privacy-policy"]) {
      expect(factsOf(await page(path))).toMatchObject({
        name: EVENT.name,
        dates: "21st to 23rd January",
        days: { start: "2094-01-21", end: "2094-01-23" },
        hours: [
          { day: "Thursday, 21 January 2094", hours: "09:30 to 18:30" },
          { day: "Friday, 22 January 2094", hours: "09:30 to 18:30" },
          { day: "Saturday, 23 January 2094", hours: "11:00 to 17:00" },
        ],
        venue: "Palace Grounds, Pune",
        venueLong: "On the Palace Grounds in Kothrud, Pune",
        address: "7 Karve Road, Kothrud, Pune 411038",
        mapUrl: EVENT.mapUrl,
        organisation: {
          name: "Sakhi Haat",
          supportEmail: ORGANISATION.supportEmail,
          phone: ORGANISATION.phone,
          headquarters: ["Sakhi Haat, 12 Loom Street", "Indiranagar, Bengaluru 560038", "Karnataka, India"],
        },
      });
    }
    const { body } = await test.mela.visitor().get("/api/v1/mela/facts");
    expect(body).toMatchObject({ ...factsOf(events), sales: "open" });
    // Who is paid stands beside the button that pays.
    expect(body).toMatchObject({ payee: { name: ORGANISATION.legalName, gstin: ORGANISATION.gstin } });
  });

  it("reaches mails, invoices and the sitemap", async () => {
    expectAll(await mail(), "21–23 January 2094", "Palace Grounds, Pune", "Sakhi Haat", ORGANISATION.supportEmail);
    expectAll(
      await invoice("B7"),
      ...["21–23 January 2094", ORGANISATION.legalName, ORGANISATION.gstin, "5 Residency Road"],
      ...[ORGANISATION.supportEmail, "Maharashtra (27)"],
    );
    const { updatedAt } = await test.get(EventFactsService).current();
    expect(await page("/sitemap-pages.xml")).toContain(`/paid-events</loc><lastmod>${updatedAt}</lastmod>`);
  });

  // Web calendars get the same entries: domain/src/events/calendar.spec.ts.
  it("reaches the calendar files of mail and pages", async () => {
    const { mailed, downloaded } = await calendars();
    const place = ["On the Palace Grounds in Kothrud\\, Pune", "7 Karve Road\\, Kothrud\\, Pune 411038"].join("\\, ");
    for (const calendar of [mailed, downloaded]) {
      expectAll(
        calendar,
        ...["SUMMARY:The Winter Mela: my stall B12", `LOCATION:${place}`, `URL:${EVENT.mapUrl}`],
        // 09:30 IST on the first two days; the third has other hours.
        ...["DTSTART:20940121T040000Z", "DTEND:20940122T130000Z", "DTSTART:20940123T053000Z"],
        ...["Open from 11:00 to 17:00", `Map: ${EVENT.mapUrl}`],
      );
    }
  });

  it("is announced in every API response, so that open pages refetch the facts", async () => {
    const { updatedAt } = factsOf(await page("/"));
    for (const url of ["/api/v1/mela/facts", "/api/v1/mela/my-hold", "/api/v1/nothing"]) {
      const { headers } = await test.mela.app.inject({ method: "GET", url });
      expect([url, headers["facts-version"]]).toEqual([url, updatedAt]);
    }
    expect((await test.mela.app.inject({ method: "GET", url: "/" })).headers["facts-version"]).toBeUndefined();
  });

  it("removes every former fact from pages, mails, invoices and calendars", async () => {
    const everything = [
      ...(await Promise.all(["/", "/paid-events", "/paid-events/mela", "/support"].map(page))),
      await mail(),
      await invoice("B8"),
      ...Object.values(await calendars()),
    ]
      .join()
      // Search engines read when a rescheduled event would have been.
      .replaceAll(/"(?:previousStartDate|formerStart)":"\d{4}-12-03T10:00:00\+05:30"/g, "");
    for (const old of [
      ...["Whitefield", "Bangalore", "December", "-12-0", "Worli", "400030", "560066", "EPIP"],
      ...[SEED_ORGANISATION.supportEmail, SEED_ORGANISATION.gstin, SEED_ORGANISATION.legalName],
    ]) {
      expect(everything).not.toContain(old);
    }
  });

  it("reaches a process by notification", async () => {
    await test.mela.query("UPDATE organisation SET support_email = 'later@sakhi-haat.example'");
    // Notified, and reread after a second at the latest.
    for (;;) {
      const { supportEmail } = factsOf(await page("/support")).organisation;
      if (supportEmail === "later@sakhi-haat.example") return;
      expect(supportEmail).toBe(ORGANISATION.supportEmail);
    }
  });
});

describe("an upcoming edition", () => {
  const NEXT = { ...EVENT, edition: "2099", days: "2099-02-05 10:00 to 20:00", city: "Nashik", reason };
  const TITLE = "/events/The%20Winter%20Mela%202099";
  const editions = async () => (await operator.get("event-facts")).body["editions"] as { id: number }[];

  it("gets a page, structured data and a sitemap entry, without changing the current Mela", async () => {
    const facts = factsOf(await page("/"));
    const added = await operator.post("event-editions", { ...NEXT, salesOpenAt: "2099-01-01T10:00:00+05:30" });
    expect(added).toMatchObject({ status: 201, body: { edition: "2099", version: 1, path: TITLE } });
    expect(await editions()).toEqual([added.body]);
    expect(factsOf(await page("/"))).toEqual(facts);
    expect((await managed()).event["edition"]).toBe(EVENT.edition);
    // Its sales window does not affect the current Mela.
    expect((await test.mela.visitor().get("/api/v1/mela/facts")).body["sales"]).toBe("open");
    const html = await page(TITLE);
    expect(html).toContain("5th February 2099");
    expect(dataOf(html)).toContain("2099-02-05T10:00:00+05:30");
    expect(dataOf(html)).not.toContain('"offers"');
    expect(await page("/sitemap-pages.xml")).toContain(TITLE);
  });

  it("can be changed with its current version and removed with its page; both are audited", async () => {
    const [edition] = await editions();
    const path = `event-editions/${edition!.id}`;
    const changed = await operator.put(path, { ...NEXT, city: "Nagpur", version: 1 });
    expect(changed).toMatchObject({ status: 200, body: { city: "Nagpur", version: 2 } });
    const stale = await operator.put(path, { ...NEXT, version: 1 });
    expect(stale).toMatchObject({ status: 409, body: { code: "facts_changed" } });
    expect((await operator.post(`${path}/remove`, { reason })).status).toBe(200);
    expect((await operator.post(`${path}/remove`, { reason })).status).toBe(404);
    expect((await test.mela.app.inject({ method: "GET", url: TITLE })).statusCode).toBe(404);
    const lines = await test.mela.query<{ action: string; before: object; after: object }>(
      "SELECT action, before, after FROM audit_log WHERE action LIKE 'edition%' ORDER BY id",
    );
    expect(lines).toMatchObject([
      { action: "edition_added", after: { edition: "2099", city: "Nashik" } },
      { action: "edition_changed", before: { city: "Nashik" }, after: { city: "Nagpur" } },
      { action: "edition_removed", before: { edition: "2099" } },
    ]);
  });

  it("is rejected if past or existing; the current Mela is not an upcoming edition", async () => {
    const refused = async (change: object) => {
      const { status, body } = await operator.post("event-editions", { ...NEXT, ...change });
      return [status, body["fields"]];
    };
    expect(await refused({ days: "2024-02-05 10:00 to 20:00" })).toEqual([400, { days: ["The last day is over"] }]);
    expect(await refused({ edition: EVENT.edition })).toEqual([400, { edition: ["There is an edition 2094 already"] }]);
    const { id } = (await test.get(EventFactsService).current()).event;
    for (const other of [id, "x", "4711", "-1", "1e3", "99999999999"]) {
      const { status } = await operator.put(`event-editions/${other}`, { ...NEXT, version: 0 });
      expect([other, status]).toEqual([other, 404]);
    }
    expect((await operator.post(`event-editions/${id}/remove`, { reason })).status).toBe(404);
    const viewer = await test.administrator("mala", "viewer");
    expect((await viewer.post("event-editions", NEXT)).status).toBe(403);
    expect(await editions()).toEqual([]);
  });
});
