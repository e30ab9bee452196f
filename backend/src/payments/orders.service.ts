import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { OFFLINE_METHODS, type OfflineMethod } from "@sakhi/domain/operator/operator.types";
import type { OrderMoney } from "@sakhi/domain/payments/payer-outcome";
import type { PaymentAttemptsSummary } from "@sakhi/domain/payments/payment.states";
import { UNKNOWN_ATTEMPT_MS } from "@sakhi/domain/payments/settlement.rules";
import {
  LATE_PAYMENT,
  latePaymentWorkflowId,
  type LatePaymentInput,
} from "@sakhi/workflows/payments/late-payment.messages";
import { RECHECK } from "@sakhi/workflows/shared/signals";
import { IssuesService } from "../issues/issues.service.js";
import type { NewIssue } from "../issues/issues.types.js";
import type { Tx } from "../platform/database/database.js";
import { Outbox } from "../platform/outbox/outbox.js";
import { OrdersRepository, type AttemptRow, type NewOrder } from "./orders.repository.js";
import { PaymentsRepository } from "./payments.repository.js";
import { type LockedOrder, type OrderRow, type OrderSubject, subjectIds } from "./payments.types.js";
import type { SubjectType } from "./payments.entities.js";

export type { OrderRow } from "./payments.types.js";

/** How often a caller that waits for an attempt's answer reads it, in milliseconds. */
const ATTEMPT_POLL_MS = 100;

/** Money that was paid outside the provider. */
interface OfflinePayment extends NewOrder {
  readonly method: OfflineMethod;
  /** Number of the receipt, transfer or cheque. */
  readonly reference: string;
}

/** Payment orders: what other features may do with them, and locking one together with what it pays for. */
@Injectable()
export class OrdersService {
  private readonly subjects = new Map<SubjectType, OrderSubject>();

  constructor(
    private readonly orders: OrdersRepository,
    private readonly payments: PaymentsRepository,
    private readonly outbox: Outbox,
    private readonly issues: IssuesService,
  ) {}

  /** Features register what they sell when they are created. */
  registerSubject(subject: OrderSubject): void {
    this.subjects.set(subject.type, subject);
  }

  /** @param tx to read inside a transaction */
  find(orderId: string, tx?: Tx): Promise<OrderRow | undefined> {
    return this.orders.find(orderId, tx);
  }

  /** @throws DomainError order_not_found */
  async require(orderId: string, tx?: Tx): Promise<OrderRow> {
    const order = await this.orders.find(orderId, tx);
    if (order === undefined) throw new DomainError("order_not_found");
    return order;
  }

  /**
   * Locks visitor → stalls → booking (the subject's) → order.
   *
   * @param known its id, or the order as it was read before: whose it is never changes
   * @param chosenStallId the stall that the payer of late money has chosen now
   * @throws DomainError order_not_found
   */
  async lock(tx: Tx, known: string | OrderRow, chosenStallId?: string): Promise<LockedOrder> {
    const { orderId, subjectType, subjectId } = typeof known === "string" ? await this.require(known, tx) : known;
    const subject = await this.subjectOf(subjectType).lock(tx, subjectId, orderId, chosenStallId);
    const order = await this.orders.lock(tx, orderId);
    if (order === undefined) throw new DomainError("order_not_found");
    return { order, subject };
  }

  /** Raises an issue about a locked order and records it in the history, once while it is open. @returns whether it is new */
  async raiseIssue(
    tx: Tx,
    { order, subject }: LockedOrder,
    issue: Pick<NewIssue, "kind" | "subject" | "facts" | "once">,
  ): Promise<boolean> {
    const isNew = await this.issues.raise(tx, { ...issue, ...subjectIds(order) });
    if (isNew) await subject.record({ kind: "issue_raised", actor: "system", note: issue.kind });
    return isNew;
  }

  /** Milliseconds until the time to pay is over; 0 when it is. */
  msUntilWindowEnds({ subjectType, subjectId }: OrderRow): Promise<number> {
    return this.subjectOf(subjectType).msUntilWindowEnds(subjectId);
  }

  /**
   * Creates an order that the provider does not know yet.
   *
   * @throws DomainError order_id_taken; nothing else has changed
   */
  async createUnsent(tx: Tx, order: NewOrder): Promise<void> {
    if (!(await this.orders.insert(tx, order, "unsent"))) throw new DomainError("order_id_taken");
  }

  /** Voids an order that was never opened; one that is open or ended stays as it is. */
  async voidUnsent(tx: Tx, orderId: string): Promise<void> {
    await this.orders.voidUnsent(tx, orderId);
  }

  /**
   * Ends the time to pay an open order now, because its visitor has turned to something else or an operator wants it
   * so. From here on nobody can start to pay it; what it paid for is released once the provider's answer is final. The
   * caller has locked what comes before a booking in the order of locks, and signals the workflow that closes it.
   *
   * @returns false when there was nothing open to close
   */
  async askToClose(tx: Tx, orderId: string, actor: "visitor" | "operator" = "visitor"): Promise<boolean> {
    const order = await this.orders.find(orderId, tx);
    if (order === undefined) return false;
    const subject = this.subjectOf(order.subjectType);
    // The booking before the order: the one order of locks.
    await subject.endWindow(tx, order.subjectId, orderId);
    if (!(await this.orders.closing(tx, orderId, actor))) return false;
    await subject.record(tx, order.subjectId, { kind: "termination_requested", actor, note: orderId });
    return true;
  }

  /** Marks an unsent order as paid that no provider was asked about: listings without a provider, for trying out. */
  async paidWithoutProvider(tx: Tx, orderId: string): Promise<void> {
    await this.orders.paid(tx, orderId);
  }

  /**
   * Records an order and its payment outside the provider. The order is paid from the start and no attempt to open it
   * was ever made, so settlement, recovery and late payments have nothing to ask and leave it alone.
   *
   * @returns the payment's id, `OFFLINE-…`
   * @throws DomainError order_id_taken
   */
  async recordOfflinePayment(tx: Tx, payment: OfflinePayment): Promise<string> {
    const { orderId, amountPaise, method, reference } = payment;
    if (!(await this.orders.insert(tx, payment, "paid"))) throw new DomainError("order_id_taken");
    const paymentId = `OFFLINE-${randomUUID().toUpperCase()}`;
    const mode = OFFLINE_METHODS[method];
    await this.payments.insertOffline(tx, { paymentId, orderId, amountPaise, mode, reference });
    await this.orders.soldBy(tx, orderId, paymentId);
    return paymentId;
  }

  /**
   * Starts the workflow that checks now and then for money that comes after a release, or signals it to check now, once
   * `tx` has committed.
   *
   * @param order with `again` also where a run has completed: there is something to wait for once more
   */
  watchForLatePayment(
    tx: Tx,
    order: { readonly orderId: string; readonly stallId?: string; readonly again?: boolean },
  ): Promise<void> {
    const { orderId, stallId, again = false } = order;
    return this.outbox.nudge(tx, {
      workflowType: LATE_PAYMENT,
      workflowId: latePaymentWorkflowId(orderId),
      args: [{ orderId } satisfies LatePaymentInput],
      signal: RECHECK,
      searchAttributes: { StallId: stallId, OrderId: orderId, Stage: "released" },
      summary: `Looking for late money on order ${orderId}`,
      ...(again ? { evenIfCompleted: true } : {}),
    });
  }

  /** What counts of the payments made or tried on an order. */
  attemptsSummary(orderId: string, tx?: Tx): Promise<PaymentAttemptsSummary> {
    return this.payments.summary(orderId, tx);
  }

  /** All that was paid, tried and refunded on orders, by their ids; an order that does not exist is missing. */
  money(orderIds: readonly string[]): Promise<ReadonlyMap<string, OrderMoney>> {
    return this.payments.money(orderIds);
  }

  /**
   * Waits while somebody else is asking the provider to open an order, and returns the newest attempt once it is
   * answered; still `creating` when that takes longer than `limitMs` or the process that asked seems to be gone.
   */
  async answeredAttempt(orderId: string, limitMs: number): Promise<AttemptRow | undefined> {
    const until = Date.now() + limitMs;
    for (;;) {
      const attempt = await this.orders.newestAttempt(orderId);
      const waiting = attempt?.state === "creating" && attempt.ageMs < UNKNOWN_ATTEMPT_MS;
      if (!waiting || Date.now() >= until) return attempt;
      await pause(ATTEMPT_POLL_MS);
    }
  }

  /** Orders whose opening has been without an answer for too long. */
  unansweredAttempts(limit: number): Promise<string[]> {
    return this.orders.unansweredAttempts(UNKNOWN_ATTEMPT_MS, limit);
  }

  private subjectOf(type: SubjectType): OrderSubject {
    const subject = this.subjects.get(type);
    if (subject === undefined) throw new Error(`no feature sells for orders of type ${type}`);
    return subject;
  }
}
