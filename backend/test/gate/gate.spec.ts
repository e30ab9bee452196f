import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { answerTo } from "@sakhi/domain/gate/ticket.rules";
import { AdminModule } from "../../src/admin/admin.module.js";
import { GateModule } from "../../src/gate/gate.module.js";
import type * as gateResponses from "../../src/gate/gate.response.js";
import { MyBookingModule } from "../../src/my-booking/my-booking.module.js";
import { PrivacyModule } from "../../src/privacy/privacy.module.js";
import { DATABASE_RULES } from "../../src/verify/rules.js";
import { logIn } from "../admin/administration.js";
import { apiError, type TestVisitor } from "../bookings/mela.js";
import { OperatorTest, type TestAdministrator } from "../operator/operator.js";
import { brokenRules } from "../verify/broken-rules.js";

/** Their JSON. */
type Plain<T> = T extends readonly (infer Item)[]
  ? Plain<Item>[]
  : T extends object
    ? { [Name in keyof T]: Plain<T[Name]> }
    : T;
type GateListResponse = Plain<gateResponses.GateListResponse>;
type GateNowResponse = Plain<gateResponses.GateNowResponse>;

const RECEIPT = "/api/v1/mela/my-booking/receipt";
const test = await OperatorTest.open({ RATE_LIMITS: "off" }, [AdminModule, GateModule, MyBookingModule, PrivacyModule]);
const { mela } = test;
afterAll(() => test.close());

const DAY_MS = 24 * 60 * 60 * 1000;
/** A day in India, YYYY-MM-DD. */
const indianDay = (days: number): string =>
  new Date(Date.now() + 5.5 * 60 * 60 * 1000 + days * DAY_MS).toISOString().slice(0, 10);
const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

let slug: string;
let operator: TestAdministrator;
let asha: TestVisitor;
let bela: TestVisitor;

const gate = (path: string, of = slug): string => `/api/v1/mela/gate/${of}/${path}`;
const setDays = (...days: number[]): Promise<unknown> =>
  mela.query("UPDATE events SET days = $1 WHERE slug = $2", [
    JSON.stringify(days.map((day) => ({ date: indianDay(day), opens: "00:00", closes: "24:00" }))),
    slug,
  ]);

async function list(by = asha): Promise<GateListResponse> {
  const { status, body } = await by.get(gate("list"));
  expect(status).toBe(200);
  return body as unknown as GateListResponse;
}

interface Tick {
  readonly id: string;
  readonly bookingId: string;
  readonly stallId: string;
  readonly at: number;
}
const tick = (bookingId: string, stallId: string, at = Date.now()): Tick => ({
  id: randomUUID(),
  bookingId,
  stallId,
  at,
});

async function send(by: TestVisitor, ticks: readonly Tick[], undos: readonly string[] = [], sentAt = Date.now()) {
  const { status, body } = await by.post(gate("ticks"), { sentAt, ticks, undos: undos.map((tickId) => ({ tickId })) });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as unknown as GateNowResponse;
}
const outcomes = ({ outcomes: all }: GateNowResponse): string[] => all.map(({ outcome }) => outcome);
const ticketOf = async ({ orderId, visitor }: { orderId: string; visitor: TestVisitor }): Promise<string> =>
  String((await visitor.get(`${RECEIPT}?orderId=${orderId}`)).body["ticket"]);

beforeAll(async () => {
  slug = (await mela.firstEvent()).slug;
  // These sales answer nothing: asked at most, nobody lacks it.
  await mela.query("UPDATE event_questions SET required = false");
  operator = await test.administrator("omana");
  const [{ id } = { id: 0 }] = await mela.query<{ id: number }>("SELECT id FROM events WHERE slug = $1", [slug]);
  asha = await logIn(mela, "asha", "gate", id);
  bela = await logIn(mela, "bela", "gate", id);
  await setDays(-1, 0, 1);
});
beforeEach(() => setDays(-1, 0, 1));

describe("who may see the gate's list", () => {
  it("people at this event's gate and operators; of a holder only what the gate needs", async () => {
    const { orderId } = await test.sold("B1");
    const seen = await list();
    expect(seen).toMatchObject({ slug, day: indianDay(0), arrivals: [], cancelled: [], former: [] });
    expect(seen.entries).toEqual([
      {
        ...{
          bookingId: expect.any(String),
          stallId: "B1",
          stallType: "Standard",
          brand: "Asha Weaves",
          name: "Asha Rao",
        },
        ...{
          phoneEnd: "0001",
          orderEnd: orderId.slice(-6),
          codes: [expect.stringMatching(/^[0-9a-f]{64}$/)],
          missing: [],
        },
      },
    ]);
    expect((await list(operator.browser)).entries).toHaveLength(1);
    expect(JSON.stringify(seen)).not.toContain("example.com");
    expect(
      await mela.query("SELECT administrator, subject_id FROM audit_log WHERE action = 'gate_list_viewed' ORDER BY id"),
    ).toEqual(["asha", "omana"].map((administrator) => ({ administrator, subject_id: slug })));
  });

  it("nobody else", async () => {
    const viewer = await test.administrator("lata", "viewer");
    expect(apiError(await viewer.browser.get(gate("list")))).toEqual([403, "operators_only"]);
    expect(apiError(await mela.visitor().get(gate("list")))).toEqual([401, "not_authenticated"]);
    expect(apiError(await asha.get(gate("list", "another-mela")))).toEqual([403, "other_gate"]);
    expect(apiError(await operator.browser.get(gate("list", "another-mela")))).toEqual([404, "event_not_found"]);
    expect(apiError(await asha.get("/api/v1/mela/admin/bookings/00000000-0000-4000-8000-000000000000"))).toEqual([
      ...[403, "gate_only"],
    ]);
  });

  it("invites a person to one event's gate, and asks which", async () => {
    const invite = { username: "gauri", email: "gauri@example.com", role: "gate", reason: "helps at the gate" };
    expect(apiError(await operator.post("administrators/invite", invite))).toEqual([400, "invalid_request"]);
    expect((await operator.post("administrators/invite", { ...invite, events: [slug] })).status).toBe(200);
    const { body } = await operator.get("administrators/invitations");
    expect(body).toMatchObject([{ username: "gauri", role: "gate", events: [slug] }]);
    const { body: all } = await operator.get("administrators");
    expect(all).toContainEqual(expect.objectContaining({ username: "asha", role: "gate", events: [slug] }));
  });
});

describe("a ticket's code", () => {
  it("is on its holder's pages only, and not the address of a page", async () => {
    const sold = await test.sold("B2");
    const code = await ticketOf(sold);
    expect(code).toMatch(/^SBT-\d+-[\w-]{20}$/);
    expect((await mela.visitor().get(`${RECEIPT}?orderId=${sold.orderId}`)).body).toBeNull();
    const status = await mela.visitor().get(`/api/v1/mela/payment-status?orderId=${sold.orderId}`);
    expect(JSON.stringify(status.body)).not.toContain(code);
    expect(answerTo(withArrivals(await list()), code, digest(code))).toMatchObject({
      ...{ answer: "right", entry: { stallId: "B2" } },
    });
  });

  it("becomes another with a move, and the former one says where she stands now", async () => {
    const sold = await test.sold("B3");
    const before = await ticketOf(sold);
    expect((await operator.move(sold.bookingId, "B33")).status).toBe(200);
    const after = await ticketOf(sold);
    const known = withArrivals(await list());
    expect(answerTo(known, after, digest(after))).toMatchObject({ answer: "right", entry: { stallId: "B33" } });
    expect(answerTo(known, before, digest(before))).toMatchObject({ answer: "moved", entry: { stallId: "B33" } });
  });

  it("of a cancelled booking is known as such, without a person", async () => {
    const sold = await test.sold("B4");
    const code = await ticketOf(sold);
    expect((await operator.cancel(sold.bookingId, "full")).status).toBe(200);
    const known = withArrivals(await list());
    expect(answerTo(known, code, digest(code))).toEqual({ answer: "cancelled" });
    expect(known.entries.map(({ stallId }) => stallId)).not.toContain("B4");
  });
});

const withArrivals = (known: GateListResponse) => ({
  ...known,
  day: known.day,
  entries: known.entries.map((entry) => ({
    ...entry,
    arrived: known.arrivals.find(({ bookingId }) => bookingId === entry.bookingId),
  })),
});

describe("ticks", () => {
  it("of two gates in the same second are both recorded: the first counts, and both phones see both", async () => {
    const { bookingId } = await test.sold("B5");
    const now = Date.now();
    const [first, second] = [tick(bookingId, "B5", now - 900), tick(bookingId, "B5", now - 200)];
    const answers = await Promise.all([send(bela, [second], [], now), send(asha, [first], [], now)]);
    const expected = {
      ...{ bookingId, tickId: first.id, by: "asha" },
      again: [expect.objectContaining({ tickId: second.id, by: "bela" })],
    };
    for (const by of [asha, bela]) expect((await list(by)).arrivals).toContainEqual(expect.objectContaining(expected));
    // Sent again, each has its own outcome.
    expect(outcomes(await send(asha, [first], [], now))).toEqual(["in"]);
    expect(outcomes(await send(bela, [second], [], now))).toEqual(["second"]);
    expect(outcomes(answers[1])).toEqual(["in"]);
    expect(await mela.query("SELECT 1 FROM gate_ticks WHERE booking_id = $1", [bookingId])).toHaveLength(2);
  });

  it("that waited on phones whose clocks are wrong agree by how long they waited", async () => {
    const { bookingId } = await test.sold("B6");
    const hour = 3_600_000;
    // Asha's clock is six hours fast; she ticked an hour ago. Bela's is right; she ticked half an hour ago, and sends first.
    const fast = Date.now() + 6 * hour;
    const [later, earlier] = [tick(bookingId, "B6", Date.now() - hour / 2), tick(bookingId, "B6", fast - hour)];
    // Not across midnight, where the day before is another day of the gate.
    const days = await mela.value(
      "SELECT (now() - interval '1 hour') AT TIME ZONE 'Asia/Kolkata' < date_trunc('day', now() AT TIME ZONE 'Asia/Kolkata')",
    );
    expect(outcomes(await send(bela, [later]))).toEqual(["in"]);
    expect(outcomes(await send(asha, [earlier], [], fast))).toEqual(["in"]);
    if (String(days) === "true") return;
    expect(outcomes(await send(bela, [later]))).toEqual(["second"]);
    expect((await list()).arrivals.find((each) => each.bookingId === bookingId)).toMatchObject({
      ...{ by: "asha", again: [{ by: "bela" }] },
    });
  });

  it("can be undone, once and by anyone at the gate; the other tick counts then", async () => {
    const { bookingId } = await test.sold("B7");
    const [first, second] = [tick(bookingId, "B7", Date.now() - 2000), tick(bookingId, "B7")];
    await send(asha, [first]);
    await send(bela, [second]);
    const after = await send(bela, [], [first.id]);
    expect(after.arrivals.find((each) => each.bookingId === bookingId)).toMatchObject({ tickId: second.id, again: [] });
    await send(asha, [], [first.id]);
    expect(outcomes(await send(asha, [first]))).toEqual(["undone"]);
    expect(
      await mela.query("SELECT administrator, subject_id FROM audit_log WHERE action = 'gate_tick_undone'"),
    ).toEqual([{ administrator: "bela", subject_id: bookingId }]);
  });

  it("are refused of a cancelled booking, on another day, and of what is no booking here; moved ones say where to", async () => {
    const cancelled = await test.sold("B8");
    const moved = await test.sold("B9");
    await operator.cancel(cancelled.bookingId, "full");
    await operator.move(moved.bookingId, "B39");
    const held = tick(randomUUID(), "B10");
    const sent = await send(asha, [tick(cancelled.bookingId, "B8"), tick(moved.bookingId, "B9"), held]);
    expect(sent.outcomes).toMatchObject([
      { outcome: "cancelled" },
      { outcome: "in", movedTo: "B39" },
      { outcome: "unknown" },
    ]);
    const { bookingId } = await test.sold("B11");
    await setDays(5, 6);
    const other = await send(asha, [tick(bookingId, "B11")]);
    expect([other.day, outcomes(other)]).toEqual([undefined, ["other_day"]]);
  });

  it("while the booking is cancelled or moved, one of both comes first, and nothing breaks", async () => {
    const sales = [await test.sold("B12"), await test.sold("B13"), await test.sold("B14"), await test.sold("B15")];
    await Promise.all(
      sales.flatMap(({ bookingId }, index) => [
        send(asha, [tick(bookingId, `B${12 + index}`)]),
        index % 2 === 0 ? operator.cancel(bookingId, "full") : operator.move(bookingId, `B${40 + index}`),
        send(bela, [tick(bookingId, `B${12 + index}`)]),
      ]),
    );
    expect(await brokenRules(mela.db.database, DATABASE_RULES)).toEqual([]);
    const { arrivals } = await list();
    for (const [index, { bookingId }] of sales.entries()) {
      const arrival = arrivals.find((each) => each.bookingId === bookingId);
      // A cancelled booking is on no list; its tick, if it came first, stays recorded.
      expect(arrival?.again.length).toBe(index % 2 === 0 ? undefined : 1);
    }
  });

  it.each([
    ["too many at once", { sentAt: 1, ticks: Array.from({ length: 51 }, () => tick(randomUUID(), "B1")), undos: [] }],
    ["no id", { sentAt: 1, ticks: [{ ...tick("x", "B1") }], undos: [] }],
    ["no stall", { sentAt: 1, ticks: [{ ...tick(randomUUID(), "<b>") }], undos: [] }],
    ["a time that is none", { sentAt: 1, ticks: [{ ...tick(randomUUID(), "B1"), at: "noon" }], undos: [] }],
    ["a clock that is none", { sentAt: -1, ticks: [], undos: [] }],
    ["no list", { sentAt: 1, undos: [] }],
  ])("are refused with %s", async (_, body) => {
    expect(apiError(await asha.post(gate("ticks"), body))).toEqual([400, "invalid_request"]);
  });
});

it("a person's export has her arrivals, and her erasure takes them once the event is over", async () => {
  const email = "arriving@example.com";
  const { bookingId } = await test.sold("B22", { email });
  await send(asha, [tick(bookingId, "B22")]);
  const arrivals = async () => {
    const { body } = await operator.post("person/records", { contact: email });
    return (body["records"] as { kind: string; keptBecause?: string }[]).filter(({ kind }) => kind === "arrivals");
  };
  const erase = () => operator.post("person/erase", { contact: email, reason: "she asked for it" });
  expect(await arrivals()).toMatchObject([{ keptBecause: expect.stringContaining("once the event is over") }]);
  await erase();
  expect(await arrivals()).toHaveLength(1);
  await setDays(-3, -2);
  expect((await arrivals())[0]?.keptBecause).toBeUndefined();
  await erase();
  expect(await arrivals()).toEqual([]);
  expect(await mela.query("SELECT 1 FROM gate_ticks WHERE booking_id = $1", [bookingId])).toEqual([]);
});

describe("the dashboard", () => {
  it("counts who came and who did not, per day and hour, and exports it", async () => {
    const [came, missing] = [await test.sold("B20"), await test.sold("B21")];
    await send(asha, [tick(came.bookingId, "B20")]);
    const { body } = await operator.get(`events/${slug}/arrivals`);
    const rows = body["rows"] as { bookingId: string; noShow: boolean; arrivals: unknown[] }[];
    expect(rows.find(({ bookingId }) => bookingId === came.bookingId)).toMatchObject({
      ...{ noShow: false, arrivals: [{ day: indianDay(0), by: "asha" }] },
    });
    expect(rows.find(({ bookingId }) => bookingId === missing.bookingId)).toMatchObject({ noShow: true, arrivals: [] });
    expect(body).toMatchObject({ sold: rows.length, noShows: rows.filter(({ noShow }) => noShow).length });
    const days = body["days"] as { day: string; arrived: number; perHour: { arrived: number }[] }[];
    expect(days.map(({ day }) => day)).toEqual([-2, -1, 0, 1].map(indianDay));
    for (const { arrived, perHour } of days) expect(perHour.reduce((sum, hour) => sum + hour.arrived, 0)).toBe(arrived);
    const { payload } = await mela.app.inject({
      ...{ method: "GET", url: `/api/v1/mela/admin/events/${slug}/arrivals.csv` },
      headers: { cookie: operator.browser.cookie ?? "" },
    });
    expect(payload).toMatch(/^\uFEFFStall ID,Stall Type,Business Name,Full Name,Papers Missing,Arrived /);
    expect(payload).toMatch(/\nB20,Standard,Asha Weaves,Asha Rao,0,,,"?\d\d:\d\d IST, asha"?,,,/);
    expect(payload).toMatch(/\nB21,Standard,Asha Weaves,Asha Rao,0,,,,,yes,/);
    await setDays(3);
    expect((await operator.get(`events/${slug}/arrivals`)).body).toMatchObject({ noShows: 0 });
  });
});
