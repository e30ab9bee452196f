import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { MailedLinksService } from "../../src/mail/mailed-links.service.js";
import { StallMoveLifecycleService } from "../../src/moves/stall-move-lifecycle.service.js";
import { MyBookingModule } from "../../src/my-booking/my-booking.module.js";
import { BOOKING_RULES } from "../../src/verify/bookings.rules.js";
import { MONEY_RULES } from "../../src/verify/money.rules.js";
import { MOVE_RULES } from "../../src/verify/moves.rules.js";
import { apiError, codeOf, type TestVisitor } from "../bookings/mela.js";
import { OperatorTest, type TestAdministrator } from "../operator/operator.js";
import { brokenRules } from "../verify/broken-rules.js";

// Moves of sold bookings to stalls of any price, over HTTP, on PostgreSQL and the simulator (docs/decisions/0118). The workflow
// does nothing but call checkStallMove. Premium stalls (A) cost ₹36,000, the others (B) ₹27,000.

const CALLS = "/api/v1/mela/my-booking";
const test = await OperatorTest.open({ RATE_LIMITS: "off" }, [MyBookingModule]);
const { mela } = test;
const lifecycle = test.get(StallMoveLifecycleService);
const links = test.get(MailedLinksService);
let operator: TestAdministrator;
let slug = "";
afterAll(() => test.close());
afterEach(() => test.simulator.noFaults());

beforeAll(async () => {
  operator = await test.administrator("asha");
  ({ slug } = await mela.firstEvent());
});
beforeEach(async () => {
  const broken = await brokenRules(mela.db.database, [...MOVE_RULES, ...MONEY_RULES, ...BOOKING_RULES]);
  expect(broken).toEqual([]);
  await mela.query("DELETE FROM stall_move_settings");
});

const ask = (bookingId: string, toStallId: string, changes: Record<string, unknown> = {}) =>
  operator.post(`bookings/${bookingId}/stall-moves`, { toStallId, reason: "asked by phone", ...changes });
const quote = (bookingId: string, to: string) => operator.get(`stall-move-quotes/${bookingId}/${to}`);
const allow = () => operator.put(`events/${slug}/move-settings`, { byHolder: true, linkHours: 48 });

/** The browser of a holder who opened her mailed link. */
async function holder(bookingId: string): Promise<TestVisitor> {
  const visitor = mela.visitor();
  const token = (await links.url("booking", randomUUID(), bookingId)).split("#")[1];
  expect((await visitor.post(`${CALLS}/session`, { token })).status).toBe(200);
  return visitor;
}
const moveOf = async (bookingId: string) =>
  (
    await mela.query<{ id: string; state: string }>(
      "SELECT id, state FROM stall_moves WHERE booking_id = $1 ORDER BY asked_at DESC LIMIT 1",
      [bookingId],
    )
  )[0] ?? { id: "", state: "none" };
const ordersOf = (moveId: string) =>
  mela.column("SELECT order_id FROM orders WHERE move_id = $1 ORDER BY created_at", [moveId]);
const stallOf = (bookingId: string) =>
  mela.value("SELECT s.stall_id FROM bookings b JOIN stalls s USING (stall_key) WHERE b.id = $1", [bookingId]);
/** Starts to pay for the move of a booking. @returns its order */
async function pays(bookingId: string, visitor?: TestVisitor, language = "en"): Promise<string> {
  const { id } = await moveOf(bookingId);
  const by = visitor ?? (await holder(bookingId));
  const response = await by.post(`${CALLS}/moves/${id}/pay`, {}, { "accept-language": language });
  expect([response.status, response.body["code"]]).toEqual([200, undefined]);
  return String(response.body["orderId"]);
}
const endTime = (bookingId: string) =>
  mela.query(
    "UPDATE stall_moves SET until = now() - interval '1 second', pay_until = now() - interval '1 second' WHERE booking_id = $1 AND state = 'asked'",
    [bookingId],
  );
const endOrder = (orderId: string) =>
  mela.query("UPDATE orders SET provider_expires_at = clock_timestamp() - interval '31 seconds' WHERE order_id = $1", [
    orderId,
  ]);
/** Looks until the move comes to rest, as its workflow does. */
async function look(moveId: string) {
  let step = await lifecycle.checkStallMove(moveId);
  for (let looks = 1; step.state === "paying" && step.recheckInMs < 10_000 && looks < 20; looks += 1)
    step = await lifecycle.checkStallMove(moveId);
  return step;
}
const plan = async (...stalls: string[]) => Promise.all(stalls.map((stall) => test.publicStatus(stall)));
let general = 0;
let premium = 0;
/** Stalls of each kind that no other test uses; there are few premium ones, so one is taken only where it is read. */
const names = () => {
  general += 1;
  return {
    b: `B${general}`,
    get a() {
      premium += 1;
      return `A${premium}`;
    },
  };
};

describe("an operator moves a sold booking", () => {
  it("to a dearer stall: kept until the difference is paid, then hers with a debit note, and the first is free", async () => {
    const { a, b } = names();
    const { bookingId, orderId } = await test.sold(b);
    expect((await quote(bookingId, a)).body).toMatchObject({
      difference: 9_000,
      toPay: 9_000,
      refund: 0,
      linkHours: 48,
    });
    const asked = await ask(bookingId, a);
    expect(asked.body).toMatchObject({ state: "asked", fromStallId: b, toStallId: a, toPay: 9_000 });
    const move = await moveOf(bookingId);
    expect(await plan(b, a)).toEqual(["Sold", "Reserved"]);
    expect(await test.mail(bookingId, "move-asked")).toMatchObject({
      data: { fromStallId: b, stallId: a, amountPaise: 900_000 },
    });
    expect(await test.nudged("stall-move/")).toContain(`stall-move/${move.id}`);
    expect(await lifecycle.checkStallMove(move.id)).toMatchObject({ isOpen: true, state: "asked" });
    const paying = await pays(bookingId, undefined, "hi");
    const { order } = (await test.simulator.order(paying)) as unknown as { order: { order_meta: object } };
    expect(order.order_meta).toMatchObject({
      return_url: expect.stringContaining(`/hi/my-booking?order_id=${paying}`),
    });
    // A second press continues the same payment.
    expect(await pays(bookingId)).toBe(paying);
    await test.simulator.pay(paying);
    expect(await test.settle(paying, "webhook")).toBe("sold");
    expect([await stallOf(bookingId), (await moveOf(bookingId)).state]).toEqual([a, "moved"]);
    expect(await plan(b, a)).toEqual(["Available", "Sold"]);
    const [invoice] = await test.issued(orderId);
    expect(await test.issued(paying)).toMatchObject([{ kind: "debit_note", total: 900_000, of: invoice?.number }]);
    expect((await test.issued(paying))[0]?.number).toMatch(/^DBN\//);
    expect(await test.mail(bookingId, "booking-moved")).toMatchObject({
      data: { fromStallId: b, stallId: a, paidPaise: 900_000, isAnotherKind: true, byHolder: true },
    });
    expect(await look(move.id)).toMatchObject({ isOpen: false, state: "moved" });
    // Settled again by each other caller, nothing happens twice.
    expect(await test.settle(paying, "sweep")).toBe("sold");
    expect(await test.issued(paying)).toHaveLength(1);
    await test.renderInvoices(paying);
  });

  it("to a cheaper stall: at once, and the difference goes back with a credit note", async () => {
    const { a, b } = names();
    const { bookingId, orderId } = await test.sold(a);
    const { body } = await ask(bookingId, b);
    expect(body).toMatchObject({ state: "moved", difference: -9_000, toPay: 0, refund: 9_000 });
    expect([await stallOf(bookingId), ...(await plan(a, b))]).toEqual([b, "Available", "Sold"]);
    expect(await test.refundsOf(orderId)).toMatchObject([{ paise: 900_000, state: "requested", reason: "operator" }]);
    expect(await test.issued(orderId)).toMatchObject([{ kind: "invoice" }, { kind: "credit_note", total: 900_000 }]);
    expect(await test.mail(bookingId, "payment-refunded")).toMatchObject({ data: { why: "moved", stallId: b } });
    // While that refund runs, it moves nowhere.
    expect(apiError(await ask(bookingId, a))).toEqual([409, "refund_running"]);
  });

  it("without money if she says so, and to the same price at once", async () => {
    const { a, b } = names();
    const { bookingId } = await test.sold(b);
    expect((await ask(bookingId, a, { waived: true })).body).toMatchObject({
      state: "moved",
      difference: 9_000,
      toPay: 0,
    });
    expect((await ask(bookingId, b, { waived: true })).body).toMatchObject({ state: "moved", refund: 0 });
    expect((await ask(bookingId, names().b)).body).toMatchObject({ state: "moved", difference: 0 });
    expect((await test.audit(bookingId)).map(({ action }) => action)).toEqual(Array(3).fill("booking_moved"));
  });

  it("refuses in words what cannot move", async () => {
    const { a, b } = names();
    const { bookingId } = await test.sold(b);
    expect(codeOf(await ask(bookingId, b))).toBe("invalid_request");
    expect(codeOf(await ask(bookingId, "Z9"))).toMatch(/stall_not_found|invalid_request/);
    expect(codeOf(await ask(randomUUID(), a))).toBe("booking_not_found");
    expect(codeOf(await ask("x", a))).toBe("not_found");
    expect(codeOf(await ask(bookingId, a, { reason: "" }))).toBe("invalid_request");
    expect(codeOf(await operator.post(`bookings/${bookingId}/stall-moves`, { toStallId: a }))).toBe("invalid_request");
    const held = names().a;
    await mela.holder(held);
    expect(codeOf(await ask(bookingId, held))).toBe("stall_reserved");
    expect(codeOf(await ask(await test.onStall(held), a))).toBe("booking_not_sold");
    await operator.block(a);
    expect(codeOf(await ask(bookingId, a))).toBe("stall_blocked");
    const free = names().a;
    await ask(bookingId, free);
    for (const again of [ask(bookingId, names().a), operator.move(bookingId, names().b)])
      expect(codeOf(await again)).toBe("move_open");
    // A kept stall is not unblocked, sold or moved to by anyone else.
    expect(codeOf(await operator.unblock(free))).toBe("stall_kept");
    expect(codeOf(await operator.block(free))).toBe("stall_blocked");
    expect(codeOf(await operator.sellOffline(free))).toBe("stall_blocked");
    expect((await mela.visitor().reserve(free)).status).toBe(409);
    const { id } = await moveOf(bookingId);
    const withdraw = () =>
      operator.post(`bookings/${bookingId}/stall-moves/${id}/withdraw`, { reason: "changed her mind" });
    expect((await withdraw()).body).toMatchObject({ moves: [{ state: "withdrawn" }] });
    expect(codeOf(await withdraw())).toBe("move_over");
    expect(await plan(free)).toEqual(["Available"]);
    expect(await test.mail(bookingId, "move-over")).toMatchObject({ data: { why: "withdrawn" } });
  });

  it("refuses while the event is cancelled", async () => {
    const { a, b } = names();
    const { bookingId } = await test.sold(b);
    await mela.query("UPDATE events SET status = 'cancelled' WHERE slug = $1", [slug]);
    try {
      expect(codeOf(await ask(bookingId, a))).toBe("event_cancelled");
    } finally {
      await mela.query("UPDATE events SET status = 'published' WHERE slug = $1", [slug]);
    }
  });
});

describe("the time of a move", () => {
  it("ends: the stall is free, the booking stays, and money that still comes moves it if nobody has the stall", async () => {
    const { a, b } = names();
    const { bookingId } = await test.sold(b);
    await ask(bookingId, a);
    const { id } = await moveOf(bookingId);
    const orderId = await pays(bookingId);
    await endTime(bookingId);
    await endOrder(orderId);
    expect(await look(id)).toMatchObject({ isOpen: false, state: "lapsed" });
    expect(await plan(b, a)).toEqual(["Sold", "Available"]);
    expect(await test.mail(bookingId, "move-over")).toMatchObject({ data: { why: "lapsed", stallId: a } });
    expect(await test.nudged("late-payment/")).toContain(`late-payment/${orderId}`);
    await test.simulator.pay(orderId, { force: true });
    expect(await test.settle(orderId)).toBe("sold");
    expect([await stallOf(bookingId), ...(await plan(b, a))]).toEqual([a, "Available", "Sold"]);
  });

  it("ends: late money goes back whole if somebody has the stall", async () => {
    const { a, b } = names();
    const { bookingId } = await test.sold(b);
    await ask(bookingId, a);
    const { id } = await moveOf(bookingId);
    const orderId = await pays(bookingId);
    await endTime(bookingId);
    await endOrder(orderId);
    await look(id);
    await mela.holder(a);
    await test.simulator.pay(orderId, { force: true });
    expect(await test.settle(orderId)).toBe("refunding");
    expect(await test.refundsOf(orderId)).toMatchObject([{ paise: 900_000, reason: "late_payment" }]);
    expect([await stallOf(bookingId), await test.issued(orderId)]).toEqual([b, []]);
    expect(await test.mail(bookingId, "payment-refunded")).toMatchObject({ data: { why: "move_over" } });
  });

  it("does not end while it is being paid, and another payment can be started before it does", async () => {
    const { a, b } = names();
    const { bookingId } = await test.sold(b);
    await ask(bookingId, a);
    const { id } = await moveOf(bookingId);
    const first = await pays(bookingId);
    expect(await lifecycle.checkStallMove(id)).toMatchObject({ isOpen: true, state: "paying" });
    await mela.query("UPDATE stall_moves SET pay_until = now() - interval '1 second' WHERE id = $1", [id]);
    await endOrder(first);
    expect(await look(id)).toMatchObject({ isOpen: true, state: "asked" });
    const second = await pays(bookingId);
    expect(second).not.toBe(first);
    // Both are paid: the first one moves her, the other goes back.
    await test.simulator.pay(second);
    expect(await test.settle(second)).toBe("sold");
    await test.simulator.pay(first, { force: true });
    expect(await test.settle(first)).toBe("refunding");
    expect([await stallOf(bookingId), await ordersOf(id)]).toEqual([a, [first, second]]);
    expect(await test.refundsOf(first)).toMatchObject([{ paise: 900_000 }]);
  });

  it("is cut short by withdrawing: money that was under way goes back", async () => {
    const { a, b } = names();
    const { bookingId } = await test.sold(b);
    await ask(bookingId, a);
    const { id } = await moveOf(bookingId);
    const orderId = await pays(bookingId);
    await test.simulator.pay(orderId);
    await operator.post(`bookings/${bookingId}/stall-moves/${id}/withdraw`, { reason: "changed her mind" });
    expect(await test.settle(orderId)).toBe("refunding");
    expect([await stallOf(bookingId), ...(await plan(b, a))]).toEqual([b, "Sold", "Available"]);
    expect(await look(id)).toMatchObject({ isOpen: false, state: "withdrawn" });
  });
});

describe("the holder moves by herself", () => {
  it("only where the event lets her, and only to what is free", async () => {
    const { a, b } = names();
    const { bookingId } = await test.sold(b);
    const visitor = await holder(bookingId);
    expect((await visitor.get(`${CALLS}/moves`)).body).toMatchObject({ stallId: b, isOffered: false, stalls: [] });
    expect(codeOf(await visitor.post(`${CALLS}/moves`, { toStallId: a }))).toBe("moves_not_offered");
    expect((await allow()).body).toEqual({ byHolder: true, linkHours: 48 });
    const { body } = await visitor.get(`${CALLS}/moves`);
    expect(body).toMatchObject({ isOffered: true });
    const offered = body["stalls"] as { stallId: string }[];
    expect(offered.find(({ stallId }) => stallId === a)).toMatchObject({
      price: 36_000,
      toPay: 9_000,
      difference: 9_000,
    });
    expect(offered.map(({ stallId }) => stallId)).not.toContain(b);
    expect(codeOf(await mela.visitor().get(`${CALLS}/moves`))).toBe("booking_link_invalid");
    expect(codeOf(await visitor.post(`${CALLS}/moves`, { toStallId: a, seenDifference: 8_000 }))).toBe(
      "move_quote_changed",
    );
    expect(codeOf(await visitor.post(`${CALLS}/moves`, { toStallId: "a stall" }))).toBe("invalid_request");
  });

  it("at once to the same price, by a payment of ten minutes to a dearer one, and back with a refund", async () => {
    await allow();
    const { a, b } = names();
    const { b: other } = names();
    const { bookingId, orderId } = await test.sold(b);
    const visitor = await holder(bookingId);
    expect((await visitor.post(`${CALLS}/moves`, { toStallId: other, seenDifference: 0 })).body).toMatchObject({
      stallId: other,
      ended: [{ state: "moved", fromStallId: b, toStallId: other }],
    });
    const kept = await visitor.post(`${CALLS}/moves`, { toStallId: a, seenDifference: 9_000 });
    expect(kept.body).toMatchObject({ stallId: other, isOffered: false, open: { toStallId: a, toPay: 9_000 } });
    const { until = "" } = kept.body["open"] as { until?: string };
    expect(Date.parse(until) - Date.parse(String(kept.body["at"]))).toBeLessThanOrEqual(600_000);
    const paying = await pays(bookingId, visitor);
    await test.simulator.pay(paying);
    // Her page asks the provider itself when she returns.
    await test.resetRateLimit(paying);
    expect((await visitor.get(`${CALLS}/moves`)).body).toMatchObject({ stallId: a, ended: [{ state: "moved" }, {}] });
    expect((await visitor.get(CALLS)).body).toMatchObject({
      booking: { stallId: a },
      documents: [{ kind: "invoice" }, { kind: "debit_note", amount: 9_000 }],
    });
    const back = await visitor.post(`${CALLS}/moves`, { toStallId: b, seenDifference: -9_000 });
    expect(back.body).toMatchObject({ stallId: b });
    // What was paid for the move goes back first, against its debit note.
    expect([await test.refundsOf(orderId), await test.refundsOf(paying)]).toMatchObject([[], [{ paise: 900_000 }]]);
    expect(await test.issued(paying)).toMatchObject([{ kind: "debit_note" }, { kind: "credit_note", total: 900_000 }]);
    expect((await visitor.get(`${CALLS}/moves`)).body).toMatchObject({ isOffered: false });
  });

  it("can say no to what an operator has kept for her", async () => {
    const { a, b } = names();
    const { bookingId } = await test.sold(b);
    await ask(bookingId, a);
    const visitor = await holder(bookingId);
    const { id } = await moveOf(bookingId);
    expect((await visitor.get(`${CALLS}/moves`)).body).toMatchObject({ open: { id, askedBy: "operator" } });
    expect((await visitor.post(`${CALLS}/moves/${id}/withdraw`, {})).body).toMatchObject({
      stallId: b,
      ended: [{ id }],
    });
    expect(codeOf(await visitor.post(`${CALLS}/moves/${id}/pay`, {}))).toBe("move_over");
    expect(codeOf(await visitor.post(`${CALLS}/moves/${randomUUID()}/withdraw`, {}))).toBe("move_over");
  });

  it("by one of two at once: each stall has one of them", async () => {
    await allow();
    const [first, second] = [names(), names()];
    const sales = [await test.sold(first.b), await test.sold(second.b)];
    const browsers = await Promise.all(sales.map(({ bookingId }) => holder(bookingId)));
    const { b: same } = names();
    const moves = await Promise.all(browsers.map((each) => each.post(`${CALLS}/moves`, { toStallId: same })));
    expect(moves.map((response) => String(codeOf(response))).sort()).toEqual(["200", "stall_sold"]);
    // Two moves of one booking at once: one of them is made, or waits.
    const [{ bookingId } = { bookingId: "" }] = sales;
    const both = await Promise.all([ask(bookingId, first.a), ask(bookingId, second.a)]);
    expect(both.map(codeOf).sort()).toEqual(expect.arrayContaining(["move_open"]));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("swaps with nobody: crossing moves of two bookings end without a deadlock", async () => {
    const [first, second] = [names(), names()];
    const [one, two] = [await test.sold(first.b), await test.sold(second.b)];
    const crossed = await Promise.all([ask(one.bookingId, second.b), ask(two.bookingId, first.b)]);
    expect(crossed.map(codeOf)).toEqual(["stall_sold", "stall_sold"]);
  });
});

describe("cancelling after a move", () => {
  it("returns the money of both payments, each with its credit note", async () => {
    const { a, b } = names();
    const { bookingId, orderId } = await test.sold(b);
    await ask(bookingId, a);
    const paying = await pays(bookingId);
    await test.simulator.pay(paying);
    await test.settle(paying);
    const { body } = await operator.cancel(bookingId, "full");
    expect(body).toMatchObject({ stallId: a, refundAmount: 36_000, refund: "requested" });
    expect([await test.refundsOf(orderId), await test.refundsOf(paying)]).toMatchObject([
      [{ paise: 2_700_000 }],
      [{ paise: 900_000 }],
    ]);
    expect(await test.documents(orderId)).toEqual(["CRN", "INV"]);
    expect(await test.documents(paying)).toEqual(["CRN", "DBN"]);
    expect(await plan(a)).toEqual(["Available"]);
    // Settled again, the money of a cancelled move stays as the operator decided.
    expect(await test.settle(paying)).toBe("sold");
  });

  it("returns a part: of the move's payment first", async () => {
    const { a, b } = names();
    const { bookingId, orderId } = await test.sold(b);
    await ask(bookingId, a);
    const paying = await pays(bookingId);
    await test.simulator.pay(paying);
    await test.settle(paying);
    await operator.cancel(bookingId, "partial", 10_000);
    expect([await test.refundsOf(orderId), await test.refundsOf(paying)]).toMatchObject([
      [{ paise: 100_000 }],
      [{ paise: 900_000 }],
    ]);
  });

  it("withdraws a move that waits, and money that was under way goes back", async () => {
    const { a, b } = names();
    const { bookingId } = await test.sold(b);
    await ask(bookingId, a);
    const { id } = await moveOf(bookingId);
    const paying = await pays(bookingId);
    await test.simulator.pay(paying);
    await operator.cancel(bookingId, "full");
    expect(await test.nudged("stall-move/")).toContain(`stall-move/${id}`);
    expect(await test.settle(paying)).toBe("refunding");
    expect(await look(id)).toMatchObject({ isOpen: false, state: "withdrawn" });
    expect(await plan(a, b)).toEqual(["Available", "Available"]);
  });
});

it("leaves nothing that verify finds", async () => {
  expect(await brokenRules(mela.db.database, [...MOVE_RULES, ...MONEY_RULES, ...BOOKING_RULES])).toEqual([]);
});
