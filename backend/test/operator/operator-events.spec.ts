import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { until } from "@sakhi/testkit/until";
import { AdminModule } from "../../src/admin/admin.module.js";
import { EventFactsApiModule } from "../../src/events/event-facts.module.js";
import { EventFactsService } from "../../src/events/event-facts.service.js";
import { EVENT_WORDS } from "../../src/events/event.words.js";
import { BOOKING_RULES } from "../../src/verify/bookings.rules.js";
import { codeOf, type TestVisitor } from "../bookings/mela.js";
import { brokenRules } from "../verify/broken-rules.js";
import { NEXT_EVENT, OperatorTest, type TestAdministrator } from "./operator.js";

// Operators create, publish, archive and delete events; each case has an event of its own.

const test = await OperatorTest.open({ RATE_LIMITS: "off" }, [AdminModule, EventFactsApiModule]);
const { mela } = test;
afterAll(() => test.close());

const { gaps: PUBLISH_GAPS, obstacles: ARCHIVE_OBSTACLES } = EVENT_WORDS.en.checks;
const REASON = "next edition";
const FACTS = { ...NEXT_EVENT, reason: REASON };

let operator: TestAdministrator;
/** The seed event. */
let first = "";
beforeAll(async () => {
  operator = await test.administrator("asha");
  first = (await mela.value("SELECT slug FROM events ORDER BY id LIMIT 1")) ?? "";
  // The seed event has what a duplicate must not have.
  await operator.block("A1");
  await test.sold("B11");
  await operator.price("B20", 31_000);
  await mela.query("INSERT INTO coupons (code, percentage, event_id) SELECT 'OWN', 10, min(id) FROM events");
});

let editions = 2100;
/** Creates an event; by default a duplicate of the seed event. @returns its slug */
async function created(changes: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await operator.post("events", {
    ...{ ...FACTS, edition: String((editions += 1)), planOf: first },
    ...changes,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return String(body["slug"]);
}

const act = (slug: string, action: string) => operator.post(`events/${slug}/${action}`, { reason: REASON });

async function published(): Promise<string> {
  const slug = await created();
  expect((await act(slug, "publish")).body).toMatchObject({ slug, status: "published", missing: [] });
  return slug;
}

/** Sets columns of an event, e.g. so that it is over. */
const set = (slug: string, assignments: string) =>
  mela.query(`UPDATE events SET ${assignments}, version = version + 1 WHERE slug = $1`, [slug]);
const DAYS_OVER = `days = '[{"date": "2020-03-01", "opens": "10:00", "closes": "20:00"}]'`;
const OVER = `${DAYS_OVER}, sales_close_at = '2020-02-01'`;

function visitorOf(slug: string): TestVisitor {
  const visitor = mela.visitor();
  visitor.event = slug;
  return visitor;
}

/** An event in the dashboard's list. */
async function listed(slug: string): Promise<Record<string, unknown> | undefined> {
  const all = (await operator.get("events")).body as unknown as readonly Record<string, unknown>[];
  return all.find((event) => event["slug"] === slug);
}

/** An event with its types and stalls, without keys. */
const planOf = (slug: string) =>
  mela.query(
    `SELECT stall_id, type, s.price_paise, x, y, t.label, t.price_paise AS type_price
       FROM stalls s JOIN stall_types t ON t.event_id = s.event_id AND t.key = s.type
      WHERE s.event_id = (SELECT id FROM events WHERE slug = $1) ORDER BY stall_id`,
    [slug],
  );

describe("a duplicate", () => {
  it("is a draft with the plan, types and prices of the other, and nothing that was done there", async () => {
    const slug = await created();
    expect(await planOf(slug)).toEqual(await planOf(first));
    expect(await listed(slug)).toMatchObject({
      ...{ status: "draft", current: false, stalls: 70, sold: 0, blocked: 0, unpaid: 0, missing: [], obstacles: [] },
      days: { start: "2099-03-01", end: "2099-03-02" },
      types: [
        { key: "Premium", label: "Premium", price: 36_000, stalls: 20, stallsAtPrice: 20 },
        { key: "General", label: "Standard", price: 27_000, stalls: 50, stallsAtPrice: 49 },
      ],
    });
    expect(
      await mela.value("SELECT count(*)::int FROM coupons c JOIN events e ON e.id = c.event_id AND slug = $1", [slug]),
    ).toBe(0);
    const [audited] = await test.audit(String(await mela.value("SELECT id::text FROM events WHERE slug = $1", [slug])));
    expect(audited).toMatchObject({ action: "event_created", reason: REASON, after: { slug, planOf: first } });
  });

  it("sells the same number on its own, at its own price, once it is published", async () => {
    const slug = await published();
    expect(
      (await operator.post(`events/${slug}/types/General/price`, { price: 30_000, reason: REASON })).body,
    ).toMatchObject({ types: [{ price: 36_000 }, { key: "General", price: 30_000, stallsAtPrice: 49 }] });
    const own = await test.sold("B12", { email: "own@example.com" }, visitorOf(slug));
    expect(own.amount).toBe(30_000);
    expect((await mela.visitor().reserve("B12")).status).toBe(201);
    expect(codeOf(await visitorOf(slug).reserve("B12"))).toBe("stall_sold");
    // B20's price was set apart.
    expect((await visitorOf(slug).reserve("B20")).body).toMatchObject({ price: 31_000 });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["an edition that exists", { edition: "2101" }, "invalid_request"],
    ["days that are over", { days: "2020-03-01 10:00 to 20:00" }, "invalid_request"],
    ["the plan of an unknown event", { planOf: "nowhere" }, "event_not_found"],
    ["no reason", { reason: "" }, "invalid_request"],
  ])("is refused for %s", async (_what, changes, code) => {
    expect(codeOf(await operator.post("events", { ...FACTS, edition: "3000", planOf: first, ...changes }))).toBe(code);
  });
});

describe("a draft", () => {
  it("is not found by visitors: facts, plan and reserve", async () => {
    const slug = await created();
    const visitor = visitorOf(slug);
    for (const answer of [
      await visitor.reserve("B12"),
      await visitor.get(`/api/v1/mela/facts?event=${slug}`),
      await visitor.get(`/api/v1/mela/layout?event=${slug}`),
    ]) {
      expect(codeOf(answer)).toBe("event_not_found");
    }
    expect(codeOf(await operator.post(`stalls/B12/sell-offline?event=${slug}`, WALK_IN))).toBe("event_not_published");
    // Administrators see it.
    expect((await operator.get(`plan?event=${slug}`)).body).toHaveLength(70);
  });

  it("is in no list or search of the public", async () => {
    const slug = await created();
    await set(slug, OVER);
    const shown = (await test.get(EventFactsService).editions()).map((event) => event.slug);
    expect([shown.includes(first), shown.includes(slug)]).toEqual([true, false]);
  });

  it("changes its facts and window, and is published with them", async () => {
    const slug = await created({ salesCloseAt: null });
    expect(await listed(slug)).toMatchObject({ missing: [PUBLISH_GAPS.no_close] });
    const { body } = await operator.get(`event-facts?event=${slug}`);
    const { version } = body["event"] as { version: number };
    const edition = String((editions += 1));
    const change = { ...FACTS, edition, version, city: "Madurai" };
    expect((await operator.put(`event?event=${slug}`, change)).body).toMatchObject({ city: "Madurai", edition });
    expect(codeOf(await operator.put(`event?event=${slug}`, change))).toBe("facts_changed");
    expect((await act(slug, "publish")).status).toBe(200);
    expect((await visitorOf(slug).get(`/api/v1/mela/facts?event=${slug}`)).body).toMatchObject({ city: "Madurai" });
    // The current event is as it was.
    expect((await mela.visitor().get("/api/v1/mela/facts")).body).toMatchObject({ slug: first, city: "Bangalore" });
  });

  it.each<[string, (slug: string) => Promise<unknown>, readonly string[]]>([
    ["days that are to come", (slug) => set(slug, OVER), [PUBLISH_GAPS.days_over, PUBLISH_GAPS.sales_over]],
    ["an end of sales", (slug) => set(slug, "sales_close_at = NULL"), [PUBLISH_GAPS.no_close]],
    [
      "stalls",
      (slug) => mela.query("DELETE FROM stalls WHERE event_id = (SELECT id FROM events WHERE slug = $1)", [slug]),
      [PUBLISH_GAPS.stalls],
    ],
  ])("is not published without %s", async (_what, spoil, problems) => {
    const slug = await created();
    await spoil(slug);
    const refused = await act(slug, "publish");
    expect([codeOf(refused), refused.body["problems"]]).toEqual(["event_incomplete", problems]);
    expect(await listed(slug)).toMatchObject({ status: "draft", missing: problems });
  });

  it("lacks in the words of the page's language", async () => {
    const slug = await created({ salesCloseAt: null });
    const { body } = await operator.browser.get("/api/v1/mela/admin/events", { "accept-language": "hi" });
    const all = body as unknown as readonly Record<string, unknown>[];
    expect(all.find((event) => event["slug"] === slug)).toMatchObject({
      missing: [EVENT_WORDS.hi.checks.gaps.no_close],
    });
  });

  it("from nothing has the types of the specification, and no stalls", async () => {
    const slug = await created({ planOf: undefined });
    expect(await listed(slug)).toMatchObject({
      ...{ stalls: 0, missing: [PUBLISH_GAPS.stalls] },
      types: [
        { key: "Premium", price: 36_000, stalls: 0 },
        { key: "General", price: 27_000, stalls: 0 },
      ],
    });
  });

  it("is deleted with its plan, unless a record refers to it", async () => {
    const slug = await created();
    expect((await act(slug, "remove")).body).toEqual({ message: "Removed" });
    expect([await listed(slug), await planOf(slug)]).toEqual([undefined, []]);
    const blocked = await created();
    await operator.post(`stalls/B1/block?event=${blocked}`, { reason: REASON });
    await operator.post(`stalls/B1/unblock?event=${blocked}`, { reason: REASON });
    expect(codeOf(await act(blocked, "remove"))).toBe("event_in_use");
    expect(codeOf(await act(await published(), "remove"))).toBe("event_not_draft");
  });
});

describe("archiving", () => {
  it.each<[string, (slug: string) => Promise<unknown>, readonly string[]]>([
    ["its last day is not over", (slug) => set(slug, "sales_close_at = '2020-02-01'"), [ARCHIVE_OBSTACLES.not_over]],
    ["a visitor holds a stall", (slug) => visitorOf(slug).reserve("B5"), [ARCHIVE_OBSTACLES.holds]],
    ["a payment is under way", (slug) => test.paying("B6", {}, visitorOf(slug)), [ARCHIVE_OBSTACLES.payments]],
  ])("is refused while %s", async (_what, act_, problems) => {
    const slug = await published();
    await act_(slug);
    if (!problems.some((problem) => problem === ARCHIVE_OBSTACLES.not_over)) await set(slug, OVER);
    const refused = await act(slug, "archive");
    expect([codeOf(refused), refused.body["problems"]]).toEqual(["event_under_way", problems]);
    expect(await listed(slug)).toMatchObject({ status: "published", obstacles: problems });
  });

  it("leaves an event that is read, and never changed", async () => {
    const slug = await published();
    await test.sold("B7", { email: "seven@example.com" }, visitorOf(slug));
    // Whatever its sales were set to: they ended with it.
    await set(slug, DAYS_OVER);
    expect(await listed(slug)).toMatchObject({ over: true, salesCloseAt: "2020-03-01T14:30:00.000Z", obstacles: [] });
    expect((await act(slug, "archive")).body).toMatchObject({ status: "archived", sold: 1, obstacles: [] });
    expect((await operator.get(`plan?event=${slug}`)).body).toHaveLength(70);
    const change = { ...FACTS, edition: "3001", version: 1 };
    for (const [what, answer] of Object.entries({
      facts: await operator.put(`event?event=${slug}`, change),
      typePrice: await operator.post(`events/${slug}/types/General/price`, { price: 1000, reason: REASON }),
      price: await operator.post(`stalls/B1/price?event=${slug}`, { price: 1000, reason: REASON }),
      block: await operator.post(`stalls/B1/block?event=${slug}`, { reason: REASON }),
      offline: await operator.post(`stalls/B1/sell-offline?event=${slug}`, WALK_IN),
    })) {
      expect([what, codeOf(answer)]).toEqual([what, "event_archived"]);
    }
    expect(codeOf(await visitorOf(slug).reserve("B1"))).toBe("sales_closed");
    expect(codeOf(await act(slug, "archive"))).toBe("event_not_published");
    expect(codeOf(await act(slug, "publish"))).toBe("event_not_draft");
  });

  it("waits for a hold that is being made, and is refused then", async () => {
    const slug = await published();
    await visitorOf(slug).reserve("B8");
    await set(slug, OVER);
    await mela.query(`UPDATE bookings SET hold_expires_at = clock_timestamp() - interval '1 s' WHERE ${ON_B8}`, [slug]);
    const refused = await commitUnderWait(
      [
        `SELECT FROM stalls WHERE stall_key IN (SELECT stall_key FROM bookings WHERE ${ON_B8}) FOR UPDATE`,
        `UPDATE bookings SET hold_expires_at = clock_timestamp() + interval '10 min' WHERE ${ON_B8}`,
      ],
      slug,
      () => act(slug, "archive"),
    );
    expect([codeOf(refused), refused.body["problems"]]).toEqual(["event_under_way", [ARCHIVE_OBSTACLES.holds]]);
  });

  it("makes a reserve wait that comes meanwhile, and it finds the sales closed", async () => {
    const slug = await published();
    const refused = await commitUnderWait(
      [
        "SELECT FROM stalls WHERE event_id = (SELECT id FROM events WHERE slug = $1) FOR UPDATE",
        "UPDATE events SET status = 'archived' WHERE slug = $1",
      ],
      slug,
      () => visitorOf(slug).reserve("B8"),
    );
    expect(codeOf(refused)).toBe("sales_closed");
  });
});

/** Bookings on B8 of the event $1. */
const ON_B8 = `stall_key = (SELECT s.stall_key FROM stalls s JOIN events e ON e.id = s.event_id
                             WHERE e.slug = $1 AND s.stall_id = 'B8')`;

/** Runs statements about an event in a transaction that commits only once `meanwhile` waits for it. */
async function commitUnderWait<T>(
  statements: readonly string[],
  slug: string,
  meanwhile: () => Promise<T>,
): Promise<T> {
  const runner = mela.db.source.createQueryRunner();
  await runner.startTransaction();
  try {
    for (const statement of statements) await runner.query(statement, [slug]);
    const [own] = (await runner.query("SELECT pg_backend_pid() AS pid")) as { pid: number }[];
    const response = meanwhile();
    await until("a blocked session", async () => {
      const waiting =
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND $1 = ANY (pg_blocking_pids(pid))";
      return (await mela.query(waiting, [own?.pid])).length > 0;
    });
    await runner.commitTransaction();
    return await response;
  } finally {
    await runner.release();
  }
}

it("is for operators; viewers read", async () => {
  const viewer = await test.administrator("vidya", "viewer");
  expect((await viewer.get("events")).status).toBe(200);
  const refused = [
    await viewer.post("events", { ...FACTS, edition: "3002" }),
    await viewer.post(`events/${first}/publish`, { reason: REASON }),
    await viewer.post(`events/${first}/archive`, { reason: REASON }),
    await viewer.post(`events/${first}/remove`, { reason: REASON }),
    await viewer.post(`events/${first}/types/General/price`, { price: 1000, reason: REASON }),
  ];
  expect(refused.map(codeOf)).toEqual(refused.map(() => "operators_only"));
});

it("creates an event once, however often the request arrives", async () => {
  const body = { ...FACTS, edition: "3003", planOf: first };
  const answers = await Promise.all([operator.post("events", body), operator.post("events", body)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
});

it("leaves the bookings' rules unbroken", async () => {
  expect(
    await brokenRules(
      mela.db.database,
      BOOKING_RULES.filter(({ moving }) => !moving),
    ),
  ).toEqual([]);
});

const WALK_IN = {
  ...{ fullName: "Meera Iyer", email: "meera@example.com", phoneNumber: "9811100001", businessName: "Meera Pottery" },
  ...{ pincode: "560001", method: "cash", reference: "receipt 17", reason: REASON },
};
