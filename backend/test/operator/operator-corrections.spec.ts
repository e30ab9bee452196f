import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "@jest/globals";
import { until } from "@sakhi/testkit/until";
import { MailedLinksService } from "../../src/mail/mailed-links.service.js";
import { PaymentProvider } from "../../src/payments/provider/payment-provider.js";
import { MONEY_RULES } from "../../src/verify/money.rules.js";
import { apiError } from "../bookings/mela.js";
import { brokenRules } from "../verify/broken-rules.js";
import { OperatorTest } from "./operator.js";

/** A valid GSTIN of Maharashtra, the seller's state; the event is in another one. */
const GSTIN = "27AAGCR4375J1ZY";

const test = await OperatorTest.open();
const operator = await test.administrator("asha");
afterAll(() => test.close());

const mailsOf = (bookingId: string) =>
  test.mela.query<{ template: string; to: string; invoice: string | null; note: string | null; data: unknown }>(
    `SELECT template, to_address AS to, i.number AS invoice, n.number AS note, data
       FROM mails m LEFT JOIN invoices i ON i.id = m.invoice_id LEFT JOIN invoices n ON n.id = m.credit_note_id
      WHERE m.booking_id = $1 ORDER BY m.created_at, template`,
    [bookingId],
  );
/** Refunds on the provider's own pages. */
async function refundElsewhere(orderId: string, amountPaise: number): Promise<void> {
  const provider = test.mela.app.get<PaymentProvider>(PaymentProvider, { strict: false });
  const refundId = `pages_${randomUUID().slice(0, 8)}`;
  await provider.refund({ orderId, refundId, amountPaise }, randomUUID());
  await until(`refund ${refundId} at the provider`, async () => {
    const seen = await provider.readRefunds(orderId);
    return seen.kind === "done" && seen.value.some(({ status }) => status === "SUCCESS");
  });
}
const brokenMoneyRules = (): Promise<string[]> => brokenRules(test.mela.db.database, MONEY_RULES);
/** Total of an order's invoices less its credit notes. */
const netTotal = async (orderId: string): Promise<number> =>
  (await test.issued(orderId)).reduce((sum, { kind, total }) => sum + (kind === "invoice" ? total : -total), 0);

describe("POST bookings/:id/correct", () => {
  it("changes every field; changed tax facts replace the invoice", async () => {
    const taxFacts = {
      ...{ fullName: "Meera Iyer", businessName: "Meera Pottery", gstNumber: GSTIN, pincode: "560002" },
      gstAddress: "14 Church Street, Bengaluru",
    };
    const changes = { ...taxFacts, email: "meera@example.com", phoneNumber: "9811100099" };
    const sale = await test.sold("B20");
    const [invoice] = await test.issued(sale.orderId);
    const response = await test.correct(operator, sale.bookingId, changes);
    expect(response.body["changed"]).toEqual(expect.arrayContaining(Object.keys(changes)));
    expect(await test.registration(sale.bookingId)).toMatchObject(changes);
    const [, note, renewed, ...more] = await test.issued(sale.orderId);
    expect(more).toEqual([]);
    const { total, recipient, heads } = invoice!;
    expect(note).toMatchObject({ kind: "credit_note", of: invoice?.number, total, recipient, heads });
    expect(renewed).toMatchObject({ kind: "invoice", replaces: invoice?.number, total });
    for (const value of Object.values(taxFacts)) expect(JSON.stringify(renewed?.recipient)).toContain(value);
    expect(response.body).toMatchObject({
      ...{ bookingId: sale.bookingId, stallId: "B20" },
      ...{ invoiceNumber: renewed?.number, creditNoteNumber: note?.number },
    });
    expect(await test.refundsOf(sale.orderId)).toEqual([]);
  });

  it("issues no documents for fields that are not on the invoice", async () => {
    const sale = await test.sold("B21");
    const changes = { email: "meera@example.com", phoneNumber: "9811100098" };
    const response = await test.correct(operator, sale.bookingId, changes);
    const changed = expect.arrayContaining(Object.keys(changes));
    expect(response.body).toEqual({ bookingId: sale.bookingId, stallId: "B21", changed });
    expect(await test.registration(sale.bookingId)).toMatchObject(changes);
    expect(await test.issued(sale.orderId)).toHaveLength(1);
  });

  it.each(["registered", "paying"] as const)(
    "while %s, changes the registration and issues no documents",
    async (state) => {
      const stallId = state === "paying" ? "B31" : "B30";
      const { orderId } = await test[state](stallId);
      const bookingId = await test.bookingOf(orderId);
      const response = await test.correct(operator, bookingId, { fullName: "Meera Iyer", gstNumber: GSTIN });
      expect(response.body).toEqual({ bookingId, stallId, changed: ["fullName", "gstNumber"] });
      expect(await test.issued(orderId)).toEqual([]);
      expect(await test.mail(bookingId, "registration-corrected")).toMatchObject({
        invoice: null,
        data: { name: "reader", sold: false, changed: "name and GST number" },
      });
      if (state !== "paying") return;
      // A later sale is invoiced with the corrected details.
      await test.simulator.pay(orderId);
      await test.settle(orderId);
      const [invoice] = await test.issued(orderId);
      expect(invoice?.recipient).toMatchObject({ name: "Meera Iyer", gstin: GSTIN });
    },
  );

  it("records the changed fields without values in history and audit log, and mails both documents", async () => {
    const sale = await test.sold("B32", { email: "wrong@example.com" });
    await test.renderInvoices(sale.orderId);
    const [old] = await test.issued(sale.orderId);
    const stored = () => test.mela.query("SELECT content, md5(pdf) FROM invoices WHERE id = $1", [old?.id]);
    const before = await stored();
    const links = test.get(MailedLinksService);
    const confirmation = randomUUID();
    await links.url("booking", confirmation, sale.bookingId);
    expect(await links.open("booking", links.token(confirmation))).toMatchObject({ subjectId: sale.bookingId });
    const changes = { fullName: "Meera Iyer", email: "meera@example.com" };
    const response = await test.correct(operator, sale.bookingId, changes, { reason: "a typing error" });
    const { invoiceNumber: invoice, creditNoteNumber: note } = response.body;
    expect((await test.mela.eventLog("B32")).slice(-3)).toEqual([
      "corrected by operator (name and email address)",
      `credit_note_issued by system (${String(note)})`,
      `invoice_issued by system (${String(invoice)})`,
    ]);
    expect(await test.audit(sale.bookingId)).toEqual([
      {
        ...{ administrator: "asha", action: "registration_corrected", subjectType: "booking" },
        ...{ reason: "a typing error", before: { invoice: old?.number } },
        after: { fields: "fullName email", invoice, creditNote: note },
      },
    ]);
    const mails = await mailsOf(sale.bookingId);
    expect(mails.slice(-2)).toMatchObject([
      { template: "registration-corrected", to: "meera@example.com", invoice, note },
      { template: "address-changed", to: "wrong@example.com", invoice: null, note: null },
    ]);
    // The address may be a stranger's: no name, no stall, no order.
    expect(mails.at(-1)?.data).toEqual({ name: "" });
    // Links are revoked and queued mails redirected.
    expect(await links.open("booking", links.token(confirmation))).toBeUndefined();
    expect(await test.mail(sale.bookingId, "booking-confirmed")).toMatchObject({ to: "meera@example.com" });
    expect(await test.lastSignal(sale.bookingId)).toMatchObject({ evenIfCompleted: true });
    // Rendering the new documents sends no other confirmation and does not change the former invoice.
    await test.renderInvoices(sale.orderId);
    expect(await mailsOf(sale.bookingId)).toHaveLength(mails.length);
    expect(await stored()).toEqual(before);
  });

  it("appears on the payer's page, with the new invoice if there is one", async () => {
    const sale = await test.sold("B49");
    await test.correct(operator, sale.bookingId, { phoneNumber: "9811100077" });
    const { invoiceNumber } = (await test.correct(operator, sale.bookingId, { fullName: "Meera Iyer" })).body;
    const link = (await test.get(MailedLinksService).url("booking", randomUUID(), sale.bookingId)).split("#")[1]!;
    const response = await test.mela.visitor().post("/api/v1/mela/my-booking/session", { token: link });
    const lines = (response.body["timeline"] as Record<string, unknown>[]).filter(({ kind }) => kind === "corrected");
    const at = expect.any(String);
    expect(lines).toEqual([
      { kind: "corrected", at },
      { kind: "corrected", at, invoiceNumber },
    ]);
  });

  it("sends a pending confirmation to the corrected address only", async () => {
    const sale = await test.sold("B33", { email: "wrong@example.com" });
    const changes = { fullName: "Meera Iyer", email: "meera@example.com" };
    const { invoiceNumber: invoice } = (await test.correct(operator, sale.bookingId, changes)).body;
    await test.renderInvoices(sale.orderId);
    const confirmed = (await mailsOf(sale.bookingId)).filter(({ template }) => template === "booking-confirmed");
    expect(confirmed).toMatchObject([{ to: "meera@example.com", invoice }]);
  });

  it("updates tax, place of supply and the current stall on the new invoice", async () => {
    const sale = await test.sold("B34");
    await operator.move(sale.bookingId, "B35");
    await test.correct(operator, sale.bookingId, { gstNumber: GSTIN });
    const [old, , renewed] = await test.issued(sale.orderId);
    expect(old).toMatchObject({ place: "29", heads: ["IGST"] });
    expect(renewed).toMatchObject({ place: "27", heads: ["CGST", "SGST"], total: old?.total });
    expect(renewed?.description).toBe(old?.description.replace("B34", "B35"));
    // Without a GST number, the place of supply is the event's state again.
    await test.correct(operator, sale.bookingId, { gstNumber: undefined });
    const last = (await test.issued(sale.orderId)).at(-1);
    expect(last).toMatchObject({ place: old?.place, heads: old?.heads, replaces: renewed?.number });
  });

  it("rejects invalid fields, a missing reason, and bookings that cannot be corrected", async () => {
    const sale = await test.sold("B37");
    const wrong = { fullName: "M", pincode: "56", gstNumber: "29" };
    expect(await test.correct(operator, sale.bookingId, wrong, { reason: "" })).toMatchObject({
      status: 400,
      body: {
        fields: {
          fullName: ["Full name is required"],
          pincode: ["Pincode must be exactly 6 digits"],
          gstNumber: ["GST Number must be exactly 15 characters if provided"],
          reason: ["Please say why, in at least 3 characters"],
        },
      },
    });
    expect(apiError(await test.correct(operator, sale.bookingId, {}))).toEqual([409, "nothing_to_correct"]);
    await test.mela.visitor().reserve("B38");
    const { updatedAt: seenAt, ...form } = await test.registration(sale.bookingId);
    const path = `bookings/${await test.onStall("B38")}/correct`;
    const held = await operator.post(path, { ...form, seenAt, reason: "asked by phone" });
    expect(apiError(held)).toEqual([409, "booking_not_registered"]);
    await operator.cancel(sale.bookingId, "none");
    const ended = await test.correct(operator, sale.bookingId, { fullName: "Meera" });
    expect(apiError(ended)).toEqual([409, "booking_ended"]);
    expect(await test.issued(sale.orderId)).toHaveLength(1);
  });

  it.each([
    ["two operators", "B39", { businessName: "Meera Pottery" }, "booking_changed"],
    ["a double click", "B40", { fullName: "Meera Iyer" }, "nothing_to_correct"],
  ])("by %s concurrently applies one change and rejects the other", async (_who, stallId, other, loses) => {
    const sale = await test.sold(stallId);
    const { updatedAt: seenAt } = await test.registration(sale.bookingId);
    const responses = await Promise.all(
      [{ fullName: "Meera Iyer" }, other].map((each) => test.correct(operator, sale.bookingId, each, { seenAt })),
    );
    expect(responses.map(apiError).toSorted()).toEqual([
      [200, undefined],
      [409, loses],
    ]);
    expect(await test.issued(sale.orderId)).toHaveLength(3);
    expect(await test.audit(sale.bookingId)).toHaveLength(1);
    const templates = (await mailsOf(sale.bookingId)).map(({ template }) => template);
    expect(templates.filter((template) => template === "registration-corrected")).toHaveLength(1);
  });
});

describe("after a correction", () => {
  it("a cancellation credits the new invoice", async () => {
    const sale = await test.sold("B41", { appliedCouponCode: "SAKHI25" });
    const corrected = await test.correct(operator, sale.bookingId, { fullName: "Meera Iyer" });
    const response = await operator.cancel(sale.bookingId, "partial", 10_000.25);
    const note = (await test.issued(sale.orderId)).at(-1);
    expect(note).toMatchObject({
      kind: "credit_note",
      number: response.body["creditNoteNumber"],
      of: corrected.body["invoiceNumber"],
      total: 1_000_025,
    });
    expect(note?.recipient).toMatchObject({ name: "Meera Iyer" });
  });

  it("an earlier refund stays credited, and the new invoice is for the remainder", async () => {
    const sale = await test.sold("B42");
    await refundElsewhere(sale.orderId, 500_000);
    await test.settle(sale.orderId, "operator");
    const corrected = await test.correct(operator, sale.bookingId, { fullName: "Meera Iyer" });
    const totals = (await test.issued(sale.orderId)).map(({ kind, total }) => [kind, total]);
    expect(totals).toEqual([
      ["invoice", 2_700_000],
      ["credit_note", 500_000],
      ["credit_note", 2_200_000],
      ["invoice", 2_200_000],
    ]);
    const response = await operator.cancel(sale.bookingId, "full");
    expect(response.body).toMatchObject({ refundAmount: 22_000 });
    const note = (await test.issued(sale.orderId)).at(-1);
    expect(note).toMatchObject({ total: 2_200_000, of: corrected.body["invoiceNumber"] });
  });

  it.each(["B43", "B44", "B45", "B46", "B47", "B48"])(
    "a concurrent cancellation of %s causes no deadlock and credits every invoice exactly once",
    async (stallId) => {
      const sale = await test.sold(stallId);
      const [corrected, cancelled] = await Promise.all([
        test.correct(operator, sale.bookingId, { fullName: "Meera Iyer" }),
        operator.cancel(sale.bookingId, "full"),
      ]);
      expect(cancelled.status).toBe(200);
      expect([200, 409]).toContain(corrected.status);
      expect(await netTotal(sale.orderId)).toBe(0);
      const issued = await test.issued(sale.orderId);
      const newest = issued.findLast(({ kind }) => kind === "invoice");
      expect(issued.filter(({ of }) => of === newest?.number)).toHaveLength(1);
      expect(issued).toHaveLength(corrected.status === 200 ? 4 : 2);
    },
  );

  it.each(["B1", "B2", "B3", "B4"])(
    "a concurrent refund of %s at the provider is credited correctly",
    async (stallId) => {
      const sale = await test.sold(stallId);
      await refundElsewhere(sale.orderId, 100_000);
      const [corrected] = await Promise.all([
        test.correct(operator, sale.bookingId, { fullName: "Meera Iyer" }),
        test.settle(sale.orderId, "operator"),
      ]);
      expect(corrected.status).toBe(200);
      expect(await test.issued(sale.orderId)).toHaveLength(4);
      expect(await netTotal(sale.orderId)).toBe(2_600_000);
    },
  );

  it("both document series are gapless and all money rules hold, after all tests of this file", async () => {
    expect(await brokenMoneyRules()).toEqual([]);
  });
});
