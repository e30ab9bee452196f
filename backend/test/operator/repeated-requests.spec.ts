import { randomBytes } from "node:crypto";
import { afterAll, describe, expect, it } from "@jest/globals";
import { AdminModule } from "../../src/admin/admin.module.js";
import { ADMIN } from "../admin/administration.js";
import { OperatorTest, type TestAdministrator } from "./operator.js";

const test = await OperatorTest.open({}, [AdminModule]);
const { mela } = test;
const operator = await test.administrator("asha");
const other = await test.administrator("meena");
afterAll(() => test.close());

const REASON = "asked for by phone";
const newKey = () => randomBytes(16).toString("hex");
/** Sends an action with the key of its request. */
const send = (administrator: TestAdministrator, path: string, body: object, key: string) =>
  administrator.browser.post(`${ADMIN}/${path}`, { ...body, reason: REASON }, { "idempotency-key": key });
const count = (sql: string, ...values: unknown[]) => mela.value<number>(`SELECT count(*)::int FROM ${sql}`, values);

describe("an operator's request that is sent again because its answer was lost", () => {
  it("refunds a part once and gets the same response, at the same time too", async () => {
    const { bookingId, orderId } = await test.sold("B1");
    const key = newKey();
    const refund = () => send(operator, `bookings/${bookingId}/refund`, { refundAmount: 1000 }, key);
    const responses = await Promise.all([refund(), refund(), refund()]);
    const again = await refund();
    expect(responses.map(({ status, body }) => ({ status, body }))).toEqual(
      Array.from({ length: 3 }, () => ({ status: again.status, body: again.body })),
    );
    expect(again.body).toMatchObject({ bookingId, refundAmount: 1000 });
    expect(await count("refunds WHERE order_id = $1", orderId)).toBe(1);
    expect((await test.audit(bookingId)).map(({ action }) => action)).toEqual(["booking_refunded"]);
    // Another press is another action.
    expect((await send(operator, `bookings/${bookingId}/refund`, { refundAmount: 1000 }, newKey())).status).toBe(200);
    expect(await count("refunds WHERE order_id = $1", orderId)).toBe(2);
  });

  it("extends a hold once", async () => {
    await mela.holder("B2");
    const bookingId = await test.onStall("B2");
    const key = newKey();
    const [first, second] = [
      await send(operator, `bookings/${bookingId}/extend`, { minutes: 5 }, key),
      await send(operator, `bookings/${bookingId}/extend`, { minutes: 5 }, key),
    ];
    expect([first.status, second.body]).toEqual([200, first.body]);
    expect(await mela.value("SELECT hold_extended_seconds FROM bookings WHERE id = $1", [bookingId])).toBe(300);
  });

  it("is done later if it was rejected before, and by its administrator only", async () => {
    const key = newKey();
    expect((await send(operator, operator.stall("B3", "block"), {}, key)).status).toBe(200);
    expect((await send(operator, operator.stall("B3", "block"), {}, newKey())).body["code"]).toBe("stall_blocked");
    const later = newKey();
    await mela.holder("B4");
    expect((await send(operator, operator.stall("B4", "block"), {}, later)).status).toBe(409);
    await operator.release(await test.onStall("B4"));
    expect((await send(operator, operator.stall("B4", "block"), {}, later)).status).toBe(200);
    // A key of another administrator is another request.
    expect((await send(other, operator.stall("B5", "block"), {}, key)).status).toBe(200);
    expect(await test.publicStatus("B5")).toBe("Reserved");
  });

  it("is known for a day; keys that are not ours are ignored", async () => {
    await mela.query("UPDATE operator_requests SET at = at - interval '25 hours'");
    await send(operator, operator.stall("B6", "block"), {}, newKey());
    expect(await count("operator_requests")).toBe(1);
    expect((await send(operator, operator.stall("B6", "unblock"), {}, "x' OR 1=1")).status).toBe(200);
    expect(await count("operator_requests")).toBe(1);
  });
});
