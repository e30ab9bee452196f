import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { OrderClosingService } from "../../src/payments/order-closing.service.js";
import { OperatorTest, type TestAdministrator } from "./operator.js";

let test: OperatorTest;
let operator: TestAdministrator;
beforeAll(async () => {
  test = await OperatorTest.open();
  operator = await test.administrator("asha");
});
afterEach(() => test.simulator.noFaults());
afterAll(() => test.close());

const code = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body["code"]];

/** A stall sold to a walk-in. */
async function soldOffline(stallId: string, changes: Record<string, unknown> = {}) {
  const answer = await operator.sellOffline(stallId, changes);
  if (answer.status !== 201) throw new Error(`${stallId}: ${JSON.stringify(answer.body)}`);
  const { bookingId, orderId, invoiceNumber } = answer.body;
  return { bookingId: String(bookingId), orderId: String(orderId), invoiceNumber: String(invoiceNumber) };
}

describe("selling a stall to a walk-in", () => {
  it("is a sale like any other: booking, order, payment, invoice, offer, history", async () => {
    const sale = await soldOffline("B1", { method: "cheque", reference: "004211", gstNumber: "29AAGCB7383J1Z4" });
    expect(sale.orderId).toMatch(/^MELA\d{6,20}[_-]?[A-Za-z0-9]{4,40}$/);
    expect(sale.invoiceNumber).toMatch(/^INV\/\d\d-\d\d\/\d{6}$/);
    const [row] = await test.mela.query(
      `SELECT state, visitor_id, listing_offer, price_paise, final_paise, order_id, email, phone FROM bookings WHERE id = $1`,
      [sale.bookingId],
    );
    expect(row).toEqual({
      state: "sold",
      visitor_id: null,
      listing_offer: "offered",
      price_paise: "2700000",
      final_paise: "2700000",
      order_id: sale.orderId,
      email: "meera@example.com",
      phone: "9811100001",
    });
    const [payment] = await test.mela.query(
      `SELECT provider_payment_id AS id, outcome, amount_paise, payment_mode, offline_reference
         FROM payments WHERE order_id = $1`,
      [sale.orderId],
    );
    expect(payment).toEqual({
      id: expect.stringMatching(/^OFFLINE-/),
      outcome: "success",
      amount_paise: "2700000",
      payment_mode: "Cheque",
      offline_reference: "004211",
    });
    expect(await test.orderState(sale.orderId)).toBe("paid");
    expect(await test.invoicesOf(sale.orderId)).toEqual([sale.invoiceNumber]);
    expect(await test.publicStatus("B1")).toBe("Sold");
    expect(await test.mela.eventLog("B1")).toEqual([
      `sold_offline by operator (${sale.orderId})`,
      `invoice_issued by system (${sale.invoiceNumber})`,
    ]);
    expect(await test.mela.nudges("B1")).toEqual(["sold"]);
    expect(await test.audit(sale.bookingId)).toEqual([
      {
        administrator: "asha",
        action: "stall_sold_offline",
        subjectType: "booking",
        reason: "asked for by phone",
        before: { stallId: "B1", state: "free", pricePaise: 2_700_000 },
        after: {
          stallId: "B1",
          state: "sold",
          orderId: sale.orderId,
          method: "cheque",
          paidPaise: 2_700_000,
          invoiceNumber: sale.invoiceNumber,
        },
      },
    ]);
  });

  it("mails the confirmation with the invoice, as with every sale", async () => {
    const sale = await soldOffline("B2");
    await test.renderInvoices(sale.orderId);
    expect(await test.mail(sale.bookingId, "booking-confirmed")).toMatchObject({
      to: "meera@example.com",
      invoice: sale.invoiceNumber,
      data: { orderId: sale.orderId, stallId: "B2", amountPaise: 2_700_000 },
    });
  });

  it("can be for less than the price, never for more", async () => {
    const sale = await soldOffline("B3", { amount: 25_000.5 });
    const [content] = await test.mela.query<{ line: unknown; total: string }>(
      "SELECT content->'line' AS line, content->'tax'->>'totalPaise' AS total FROM invoices WHERE order_id = $1",
      [sale.orderId],
    );
    expect(content).toMatchObject({ total: "2500050", line: { pricePaise: 2_700_000, discountPaise: 199_950 } });
    const more = await operator.sellOffline("B4", { amount: 27_000.01 });
    expect(code(more)).toEqual([400, "invalid_request"]);
    expect(more.body["fields"]).toEqual({ amount: ["The amount is at most the stall's price, 27,000 rupees"] });
    expect(await test.mela.history("B4")).toEqual([]);
  });

  it("releases a hold past its deadline first; whatever lives there stays", async () => {
    await test.registered("B5");
    await test.mela.expire("B5");
    await soldOffline("B5");
    expect(await test.mela.history("B5")).toEqual(["released: hold_expired", "sold"]);
    await test.mela.visitor().reserve("B6");
    expect(code(await operator.sellOffline("B6"))).toEqual([409, "stall_reserved"]);
    await test.paying("B7");
    expect(code(await operator.sellOffline("B7"))).toEqual([409, "stall_reserved"]);
    await operator.block("B8");
    expect(code(await operator.sellOffline("B8"))).toEqual([409, "stall_blocked"]);
    expect(code(await operator.sellOffline("B1"))).toEqual([409, "stall_sold"]);
    expect(code(await operator.sellOffline("B70"))).toEqual([404, "stall_not_found"]);
  });

  it("and a visitor, and a second press of the button: one has the stall", async () => {
    for (const stallId of ["B10", "B11", "B12"]) {
      const answers = await Promise.all([
        operator.sellOffline(stallId),
        test.mela.visitor().reserve(stallId),
        operator.sellOffline(stallId),
      ]);
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    }
    expect(await test.mela.doublyBooked()).toEqual([]);
    const orphans = await test.mela.query(
      "SELECT 1 FROM orders o WHERE offline AND NOT EXISTS (SELECT 1 FROM bookings b WHERE b.order_id = o.order_id)",
    );
    expect(orphans).toEqual([]);
  });

  it("is nothing the payment provider is ever asked about", async () => {
    const sale = await soldOffline("B13");
    // Every question to it would fail, and change something if it were believed.
    for (const endpoint of ["getOrder", "getPayments", "getRefunds", "terminate"]) {
      await test.simulator.fault(endpoint, "error500", { times: null });
    }
    const before = await everything(sale.bookingId, sale.orderId);
    for (const trigger of ["workflow", "webhook", "return_page", "sweep"] as const) {
      expect((await test.settlement.settleOrder(sale.orderId, trigger)).outcome).toBe("not_opened");
    }
    expect(await test.get(OrderClosingService).closePaymentOrder(sale.orderId, "sweep")).toMatchObject({
      step: "paid",
    });
    expect((await test.payments.closeExpiredPayment(sale.bookingId)).closing.step).toBe("paid");
    const status = await test.status(sale.orderId);
    expect(status.body).toMatchObject({ stallId: "B13", paymentStatus: "payment_successful" });
    expect(await everything(sale.bookingId, sale.orderId)).toEqual(before);
  });
});

/** All that a settlement could change. */
function everything(bookingId: string, orderId: string) {
  return test.mela.query(
    `SELECT (SELECT to_jsonb(b) FROM bookings b WHERE id = $1) AS booking,
            (SELECT to_jsonb(o) FROM orders o WHERE order_id = $2) AS "order",
            (SELECT jsonb_agg(to_jsonb(p)) FROM payments p WHERE order_id = $2) AS payments,
            (SELECT jsonb_agg(to_jsonb(r)) FROM refunds r WHERE order_id = $2) AS refunds,
            (SELECT count(*) FROM booking_events WHERE booking_id = $1) AS events,
            (SELECT count(*) FROM issues WHERE subject = $2) AS issues`,
    [bookingId, orderId],
  );
}
