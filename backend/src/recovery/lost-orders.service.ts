import { Injectable } from "@nestjs/common";
import { PAYABLE_ORDER_STATES } from "@sakhi/domain/payments/payment.states";
import { InvoicesService } from "../invoices/invoices.service.js";
import { IssuesService } from "../issues/issues.service.js";
import { SettlementService } from "../payments/settlement.service.js";
import { UnknownOrdersService } from "../payments/unknown-orders.service.js";
import { Database, rows } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import { RESTORED, NOT_A_STALL } from "./lost-steps.js";
import { OutsidePositionsService } from "./outside-positions.service.js";
import { Reading } from "./reading.js";
import { SaleRecoveryService } from "./sale-recovery.service.js";

/** Known orders of this age are settled again: late money, refunds. */
const ORDER_DAYS = 14;
/** Age of an unrendered invoice, in seconds, whose job is lost if the queue was on the lost machine too. */
const LOST_JOB_SECONDS = 60;

/** Orders at the provider, of known bookings and applications and of unknown ones. */
@Injectable()
export class LostOrdersService {
  constructor(
    private readonly database: Database,
    private readonly outsidePositions: OutsidePositionsService,
    private readonly saleRecovery: SaleRecoveryService,
    private readonly unknownOrders: UnknownOrdersService,
    private readonly settlement: SettlementService,
    private readonly invoices: InvoicesService,
    private readonly issues: IssuesService,
  ) {}

  /**
   * Orders that only webhooks, the log of opened orders, or a file of the provider have named.
   *
   * @param listed order ids in files of the provider
   */
  async namedOrders(
    installation: string,
    since: Date,
    reading: Reading,
    listed: readonly string[] = [],
  ): Promise<void> {
    const logged = await this.outsidePositions.files.ordersSince(installation, since);
    const orders = await this.database.query<{ order_id: string }>(
      `SELECT named.order_id FROM (
         SELECT w.order_id FROM webhook_inbox w UNION SELECT unnest($1::text[])
         UNION SELECT i.subject FROM issues i WHERE i.kind = 'order_unknown' AND i.resolved_at IS NULL) named
        WHERE named.order_id IS NOT NULL
          AND NOT EXISTS (SELECT FROM orders o WHERE o.order_id = named.order_id AND o.offline)
          AND NOT EXISTS (SELECT FROM payment_attempts a WHERE a.order_id = named.order_id)`,
      [[...logged, ...listed]],
    );
    const done = new Set(reading.items.flatMap(({ orderId }) => orderId ?? []));
    for (const { order_id: orderId } of orders.filter((order) => !done.has(order.order_id))) {
      await reading.guarded(orderId, async () => {
        const as = await this.saleRecovery.restoreOrder(orderId);
        if (as === "unreachable") reading.unanswered.push(orderId);
        if (as === undefined) {
          if ((await this.unknownOrders.check(orderId)) === "raised") {
            reading.items.push({ id: orderId, orderId, as: "issue", note: NOT_A_STALL });
          }
          return;
        }
        if (as === "taken" || as === "incomplete") await this.unknownOrders.check(orderId);
        if (as !== "not_ours" && as !== "absent") reading.items.push({ id: orderId, orderId, ...RESTORED[as] });
      });
    }
    // What exists again no longer needs a decision.
    await this.database.transaction(async (tx) => {
      const found = await rows<{ subject: string }>(
        tx,
        `SELECT i.subject FROM issues i WHERE i.kind = 'order_unknown' AND i.resolved_at IS NULL
            AND EXISTS (SELECT FROM orders o JOIN payment_attempts a USING (order_id) WHERE o.order_id = i.subject)
          ORDER BY i.subject`,
      );
      for (const { subject } of found) await this.issues.closeIfOpen(tx, "order_unknown", subject);
    });
  }

  /** @returns false if the order was never requested as far as the database knows */
  async settle(orderId: string, reading: Reading): Promise<boolean> {
    const [asked] = await this.database.query(
      "SELECT FROM payment_attempts a JOIN orders o USING (order_id) WHERE o.order_id = $1 LIMIT 1",
      [orderId],
    );
    if (asked === undefined) return false;
    const { outcome } = await this.settlement.settleOrder(orderId, "recovery");
    if (outcome === "unreachable") reading.unanswered.push(orderId);
    reading.settled += 1;
    return true;
  }

  /**
   * Settles the known orders of the last days (money and refunds that came after the backup), and renders the invoices of what was sold
   * just before it: their confirmations go out with them.
   */
  async settleKnown(since: Date, reading: Reading): Promise<void> {
    const orders = await this.database.query<{ order_id: string }>(
      `SELECT o.order_id FROM orders o
        WHERE NOT o.offline AND EXISTS (SELECT FROM payment_attempts a WHERE a.order_id = o.order_id)
          AND (o.state IN ${sqlList(PAYABLE_ORDER_STATES)} OR o.created_at > $1::timestamptz - make_interval(days => $2))
        ORDER BY o.created_at`,
      [since, ORDER_DAYS],
    );
    for (const { order_id: orderId } of orders) {
      await reading.guarded(orderId, async () => {
        await this.settle(orderId, reading);
      });
    }
    await this.invoices.requeueUnrendered(LOST_JOB_SECONDS);
  }
}
