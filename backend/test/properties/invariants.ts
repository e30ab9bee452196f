import type { SimulatedOrder, TestSimulator } from "@sakhi/testkit/payment-simulator";
import type { Database } from "../../src/platform/database/database.js";
import { INVARIANTS, brokenHistories } from "../operator/soak/invariants.js";

/** Those of the soak that know nothing of second payments and of refunds made at the provider. */
const NARROW = [
  "a sold booking has exactly one paid order that was not refunded, of its amount",
  "a sold booking has exactly one payment, of its amount",
  "a sold booking has exactly one invoice, of its amount, and no credit note",
  "a cancelled sale has one credit note for its refund, of its amount",
];
/** All in one statement: they are looked at after every step. */
const ANY_TIME = Object.entries(INVARIANTS)
  .filter(([name]) => !NARROW.includes(name))
  .map(
    ([name, sql]) =>
      `SELECT '${name.replaceAll("'", "''")}: ' || to_jsonb(broken)::text AS line FROM (${sql}) broken`,
  )
  .join("\nUNION ALL\n");

/** What must hold at any moment, and does not. */
export async function brokenNow(database: Database): Promise<string[]> {
  const broken = await database.query<{ line: string }>(ANY_TIME);
  return [...broken.map(({ line }) => line), ...(await brokenHistories(database))];
}

interface Books {
  readonly orderId: string;
  /** What its invoice says, less its credit notes, in paise. */
  readonly invoiced: string;
  /** Open issues of the order or of one of its refunds: a person decides. */
  readonly issues: string;
  readonly unfinished: string;
}

/**
 * The one rule about money once everything has ended: what the provider keeps of an order is what we have invoiced for
 * it, to the paisa, or an operator is asked.
 */
export async function moneyAstray(database: Database, simulator: TestSimulator): Promise<string[]> {
  const books = await database.query<Books>(
    `SELECT o.order_id AS "orderId",
            (SELECT coalesce(sum((content->'tax'->>'totalPaise')::bigint * CASE kind WHEN 'invoice' THEN 1 ELSE -1 END), 0)
               FROM invoices i WHERE i.order_id = o.order_id) AS invoiced,
            (SELECT count(*) FROM issues s WHERE s.resolved_at IS NULL AND (s.subject = o.order_id
                OR s.subject IN (SELECT refund_id FROM refunds r WHERE r.order_id = o.order_id))) AS issues,
            (SELECT count(*) FROM refunds r WHERE r.order_id = o.order_id AND r.state IN ('requested', 'pending')) AS unfinished
       FROM orders o WHERE EXISTS (SELECT 1 FROM payment_attempts a WHERE a.order_id = o.order_id)`,
  );
  const wrong: string[] = [];
  for (const { orderId, invoiced, issues, unfinished } of books) {
    if (Number(unfinished) > 0) wrong.push(`${orderId}: a refund has not ended`);
    const order = await simulator.order(orderId).catch(() => undefined);
    const kept = order === undefined ? 0 : keptPaise(order);
    if (kept !== Number(invoiced) && Number(issues) === 0) {
      wrong.push(`${orderId}: the provider keeps ${kept} paise, invoiced are ${invoiced}`);
    }
  }
  return wrong;
}

function keptPaise({ order, payments, refunds }: SimulatedOrder): number {
  const paid = payments.filter(({ payment_status: status }) => status === "SUCCESS").length;
  const back = refunds.filter(({ refund_status: status }) => status === "SUCCESS");
  return Math.round(
    100 * (paid * order.order_amount - back.reduce((sum, { refund_amount: amount }) => sum + amount, 0)),
  );
}
