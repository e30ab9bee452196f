import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { MovePaymentsService } from "../../src/moves/move-payments.service.js";
import { rows, type Tx } from "../../src/platform/database/database.js";
import { DATABASE_RULES, RULES } from "../../src/verify/rules.js";
import { ListingTest } from "../listings/listing-app.js";
import type { TestAdministrator } from "../operator/operator.js";
import { brokenRules } from "./broken-rules.js";

let test: ListingTest;
/** Ids in a healthy product, by their names in planted.sql. */
const ids: Record<string, string> = {};

/** Creates one of each: sales with and without coupons, offline, moved, cancelled, refunds, an offer, listings. */
beforeAll(async () => {
  test = await ListingTest.open();
  const admin = await test.administrator("asha");
  const sold = await test.sold("B1", { appliedCouponCode: "ONCE50" });
  Object.assign(ids, { sold: sold.bookingId, order: sold.orderId, held: await held("B2") });
  const registered = await test.registered("B3", { appliedCouponCode: "SAKHI25" });
  const moved = await test.sold("B4");
  await admin.move(moved.bookingId, "B5");
  const cancelled = await test.sold("B6");
  await admin.cancel(cancelled.bookingId, "partial", 20_000);
  Object.assign(ids, { registered: await test.bookingOf(registered.orderId), moved: moved.bookingId });
  Object.assign(ids, { cancelled: cancelled.bookingId, cancelledOrder: cancelled.orderId });
  const reissued = await test.sold("B11", { appliedCouponCode: "SAKHI25" });
  const corrected = (await test.correct(admin, reissued.bookingId, { fullName: "Meera Iyer" })).body;
  Object.assign(ids, { reissued: reissued.bookingId, reissuedOrder: reissued.orderId });
  Object.assign(ids, { newInvoice: corrected["invoiceNumber"], correction: corrected["creditNoteNumber"] });
  await admin.sellOffline("B7");
  const late = await paidLate("B8");
  await test.refundLateMoney(late);
  const refund = (await test.refundsOf(late))[0]?.id ?? "";
  await test.refundArrives(refund);
  Object.assign(ids, {
    offline: await test.onStall("B7"),
    lateOrder: late,
    released: await test.bookingOf(late),
    refund,
  });
  ids["offerOrder"] = await paidLate("B9");
  await test.settle(ids["offerOrder"], "webhook");
  ids["offering"] = await test.bookingOf(ids["offerOrder"]);
  const soldLate = await test.released("B10");
  await test.simulator.pay(soldLate.orderId, { force: true });
  await test.settle(soldLate.orderId);
  // A part goes back, and the booking stays.
  await admin.post(`bookings/${await test.bookingOf(soldLate.orderId)}/refund`, {
    refundAmount: 1_000,
    reason: "no power on day one",
  });
  Object.assign(ids, await moves(admin));
  const live = await test.paid();
  await admin.post(`listings/${live.applicationId}/approve`, { noPictures: true });
  const listing = await test.paid();
  const renamed = (await test.correctListing(admin, listing.applicationId, { brandName: "Meera Looms" })).body;
  Object.assign(ids, { application: live.applicationId, listingOrder: live.orderId });
  Object.assign(ids, { reissuedApplication: listing.applicationId, reissuedListing: listing.orderId });
  Object.assign(ids, { newListingInvoice: renamed["invoiceNumber"], listingCorrection: renamed["creditNoteNumber"] });
  const rejected = await test.paid();
  await admin.post(`listings/${rejected.applicationId}/reject`, { reason: "not a shop of ours" });
  ids["rejected"] = rejected.applicationId;
  // Stands in for the jobs process.
  for (const id of await test.mela.column("SELECT DISTINCT order_id FROM invoices")) await test.renderInvoices(id);
  await test.mela.query("UPDATE mails SET state = 'sent', sent_at = clock_timestamp()");
  await test.mela.query("UPDATE outbox SET relayed_at = clock_timestamp()");
  const [found] = await test.mela.query<Record<string, string>>(
    `SELECT (SELECT number FROM invoices WHERE number LIKE 'INV/%/000003') AS third,
            (SELECT series || '/' || financial_year FROM invoice_counters WHERE series = 'CRN') AS credits,
            (SELECT number FROM invoices WHERE kind = 'invoice' AND order_id = $1) AS first,
            (SELECT id::text FROM mails LIMIT 1) AS mail,
            (SELECT slug FROM events ORDER BY id LIMIT 1) AS slug`,
    [ids["order"]],
  );
  Object.assign(ids, found, { erased: `bookings ${ids["released"]}`, overdue: `bookings ${ids["registered"]}` });
});
afterAll(() => test.close());

async function held(stallId: string): Promise<string> {
  const { status, body } = await test.mela.visitor().reserve(stallId);
  if (status !== 201) throw new Error(`reserve ${stallId}: ${JSON.stringify(body)}`);
  return test.onStall(stallId);
}

/** A move that was paid for, with its debit note, and one that waits. */
async function moves(admin: TestAdministrator): Promise<Record<string, string>> {
  const ask = async (bookingId: string, toStallId: string) => {
    const asked = await admin.post(`bookings/${bookingId}/stall-moves`, { toStallId, reason: "asked by phone" });
    return String(asked.body["moveId"]);
  };
  const paid = await test.sold("B20");
  const paidMove = await ask(paid.bookingId, "A9");
  const payment = { bookingId: paid.bookingId, moveId: paidMove, address: "192.0.2.1", language: "en" } as const;
  const { orderId } = await test.get(MovePaymentsService).initiate(payment);
  await test.simulator.pay(orderId);
  await test.settle(orderId);
  const [debitNote = ""] = await test.invoicesOf(orderId);
  return { paidMove, debitNote, openMove: await ask((await test.sold("B21")).bookingId, "A10") };
}

/** Pays late for a stall that another visitor holds by then. @returns the order's id */
async function paidLate(stallId: string): Promise<string> {
  const { orderId } = await test.released(stallId);
  await held(stallId);
  await test.simulator.pay(orderId, { force: true });
  return orderId;
}

/** Replaces `:name` by the id of that name. */
const filled = (sql: string): string =>
  sql.replaceAll(/:(\w+)\b(?!:)/g, (whole, name: string) => (name in ids ? `'${ids[name]}'` : whole));

/** A planted violation: its SQL, and the row that each broken rule must report. */
interface Planted {
  readonly description: string;
  readonly sql: string;
  readonly broken: readonly (readonly [rule: string, row: string])[];
}

/** Parsed from planted.sql. Each starts with `-- description: rule names row, another-rule names row`. */
const PLANTED: readonly Planted[] = readFileSync(new URL("planted.sql", import.meta.url), "utf8")
  .split(/^-- /m)
  .slice(1)
  .map((text) => {
    const [, description = "", rules = "", sql = ""] = /^(.*): (.*)\n([^]*)$/.exec(text) ?? [];
    return { description, sql, broken: rules.split(", ").map((each) => each.split(" names ") as [string, string]) };
  });

/** Plants a violation, runs its rules, and rolls back. */
async function foundAfter({ sql, broken }: Planted): Promise<string[]> {
  const rules = DATABASE_RULES.filter(({ name }) => broken.some(([rule]) => rule === name));
  const undo = new Error("undo");
  let found: string[] = [];
  const work = async (tx: Tx): Promise<void> => {
    // Disables triggers and foreign keys, which would prevent the violation.
    await tx.query("SET LOCAL session_replication_role = replica");
    await tx.query(filled(sql));
    const database = { query: <Row>(text: string, parameters?: unknown[]) => rows<Row>(tx, text, parameters) };
    found = await brokenRules(database, rules);
    throw undo;
  };
  await test.mela.db.source.transaction(work).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return found;
}

describe("DATABASE_RULES", () => {
  it("hold in a healthy product with one of each subject", async () => {
    expect(await brokenRules(test.mela.db.database, DATABASE_RULES)).toEqual([]);
  });

  it("have unique names, descriptions and resolutions", () => {
    const names = RULES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, description, resolution } of RULES) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(description).toMatch(/^[A-Z].*\.$/);
      expect(resolution).toMatch(/^[A-Z].*\.$/);
    }
  });

  it("each have a planted violation", () => {
    const planted = new Set(PLANTED.flatMap(({ broken }) => broken.map(([rule]) => rule)));
    expect([...planted].toSorted()).toEqual(DATABASE_RULES.map(({ name }) => name).toSorted());
  });
});

describe("DATABASE_RULES report the row of a violation:", () => {
  it.each(PLANTED)("$description", async (planted) => {
    const found = await foundAfter(planted);
    for (const [rule, row] of planted.broken) {
      const named = row.startsWith(":") ? ids[row.slice(1)] : row;
      expect(named).toBeDefined();
      expect(found).toContainEqual(expect.stringMatching(new RegExp(`^${rule}: ${named}, `)));
    }
  });
});
