import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { rowOf } from "@sakhi/domain/plans/plan.editing";
import { planAsCsv, planAsJson, readPlanJson } from "@sakhi/domain/plans/plan.files";
import { type Plan, type PlannedStall, STANDARD_GROUND } from "@sakhi/domain/plans/plan.types";
import { STALL_ID_PATTERN } from "@sakhi/domain/stalls/stall.types";
import { until } from "@sakhi/testkit/until";
import { AdminModule } from "../../src/admin/admin.module.js";
import { LayoutModule } from "../../src/stalls/layout.module.js";
import type { LayoutStallResponse } from "../../src/stalls/stalls.response.js";
import { FLOOR_PLAN } from "../../src/stalls/stalls.seed.js";
import { BOOKING_RULES } from "../../src/verify/bookings.rules.js";
import { codeOf, type TestResponse, type TestVisitor } from "../bookings/mela.js";
import { brokenRules } from "../verify/broken-rules.js";
import { OperatorTest, type TestAdministrator } from "./operator.js";

// Operators draw and publish the plans of events; each case has an event of its own, on sale with the seed's plan.

const test = await OperatorTest.open({ RATE_LIMITS: "off" }, [AdminModule, LayoutModule]);
const { mela } = test;
afterAll(async () => {
  expect(await brokenRules(mela.db.database, BOOKING_RULES)).toEqual([]);
  await test.close();
});

const REASON = "drawn again";
let operator: TestAdministrator;
let seed = "";
beforeAll(async () => {
  operator = await test.administrator("asha");
  seed = (await mela.value("SELECT slug FROM events ORDER BY id LIMIT 1")) ?? "";
});

interface Designed {
  readonly published: Plan;
  readonly publication?: { readonly number: number; readonly publishedBy?: string };
  readonly draft: { readonly version: number; readonly plan: Plan };
  readonly live: readonly { readonly number: string; readonly state: string }[];
  readonly prices: { readonly removed: readonly object[] };
}

/** An event that sells the seed's plan. */
class DrawnEvent {
  readonly visitor: TestVisitor;

  private constructor(readonly slug: string) {
    this.visitor = this.anyone();
  }

  static async create(): Promise<DrawnEvent> {
    const slug = `drawn-${(numbers += 1)}`;
    await mela.addEvent(slug, `Drawn ${numbers}`);
    return new DrawnEvent(slug);
  }

  anyone(): TestVisitor {
    const visitor = mela.visitor();
    visitor.event = this.slug;
    return visitor;
  }

  async designed(): Promise<Designed> {
    return (await operator.get(`events/${this.slug}/plan`)).body as unknown as Designed;
  }

  save(version: number, plan: Plan): Promise<TestResponse> {
    return operator.put(`events/${this.slug}/plan/draft`, { version, format: "csv", plan: planAsCsv(plan) });
  }

  publish(version: number): Promise<TestResponse> {
    return operator.post(`events/${this.slug}/plan/publications`, { version, reason: REASON });
  }

  /** Saves and publishes what `draw` makes of the draft. */
  async redraw(draw: (plan: Plan) => Plan): Promise<TestResponse> {
    const { draft } = await this.designed();
    const saved = await this.save(draft.version, draw(draft.plan));
    if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
    return this.publish(draft.version + 1);
  }

  async price(number: string, price: number): Promise<void> {
    const answer = await operator.post(`stalls/${number}/price?event=${this.slug}`, { price, reason: REASON });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }

  async layout(): Promise<readonly LayoutStallResponse[]> {
    return (await mela.app.inject({ url: `/api/v1/mela/layout?event=${this.slug}` })).json();
  }

  async stall(number: string): Promise<LayoutStallResponse | undefined> {
    return (await this.layout()).find(({ stallId }) => stallId === number);
  }
}
let numbers = 0;

const change =
  (number: string, changes: Partial<PlannedStall>) =>
  (plan: Plan): Plan => ({
    ...plan,
    stalls: plan.stalls.map((stall) => (stall.number === number ? { ...stall, ...changes } : stall)),
  });
const without =
  (...gone: readonly string[]) =>
  (plan: Plan): Plan => ({ ...plan, stalls: plan.stalls.filter(({ number }) => !gone.includes(number)) });
const moveLast = (plan: Plan, number: string): Plan => ({
  ...plan,
  stalls: plan.stalls.toSorted((a, b) => Number(a.number === number) - Number(b.number === number)),
});
/** Ten stalls in the upper part of the hall, which the seed's plan leaves free. */
const B51_TO_B60 = rowOf({
  ...{ letter: "B", first: 51, count: 8, descending: false, direction: "down", type: "Food" },
  ...{ x: 20, y: 40, width: 10, height: 10, gap: 0 },
}).concat(
  rowOf({
    ...{ letter: "B", first: 59, count: 2, descending: false, direction: "right", type: "Food" },
    ...{ x: 60, y: 110, width: 10, height: 10, gap: 0 },
  }),
);
const foodType = { label: "Food", price: 41_000, width: 10, height: 10, look: "leaf", reason: REASON };

describe("the seed's plan", () => {
  it("is publication 1, in the standard hall, and its answer is as specified", async () => {
    const first = (await operator.get(`events/${seed}/plan`)).body as unknown as Designed;
    const { x, y, number, type } = first.published.stalls[0] as PlannedStall;
    expect({ stallId: number, type, x, y }).toEqual({ ...FLOOR_PLAN[0], pricePaise: undefined });
    expect(first).toMatchObject({ publication: { number: 1, stalls: 70 }, draft: { version: 0 }, live: [] });
    expect(first.draft.plan).toEqual(first.published);
    expect({ ...first.published, stalls: [] }).toEqual({ ...STANDARD_GROUND, stalls: [] });
    const layout = await mela.app.inject({ url: "/api/v1/mela/layout" });
    const shapes = new Set(layout.json<object[]>().map((stall) => Object.keys(stall).join()));
    expect([...shapes]).toEqual(["stallId,type,price,status,x,y,layoutVersion"]);
    const content = await mela.value<Plan>("SELECT content FROM plan_publications ORDER BY event_id LIMIT 1");
    expect(readPlanJson(JSON.stringify(content)).plan?.stalls).toHaveLength(70);
  });

  it("has numbers by the rule of the domain", async () => {
    const rule = await mela.value(
      "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'stalls_stall_id'",
    );
    expect(rule).toContain(`'${STALL_ID_PATTERN.source.replace(String.raw`\d`, "[0-9]")}'`);
  });
});

describe("a draft", () => {
  it("is seen by nobody, and saved by one of two who drew at once", async () => {
    const event = await DrawnEvent.create();
    const { published } = await event.designed();
    const layout = await event.layout();
    const moved = change("B1", { x: 45, y: 25 })(published);
    expect((await event.save(0, moved)).body).toMatchObject({ version: 1 });
    expect(codeOf(await event.save(0, published))).toBe("plan_changed");
    expect(codeOf(await event.save(7, published))).toBe("plan_changed");
    const answers = await Promise.all([event.save(1, moved), event.save(1, published)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await event.layout()).toEqual(layout);
  });

  it("is a file in either format, and what is wrong with one is said with its place", async () => {
    const event = await DrawnEvent.create();
    const { published } = await event.designed();
    const put = (format: string, plan: string) =>
      operator.put(`events/${event.slug}/plan/draft`, { version: 0, format, plan });
    expect((await put("csv", "number,type,x,y\nB1,General,0.5,0")).body).toMatchObject({
      code: "invalid_request",
      fields: { plan: ["Line 2, column 12: x is a whole number from -5000 to 5000, not “0.5”."] },
    });
    expect((await put("json", "{")).body).toMatchObject({ fields: { plan: [expect.stringContaining("Line 1")] } });
    expect(codeOf(await put("xml", "<plan/>"))).toBe("invalid_request");
    expect(codeOf(await put("csv", "x".repeat(60_001)))).toBe("invalid_request");
    // As a spreadsheet has it: types by label, in any case, and empty cells at the ends.
    const typed = "number;type;x;y;;\r\nb1;standard;10;20;;\r\nA 01;PREMIUM;1,000;20;;\r\n";
    expect((await put("csv", typed)).status).toBe(200);
    expect((await event.designed()).draft.plan.stalls).toMatchObject([
      { number: "B1", type: "General", x: 10 },
      { number: "A1", type: "Premium", x: 1000 },
    ]);
    const last = { version: 1, format: "json", plan: planAsJson(published) };
    expect((await operator.put(`events/${event.slug}/plan/draft`, last)).status).toBe(200);
    expect((await event.designed()).draft.plan).toEqual(published);
  });

  it("can be drawn by operators only, and of events that can change", async () => {
    const event = await DrawnEvent.create();
    const viewer = await test.administrator("vidya", "viewer");
    const { published } = (await viewer.get(`events/${event.slug}/plan`)).body as unknown as Designed;
    for (const answer of [
      await viewer.put(`events/${event.slug}/plan/draft`, { version: 0, format: "csv", plan: "" }),
      await viewer.post(`events/${event.slug}/plan/publications`, { version: 0, reason: REASON }),
    ])
      expect(codeOf(answer)).toBe("operators_only");
    await mela.query("UPDATE events SET status = 'archived' WHERE slug = $1", [event.slug]);
    expect(codeOf(await event.save(0, published))).toBe("event_archived");
    expect(codeOf(await event.publish(0))).toBe("event_archived");
  });
});

describe("a publication", () => {
  it("moves stalls and adds some of a new type, which visitors see and reserve at the type's price", async () => {
    const event = await DrawnEvent.create();
    expect((await operator.post(`events/${event.slug}/types`, foodType)).status).toBe(201);
    const answer = await event.redraw((plan) => ({
      ...change("A1", { y: 30, width: 12, turn: 90 })(plan),
      fixtures: [
        ...plan.fixtures,
        { kind: "facility", text: "Help desk", x: 105, y: 150, width: 10, height: 5, turn: 0 },
      ],
      stalls: [...change("A1", { x: 41, y: 20, turn: 90 })(plan).stalls, ...B51_TO_B60],
    }));
    expect(answer.body).toMatchObject({ number: 2, publishedBy: "asha", stalls: 80 });
    expect(await event.stall("A1")).toMatchObject({ x: 41, y: 20, turn: 90, layoutVersion: 2, drawing: 2 });
    expect(await event.stall("B51")).toMatchObject({ type: "Food", price: 41_000, look: "leaf", status: "Available" });
    expect((await event.layout()).map(({ stallId }) => stallId).slice(-3)).toEqual(["B58", "B59", "B60"]);
    const drawing = await mela.app.inject({ url: `/api/v1/mela/layout/drawing?event=${event.slug}&number=2` });
    expect(drawing.json()).toMatchObject({ number: 2, width: 140, fixtures: [{}, {}, { text: "Help desk" }] });
    expect((await event.visitor.reserve("B60")).body).toMatchObject({ price: 41_000, type: "Food" });
    const { amount } = await test.registered("B55", { stallType: "Food", email: "food@example.com" }, event.anyone());
    expect(amount).toBe(41_000);
    const publications = (await operator.get(`events/${event.slug}/plan/publications`)).body;
    expect(publications).toMatchObject([{ number: 2 }, { number: 1 }]);
    expect((await operator.get(`events/${event.slug}/plan/publications/1`)).body["stalls"]).toHaveLength(70);
    expect(codeOf(await operator.get(`events/${event.slug}/plan/publications/x`))).toBe("plan_not_found");
    const id = await mela.value("SELECT id::text FROM events WHERE slug = $1", [event.slug]);
    expect((await test.audit(String(id))).at(-1)).toMatchObject({
      ...{ action: "plan_published", reason: REASON, before: { publication: 1, stalls: 70 } },
      after: { publication: 2, stalls: 80, added: 10, moved: 1, removed: 0, retyped: 0, ground: true },
    });
  });

  it("keeps number and type of a stall with a live booking, and draws it elsewhere", async () => {
    const event = await DrawnEvent.create();
    await test.sold("B12", { email: "b12@example.com" }, event.anyone());
    await event.visitor.reserve("B13");
    expect((await operator.post(`stalls/B14/block?event=${event.slug}`, { reason: REASON })).status).toBe(200);
    expect((await event.designed()).live).toEqual([
      { number: "B12", state: "sold" },
      { number: "B13", state: "held" },
      { number: "B14", state: "blocked" },
    ]);
    const refused = await event.redraw((plan) =>
      change("B14", { type: "Premium" })(change("B13", { number: "B99" })(without("B12")(plan))),
    );
    expect([codeOf(refused), refused.body["problems"]]).toEqual([
      "plan_stalls_taken",
      [
        "B12 can't be removed: it is sold.",
        "B13 can't be renumbered: it is being booked.",
        "B14 can't be retyped: it is blocked; unblock it first.",
      ],
    ]);
    expect(await event.stall("B12")).toMatchObject({ status: "Sold", layoutVersion: 1 });
    const { published } = await event.designed();
    expect((await event.redraw(() => change("B12", { x: 20, y: 90 })(published))).status).toBe(200);
    expect(await event.stall("B12")).toMatchObject({ x: 20, y: 90, status: "Sold", layoutVersion: 2 });
  });

  it.each<[string, (plan: Plan) => Plan, string]>([
    ["renumbered", change("B1", { number: "B101" }), "B101"],
    ["retyped", change("B1", { type: "Premium" }), "B1"],
    ["renumbered and retyped", change("B1", { number: "A99", type: "Premium" }), "A99"],
    ["drawn again elsewhere", (plan) => moveLast(change("B1", { x: 20, y: 90 })(plan), "B1"), "B1"],
  ])("keeps a stall's own price when it is %s", async (_, draw, number) => {
    const event = await DrawnEvent.create();
    await event.price("B1", 35_000);
    expect((await event.redraw(draw)).status).toBe(200);
    expect(await event.stall(number)).toMatchObject({ price: 35_000, status: "Available" });
    expect((await event.visitor.reserve(number)).body).toMatchObject({ price: 35_000 });
  });

  it("keeps an own price through a publication without the stall, and says each change of price", async () => {
    const event = await DrawnEvent.create();
    await event.price("B1", 35_000);
    const first = (await event.designed()).published;
    const gone = await event.redraw(without("B1"));
    expect(gone.body["priceChanges"]).toEqual({ kept: [], changed: [], gone: [{ number: "B1", price: 35_000 }] });
    expect((await event.designed()).prices.removed).toMatchObject([{ number: "B1", price: 35_000 }]);
    // The earlier plan is copied back, and another stall gets another type.
    const back = await event.redraw(() => change("B2", { type: "Premium" })(first));
    expect(back.body["priceChanges"]).toEqual({
      kept: [{ number: "B1", former: "B1", price: 35_000 }],
      changed: [{ number: "B2", former: "B2", from: 27_000, to: 36_000 }],
      gone: [],
    });
    expect([await event.stall("B1"), await event.stall("B2")]).toMatchObject([{ price: 35_000 }, { price: 36_000 }]);
    const id = await mela.value("SELECT id::text FROM events WHERE slug = $1", [event.slug]);
    expect((await test.audit(String(id))).at(-1)).toMatchObject({
      after: { prices: "B2: 27,000 → 36,000; B1 keeps 35,000", pricesCount: 2 },
    });
  });

  it.each<[string, (plan: Plan) => Plan, string, readonly string[]]>([
    ["two stalls on each other", change("B1", { x: 30 }), "plan_unpublishable", ["B2 and B1 overlap."]],
    [
      "a type that does not exist",
      change("B1", { type: "Gold" }),
      "plan_unpublishable",
      ["B1: the event has no type “Gold”."],
    ],
    ["no stalls", (plan) => ({ ...plan, stalls: [] }), "plan_unpublishable", ["The plan has no stalls."]],
    ["nothing new", (plan) => plan, "plan_unchanged", []],
  ])("is refused with %s", async (_, draw, code, problems) => {
    const event = await DrawnEvent.create();
    const answer = await event.redraw(draw);
    expect([codeOf(answer), answer.body["problems"] ?? []]).toEqual([code, problems]);
    expect((await event.designed()).publication).toMatchObject({ number: 1 });
  });

  it("is refused of another draft than the operator saw, and of an event that is only announced", async () => {
    const event = await DrawnEvent.create();
    const { published } = await event.designed();
    await event.save(0, without("B1")(published));
    expect(codeOf(await event.publish(0))).toBe("plan_changed");
    await mela.query("DELETE FROM stalls WHERE event_id = (SELECT id FROM events WHERE slug = $1)", [event.slug]);
    expect(codeOf(await event.publish(1))).toBe("event_announced");
  });

  it("removes a stall whose number another gets later, and late money does not buy it", async () => {
    const event = await DrawnEvent.create();
    const late = await test.released("B1", { email: "late@example.com" }, event.anyone());
    expect((await event.redraw(without("B1"))).status).toBe(200);
    expect([await event.stall("B1"), codeOf(await event.visitor.reserve("B1"))]).toEqual([
      undefined,
      "stall_not_found",
    ]);
    const { published } = (await operator.get(`events/${seed}/plan`)).body as unknown as Designed;
    const [b1] = published.stalls.filter(({ number }) => number === "B1");
    expect((await event.redraw((plan) => ({ ...plan, stalls: [...plan.stalls, b1 as PlannedStall] }))).status).toBe(
      200,
    );
    await test.simulator.pay(late.orderId, { force: true });
    // Of the same type and price, others are free.
    expect(await test.settle(late.orderId)).toBe("offered");
    expect(await event.stall("B1")).toMatchObject({ status: "Available", layoutVersion: 3 });
    expect((await event.visitor.reserve("B1")).status).toBe(201);
  });

  it("or a reserve gets the stall, never both", async () => {
    const event = await DrawnEvent.create();
    const outcomes: string[] = [];
    for (const number of ["B1", "B2", "B3", "B4", "B5", "B6"]) {
      const { draft } = await event.designed();
      await event.save(draft.version, without(number)(draft.plan));
      const [published, reserved] = await Promise.all([
        event.publish(draft.version + 1),
        event.anyone().reserve(number),
      ]);
      const wins = [published.status === 200, reserved.status === 201];
      outcomes.push(wins.join());
      if (published.status === 200)
        expect([await event.stall(number), codeOf(reserved)]).toEqual([undefined, "stall_not_found"]);
      else expect([codeOf(published), (await event.stall(number))?.status]).toEqual(["plan_stalls_taken", "Reserved"]);
      // The next case draws on from what is published.
      if (published.status !== 200) await event.save(draft.version + 1, (await event.designed()).published);
    }
    expect(outcomes.filter((outcome) => !["true,false", "false,true"].includes(outcome))).toEqual([]);
  });

  it.each(["the reserve", "the publication"])("waits if %s is first", async (first) => {
    const event = await DrawnEvent.create();
    const { published } = await event.designed();
    await event.save(0, without("B8")(published));
    const b8 = "event_id = (SELECT id FROM events WHERE slug = $1) AND stall_id = 'B8'";
    const runner = mela.db.source.createQueryRunner();
    await runner.startTransaction();
    await runner.query(`SELECT FROM stalls WHERE ${b8} FOR UPDATE`, [event.slug]);
    const isReserve = first === "the reserve";
    await runner.query(
      isReserve
        ? `INSERT INTO bookings (id, stall_key, state, price_paise, hold_expires_at)
           SELECT gen_random_uuid(), stall_key, 'held', price_paise, clock_timestamp() + interval '9 min' FROM stalls WHERE ${b8}`
        : `UPDATE stalls SET removed_at = clock_timestamp() WHERE ${b8}`,
      [event.slug],
    );
    const [own] = (await runner.query("SELECT pg_backend_pid() AS pid")) as { pid: number }[];
    const answer = isReserve ? event.publish(1) : event.visitor.reserve("B8");
    await until("a blocked session", async () => {
      const waiting =
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND $1 = ANY (pg_blocking_pids(pid))";
      return (await mela.query(waiting, [own?.pid])).length > 0;
    });
    await runner.commitTransaction();
    await runner.release();
    expect(codeOf(await answer)).toBe(isReserve ? "plan_stalls_taken" : "stall_not_found");
    // Made by hand: it has no history.
    await mela.query(
      "DELETE FROM bookings WHERE stall_key IN (SELECT stall_key FROM stalls WHERE stall_id = 'B8') AND visitor_id IS NULL",
    );
  });

  it("takes 500 stalls", async () => {
    const event = await DrawnEvent.create();
    const row = (at: number) =>
      rowOf({
        ...{ letter: "C", first: at * 25 + 1, count: 25, descending: false, direction: "right", type: "General" },
        ...{ x: 10, y: 20 + at * 20, width: 10, height: 10, gap: at % 2 },
      });
    const stalls = Array.from({ length: 20 }, (_, at) => row(at)).flat();
    const answer = await event.redraw((plan) => ({
      ...plan,
      width: 300,
      height: 430,
      stalls,
      fixtures: plan.fixtures.slice(0, 1),
    }));
    expect(answer.body).toMatchObject({ stalls: 500 });
    expect(await event.layout()).toHaveLength(500);
    expect(await event.stall("A1")).toBeUndefined();
    expect((await event.visitor.reserve("C500")).status).toBe(201);
    expect(await event.stall("C500")).toMatchObject({ status: "Reserved", drawing: 2 });
  });
});

describe("a stall type", () => {
  const act = (event: DrawnEvent, path: string, body: object) =>
    operator.post(`events/${event.slug}/types${path}`, body);
  const put = (event: DrawnEvent, key: string, body: object) => operator.put(`events/${event.slug}/types/${key}`, body);
  const { price: _, ...food } = foodType;

  it("is added, changed and removed; its key follows from its name", async () => {
    const event = await DrawnEvent.create();
    expect((await act(event, "", foodType)).status).toBe(201);
    expect(codeOf(await act(event, "", foodType))).toBe("stall_type_exists");
    expect((await put(event, "Food", { ...food, label: "Food court", look: "rani" })).status).toBe(200);
    const types = await mela.column(
      "SELECT key || ' ' || label || ' ' || look FROM stall_types t JOIN events e ON e.id = event_id AND slug = $1 ORDER BY position",
      [event.slug],
    );
    expect(types).toEqual(["Premium Premium premium", "General Standard standard", "FoodCourt Food court rani"]);
    expect((await act(event, "/FoodCourt/remove", { reason: REASON })).status).toBe(200);
    expect(codeOf(await act(event, "/FoodCourt/remove", { reason: REASON }))).toBe("stall_type_not_found");
    expect(codeOf(await act(event, "/Premium/remove", { reason: REASON }))).toBe("stall_type_in_use");
    expect(codeOf(await act(event, "", { ...foodType, label: "Food Court" }))).toBe("invalid_request");
  });

  it("is renamed with its stalls, draft and coupons, until one of its stalls was booked", async () => {
    const event = await DrawnEvent.create();
    const { published } = await event.designed();
    await event.save(0, published);
    const id = await mela.value<number>("SELECT id FROM events WHERE slug = $1", [event.slug]);
    await mela.query(
      "INSERT INTO coupons (code, percentage, event_id, stall_type) VALUES ('CORNER', 10, $1, 'Premium')",
      [id],
    );
    expect((await put(event, "Premium", { ...food, label: "Corner" })).status).toBe(200);
    expect(await event.stall("A1")).toMatchObject({ type: "Corner", look: "leaf", price: 36_000 });
    expect((await event.designed()).draft.plan.stalls.some(({ type }) => type === "Premium")).toBe(false);
    expect(await mela.column("SELECT stall_type FROM coupons WHERE code = 'CORNER'")).toEqual(["Corner"]);
    await event.visitor.reserve("A1");
    expect(codeOf(await put(event, "Corner", { ...food, label: "Edge" }))).toBe("stall_type_in_use");
    expect((await put(event, "Corner", { ...food, label: "Corner", look: "indigo" })).status).toBe(200);
    expect(await event.stall("A1")).toMatchObject({ type: "Corner", look: "indigo", status: "Reserved" });
  });
});
