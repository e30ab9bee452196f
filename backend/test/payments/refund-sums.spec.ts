import { afterAll, describe, expect, it } from "@jest/globals";
import { balanceOf, type OrderLedger } from "@sakhi/domain/payments/refundable.rules";
import { SeededRandom } from "@sakhi/testkit/seeded-random";
import { saleRefundedPaise } from "../../src/payments/operator-refunds.service.js";
import { rows, type Tx } from "../../src/platform/database/database.js";
import { createTestDatabase } from "../support/database.js";

// The dashboard's figures sum refunds in SQL; the rule of refundable money is in domain. Both agree on any order.

const db = await createTestDatabase();
afterAll(() => db.close());

const random = new SeededRandom(45);
const chance = (share: number): boolean => random.next() < share;

/** An order with up to three payments, refunded in parts, some without a known payment. */
function randomLedger(): OrderLedger {
  const payments = Array.from({ length: random.between(1, 3) }, (_, at) => ({
    paymentId: `p${at}`,
    paise: random.between(1, 4) * 100,
  }));
  const sold = chance(0.7) ? payments[0] : undefined;
  const refunds = payments.flatMap(({ paymentId, paise }) => {
    let left = paise;
    return Array.from({ length: random.between(0, 3) }, (_, at) => {
      const state = random.one(["requested", "pending", "succeeded", "failed"] as const);
      const part = random.between(1, Math.max(1, left));
      const fits = part <= left;
      if (state !== "failed" && fits) left -= part;
      return {
        ...{ refundId: `r${paymentId}${at}`, providerRefundId: undefined, reason: "operator" as const },
        ...{ state: fits ? state : ("failed" as const), paise: part },
        // Old refunds name no payment: they are of the sale.
        paymentId: paymentId === sold?.paymentId && chance(0.3) ? undefined : paymentId,
      };
    });
  });
  return { payments, refunds, soldPaymentId: sold?.paymentId, invoicedPaise: 0, creditedPaise: 0 };
}

async function insert(tx: Tx, orderId: string, { payments, refunds, soldPaymentId }: OrderLedger): Promise<void> {
  const id = (name: string | undefined): string | null => (name === undefined ? null : `RFND${orderId}x${name}`);
  await tx.query(
    `INSERT INTO orders (order_id, subject_type, subject_id, amount_paise, state, sold_payment_id)
     VALUES ($1, 'booking', gen_random_uuid(), 100, 'paid', $2)`,
    [orderId, id(soldPaymentId)],
  );
  for (const { paymentId, paise } of payments) {
    await tx.query(
      `INSERT INTO payments (provider_payment_id, order_id, provider_status, outcome, amount_paise, currency)
       VALUES ($1, $2, 'SUCCESS', 'success', $3, 'INR')`,
      [id(paymentId), orderId, paise],
    );
  }
  for (const { refundId, paymentId, paise, state } of refunds) {
    await tx.query(
      `INSERT INTO refunds (refund_id, order_id, payment_id, amount_paise, reason, state, idempotency_key)
       VALUES ($1, $2, $3, $4, 'operator', $5, gen_random_uuid())`,
      [id(refundId), orderId, id(paymentId), paise, state],
    );
  }
}

describe("what was refunded of a sale", () => {
  it("is the same in SQL and in the rule, for 300 random orders", async () => {
    const ledgers = Array.from({ length: 300 }, randomLedger);
    const sums = await db.database.transaction(async (tx) => {
      // The rows stand alone: no booking, no attempt.
      await tx.query("SET LOCAL session_replication_role = replica");
      for (const [at, ledger] of ledgers.entries()) await insert(tx, String(at), ledger);
      return rows<{ at: string; paise: string }>(
        tx,
        `SELECT order_id AS at, ${saleRefundedPaise("o.order_id", "o.subject_id")} AS paise FROM orders o`,
      );
    });
    const inSql = Object.fromEntries(sums.map(({ at, paise }) => [at, Number(paise)]));
    const byRule = ledgers.map((ledger, at): [string, number] => {
      const { payments, leftPaise, saleLeftPaise } = balanceOf(ledger);
      const of = ledger.soldPaymentId === undefined ? payments : payments.filter(({ ofSale }) => ofSale);
      const paid = of.reduce((sum, { paise }) => sum + paise, 0);
      return [String(at), paid - (ledger.soldPaymentId === undefined ? leftPaise : saleLeftPaise)];
    });
    expect(inSql).toEqual(Object.fromEntries(byRule));
  });
});
