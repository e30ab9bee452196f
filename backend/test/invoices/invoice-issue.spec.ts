import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { INVOICE_SERIES, financialYear } from "@sakhi/domain/invoices/invoice-number";
import { EventFactsService } from "../../src/events/event-facts.service.js";
import type { InvoiceRequest } from "../../src/invoices/invoice.content.js";
import { InvoicesService } from "../../src/invoices/invoices.service.js";
import type { Tx } from "../../src/platform/database/database.js";
import { Outbox } from "../../src/platform/outbox/outbox.js";
import { createTestDatabase, emptyTables } from "../support/database.js";
import { invoiceRequest, invoiceSettings } from "./invoice-facts.js";
import { insertPaidOrder } from "./invoice-orders.js";

const db = await createTestDatabase();
const invoices = new InvoicesService(invoiceSettings(), db.database, new Outbox(), new EventFactsService(db.database));
afterAll(async () => db.close());
beforeEach(() => emptyTables(db.source, "invoice_counters"));

class Abandoned extends Error {}

const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.database.transaction(work);

async function sell(orderId: string, changes: Partial<InvoiceRequest> = {}): Promise<string> {
  await insertPaidOrder(db.source, orderId);
  return (await inTx((tx) => invoices.issue(tx, invoiceRequest({ orderId, ...changes })))).number;
}

/** A column of the only invoice. */
const only = async <T = string>(column: "id" | "content" | "pdf"): Promise<T> => {
  const [row, ...more] = await db.database.query<Record<string, T>>(`SELECT ${column} FROM invoices`);
  expect(more).toEqual([]);
  return row?.[column] as T;
};
const issuedOf = (kind: string) =>
  db.database.query<{ readonly number: string; readonly issued_at: Date }>(
    "SELECT number, issued_at FROM invoices WHERE kind = $1 ORDER BY issued_at, number",
    [kind],
  );
const numbers = async (kind = "invoice"): Promise<string[]> => (await issuedOf(kind)).map(({ number }) => number);
/** The expected numbers, from 1 in each financial year: a test may run across midnight of 31 March. */
async function expected(kind: "invoice" | "credit_note", count: number): Promise<string[]> {
  const issued = await issuedOf(kind);
  expect(issued).toHaveLength(count);
  const given = new Map<string, number>();
  return issued.map((row) => {
    const year = financialYear(row.issued_at);
    const next = (given.get(year) ?? 0) + 1;
    given.set(year, next);
    return `${INVOICE_SERIES[kind]}/${year}/${String(next).padStart(6, "0")}`;
  });
}

describe("invoice numbers", () => {
  it("have no gaps or duplicates when 40 concurrent sales run and every third rolls back", async () => {
    const attempts = Array.from({ length: 40 }, async (_, index) => {
      const orderId = `MELA17640000000${String(index).padStart(2, "0")}abcd`;
      await insertPaidOrder(db.source, orderId);
      return inTx(async (tx) => {
        const issued = await invoices.issue(tx, invoiceRequest({ orderId }));
        if (index % 3 === 0) throw new Abandoned();
        return issued;
      });
    });
    const outcomes = await Promise.allSettled(attempts);
    const failures = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(failures).toHaveLength(14);
    expect(failures.every((failure) => failure.reason instanceof Abandoned)).toBe(true);
    expect(await numbers()).toEqual(await expected("invoice", 26));
    // Numbers and dates have the same order.
    const byNumber = await db.database.query<{ issued_at: Date }>("SELECT issued_at FROM invoices ORDER BY number");
    const times = byNumber.map((row) => row.issued_at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it("are issued once per order, even for concurrent requests", async () => {
    const orderId = "MELA1764000000001abcd";
    await insertPaidOrder(db.source, orderId);
    const requests = Array.from({ length: 10 }, () => inTx((tx) => invoices.issue(tx, invoiceRequest({ orderId }))));
    const issued = await Promise.all(requests);
    expect(new Set(issued.map((one) => one.invoiceId)).size).toBe(1);
    expect(await numbers()).toEqual(await expected("invoice", 1));
    const jobs = await db.database.query<{ payload: unknown }>("SELECT payload FROM outbox");
    expect(jobs.map((job) => job.payload)).toEqual([
      {
        queue: "invoices",
        jobId: `invoice-${issued[0]?.invoiceId}`,
        data: { invoiceId: issued[0]?.invoiceId, bookingId: invoiceRequest().booking?.bookingId },
      },
    ]);
  });

  it("start at 1 in each financial year", async () => {
    await db.source.query("INSERT INTO invoice_counters VALUES ('INV', '25-26', 41)");
    const sold = await sell("MELA1764000000001abcd");
    expect([sold]).toEqual(await expected("invoice", 1));
    expect(sold).toMatch(/\/000001$/);
  });
});

describe("InvoicesService", () => {
  it("freezes the content of an invoice", async () => {
    await sell("MELA1764000000001abcd");
    const content = await invoices.content(await only("id"));
    const [number] = await expected("invoice", 1);
    expect(content).toMatchObject({
      version: 1,
      number,
      placeOfSupply: { code: "29", name: "Karnataka" },
      reverseCharge: false,
      line: { sac: "998596", pricePaise: 2_700_000, discountPaise: 270_000 },
      tax: { totalPaise: 2_430_000, taxablePaise: 2_059_322, heads: [{ name: "IGST", paise: 370_678 }] },
      totalInWords: "Rupees Twenty-Four Thousand Three Hundred Only",
      booking: { stallId: "B12" },
    });
  });

  it("invoices a listing with its own SAC, the seller's state and no event", async () => {
    await sell("LIST1", { product: "listing", eventId: undefined, booking: undefined });
    const content = await only<object>("content");
    expect(content).toMatchObject({ line: { sac: "998365" }, placeOfSupply: { code: "27" } });
    expect(content).not.toHaveProperty("event");
  });

  it("rejects an invoice whose price less discount is not the total", async () => {
    await expect(sell("MELA1764000000001abcd", { totalPaise: 1 })).rejects.toThrow(RangeError);
    expect(await numbers()).toEqual([]);
  });

  it("renders an invoice once, returns the same bytes on later calls, and rejects an unknown id", async () => {
    await sell("MELA1764000000001abcd");
    const id = await only("id");
    const all = await Promise.all([invoices.pdf(id), invoices.pdf(id), invoices.pdf(id)]);
    expect(all.every((pdf) => pdf.bytes.equals(all[0].bytes))).toBe(true);
    const [number] = await expected("invoice", 1);
    expect(all[0].filename).toBe(`${number?.replaceAll("/", "-")}.pdf`);
    expect((await only<Buffer>("pdf")).equals(all[0].bytes)).toBe(true);
    await expect(invoices.pdf("6f9f2c1e-4f64-4a38-9a2e-0d6c1a52f0ff")).rejects.toThrow("There is no invoice");
  });

  it("requeues an invoice without a PDF every quarter of an hour", async () => {
    await sell("MELA1764000000001abcd");
    expect(await invoices.requeueUnrendered()).toBe(0);
    await db.source.query("ALTER TABLE invoices DISABLE TRIGGER invoices_are_kept");
    const issued = (ago: string) =>
      db.source.query("UPDATE invoices SET issued_at = clock_timestamp() - $1::interval", [ago]);
    await issued("2 minutes");
    expect(await invoices.requeueUnrendered()).toBe(0);
    await issued("16 minutes");
    expect(await invoices.requeueUnrendered()).toBe(1);
    expect(await invoices.requeueUnrendered()).toBe(0);
    const jobs = await db.database.query<{ id: string }>("SELECT payload->>'jobId' AS id FROM outbox");
    expect(new Set(jobs.map((job) => job.id)).size).toBe(2);
  });

  it("requeues one of a minute ago after a restore, whose queue may be lost", async () => {
    await sell("MELA1764000000001abcd");
    await db.source.query("ALTER TABLE invoices DISABLE TRIGGER invoices_are_kept");
    await db.source.query("UPDATE invoices SET issued_at = clock_timestamp() - interval '2 minutes'");
    expect(await invoices.requeueUnrendered(60)).toBe(1);
  });
});

describe("credit notes", () => {
  const orderId = "MELA1764000000001abcd";
  const credit = (refundId: string, amountPaise: number) =>
    inTx((tx) => invoices.issueCreditNote(tx, { orderId, refundId, amountPaise, reason: "Refund." }));

  it("have their own series, are issued once per refund, and add up exactly to the invoice", async () => {
    await sell(orderId, { recipient: { ...invoiceRequest().recipient, gstNumber: "27AAPFU0939F1ZV" } });
    await Promise.all([credit("r1", 1_000_000), credit("r1", 1_000_000), credit("r2", 777_777)]);
    await credit("r3", 652_223);
    expect(await numbers("credit_note")).toEqual(await expected("credit_note", 3));
    const [sums] = await db.database.query<{ total: string; taxable: string; cgst: string }>(
      `SELECT sum((content->'tax'->>'totalPaise')::bigint) AS total,
              sum((content->'tax'->>'taxablePaise')::bigint) AS taxable,
              sum((content->'tax'->'heads'->0->>'paise')::bigint) AS cgst
       FROM invoices WHERE kind = 'credit_note'`,
    );
    expect(sums).toEqual({ total: "2430000", taxable: "2059322", cgst: "185339" });
    await expect(credit("r4", 1)).rejects.toThrow(RangeError);
    expect(await numbers("credit_note")).toEqual(await expected("credit_note", 3));
  });

  it("are not issued for an order without an invoice", async () => {
    await insertPaidOrder(db.source, orderId);
    expect(await credit("r1", 100)).toBeUndefined();
  });
});
