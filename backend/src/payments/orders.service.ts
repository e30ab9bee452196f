import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { OFFLINE_METHODS, type OfflineMethod } from "@sakhi/domain/operator/operator.types";
import type { OrderMoney } from "@sakhi/domain/payments/payer-outcome";
import type { PaymentOutcome } from "@sakhi/domain/payments/payment.states";
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
import { type OrderSubject, refundedOf } from "./order-subject.js";
import { OrdersRepository, type AttemptRow, type NewOrder, type RestoredOrder } from "./orders.repository.js";
import { PaymentEntity } from "./payments.entities.js";
import { PaymentsRepository } from "./payments.repository.js";
import { type LockedOrder, type OrderRow, subjectIds } from "./payments.types.js";

export type { OrderRow } from "./payments.types.js";

/** Polling interval of a caller that waits for an attempt's response, in ms. */
const ATTEMPT_POLL_MS = 100;

/** Money that was paid outside the provider. */
interface OfflinePayment extends NewOrder {
  readonly method: OfflineMethod;
  /** Number of the receipt, transfer or cheque. */
  readonly reference: string;
}

/** Payment orders as other features use them, and locking an order together with its subject. */
@Injectable()
export class OrdersService {
  private readonly subjects = new Map<OrderSubject["type"], OrderSubject>();

  constructor(
    private readonly orders: OrdersRepository,
    private readonly payments: PaymentsRepository,
    private readonly outbox: Outbox,
    private readonly issues: IssuesService,
  ) {}

  /** Registers a feature that sells. Called once by each on construction. */
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
   * Locks an order and its subject in the order visitor → stalls → booking → order.
   *
   * @param known the order's id, or the order as read before: its subject never changes
   * @param chosenStallId the stall that the payer of late money has just chosen
   * @throws DomainError order_not_found
   */
  async lock(tx: Tx, known: string | OrderRow, chosenStallId?: string): Promise<LockedOrder> {
    const found = typeof known === "string" ? await this.require(known, tx) : known;
    const { orderId, subjectId } = found;
    const subject = await this.subjectOf(found).lock(tx, subjectId, orderId, chosenStallId);
    const order = await this.orders.lock(tx, orderId);
    if (order === undefined) throw new DomainError("order_not_found");
    return { order, subject };
  }

  /** Whether an order is known and was ever requested from the provider, or paid outside it. */
  async isRecorded(orderId: string): Promise<boolean> {
    const order = await this.orders.find(orderId);
    return order !== undefined && (order.offline || (await this.orders.newestAttempt(orderId)) !== undefined);
  }

  /**
   * Raises an issue about a locked order and records it in the history.
   *
   * @param bookingId the further stall of the order that it is about
   * @returns false when it is open already
   */
  async raiseIssue(
    tx: Tx,
    { order, subject }: LockedOrder,
    issue: Pick<NewIssue, "kind" | "subject" | "facts">,
    bookingId: string | null = null,
  ): Promise<boolean> {
    const isNew = await this.issues.raise(tx, { ...issue, ...subjectIds(order, bookingId) });
    if (isNew) await refundedOf(subject, bookingId).record({ kind: "issue_raised", actor: "system", note: issue.kind });
    return isNew;
  }

  /** Milliseconds until the payment window ends; 0 when it has. */
  msUntilWindowEnds(order: OrderRow): Promise<number> {
    return this.subjectOf(order).msUntilWindowEnds(order.subjectId);
  }

  /**
   * Creates an order that the provider does not know yet.
   *
   * @throws DomainError order_id_taken; nothing else has changed
   */
  async createUnsent(tx: Tx, order: NewOrder): Promise<void> {
    if (!(await this.orders.insert(tx, order, "unsent"))) throw new DomainError("order_id_taken");
  }

  /** Records an order that the provider has and our records lost; the subject's other unsent orders are void. */
  async restore(tx: Tx, order: RestoredOrder, request: unknown): Promise<void> {
    await this.orders.voidOtherUnsent(tx, order);
    await this.orders.restore(tx, order, request);
  }

  /** Voids an unsent order; does nothing in any other state. */
  async voidUnsent(tx: Tx, orderId: string): Promise<void> {
    await this.orders.voidUnsent(tx, orderId);
  }

  /**
   * Ends the payment window of an open order now: its visitor chose something else, or an operator ends it. No payment can
   * be started from then on; the subject is released once the provider's status is final. The caller holds the locks that
   * come before the booking's, and signals the workflow that closes the order.
   *
   * @returns false when the order was not open
   */
  async requestClose(tx: Tx, orderId: string, actor: "visitor" | "operator" = "visitor"): Promise<boolean> {
    const order = await this.orders.find(orderId, tx);
    if (order === undefined) return false;
    const subject = this.subjectOf(order);
    // Order of locks: the booking before the order.
    await subject.endWindow(tx, order.subjectId, orderId);
    if (!(await this.orders.closing(tx, orderId, actor))) return false;
    await subject.record(tx, order.subjectId, { kind: "termination_requested", actor, note: orderId });
    return true;
  }

  /** Marks an order as paid without a provider: listings in mock mode. */
  async markPaidWithoutProvider(tx: Tx, orderId: string): Promise<void> {
    await this.orders.paid(tx, orderId);
  }

  /**
   * Records an order and its payment outside the provider. The order is paid from the start and has no attempt, so
   * settlement, sweep and late payments skip it.
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
   * Starts the workflow that polls for late money, or signals it to check now, once `tx` has committed.
   *
   * @param order `again`: starts a new run even if an earlier one has completed
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

  /** Whether a payment attempt on the order had this outcome. */
  hasPayment(tx: Tx, orderId: string, outcome: PaymentOutcome): Promise<boolean> {
    return tx.existsBy(PaymentEntity, { orderId, outcome });
  }

  /** Payments, attempts and refunds by order id; orders that do not exist are missing. */
  money(orderIds: readonly string[]): Promise<ReadonlyMap<string, OrderMoney>> {
    return this.payments.money(orderIds);
  }

  /**
   * Waits for another caller that is opening an order at the provider, and returns the newest attempt. It is still
   * `creating` when that takes longer than `limitMs` or the other process seems to have crashed.
   */
  async awaitAttempt(orderId: string, limitMs: number): Promise<AttemptRow | undefined> {
    const until = Date.now() + limitMs;
    for (;;) {
      const attempt = await this.orders.newestAttempt(orderId);
      const waiting = attempt?.state === "creating" && attempt.ageMs < UNKNOWN_ATTEMPT_MS;
      if (!waiting || Date.now() >= until) return attempt;
      await pause(ATTEMPT_POLL_MS);
    }
  }

  /** Orders whose opening has had no definite response for too long. */
  unansweredAttempts(limit: number): Promise<string[]> {
    return this.orders.unansweredAttempts(UNKNOWN_ATTEMPT_MS, limit);
  }

  private subjectOf({ subjectType, moveId }: Pick<OrderRow, "subjectType" | "moveId">): OrderSubject {
    const type = moveId === null ? subjectType : "move";
    const subject = this.subjects.get(type);
    if (subject === undefined) throw new Error(`no feature sells for orders of type ${type}`);
    return subject;
  }
}
