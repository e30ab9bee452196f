import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { monthOf } from "@sakhi/domain/gst/months";
import { gstinCheckDigit } from "@sakhi/domain/invoices/gstin";
import { istDate } from "@sakhi/domain/invoices/indian-dates";
import { AdminModule } from "../../src/admin/admin.module.js";
import { GstModule } from "../../src/gst/gst.module.js";
import { MailedLinksService } from "../../src/mail/mailed-links.service.js";
import { StallMoveLifecycleService } from "../../src/moves/stall-move-lifecycle.service.js";
import { MyBookingModule } from "../../src/my-booking/my-booking.module.js";
import { OpsModule } from "../../src/ops/ops.module.js";
import { PayoutsModule } from "../../src/payouts/payouts.module.js";
import { BOOKING_RULES } from "../../src/verify/bookings.rules.js";
import { MONEY_RULES } from "../../src/verify/money.rules.js";
import { MOVE_RULES } from "../../src/verify/moves.rules.js";
import { ADMIN } from "../admin/administration.js";
import { OperatorTest, type TestAdministrator } from "../operator/operator.js";
import { brokenRules } from "../verify/broken-rules.js";

// What a dearer move, a cheaper one, a cancelled booking after moves and a correction after a move are in every export and overview:
// each is compared with the sums of payments and refunds. Premium stalls (A) cost ₹36,000, the others (B) ₹27,000.

const GSTIN = `29ABCDE1234F1Z${gstinCheckDigit("29ABCDE1234F1Z")}`;
const CALLS = "/api/v1/mela/my-booking";
const test = await OperatorTest.open({ RATE_LIMITS: "off" }, [
  ...[AdminModule, GstModule, MyBookingModule, OpsModule, PayoutsModule],
]);
const { mela } = test;
let operator: TestAdministrator;
let slug = "";
afterAll(() => test.close());

const paise = (rupees: unknown): number => Math.round(Number(rupees ?? 0) * 100);
const ask = async (bookingId: string, toStallId: string) => {
  const asked = await operator.post(`bookings/${bookingId}/stall-moves`, { toStallId, reason: "asked by phone" });
  expect([toStallId, asked.status, asked.body["code"]]).toEqual([toStallId, 200, undefined]);
  return String(asked.body["moveId"]);
};
/** Begins to pay for a move, by the link in the holder's mail. @returns its order */
async function opens(bookingId: string, moveId: string): Promise<string> {
  const visitor = mela.visitor();
  const token = (await test.get(MailedLinksService).url("booking", randomUUID(), bookingId)).split("#")[1];
  expect((await visitor.post(`${CALLS}/session`, { token })).status).toBe(200);
  const { status, body } = await visitor.post(`${CALLS}/moves/${moveId}/pay`, {});
  expect([status, body["code"]]).toEqual([200, undefined]);
  return String(body["orderId"]);
}
/** Sells one stall and moves it to a dearer one, which is paid. */
async function dearer(from: string, to: string, changes: Record<string, unknown> = {}) {
  const sale = await test.sold(from, changes);
  const moveOrder = await opens(sale.bookingId, await ask(sale.bookingId, to));
  await test.simulator.pay(moveOrder);
  expect(await test.settle(moveOrder)).toBe("sold");
  return { ...sale, moveOrder };
}
/** The sum of the payments, or of the refunds that did not fail, of some bookings. */
const paid = (bookings?: readonly string[]) => sumOf("payments", "x.outcome = 'success'", bookings);
const refunded = (bookings?: readonly string[]) => sumOf("refunds", "x.state <> 'failed'", bookings);
const sumOf = async (table: string, which: string, bookings?: readonly string[]): Promise<number> =>
  (
    await mela.query<{ sum: number }>(
      `SELECT coalesce(sum(x.amount_paise), 0)::int AS sum FROM ${table} x JOIN orders o USING (order_id)
        WHERE ${which} AND ($1::uuid[] IS NULL OR o.subject_id = ANY ($1))`,
      [bookings ?? null],
    )
  )[0]?.sum ?? 0;

/** Bookings by what became of them. */
const of: Record<string, { readonly bookingId: string; readonly orderId: string; readonly moveOrder?: string }> = {};
beforeAll(async () => {
  operator = await test.administrator("asha");
  ({ slug } = await mela.firstEvent());
  of["plain"] = await test.sold("B1");
  of["dearer"] = await dearer("B2", "A2");
  of["with a coupon"] = await dearer("B3", "A3", { appliedCouponCode: "MELA10" });
  const cheaper = await test.sold("A4");
  of["cheaper"] = cheaper;
  await ask(cheaper.bookingId, "B4");
  const back = await dearer("B5", "A5");
  of["back again"] = back;
  await ask(back.bookingId, "B5");
  const partly = await dearer("B6", "A6");
  of["cancelled in part"] = partly;
  expect((await operator.cancel(partly.bookingId, "partial", 10_000)).status).toBe(200);
  const wholly = await dearer("B7", "A7");
  of["cancelled"] = wholly;
  expect((await operator.cancel(wholly.bookingId, "full")).status).toBe(200);
  // A move that lapsed: its money comes when somebody else has the stall, and goes back.
  const late = await test.sold("B8");
  const moveId = await ask(late.bookingId, "A8");
  of["late"] = { ...late, moveOrder: await opens(late.bookingId, moveId) };
  await mela.query(
    "UPDATE stall_moves SET until = now() - interval '1 second', pay_until = now() - interval '1 second' WHERE id = $1",
    [moveId],
  );
  await mela.query(
    "UPDATE orders SET provider_expires_at = clock_timestamp() - interval '31 seconds' WHERE move_id = $1",
    [moveId],
  );
  const lifecycle = test.get(StallMoveLifecycleService);
  for (let looks = 0; looks < 20 && (await lifecycle.checkStallMove(moveId)).isOpen; looks += 1);
  await mela.holder("A8");
  await test.simulator.pay(of["late"].moveOrder ?? "", { force: true });
  expect(await test.settle(of["late"].moveOrder ?? "")).toBe("refunding");
  for (const { bookingId } of Object.values(of)) {
    const ids = await mela.column(
      "SELECT refund_id FROM refunds JOIN orders USING (order_id) WHERE subject_id = $1 AND refunds.state = 'requested'",
      [bookingId],
    );
    for (const id of ids) await test.refundArrives(id);
  }
});

/** The accounts' file: its rows by column name, the totals last. */
async function accounts(): Promise<Record<string, string>[]> {
  const response = await mela.app.inject({
    method: "GET",
    url: `${ADMIN}/accounts.csv?event=${slug}`,
    headers: { cookie: operator.browser.cookie ?? "" },
  });
  expect(response.statusCode).toBe(200);
  const [names = [], ...rows] = response.payload
    .slice(1)
    .trimEnd()
    .split("\r\n")
    .map((line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = ""]) => cell).slice(0, -1));
  return rows.map((cells) => Object.fromEntries(names.map((column, index) => [column, cells[index] ?? ""])));
}
const inAll = (rows: readonly Record<string, string>[], column: string): number =>
  rows.reduce((total, row) => total + paise(row[column]), 0);

function corrects(): void {
  it("corrects the tax facts on the invoice and on the debit note, each by a credit note and a new document", async () => {
    const { bookingId, orderId, moveOrder } = await dearer("B9", "A9");
    of["corrected"] = { bookingId, orderId, moveOrder };
    const before = [await paid(), await refunded()];
    const [invoice] = await test.issued(orderId);
    const [note] = await test.issued(moveOrder);
    await test.renderInvoices(moveOrder);
    const stored = () => mela.query("SELECT content, md5(pdf) FROM invoices WHERE id = $1", [note?.id]);
    const unchanged = await stored();
    const { status, body } = await test.correct(operator, bookingId, {
      ...{ fullName: "Meera Iyer", gstNumber: GSTIN, gstAddress: "14 Church Street, Bengaluru" },
    });
    expect(status).toBe(200);
    const [, , newInvoice] = await test.issued(orderId);
    const [, credit, newNote, ...more] = await test.issued(moveOrder);
    expect(more).toEqual([]);
    expect(newInvoice).toMatchObject({ kind: "invoice", replaces: invoice?.number, place: "29" });
    expect(credit).toMatchObject({
      ...{ kind: "credit_note", of: note?.number, total: 900_000, recipient: note?.recipient, heads: note?.heads },
      reason: "The recipient's details were corrected; a new debit note is issued",
    });
    expect(newNote).toMatchObject({
      ...{ kind: "debit_note", replaces: note?.number, of: newInvoice?.number, total: 900_000, place: "29" },
      ...{ heads: newInvoice?.heads, description: note?.description },
      recipient: { name: "Meera Iyer", gstin: GSTIN },
    });
    expect(newNote?.number).toMatch(/^DBN\//);
    expect(body).toMatchObject({ invoiceNumber: newInvoice?.number, debitNoteNumbers: [newNote?.number] });
    expect([await paid(), await refunded()]).toEqual(before);
    expect((await test.audit(bookingId)).at(-1)?.after).toMatchObject({ debitNotes: newNote?.number });
    expect(await test.mail(bookingId, "registration-corrected")).toMatchObject({
      ...{ invoice: newInvoice?.number },
      data: { debitNoteNumber: newNote?.number },
    });
    // The former one stays as it is, and all can be downloaded.
    await test.renderInvoices(moveOrder);
    expect(await stored()).toEqual(unchanged);
    // The same again, with a change that is not on the documents: nothing is issued.
    await test.correct(operator, bookingId, { phoneNumber: "9811100091" });
    expect(await test.issued(moveOrder)).toHaveLength(3);
  });

  it("corrects what is left of a debit note after a refund, and nothing of one that is credited in full", async () => {
    const { bookingId, moveOrder } = await dearer("B10", "A10");
    of["corrected after a refund"] = { bookingId, orderId: "", moveOrder };
    // A stall for ₹30,000: ₹6,000 of the move's ₹9,000 go back.
    await mela.query("UPDATE stalls SET price_paise = 3000000 WHERE stall_id = 'B11'");
    await ask(bookingId, "B11");
    for (const { id } of await test.refundsOf(moveOrder)) await test.refundArrives(id);
    await test.correct(operator, bookingId, { fullName: "Meera Iyer" });
    expect((await test.issued(moveOrder)).map(({ kind, total }) => [kind, total])).toEqual([
      ["debit_note", 900_000],
      ["credit_note", 600_000],
      ["credit_note", 300_000],
      ["debit_note", 300_000],
    ]);
    // A refund credits the new one from now on.
    await ask(bookingId, "B12");
    const issued = await test.issued(moveOrder);
    expect(issued.at(-1)).toMatchObject({ kind: "credit_note", of: issued.at(-2)?.number, total: 300_000 });
    for (const { id, state } of await test.refundsOf(moveOrder))
      if (state === "requested") await test.refundArrives(id);
    const { body } = await test.correct(operator, bookingId, { fullName: "Meera Nair" });
    expect(body).not.toHaveProperty("debitNoteNumbers");
    expect(await test.issued(moveOrder)).toHaveLength(issued.length);
  });

  it("by two operators at once, corrects once", async () => {
    const { bookingId, moveOrder } = await dearer("B13", "A11");
    of["corrected twice"] = { bookingId, orderId: "", moveOrder };
    const { updatedAt: seenAt } = await test.registration(bookingId);
    const both = await Promise.all(
      [{ fullName: "Meera Iyer" }, { businessName: "Meera Pottery" }].map((each) =>
        test.correct(operator, bookingId, each, { seenAt }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await test.issued(moveOrder)).toHaveLength(3);
  });
}

describe("a correction after a move", corrects);

describe("the money after moves", () => {
  it("is the accounts' file: each debit note with its payment, and sums to the paisa", async () => {
    const rows = await accounts();
    const [total = {}] = rows.slice(-1);
    const lines = rows.slice(0, -1);
    for (const [column, sum] of [
      ["Amount Paid", await paid()],
      ["Amount Refunded", await refunded()],
    ] as const) {
      expect([column, paise(total[column])]).toEqual([column, sum]);
      expect([column, inAll(lines, column)]).toEqual([column, sum]);
    }
    // Documents are worth what was paid and not returned, but for the late money, which has none.
    expect(inAll(lines, "Invoice Value")).toBe((await paid()) - (await refunded()));
    const notes = lines.filter((line) => line["Document"] === "Debit note");
    expect(notes.length).toBeGreaterThan(4);
    const [first] = notes;
    const [invoice] = await test.issued(of["dearer"]?.orderId ?? "");
    expect(first).toMatchObject({
      ...{ "Against Invoice": invoice?.number, "Invoice Value": "9000.00", "Amount Paid": "9000.00", Sold: "Stall" },
      ...{ "Order ID": of["dearer"]?.moveOrder, Item: expect.stringContaining("instead of stall B2") },
    });
    const alone = lines.filter(({ Document }) => Document === "Payment without sale" || Document?.startsWith("Refund"));
    expect(alone.map((line) => line["Order ID"])).toEqual([of["late"]?.moveOrder, of["late"]?.moveOrder]);
    // A document's payment is named once, also if it was reissued.
    const references = lines.map((line) => line["Payment Reference"]).filter((reference) => reference !== "");
    expect(new Set(references).size).toBe(references.length);
  });

  it("is the money of all events", async () => {
    const { body } = await operator.get("money");
    const { total } = body as unknown as { total: Record<string, number> };
    expect([paise(total["sold"]), paise(total["refunded"])]).toEqual([await paid(), await refunded()]);
    expect(paise(total["net"])).toBe((await paid()) - (await refunded()));
    const { events } = body as unknown as { events: { curve: { revenue: number }[] }[] };
    const kept = Object.values(of).map(({ bookingId }) => bookingId);
    const sold = kept.filter((id) => ![of["cancelled"], of["cancelled in part"]].some((it) => it?.bookingId === id));
    expect(paise(events[0]?.curve.at(-1)?.revenue)).toBe((await paid(sold)) - (await refunded(sold)));
  });

  it("is the event's figures, the table and each booking", async () => {
    const net = async (id: string) => (await paid([id])) - (await refunded([id]));
    const list = await operator.browser.get(`/api/v1/mela/registrations?event=${slug}&limit=100`);
    expect(list.status).toBe(200);
    const shown = list.body as unknown as { id: string; netAmount: number }[];
    let sold = 0;
    for (const [what, { bookingId }] of Object.entries(of)) {
      const { body } = await operator.get(`bookings/${bookingId}`);
      expect([what, paise(body["netAmount"])]).toEqual([what, await net(bookingId)]);
      const row = shown.find(({ id }) => id === bookingId);
      expect([what, paise(row?.netAmount)]).toEqual([what, await net(bookingId)]);
      if (body["state"] === "sold") sold += await net(bookingId);
    }
    const dearerShown = (await operator.get(`bookings/${of["dearer"]?.bookingId ?? ""}`)).body;
    expect(dearerShown).toMatchObject({ amountDue: 27_000, movesAmount: 9_000, refundedAmount: 0, netAmount: 36_000 });
    const backShown = (await operator.get(`bookings/${of["back again"]?.bookingId ?? ""}`)).body;
    expect(backShown).toMatchObject({ movesAmount: 9_000, refundedAmount: 9_000, netAmount: 27_000 });
    const summary = (await operator.get(`summary?event=${slug}`)).body as unknown as {
      totalRevenue: number;
      keptFromCancelled: number;
      byType: { revenue: number }[];
    };
    expect(paise(summary.totalRevenue)).toBe(sold);
    expect(summary.byType.reduce((sum, { revenue }) => sum + paise(revenue), 0)).toBe(sold);
    expect(paise(summary.keptFromCancelled)).toBe(await net(of["cancelled in part"]?.bookingId ?? ""));
  });

  it("is the month's GST, debit notes added and credit notes deducted", async () => {
    const month = monthOf(istDate(new Date()));
    const { body } = await operator.get(`gst/months/${month}`);
    const pack = body as unknown as {
      sum: { total: number; taxable: number; igst: number; cgst: number; sgst: number };
      tables: { number: string; figures: { figure: string; total: number }[] }[];
      findings: { level: string; text: string }[];
    };
    const kept = (await paid()) - (await refunded());
    expect(paise(pack.sum.total)).toBe(kept);
    expect([pack.sum.taxable, pack.sum.igst, pack.sum.cgst, pack.sum.sgst].reduce((a, b) => a + paise(b), 0)).toBe(
      kept,
    );
    const documents = pack.tables.filter(({ number }) => number !== "12").flatMap(({ figures }) => figures);
    expect(documents.reduce((sum, { total }) => sum + paise(total), 0)).toBe(kept);
    expect(documents.map(({ figure }) => figure)).toContain(`cdnr/${GSTIN}`);
    expect(pack.findings.filter(({ level }) => level === "refused")).toEqual([]);
  });

  it("is what the provider pays out", async () => {
    // What is under way goes back only with the next payout.
    const unfinished = await mela.column("SELECT refund_id FROM refunds WHERE state IN ('requested', 'pending')");
    for (const id of unfinished) await test.refundArrives(id);
    const payout = await test.simulator.payout({ paidAt: Date.now(), feePaise: 500 });
    const read = await operator.post("payouts/read", {});
    expect([read.status, read.body["differences"], read.body["lines"]]).toEqual([200, 0, payout.lines.length]);
    const { body } = await operator.get("payouts/summary");
    const { accounts: rows } = body as unknown as { accounts: Record<string, number | string>[] };
    const event = rows.find(({ account }) => account === slug);
    expect([paise(event?.["received"]), paise(event?.["refunded"])]).toEqual([await paid(), await refunded()]);
    expect(rows.filter(({ account }) => account === "other").map(({ received }) => received)).toEqual([0]);
    expect(paise(rows.at(-1)?.["toCome"])).toBe(0);
  });

  it("leaves nothing that verify finds", async () => {
    expect(await brokenRules(mela.db.database, [...MOVE_RULES, ...MONEY_RULES, ...BOOKING_RULES])).toEqual([]);
  });
});
