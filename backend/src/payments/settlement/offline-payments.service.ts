import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Paise } from "@sakhi/domain/money/money";
import { offlineMethodLabel } from "@sakhi/domain/operator/operator.types";
import type { OfflineMethod } from "@sakhi/domain/operator/operator.types";
import type { Tx } from "../../platform/database/database.js";
import { OrdersRepository } from "../orders/orders.repository.js";
import type { SubjectType } from "../orders/orders.types.js";
import { PaymentsRepository } from "./payments.repository.js";

/** Money that the organiser was given directly. */
export interface OfflinePayment {
  readonly orderId: string;
  readonly subjectType: SubjectType;
  readonly subjectId: string;
  readonly amountPaise: Paise;
  readonly method: OfflineMethod;
  /** Number of the receipt, transfer or cheque. */
  readonly reference: string;
}

/**
 * Payments outside the provider. Their orders are paid from the start and no attempt to open them was ever made, so
 * whoever settles, sweeps or looks for late money has nothing to ask and leaves them alone.
 */
@Injectable()
export class OfflinePayments {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly payments: PaymentsRepository,
  ) {}

  /**
   * Notes the order and its payment.
   *
   * @returns the payment's id, `OFFLINE-…`
   * @throws DomainError order_id_taken
   */
  async record(tx: Tx, payment: OfflinePayment): Promise<string> {
    if (!(await this.orders.insertOffline(tx, payment))) throw new DomainError("order_id_taken");
    const paymentId = `OFFLINE-${randomUUID().toUpperCase()}`;
    await this.payments.insertOffline(tx, {
      paymentId,
      orderId: payment.orderId,
      amountPaise: payment.amountPaise,
      mode: offlineMethodLabel(payment.method),
      reference: payment.reference,
    });
    await this.orders.soldBy(tx, payment.orderId, paymentId);
    return paymentId;
  }
}
