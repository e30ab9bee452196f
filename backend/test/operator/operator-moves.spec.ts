import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { OperatorTest, type TestAdministrator } from "./operator.js";
import { until } from "../payments/paying.js";

let test: OperatorTest;
let operator: TestAdministrator;
beforeAll(async () => {
  test = await OperatorTest.open();
  operator = await test.administrator("asha");
});
afterAll(() => test.close());

const code = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body["code"]];

describe("moving a booking", () => {
  it("takes a sold one to another stall; invoice and order stay, the old stall is free", async () => {
    const sale = await test.sold("B1");
    const invoices = await test.invoicesOf(sale.orderId);
    const answer = await operator.move(sale.bookingId, "B2", "next to her sister");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ bookingId: sale.bookingId, stallId: "B2", movedFrom: "B1" });
    expect([await test.publicStatus("B1"), await test.publicStatus("B2")]).toEqual(["Available", "Sold"]);
    expect(await test.invoicesOf(sale.orderId)).toEqual(invoices);
    expect((await test.mela.eventLog("B2")).at(-1)).toBe("moved by operator (B1 to B2)");
    expect((await test.status(sale.orderId)).body).toMatchObject({
      stallId: "B2",
      paymentStatus: "payment_successful",
    });
    // Its workflow closed with the sale: a new run carries the new stall's search attribute.
    expect(await test.lastNudge(sale.bookingId)).toMatchObject({
      evenIfCompleted: true,
      searchAttributes: { StallId: "B2", Stage: "sold" },
    });
    expect(await test.mail(sale.bookingId, "booking-moved")).toMatchObject({
      to: "asha.b1@example.com",
      data: { fromStallId: "B1", stallId: "B2", sold: true, invoiceNumber: invoices[0], invoiceStallId: "B1" },
    });
    expect(await test.audit(sale.bookingId)).toEqual([
      {
        administrator: "asha",
        action: "booking_moved",
        subjectType: "booking",
        reason: "next to her sister",
        before: { stallId: "B1", state: "sold" },
        after: { stallId: "B2", state: "sold" },
      },
    ]);
    expect((await test.mela.visitor().reserve("B1")).status).toBe(201);
    const here = await operator.move(sale.bookingId, "B2");
    expect(code(here)).toEqual([400, "invalid_request"]);
    expect(Object.keys(here.body["fields"] as object)).toEqual(["toStallId"]);
  });

  it("before its invoice was rendered is confirmed for the stall it has now, once", async () => {
    const sale = await test.sold("B40");
    const [invoice] = await test.invoicesOf(sale.orderId);
    await operator.move(sale.bookingId, "B41");
    await test.renderInvoices(sale.orderId);
    expect(await test.mails("B41")).toEqual(["booking-confirmed", "booking-moved"]);
    expect(await test.mail(sale.bookingId, "booking-confirmed")).toMatchObject({
      invoice,
      data: { stallId: "B41", amountPaise: 2_700_000, invoiceNumber: invoice },
    });
    // As it usually goes: confirmed long before.
    const usual = await test.sold("B42");
    await test.renderInvoices(usual.orderId);
    await operator.move(usual.bookingId, "B43");
    expect(await test.mails("B43")).toEqual(["booking-confirmed", "booking-moved"]);
    expect(await test.mail(usual.bookingId, "booking-confirmed")).toMatchObject({ data: { stallId: "B42" } });
  });

  it("there and back again mails each time", async () => {
    const sale = await test.sold("B3");
    await operator.move(sale.bookingId, "B4");
    await operator.move(sale.bookingId, "B3");
    expect((await test.mails("B3")).filter((mail) => mail === "booking-moved")).toHaveLength(2);
  });

  it("takes a held or registered one, whose visitor goes on with the new stall", async () => {
    const buyer = await test.registered("B5");
    const bookingId = await test.onStall("B5");
    const before = (await buyer.visitor.myHold()).body;
    expect((await operator.move(bookingId, "B6")).status).toBe(200);
    const after = (await buyer.visitor.myHold()).body;
    expect(after).toMatchObject({ stallId: "B6", expiresAt: before["expiresAt"], orderId: buyer.orderId });
    expect(await test.lastNudge(bookingId)).toMatchObject({ searchAttributes: { StallId: "B6", Stage: "registered" } });
    // Their page still shows the old stall: nothing of it is taken for the new one.
    expect((await buyer.visitor.register("B5")).body).toMatchObject({ code: "hold_replaced", stallId: "B6" });
    expect((await test.initiate(buyer)).body["code"]).toBe("stall_mismatch");
    expect((await test.initiate({ ...buyer, stallId: "B6" })).status).toBe(201);
    await test.simulator.pay(buyer.orderId);
    await test.settlement.settleOrder(buyer.orderId, "workflow");
    const [invoice] = await test.mela.query<{ line: { description: string } }>(
      "SELECT content->'line' AS line FROM invoices WHERE order_id = $1",
      [buyer.orderId],
    );
    expect(invoice?.line.description).toContain("Stall B6 (Standard)");
    expect(await test.mela.eventLog("B5")).toEqual([]);
  });

  it("leaves a payment alone, and what is over", async () => {
    const paying = await test.paying("B7");
    const refused = await operator.move(await test.onStall("B7"), "B8");
    expect(code(refused)).toEqual([409, "payment_in_progress"]);
    expect(refused.body["orderId"]).toBe(paying.orderId);
    await test.mela.visitor().reserve("B9");
    const overdue = await test.onStall("B9");
    await test.mela.expire("B9");
    expect(code(await operator.move(overdue, "B8"))).toEqual([409, "hold_expired"]);
    const blocked = await operator.block("B10");
    expect(code(await operator.move(String(blocked.body["bookingId"]), "B8"))).toEqual([409, "booking_ended"]);
    expect(code(await operator.move("none", "B8"))).toEqual([404, "booking_not_found"]);
    expect(await test.mela.history("B8")).toEqual([]);
  });

  it("goes only to a free stall of the same type and price", async () => {
    const sale = await test.sold("B11");
    expect(code(await operator.move(sale.bookingId, "A1"))).toEqual([409, "stall_differs"]);
    await operator.price("B12", 30_000);
    expect(code(await operator.move(sale.bookingId, "B12"))).toEqual([409, "stall_differs"]);
    // Where its own stall costs as much by now, they are of a kind again.
    await operator.price("B11", 30_000);
    expect((await operator.move(sale.bookingId, "B12")).status).toBe(200);
    await test.sold("B13");
    await test.mela.visitor().reserve("B14");
    await operator.block("B15");
    for (const [stallId, apiError] of [
      ["B13", "stall_sold"],
      ["B14", "stall_reserved"],
      ["B15", "stall_blocked"],
      ["B99", "stall_not_found"],
    ] as const) {
      await operator.price(stallId, 30_000);
      expect((await operator.move(sale.bookingId, stallId)).body["code"]).toBe(apiError);
    }
    await test.mela.expire("B14");
    expect((await operator.move(sale.bookingId, "B14")).status).toBe(200);
    expect(await test.mela.history("B14")).toContain("released: hold_expired");
    expect((await test.audit(sale.bookingId)).map(({ after }) => after?.["stallId"])).toEqual(["B12", "B14"]);
  });

  it("and a visitor who reserves the stall at the same moment: one of them has it", async () => {
    for (const [from, to] of [
      ["B20", "B21"],
      ["B22", "B23"],
      ["B24", "B25"],
    ] as const) {
      const sold = await operator.sellOffline(from);
      const [moved, reserved] = await Promise.all([
        operator.move(String(sold.body["bookingId"]), to),
        test.mela.visitor().reserve(to),
      ]);
      expect([moved.status === 200, reserved.status === 201].filter(Boolean)).toHaveLength(1);
    }
    expect(await test.mela.doublyBooked()).toEqual([]);
  });

  it("two at once, to each other's stalls or both to the same one, never doubles", async () => {
    const [first, second] = await Promise.all([operator.sellOffline("B26"), operator.sellOffline("B27")]);
    const one = String(first.body["bookingId"]);
    const two = String(second.body["bookingId"]);
    const crossed = await Promise.all([operator.move(one, "B27"), operator.move(two, "B26")]);
    expect(crossed.map(code)).toEqual([
      [409, "stall_sold"],
      [409, "stall_sold"],
    ]);
    const same = await Promise.all([operator.move(one, "B28"), operator.move(two, "B28")]);
    expect(same.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const both = await Promise.all([operator.move(one, "B29"), operator.move(one, "B30")]);
    // One after the other: each found it where the other had left it.
    expect(both.every(({ status }) => status === 200)).toBe(true);
    expect(await test.mela.doublyBooked()).toEqual([]);
  });

  it("while another action waits for its stall: that begins again and finds it where it is", async () => {
    const sold = await operator.sellOffline("B31");
    const bookingId = String(sold.body["bookingId"]);
    const mover = test.mela.db.source.createQueryRunner();
    await mover.connect();
    await mover.startTransaction();
    await mover.query("SELECT 1 FROM stalls WHERE stall_id IN ('B31', 'B32') FOR UPDATE");
    const cancelled = operator.cancel(bookingId, "none");
    const settled = test.payments.releaseUnpaidStall(bookingId);
    await until(async () => {
      const [waiting] = await test.mela.query<{ count: string }>(
        `SELECT count(*) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%lock_booking%'`,
      );
      return Number(waiting?.count) === 2;
    }, "both to wait for the stall");
    await mover.query("UPDATE bookings SET stall_id = 'B32' WHERE id = $1", [bookingId]);
    await mover.commitTransaction();
    await mover.release();
    expect((await cancelled).body).toMatchObject({ stallId: "B32", refund: "none" });
    await settled;
    expect(await test.mela.history("B32")).toEqual(["released: cancelled"]);
  });
});
