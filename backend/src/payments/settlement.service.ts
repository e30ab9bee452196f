import { Injectable } from "@nestjs/common";
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
import type { SettlementFacts } from "@sakhi/workflows/payments/settlement.types";
import { Database, type Tx } from "../platform/database/database.js";
import { OrderOpeningService, type FoundOpening } from "./order-opening.service.js";
import { askedOrder, OrdersRepository, type AttemptRow } from "./orders.repository.js";
import { OrdersService } from "./orders.service.js";
import { PaymentsRepository } from "./payments.repository.js";
import type { LockedOrder, OrderRow, SettlementTrigger } from "./payments.types.js";
import { type OrderReading, PaymentProvider, type ProviderPayment } from "./provider/payment-provider.js";
import { RefundRecordsService } from "./refund-records.service.js";

type Reading = Exclude<OrderReading, { kind: "unreachable" }>;

/** How an order is reconciled with the provider. */
interface SettlementOptions {
  readonly trigger: SettlementTrigger;
  /** The window is over: an order that is final and unpaid is closed. */
  readonly close?: boolean;
  /** Its refunds at the provider are read too: one that we did not decide was made there. */
  readonly refunds?: boolean;
  /** The stall that the payer of late money has chosen now, where one was offered. */
  readonly chosenStallId?: string;
  /** Committed together with what follows, or with the finding that nothing does; not when nobody answered. */
  readonly within?: (tx: Tx) => Promise<void>;
}

/** What a settlement came to; more than the workflow sees. */
export interface SettlementResult {
  readonly facts: SettlementFacts;
  /** The provider's status of the order, where it was found. */
  readonly providerStatus?: string;
}

/** All that a commit needs: what is locked, what was seen, and what was decided. */
interface Settling {
  readonly locked: LockedOrder;
  readonly attempt: AttemptRow;
  readonly decision: SettlementDecision;
  readonly options: SettlementOptions;
}

/** How often it starts again because the order changed between the question and the locks. */
const MAX_TRIES = 5;

/**
 * The one way to settle: asks the provider outside any transaction, decides, then commits what follows in one,
 * idempotently. Workflow, webhook, return page and recovery all come here, and nothing else changes money.
 */
@Injectable()
export class SettlementService {
  constructor(
    private readonly database: Database,
    private readonly repository: OrdersRepository,
    private readonly payments: PaymentsRepository,
    private readonly orders: OrdersService,
    private readonly provider: PaymentProvider,
    private readonly openings: OrderOpeningService,
    private readonly refunds: RefundRecordsService,
  ) {}

  /**
   * Asks the provider about an order and commits what follows.
   *
   * @throws DomainError order_not_found
   */
  async settleOrder(orderId: string, trigger: SettlementTrigger): Promise<SettlementFacts> {
    return (await this.reconcile(orderId, { trigger })).facts;
  }

  /** As {@link settleOrder}, for callers that need to know or commit more. */
  async reconcile(orderId: string, options: SettlementOptions): Promise<SettlementResult> {
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      const order = await this.orders.require(orderId);
      const attempt = await this.repository.newestAttempt(orderId);
      if (attempt === undefined) return this.neverAsked(options);
      await this.repository.asked(orderId);
      const { refunds = options.trigger === "operator" } = options;
      const reading = await this.provider.readAll(orderId, refunds || mayBeLate(order.state));
      if (reading.kind === "unreachable") break;
      const result = await this.database.transaction((tx) => this.commit(tx, order, attempt, reading, options));
      if (result !== undefined) return result;
    }
    // No answer; or something changes it faster than the provider answers. The caller checks again.
    return { facts: facts("unreachable") };
  }

  /** @returns undefined when the reading no longer fits what is locked now */
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
    // A new attempt was started since we asked: the reading says nothing about it.
    if (newest === undefined || newest.id !== attempt.id) return undefined;
    const opening = await this.checkOpening(tx, locked, newest, reading);
    if (opening === "conflict" || opening === "ended") {
      const outcome = opening === "conflict" ? "issue" : "not_opened";
      await options.within?.(tx);
      return { facts: facts(outcome), providerStatus: statusOf(reading) };
    }
    if (opening === "accepted") locked = await this.orders.lock(tx, order, options.chosenStallId);

    const seen = seenOrder(reading);
    const found = reading.kind === "found" ? reading : { payments: [], refunds: undefined };
    // What was read is recorded before anything is decided.
    await this.keepPayments(tx, locked, found.payments, options);
    await this.refunds.replaceReversed(tx, locked);
    if (found.refunds !== undefined) await this.refunds.observe(tx, locked, found.refunds);
    const ledger = await this.payments.ledger(orderId, tx);
    const decision = decideSettlement({
      order: {
        state: locked.order.state,
        amountPaise: locked.order.amountPaise,
        currency: locked.order.currency,
        accepted: await this.repository.wasAccepted(tx, orderId),
        openingUnderWay: isUnderWay(newest, options.trigger),
        refundDecided: isReturned(ledger),
        refundedPaise: backOf(ledger, firstSuccess(seen)?.paymentId),
      },
      seen,
      subject: locked.subject.status,
    });
    await this.apply(tx, { locked, attempt: newest, decision, options });
    const outcome = outcomeOf(decision, locked);
    if (mayBeLate(locked.order.state)) await this.endLateWatch(tx, locked, outcome, options);
    await options.within?.(tx);
    return {
      facts: { ...facts(outcome, pendingPayments(seen)), ...(await offerFacts(decision, locked)) },
      providerStatus: statusOf(reading),
    };
  }

  /** The provider never heard of it, so it has nothing to say. */
  private async neverAsked({ within }: SettlementOptions): Promise<SettlementResult> {
    if (within !== undefined) await this.database.transaction(within);
    return { facts: facts("not_opened") };
  }

  /**
   * Whose order was read. One of whose creation we never heard turns out to exist: its answer is recorded now. One that
   * is not ours raises an issue, and nothing else follows from it: its money is not our payer's.
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
      return (await this.openings.foundInTx(tx, locked, attempt, order, payments)).kind;
    }
    const foreign = foreignDifferences(askedOrder(attempt), order);
    if (foreign.length > 0) {
      await this.openings.raiseConflict(tx, locked, order, foreign);
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
    await this.endOffer(settling);
    switch (decision.do) {
      case "wait":
        return;
      case "refunding":
        await this.refunds.returnSurplus(tx, locked);
        return;
      case "unpaid":
        if (options.close === true) await this.close(tx, locked);
        return;
      case "not_opened":
        await this.openings.notOpenedInTx(tx, locked, settling.attempt, "the payment provider never got the order");
        return;
      case "keep":
        await this.repository.paid(tx, locked.order.orderId);
        if (decision.issues !== undefined) await this.raise(tx, locked, decision.issues);
        await this.refunds.returnSurplus(tx, locked);
        await this.refunds.creditProviderRefunds(tx, locked);
        return;
      case "sell":
        await this.sell(tx, locked, decision, options);
        return;
      case "offer":
        await locked.subject.offers?.make();
        return;
      case "offered":
        return;
      case "refund":
        await this.refunds.decide(tx, locked, decision);
        await this.refunds.returnSurplus(tx, locked);
        return;
      case "issue":
        await this.raise(tx, locked, decision.issues);
        return;
    }
  }

  private async keepPayments(
    tx: Tx,
    { order: { orderId }, subject }: LockedOrder,
    payments: readonly ProviderPayment[],
    { trigger }: SettlementOptions,
  ): Promise<void> {
    const failed = await this.payments.keep(tx, orderId, payments);
    for (const paymentId of failed) {
      const detail = { paymentId, trigger };
      await subject.record({ kind: "attempt_failed", actor: "provider", note: orderId, detail });
    }
    // The workflow is signalled only while it lives; the end of a booking is its last event.
    if (failed.length > 0 && subject.status.kind === "unpaid") await subject.signal();
  }

  /** Whatever is decided but to wait for the payer's choice or to sell for it, an offer that is open ends with it. */
  private async endOffer({ locked: { subject }, decision }: Settling): Promise<void> {
    const stays = ["wait", "offer", "offered", "sell"].includes(decision.do);
    if (!stays && wasOffered(subject.status)) await subject.offers?.end();
  }

  /**
   * Signals the workflow that checks for late money when others have found it, so that it ends now and not at its next
   * check. (An offer of another stall signals it by itself.) What the workflow itself found needs no signal.
   */
  private async endLateWatch(
    tx: Tx,
    { order: { orderId } }: LockedOrder,
    outcome: SettlementFacts["outcome"],
    { trigger }: SettlementOptions,
  ): Promise<void> {
    if (trigger === "workflow") return;
    if (outcome === "sold" || outcome === "refunding" || outcome === "issue") {
      await this.orders.watchForLatePayment(tx, { orderId });
    }
  }

  private async close(tx: Tx, { order: { orderId }, subject }: LockedOrder): Promise<void> {
    if (!(await this.repository.closed(tx, orderId))) return;
    await subject.record({ kind: "order_closed", actor: "provider", note: orderId });
    await subject.signal();
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
    // Recorded already when another stall was offered for it.
    if (late && !wasOffered(subject.status)) {
      await subject.record({ kind: "late_money", actor: "provider", note: orderId });
    }
    await this.repository.soldBy(tx, orderId, paymentId);
    // Before the sale: its last lock is the invoice counter's, and nothing but credit notes may come after it.
    await this.refunds.returnSurplus(tx, locked);
    await subject.sell({ orderId, paymentId, late, trigger });
    await this.refunds.creditProviderRefunds(tx, locked);
  }

  private async raise(tx: Tx, locked: LockedOrder, kind: SettlementIssue): Promise<void> {
    const { orderId, amountPaise } = locked.order;
    await this.orders.raiseIssue(tx, locked, { kind, subject: orderId, facts: { orderId, amountPaise } });
  }
}

function facts(outcome: SettlementFacts["outcome"], pendingAttempts = 0): SettlementFacts {
  return { outcome, pendingAttempts };
}

/** What was refunded of one payment, by its id: the reading and our books may put two of one second in another order. */
function backOf(ledger: OrderLedger, paymentId: string | undefined): number {
  const payment = balanceOf(ledger).payments.find((each) => each.paymentId === paymentId);
  return payment === undefined ? 0 : payment.paise - payment.leftPaise;
}

/** Money on such an order comes after its subject was given up: refunds made already count. */
function mayBeLate(state: LockedOrder["order"]["state"]): boolean {
  return state === "closed" || state === "void";
}

/**
 * Whether a 404 may only mean "not yet". A visitor who tries again cannot be let wait: should the first request
 * still arrive, the provider rejects the second one as a duplicate and it takes over the order.
 */
function isUnderWay(attempt: AttemptRow, trigger: SettlementTrigger): boolean {
  if (attempt.ageMs >= UNKNOWN_ATTEMPT_MS) return false;
  return attempt.state === "creating" || (attempt.state === "unknown" && trigger !== "initiate");
}

/** The reading as the settlement's rules see it. */
function seenOrder(reading: Reading): SeenOrder {
  if (reading.kind === "absent") return reading;
  const { order, payments } = reading;
  return { kind: "found", status: order.status, amountPaise: order.amountPaise, currency: order.currency, payments };
}

function statusOf(reading: Reading): string | undefined {
  return reading.kind === "found" ? reading.order.status : undefined;
}

/** How long another stall can still be chosen, where one is offered. */
async function offerFacts(
  decision: SettlementDecision,
  { subject }: LockedOrder,
): Promise<Pick<SettlementFacts, "offerMsLeft">> {
  if (decision.do !== "offer" && decision.do !== "offered") return {};
  return { offerMsLeft: (await subject.offers?.msLeft()) ?? 0 };
}

function outcomeOf(decision: SettlementDecision, { order }: LockedOrder): SettlementFacts["outcome"] {
  switch (decision.do) {
    case "wait":
      // Of an order that is not open, nothing is expected any more.
      return order.state === "closed" ? "unpaid" : "open";
    case "unpaid":
      return "unpaid";
    case "not_opened":
      return "not_opened";
    case "keep":
      // What is sold is no longer paid: that is not settled.
      return decision.issues === undefined ? "sold" : "issue";
    case "sell":
      return "sold";
    case "offer":
    case "offered":
      return "offered";
    case "refund":
    case "refunding":
      return "refunding";
    case "issue":
      return "issue";
  }
}
