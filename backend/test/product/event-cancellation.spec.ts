import { afterAll, beforeAll, expect, it, jest } from "@jest/globals";
import { expectSuccess, type Registered } from "@sakhi/testkit/http-visitor";
import type { TestProcess } from "@sakhi/testkit/processes";
import { TestProduct } from "@sakhi/testkit/product";
import { until } from "@sakhi/testkit/until";
import { eventCancellationWorkflowId } from "@sakhi/workflows/events/event-cancellation.messages";
import { resultOf, untilState } from "./sale.js";

// A retry could hide a lost race.
jest.retryTimes(0);

const ADMINISTRATOR = { username: "organiser", password: "a-password-for-product-tests" };
const REASON = "the hall burned down";
const SELLERS = 7;
/** Of the orders, these many have two stalls. */
const PAIRS = 10;
/** The mails to each payer about each of her stalls, in the order of the alphabet. */
const MAILS = [
  /^₹[\d,.]+ was paid back to you/,
  /^Stall [AB]\d+ is yours/,
  /^The link to your booking/,
  /^The Mela is cancelled/,
];

let product: TestProduct;
beforeAll(async () => {
  product = await TestProduct.start({
    settings: {
      ...{ ADMIN_USERNAME: ADMINISTRATOR.username, ADMIN_PASSWORD: ADMINISTRATOR.password },
      // All visitors share one address, and hold every stall.
      ...{ LIVE_HOLDS_PER_NETWORK: "1000", HELD_SHARE_PERCENT: "100" },
    },
  });
});
afterAll(() => product.stop());

const count = async (from: string): Promise<number> =>
  Number((await product.query<{ count: string }>(`SELECT count(*) FROM ${from}`))[0]?.count);
const refunded = () => count("event_refunds");
const mailed = () => count("mails WHERE template = 'booking-cancelled' AND state = 'sent'");

/** An order with what each of its stalls cost, in paise. */
interface SoldOrder extends Registered {
  readonly shares: readonly number[];
}

/** Sells every stall of the current event, with a price of its own each. */
async function sellAll(): Promise<SoldOrder[]> {
  await product.query("UPDATE stalls SET price_paise = price_paise + 37 * stall_key");
  const stalls = await product.query<{ stallId: string }>(`SELECT stall_id AS "stallId" FROM stalls`);
  const sold: SoldOrder[] = [];
  let pairs = PAIRS;
  const seller = async () => {
    for (let next = stalls.pop(); next !== undefined; next = stalls.pop()) {
      const visitor = product.visitor();
      expectSuccess(await visitor.reserve(next.stallId));
      const further = pairs > 0 ? stalls.pop() : undefined;
      pairs -= 1;
      if (further !== undefined) expectSuccess(await visitor.reserve(further.stallId, true));
      const order = await visitor.registerAndInitiate(next.stallId);
      await product.payments.pay(order.orderId);
      await untilState(product, order.orderId, "sold");
      const lines = await product.query<{ paise: string }>(
        "SELECT final_paise AS paise FROM bookings WHERE order_id = $1",
        [order.orderId],
      );
      sold.push({ ...order, shares: lines.map(({ paise }) => Number(paise)) });
    }
  };
  await Promise.all(Array.from({ length: SELLERS }, seller));
  await product.whenQuiet();
  return sold;
}

/** kill -9 while so much is done and more is left, and a restart. */
async function killAt(victim: TestProcess, done: () => Promise<number>, at: number): Promise<void> {
  await until(`${at} to be done`, async () => (await done()) >= at);
  await victim.kill();
  expect(await done()).toBeLessThan(70);
  // Skips the two minutes for which the killed process's mails count as being sent.
  await product.query("UPDATE mails SET claimed_at = claimed_at - interval '3 minutes' WHERE state = 'sending'");
  await victim.start();
}

it("cancels an event of 70 sold stalls, less 10 %, while its processes are killed five times: each is refunded and notified once", async () => {
  const sold = await sellAll();
  expect(sold).toHaveLength(70 - PAIRS);
  const admin = product.visitor();
  expectSuccess(await admin.post("/api/v1/mela/admin/login", ADMINISTRATOR));
  const { slug } = (await admin.get("/api/v1/mela/facts")).body as { slug: string };
  const cancellation = `/api/v1/mela/admin/events/${slug}/cancellation`;
  const deduction = { deductionKind: "percent", deduction: 10 };
  const { body: preview } = expectSuccess(await admin.post(`${cancellation}/preview`, deduction));

  const cancel = {
    ...deduction,
    ...{ eventName: preview["eventName"], seenBookings: 70, seenRefund: preview["refund"], reason: REASON },
  };
  const first = admin.post(cancellation, cancel).catch(() => undefined);
  await until("the cancellation to begin", async () => (await count("event_cancellations")) === 1);
  const killed = product.apis[0].killAndRestart();
  const [orchestrator, jobs] = [product.orchestrator, product.jobs];
  const kills = [
    killed,
    killAt(orchestrator, refunded, 15),
    killAt(jobs, mailed, 5).then(() => killAt(jobs, mailed, 40)),
    killAt(product.apis[1], refunded, 50),
  ];
  await Promise.all([first, ...kills]);

  expect(await resultOf(product, eventCancellationWorkflowId(slug))).toEqual({ refunded: 70 });
  await until("the refunds to arrive", async () => (await count("refunds WHERE state = 'succeeded'")) === 70);
  await product.whenQuiet();
  const progress = await admin.get(cancellation);
  expect(progress.body).toMatchObject({
    ...{ total: 70, refunded: 70, refund: preview["refund"], deducted: preview["deducted"], arrived: 70 },
    ...{ creditNotes: 70, unpaid: 0, failures: [], completedAt: expect.any(String) },
  });
  let back = 0;
  const ascending = (amounts: readonly number[]): number[] => amounts.toSorted((one, other) => one - other);
  for (const { orderId, email, finalAmount, shares } of sold) {
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(Math.round(finalAmount * 100));
    const refunds = (await product.payments.order(orderId)).refunds.map(({ refund_amount: rupees }) =>
      Math.round(rupees * 100),
    );
    const due = shares.map((share) => share - Math.floor(share / 10));
    expect([orderId, ascending(refunds)]).toEqual([orderId, ascending(due)]);
    back += refunds.reduce((sum, refund) => sum + refund, 0);
    // A mail whose process was killed before the server's reply is sent again under its id.
    const mails = new Map((await product.mails.to(email)).map(({ messageId, subject }) => [messageId, subject]));
    const subjects = [...mails.values()].toSorted((one, other) => one.localeCompare(other, "en"));
    expect(subjects).toEqual(MAILS.flatMap((subject) => shares.map(() => expect.stringMatching(subject) as unknown)));
  }
  expect(back).toBe(Math.round(Number(preview["refund"]) * 100));
  const [credited] = await product.query<{ notes: string; paise: string }>(
    `SELECT count(*) AS notes, sum((content->'tax'->>'totalPaise')::bigint) AS paise FROM invoices WHERE kind = 'credit_note'`,
  );
  expect(credited).toEqual({ notes: "70", paise: String(back) });
  const report = await product.verify();
  expect(report.results.filter(({ outcome }) => outcome !== "holds")).toEqual([]);
});
