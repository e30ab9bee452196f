import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { HoldsService } from "../../src/bookings/holds.service.js";
import type { Answer } from "./mela.js";
import { PayingTest } from "../payments/paying.js";

let test: PayingTest;
beforeAll(async () => {
  test = await PayingTest.start();
});
afterEach(() => test.simulator.noFaults());
afterAll(() => test.close());

const apiError = ({ status, body }: Answer): unknown[] => [status, body["code"]];
const attempts = async (orderId: string): Promise<string[]> => {
  const found = await test.mela.query<{ state: string }>(
    "SELECT state FROM payment_attempts WHERE order_id = $1 ORDER BY created_at",
    [orderId],
  );
  return found.map((attempt) => attempt.state);
};

describe("when the provider does not take the order", () => {
  it("returns the booking to registered when the provider rejects the order, with the original deadline", async () => {
    const buyer = await test.registered("B20");
    const before = (await buyer.visitor.myHold()).body;
    await test.simulator.fault("createOrder", "refuse", { orderId: buyer.orderId });
    expect(apiError(await test.initiate(buyer))).toEqual([409, "order_refused"]);
    const after = (await buyer.visitor.myHold()).body;
    expect([after["state"], after["expiresAt"]]).toEqual(["registered", before["expiresAt"]]);
    expect(await test.orderState(buyer.orderId)).toBe("unsent");
    expect((await test.initiate(buyer)).status).toBe(201);
    expect(await attempts(buyer.orderId)).toEqual(["refused", "accepted"]);
  });

  it("releases the hold when its time ran out while the provider refused", async () => {
    const buyer = await test.registered("B21");
    await test.simulator.fault("createOrder", "refuse", { orderId: buyer.orderId });
    await test.mela.query(
      `CREATE OR REPLACE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         UPDATE bookings SET hold_expires_at = clock_timestamp() - interval '1 second'
          WHERE order_id = NEW.order_id; RETURN NEW; END $$`,
    );
    await test.mela.query(
      "CREATE TRIGGER late AFTER INSERT ON payment_attempts FOR EACH ROW EXECUTE FUNCTION late()",
    );
    try {
      expect(apiError(await test.initiate(buyer))).toEqual([409, "order_refused"]);
    } finally {
      await test.mela.query("DROP TRIGGER late ON payment_attempts");
    }
    expect(await test.mela.history("B21")).toEqual(["released: hold_expired"]);
    expect(await test.orderState(buyer.orderId)).toBe("void");
    expect(await test.mails("B21")).toEqual(["hold-expired"]);
    expect((await test.mela.visitor().reserve("B21")).status).toBe(201);
  });

  it("asks for patience when it is asked too often", async () => {
    const buyer = await test.registered("B22");
    await test.simulator.fault("createOrder", "status", { status: 429, orderId: buyer.orderId });
    expect(apiError(await test.initiate(buyer))).toEqual([503, "provider_unavailable"]);
    expect(await test.mela.history("B22")).toEqual(["registered"]);
    expect((await test.initiate(buyer)).status).toBe(201);
  });

  it("stays paying when nobody knows, and takes up the order that was made all the same", async () => {
    const buyer = await test.registered("B23");
    await test.simulator.fault("createOrder", "lostAnswer", { orderId: buyer.orderId });
    expect(apiError(await test.initiate(buyer))).toEqual([503, "provider_unavailable"]);
    expect(await test.mela.history("B23")).toEqual(["paying"]);
    expect(await attempts(buyer.orderId)).toEqual(["unknown"]);
    const again = await test.initiate(buyer);
    expect(again.status).toBe(201);
    expect(again.body["paymentSessionId"]).toMatch(/^session_/);
    expect(await attempts(buyer.orderId)).toEqual(["accepted"]);
  });

  it("waits at most eight seconds for a response", async () => {
    const buyer = await test.registered("B24");
    await test.simulator.fault("createOrder", "timeout", { orderId: buyer.orderId });
    const began = Date.now();
    expect(apiError(await test.initiate(buyer))).toEqual([503, "provider_unavailable"]);
    const took = Date.now() - began;
    expect(took).toBeGreaterThan(7_900);
    // Ten times what it takes, so that a slow machine passes.
    expect(took).toBeLessThan(80_000);
    expect((await test.initiate(buyer)).status).toBe(201);
  });

  it("starts over when the order never arrived", async () => {
    const buyer = await test.registered("B25");
    await test.simulator.fault("createOrder", "error500", { orderId: buyer.orderId });
    expect(apiError(await test.initiate(buyer))).toEqual([503, "provider_unavailable"]);
    expect((await test.initiate(buyer)).status).toBe(201);
    expect(await attempts(buyer.orderId)).toEqual(["refused", "accepted"]);
    expect(await test.mela.eventLog("B25")).toContain(
      "payment_not_opened by provider (the payment provider never got the order)",
    );
  });

  it("does not believe a 404 too early, unless the visitor tries again", async () => {
    const buyer = await test.registered("B26");
    await test.simulator.fault("createOrder", "error500", { orderId: buyer.orderId });
    await test.initiate(buyer);
    expect((await test.settlement.settleOrder(buyer.orderId, "sweep")).outcome).toBe("open");
    expect(await test.mela.history("B26")).toEqual(["paying"]);
    await test.mela.query(
      "UPDATE payment_attempts SET created_at = created_at - interval '31 seconds' WHERE order_id = $1",
      [buyer.orderId],
    );
    expect((await test.settlement.settleOrder(buyer.orderId, "sweep")).outcome).toBe("not_opened");
    expect(await test.mela.history("B26")).toEqual(["registered"]);
  });

  it("releases a stall that was never opened when its visitor has turned to another", async () => {
    const buyer = await test.registered("B29");
    await test.simulator.fault("createOrder", "error500", { orderId: buyer.orderId });
    await test.initiate(buyer);
    expect((await buyer.visitor.reserve("B30")).status).toBe(201);
    await test.mela.query(
      "UPDATE payment_attempts SET created_at = created_at - interval '31 seconds' WHERE order_id = $1",
      [buyer.orderId],
    );
    expect((await test.settlement.settleOrder(buyer.orderId, "sweep")).outcome).toBe("not_opened");
    expect(await test.mela.history("B29")).toEqual(["released: payment_expired"]);
    expect(await test.mela.history("B30")).toEqual(["held"]);
    expect(await test.mails("B29")).toEqual([]);
  });
});

describe("races", () => {
  it("of paying and the end of the hold: either it is paying, or released and refused", async () => {
    const stalls = ["B31", "B32", "B33", "B34", "B35", "B36", "B37", "B38"];
    for (const stallId of stalls) {
      const buyer = await test.registered(stallId);
      const bookingId = await test.bookingOf(buyer.orderId);
      await test.mela.query(
        "UPDATE bookings SET hold_expires_at = clock_timestamp() + interval '15 milliseconds' WHERE id = $1",
        [bookingId],
      );
      const releases = async (): Promise<void> => {
        for (let times = 0; times < 8; times += 1) await test.get(HoldsService).releaseExpiredHold(bookingId);
      };
      const [answer] = await Promise.all([test.initiate(buyer), releases()]);
      await test.get(HoldsService).releaseExpiredHold(bookingId);
      const isPaying = answer.status === 201;
      expect(isPaying ? [201, undefined] : apiError(answer)).toEqual(
        isPaying ? [201, undefined] : [409, "hold_expired"],
      );
      expect(await test.mela.history(stallId)).toEqual([isPaying ? "paying" : "released: hold_expired"]);
    }
  });

  it("of opening an order and turning to another stall: it is never open beyond that", async () => {
    for (const [stallId, other] of [
      ["B42", "B43"],
      ["B44", "B45"],
      ["B46", "B47"],
    ] as const) {
      const buyer = await test.registered(stallId);
      const [answer, reserved] = await Promise.all([test.initiate(buyer), buyer.visitor.reserve(other)]);
      expect(reserved.status).toBe(201);
      const history = await test.mela.history(stallId);
      if (history[0] === "paying") {
        expect(await test.orderState(buyer.orderId)).toBe("closing");
        expect([201, 409]).toContain(answer.status);
        expect((await test.initiate(buyer)).body["code"]).toBe("order_closing");
        await test.payments.closeExpiredPayment(await test.bookingOf(buyer.orderId));
        expect(await test.mela.history(stallId)).toEqual(["released: payment_expired"]);
      } else {
        expect(history).toEqual(["released: replaced"]);
        expect(answer.status).toBe(409);
      }
      expect(await test.mela.history(other)).toEqual(["held"]);
    }
  });
});
