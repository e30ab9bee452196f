import { Injectable } from "@nestjs/common";
import { shareLeft } from "@sakhi/domain/bookings/several-stalls.rules";
import type { CancelledSale } from "@sakhi/domain/events/event-cancellation.rules";
import type { Paise } from "@sakhi/domain/money/money";
import { OperatorRefundsService, saleMoneyOf, saleRefundedPaise } from "../payments/operator-refunds.service.js";
import { rows, type Tx } from "../platform/database/database.js";
import type { Statement } from "../platform/database/statements.js";
import { StallMoveRecordsService } from "./stall-move-records.service.js";

/** The money of one of a sale's orders; of an order with several stalls, this one's share. */
export interface SaleOrder extends CancelledSale {
  readonly orderId: string;
  /** The further stall whose share a refund of it returns; undefined of the first one, and of an order with one stall. */
  readonly ofBooking?: string | undefined;
}

/** What was paid for a stall of an order with several; no row for one with one stall. */
interface ShareRow {
  readonly sharePaise: Paise;
  readonly amountPaise: Paise;
  readonly returnedPaise: Paise;
  readonly isFurther: boolean;
  readonly isLast: boolean;
}

const OTHERS = "SELECT FROM bookings m WHERE m.order_id = b.order_id AND m.id <> b.id";
const SHARE: Statement = {
  name: "share_of_order",
  text: `SELECT b.final_paise::float8 AS "sharePaise", o.amount_paise::float8 AS "amountPaise",
                ${saleRefundedPaise("b.order_id", "b.id")}::float8 AS "returnedPaise",
                b.first_booking_id IS NOT NULL AS "isFurther",
                NOT EXISTS (${OTHERS} AND m.state = 'sold' AND m.id <> ALL($3)) AS "isLast"
           FROM bookings b JOIN orders o ON o.order_id = b.order_id
          WHERE b.id = $1 AND b.order_id = $2 AND EXISTS (${OTHERS})`,
};

/** The orders that paid for a sold booking: its own, then those of its moves. */
@Injectable()
export class SaleOrdersService {
  constructor(
    private readonly operatorRefunds: OperatorRefundsService,
    private readonly moves: StallMoveRecordsService,
  ) {}

  /** Locks the orders of a locked, sold booking. @returns their money, the booking's own first, then the oldest */
  async lock(tx: Tx, bookingId: string, orderId: string): Promise<readonly SaleOrder[]> {
    const orders: SaleOrder[] = [];
    for (const each of await this.of(tx, bookingId, orderId)) {
      orders.push({ orderId: each, ...saleMoneyOf(await this.operatorRefunds.left(tx, each)) });
    }
    return this.withShare(tx, bookingId, orders);
  }

  /**
   * As {@link lock}, without locking them.
   *
   * @param ended other bookings of the order, as if they were cancelled already
   */
  async read(tx: Tx, bookingId: string, orderId: string, ended: readonly string[] = []): Promise<readonly SaleOrder[]> {
    const orders: SaleOrder[] = [];
    for (const each of await this.of(tx, bookingId, orderId)) {
      orders.push({ orderId: each, ...(await this.operatorRefunds.saleMoney(each, tx)) });
    }
    return this.withShare(tx, bookingId, orders, ended);
  }

  /** The booking's share of its own order, if that has several stalls. */
  private async withShare(
    tx: Tx,
    bookingId: string,
    orders: readonly SaleOrder[],
    ended: readonly string[] = [],
  ): Promise<readonly SaleOrder[]> {
    const [own, ...others] = orders;
    const [share] = own === undefined ? [] : await rows<ShareRow>(tx, SHARE, [bookingId, own.orderId, ended]);
    if (own === undefined || share === undefined) return orders;
    const surchargePaise = Math.max(0, own.paidPaise - share.amountPaise);
    const leftPaise = shareLeft({ ...share, orderLeftPaise: own.leftPaise, surchargePaise });
    const paidPaise = share.sharePaise + (share.isLast ? surchargePaise : 0);
    return [{ ...own, paidPaise, leftPaise, ...(share.isFurther ? { ofBooking: bookingId } : {}) }, ...others];
  }

  private async of(tx: Tx, bookingId: string, orderId: string): Promise<readonly string[]> {
    return [orderId, ...(await this.moves.paidOrders(tx, bookingId))];
  }
}
