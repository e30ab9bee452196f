import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { SubjectStatus } from "@sakhi/domain/payments/settlement.rules";
import type { Tx } from "../../platform/database/database.js";
import { OrderSubjects } from "./order-subjects.service.js";
import type { OrderSubject } from "./order-subject.types.js";
import { OrdersRepository } from "./orders.repository.js";
import type { OrderRow } from "./orders.types.js";

/** An order and what it pays for, both under their locks. */
export interface LockedOrder {
  readonly order: OrderRow;
  readonly subject: OrderSubject;
  readonly status: SubjectStatus;
}

/** Orders together with their subjects, locked in the one order of locks. */
@Injectable()
export class OrderRecords {
  constructor(
    readonly orders: OrdersRepository,
    private readonly subjects: OrderSubjects,
  ) {}

  /** @throws DomainError order_not_found */
  async find(orderId: string): Promise<{ order: OrderRow; subject: OrderSubject }> {
    const order = await this.orders.find(orderId);
    if (order === undefined) throw new DomainError("order_not_found");
    return { order, subject: this.subjects.of(order.subjectType) };
  }

  /**
   * Visitor → stalls → booking (the subject's) → order.
   *
   * @param chosenStallId the stall that the payer of late money has chosen now
   * @throws DomainError order_not_found
   */
  async lock(tx: Tx, orderId: string, chosenStallId?: string): Promise<LockedOrder> {
    // Whose order it is never changes, so that can be read before anything is locked.
    const before = await this.orders.find(orderId, tx);
    if (before === undefined) throw new DomainError("order_not_found");
    const subject = this.subjects.of(before.subjectType);
    const status = await subject.lock(tx, before.subjectId, orderId, chosenStallId);
    const order = await this.orders.lock(tx, orderId);
    if (order === undefined) throw new DomainError("order_not_found");
    return { order, subject, status };
  }
}
