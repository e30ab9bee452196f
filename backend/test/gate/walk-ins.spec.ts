import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { MAX_OPEN_WALK_INS } from "@sakhi/domain/bookings/walk-in.rules";
import { GateModule } from "../../src/gate/gate.module.js";
import { BOOKING_RULES } from "../../src/verify/bookings.rules.js";
import { GATE_RULES } from "../../src/verify/gate.rules.js";
import { MONEY_RULES } from "../../src/verify/money.rules.js";
import { logIn } from "../admin/administration.js";
import { apiError, codeOf, type TestResponse, type TestVisitor } from "../bookings/mela.js";
import { OperatorTest, type TestAdministrator } from "../operator/operator.js";
import { brokenRules } from "../verify/broken-rules.js";

// Free stalls that are sold at the gate by a UPI QR code, over HTTP, on PostgreSQL and the payment simulator (docs/decisions/0133).

const test = await OperatorTest.open({ RATE_LIMITS: "off" }, [GateModule]);
const { mela } = test;
afterAll(() => test.close());
afterEach(() => test.simulator.noFaults());

let slug: string;
let operator: TestAdministrator;
let asha: TestVisitor;
let stalls = 0;
/** A stall that no other test uses. */
const nextStall = (): string => {
  stalls += 1;
  return `B${stalls}`;
};

const path = (rest = "", of = slug): string => `/api/v1/mela/gate/${of}/walk-ins${rest}`;
let people = 0;
/** Of somebody else each time: late money of who has bought another stall buys no second one. */
const form = (stallId: string, changes: Record<string, unknown> = {}) => ({
  ...{ stallId, fullName: "Meera Iyer", email: "meera@example.com" },
  phoneNumber: `98111${String((people += 1)).padStart(5, "0")}`,
  ...{ businessName: "Meera Pottery", pincode: "560001" },
  ...changes,
});
const start = (stallId: string, by = asha, changes: Record<string, unknown> = {}) =>
  by.post(path(), form(stallId, changes));
const read = (id: string, by = asha) => by.get(path(`/${id}`));
const cancel = (id: string, by = asha) => by.post(path(`/${id}/cancel`), {});
const idOf = ({ body }: TestResponse): string => String(body["bookingId"]);
const orderOf = async (id: string): Promise<string> =>
  String(await mela.value("SELECT order_id FROM bookings WHERE id = $1", [id]));
/** A sale whose code is shown. */
async function started(stallId: string, by = asha): Promise<{ readonly id: string; readonly orderId: string }> {
  const response = await start(stallId, by);
  expect([response.status, response.body["state"]]).toEqual([201, "paying"]);
  const id = idOf(response);
  return { id, orderId: await orderOf(id) };
}
/** Ends what is open, so that nobody's sales are too many for the next test. */
async function endAll(): Promise<void> {
  const open = await mela.query<{ id: string; order_id: string }>(
    "SELECT b.id, b.order_id FROM walk_ins w JOIN bookings b ON b.id = w.booking_id WHERE b.state IN ('registered', 'paying')",
  );
  for (const { id, order_id: orderId } of open) {
    await cancel(id);
    await test.simulator.finishPending(orderId, "dropped").catch(() => undefined);
    await test.expiredPayments.closeExpiredPayment(id).catch(() => undefined);
  }
}

beforeAll(async () => {
  slug = (await mela.firstEvent()).slug;
  operator = await test.administrator("omana");
  const [{ id } = { id: 0 }] = await mela.query<{ id: number }>("SELECT id FROM events WHERE slug = $1", [slug]);
  asha = await logIn(mela, "asha", "gate", id);
});
beforeEach(async () => {
  await endAll();
  expect(await brokenRules(mela.db.database, [...BOOKING_RULES, ...GATE_RULES, ...MONEY_RULES])).toEqual([]);
});

describe("a sale at the gate", () => {
  it("is an ordinary hold and payment: code, money, settlement, invoice and ticket", async () => {
    const stall = nextStall();
    const before = (await asha.get(path())).body as { stalls: { stallId: string }[] };
    expect(before.stalls.map(({ stallId }) => stallId)).toContain(stall);
    const response = await start(stall);
    expect(response.body).toMatchObject({
      ...{ stallId: stall, brand: "Meera Pottery", amount: 27_000, by: "asha", state: "paying" },
      qr: expect.stringMatching(/^data:image\/png;base64,/),
    });
    const minutes = (Date.parse(String(response.body["payUntil"])) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(8);
    expect(minutes).toBeLessThanOrEqual(10.1);
    expect(await test.publicStatus(stall)).toBe("Reserved");
    const id = idOf(response);
    const orderId = await orderOf(id);
    // Without how she is reached.
    expect(JSON.stringify([response.body, (await asha.get(path())).body])).not.toMatch(/meera@|98111\d{5}|Iyer/);
    await test.simulator.pay(orderId);
    expect((await read(id)).body).toMatchObject({ state: "sold" });
    expect((await read(id)).body).not.toHaveProperty("qr");
    expect(await test.publicStatus(stall)).toBe("Sold");
    expect(await test.documents(orderId)).toEqual(["INV"]);
    const history = await mela.query<{ kind: string; actor: string }>(
      "SELECT kind, actor FROM booking_events WHERE booking_id = $1 ORDER BY id",
      [id],
    );
    expect(history.slice(0, 2)).toEqual([
      { kind: "reserved", actor: "operator" },
      { kind: "registered", actor: "operator" },
    ]);
    expect(history.map(({ kind }) => kind)).toContain("sold");
    expect(
      await mela.query(
        "SELECT administrator, action, after->>'stallId' AS stall FROM audit_log WHERE subject_id = $1 ORDER BY id",
        [id],
      ),
    ).toEqual([{ administrator: "asha", action: "walk_in_started", stall }]);
  });

  it("is of people who may sell at this gate only", async () => {
    const stall = nextStall();
    const viewer = await test.administrator("lata", "viewer");
    expect(apiError(await viewer.browser.get(path()))).toEqual([403, "operators_only"]);
    expect(apiError(await start(stall, mela.visitor()))).toEqual([401, "not_authenticated"]);
    expect(apiError(await asha.get(path("", "another-mela")))).toEqual([403, "other_gate"]);
    expect((await start(stall, operator.browser)).status).toBe(201);
    expect(apiError(await read(randomUUID()))).toEqual([404, "booking_not_found"]);
    expect(apiError(await read("no-id"))).toEqual([404, "booking_not_found"]);
    // Somebody else's booking is none of the gate's.
    const other = await test.paying(nextStall());
    expect(apiError(await cancel(await test.bookingOf(other.orderId)))).toEqual([404, "booking_not_found"]);
  });

  it.each([
    ["no stall of the event", { stallId: "Z99" }, 404, "stall_not_found"],
    ["no name", { fullName: "" }, 400, "invalid_request"],
    ["no e-mail address, to which ticket and invoice go", { email: "meera" }, 400, "invalid_request"],
    ["a phone number that is none", { phoneNumber: "12345" }, 400, "invalid_request"],
  ])("is refused with %s, and keeps nothing", async (_, changes, status, code) => {
    const stall = nextStall();
    expect(apiError(await start(stall, asha, changes))).toEqual([status, code]);
    expect(await test.publicStatus(stall)).toBe("Available");
  });

  it("is refused once the event is over, though not while its sales are closed", async () => {
    const stall = nextStall();
    const [{ days } = { days: [] }] = await mela.query<{ days: object[] }>("SELECT days FROM events WHERE slug = $1", [
      slug,
    ]);
    const setDays = (given: object[]) =>
      mela.query("UPDATE events SET days = $1 WHERE slug = $2", [JSON.stringify(given), slug]);
    try {
      await setDays([{ date: "2026-01-10", opens: "10:00", closes: "20:00" }]);
      expect(codeOf(await start(stall))).toBe("event_over");
    } finally {
      await setDays(days);
    }
    await mela.query("UPDATE events SET sales_close_at = now() - interval '1 hour' WHERE slug = $1", [slug]);
    try {
      expect((await start(stall)).status).toBe(201);
    } finally {
      await mela.query("UPDATE events SET sales_close_at = now() + interval '9 days' WHERE slug = $1", [slug]);
    }
  });
});

describe("limits", () => {
  it(`of ${MAX_OPEN_WALK_INS} sales of one account that wait for their payment, also on two phones at once`, async () => {
    const names = Array.from({ length: MAX_OPEN_WALK_INS + 2 }, nextStall);
    const responses = await Promise.all(names.map((stall) => start(stall)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(MAX_OPEN_WALK_INS);
    expect(new Set(responses.filter(({ status }) => status !== 201).map(codeOf))).toEqual(
      new Set(["too_many_walk_ins"]),
    );
    // Another account's are hers.
    expect((await start(nextStall(), operator.browser)).status).toBe(201);
    // A sale that has ended makes room.
    const [first] = responses.filter(({ status }) => status === 201);
    const orderId = await orderOf(idOf(first!));
    await test.simulator.pay(orderId);
    expect(await test.settle(orderId)).toBe("sold");
    expect((await start(nextStall())).status).toBe(201);
  });

  it("does not count a repeated call twice: the same key is the same sale", async () => {
    const stall = nextStall();
    const payload = form(stall);
    const send = () =>
      mela.app.inject({
        ...{ method: "POST", url: path(), payload },
        headers: { cookie: asha.cookie ?? "", origin: mela.config.publicUrl, "idempotency-key": "a".repeat(32) },
      });
    const [one, two] = [await send(), await send()];
    expect([one.statusCode, two.statusCode]).toEqual([201, 201]);
    expect(two.json<{ bookingId: string }>().bookingId).toBe(one.json<{ bookingId: string }>().bookingId);
  });
});

describe("a race", () => {
  it("with a visitor who reserves the same stall: one of them has it", async () => {
    for (let round = 0; round < 3; round += 1) {
      const stall = nextStall();
      const [gate, visitor] = await Promise.all([start(stall), mela.visitor().reserve(stall)]);
      const won = [gate.status === 201, visitor.status === 201];
      expect(won.filter(Boolean)).toHaveLength(1);
      if (gate.status !== 201) expect(codeOf(gate)).toBe("stall_reserved");
      else expect(codeOf(visitor)).toBe("stall_reserved");
      expect(
        await mela.value(
          "SELECT count(*)::text FROM bookings b JOIN stalls s USING (stall_key) WHERE s.stall_id = $1 AND b.state <> 'released'",
          [stall],
        ),
      ).toBe("1");
      await endAll();
    }
  });

  it("with an operator who sells it for cash", async () => {
    const stall = nextStall();
    const [gate, desk] = await Promise.all([start(stall), operator.sellOffline(stall)]);
    expect([gate.status, desk.status].filter((status) => status === 201)).toHaveLength(1);
  });

  it("with her payment: a sale that is cancelled in the same moment is hers, or free, and never both", async () => {
    const { id, orderId } = await started(nextStall());
    await Promise.all([test.simulator.pay(orderId), cancel(id)]);
    await test.simulator.finishPending(orderId, "dropped").catch(() => undefined);
    await test.settle(orderId);
    expect((await read(id)).body["state"]).toBe("sold");
  });
});

describe("the phone is gone", () => {
  it("closes the page: the code is found again, and her payment counts", async () => {
    const { id, orderId } = await started(nextStall());
    const { sales } = (await asha.get(path())).body as { sales: { bookingId: string; state: string }[] };
    expect(sales[0]).toMatchObject({ bookingId: id, state: "paying" });
    expect((await read(id)).body).toHaveProperty("qr");
    await test.simulator.pay(orderId);
    // Nobody polls: the webhook, the workflow or the sweep settle it.
    expect(await test.settle(orderId, "sweep")).toBe("sold");
  });

  it("and the money arrives when the stall is free again: it is hers if nobody took it", async () => {
    const stall = nextStall();
    const { id, orderId } = await started(stall);
    await cancel(id);
    expect((await read(id)).body).toMatchObject({ state: "ending" });
    await test.simulator.finishPending(orderId, "dropped");
    await test.endWindow({ orderId, stallId: stall, amount: 27_000, visitor: asha });
    await test.expiredPayments.closeExpiredPayment(id);
    expect((await read(id)).body).toMatchObject({ state: "free" });
    expect(await test.publicStatus(stall)).toBe("Available");
    await test.simulator.pay(orderId, { force: true });
    expect(await test.settle(orderId, "webhook")).toBe("sold");
    expect((await read(id)).body).toMatchObject({ state: "sold" });
  });

  it("and when somebody else has the stall: it is said, and the one settlement decides", async () => {
    const stall = nextStall();
    const { id, orderId } = await started(stall);
    await cancel(id);
    await test.simulator.finishPending(orderId, "dropped");
    await test.endWindow({ orderId, stallId: stall, amount: 27_000, visitor: asha });
    await test.expiredPayments.closeExpiredPayment(id);
    expect((await mela.visitor().reserve(stall)).status).toBe(201);
    await test.simulator.pay(orderId, { force: true });
    await test.refundLateMoney(orderId);
    expect((await read(id)).body).toMatchObject({ state: "late" });
  });
});

describe("the provider", () => {
  it("does not answer: the stall is kept for her, and the payment is started by a second try", async () => {
    const stall = nextStall();
    await test.simulator.fault("createOrder", "error500", { times: null });
    const response = await start(stall);
    expect(response.status).toBe(201);
    expect(["unopened", "paying"]).toContain(response.body["state"]);
    expect(response.body).not.toHaveProperty("qr");
    expect(await test.publicStatus(stall)).toBe("Reserved");
    await test.simulator.noFaults();
    const again = await asha.post(path(`/${idOf(response)}/pay`), {});
    expect(again.body).toMatchObject({ state: "paying", qr: expect.any(String) });
  });

  it("gives no code: the order is open, and the code is asked for again", async () => {
    await test.simulator.fault("payOrder", "refuse");
    const response = await start(nextStall());
    expect(response.body).toMatchObject({ state: "paying" });
    expect(response.body).not.toHaveProperty("qr");
    expect((await asha.post(path(`/${idOf(response)}/pay`), {})).body).toHaveProperty("qr");
  });

  it("refuses what was typed: the stall is free again at once", async () => {
    const stall = nextStall();
    await test.simulator.fault("createOrder", "refuse");
    expect(codeOf(await start(stall))).toBe("order_refused");
    expect(await test.publicStatus(stall)).toBe("Available");
  });
});
