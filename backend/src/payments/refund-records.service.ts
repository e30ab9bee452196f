import { Injectable } from "@nestjs/common";
import type { PaymentEventKind } from "@sakhi/domain/payments/lifecycle.states";
import type { AutomaticRefundReason } from "@sakhi/domain/payments/payment.states";
import {
  balanceOf,
  missingCreditNotes,
  refundFindings,
  salePayment,
  surplusPayments,
} from "@sakhi/domain/payments/refundable.rules";
import type { CreditableRefund, RefundFinding, SeenRefund } from "@sakhi/domain/payments/refundable.rules";
import { wasOffered, type RefundWhy, type SettlementDecision } from "@sakhi/domain/payments/settlement.rules";
import { REFUND, refundWorkflowId, type RefundInput } from "@sakhi/workflows/payments/refund.messages";
import { RECHECK } from "@sakhi/workflows/shared/signals";
import { InvoicesService, type IssuedInvoice } from "../invoices/invoices.service.js";
import { IssuesService } from "../issues/issues.service.js";
import type { Tx } from "../platform/database/database.js";
import { Outbox } from "../platform/outbox/outbox.js";
import { refundedOf } from "./order-subject.js";
import { OrdersRepository } from "./orders.repository.js";
import { OrdersService } from "./orders.service.js";
import { PaymentsRepository } from "./payments.repository.js";
import { subjectIds, type LockedOrder } from "./payments.types.js";
import { RefundsRepository, type RefundUpdate } from "./refunds.repository.js";

/** Printed on the credit note of a refund made at the provider. */
const MADE_ELSEWHERE = "Refunded through the payment provider";

interface AutomaticRefund {
  readonly paymentId: string;
  readonly amountPaise: number;
  readonly reason: AutomaticRefundReason;
  readonly why: RefundWhy;
  /** Recorded in the history before the refund. */
  readonly because: PaymentEventKind;
}

/** A credit note with the refund it is for. */
interface SaleCredit extends CreditableRefund {
  readonly note: IssuedInvoice;
}

/**
 * Records an order's refunds and credit notes: automatic refunds, the provider's reports, and refunds made at the provider
 * without us. Runs under the order's locks, inside the transaction of a settlement or refund. Idempotent.
 */
@Injectable()
export class RefundRecordsService {
  constructor(
    private readonly repository: RefundsRepository,
    private readonly payments: PaymentsRepository,
    private readonly orderRows: OrdersRepository,
    private readonly orders: OrdersService,
    private readonly invoices: InvoicesService,
    private readonly issues: IssuesService,
    private readonly outbox: Outbox,
  ) {}

  /** Refunds the rest of a late or second payment. */
  async decide(
    tx: Tx,
    locked: LockedOrder,
    { paymentId, amountPaise, reason, why }: Extract<SettlementDecision, { do: "refund" }>,
  ): Promise<void> {
    if (amountPaise > 0) {
      await this.refund(tx, locked, { paymentId, amountPaise, reason, why, because: "late_money" });
    }
  }

  /** Refunds every surplus payment once: of two successes on one order, the later one. */
  async returnSurplus(tx: Tx, locked: LockedOrder): Promise<void> {
    const ledger = await this.payments.ledger(locked.order.orderId, tx);
    for (const { paymentId, leftPaise: amountPaise } of surplusPayments(ledger)) {
      const why = "paid_twice";
      await this.refund(tx, locked, { paymentId, amountPaise, reason: "second_payment", why, because: why });
    }
  }

  /** If the provider has reversed the sale's payment, another payment of the order replaces it. */
  async replaceReversed(tx: Tx, { order }: LockedOrder): Promise<void> {
    if (order.soldPaymentId === null) return;
    const sale = salePayment(await this.payments.ledger(order.orderId, tx));
    if (sale !== undefined && sale !== order.soldPaymentId) {
      await this.orderRows.soldBy(tx, order.orderId, sale);
    }
  }

  /** Starts the refund's workflow, or signals it, once `tx` has committed. */
  startWorkflow(
    tx: Tx,
    { refundId, orderId }: { readonly refundId: string; readonly orderId: string },
    /** Starts a new run even if one has completed: the sweep knows that the refund is unfinished. */
    evenIfCompleted = false,
  ): Promise<void> {
    return this.outbox.nudge(tx, {
      workflowType: REFUND,
      workflowId: refundWorkflowId(refundId),
      args: [{ refundId } satisfies RefundInput],
      signal: RECHECK,
      searchAttributes: { StallId: undefined, OrderId: orderId, Stage: "refunding" },
      summary: `Refund of order ${orderId}`,
      ...(evenIfCompleted ? { evenIfCompleted } : {}),
    });
  }

  /**
   * Records the provider's status of a refund, with all effects of its end. An ended refund does not change again, except
   * from failed to succeeded.
   */
  async update(tx: Tx, locked: LockedOrder, refundId: string, update: RefundUpdate): Promise<void> {
    const { order } = locked;
    const before = await this.repository.lock(tx, refundId);
    // "requested" carries no new information.
    if (before === undefined || update.state === "requested") return;
    if (!(await this.repository.update(tx, refundId, update))) return;
    if (update.state === "pending") return;
    const { orderId, amountPaise, bookingId } = before;
    const subject = refundedOf(locked.subject, bookingId);
    const ofRefund = subjectIds(order, bookingId);
    // The waiting workflow ends now and not at its next check, whichever caller read the status.
    await this.startWorkflow(tx, { refundId, orderId });
    await subject.record({
      kind: update.state === "succeeded" ? "refund_succeeded" : "refund_failed",
      actor: "provider",
      note: refundId,
      detail: { amountPaise },
    });
    // A refund made at the provider was not announced to the payer.
    const ours = before.reason !== "provider";
    const { state, bankReference } = update;
    const afterAll = before.state === "failed";
    const mailKey = afterAll ? `${refundId}/after-all` : refundId;
    if (ours) await subject.mailRefundEnded({ mailKey, orderId, amountPaise, state, bankReference });
    await this.issues.closeIfOpen(tx, "refund_stuck", refundId);
    // An operator has already paid the money back in another way, or has closed the issue.
    if (afterAll && ours && !(await this.issues.closeIfOpen(tx, "refund_failed", refundId))) {
      await this.issues.raise(tx, {
        kind: "refunded_twice",
        subject: refundId,
        ...ofRefund,
        facts: { orderId, amountPaise },
      });
    }
    // A failed refund that was made at the provider needs no action.
    if (update.state === "succeeded" || !ours) return;
    await this.issues.raise(tx, {
      kind: "refund_failed",
      subject: refundId,
      ...ofRefund,
      facts: { orderId, amountPaise, providerStatus: update.providerStatus ?? "" },
    });
  }

  /**
   * Reconciles our refunds with the provider's. Idempotent for the same reading. The caller issues missing credit notes
   * afterwards.
   */
  async observe(tx: Tx, locked: LockedOrder, seen: readonly SeenRefund[]): Promise<void> {
    if (seen.length === 0) return;
    const ledger = await this.payments.ledger(locked.order.orderId, tx);
    const entries = new Map(seen.map((entry) => [entry.providerRefundId, entry]));
    for (const finding of refundFindings(ledger, seen)) {
      switch (finding.kind) {
        case "reported":
        case "covered": {
          const { refundId, outcome: state, providerRefundId } = finding;
          const { status: providerStatus, bankReference } = entries.get(providerRefundId) ?? {};
          await this.update(tx, locked, refundId, { state, providerRefundId, providerStatus, bankReference });
          break;
        }
        case "reduced":
          await this.repository.reduce(tx, finding.refundId, finding.paise);
          break;
        case "made_elsewhere":
          await this.madeElsewhere(tx, locked, finding, finding.paymentId === salePayment(ledger));
          break;
      }
    }
    // The bank reference may arrive days after the refund has ended here.
    for (const entry of seen) await this.repository.recordReport(tx, locked.order.orderId, entry);
  }

  /**
   * Issues the missing credit notes of an order's refunds, so that retained and invoiced money always agree. The caller
   * notifies the payer. Takes the invoice counter's lock, the last in the order of locks. An order without an invoice gets
   * no credit note.
   *
   * @param reason printed; no personal data
   * @param ended the sale has ended: if the provider has reversed its payment, the whole invoice is credited
   */
  async issueCreditNotes(tx: Tx, orderId: string, reason: string, ended = false): Promise<SaleCredit[]> {
    const ledger = await this.payments.ledger(orderId, tx);
    const missing = missingCreditNotes(ledger, ledger.creditedRefunds);
    if (ended && balanceOf(ledger).reversed && ledger.soldPaymentId !== undefined) {
      const paise = ledger.invoicedPaise - ledger.creditedPaise;
      if (paise > 0) missing.push({ refundId: ledger.soldPaymentId, paise });
    }
    const issued: SaleCredit[] = [];
    for (const { refundId, paise } of missing) {
      const note = await this.invoices.issueCreditNote(tx, { orderId, refundId, amountPaise: paise, reason });
      if (note !== undefined) issued.push({ refundId, paise, note });
    }
    return issued;
  }

  /** Issues credit notes for refunds made at the provider and sends them to the payer. */
  async creditProviderRefunds(tx: Tx, { order: { orderId }, subject }: LockedOrder): Promise<void> {
    const ended = subject.status.kind === "cancelled";
    const credits = await this.issueCreditNotes(tx, orderId, MADE_ELSEWHERE, ended);
    for (const { refundId, paise: amountPaise, note: creditNote } of credits) {
      await subject.record({ kind: "credit_note_issued", actor: "system", note: creditNote.number });
      await subject.mailRefund({ orderId, refundId, amountPaise, why: "provider", creditNote });
    }
  }

  /** Records an automatic refund: row, history, email and workflow, in one transaction. */
  private async refund(tx: Tx, { order, subject }: LockedOrder, refund: AutomaticRefund): Promise<void> {
    const { orderId } = order;
    const { paymentId, amountPaise, reason, why, because } = refund;
    const decided = { orderId, paymentId, amountPaise, reason, state: "requested", byHand: false } as const;
    const refundId = await this.repository.decide(tx, decided);
    if (refundId === undefined) return;
    await this.orderRows.paid(tx, orderId);
    // Late money was recorded already when another stall was offered for it.
    if (because !== "late_money" || !wasOffered(subject.status)) {
      await subject.record({ kind: because, actor: "provider", note: orderId, detail: { paymentId } });
    }
    const detail = { refundId, amountPaise };
    await subject.record({ kind: "refund_requested", actor: "system", note: why, detail });
    await subject.mailRefund({ orderId, refundId, amountPaise, why });
    await this.startWorkflow(tx, { refundId, orderId });
  }

  /** Records a refund that was made at the provider without us. */
  private async madeElsewhere(
    tx: Tx,
    locked: LockedOrder,
    finding: Extract<RefundFinding, { kind: "made_elsewhere" }>,
    ofSale: boolean,
  ): Promise<void> {
    const { subject } = locked;
    const { orderId } = locked.order;
    const { paymentId, paise: amountPaise, providerRefundId, outcome: state } = finding;
    const made = { orderId, paymentId, amountPaise, providerRefundId, state };
    const refundId = await this.repository.madeElsewhere(tx, made);
    if (subject.status.kind === "released") {
      await subject.record({ kind: "late_money", actor: "provider", note: orderId });
    }
    await subject.record({
      kind: state === "succeeded" ? "refund_succeeded" : "refund_requested",
      actor: "provider",
      note: "returned by the payment provider itself",
      detail: { refundId, amountPaise },
    });
    if (!ofSale || subject.status.kind !== "sold") return;
    const facts = { orderId, refundId: providerRefundId, amountPaise };
    await this.orders.raiseIssue(tx, locked, { kind: "refunded_elsewhere", subject: orderId, facts });
  }
}
