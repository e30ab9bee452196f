import { afterAll, afterEach, describe, expect, it } from "@jest/globals";
import { OrderClosingService } from "../../src/payments/order-closing.service.js";
import { apiError } from "../bookings/mela.js";
import { OperatorTest } from "./operator.js";

const test = await OperatorTest.open();
const operator = await test.administrator("asha");
/** The current event. */
const event = await test.mela.value("SELECT slug FROM events");
afterEach(() => test.simulator.noFaults());
afterAll(() => test.close());

describe("POST stalls/:id/block and unblock", () => {
  it("block a free stall, which the public sees as Reserved, until it is unblocked", async () => {
    const response = await operator.block("B1", "the stage needs the room");
    expect(response.status).toBe(200);
    const bookingId = await test.onStall("B1");
    expect(response.body).toEqual({ stallId: "B1", bookingId, blocked: true });
    expect(await test.publicStatus("B1")).toBe("Reserved");
    expect(apiError(await test.mela.visitor().reserve("B1"))).toEqual([409, "stall_reserved"]);
    const again = await operator.block("B1");
    expect([...apiError(again), again.body["bookingId"]]).toEqual([409, "stall_blocked", bookingId]);
    expect(await test.mela.value("SELECT block_reason FROM bookings WHERE id = $1", [bookingId])).toBe(
      "the stage needs the room",
    );
    const ended = await operator.unblock("B1", "no longer needed");
    expect(ended.body).toMatchObject({ stallId: "B1", blocked: false });
    expect(apiError(await operator.unblock("B1"))).toEqual([409, "stall_not_blocked"]);
    expect(await test.publicStatus("B1")).toBe("Available");
    expect(await test.mela.eventLog("B1")).toEqual(["blocked by operator (B1)", "unblocked by operator (operator)"]);
    expect(await test.mela.nudges("B1")).toEqual(["blocked", "released"]);
    // The run that recorded the block has completed; a new one records its end.
    expect(await test.lastSignal(bookingId)).toMatchObject({ evenIfCompleted: true });
    const line = { administrator: "asha", subjectType: "stall" };
    expect(await test.audit("B1")).toEqual([
      {
        ...{ ...line, action: "stall_blocked", reason: "the stage needs the room" },
        ...{ before: { state: "free" }, after: { state: "blocked", bookingId, event } },
      },
      {
        ...{ ...line, action: "stall_unblocked", reason: "no longer needed" },
        ...{ before: { state: "blocked", bookingId }, after: { state: "free", event } },
      },
    ]);
    expect((await test.mela.visitor().reserve("B1")).status).toBe(201);
  });

  it.each(["B10", "B11", "B12", "B13", "B14"])(
    "racing a reserve of %s, give the stall to one of them",
    async (stallId) => {
      const visitor = test.mela.visitor();
      const [blocked, reserved] = await Promise.all([operator.block(stallId), visitor.reserve(stallId)]);
      const won = [blocked.status === 200, reserved.status === 201];
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(apiError(won[0] === true ? reserved : blocked)).toEqual([409, "stall_reserved"]);
      expect(await test.mela.history(stallId)).toEqual([won[0] === true ? "blocked" : "held"]);
      expect(await test.audit(stallId)).toHaveLength(won[0] === true ? 1 : 0);
    },
  );

  it("block a stall once under concurrency", async () => {
    const responses = await Promise.all(Array.from({ length: 6 }, () => operator.block("B15")));
    expect(responses.map(({ body }) => body["code"] ?? "blocked").toSorted()).toEqual([
      "blocked",
      ...Array.from({ length: 5 }, () => "stall_blocked"),
    ]);
    expect(await test.audit("B15")).toHaveLength(1);
  });
});

describe("POST stalls/:id/price", () => {
  it("applies to new reservations; existing bookings keep their price", async () => {
    const early = await test.registered("B20");
    const response = await operator.price("B20", 30_000.5, "corner stalls cost more");
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ stallId: "B20", price: 30_000.5, priceBefore: 27_000 });
    expect((await early.visitor.myHold()).body).toMatchObject({ price: 27_000, finalAmount: 27_000 });
    expect((await test.initiate(early)).status).toBe(201);
    expect(await test.audit("B20")).toMatchObject([
      {
        ...{ action: "stall_price_changed", reason: "corner stalls cost more" },
        ...{ before: { pricePaise: 2_700_000 }, after: { pricePaise: 3_000_050, event } },
      },
    ]);
    await operator.price("B21", 2);
    const late = await test.registered("B21", { appliedCouponCode: "ONCE50" });
    expect((await late.visitor.myHold()).body).toMatchObject({ price: 2, finalAmount: 1 });
  });

  it("and the other actions reject invalid fields by name", async () => {
    for (const [field, response] of [
      ["price", await operator.price("B23", 27_000.123)],
      ["reason", await operator.block("B23", " ")],
      ["method", await operator.sellOffline("B23", { method: "barter" })],
    ] as const) {
      expect([field, ...apiError(response)]).toEqual([field, 400, "invalid_request"]);
      expect(Object.keys(response.body["fields"] as object)).toEqual([field]);
    }
    expect([await test.audit("B23"), await test.mela.history("B23")]).toEqual([[], []]);
  });
});

describe("POST stalls/:id/sell-offline", () => {
  it("creates a complete sale: booking, order, payment, invoice, listing offer, history and mail", async () => {
    const changes = { method: "cheque", reference: "004211", gstNumber: "29AAGCB7383J1Z4" };
    const { bookingId, orderId, invoiceNumber } = await test.soldOffline(operator, "B31", changes);
    expect(orderId).toMatch(/^MELA\d{6,20}[_-]?[A-Za-z0-9]{4,40}$/);
    expect(invoiceNumber).toMatch(/^INV\/\d\d-\d\d\/\d{6}$/);
    const [row] = await test.mela.query(
      `SELECT b.state, visitor_id, listing_offer, price_paise, final_paise, b.order_id, email, phone,
              provider_payment_id, outcome, amount_paise, payment_mode, offline_reference
         FROM bookings b JOIN payments p ON p.order_id = b.order_id WHERE b.id = $1`,
      [bookingId],
    );
    expect(row).toEqual({
      ...{ state: "sold", visitor_id: null, listing_offer: "offered", order_id: orderId },
      ...{ price_paise: "2700000", final_paise: "2700000", email: "meera@example.com", phone: "9811100001" },
      ...{ provider_payment_id: expect.stringMatching(/^OFFLINE-/), outcome: "success", amount_paise: "2700000" },
      ...{ payment_mode: "Cheque", offline_reference: "004211" },
    });
    expect(await test.orderState(orderId)).toBe("paid");
    expect(await test.invoicesOf(orderId)).toEqual([invoiceNumber]);
    expect(await test.publicStatus("B31")).toBe("Sold");
    expect(await test.mela.eventLog("B31")).toEqual([
      `sold_offline by operator (${orderId})`,
      `invoice_issued by system (${invoiceNumber})`,
    ]);
    expect(await test.mela.nudges("B31")).toEqual(["sold"]);
    expect(await test.audit(bookingId)).toEqual([
      {
        ...{ administrator: "asha", action: "stall_sold_offline", subjectType: "booking" },
        ...{ reason: "asked for by phone", before: { stallId: "B31", state: "free", pricePaise: 2_700_000 } },
        after: { stallId: "B31", event, state: "sold", orderId, method: "cheque", paidPaise: 2_700_000, invoiceNumber },
      },
    ]);
    await test.renderInvoices(orderId);
    expect(await test.mail(bookingId, "booking-confirmed")).toMatchObject({
      ...{ to: "meera@example.com", invoice: invoiceNumber },
      data: { orderId, stallId: "B31", amountPaise: 2_700_000 },
    });
  });

  it("accepts an amount below the price but not above", async () => {
    const { orderId } = await test.soldOffline(operator, "B33", { amount: 25_000.5 });
    const [content] = await test.mela.query<{ line: unknown; total: string }>(
      "SELECT content->'line' AS line, content->'tax'->>'totalPaise' AS total FROM invoices WHERE order_id = $1",
      [orderId],
    );
    expect(content).toMatchObject({ total: "2500050", line: { pricePaise: 2_700_000, discountPaise: 199_950 } });
    const more = await operator.sellOffline("B34", { amount: 27_000.01 });
    expect(apiError(more)).toEqual([400, "invalid_request"]);
    expect(more.body["fields"]).toEqual({ amount: ["The amount is at most the stall's price, 27,000 rupees"] });
    expect(await test.mela.history("B34")).toEqual([]);
  });

  it.each(["B40", "B41", "B42"])(
    "of %s, racing a reserve and a double click, sells or reserves the stall once",
    async (stallId) => {
      const responses = await Promise.all([
        operator.sellOffline(stallId),
        test.mela.visitor().reserve(stallId),
        operator.sellOffline(stallId),
      ]);
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(await test.mela.doublyBooked()).toEqual([]);
      const orphans = await test.mela.query(
        "SELECT 1 FROM orders o WHERE offline AND NOT EXISTS (SELECT 1 FROM bookings b WHERE b.order_id = o.order_id)",
      );
      expect(orphans).toEqual([]);
    },
  );

  it("creates an order that is never queried at the payment provider", async () => {
    const { bookingId, orderId } = await test.soldOffline(operator, "B43");
    // Every request to the provider fails and would cause a visible change.
    for (const endpoint of ["getOrder", "getPayments", "getRefunds", "terminate"]) {
      await test.simulator.fault(endpoint, "error500", { times: null });
    }
    /** All data that a settlement could change. */
    const snapshot = () =>
      test.mela.query(
        `SELECT (SELECT to_jsonb(b) FROM bookings b WHERE id = $1) AS booking,
                (SELECT to_jsonb(o) FROM orders o WHERE order_id = $2) AS "order",
                (SELECT jsonb_agg(to_jsonb(p)) FROM payments p WHERE order_id = $2) AS payments,
                (SELECT jsonb_agg(to_jsonb(r)) FROM refunds r WHERE order_id = $2) AS refunds,
                (SELECT count(*) FROM booking_events WHERE booking_id = $1) AS events,
                (SELECT count(*) FROM issues WHERE subject = $2) AS issues`,
        [bookingId, orderId],
      );
    const before = await snapshot();
    for (const trigger of ["workflow", "webhook", "return_page", "sweep"] as const) {
      expect(await test.settle(orderId, trigger)).toBe("not_opened");
    }
    const closed = await test.get(OrderClosingService).closePaymentOrder(orderId, "sweep");
    expect(closed).toMatchObject({ step: "paid" });
    expect((await test.expiredPayments.closeExpiredPayment(bookingId)).closing.step).toBe("paid");
    const status = await test.status(orderId);
    expect(status.body).toMatchObject({ stallId: "B43", paymentStatus: "payment_successful" });
    expect(await snapshot()).toEqual(before);
  });
});

it("block and sell-offline reject taken and unknown stalls", async () => {
  await test.mela.holder("B3");
  await test.registered("B4");
  await test.paying("B5");
  await test.soldOffline(operator, "B6");
  await operator.block("B8");
  for (const [stallId, error] of [
    ["B3", [409, "stall_reserved"]],
    ["B4", [409, "stall_reserved"]],
    ["B5", [409, "stall_reserved"]],
    ["B6", [409, "stall_sold"]],
    ["B8", [409, "stall_blocked"]],
  ] as const) {
    const bookingId = await test.onStall(stallId);
    const audited = await test.audit(stallId);
    for (const response of [await operator.block(stallId), await operator.sellOffline(stallId)]) {
      expect([stallId, ...apiError(response), response.body["bookingId"]]).toEqual([stallId, ...error, bookingId]);
    }
    expect(await test.audit(stallId)).toEqual(audited);
  }
  const unknown = [
    await operator.block("B51"),
    await operator.unblock("Z9"),
    await operator.price("B60", 27_000),
    await operator.sellOffline("B70"),
  ];
  expect(unknown.map(apiError)).toEqual(unknown.map(() => [404, "stall_not_found"]));
});

it.each([
  ["blocked", "B7", (stallId: string) => operator.block(stallId)],
  ["sold", "B9", (stallId: string) => operator.sellOffline(stallId)],
])("an expired hold is released before its stall is %s", async (state, stallId, act) => {
  await test.registered(stallId);
  await test.mela.expire(stallId);
  expect((await act(stallId)).status).toBeLessThan(300);
  expect(await test.mela.history(stallId)).toEqual(["released: hold_expired", state]);
  expect(await test.mails(stallId)).toEqual(["hold-expired"]);
});
