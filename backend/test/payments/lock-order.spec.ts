import { afterAll, afterEach, expect, it, jest } from "@jest/globals";
import pg from "pg";
import { LOCK_ORDER } from "../../src/platform/database/database.js";
import { PayingTest } from "./paying.js";

type Lock = (typeof LOCK_ORDER)[number];

/** What statements lock, in their order. */
const LOCKS: readonly (readonly [RegExp, ...Lock[]])[] = [
  [/pg_advisory_xact_lock\(\$1, key\)/, "networks"],
  [/lock_to_reserve\(|lock_booking\(/, "visitor", "stalls", "bookings"],
  [/FROM visitors\b.*FOR UPDATE/s, "visitor"],
  [/FROM stalls\b.*FOR UPDATE/s, "stalls"],
  [/FROM bookings\b.*FOR UPDATE|^(?:WITH changed AS \()?UPDATE bookings/s, "bookings"],
  [/FROM orders\b.*FOR UPDATE|^UPDATE orders/s, "order"],
  [/FROM coupons\b.*FOR UPDATE/s, "coupon"],
  [/INSERT INTO invoice_counters/, "invoice counter"],
];

const test = await PayingTest.start({ RATE_LIMITS: "on" });
const { mela, simulator } = test;
const query = jest.spyOn(pg.Client.prototype, "query");
afterEach(() => {
  query.mockClear();
});
afterAll(async () => {
  query.mockRestore();
  await test.close();
});

/** What each transaction since the last test has locked, in its order; what it has locked before in the same way is left out. */
function locked(): Lock[][] {
  const transactions: Lock[][] = [];
  const open = new Map<unknown, { readonly locks: Lock[]; readonly sent: Set<string> }>();
  query.mock.calls.forEach(([statement, values]: readonly unknown[], call) => {
    const text = String((statement as { text?: string }).text ?? statement).trim();
    const client = query.mock.contexts[call];
    if (text.startsWith("START TRANSACTION")) {
      const opened = { locks: [], sent: new Set<string>() };
      open.set(client, opened);
      transactions.push(opened.locks);
    }
    if (/^(?:COMMIT|ROLLBACK)$/.test(text)) open.delete(client);
    const transaction = open.get(client);
    const key = JSON.stringify([text, (statement as { values?: unknown }).values ?? values]);
    if (transaction === undefined || transaction.sent.has(key)) return;
    transaction.sent.add(key);
    transaction.locks.push(...LOCKS.flatMap(([pattern, ...locks]) => (pattern.test(text) ? locks : [])));
  });
  return transactions.filter((locks) => locks.length > 0);
}

/** Kinds of locks that a transaction takes first after one that comes later in the order. */
function outOfOrder(locks: readonly Lock[]): string[] {
  const first = [...new Set(locks)];
  return first.flatMap((lock, index) => {
    const later = first.slice(0, index).find((other) => LOCK_ORDER.indexOf(other) > LOCK_ORDER.indexOf(lock));
    return later === undefined ? [] : [`${lock} after ${later}`];
  });
}

const seen = new Set<Lock>();

it.each<[string, () => Promise<unknown>]>([
  [
    "a reserve that replaces another",
    async () => {
      const visitor = mela.visitor();
      await visitor.reserve("B1");
      return visitor.reserve("B2");
    },
  ],
  [
    "a registration with a coupon that replaces another, its payment and its sale",
    async () => {
      const earlier = await test.registered("B3");
      const buyer = await test.registered("B3", { appliedCouponCode: "SAKHI25" }, earlier.visitor);
      expect((await test.initiate(buyer)).status).toBe(201);
      await simulator.pay(buyer.orderId);
      expect(await test.settle(buyer.orderId, "webhook")).toBe("sold");
    },
  ],
  ["a payment that ends unpaid", () => test.released("B4")],
  [
    "money that comes too late",
    async () => {
      const buyer = await test.paidTooLate("B5");
      await test.refundLateMoney(buyer.orderId);
    },
  ],
])("%s locks in the one order", async (_what, work) => {
  await work();
  const transactions = locked();
  expect(transactions.flatMap(outOfOrder)).toEqual([]);
  for (const lock of transactions.flat()) seen.add(lock);
});

it("has met every lock", () => {
  expect(LOCK_ORDER.filter((lock) => !seen.has(lock))).toEqual([]);
});
