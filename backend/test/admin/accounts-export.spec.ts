import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { AdminModule } from "../../src/admin/admin.module.js";
import type { TestVisitor } from "../bookings/mela.js";
import { OperatorTest, type TestAdministrator } from "../operator/operator.js";
import { ADMIN, logIn } from "./administration.js";

let test: OperatorTest;
let operator: TestAdministrator;
let viewer: TestVisitor;
beforeAll(async () => {
  test = await OperatorTest.open({}, [AdminModule]);
  operator = await test.administrator("asha");
  viewer = await logIn(test.mela, "lata", "viewer");

  await test.sold("B1");
  const coupon = await test.sold("B2", { appliedCouponCode: "MELA10", gstNumber: "27AAPFU0939F1ZV" });
  await test.sold("A1", { businessName: "=SUM(A1,A2)" });
  // A partial refund, a full refund, and a walk-in who pays in cash.
  const partly = await test.sold("B3");
  await operator.cancel(partly.bookingId, "partial", 10_000);
  const wholly = await test.sold("B4", { appliedCouponCode: "MELA10" });
  await operator.cancel(wholly.bookingId, "full");
  await operator.sellOffline("B5");
  // Two payments of one order; the second is refunded.
  const twice = await test.paying("B6");
  await test.simulator.pay(twice.orderId);
  await test.simulator.secondSuccess(twice.orderId);
  await test.settle(twice.orderId);
  // A listing's order, payment and invoice.
  await test.mela.query(
    `INSERT INTO orders (order_id, subject_type, subject_id, amount_paise, state)
     VALUES ('LIST1', 'application', gen_random_uuid(), 99900, 'paid')`,
  );
  await test.mela.query(
    `INSERT INTO payments (provider_payment_id, order_id, provider_status, outcome, amount_paise, currency, completed_at)
     VALUES ('pay-list-1', 'LIST1', 'SUCCESS', 'success', 99900, 'INR', now())`,
  );
  await test.mela.query("UPDATE orders SET sold_payment_id = 'pay-list-1' WHERE order_id = 'LIST1'");
  await test.mela.query(
    `INSERT INTO invoices (id, number, kind, order_id, issued_at, content)
     SELECT gen_random_uuid(), 'INV/26-27/999999', 'invoice', 'LIST1', clock_timestamp(),
            jsonb_set(jsonb_set(jsonb_set(content - 'booking', '{line,product}', '"listing"'), '{line,pricePaise}', '99900'),
              '{tax}', '{"totalPaise": 99900, "taxablePaise": 84661, "heads": [{"name": "IGST", "ratePercent": 18, "paise": 15239}]}')
              || '{"orderId": "LIST1", "application": {"applicationId": "x", "brandName": "@Loom", "purpose": "first"}}'
       FROM invoices WHERE order_id = $1 AND kind = 'invoice'`,
    [coupon.orderId],
  );
  // Unpaid registrations.
  await test.registered("B10", { businessName: "+91 Weaves" });
  await test.mela.expire("B10");
  expect((await test.mela.visitor().reserve("B10")).status).toBe(201);
  await test.released("B11", { appliedCouponCode: "MELA10" });
  // A late payment, refunded.
  const late = await test.released("B12");
  await test.mela.visitor().reserve("B12");
  await test.simulator.pay(late.orderId, { force: true });
  await test.refundLateMoney(late.orderId);
});
afterAll(() => test.close());

/** Downloads a file. @returns its rows, each keyed by column name */
async function download(name: string, query = "?event=all"): Promise<Record<string, string>[]> {
  const response = await test.mela.app.inject({
    method: "GET",
    url: `${ADMIN}/${name}.csv${query}`,
    headers: { cookie: viewer.cookie ?? "" },
  });
  expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
  const event = new URLSearchParams(query).get("event") ?? "";
  const of = event === "all" ? "all-events" : event;
  expect(response.headers["content-disposition"]).toMatch(
    new RegExp(
      `^attachment; filename="mela-${name}-${of}-${query.includes("from=") ? "2020-01" : "\\d{4}-\\d\\d-\\d\\d"}\\.csv"$`,
    ),
  );
  const text = response.rawPayload.toString("utf8");
  expect(text.startsWith("\uFEFF")).toBe(true);
  const [names = [], ...rows] = text
    .slice(1)
    .trimEnd()
    .split("\r\n")
    .map((line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = ""]) => cell).slice(0, -1));
  return rows.map((cells) => Object.fromEntries(names.map((column, index) => [column, cells[index] ?? ""])));
}

const paise = (cell: string | undefined): number => Math.round(Number(cell ?? "") * 100);
const sum = (rows: readonly Record<string, string>[], column: string): number =>
  rows.reduce((total, row) => total + paise(row[column]), 0);

describe("GET /admin/accounts.csv", () => {
  it("matches the database to the paisa, in the rows and in the total", async () => {
    const rows = await download("accounts");
    const total = rows.at(-1);
    const lines = rows.slice(0, -1);
    expect(total?.["Document"]).toBe("Total");
    const [stored] = await test.mela.query<Record<string, number>>(
      `WITH documents AS (
         SELECT CASE kind WHEN 'invoice' THEN 1 ELSE -1 END AS sign, content FROM invoices),
       heads AS (
         SELECT sign, h->>'name' AS name, (h->>'paise')::bigint AS paise
           FROM documents, jsonb_array_elements(content->'tax'->'heads') h)
       SELECT (SELECT sum(sign * (content->'tax'->>'totalPaise')::bigint) FROM documents)::int AS "Invoice Value",
              (SELECT sum(sign * (content->'tax'->>'taxablePaise')::bigint) FROM documents)::int AS "Taxable Value",
              (SELECT coalesce(sum(sign * paise) FILTER (WHERE name = 'CGST'), 0) FROM heads)::int AS "CGST",
              (SELECT coalesce(sum(sign * paise) FILTER (WHERE name IN ('SGST', 'UTGST')), 0) FROM heads)::int
                AS "SGST/UTGST",
              (SELECT coalesce(sum(sign * paise) FILTER (WHERE name = 'IGST'), 0) FROM heads)::int AS "IGST",
              (SELECT sum(amount_paise) FROM payments WHERE outcome = 'success')::int AS "Amount Paid",
              (SELECT sum(amount_paise) FROM refunds WHERE state <> 'failed')::int AS "Amount Refunded"`,
    );
    expect(Object.values(stored ?? {}).every((value) => value > 0)).toBe(true);
    for (const [column, value] of Object.entries(stored ?? {})) {
      expect([column, paise(total?.[column])]).toEqual([column, value]);
      expect([column, sum(lines, column)]).toEqual([column, value]);
    }
    // In every document, taxable value and taxes add up to the invoice value.
    for (const line of lines) {
      const heads = ["Taxable Value", "CGST", "SGST/UTGST", "IGST"].map((column) => paise(line[column]));
      expect(heads.reduce((a, b) => a + b, 0)).toBe(paise(line["Invoice Value"]));
    }
  });

  it("has every sale, credit note, duplicate payment and refund, with coupon, numbers and references", async () => {
    const lines = (await download("accounts")).slice(0, -1);
    const kinds = lines.map((line) => line["Document"]);
    const count = (kind: string) => kinds.filter((each) => each === kind).length;
    expect([count("Invoice"), count("Credit note")]).toEqual([8, 2]);
    expect([count("Payment without sale"), count("Refund without invoice")]).toEqual([2, 2]);
    const of = (item: string, document = "Invoice") =>
      lines.find(
        ({ Item: sold = "", Document }) => (sold === item || sold.includes(`Stall ${item} (`)) && Document === document,
      );
    // In the words of the document, the same for a sale and its reversal.
    const items = (document: string) =>
      lines.filter((line) => line["Document"] === document && line["Sold"] === "Stall");
    for (const { Item: sold } of [...items("Invoice"), ...items("Credit note")])
      expect(sold).toMatch(/Stall [A-Z]\d+ \((Standard|Premium)\) at the Mela/);
    expect(of("B2")).toMatchObject({
      Sold: "Stall",
      Coupon: "MELA10",
      "List Price": "27000.00",
      Discount: "2700.00",
      "Invoice Value": "24300.00",
      CGST: "1853.39",
      "SGST/UTGST": "1853.39",
      IGST: "0.00",
      "Amount Paid": "24300.00",
      GSTIN: "27AAPFU0939F1ZV",
      Number: expect.stringMatching(/^INV\//),
      Date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      "Payment Reference": expect.stringMatching(/./),
      "Payment Mode": expect.stringMatching(/./),
    });
    expect(of("B5")).toMatchObject({ "Amount Paid": "27000.00", "Payment Reference": "receipt 17" });
    const note = lines.find((line) => line["Document"] === "Credit note" && line["Invoice Value"] === "-24300.00");
    expect(note).toMatchObject({
      Number: expect.stringMatching(/^CRN\//),
      "Against Invoice": expect.stringMatching(/^INV\//),
      "Amount Refunded": "24300.00",
      "Refund Reference": expect.stringMatching(/./),
    });
    // Formulas are escaped.
    expect(of("A1")?.["Business"]).toContain("'=SUM(A1");
    expect(of("'@Loom")).toMatchObject({ Sold: "Listing", "Invoice Value": "999.00", IGST: "152.39" });
  });

  it("filters by day, rejects invalid dates, and requires a login", async () => {
    expect(await download("accounts", "?event=all&from=2020-01-01&to=2020-01-31")).toEqual([
      expect.objectContaining({ Document: "Total", "Invoice Value": "0.00" }),
    ]);
    const invalid = await viewer.get(`${ADMIN}/accounts.csv?from=yesterday`);
    expect([invalid.status, invalid.body["code"]]).toEqual([400, "invalid_request"]);
    expect((await test.mela.visitor().get(`${ADMIN}/accounts.csv`)).status).toBe(401);
    expect((await test.mela.visitor().get(`${ADMIN}/abandoned.csv`)).status).toBe(401);
  });
});

describe("GET /admin/abandoned.csv", () => {
  it("lists unpaid registrations, without paid or refunded ones", async () => {
    const rows = await download("abandoned");
    expect(rows.map((row) => [row["Tried to Buy"], row["Item"], row["Why"]]).toSorted()).toEqual([
      ["Stall", "B10", "hold_expired"],
      ["Stall", "B11", "payment_expired"],
    ]);
    expect(rows.find((row) => row["Item"] === "B10")).toMatchObject({
      "Business Name": "'+91 Weaves",
      "Amount Due": "27000.00",
    });
    expect(rows.find((row) => row["Item"] === "B11")).toMatchObject({ Coupon: "MELA10", "Amount Due": "24300.00" });
  });

  it("holds the stalls of one event, or of all with the listings, and says in each row which", async () => {
    const [event, id] = ["the-second-mela", await test.mela.addEvent("the-second-mela", "The Second Mela")];
    expect(id).toBeGreaterThan(0);
    const { mela } = test;
    const visitor = mela.visitor();
    visitor.event = event;
    await test.sold("B1", { email: "second@example.com" }, visitor);
    for (const name of ["accounts", "abandoned"]) {
      const of = async (which: string) => (await download(name, `?event=${which}`)).filter((row) => row["Order ID"]);
      const [all, first, second] = [await of("all"), await of((await mela.firstEvent()).slug), await of(event)];
      expect(new Set(first.map((row) => row["Event"]))).toEqual(new Set([expect.stringMatching(/^The Mela \d{4}$/)]));
      expect(new Set(second.map((row) => row["Event"]))).toEqual(
        new Set(name === "accounts" ? ["The Second Mela 2099"] : []),
      );
      const listings = all.filter((row) => row["Event"] === "");
      expect(listings.map((row) => row["Order ID"])).toEqual(name === "accounts" ? ["LIST1"] : []);
      expect(all).toHaveLength(first.length + second.length + listings.length);
    }
    const denied = await test.mela.visitor().get(`${ADMIN}/accounts.csv`);
    expect(denied.status).toBe(401);
    expect((await operator.get("accounts.csv")).body).toMatchObject({ statusCode: 400, code: "event_required" });
  });

  it("audits downloads of both files", async () => {
    const lines = await test.mela.query<{ action: string; administrator: string }>(
      "SELECT action, administrator FROM audit_log WHERE action LIKE '%_exported' ORDER BY id",
    );
    expect(new Set(lines.map(({ action }) => action))).toEqual(new Set(["accounts_exported", "abandoned_exported"]));
    expect(new Set(lines.map(({ administrator }) => administrator))).toEqual(new Set(["lata"]));
  });
});
