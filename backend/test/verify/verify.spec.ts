import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { rows, type Tx } from "../../src/platform/database/database.js";
import { DATABASE_RULES, RULES } from "../../src/verify/rules.js";
import { brokenRules } from "./broken-rules.js";
import { ListingTest } from "../listings/listing-app.js";

let test: ListingTest;
/** Ids of a healthy product, by the words the cases use. */
const ids: Record<string, string> = {};

/** One of everything: sales with and without coupons, offline, moved, cancelled, refunds, an offer, listings. */
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
  await test.lateMoneyBack(late);
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
  const soldLate = await test.released("B10");
  await test.simulator.pay(soldLate.orderId, { force: true });
  await test.settle(soldLate.orderId);
  const live = await test.paid();
  await admin.post(`listings/${live.applicationId}/approve`, {});
  const listing = await test.paid();
  const renamed = (await test.correctListing(admin, listing.applicationId, { brandName: "Meera Looms" })).body;
  Object.assign(ids, { application: live.applicationId, listingOrder: live.orderId });
  Object.assign(ids, { reissuedApplication: listing.applicationId, reissuedListing: listing.orderId });
  Object.assign(ids, { newListingInvoice: renamed["invoiceNumber"], listingCorrection: renamed["creditNoteNumber"] });
  const rejected = await test.paid();
  await admin.post(`listings/${rejected.applicationId}/reject`, { reason: "not a shop of ours" });
  // What jobs would have done.
  for (const id of await test.mela.column("SELECT DISTINCT order_id FROM invoices")) await test.renderInvoices(id);
  await test.mela.query("UPDATE mails SET state = 'sent', sent_at = clock_timestamp()");
  await test.mela.query("UPDATE outbox SET relayed_at = clock_timestamp()");
  const [found] = await test.mela.query<Record<string, string>>(
    `SELECT (SELECT number FROM invoices WHERE number LIKE 'INV/%/000003') AS third,
            (SELECT series || '/' || financial_year FROM invoice_counters WHERE series = 'CRN') AS credits,
            (SELECT number FROM invoices WHERE kind = 'invoice' AND order_id = $1) AS first,
            (SELECT id::text FROM mails LIMIT 1) AS mail`,
    [ids["order"]],
  );
  Object.assign(ids, found, { erased: `bookings ${ids["released"]}`, overdue: `bookings ${ids["registered"]}` });
});
afterAll(() => test.close());

async function held(stallId: string): Promise<string> {
  const answer = await test.mela.visitor().reserve(stallId);
  if (answer.status !== 201) throw new Error(`reserve ${stallId}: ${JSON.stringify(answer.body)}`);
  return test.onStall(stallId);
}

/** Money that came for a stall that somebody else holds by then. @returns its order */
async function paidLate(stallId: string): Promise<string> {
  const { orderId } = await test.released(stallId);
  await held(stallId);
  await test.simulator.pay(orderId, { force: true });
  return orderId;
}

/** Statements with `:name` for the ids of the healthy product. */
const filled = (sql: string): string =>
  sql.replaceAll(/:(\w+)\b(?!:)/g, (whole, name: string) => (name in ids ? `'${ids[name]}'` : whole));

/** What was planted: its SQL, and by rule the row that must be named. */
interface Planted {
  readonly what: string;
  readonly sql: string;
  readonly broken: readonly (readonly [rule: string, row: string])[];
}

/** Each begins with `-- what it is: rule names row, another-rule names row`. */
const PLANTED: readonly Planted[] = readFileSync(new URL("planted.sql", import.meta.url), "utf8")
  .split(/^-- /m)
  .slice(1)
  .map((text) => {
    const [, what = "", rules = "", sql = ""] = /^(.*): (.*)\n([^]*)$/.exec(text) ?? [];
    return { what, sql, broken: rules.split(", ").map((each) => each.split(" names ") as [string, string]) };
  });

/** What these rules find after a violation was planted, which is undone again. */
async function foundAfter({ sql, broken }: Planted): Promise<string[]> {
  const asked = DATABASE_RULES.filter(({ name }) => broken.some(([rule]) => rule === name));
  const undo = new Error("undo");
  let found: string[] = [];
  const work = async (tx: Tx): Promise<void> => {
    // Placed by hand as by a fault: no constraint of the tables may stand in the way.
    await tx.query("SET LOCAL session_replication_role = replica");
    await tx.query(filled(sql));
    const database = { query: <Row>(text: string, parameters?: unknown[]) => rows<Row>(tx, text, parameters) };
    found = await brokenRules(database, asked);
    throw undo;
  };
  await test.mela.db.source.transaction(work).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return found;
}

describe("the rules over a healthy product", () => {
  it("hold, one of each being there", async () => {
    expect(await brokenRules(test.mela.db.database, DATABASE_RULES)).toEqual([]);
  });

  it("have names of their own, and say what must hold and what to do", () => {
    const names = RULES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, description, resolution } of RULES) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(description).toMatch(/^[A-Z].*\.$/);
      expect(resolution).toMatch(/^[A-Z].*\.$/);
    }
  });

  it("have a planted violation each", () => {
    const planted = new Set(PLANTED.flatMap(({ broken }) => broken.map(([rule]) => rule)));
    expect([...planted].toSorted()).toEqual(DATABASE_RULES.map(({ name }) => name).toSorted());
  });
});

describe("a planted violation is found, and its row named", () => {
  it.each(PLANTED)("$what", async (planted) => {
    const found = await foundAfter(planted);
    for (const [rule, row] of planted.broken) {
      const named = row.startsWith(":") ? ids[row.slice(1)] : row;
      expect(named).toBeDefined();
      expect(found).toContainEqual(expect.stringMatching(new RegExp(`^${rule}: ${named}, `)));
    }
  });
});
