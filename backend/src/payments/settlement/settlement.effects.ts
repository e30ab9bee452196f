import { Injectable } from "@nestjs/common";
import { foreignDifferences } from "@sakhi/domain/payments/order-identity.rules";
import { wasOffered } from "@sakhi/domain/payments/settlement.rules";
import type { SettlementIssue, SettlementDecision } from "@sakhi/domain/payments/settlement.rules";
import { IssuesService } from "../../issues/issues.service.js";
import type { Tx } from "../../platform/database/database.js";
import { askedOrder } from "../orders/attempts.repository.js";
import type { AttemptRow } from "../orders/attempts.repository.js";
import { OrderOpening } from "../orders/order-opening.service.js";
import type { FoundOpening } from "../orders/order-opening.service.js";
import type { OrderReading } from "../orders/order-reading.service.js";
import { OrderRecords } from "../orders/order-records.service.js";
import type { LockedOrder } from "../orders/order-records.service.js";
import type { OrderLedger, SeenRefund } from "@sakhi/domain/payments/refundable.rules";
import type { ProviderPayment } from "../provider/payment-provider.js";
import { PaymentsRepository } from "./payments.repository.js";
import { OrderLedgers } from "../refunds/order-ledgers.repository.js";
import { ProviderRefunds } from "../refunds/provider-refunds.service.js";
import { RefundDecisions } from "../refunds/refund-decisions.service.js";
import { SaleCredits } from "../refunds/sale-credits.service.js";
import type { SettlementOptions } from "./settlement.types.js";
import { paidFor } from "../orders/orders.types.js";

/** All that a commit needs: what is locked, what was seen, and what was decided. */
export interface Settling {
  readonly locked: LockedOrder;
  readonly attempt: AttemptRow;
  readonly decision: SettlementDecision;
  readonly options: SettlementOptions;
}

/** What follows from a settlement's decision, inside its transaction. Doing it twice changes nothing. */
@Injectable()
export class SettlementEffects {
  constructor(
    private readonly records: OrderRecords,
    private readonly payments: PaymentsRepository,
    private readonly openings: OrderOpening,
    private readonly ledgers: OrderLedgers,
    private readonly elsewhere: ProviderRefunds,
    private readonly refunds: RefundDecisions,
    private readonly credits: SaleCredits,
    private readonly issues: IssuesService,
  ) {}

  /**
   * Whose order was read. One of whose creation we never heard turns out to exist: its answer is noted now. One that
   * is not ours is put before the operator, and nothing else follows from it: its money is not our payer's.
   */
  async opening(
    tx: Tx,
    locked: LockedOrder,
    attempt: AttemptRow,
    reading: OrderReading,
  ): Promise<"known" | FoundOpening> {
    if (reading.kind !== "found") return "known";
    const { order, payments } = reading;
    if (attempt.state === "creating" || attempt.state === "unknown") {
      return this.openings.foundInTx(tx, locked, attempt, order, payments);
    }
    const foreign = foreignDifferences(askedOrder(attempt), order);
    if (foreign.length > 0) {
      await this.openings.raiseConflict(tx, locked, order, foreign);
      return "conflict";
    }
    const lacksSession = attempt.state === "accepted" && locked.order.paymentSessionId === null;
    if (lacksSession && order.sessionId !== undefined) {
      await this.records.orders.session(tx, locked.order.orderId, order.sessionId);
    }
    return "known";
  }

  /**
   * Puts on record what was read at the provider, before anything is decided.
   *
   * @param refunds undefined where they were not read
   * @returns the order's money as it is known now
   */
  async observe(
    tx: Tx,
    locked: LockedOrder,
    payments: readonly ProviderPayment[],
    refunds: readonly SeenRefund[] | undefined,
    options: SettlementOptions,
  ): Promise<OrderLedger> {
    await this.keepPayments(tx, locked, payments, options);
    await this.refunds.replaceReversed(tx, locked);
    if (refunds !== undefined) await this.elsewhere.observe(tx, locked, refunds);
    return this.ledgers.read(locked.order.orderId, tx);
  }

  async apply(tx: Tx, settling: Settling): Promise<void> {
    const { locked, decision, options } = settling;
    await this.endOffer(tx, settling);
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
        await this.openings.notOpenedInTx(
          tx,
          locked,
          settling.attempt,
          "the payment provider never got the order",
        );
        return;
      case "keep":
        await this.records.orders.paid(tx, locked.order.orderId);
        if (decision.issues !== undefined) await this.raise(tx, locked, decision.issues);
        await this.refunds.returnSurplus(tx, locked);
        await this.credits.ofProvider(tx, locked);
        return;
      case "sell":
        await this.sell(tx, locked, decision, options);
        return;
      case "offer":
        await locked.subject.offers?.make(tx, locked.order.subjectId, locked.order.orderId);
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
    { order, subject, status }: LockedOrder,
    payments: readonly ProviderPayment[],
    options: SettlementOptions,
  ): Promise<void> {
    const failed = await this.payments.keep(tx, order.orderId, payments);
    for (const paymentId of failed) {
      await subject.record(tx, order.subjectId, {
        kind: "attempt_failed",
        actor: "provider",
        note: order.orderId,
        detail: { paymentId, trigger: options.trigger },
      });
    }
    // Told to the workflow only while it lives; the end of a booking is its last news.
    if (failed.length > 0 && status.kind === "unpaid") await subject.nudge(tx, order.subjectId);
  }

  /** Whatever is decided but to wait for the payer's choice or to sell for it, an offer that is open ends with it. */
  private async endOffer(tx: Tx, { locked, decision }: Settling): Promise<void> {
    const { order, subject, status } = locked;
    const stays = ["wait", "offer", "offered", "sell"].includes(decision.do);
    if (stays || !wasOffered(status)) return;
    await subject.offers?.end(tx, order.subjectId, order.orderId);
  }

  private async close(tx: Tx, { order, subject }: LockedOrder): Promise<void> {
    if (!(await this.records.orders.closed(tx, order.orderId))) return;
    await subject.record(tx, order.subjectId, {
      kind: "order_closed",
      actor: "provider",
      note: order.orderId,
    });
    await subject.nudge(tx, order.subjectId);
  }

  private async sell(
    tx: Tx,
    locked: LockedOrder,
    decision: Extract<SettlementDecision, { do: "sell" }>,
    { trigger, chosenStallId }: SettlementOptions,
  ): Promise<void> {
    const { order, subject, status } = locked;
    const { orderId, subjectId } = order;
    await this.records.orders.paid(tx, orderId);
    const { paymentId, late } = decision;
    // Told already when another stall was offered for it.
    if (late && !wasOffered(status)) {
      await subject.record(tx, subjectId, { kind: "late_money", actor: "provider", note: orderId });
    }
    await this.records.orders.soldBy(tx, orderId, paymentId);
    // Before the sale: its last lock is the invoice counter's, and nothing but credit notes may come after it.
    await this.refunds.returnSurplus(tx, locked);
    const chosen = status.kind === "released" && status.offer === "chosen" ? { chosenStallId } : {};
    await subject.sell(tx, subjectId, { orderId, paymentId, late, trigger, ...chosen });
    await this.credits.ofProvider(tx, locked);
  }

  private async raise(tx: Tx, { order, subject }: LockedOrder, kind: SettlementIssue): Promise<void> {
    const isNew = await this.issues.raise(tx, {
      kind,
      subject: order.orderId,
      ...paidFor(order),
      facts: { orderId: order.orderId, amountPaise: order.amountPaise },
    });
    if (!isNew) return;
    await subject.record(tx, order.subjectId, {
      kind: "issue_raised",
      actor: "system",
      note: kind,
    });
  }
}
