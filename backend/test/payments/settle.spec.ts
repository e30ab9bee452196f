import { afterAll, afterEach, describe, expect, it, jest } from "@jest/globals";
import { until } from "@sakhi/testkit/until";
import { BookingSweepService } from "../../src/bookings/booking-sweep.service.js";
import { LateMoneySweepService } from "../../src/bookings/late-money-sweep.service.js";
import { PaymentProvider } from "../../src/payments/provider/payment-provider.js";
import { statementsOf } from "../support/statements.js";
import { PayingTest } from "./paying.js";

// No retries: a race must never be lost.
jest.retryTimes(0);

const test = await PayingTest.start();
afterEach(() => test.simulator.noFaults());
afterAll(() => test.close());

const statusOf = async (orderId: string): Promise<unknown> => (await test.status(orderId)).body["paymentStatus"];
const untilStatus = (orderId: string, status: string): Promise<void> => test.untilReported(orderId, status, statusOf);

describe("SettlementService.settleOrder", () => {
  it("sells a paid stall in one transaction: booking, coupon, invoice, listing offer, history, signal", async () => {
    const buyer = await test.paying("A1", { appliedCouponCode: "MELA10" });
    await test.simulator.pay(buyer.orderId, { method: "card" });
    const facts = await test.settlement.settleOrder(buyer.orderId, "webhook");
    expect(facts).toEqual({ outcome: "sold", pendingAttempts: 0 });
    const [sale] = await test.mela.query<Record<string, unknown>>(
      `SELECT b.state, b.listing_offer, b.release_reason, k.used_at IS NOT NULL AS coupon_used, p.provider_status,
              p.outcome, p.amount_paise, p.payment_mode, i.content->'tax'->>'totalPaise' AS invoiced
         FROM bookings b JOIN coupon_claims k ON k.booking_id = b.id JOIN payments p USING (order_id)
         JOIN invoices i USING (order_id) WHERE order_id = $1`,
      [buyer.orderId],
    );
    expect(sale).toEqual({
      ...{ state: "sold", listing_offer: "offered", release_reason: null, coupon_used: true },
      ...{ provider_status: "SUCCESS", outcome: "success", amount_paise: "3240000", invoiced: "3240000" },
      payment_mode: expect.stringMatching(/^(Credit|Debit) card$/),
    });
    expect(await test.orderState(buyer.orderId)).toBe("paid");
    const [number] = await test.invoicesOf(buyer.orderId);
    expect((await test.mela.eventLog("A1")).slice(-2)).toEqual([
      `sold by provider (${buyer.orderId})`,
      `invoice_issued by system (${number})`,
    ]);
    expect((await test.mela.nudges("A1")).at(-1)).toBe("sold");
    const jobs = await test.mela.query("SELECT 1 FROM outbox WHERE topic = 'queue' AND payload->>'queue' = 'invoices'");
    expect(jobs).toHaveLength(1);
    expect(await statusOf(buyer.orderId)).toBe("payment_successful");
  });

  it("makes one sale and one invoice when called 20 times concurrently and three more times", async () => {
    const buyer = await test.paying("A2");
    await test.simulator.pay(buyer.orderId);
    for (const length of [20, 3]) {
      const outcomes = await Promise.all(Array.from({ length }, () => test.settle(buyer.orderId)));
      expect(new Set(outcomes)).toEqual(new Set(["sold"]));
    }
    expect(await test.invoicesOf(buyer.orderId)).toHaveLength(1);
    const eventLog = await test.mela.eventLog("A2");
    expect(eventLog.filter((line) => line.startsWith("sold"))).toHaveLength(1);
    expect(eventLog.filter((line) => line.startsWith("invoice_issued"))).toHaveLength(1);
  });

  it("leaves an order open through failed and pending attempts, and records each failure once", async () => {
    const { orderId } = await test.paying("B1");
    await test.simulator.pay(orderId, { outcome: "failed" });
    expect([await test.settle(orderId), await test.settle(orderId)]).toEqual(["open", "open"]);
    const pending = await test.simulator.pay(orderId, { outcome: "pending" });
    await test.resetRateLimit(orderId);
    expect(await statusOf(orderId)).toBe("payment_pending");
    expect((await test.settlement.settleOrder(orderId, "workflow")).pendingAttempts).toBe(1);
    await test.simulator.finish(orderId, pending.paymentId ?? "", "dropped");
    expect(await test.settle(orderId)).toBe("open");
    expect(await test.mela.history("B1")).toEqual(["paying"]);
    const failures = (await test.mela.eventLog("B1")).filter((line) => line.startsWith("attempt_failed"));
    expect(failures).toHaveLength(2);
    expect(await test.paymentsOf(orderId)).toEqual(["failed", "failed"]);
    await test.simulator.pay(orderId);
    expect(await test.settle(orderId)).toBe("sold");
  });

  it("sells once when two payments succeed on one order, and refunds the later one with a mail", async () => {
    const buyer = await test.paying("B5");
    await test.simulator.pay(buyer.orderId);
    expect(await test.settle(buyer.orderId)).toBe("sold");
    await test.simulator.secondSuccess(buyer.orderId);
    expect(await test.settle(buyer.orderId)).toBe("sold");
    expect(await test.settle(buyer.orderId)).toBe("sold");
    expect(await test.issues(buyer.orderId)).toEqual([]);
    const refunds = await test.refundsOf(buyer.orderId);
    expect(refunds).toMatchObject([{ state: "requested", paise: 2_700_000, reason: "second_payment" }]);
    expect(await test.nudged("refund/")).toContain(`refund/${refunds[0]?.id}`);
    // The second payment was not invoiced, so it is not credited.
    expect(await test.invoicesOf(buyer.orderId)).toHaveLength(1);
    expect((await test.mails("B5")).filter((mail) => mail === "payment-refunded")).toHaveLength(1);
    expect((await test.mela.eventLog("B5")).slice(-2)).toEqual([
      `paid_twice by provider (${buyer.orderId})`,
      "refund_requested by system (paid_twice)",
    ]);
    expect(await statusOf(buyer.orderId)).toBe("payment_successful");
  });

  it("changes nothing while the provider fails", async () => {
    const buyer = await test.paying("B8");
    await test.simulator.pay(buyer.orderId);
    for (const endpoint of ["getOrder", "getPayments"]) {
      await test.simulator.fault(endpoint, "error500", { orderId: buyer.orderId });
      expect(await test.settle(buyer.orderId)).toBe("unreachable");
      expect(await test.mela.history("B8")).toEqual(["paying"]);
      await test.simulator.noFaults();
    }
    await test.simulator.fault("getOrder", "status", { status: 401, orderId: buyer.orderId });
    expect(await test.settle(buyer.orderId)).toBe("unreachable");
    await test.simulator.fault("getOrder", "status", { status: 404, orderId: buyer.orderId });
    expect(await test.settle(buyer.orderId)).toBe("open");
    expect(await test.settle(buyer.orderId)).toBe("sold");
  });

  // The payer fails once and pays at the second attempt, while a slow reading knows of the first one only.
  it("keeps a sale without an issue when a reading from before its payment is committed after it", async () => {
    const { orderId } = await test.paying("B10");
    await test.simulator.pay(orderId, { outcome: "failed" });
    const provider = test.mela.app.get<PaymentProvider>(PaymentProvider, { strict: false });
    const stale = await provider.readOrderWithPayments(orderId, false);
    await test.simulator.pay(orderId);
    expect(await test.settle(orderId)).toBe("sold");
    const slow = jest.spyOn(provider, "readOrderWithPayments").mockResolvedValueOnce(stale);
    const outcome = await test.settle(orderId, "return_page");
    slow.mockRestore();
    expect(outcome).toBe("sold");
    expect(await test.issues(orderId)).toEqual([]);
  });

  it("reports an order that was never sent, and rejects one that does not exist", async () => {
    const buyer = await test.registered("B9");
    expect(await test.settle(buyer.orderId)).toBe("not_opened");
    await expect(test.settle("MELA0000000none")).rejects.toMatchObject({ code: "order_not_found" });
  });
});

describe("GET /api/v1/mela/payment-status", () => {
  it("settles the order, and reads the provider at most every two seconds", async () => {
    const buyer = await test.paying("B21");
    const askedAgo = (seconds: number): Promise<unknown[]> =>
      test.mela.query(
        "UPDATE orders SET asked_at = clock_timestamp() - make_interval(secs => $2) WHERE order_id = $1",
        [buyer.orderId, seconds],
      );
    await test.simulator.pay(buyer.orderId);
    // A minute ahead, so that even a slow request is within the two seconds.
    await askedAgo(-60);
    expect(await statusOf(buyer.orderId)).toBe("payment_pending");
    await askedAgo(2);
    await untilStatus(buyer.orderId, "payment_successful");
  });

  it("responds with the stored status when the provider is slow", async () => {
    const buyer = await test.paying("B22");
    await test.resetRateLimit(buyer.orderId);
    const provider = test.mela.app.get<PaymentProvider>(PaymentProvider, { strict: false });
    let respond = (): void => undefined;
    const responded = new Promise<void>((resolve) => (respond = resolve));
    const readOrderWithPayments = jest.spyOn(provider, "readOrderWithPayments").mockImplementation(async () => {
      await responded;
      return { kind: "unreachable" };
    });
    // The provider does not respond before the page does.
    expect(await statusOf(buyer.orderId)).toBe("payment_pending");
    // It is read nevertheless, even if our own database was slow until then.
    await until("the provider to be read", () => readOrderWithPayments.mock.calls.length > 0);
    expect(readOrderWithPayments).toHaveBeenCalledTimes(1);
    respond();
    await Promise.all(readOrderWithPayments.mock.results.map(({ value }) => value));
    readOrderWithPayments.mockRestore();
  });

  // Found by CI: a webhook was reading the provider when the payer returned, and the stored status was still the earlier attempt's.
  it("never reports failure from a reading that is older than the request", async () => {
    const { orderId } = await test.paying("B25");
    await test.simulator.pay(orderId, { outcome: "failed" });
    // The provider was read a moment ago, so the rate limit applies to the page.
    expect(await test.settle(orderId)).toBe("open");
    await test.simulator.pay(orderId);
    expect(await statusOf(orderId)).not.toBe("payment_failed");
    await untilStatus(orderId, "payment_successful");
  });

  it("never reports failure while the provider is unreachable, and reports it once the provider confirms it", async () => {
    const { orderId } = await test.paying("B26");
    await test.simulator.pay(orderId, { outcome: "failed" });
    expect(await test.settle(orderId)).toBe("open");
    await test.simulator.fault("getOrder", "error500", { orderId });
    await test.resetRateLimit(orderId);
    expect(await statusOf(orderId)).toBe("payment_pending");
    await test.simulator.noFaults();
    await untilStatus(orderId, "payment_failed");
  });

  it("reports payment_failed for a registration whose hold has expired", async () => {
    const { orderId } = await test.registered("B24");
    await test.mela.expire("B24");
    expect(await statusOf(orderId)).toBe("payment_failed");
  });
});

// Last, because other tests count the bookings of a stall.
it("no statement of a booking scans past bookings, orders or attempts", async () => {
  await test.mela.query(
    `INSERT INTO bookings (id, stall_key, state, release_reason, price_paise, held_at, hold_expires_at, ended_at)
     SELECT gen_random_uuid(), stall_key, 'released', 'hold_expired', 2700000, now() - interval '2 days',
            now() - interval '2 days', now() - interval '2 days' FROM stalls, generate_series(1, 75)`,
  );
  await test.mela.query(
    `WITH ordered AS (
       INSERT INTO orders (order_id, subject_type, subject_id, amount_paise, state)
       SELECT 'PAST' || n, 'booking', gen_random_uuid(), 2700000, 'closed' FROM generate_series(1, 5000) n
       RETURNING order_id)
     INSERT INTO payment_attempts (id, order_id, idempotency_key, state, request)
     SELECT gen_random_uuid(), order_id, gen_random_uuid(), 'accepted', '{}' FROM ordered`,
  );
  await test.mela.query("ANALYZE bookings, orders, payment_attempts");
  const statements = await statementsOf(async () => {
    const buyer = await test.registered("B33");
    expect((await test.initiate(buyer)).status).toBe(201);
    await test.simulator.pay(buyer.orderId);
    await untilStatus(buyer.orderId, "payment_successful");
    const lateMoney = test.get(LateMoneySweepService);
    const unfinished = test.get(BookingSweepService).workflows(10, 0);
    await Promise.all([unfinished, lateMoney.workflows(10, 0), lateMoney.offerWorkflows(10, 0)]);
  });
  const planned = new Map(
    statements
      .filter(({ text }) =>
        /^\s*(?:select|update|with|insert)\b.*\b(?:bookings|orders|payment_attempts)\b/is.test(text),
      )
      .map(({ text, values }) => [text, values]),
  );
  expect(planned.size).toBeGreaterThan(15);
  const scanning: string[] = [];
  for (const [text, values] of planned) {
    const plan = JSON.stringify(await test.mela.query(`EXPLAIN ${text}`, [...values]));
    if (/Seq Scan on (?:bookings|orders|payment_attempts)/.test(plan)) scanning.push(text);
  }
  expect(scanning).toEqual([]);
});

// EXPLAIN does not show the reads of a database function; the statistics count them.
it("no lock of a reserve or a payment scans past bookings", async () => {
  const sent = await statementsOf(() => test.paying("B35"));
  const lock = ({ text }: { text: string }) => /lock_(?:to_reserve|booking)(?=\()/.exec(text)?.[0];
  const locks = sent.filter((each) => lock(each) !== undefined);
  expect(new Set(locks.map(lock))).toEqual(new Set(["lock_to_reserve", "lock_booking"]));
  for (const { text, values } of locks) {
    await test.mela.db.database.transaction(async (tx) => {
      const scans = async (): Promise<unknown> =>
        tx.query(
          `SELECT relname, seq_scan FROM pg_stat_xact_user_tables
            WHERE relname IN ('bookings', 'visitors') ORDER BY relname`,
        );
      const before = await scans();
      await tx.query(text, [...values]);
      expect(await scans()).toEqual(before);
    });
  }
});
