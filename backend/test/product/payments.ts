import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { expectSuccess, newOrderId } from "@sakhi/testkit/http-visitor";
import type { Registered } from "@sakhi/testkit/http-visitor";
import type { TestProduct } from "@sakhi/testkit/product";
import { until } from "@sakhi/testkit/until";
import { latePaymentWorkflowId } from "@sakhi/workflows/payments/late-payment.messages";
import {
  bookingOf,
  closedAs,
  endIn,
  expectSoldOnce,
  historyOf,
  planOf,
  subjectsTo,
  untilState,
  workflowKnowsAll,
} from "./sale.js";

const SUCCESS = "PAYMENT_SUCCESS_WEBHOOK";

let product: TestProduct;

/** Number of success webhooks received for an order, and of their rows. Excludes those still being delivered. */
async function arrived(orderId: string): Promise<{ rows: number; deliveries: number }> {
  const [inbox] = await product.query<{ rows: string; deliveries: string }>(
    `SELECT count(*) AS rows, coalesce(sum(deliveries), 0) AS deliveries
       FROM webhook_inbox WHERE order_id = $1 AND type = $2`,
    [orderId, SUCCESS],
  );
  return { rows: Number(inbox?.rows), deliveries: Number(inbox?.deliveries) };
}

async function untilArrived(orderId: string, deliveries: number): Promise<void> {
  await until(`${deliveries} webhooks to arrive`, async () => (await arrived(orderId)).deliveries >= deliveries);
}

async function statusOnPlan(stallId: string): Promise<string | undefined> {
  return (await planOf(product)).find((stall) => stall.stallId === stallId)?.status;
}

/** Opens and abandons a checkout, and waits until the stall is released and the mail about it is sent. */
async function abandoned(stallId: string): Promise<Registered> {
  const order = await product.visitor().reserveAndInitiate(stallId);
  expect(await statusOnPlan(stallId)).toBe("Reserved");
  await endIn(product, order.orderId, { payment: 1 });
  await untilState(product, order.orderId, "released");
  await product.whenQuiet();
  return order;
}

/** True if the hold of an order has expired by the database's clock. */
async function holdIsOver(orderId: string): Promise<boolean> {
  const [found] = await product.query<{ over: boolean }>(
    "SELECT hold_expires_at <= clock_timestamp() AS over FROM bookings WHERE order_id = $1",
    [orderId],
  );
  return found?.over === true;
}

/**
 * Retries a timing-sensitive attempt on one stall after another, since a busy machine may miss its time window. The window
 * doubles each time. `attempt` returns undefined if it was missed.
 */
async function inTime<T>(
  firstStall: number,
  attempt: (stallId: string, longer: number) => Promise<T | undefined>,
): Promise<T> {
  for (let tries = 0; tries < 8; tries += 1) {
    const result = await attempt(`B${firstStall + tries}`, 2 ** tries);
    if (result !== undefined) return result;
  }
  throw new Error("the time window was missed each time");
}

async function untilRefunded(orderId: string): Promise<void> {
  await until("the refund", async () => {
    const { refunds } = await product.payments.order(orderId);
    return refunds.some(({ refund_status }) => refund_status === "SUCCESS");
  });
}

async function phoneOf({ orderId }: Registered): Promise<string> {
  const [found] = await product.query<{ phone: string }>("SELECT phone FROM bookings WHERE order_id = $1", [orderId]);
  return found!.phone;
}

/** Payments and webhooks in any order and at any time: each stall is sold once, or the money is refunded. */
export function payments(running: () => TestProduct): void {
  beforeAll(() => {
    product = running();
  });
  afterAll(() => {
    expect(product.errors()).toEqual([]);
  });

  describe("the webhook of a payment", () => {
    it("sells the stall once if it arrives immediately", async () => {
      const order = await product.visitor().reserveAndInitiate("A1");
      await product.payments.pay(order.orderId);
      await expectSoldOnce(product, order);
      const { id } = await bookingOf(product, order.orderId);
      expect(await closedAs(product, id)).toEqual({ outcome: "sold", stallId: "A1", orderId: order.orderId });
      expect(await historyOf(product, id)).toEqual([
        "reserved by visitor",
        "registered by visitor",
        "payment_started by visitor",
        "payment_opened by provider",
        "sold by provider",
        "invoice_issued by system",
      ]);
    });

    it("sells the stall once if it is delayed", async () => {
      const order = await product.visitor(1).reserveAndInitiate("A2");
      // Otherwise the workflow would poll the provider after 30 s, since it would not know that the order was opened.
      await workflowKnowsAll(product, (await bookingOf(product, order.orderId)).id);
      // Held back until the check below.
      await product.payments.webhooks(order.orderId, { drop: true });
      await product.payments.pay(order.orderId);
      await product.whenQuiet();
      expect((await bookingOf(product, order.orderId)).state).toBe("paying");
      await product.payments.sendWebhook(order.orderId, SUCCESS, 1);
      await untilArrived(order.orderId, 1);
      await expectSoldOnce(product, order);
    });

    it("sells the stall once if it is sent ten times at once, and ten more times later", async () => {
      const order = await product.visitor().reserveAndInitiate("A3");
      await product.payments.webhooks(order.orderId, { duplicates: 9 });
      await product.payments.pay(order.orderId);
      await untilArrived(order.orderId, 10);
      await expectSoldOnce(product, order);
      await product.payments.sendWebhook(order.orderId, SUCCESS, 10);
      await untilArrived(order.orderId, 20);
      await expectSoldOnce(product, order);
      expect((await arrived(order.orderId)).rows).toBe(1);
    });

    it("sells the stall once if the webhooks of a failed and a successful attempt arrive in the wrong order", async () => {
      const order = await product.visitor(1).reserveAndInitiate("A4");
      await product.payments.webhooks(order.orderId, { drop: true });
      await product.payments.pay(order.orderId, { outcome: "failed" });
      await product.payments.pay(order.orderId);
      for (const [index, type] of [SUCCESS, "PAYMENT_FAILED_WEBHOOK"].entries()) {
        await product.payments.sendWebhook(order.orderId, type, 1);
        await until("the webhook to be stored", async () => {
          const rows = await product.query("SELECT 1 FROM webhook_inbox WHERE order_id = $1", [order.orderId]);
          return rows.length === index + 1;
        });
      }
      const inbox = await product.query<{ type: string }>(
        "SELECT type FROM webhook_inbox WHERE order_id = $1 ORDER BY id",
        [order.orderId],
      );
      expect(inbox.map(({ type }) => type)).toEqual([SUCCESS, "PAYMENT_FAILED_WEBHOOK"]);
      await expectSoldOnce(product, order);
    });

    it("is not needed if the visitor returns: the return page settles the order", async () => {
      const visitor = product.visitor();
      const order = await visitor.reserveAndInitiate("A5");
      await product.payments.webhooks(order.orderId, { drop: true });
      await product.payments.pay(order.orderId);
      await until(
        "payment-status to report it",
        async () => expectSuccess(await visitor.status(order.orderId)).body["paymentStatus"] === "payment_successful",
      );
      await expectSoldOnce(product, order);
      expect(await arrived(order.orderId)).toEqual({ rows: 0, deliveries: 0 });
    });

    it("is not needed if the visitor does not return: the workflow settles the order at the end of the window", async () => {
      const order = await product.visitor(1).reserveAndInitiate("A6");
      await product.payments.webhooks(order.orderId, { drop: true });
      await product.payments.pay(order.orderId);
      await endIn(product, order.orderId, { payment: 1 });
      await expectSoldOnce(product, order);
      expect(await arrived(order.orderId)).toEqual({ rows: 0, deliveries: 0 });
      const { id } = await bookingOf(product, order.orderId);
      expect(await closedAs(product, id)).toMatchObject({ outcome: "sold" });
    });
  });

  describe("a payment at the last moment", () => {
    it("buys the stall after the hold has expired", async () => {
      const order = await inTime(21, async (stallId, longer) => {
        const visitor = product.visitor();
        const registered = await visitor.reserveAndRegister(stallId);
        await endIn(product, registered.orderId, { hold: 2 * longer });
        const payment = visitor.payment(stallId, registered.orderId, registered.finalAmount);
        const opened = await visitor.initiate(payment);
        if (opened.body["code"] === "hold_expired") return undefined;
        expectSuccess(opened);
        return { ...registered, stallId };
      });
      await until("the hold to be over", () => holdIsOver(order.orderId));
      expect((await product.visitor(1).reserve(order.stallId)).body["code"]).toBe("stall_reserved");
      await product.payments.pay(order.orderId);
      await expectSoldOnce(product, order);
    });

    it("buys the stall in the last second of the payment window", async () => {
      const order = await inTime(31, async (stallId, longer) => {
        const opened = await product.visitor().reserveAndInitiate(stallId);
        const { order: seen } = await product.payments.expire(opened.orderId, 1_500 * longer);
        expect(seen.order_status).toBe("ACTIVE");
        const expires = Date.parse(seen.order_expiry_time);
        await until("the last second of the window", () => Date.now() > expires - 1_000 * longer);
        try {
          await product.payments.pay(opened.orderId);
          return opened;
        } catch (error) {
          const { order: now } = await product.payments.order(opened.orderId);
          if (now.order_status !== "EXPIRED") throw error;
          return undefined;
        }
      });
      await expectSoldOnce(product, order);
    });

    it("buys the stall if it started within the window and the bank approves it later", async () => {
      const order = await product.visitor(1).reserveAndInitiate("A7");
      const { paymentId = "" } = await product.payments.pay(order.orderId, { outcome: "pending" });
      await endIn(product, order.orderId, { payment: 1 });
      const status = async (): Promise<string | undefined> =>
        (await product.query<{ state: string }>("SELECT state FROM orders WHERE order_id = $1", [order.orderId]))[0]
          ?.state;
      await until("the order to be closing", async () => (await status()) === "closing");
      expect((await bookingOf(product, order.orderId)).state).toBe("paying");
      await product.payments.finish(order.orderId, paymentId, "success");
      await expectSoldOnce(product, order);
    });
  });

  describe("an abandoned checkout", () => {
    it("releases the stall after the window, once the provider reports a final status", async () => {
      const order = await abandoned("B1");
      expect(await statusOnPlan("B1")).toBe("Available");
      const { id } = await bookingOf(product, order.orderId);
      expect(await historyOf(product, id)).toEqual([
        "reserved by visitor",
        "registered by visitor",
        "payment_started by visitor",
        "payment_opened by provider",
        "termination_requested by system",
        "order_closed by provider",
        "payment_released by system",
      ]);
      const { order: seen } = await product.payments.order(order.orderId);
      expect(["EXPIRED", "TERMINATED"]).toContain(seen.order_status);
      expect(await closedAs(product, id)).toMatchObject({ outcome: "released", reason: "payment_expired" });
      await product.whenQuiet();
      expect(await subjectsTo(product, order.email)).toEqual([
        expect.stringMatching(/^Your reservation of stall B1 has ended \(Mela \d{4}\)$/),
      ]);
      expectSuccess(await product.visitor(1).reserve("B1"));
    });

    it("keeps the stall until the order is terminated when the visitor reserves another one", async () => {
      await product.payments.configure({ terminationRequested: true, terminationDelayMs: 3_600_000 });
      const visitor = product.visitor();
      const order = await visitor.reserveAndInitiate("B5");
      expectSuccess(await visitor.reserve("B6"));
      const statuses: string[] = [];
      const lastAskedAt = async (): Promise<string | undefined> =>
        (
          await product.query<{ at: string }>("SELECT asked_at::text AS at FROM orders WHERE order_id = $1", [
            order.orderId,
          ])
        )[0]?.at;
      await until("the request to terminate the order", async () => {
        const { order: seen } = await product.payments.order(order.orderId);
        return seen.order_status === "TERMINATION_REQUESTED";
      });
      const before = await lastAskedAt();
      await until("the next recheck", async () => (await lastAskedAt()) !== before);
      expect(await statusOnPlan("B5")).toBe("Reserved");
      await product.payments.terminated(order.orderId);
      await until("the stall to be free", async () => {
        // Reads the stall before the order, so that a free stall with an open order would be detected.
        const free = (await statusOnPlan("B5")) === "Available";
        const { order: seen } = await product.payments.order(order.orderId);
        statuses.push(`${seen.order_status}${free ? ", free" : ""}`);
        return free;
      });
      expect(statuses.filter((status) => status.endsWith("free"))).toEqual(["TERMINATED, free"]);
      expect((await visitor.myHold()).body).toMatchObject({ stallId: "B6", state: "held" });
      await product.payments.configure({ terminationRequested: false });
    });
  });

  describe("a late payment", () => {
    it("buys the stall if it is still free", async () => {
      const order = await abandoned("B2");
      await product.payments.pay(order.orderId, { force: true });
      await untilState(product, order.orderId, "sold");
      const { id } = await bookingOf(product, order.orderId);
      const eventLog = await historyOf(product, id);
      expect(eventLog.slice(-2)).toEqual(["sold_late by provider", "invoice_issued by system"]);
      await product.whenQuiet();
      expect(await subjectsTo(product, order.email)).toEqual([
        expect.stringMatching(/^Your reservation of stall B2 has ended \(Mela \d{4}\)$/),
        expect.stringMatching(/^Stall B2 is yours/),
      ]);
      expect(await statusOnPlan("B2")).toBe("Sold");
    });

    /** Pays late for a stall that another visitor holds by then. @returns the order, and the token of the offer's link */
    async function offered(stallId: string): Promise<{ order: Registered; token: string }> {
      const order = await abandoned(stallId);
      expectSuccess(await product.visitor(1).reserve(stallId));
      await product.payments.pay(order.orderId, { force: true });
      let token: string | undefined;
      await until("the mail with the offer", async () => {
        const [mail] = await product.mails.to(order.email);
        if (mail?.subject.startsWith("Your payment came late") !== true) return false;
        token = /\/paid-events\/mela\/offer#(\S+)/.exec((await product.mails.body(mail)).text)?.[1];
        return true;
      });
      if (token === undefined) throw new Error("the mail has no link");
      return { order, token };
    }

    it("buys another stall through the link in the mail, and is confirmed even if jobs was killed", async () => {
      const { order, token } = await offered("B3");
      const visitor = product.visitor(1);
      await product.jobs.kill();
      const { body } = expectSuccess(await visitor.post("/api/v1/mela/offer/accept", { token, stallId: "B45" }));
      expect(body).toMatchObject({ state: "accepted", chosenStallId: "B45" });
      await product.jobs.start();
      await until("the confirmation", async () => (await subjectsTo(product, order.email)).length >= 3);
      await product.whenQuiet();
      expect((await subjectsTo(product, order.email)).slice(1)).toEqual([
        expect.stringMatching(/^Your payment came late/),
        expect.stringMatching(/^Stall B45 is yours/),
      ]);
      expect(await bookingOf(product, order.orderId)).toMatchObject({ state: "sold", stallId: "B45" });
      expect([await statusOnPlan("B3"), await statusOnPlan("B45")]).toEqual(["Reserved", "Sold"]);
      const { refunds } = await product.payments.order(order.orderId);
      expect(refunds).toEqual([]);
    });

    it("is refunded in full if no other stall is chosen in time, and the visitor is notified", async () => {
      const { order } = await offered("B8");
      // Ends the offer in a second, and nudges the workflow to reset its timer.
      await product.query(
        "UPDATE stall_offers SET expires_at = clock_timestamp() + interval '1 second' WHERE order_id = $1",
        [order.orderId],
      );
      await product.nudge(latePaymentWorkflowId(order.orderId));
      await untilRefunded(order.orderId);
      const { refunds } = await product.payments.order(order.orderId);
      expect(refunds.map(({ refund_amount }) => refund_amount)).toEqual([order.finalAmount]);
      await until("the mails about it", async () => (await subjectsTo(product, order.email)).length >= 4);
      await product.whenQuiet();
      expect((await subjectsTo(product, order.email)).slice(1)).toEqual([
        expect.stringMatching(/^Your payment came late/),
        expect.stringMatching(/^We are returning ₹27,000 to you \(Mela \d{4}\)$/),
        expect.stringMatching(/^₹27,000 was paid back to you \(Mela \d{4}\)$/),
      ]);
      expect((await bookingOf(product, order.orderId)).state).toBe("released");
      expect(await product.query("SELECT 1 FROM invoices WHERE order_id = $1", [order.orderId])).toEqual([]);
    });

    it("is refunded if its payer has bought another stall meanwhile", async () => {
      const order = await abandoned("B4");
      const again = product.visitor();
      expectSuccess(await again.reserve("B7"));
      const orderId = newOrderId();
      const registration = { ...again.registration("B7", orderId), phoneNumber: await phoneOf(order) };
      const { body } = expectSuccess(await again.register(registration));
      expectSuccess(await again.initiate(again.payment("B7", orderId, Number(body["finalAmount"]))));
      await product.payments.pay(orderId);
      await untilState(product, orderId, "sold");
      await product.payments.pay(order.orderId, { force: true });
      await untilRefunded(order.orderId);
      expect((await bookingOf(product, order.orderId)).state).toBe("released");
      expect(await statusOnPlan("B4")).toBe("Available");
    });
  });
}
