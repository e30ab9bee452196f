import { Injectable } from "@nestjs/common";
import type { CancelledSale } from "@sakhi/domain/events/event-cancellation.rules";
import { OperatorRefundsService, saleMoneyOf } from "../payments/operator-refunds.service.js";
import type { Tx } from "../platform/database/database.js";
import { StallMoveRecordsService } from "./stall-move-records.service.js";

/** The money of one of a sale's orders. */
export interface SaleOrder extends CancelledSale {
  readonly orderId: string;
}

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
    return orders;
  }

  /** As {@link lock}, without locking them. */
  async read(tx: Tx, bookingId: string, orderId: string): Promise<readonly SaleOrder[]> {
    const orders: SaleOrder[] = [];
    for (const each of await this.of(tx, bookingId, orderId)) {
      orders.push({ orderId: each, ...(await this.operatorRefunds.saleMoney(each, tx)) });
    }
    return orders;
  }

  private async of(tx: Tx, bookingId: string, orderId: string): Promise<readonly string[]> {
    return [orderId, ...(await this.moves.paidOrders(tx, bookingId))];
  }
}
