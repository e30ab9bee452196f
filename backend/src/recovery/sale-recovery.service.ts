import { Injectable } from "@nestjs/common";
import { isSeveral } from "@sakhi/domain/bookings/several-stalls.rules";
import { isFinalOrder } from "@sakhi/domain/payments/payment.states";
import { pendingPayments } from "@sakhi/domain/payments/settlement.rules";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import { OrdersService } from "../payments/orders.service.js";
import { PaymentProvider, type ProviderOrder } from "../payments/provider/payment-provider.js";
import { SettlementService } from "../payments/settlement.service.js";
import { moneyLeft, UnknownOrdersService } from "../payments/unknown-orders.service.js";
import { type LostBooking, RestoredSalesService } from "./restored-sales.service.js";

/**
 * Result of creating a lost booking again. `sold`, `open`: it exists again, paid, or waiting for its payment. `unpaid`:
 * nobody paid, so its stall is rightly free. `refunding`: its event was cancelled, so its money goes back. `taken`: another
 * booking has its stall, so its money is an issue. `incomplete`: so is that of an order with several stalls, which are created again
 * together or not at all.
 */
export type RestoreOutcome =
  | "sold"
  | "open"
  | "refunding"
  | "unpaid"
  | "taken"
  | "incomplete"
  | "absent"
  | "not_ours"
  | "unreachable";

/**
 * Creates bookings again that were lost with the database (docs/decisions/0050): the booking waits for its payment again,
 * under its old id, and the settlement then sells it as usual. What is known outside is kept: ids, stall, amount, payer and
 * the numbers of its documents.
 */
@Injectable()
export class SaleRecoveryService {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly bookingLocks: BookingLocksService,
    private readonly restoredSales: RestoredSalesService,
    private readonly settlement: SettlementService,
    private readonly unknownOrders: UnknownOrdersService,
    private readonly orders: OrdersService,
  ) {}

  /**
   * Creates the booking of an order again that only the provider knows (the resolution of `order_unknown`).
   *
   * @returns undefined if the order does not say which booking it is of
   */
  async restoreOrder(orderId: string): Promise<RestoreOutcome | undefined> {
    const reading = await this.provider.readOrderWithPayments(orderId, true);
    if (reading.kind === "unreachable") return "unreachable";
    const subject = reading.kind === "found" ? reading.order.subject : undefined;
    if (subject?.type !== "booking" || subject.stallId === undefined) return undefined;
    const lost = { bookingId: subject.id, stallId: subject.stallId, orderId, entries: [] };
    // Of a booking that the backup has, only the order is lost.
    const known = (await this.bookingLocks.find(subject.id)) !== undefined;
    return known ? this.adopt(lost) : this.restore(lost);
  }

  /** Creates a booking again, unless nobody paid for it. Idempotent. */
  async restore(lost: LostBooking): Promise<RestoreOutcome> {
    const { orderId } = lost;
    const reading = await this.provider.readOrderWithPayments(orderId, true);
    if (reading.kind === "unreachable") return "unreachable";
    if (reading.kind === "absent") return "absent";
    if (!(await this.unknownOrders.isOurs(reading.order))) return "not_ours";
    const { order, payments } = reading;
    // Its other stalls have brought the whole order with them, or the backup has its first one.
    const { subject } = order;
    const isHere = async (id: string): Promise<boolean> => (await this.bookingLocks.find(id)) !== undefined;
    if (subject !== undefined && isSeveral(subject.stallId) && (await isHere(subject.id))) {
      return (await this.orders.isRecorded(orderId)) ? this.settle(orderId) : this.adopt(lost);
    }
    const pending = pendingPayments({ ...order, kind: "found", payments });
    const payable = !isFinalOrder(order.status) || pending > 0;
    const paid = moneyLeft(reading) > 0;
    if (!paid && !payable) return "unpaid";
    const payer = await this.provider.readPayer(orderId);
    if (payer.kind !== "done") return "unreachable";
    if (!(await this.restoredSales.insert(lost, reading, payer.value))) {
      if (paid) await this.unknownOrders.check(orderId);
      // Nobody may pay for a stall that another has.
      else await this.provider.terminate(orderId);
      return notSoldHere(order);
    }
    return this.settle(orderId);
  }

  /**
   * Records that an order of a known booking was opened after the backup, and settles it: a hold waits for its payment
   * again; of a booking that has ended since, the money is late.
   */
  async adopt(lost: LostBooking): Promise<RestoreOutcome> {
    const { orderId } = lost;
    const reading = await this.provider.readOrderWithPayments(orderId, true);
    if (reading.kind === "unreachable") return "unreachable";
    if (reading.kind === "absent") return "absent";
    if (!(await this.unknownOrders.isOurs(reading.order))) return "not_ours";
    if (moneyLeft(reading) <= 0) return "unpaid";
    const payer = await this.provider.readPayer(orderId);
    if (payer.kind !== "done") return "unreachable";
    if (!(await this.restoredSales.adopt(lost, reading, payer.value))) {
      await this.unknownOrders.check(orderId);
      return notSoldHere(reading.order);
    }
    return this.settle(orderId);
  }

  /** Settles an order that is known again. */
  private async settle(orderId: string): Promise<RestoreOutcome> {
    const { outcome } = await this.settlement.settleOrder(orderId, "recovery");
    return outcome === "unreachable" || outcome === "sold" || outcome === "refunding" ? outcome : "open";
  }
}

function notSoldHere({ subject }: ProviderOrder): RestoreOutcome {
  return isSeveral(subject?.stallId) ? "incomplete" : "taken";
}
