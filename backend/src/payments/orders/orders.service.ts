import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { OrderMoney } from "@sakhi/domain/payments/payer-outcome";
import type { PaymentAttemptsSummary } from "@sakhi/domain/payments/payment.states";
import type { Tx } from "../../platform/database/database.js";
import { OrderMoneyRepository } from "./order-money.repository.js";
import { OrderSubjects } from "./order-subjects.service.js";
import { OrdersRepository } from "./orders.repository.js";
import type { OrderRow, SubjectType } from "./orders.types.js";
import { PaymentsRepository } from "../settlement/payments.repository.js";

export type { OrderRow, SubjectType } from "./orders.types.js";

/** How often the return page may have the provider asked, in milliseconds: an open order, and a closed one. */
const RETURN_PAGE_MS = 2_000;
const RETURN_PAGE_LATE_MS = 30_000;

/** Payment orders, as other features see them. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly payments: PaymentsRepository,
    private readonly moneys: OrderMoneyRepository,
    private readonly subjects: OrderSubjects,
  ) {}

  /**
   * Notes an order that the provider does not know yet.
   *
   * @throws DomainError order_id_taken; nothing else has changed
   */
  async createUnsent(
    tx: Tx,
    order: { orderId: string; subjectType: SubjectType; subjectId: string; amountPaise: number },
  ): Promise<void> {
    if (!(await this.orders.insertUnsent(tx, order))) throw new DomainError("order_id_taken");
  }

  /** Voids an order that was never opened; one that is open or ended stays as it is. */
  async voidUnsent(tx: Tx, orderId: string): Promise<void> {
    await this.orders.voidUnsent(tx, orderId);
  }

  /** @param tx to read inside a transaction */
  find(orderId: string, tx?: Tx): Promise<OrderRow | undefined> {
    return this.orders.find(orderId, tx);
  }

  /**
   * Ends the time to pay an open order now, because its visitor has turned to something else or an operator wants it
   * so. From here on nobody can begin to pay it; what it paid for is released once the provider's answer is final. The caller has locked
   * what comes before a booking in the order of locks, and nudges the workflow that closes it.
   *
   * @returns false when there was nothing open to close
   */
  async askToClose(tx: Tx, orderId: string, actor: "visitor" | "operator" = "visitor"): Promise<boolean> {
    const order = await this.orders.find(orderId, tx);
    if (order === undefined) return false;
    const subject = this.subjects.of(order.subjectType);
    // The booking before the order: the one order of locks.
    await subject.endWindow(tx, order.subjectId, orderId);
    if (!(await this.orders.closing(tx, orderId, actor))) return false;
    await subject.record(tx, order.subjectId, {
      kind: "termination_requested",
      actor,
      note: orderId,
    });
    return true;
  }

  /** Notes an unsent order as paid that no provider was asked about: listings without a provider, for trying out. */
  async paidWithoutProvider(tx: Tx, orderId: string): Promise<void> {
    await this.orders.paid(tx, orderId);
  }

  /** What counts of the payments made or tried on an order. */
  attemptsSummary(orderId: string, tx?: Tx): Promise<PaymentAttemptsSummary> {
    return this.payments.summary(orderId, tx);
  }

  /** All that was paid, tried and returned on orders, by their ids; an order that does not exist is not there. */
  money(orderIds: readonly string[]): Promise<ReadonlyMap<string, OrderMoney>> {
    return this.moneys.ofOrders(orderIds);
  }

  /** Whether the return page may have the provider asked now; notes that it does. */
  mayAsk(orderId: string): Promise<boolean> {
    return this.orders.mayAsk(orderId, RETURN_PAGE_MS, RETURN_PAGE_LATE_MS);
  }
}
