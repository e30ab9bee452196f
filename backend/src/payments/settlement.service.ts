import { Injectable } from "@nestjs/common";
import type { Paise } from "@sakhi/domain/money/money";
import {
  endsOffer,
  outcomeOf,
  SETTLEMENT_OUTCOMES,
  type SettlementOutcome,
  waitsForRecovery,
} from "@sakhi/domain/payments/consequences.rules";
import { foreignDifferences } from "@sakhi/domain/payments/order-identity.rules";
import { balanceOf, isReturned, type OrderLedger } from "@sakhi/domain/payments/refundable.rules";
import {
  UNKNOWN_ATTEMPT_MS,
  firstSuccess,
  decideSettlement,
  pendingPayments,
  wasOffered,
} from "@sakhi/domain/payments/settlement.rules";
import type { SeenOrder, SettlementIssue, SettlementDecision } from "@sakhi/domain/payments/settlement.rules";
import type { SettlementSummary } from "@sakhi/workflows/payments/settlement.types";
import { pauseOf } from "../events/sales-pause.sql.js";
import { Database, type Tx } from "../platform/database/database.js";
import { OrderOpeningService, type FoundOpening } from "./order-opening.service.js";
import { requestedOrder, OrdersRepository, type AttemptRow } from "./orders.repository.js";
import { OrdersService } from "./orders.service.js";
import { PaymentsRepository } from "./payments.repository.js";
import type { LockedOrder, OrderRow, SettlementTrigger } from "./payments.types.js";
import { type OrderReading, PaymentProvider, type ProviderPayment } from "./provider/payment-provider.js";
import { RefundRecordsService } from "./refund-records.service.js";

type Reading = Exclude<OrderReading, { kind: "unreachable" }>;

/** Options of a reconciliation with the provider. */
interface SettlementOptions {
  readonly trigger: SettlementTrigger;
  /** The payment window has ended: closes the order if it is final and unpaid. */
  readonly close?: boolean;
  /** Also reads the order's refunds at the provider, to find those made there. By default when closing and for operators. */
  readonly refunds?: boolean;
  /** The offered stall that the payer of late money has just chosen. */
  readonly chosenStallId?: string;
  /** Runs in the committing transaction, even if nothing changes; not when the provider is unreachable. */
  readonly alsoInTransaction?: (tx: Tx) => Promise<void>;
}

/** Result of a settlement, with more than the workflow sees. */
export interface SettlementResult {
  readonly facts: SettlementSummary;
  /** The provider's status of the order, if found. */
  readonly providerStatus?: string;
  /** True while the decision waits for the recovery of a restored database. */
  readonly postponed?: boolean;
}

/** Arguments of {@link SettlementService.apply}. */
interface Settling {
  readonly locked: LockedOrder;
  readonly attempt: AttemptRow;
  readonly decision: SettlementDecision;
  /** Refunded part of the first successful payment. */
  readonly refundedPaise: Paise;
  readonly options: SettlementOptions;
}

/** Attempts at reading an order that changes between the reading and the locks. */
const MAX_TRIES = 5;

/**
 * The only way to settle an order: reads it at the provider outside any transaction, decides, and commits the effects in
 * one transaction. Idempotent. Called by workflow, webhook, return page and sweep: nothing else sells for a provider's money.
 * Refunds are requested by RefundsService, and by UnknownOrdersService for orders without records.
 */
@Injectable()
export class SettlementService {
  constructor(
    private readonly database: Database,
    private readonly repository: OrdersRepository,
    private readonly payments: PaymentsRepository,
    private readonly orders: OrdersService,
    private readonly provider: PaymentProvider,
    private readonly orderOpening: OrderOpeningService,
    private readonly refundRecords: RefundRecordsService,
  ) {}

  /**
   * Reads an order at the provider and commits the effects.
   *
   * @throws DomainError order_not_found
   */
  async settleOrder(orderId: string, trigger: SettlementTrigger): Promise<SettlementSummary> {
    return (await this.reconcile(orderId, { trigger })).facts;
  }

  /** Like {@link settleOrder}, for callers that need more of the result or commit with it. */
  async reconcile(orderId: string, options: SettlementOptions): Promise<SettlementResult> {
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      const order = await this.orders.require(orderId);
      const attempt = await this.repository.newestAttempt(orderId);
      if (attempt === undefined) return this.neverAsked(options);
      await this.repository.markAsked(orderId);
      const { close = false, refunds = close || options.trigger === "operator" || options.trigger === "recovery" } =
        options;
      const reading = await this.provider.readOrderWithPayments(orderId, refunds || mayBeLate(order.state));
      if (reading.kind === "unreachable") break;
      const result = await this.database.transaction((tx) => this.commit(tx, order, attempt, reading, options));
      if (result !== undefined) return result;
    }
    // No response, or the order changes faster than the provider responds. The caller retries.
    return { facts: facts("unreachable") };
  }

  /** @returns undefined when the reading is stale: the order has changed since */
  private async commit(
    tx: Tx,
    order: OrderRow,
    attempt: AttemptRow,
    reading: Reading,
    options: SettlementOptions,
  ): Promise<SettlementResult | undefined> {
    const { orderId } = order;
    let locked = await this.orders.lock(tx, order, options.chosenStallId);
    if (reading.kind === "found" && reading.refunds === undefined && mayBeLate(locked.order.state)) {
      return undefined;
    }
    const newest = await this.repository.newestAttempt(orderId, tx);
    // A new attempt was started since the reading, which says nothing about it.
    if (newest === undefined || newest.id !== attempt.id) return undefined;
    const opening = await this.checkOpening(tx, locked, newest, reading);
    if (opening === "conflict" || opening === "ended") {
      const outcome = opening === "conflict" ? "issue" : "not_opened";
      await options.alsoInTransaction?.(tx);
      return { facts: facts(outcome), providerStatus: statusOf(reading) };
    }
    if (opening === "accepted") locked = await this.orders.lock(tx, order, options.chosenStallId);

    const seen = seenOrder(reading);
    const found = reading.kind === "found" ? reading : { payments: [], refunds: undefined };
    // The reading is recorded before the decision.
    await this.recordPayments(tx, locked, found.payments, options);
    await this.refundRecords.replaceReversed(tx, locked);
    const pause = options.trigger === "recovery" ? undefined : await pauseOf(tx);
    if (found.refunds !== undefined && pause?.read !== false)
      await this.refundRecords.observe(tx, locked, found.refunds);
    const ledger = await this.payments.ledger(orderId, tx);
    const refundedPaise = refundedPart(ledger, firstSuccess(seen)?.paymentId);
    const decision = decideSettlement({
      order: {
        state: locked.order.state,
        amountPaise: locked.order.amountPaise,
        currency: locked.order.currency,
        accepted: await this.repository.wasAccepted(tx, orderId),
        openingUnderWay: isUnderWay(newest, options.trigger),
        refundDecided: isReturned(ledger),
        refundedPaise,
        soldPaymentId: locked.order.soldPaymentId,
      },
      seen,
      subject: locked.subject.status,
    });
    const paidAt = (paymentId: string): Date | undefined =>
      found.payments.find((payment) => payment.paymentId === paymentId)?.completedAt;
    if (waitsForRecovery(decision, paidAt, pause)) {
      // Not `alsoInTransaction`: a webhook is handled once the recovery has read everything.
      const outcome = outcomeOf(decision.do === "keep" ? decision : { do: "wait" }, locked.order.state);
      return { facts: facts(outcome, pendingPayments(seen)), providerStatus: statusOf(reading), postponed: true };
    }
    await this.apply(tx, { locked, attempt: newest, decision, refundedPaise, options });
    const outcome = outcomeOf(decision, locked.order.state);
    if (mayBeLate(locked.order.state)) await this.endLateWatch(tx, locked, outcome, options);
    await options.alsoInTransaction?.(tx);
    return {
      facts: { ...facts(outcome, pendingPayments(seen)), ...(await offerSummary(outcome, locked)) },
      providerStatus: statusOf(reading),
    };
  }

  /** The order was never requested from the provider, so there is nothing to read. */
  private async neverAsked({ alsoInTransaction }: SettlementOptions): Promise<SettlementResult> {
    if (alsoInTransaction !== undefined) await this.database.transaction(alsoInTransaction);
    return { facts: facts("not_opened") };
  }

  /**
   * Checks whether the order that was found is ours. If the response to its creation was lost, records it now. An order
   * that is not ours raises an issue and has no other effect: its money is not our payer's.
   */
  private async checkOpening(
    tx: Tx,
    locked: LockedOrder,
    attempt: AttemptRow,
    reading: OrderReading,
  ): Promise<"known" | FoundOpening["kind"]> {
    if (reading.kind !== "found") return "known";
    const { order, payments } = reading;
    if (attempt.state === "creating" || attempt.state === "unknown") {
      return (await this.orderOpening.foundInTx(tx, locked, attempt, order, payments)).kind;
    }
    const foreign = foreignDifferences(requestedOrder(attempt), order);
    if (foreign.length > 0) {
      await this.orderOpening.raiseConflict(tx, locked, order, foreign);
      return "conflict";
    }
    const lacksSession = attempt.state === "accepted" && locked.order.paymentSessionId === null;
    if (lacksSession && order.sessionId !== undefined) {
      await this.repository.session(tx, locked.order.orderId, order.sessionId);
    }
    return "known";
  }

  private async apply(tx: Tx, settling: Settling): Promise<void> {
    const { locked, decision, options } = settling;
    if (endsOffer(decision) && wasOffered(locked.subject.status)) await locked.subject.offers?.end();
    switch (decision.do) {
      case "wait":
      case "offered":
        return;
      case "refunding":
        await this.refundRecords.returnSurplus(tx, locked);
        // The provider returned the money of an order that has bought nothing.
        if (options.close === true) await this.close(tx, locked);
        return;
      case "unpaid":
        if (options.close === true) await this.close(tx, locked);
        return;
      case "not_opened":
        await this.orderOpening.notOpenedInTx(tx, locked, settling.attempt, "the payment provider never got the order");
        return;
      case "keep":
        await this.repository.paid(tx, locked.order.orderId);
        if (decision.issues !== undefined) await this.raise(tx, locked, decision.issues);
        await this.refundRecords.returnSurplus(tx, locked);
        await this.refundRecords.creditProviderRefunds(tx, locked);
        return;
      case "sell":
        await this.sell(tx, locked, decision, options);
        if (settling.refundedPaise > 0) {
          const { orderId } = locked.order;
          const facts = { orderId, amountPaise: settling.refundedPaise };
          await this.orders.raiseIssue(tx, locked, { kind: "refunded_elsewhere", subject: orderId, facts });
        }
        return;
      case "offer":
        await locked.subject.offers?.make();
        return;
      case "refund":
        if (locked.subject.status.kind === "unpaid") await locked.subject.endUnpaid?.();
        await this.refundRecords.decide(tx, locked, decision);
        await this.refundRecords.returnSurplus(tx, locked);
        return;
      case "issue":
        await this.raise(tx, locked, decision.issues);
        return;
    }
  }

  private async recordPayments(
    tx: Tx,
    { order: { orderId }, subject }: LockedOrder,
    payments: readonly ProviderPayment[],
    { trigger }: SettlementOptions,
  ): Promise<void> {
    const failed = await this.payments.upsert(tx, orderId, payments);
    for (const paymentId of failed) {
      const detail = { paymentId, trigger };
      await subject.record({ kind: "attempt_failed", actor: "provider", note: orderId, detail });
    }
    // Signals only a running workflow: no event may follow the end of a booking.
    if (failed.length > 0 && subject.status.kind === "unpaid") await subject.signal();
  }

  /**
   * Signals the late-payment workflow when another caller found the money, so that it ends now and not at its next check.
   */
  private async endLateWatch(
    tx: Tx,
    { order: { orderId } }: LockedOrder,
    outcome: SettlementOutcome,
    { trigger }: SettlementOptions,
  ): Promise<void> {
    if (trigger !== "workflow" && SETTLEMENT_OUTCOMES[outcome].endsLateWatch) {
      await this.orders.watchForLatePayment(tx, { orderId });
    }
  }

  private async close(tx: Tx, { order: { orderId }, subject }: LockedOrder): Promise<void> {
    if (!(await this.repository.closed(tx, orderId))) return;
    await subject.publish({ kind: "order_closed", actor: "provider", note: orderId });
  }

  private async sell(
    tx: Tx,
    locked: LockedOrder,
    { paymentId, late }: Extract<SettlementDecision, { do: "sell" }>,
    { trigger }: SettlementOptions,
  ): Promise<void> {
    const { subject } = locked;
    const { orderId } = locked.order;
    await this.repository.paid(tx, orderId);
    // With an offer, the late money was recorded already.
    if (late && !wasOffered(subject.status)) {
      await subject.record({ kind: "late_money", actor: "provider", note: orderId });
    }
    await this.repository.soldBy(tx, orderId, paymentId);
    // Before the sale, which locks the invoice counter: only credit notes may follow that lock.
    await this.refundRecords.returnSurplus(tx, locked);
    await subject.sell({ orderId, paymentId, late, trigger });
    await this.refundRecords.creditProviderRefunds(tx, locked);
  }

  private async raise(tx: Tx, locked: LockedOrder, kind: SettlementIssue): Promise<void> {
    const { orderId, amountPaise } = locked.order;
    const facts = kind === "amount_differs" ? await this.bothAmounts(tx, locked) : { amountPaise };
    await this.orders.raiseIssue(tx, locked, { kind, subject: orderId, facts: { orderId, ...facts } });
  }

  /** What was asked for, and what the provider has. */
  private async bothAmounts(tx: Tx, { order }: LockedOrder): Promise<{ ourPaise: Paise; theirPaise: Paise }> {
    const { payments } = balanceOf(await this.payments.ledger(order.orderId, tx));
    return { ourPaise: order.amountPaise, theirPaise: payments.reduce((sum, { paise }) => sum + paise, 0) };
  }
}

function facts(outcome: SettlementOutcome, pendingAttempts = 0): SettlementSummary {
  return { outcome, pendingAttempts };
}

/** Refunded part of a payment, in paise. By id, since the reading and our rows may order two payments of the same second differently. */
function refundedPart(ledger: OrderLedger, paymentId: string | undefined): number {
  const payment = balanceOf(ledger).payments.find((each) => each.paymentId === paymentId);
  return payment === undefined ? 0 : payment.paise - payment.leftPaise;
}

/** True if money on the order would be late. Existing refunds must be read then. */
function mayBeLate(state: LockedOrder["order"]["state"]): boolean {
  return state === "closed" || state === "void";
}

/**
 * True if a 404 may mean "not yet". A visitor who retries does not wait: if the first request still arrives, the provider
 * rejects the second one as a duplicate, which then takes over the order.
 */
function isUnderWay(attempt: AttemptRow, trigger: SettlementTrigger): boolean {
  if (attempt.ageMs >= UNKNOWN_ATTEMPT_MS) return false;
  return attempt.state === "creating" || (attempt.state === "unknown" && trigger !== "initiate");
}

/** Maps the reading to the input of the settlement rules. */
function seenOrder(reading: Reading): SeenOrder {
  if (reading.kind === "absent") return reading;
  const { order, payments } = reading;
  return { kind: "found", status: order.status, amountPaise: order.amountPaise, currency: order.currency, payments };
}

function statusOf(reading: Reading): string | undefined {
  return reading.kind === "found" ? reading.order.status : undefined;
}

/** Remaining time of an open offer of another stall. */
async function offerSummary(
  outcome: SettlementOutcome,
  { subject }: LockedOrder,
): Promise<Pick<SettlementSummary, "offerMsLeft">> {
  return outcome === "offered" ? { offerMsLeft: (await subject.offers?.msLeft()) ?? 0 } : {};
}
