import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { stallBookingWorkflowId } from "@sakhi/workflows/bookings/stall-booking.messages";
import { HttpVisitor, granted, newOrderId } from "@sakhi/testkit/http-visitor";
import type { HttpReply } from "@sakhi/testkit/http-visitor";
import type { TestProduct } from "@sakhi/testkit/product";
import { workflowKnowsAll } from "./sale.js";
import { until } from "@sakhi/testkit/until";

let product: TestProduct;

/** Everything a visitor could have changed, as it stands. */
function rowsOf(): Promise<unknown[]> {
  return Promise.all(
    [
      "SELECT * FROM bookings ORDER BY id",
      "SELECT * FROM booking_events ORDER BY id",
      "SELECT * FROM orders ORDER BY order_id",
      "SELECT * FROM payment_attempts ORDER BY id",
      "SELECT * FROM coupon_claims ORDER BY booking_id",
      "SELECT * FROM payments ORDER BY provider_payment_id",
      "SELECT id, dedupe_key FROM mails ORDER BY id",
      "SELECT id, topic, payload FROM outbox ORDER BY id",
    ].map((sql) => product.query(sql)),
  );
}

/** The call is refused with this code, and every row is as it was. */
async function refusedAndUnchanged(what: () => Promise<HttpReply>, status: number, code: string): Promise<void> {
  await product.whenQuiet();
  const before = await rowsOf();
  const answer = await what();
  expect({ status: answer.status, code: answer.body["code"] }).toEqual({ status, code });
  expect(answer.body["statusCode"]).toBe(status);
  expect(answer.body["message"]).toBe(answer.body["error"]);
  expect(await rowsOf()).toEqual(before);
}

/** What a visitor sends that is not so changes nothing and is refused. */
export function tampering(running: () => TestProduct): void {
  beforeAll(() => {
    product = running();
  });
  afterEach(() => {
    expect(product.errors()).toEqual([]);
  });
  // No hold of these may end, and be mailed about, while the tests that follow count mails.
  afterAll(async () => {
    const ended = await product.query<{ id: string }>(
      "UPDATE bookings SET hold_expires_at = clock_timestamp() WHERE state IN ('held', 'registered') RETURNING id",
    );
    for (const { id } of ended) await product.nudge(stallBookingWorkflowId(id));
  });

  describe("what a visitor sends that is not so", () => {
    it("another amount: refused when paying, nothing changed", async () => {
      const visitor = product.visitor();
      const { orderId, finalAmount } = await visitor.reserveAndRegister("A8");
      expect(finalAmount).toBe(36_000);
      for (const amount of [1, 35_999.99, 36_000.01, 360_000]) {
        await refusedAndUnchanged(
          () => visitor.initiate(visitor.payment("A8", orderId, amount)),
          409,
          "amount_mismatch",
        );
      }
      for (const amount of [0, -36_000, "36000", 36_000.001, null]) {
        const payment = { ...visitor.payment("A8", orderId, 1), amount };
        await refusedAndUnchanged(() => visitor.initiate(payment), 400, "invalid_request");
      }
    });

    it("a price or a discount of one's own: unknown fields are refused", async () => {
      const visitor = product.visitor();
      granted(await visitor.reserve("A9"));
      for (const field of ["stallPrice", "finalAmount", "discountPercentage", "price"]) {
        const registration = { ...visitor.registration("A9"), [field]: 1 };
        await refusedAndUnchanged(() => visitor.register(registration), 400, "invalid_request");
      }
    });

    it("another stall, or another type than the stall's", async () => {
      const visitor = product.visitor();
      const { orderId } = await visitor.reserveAndRegister("B46");
      await refusedAndUnchanged(() => visitor.register(visitor.registration("A10")), 409, "hold_replaced");
      const premium = { ...visitor.registration("B46"), stallType: "Premium" };
      await refusedAndUnchanged(() => visitor.register(premium), 409, "stall_mismatch");
      for (const stallId of ["B47", "A10"]) {
        const payment = visitor.payment(stallId, orderId, 27_000);
        await refusedAndUnchanged(() => visitor.initiate(payment), 409, "stall_mismatch");
      }
      await refusedAndUnchanged(() => visitor.reserve("B99"), 404, "stall_not_found");
      await refusedAndUnchanged(() => visitor.reserve("'; DROP--"), 400, "invalid_request");
    });

    it("an order id that is not ours, not known, or another visitor's", async () => {
      const [visitor, other] = [product.visitor(0), product.visitor(1)];
      const theirs = await other.reserveAndRegister("B48");
      const own = await visitor.reserveAndRegister("B49");
      const taken = visitor.registration("B49", theirs.orderId);
      await refusedAndUnchanged(() => visitor.register(taken), 409, "order_id_taken");
      for (const orderId of ["PAY1700000000000abcd", "MELA", "MELA12345678abcd; --", `MELA${"1".repeat(60)}`]) {
        const registration = visitor.registration("B49", orderId);
        await refusedAndUnchanged(() => visitor.register(registration), 400, "invalid_request");
      }
      const payTheirs = visitor.payment("B48", theirs.orderId, 27_000);
      await refusedAndUnchanged(() => visitor.initiate(payTheirs), 403, "not_yours");
      const unknown = visitor.payment("B49", newOrderId(), own.finalAmount);
      await refusedAndUnchanged(() => visitor.initiate(unknown), 404, "order_not_found");
      await refusedAndUnchanged(() => visitor.status(newOrderId()), 404, "order_not_found");
    });

    it("an invented state: a registration is never paid when it is made", async () => {
      const visitor = product.visitor();
      granted(await visitor.reserve("B50"));
      const paid = { ...visitor.registration("B50"), paymentStatus: "payment_successful" };
      await refusedAndUnchanged(() => visitor.register(paid), 400, "invalid_request");
    });
  });

  describe("an expired hold", () => {
    it("can neither be registered nor paid for", async () => {
      const [holder, payer] = [product.visitor(0), product.visitor(1)];
      granted(await holder.reserve("B44"));
      const { orderId, finalAmount } = await payer.reserveAndRegister("B29");
      const held = await product.query<{ id: string }>("SELECT id FROM bookings WHERE stall_id IN ('B44', 'B29')");
      expect(held).toHaveLength(2);
      // A workflow that looks for the first time after this would find the hold over and release it under our eyes.
      for (const { id } of held) await workflowKnowsAll(product, id);
      // So would the sweep, a minute after the end: it is over only now, each time.
      const expiredNow = () =>
        product.query("UPDATE bookings SET hold_expires_at = clock_timestamp() WHERE stall_id IN ('B44', 'B29')");
      await expiredNow();
      await refusedAndUnchanged(() => holder.register(holder.registration("B44")), 409, "hold_expired");
      await expiredNow();
      await refusedAndUnchanged(() => payer.register(payer.registration("B29")), 409, "hold_expired");
      await expiredNow();
      const payment = payer.payment("B29", orderId, finalAmount);
      await refusedAndUnchanged(() => payer.initiate(payment), 409, "hold_expired");
      expect((await payer.myHold()).body).toBeNull();
      // Not while the tests that follow look whether anything changes.
      for (const { id } of held) {
        await product.nudge(stallBookingWorkflowId(id));
        await until("it to be released", async () => {
          const released = await product.query("SELECT 1 FROM bookings WHERE id = $1 AND state = 'released'", [id]);
          return released.length === 1;
        });
      }
    });
  });

  describe("another visitor's hold", () => {
    it("cannot be released, registered or paid for by a stranger, with a cookie or without or with a forged one", async () => {
      const owner = product.visitor();
      const { orderId, finalAmount } = await owner.reserveAndRegister("B39");
      const stranger = product.visitor(1);
      granted(await stranger.reserve("B40"));
      const nobody = product.visitor();
      const forger = new HttpVisitor(product.sites[0]);
      forger.cookie = owner.cookie?.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
      for (const thief of [stranger, nobody, forger]) {
        await refusedAndUnchanged(() => thief.release("B39"), 403, "not_yours");
        const payment = thief.payment("B39", orderId, finalAmount);
        await refusedAndUnchanged(() => thief.initiate(payment), 403, "not_yours");
      }
      for (const thief of [nobody, forger]) {
        await refusedAndUnchanged(() => thief.register(thief.registration("B39")), 403, "not_yours");
        expect((await thief.myHold()).body).toBeNull();
        // my-hold's first answer makes a cookie: from here on a visitor, still a stranger.
        await refusedAndUnchanged(() => thief.release("B39"), 403, "not_yours");
      }
      const answer = await stranger.register(stranger.registration("B39"));
      expect([answer.status, answer.body["code"]]).toEqual([409, "hold_replaced"]);
      expect((await owner.myHold()).body).toMatchObject({ stallId: "B39", state: "registered" });
    });
  });

  describe("a page of another site", () => {
    it("is refused every writing call, also with the visitor's cookie", async () => {
      const visitor = product.visitor();
      const { orderId, finalAmount } = await visitor.reserveAndRegister("B41");
      const calls: readonly (readonly [string, object])[] = [
        ["/api/v1/mela/reserve", { stallId: "B42" }],
        ["/api/v1/mela/release", { stallId: "B41" }],
        ["/api/v1/mela/create-provisional-registration", visitor.registration("B41")],
        ["/api/v1/cashfree/initiate", visitor.payment("B41", orderId, finalAmount)],
      ];
      for (const origin of ["https://evil.example", "null", `${product.sites[0]}.evil.example`, "http://127.0.0.1:1"]) {
        for (const [path, body] of calls) {
          await refusedAndUnchanged(() => visitor.post(path, body, { origin }), 403, "origin_refused");
        }
      }
      granted(await visitor.post("/api/v1/mela/release", { stallId: "B41" }, { origin: product.sites[0] }));
    });
  });

  describe("an event that the provider did not send", () => {
    it("is refused without the provider's signature, and nothing is kept", async () => {
      const visitor = product.visitor();
      const { orderId } = await visitor.reserveAndInitiate("B43");
      const event = { type: "PAYMENT_SUCCESS_WEBHOOK", data: { order: { order_id: orderId } } };
      const headers = { "x-webhook-timestamp": String(Date.now()), "x-webhook-signature": "Zm9yZ2Vk" };
      await refusedAndUnchanged(
        () => visitor.post("/api/v1/cashfree/webhook", event, headers),
        401,
        "signature_refused",
      );
      expect(await product.query("SELECT 1 FROM webhook_inbox WHERE order_id = $1", [orderId])).toEqual([]);
    });
  });
}
