import type { SimulatedOrder, TestSimulator } from "@sakhi/testkit/payment-simulator";
import type { Database } from "../../../../backend/src/platform/database/database.js";

interface Books {
  readonly orderId: string;
  /** Its invoices less its credit notes, in paise. */
  readonly invoiced: string;
  /** Number of open issues about the order or its refunds. */
  readonly issues: string;
  readonly unfinished: string;
}

/**
 * Checks the money after everything has ended: for each order, the provider keeps exactly the invoiced amount, or there is
 * an open issue.
 */
export async function moneyDifferences(database: Database, simulator: TestSimulator): Promise<string[]> {
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
