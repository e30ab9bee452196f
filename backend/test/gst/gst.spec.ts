import { read, utils } from "@e965/xlsx";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { monthOf, nextMonth } from "@sakhi/domain/gst/months";
import { gstinCheckDigit } from "@sakhi/domain/invoices/gstin";
import { istDate } from "@sakhi/domain/invoices/indian-dates";
import { gstr1Problems } from "@sakhi/testkit/gstr1-schema";
import { unzipSync } from "fflate";
import { AdminModule } from "../../src/admin/admin.module.js";
import { GstModule } from "../../src/gst/gst.module.js";
import { ADMIN, logIn } from "../admin/administration.js";
import type { TestVisitor } from "../bookings/mela.js";
import { OperatorTest, type TestAdministrator } from "../operator/operator.js";

const BUYER = `27ABCDE1234F1Z${gstinCheckDigit("27ABCDE1234F1Z")}`;
const THIS = monthOf(istDate(new Date()));
const LAST = nextMonth(THIS, -1);

interface Figure {
  readonly figure: string;
  readonly title: string;
  readonly documents: number;
  readonly taxable: number;
  readonly igst: number;
  readonly cgst: number;
  readonly sgst: number;
  readonly total: number;
}
interface Pack {
  readonly state: string;
  readonly gstin: string;
  readonly tables: readonly { readonly number: string; readonly figures: readonly Figure[] }[];
  readonly summary: readonly { readonly number: string; readonly figures: readonly Figure[] }[];
  readonly series: readonly { readonly from: string; readonly total: number; readonly cancelled: number }[];
  readonly sum: Figure;
  readonly findings: readonly { readonly level: string; readonly text: string; readonly numbers: readonly string[] }[];
  readonly fingerprint: string;
}

let test: OperatorTest;
let operator: TestAdministrator;
let viewer: TestVisitor;
beforeAll(async () => {
  test = await OperatorTest.open({}, [AdminModule, GstModule]);
  operator = await test.administrator("asha");
  viewer = await logIn(test.mela, "lata", "viewer");
  await test.mela.addEvent("the-second-mela", "The Second Mela");
  // Two Melas: registered and not, a part refund and a whole one, a correction of the recipient, a moved stall, money in cash.
  await test.sold("B1");
  await test.sold("B2", { gstNumber: BUYER });
  const partly = await test.sold("B3");
  await operator.cancel(partly.bookingId, "partial", 10_000);
  const wholly = await test.sold("B4", { gstNumber: BUYER });
  await operator.cancel(wholly.bookingId, "full");
  await operator.sellOffline("B5");
  const moved = await test.sold("B6");
  await operator.post(`bookings/${moved.bookingId}/move`, { toStallId: "B7", reason: "a pillar" });
  const corrected = await test.sold("B8", { gstNumber: "27AAPFU0939F1ZX" });
  expect((await test.correct(operator, corrected.bookingId, { gstNumber: BUYER })).status).toBe(200);
  const second = test.mela.visitor();
  second.event = "the-second-mela";
  await test.sold("B1", { email: "second@example.com" }, second);
  // A listing, outside of the seller's state.
  await test.mela.query(
    `INSERT INTO orders (order_id, subject_type, subject_id, amount_paise, state)
     VALUES ('LIST1', 'application', gen_random_uuid(), 99900, 'paid')`,
  );
  await test.mela.query(
    `INSERT INTO invoices (id, number, kind, order_id, issued_at, content)
     SELECT gen_random_uuid(), 'INV/' || split_part(number, '/', 2) || '/000020', 'invoice', 'LIST1', clock_timestamp(),
            jsonb_set(jsonb_set(content - 'booking', '{line}', '{"product": "listing", "description": "Listing of Loom", "sac": "998365", "pricePaise": 99900, "discountPaise": 0}'),
              '{tax}', '{"totalPaise": 99900, "taxablePaise": 84661, "heads": [{"name": "IGST", "ratePercent": 18, "paise": 15239}]}')
              || '{"orderId": "LIST1"}'
       FROM invoices WHERE number LIKE 'INV/%' ORDER BY number LIMIT 1`,
  );
});
afterAll(() => test.close());

const months = (rest = "") => `gst/months${rest}`;
const packOf = async (month: string): Promise<Pack> => {
  const { status, body } = await operator.get(months(`/${month}`));
  expect(status).toBe(200);
  return body as unknown as Pack;
};
const download = async (path: string): Promise<Buffer> => {
  const url = `${ADMIN}/${path}`;
  const response = await test.mela.app.inject({ method: "GET", url, headers: { cookie: viewer.cookie ?? "" } });
  expect(response.statusCode).toBe(200);
  return response.rawPayload;
};
/** Puts the documents of this month, or those of these numbers, on the last day of the month before. */
async function toLastMonth(numbers?: readonly string[]): Promise<void> {
  await test.mela.query("ALTER TABLE invoices DISABLE TRIGGER invoices_are_kept");
  await test.mela.query(
    `UPDATE invoices SET issued_at = ($1 || '-01')::date::timestamp AT TIME ZONE 'Asia/Kolkata' - interval '1 hour'
      WHERE $2::text[] IS NULL OR number = ANY ($2)`,
    [THIS, numbers ?? null],
  );
  await test.mela.query("ALTER TABLE invoices ENABLE TRIGGER invoices_are_kept");
}

describe("a month's GST", () => {
  it("matches the invoices and credit notes to the paisa, and every figure opens its documents", async () => {
    const pack = await packOf(THIS);
    const [stored] = await test.mela.query<{ total: number; taxable: number; count: number; heads: number }>(
      `SELECT sum(sign * (tax->>'totalPaise')::bigint)::int AS total, sum(sign * (tax->>'taxablePaise')::bigint)::int AS taxable,
              sum(sign * (SELECT sum((h->>'paise')::int) FROM jsonb_array_elements(tax->'heads') h))::int AS heads,
              count(*)::int AS count
         FROM (SELECT CASE kind WHEN 'invoice' THEN 1 ELSE -1 END AS sign, content->'tax' AS tax FROM invoices) documents`,
    );
    const paise = (rupees: number) => Math.round(rupees * 100);
    expect(stored?.total).toBeGreaterThan(0);
    const sums = ({ sum: of }: { sum: Figure }) => [of.total, of.taxable, of.igst + of.cgst + of.sgst].map(paise);
    expect(sums(pack)).toEqual([stored?.total, stored?.taxable, stored?.heads]);
    const documents = pack.tables.filter(({ number }) => number !== "12").flatMap(({ figures }) => figures);
    const hsn = pack.tables.find(({ number }) => number === "12")?.figures ?? [];
    const [taxed] = pack.summary.flatMap(({ figures }) => figures);
    for (const figures of [documents, hsn, taxed === undefined ? [] : [taxed]]) {
      const total = figures.reduce((all, { total: one }) => all + paise(one), 0);
      expect(total).toBe(stored?.total);
    }
    expect(documents.map(({ figure }) => figure)).toEqual(
      expect.arrayContaining([`b2b/${BUYER}`, `cdnr/${BUYER}`, expect.stringMatching(/^b2cs\/29:18$/)]),
    );
    for (const { figure, total, documents: count } of [...documents, ...hsn]) {
      const { status, body } = await operator.get(`gst/documents/${THIS}?figure=${encodeURIComponent(figure)}`);
      const rows = body as unknown as { total: number; invoiceId?: string; name: string }[];
      expect([figure, status, rows.length]).toEqual([figure, 200, count]);
      expect(rows.every(({ invoiceId, name }) => invoiceId !== undefined && name !== "")).toBe(true);
      if (!figure.startsWith("12/")) expect(paise(rows.reduce((all, row) => all + row.total, 0))).toBe(paise(total));
    }
    expect((await operator.get(`gst/documents/${THIS}`)).body).toHaveLength(stored?.count ?? 0);
    expect((await operator.get(`gst/documents/${THIS}?figure=b2b/none`)).status).toBe(404);
    // The number 20 was given to the listing by hand: those between were not issued.
    expect(pack.findings.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^No document has the \d+ numbers/),
    );
    expect(pack.findings.filter(({ level }) => level === "refused")).toEqual([]);
    expect(pack.series.map(({ total, cancelled }) => total - cancelled).reduce((a, b) => a + b, 0)).toBe(stored?.count);
  });

  it("is a JSON that the portal takes, a workbook with a sheet for each table, and a ZIP of all PDFs", async () => {
    const { gstin } = await packOf(THIS);
    const json: unknown = JSON.parse((await download(months(`/${THIS}/gstr1.json`))).toString("utf8"));
    expect(gstr1Problems(json)).toEqual([]);
    expect(json).toMatchObject({ gstin, fp: THIS.slice(5) + THIS.slice(0, 4) });
    // The validator refuses what is wrong.
    const wrong = { ...(json as object), fp: "132026" };
    expect(gstr1Problems(wrong)).toEqual([expect.stringContaining("/fp must match pattern")]);
    const book = read(await download(months(`/${THIS}/gst.xlsx`)));
    expect(book.SheetNames).toEqual([
      ...["b2b", "b2cl", "cdnr", "cdnur", "b2cs", "hsn(b2b)", "hsn(b2c)", "docs", "GSTR-3B"],
    ]);
    const b2b = utils.sheet_to_json<Record<string, unknown>>(book.Sheets["b2b"] ?? {});
    expect(b2b.map((row) => row["GSTIN/UIN of Recipient"])).toEqual([BUYER, BUYER, BUYER]);
    const files = unzipSync(await download(months(`/${THIS}/documents.zip`)));
    const [{ count } = { count: 0 }] = await test.mela.query<{ count: number }>("SELECT count(*)::int FROM invoices");
    expect(Object.keys(files)).toHaveLength(count);
    for (const [name, bytes] of Object.entries(files)) {
      expect(name).toMatch(/^(INV|CRN)-\d\d-\d\d-\d{6}\.pdf$/);
      expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe("%PDF-");
    }
  });

  it("is closed once it is over, by an operator who has seen it, in order; what comes later goes into the next", async () => {
    const { fingerprint } = await packOf(THIS);
    const close = (month: string, seen = fingerprint) =>
      operator.post(months(`/${month}/close`), { fingerprint: seen });
    const refused = async (answer: ReturnType<typeof close>) => (await answer).body["code"];
    expect(await refused(close(THIS))).toBe("gst_month_running");
    await toLastMonth();
    const before = await packOf(LAST);
    expect((await operator.get(months())).body).toMatchObject([
      { month: THIS, state: "running", documents: 0 },
      { month: LAST, state: "open", closable: true },
    ]);
    expect(await refused(close(LAST, "0".repeat(32)))).toBe("gst_month_changed");
    expect((await viewer.post(`${ADMIN}/${months(`/${LAST}/close`)}`, { fingerprint })).body["code"]).toBe(
      "operators_only",
    );
    expect((await close(LAST, before.fingerprint)).status).toBe(200);
    expect(await refused(close(LAST, before.fingerprint))).toBe("gst_month_out_of_order");
    // Sold now; a document of last month appears, and another is not what was filed.
    await test.sold("B20");
    const late = await test.sold("B21");
    const [{ number } = { number: "" }] = await test.mela.query<{ number: string }>(
      "SELECT number FROM invoices WHERE order_id = $1",
      [late.orderId],
    );
    await toLastMonth([number]);
    const [b2b] = await test.mela.query<{ number: string }>(
      "SELECT number FROM invoices WHERE content->'recipient'->>'gstin' = $1 AND kind = 'invoice' ORDER BY number LIMIT 1",
      [BUYER],
    );
    await test.mela.query("ALTER TABLE invoices DISABLE TRIGGER invoices_are_kept");
    await test.mela.query(
      `UPDATE invoices SET content = jsonb_set(content, '{tax}', '{"totalPaise": 1180000, "taxablePaise": 1000000, "heads":
         [{"name": "CGST", "ratePercent": 9, "paise": 90000}, {"name": "SGST", "ratePercent": 9, "paise": 90000}]}')
        WHERE number = $1`,
      [b2b?.number],
    );
    await test.mela.query("ALTER TABLE invoices ENABLE TRIGGER invoices_are_kept");
    expect(await packOf(LAST)).toMatchObject({
      state: "closed",
      tables: before.tables,
      fingerprint: expect.any(String),
    });
    const next = await packOf(THIS);
    expect(next.findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ text: expect.stringContaining("closed without it"), numbers: [number] }),
        expect.objectContaining({ text: expect.stringContaining("amended now"), numbers: [b2b?.number] }),
      ]),
    );
    const json: unknown = JSON.parse((await download(months(`/${THIS}/gstr1.json`))).toString("utf8"));
    expect(gstr1Problems(json)).toEqual([]);
    expect(json).toMatchObject({ b2ba: [{ ctin: BUYER, inv: [{ oinum: b2b?.number, val: 11_800 }] }] });
    // Opened again, the month is what its documents are.
    const reopened = await operator.post(months(`/${LAST}/reopen`), { reason: "not filed after all" });
    expect(reopened.status).toBe(200);
    expect((await packOf(LAST)).sum.total).not.toBe(before.sum.total);
    expect((await packOf(THIS)).findings.map(({ text }) => text)).not.toContainEqual(expect.stringContaining("closed"));
    const audit = await test.mela.query<{ action: string; subject_id: string }>(
      "SELECT action, subject_id FROM audit_log WHERE action LIKE 'gst%' ORDER BY id",
    );
    expect(new Set(audit.map(({ action }) => action))).toEqual(
      new Set(["gst_viewed", "gst_exported", "gst_month_closed", "gst_month_reopened"]),
    );
    expect(audit.find(({ action }) => action === "gst_month_closed")?.subject_id).toBe(`GST ${LAST}`);
  });

  it("knows no month before the first document, after this one, or that is none", async () => {
    for (const month of [nextMonth(THIS), "2019-01", "2026-13", "x"])
      expect([month, (await operator.get(months(`/${month}`))).status]).toEqual([month, 404]);
  });
});
