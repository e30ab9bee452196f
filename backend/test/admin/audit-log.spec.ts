import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "@jest/globals";
import { AUDIT_SUBJECTS } from "@sakhi/domain/admin/admin.choices";
import { AdminModule } from "../../src/admin/admin.module.js";
import { EventFactsApiModule } from "../../src/events/event-facts.module.js";
import { OpsModule } from "../../src/ops/ops.module.js";
import { ListingTest } from "../listings/listing-app.js";
import { AdminArea } from "./admin-area.js";
import { ADMIN } from "./administration.js";

const test = await ListingTest.open({ TEMPORAL_ADDRESS: "127.0.0.1:1" }, [AdminModule, EventFactsApiModule, OpsModule]);
const { mela } = test;
const operator = await test.administrator("asha");
const viewer = await test.administrator("lata", "viewer");
afterAll(() => test.close());

/** What one person did, oldest first: action and subject. */
const readsOf = (administrator: string) =>
  mela.query<{ action: string; subject: string }>(
    `SELECT action, subject_type || ' ' || subject_id AS subject FROM audit_log
      WHERE administrator = $1 AND action ~ '_(viewed|exported|downloaded)$' ORDER BY id`,
    [administrator],
  );

interface Entry {
  readonly id: string;
  readonly administrator: string;
  readonly action: string;
  readonly at: string;
  readonly event?: string;
}
const entries = async (query: string): Promise<Entry[]> =>
  (await viewer.get(`audit?${query}`)).body as unknown as Entry[];

describe("reads of personal data", () => {
  it("are audited for viewers and operators, once an hour for each subject", async () => {
    const { bookingId } = await test.sold("B1");
    for (const browser of [viewer, operator]) {
      for (let times = 0; times < 2; times += 1) {
        expect((await browser.get(`bookings/${bookingId}`)).status).toBe(200);
        expect((await browser.get("enquiries?kind=support")).status).toBe(200);
        expect((await browser.get("listings")).status).toBe(200);
      }
    }
    const reads = [
      { action: "booking_viewed", subject: `booking ${bookingId}` },
      { action: "enquiries_viewed", subject: "enquiry list" },
      { action: "applications_viewed", subject: "application list" },
    ];
    expect([await readsOf("lata"), await readsOf("asha")]).toEqual([reads, reads]);
    // Who looked is in the log, not among what was done to the booking.
    const { body } = await viewer.get(`bookings/${bookingId}`);
    expect(body["audit"]).toEqual([]);
    // An hour later it is a read again; the log itself cannot be changed, so the clock of the rows is.
    await mela.query(
      `ALTER TABLE audit_log DISABLE TRIGGER audit_log_is_kept;
       UPDATE audit_log SET at = at - interval '61 minutes' WHERE administrator = 'lata';
       ALTER TABLE audit_log ENABLE TRIGGER audit_log_is_kept`,
    );
    await viewer.get(`bookings/${bookingId}`);
    expect(await readsOf("lata")).toEqual([...reads, reads[0]]);
  });

  it("are not recorded of what does not exist", async () => {
    const before = await readsOf("lata");
    const nobody = "00000000-0000-4000-8000-000000000000";
    expect((await viewer.get(`bookings/${nobody}`)).status).toBe(404);
    expect((await viewer.get(`listings/${nobody}`)).status).toBe(404);
    expect(await readsOf("lata")).toEqual(before);
  });

  /** Reads without personal data of visitors, or that pages repeat without a press. */
  const NOT_AUDITED = [
    // Names of other systems; events without anything about a person.
    ...["GET account/tokens", "GET webhooks", "GET webhooks/:id/deliveries"],
    ...["GET account", "GET administrators", "GET administrators/invitations", "GET audit", "GET audit/people"],
    ...["GET check", "GET coupons", "GET event-facts", "GET events", "GET operations", "GET recovery", "GET summary"],
    // Polled by every page of the dashboard; the dialogs that they lead to are audited.
    ...["GET issues", "GET plan", "GET stalls/:stallId/history", "GET waiting"],
    // Counts, sums and stalls; the preview with the holders' names is a POST, and is audited.
    ...["GET events/:slug/arrivals/figures", "GET events/:slug/cancellation", "GET unpaid-holds"],
    // What an event asks and writes, without answers and recipients.
    ...["GET events/:slug/messages", "GET events/:slug/questions"],
    // What operators give to all holders.
    ...["GET events/:slug/files", "GET event-files/:id"],
    // Stalls and prices; the booking's own page is audited.
    ...["GET events/:slug/move-settings", "GET stall-moves/:id", "GET stall-move-quotes/:id/:toStallId"],
    "GET events/:slug/stalls-per-order",
    // Drawings.
    ...["GET events/:slug/plan", "GET events/:slug/plan/publications"],
    "GET events/:slug/plan/publications/:number",
    // Months and numbers of documents; numbers and costs of messages.
    ...["GET gst/months", "GET whatsapp"],
    // Sums and counts of events; her own choices, and counts for herself.
    ...["GET money", "GET account/mails", "GET account/mails/preview"],
    // Amounts and numbers of what the provider paid out.
    // Disputes without their buyers; the file with them is audited.
    ...["GET disputes", "GET disputes/:disputeId"],
    ...["GET payout-lines", "GET payouts", "GET payouts/summary"],
    // What the public site shows, or will.
    ...["GET brand-changes", "GET brand-merges/:id/:intoId", "GET brands", "GET home-page"],
    ...["GET home-page/:kind/choices", "GET past-events"],
  ];
  it("include every route of the dashboard, but those listed here", async () => {
    const area = await AdminArea.start();
    try {
      const routes = area.routes.flatMap(({ method, url }) =>
        method === "GET" && (url.startsWith(`${ADMIN}/`) || url.endsWith("/mela/registrations"))
          ? [`GET ${url.replace(`${ADMIN}/`, "").replace("/api/v1/mela/", "")}`]
          : [],
      );
      expect(routes.filter((route) => !NOT_AUDITED.includes(route)).toSorted()).toEqual(
        [
          ...[
            "abandoned",
            "accounts",
            "audit",
            "events/:slug/arrivals",
            "events/:slug/papers",
            "money",
            "payout-lines",
            "registrations",
          ].flatMap((file) => [`GET ${file}.csv`, `GET ${file}.xlsx`]),
          ...["GET bookings/:id", "GET brand-changes/:id"],
          "GET gst/documents/:month",
          ...["", "/documents.zip", "/gst.xlsx", "/gstr1.json"].map((file) => `GET gst/months/:month${file}`),
          ...["GET brands/:id", "GET enquiries", "GET events/:slug/papers"],
          ...["GET paper-files/:id/:key", "GET papers/:id", "GET messages/:id/recipients", "GET events/:slug/holders"],
          ...["GET events/:slug/arrivals", "GET events/:slug/waiting"],
          "GET events/:slug/prints.pdf",
          "GET disputes/:disputeId/evidence.zip",
          ...["GET invoices/:id/pdf", "GET listings", "GET listings/:id", "GET registrations"],
        ].toSorted(),
      );
    } finally {
      await area.close();
    }
  });
});

describe("the audit log", () => {
  it.each(AUDIT_SUBJECTS)("takes entries about the subject %s", async (subject) => {
    await mela.query(
      "INSERT INTO audit_log (administrator, action, subject_type, subject_id) VALUES ('many kinds', 'tried', $1, 'x')",
      [subject],
    );
  });

  it("names the event of an entry about an issue: of its booking, of its order, or its own", async () => {
    const { orderId, bookingId } = await test.sold("B3");
    const { slug } = await mela.firstEvent();
    const eventOf = async (subject: string, booking: string | null, facts: object): Promise<string | undefined> => {
      const id = randomUUID();
      await mela.query(
        "INSERT INTO issues (id, kind, subject, booking_id, facts) VALUES ($1, 'order_conflict', $2, $3, $4)",
        [id, subject, booking, JSON.stringify(facts)],
      );
      await mela.query(
        `INSERT INTO audit_log (administrator, action, subject_type, subject_id)
         VALUES ('issue reader', 'resolution_resolve', 'issue', $1)`,
        [id],
      );
      const [entry] = await entries(`administrator=issue%20reader&subjectType=issue&subjectId=${id}`);
      return entry?.event;
    };
    expect(await eventOf("a mail", bookingId, {})).toBe(slug);
    expect(await eventOf(orderId, null, {})).toBe(slug);
    expect(await eventOf("a dispute", null, { orderId })).toBe(slug);
    expect(await eventOf(slug, null, { ofEvent: slug })).toBe(slug);
    expect(await eventOf("MELA-LOST-1", null, { orderId: "MELA-LOST-1" })).toBeUndefined();
  });

  it("says that an entry is about all events: of a coupon as it is now, of a list as it was read", async () => {
    const { slug } = await mela.firstEvent();
    const coupon = { percentage: 10, active: true, reason: "for the early birds" };
    const create = async (code: string, event: string) =>
      expect((await operator.post("coupons", { ...coupon, code, event })).status).toBe(201);
    await create("EVERYWHERE", "all");
    await create("WIDENED", slug);
    expect((await operator.put("coupons/WIDENED", { ...coupon, event: "all", version: 1 })).status).toBe(200);
    expect((await operator.put("coupons/WIDENED", { ...coupon, event: slug, version: 2 })).status).toBe(200);
    const eventsOf = async (query: string) => (await entries(query)).toReversed().map(({ event }) => event);
    expect(await eventsOf("subjectType=coupon&subjectId=EVERYWHERE")).toEqual(["all"]);
    expect(await eventsOf("subjectType=coupon&subjectId=WIDENED")).toEqual([slug, "all", slug]);
    for (const event of ["all", slug]) {
      expect((await viewer.browser.get(`/api/v1/mela/registrations?event=${event}`)).status).toBe(200);
      expect(await eventsOf(`subjectType=registrations&subjectId=${event}`)).toEqual([event]);
    }
  });

  it("an issue about an event as a whole shows its title once, and no address", async () => {
    const { slug } = await mela.firstEvent();
    const id = randomUUID();
    await mela.query("INSERT INTO issues (id, kind, subject, facts) VALUES ($1, 'stalls_held_unpaid', $2, $3)", [
      ...[id, slug, JSON.stringify({ ofEvent: slug, freeStalls: 70 })],
    ]);
    const { entries: issues } = (await viewer.get("issues")).body as unknown as {
      entries: { id: string; event?: string; facts: { label: string; value: string }[] }[];
    };
    const issue = issues.find((each) => each.id === id);
    expect(issue?.event).toBe(slug);
    expect(issue?.facts.filter(({ value, label }) => label === "Event" || value === slug)).toEqual([
      { label: "Event", value: await mela.value("SELECT name || ' ' || edition FROM events WHERE slug = $1", [slug]) },
    ]);
  });

  it("is filtered by person, day, kind and subject together", async () => {
    await operator.price("B30", 28_000, "=cmd|' /C calc'!A0");
    expect(await entries("administrator=nobody-here")).toEqual([]);
    expect(new Set((await entries("administrator=lata")).map(({ administrator }) => administrator))).toEqual(
      new Set(["lata"]),
    );
    const changes = await entries("administrator=asha&kind=changes&subjectType=stall");
    expect(changes.map(({ action }) => action)).toEqual(["stall_price_changed"]);
    const reads = await entries("kind=reads");
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.every(({ action }) => /_(viewed|exported|downloaded)$/.test(action))).toBe(true);
    expect((await viewer.get("audit/people")).body).toEqual(["asha", "issue reader", "lata", "many kinds"]);
    expect((await viewer.get("audit?from=yesterday")).status).toBe(400);
    expect((await viewer.get("audit?kind=other")).status).toBe(400);
  });

  it.each([
    // 18:30 UTC is midnight in India.
    ["2026-01-05", "2026-01-05", ["2026-01-04T18:30:00.000Z", "2026-01-05T18:29:59.000Z"]],
    ["2026-01-06", "", ["2026-01-05T18:30:00.000Z"]],
    ["", "2026-01-04", ["2026-01-04T18:29:59.000Z"]],
  ])("counts days in Indian time: from %j until %j", async (from, to, expected) => {
    await mela.query(
      `INSERT INTO audit_log (at, administrator, action, subject_type, subject_id)
       SELECT at::timestamptz, 'day keeper', 'stall_blocked', 'stall', 'B9'
         FROM unnest(ARRAY['2026-01-04T18:29:59Z', '2026-01-04T18:30:00Z', '2026-01-05T18:29:59Z',
                           '2026-01-05T18:30:00Z']) AS at
        WHERE NOT EXISTS (SELECT FROM audit_log WHERE administrator = 'day keeper')`,
    );
    const found = await entries(`administrator=day%20keeper&from=${from}&to=${to}`);
    expect(found.map(({ at }) => at).toSorted()).toEqual(expected);
  });

  it("is exported with its filter, as text that no spreadsheet evaluates, and the export is audited", async () => {
    const response = await mela.app.inject({
      method: "GET",
      url: `${ADMIN}/audit.csv?administrator=asha&kind=changes&subjectType=stall`,
      headers: { cookie: viewer.browser.cookie ?? "" },
    });
    expect([response.statusCode, response.headers["content-type"], response.headers["content-disposition"]]).toEqual([
      200,
      "text/csv; charset=utf-8",
      expect.stringMatching(/^attachment; filename="mela-audit-log-all-events-\d{4}-\d\d-\d\d\.csv"$/),
    ]);
    const [head, line, ...rest] = response.body.split("\r\n");
    expect(head).toBe("\uFEFFEntry,Time,Person,Action,About,Id,Reason,Before,After,Event");
    expect(line).toMatch(/^\d+,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,asha,stall_price_changed,stall,B30,/);
    expect(line).toContain(",'=cmd|' /C calc'!A0,");
    expect(line).toContain("2800000");
    expect(rest).toEqual([""]);
    expect((await readsOf("lata")).at(-1)).toMatchObject({ action: "audit_log_exported" });
  });

  it("exports more than one batch, each entry once, newest first", async () => {
    await mela.query(
      `INSERT INTO audit_log (administrator, action, subject_type, subject_id)
       SELECT 'many', 'stall_blocked', 'stall', 'B9' FROM generate_series(1, 2345)`,
    );
    const { body } = await mela.app.inject({
      method: "GET",
      url: `${ADMIN}/audit.csv?administrator=many`,
      headers: { cookie: viewer.browser.cookie ?? "" },
    });
    const ids = body
      .split("\r\n")
      .slice(1, -1)
      .map((line) => Number(line.split(",")[0]));
    expect([ids.length, new Set(ids).size]).toEqual([2345, 2345]);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });
});
