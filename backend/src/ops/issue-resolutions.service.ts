import { Injectable } from "@nestjs/common";
import { WorkflowNotFoundError } from "@temporalio/client";
import { formOf, type Resolution, RESOLUTIONS } from "@sakhi/domain/admin/resolutions";
import type { ResolutionDto } from "@sakhi/domain/admin/resolution.dto";
import { networkReleasedMessage } from "@sakhi/domain/bookings/live-holds.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { formatPaise } from "@sakhi/domain/money/money";
import type { RefundState } from "@sakhi/domain/payments/payment.states";
import { refundWorkflowId } from "@sakhi/workflows/payments/refund.messages";
import type { SettlementFacts } from "@sakhi/workflows/payments/settlement.types";
import type { Administrator } from "../accounts/administrator.js";
import { type AuditFacts, AuditLog } from "../accounts/audit-log.service.js";
import { BookingSweepService } from "../bookings/booking-sweep.service.js";
import { InvoicesService } from "../invoices/invoices.service.js";
import type { IssueEntity } from "../issues/issues.entities.js";
import { IssuesService } from "../issues/issues.service.js";
import { ISSUES, orderOfIssue } from "../issues/issues.types.js";
import { ListingLifecycleService } from "../listings/listing-lifecycle.service.js";
import { ListingWithdrawalsService } from "../listings/listing-withdrawals.service.js";
import { MailService } from "../mail/mail.service.js";
import { BookingRequests } from "../my-booking/booking-requests.service.js";
import { NetworkHolds } from "../bookings/network-holds.service.js";
import { OperatorRefundsService } from "../payments/operator-refunds.service.js";
import { UnknownOrdersService } from "../payments/unknown-orders.service.js";
import { SettlementService } from "../payments/settlement.service.js";
import { RefundsService } from "../payments/refunds.service.js";
import { Database, type Tx } from "../platform/database/database.js";
import { OutboxRepository } from "../platform/outbox/outbox.js";
import { WorkflowRuns } from "../platform/temporal/workflow-client.js";
import { type RestoredAs, RestoredSalesService } from "../recovery/restored-sales.service.js";
import type { ResolutionOutcomeResponse } from "./issues.response.js";
import { workflowSubject } from "./workflow-subjects.js";

/** The result of a resolution. */
interface ResolutionResult {
  /** True if it closes the issue. */
  readonly resolved: boolean;
  /** Message for the administrator. */
  readonly message: string;
  /** For the audit log: ids, amounts and states. */
  readonly after?: AuditFacts;
}

/** The transactional part of a resolution. */
type ResolutionStep = (tx: Tx) => Promise<ResolutionResult>;

const UNKNOWN_WORKFLOW = "This workflow cannot be restarted from here. Please restart it on Temporal's own pages.";
const TEMPORAL_DOWN = "Temporal does not respond right now. Please try again in a moment.";
const LISTING_ENDED =
  "This application has ended already, and what was paid for it was decided then. Close this entry.";

const NO_SUBJECT = "This order does not say which stall it is of. Please refund it.";
/** Message for the administrator by what became of a lost sale. */
const RESTORED: Readonly<Record<RestoredAs, string>> = {
  sold: "The sale exists again, and its stall is hers.",
  open: "The booking exists again and waits for its payment.",
  unpaid: "Nobody has paid for this order.",
  taken: "Another booking has its stall by now. Please refund it, or free that stall first.",
  absent: "The payment provider does not have this order of ours any more.",
  not_ours: "The payment provider does not have this order of ours any more.",
  unreachable: "The provider does not respond right now. Please try again in a moment.",
};
/** Why an order that is not in our records was not refunded. */
const UNKNOWN_REFUNDS = {
  nothing_left: "There is nothing left of this order's money to give back.",
  not_ours: "The payment provider does not have this order of ours any more.",
  refused: "The payment provider has rejected the refund. Please refund it on its pages.",
  unreachable: "The provider does not respond right now. Please try again in a moment.",
} as const;

/** By settlement outcome: whether it closes the issue, and the message for the administrator. */
const OUTCOMES: Readonly<Record<SettlementFacts["outcome"], readonly [resolved: boolean, message: string]>> = {
  sold: [true, "The order is paid, and what it paid for is sold."],
  offered: [true, "The payer has been offered another stall."],
  refunding: [true, "The refund is on its way."],
  unpaid: [true, "The order has ended without money."],
  not_opened: [true, "The payment provider does not know this order."],
  issue: [false, "The provider's status has not changed."],
  open: [false, "The payment is still undecided at the provider."],
  unreachable: [false, "The provider does not respond right now."],
};
/** By refund state: the message for the administrator. */
const REFUND_MESSAGES: Readonly<Record<RefundState, string>> = {
  succeeded: "The refund has reached the payer.",
  failed: "The provider has rejected the refund.",
  requested: "The provider does not respond right now.",
  pending: "The provider is still working on the refund.",
};

/** Applies the resolutions that an issue offers, and closes the issue if that resolves it. */
@Injectable()
export class IssueResolutionsService {
  constructor(
    private readonly database: Database,
    private readonly issues: IssuesService,
    private readonly settlement: SettlementService,
    private readonly providerRefunds: RefundsService,
    private readonly runs: WorkflowRuns,
    private readonly bookingSweep: BookingSweepService,
    private readonly listingLifecycle: ListingLifecycleService,
    private readonly audit: AuditLog,
    private readonly refunds: OperatorRefundsService,
    private readonly listings: ListingWithdrawalsService,
    private readonly mails: MailService,
    private readonly invoices: InvoicesService,
    private readonly networks: NetworkHolds,
    private readonly outbox: OutboxRepository,
    private readonly requests: BookingRequests,
    private readonly unknownOrders: UnknownOrdersService,
    private readonly restored: RestoredSalesService,
  ) {}

  /**
   * @throws DomainError not_found, issue_resolved, resolution_not_offered, resolution_failed; invalid_request without a
   *   required reason
   */
  async apply(
    administrator: Administrator,
    id: string,
    { action, reason }: ResolutionDto,
  ): Promise<ResolutionOutcomeResponse> {
    const issue = await this.issues.find(id);
    if (issue === undefined) throw new DomainError("not_found");
    assertOffered(issue, action, reason);
    const step = await this.prepare(administrator, issue, action, reason ?? "");
    // A reply to a payer is stored with her request only: issues and the audit log are never erased.
    const note = issue.kind === "booking_request" ? undefined : reason;
    return this.database.transaction(async (tx) => {
      const { resolved, message, after = {} } = await step(tx);
      if (resolved) {
        const end = { resolution: action, by: administrator.username, note };
        // The check itself may have closed it; otherwise another administrator was faster, and this transaction rolls back.
        if (!(await this.issues.resolve(tx, id, end)) && !(action === "check_refund" && (await this.isGone(id)))) {
          throw new DomainError("issue_resolved");
        }
      }
      await this.audit.record(tx, {
        administrator,
        action: `resolution_${action}`,
        subjectType: "issue",
        subjectId: issue.id,
        reason: note,
        before: { kind: issue.kind, subject: issue.subject },
        after: { resolved, ...after },
      });
      return { resolved, message };
    });
  }

  /** True if it was closed because its fault is gone. */
  private async isGone(id: string): Promise<boolean> {
    return (await this.issues.find(id))?.resolution === "by_itself";
  }

  /** Calls the provider or Temporal, outside of a transaction, and returns the transactional part. */
  private async prepare(
    { username }: Administrator,
    issue: IssueEntity,
    action: Resolution,
    reason: string,
  ): Promise<ResolutionStep> {
    const { kind, subject } = issue;
    switch (action) {
      case "recreate_sale":
        return done(await this.recreate(subject));
      case "settle_again":
        return done(await this.settle(requiredOrder(issue)));
      case "check_refund":
        return done(await this.checkRefund(subject));
      case "restart_workflow": {
        const workflowId = kind === "workflow_failing" ? subject : refundWorkflowId(subject);
        return done(await this.restartWorkflow(workflowId, username));
      }
      case "refund_in_full":
        if (kind === "order_unknown") return done(await this.refundUnknown(subject));
        return kind === "listing_paid_twice"
          ? (tx) => this.undoListing(tx, issue, reason)
          : (tx) => this.refund(tx, issue, reason, false);
      case "paid_by_hand":
        return (tx) => this.refund(tx, issue, reason, true);
      case "confirm_paid_back":
        return (tx) => this.confirmPaidBack(tx, subject, reason);
      case "resend_mail":
        return (tx) => this.resendMail(tx, subject);
      case "render_invoice":
        return (tx) => this.renderInvoice(tx, subject);
      case "relay_again":
        return (tx) => this.relay(tx, subject);
      case "release_network":
        return (tx) => this.releaseNetwork(tx, subject);
      case "unblock_network":
        return (tx) => this.unblockNetwork(tx, subject);
      case "request_done":
        return (tx) => this.answerRequest(tx, subject, "done", reason);
      case "request_declined":
        return (tx) => this.answerRequest(tx, subject, "declined", reason);
      case "request_correct":
      case "request_substitute":
      case "request_cancel":
        // The form's action closes the entry.
        throw new DomainError("resolution_not_offered");
      case "resolve":
        return kind === "booking_request"
          ? (tx) => this.closeRequest(tx, subject, reason)
          : done({ resolved: true, message: "Closed." });
    }
  }

  /** Settles an order like webhooks and workflows do. */
  private async settle(orderId: string): Promise<ResolutionResult> {
    const { outcome } = await this.settlement.settleOrder(orderId, "operator");
    const [resolved, message] = OUTCOMES[outcome];
    return { resolved, message, after: { orderId, outcome } };
  }

  /** Reads a refund at the provider, or requests it if that was never done. */
  private async checkRefund(refundId: string): Promise<ResolutionResult> {
    const requested = await this.providerRefunds.requestRefund(refundId);
    const { state } = requested.state === "requested" ? requested : await this.providerRefunds.checkRefund(refundId);
    return { resolved: state === "succeeded", message: REFUND_MESSAGES[state], after: { refundId, state } };
  }

  /**
   * Terminates a workflow's run, if any, and starts a new one, which restores its state from the database.
   *
   * @throws DomainError resolution_failed for an unknown workflow, or when Temporal is unreachable
   */
  private async restartWorkflow(workflowId: string, by: string): Promise<ResolutionResult> {
    const subject = workflowSubject(workflowId);
    if (subject === undefined) throw new DomainError("resolution_failed", {}, UNKNOWN_WORKFLOW);
    try {
      await this.runs.terminate(workflowId, `restarted by ${by}`);
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) {
        throw new DomainError("resolution_failed", {}, TEMPORAL_DOWN);
      }
    }
    const restarters = { booking: this.bookingSweep, application: this.listingLifecycle, refund: this.providerRefunds }[
      subject.type
    ];
    await restarters.restart(subject.id);
    return { resolved: true, message: "The workflow was ended and a new one starts." };
  }

  /** Creates the sale of an order again that is not in our records. @throws DomainError resolution_failed */
  private async recreate(orderId: string): Promise<ResolutionResult> {
    const as = await this.restored.restoreOrder(orderId);
    const message = as === undefined ? NO_SUBJECT : RESTORED[as];
    if (as !== "sold" && as !== "open") throw new DomainError("resolution_failed", {}, message);
    return { resolved: true, message, after: { orderId, as } };
  }

  /** Refunds an order that is not in our records at the provider. @throws DomainError resolution_failed */
  private async refundUnknown(orderId: string): Promise<ResolutionResult> {
    const refund = await this.unknownOrders.refund(orderId);
    if (refund.kind !== "requested") throw new DomainError("resolution_failed", {}, UNKNOWN_REFUNDS[refund.kind]);
    const { amountPaise, refundId } = refund;
    const message = `₹${formatPaise(amountPaise)} will be refunded by the payment provider.`;
    return { resolved: true, message, after: { orderId, amountPaise, refundId } };
  }

  private async refund(tx: Tx, issue: IssueEntity, reason: string, byHand: boolean): Promise<ResolutionResult> {
    const orderId = requiredOrder(issue);
    const insteadOf = issue.kind === "refund_failed" ? issue.subject : undefined;
    const amountPaise = await this.refunds.refundForIssue(tx, { orderId, insteadOf, byHand, reason });
    const amount = `₹${formatPaise(amountPaise)}`;
    const message = byHand
      ? `${amount} is recorded as refunded by hand.`
      : `${amount} will be refunded; the payer is informed by mail.`;
    return { resolved: true, message, after: { orderId, amountPaise } };
  }

  private async confirmPaidBack(tx: Tx, refundId: string, reference: string): Promise<ResolutionResult> {
    const amountPaise = await this.refunds.confirmByHand(tx, refundId, reference);
    const message = `₹${formatPaise(amountPaise)} is recorded as paid back.`;
    return { resolved: true, message, after: { refundId, amountPaise } };
  }

  /** Withdraws the second listing and refunds its payment. */
  private async undoListing(tx: Tx, issue: IssueEntity, reason: string): Promise<ResolutionResult> {
    const applicationId = issue.applicationId ?? issue.subject;
    const amountPaise = await this.listings.undoSecondPayment(tx, applicationId, reason);
    if (amountPaise === undefined) throw new DomainError("resolution_failed", {}, LISTING_ENDED);
    const message = `The second listing is withdrawn and ₹${formatPaise(amountPaise)} will be refunded; the owner is informed by mail.`;
    return { resolved: true, message, after: { applicationId, amountPaise } };
  }

  private async answerRequest(
    tx: Tx,
    requestId: string,
    state: "done" | "declined",
    sentence: string,
  ): Promise<ResolutionResult> {
    if (!(await this.requests.answer(tx, requestId, state, sentence))) {
      throw new DomainError("resolution_failed");
    }
    return { resolved: true, message: "The payer is answered by mail.", after: { requestId, state } };
  }

  /** Closes a request that was settled in another way; the payer gets the operator's sentence. */
  private async closeRequest(tx: Tx, requestId: string, sentence: string): Promise<ResolutionResult> {
    const answered = await this.requests.answer(tx, requestId, "closed", sentence);
    const message = answered ? "Closed, and the payer is answered by mail." : "Closed.";
    return { resolved: true, message, after: { requestId } };
  }

  private async resendMail(tx: Tx, mailId: string): Promise<ResolutionResult> {
    const sent = await this.mails.resend(tx, mailId);
    if (sent === undefined) throw new DomainError("resolution_failed");
    if (sent === "under_way") return { resolved: true, message: "The mail is on its way already." };
    if (sent === "day_limit") throw new DomainError("mail_day_limit");
    return { resolved: true, message: "The mail is sent again.", after: { mailId: sent.mailId } };
  }

  private async renderInvoice(tx: Tx, invoiceId: string): Promise<ResolutionResult> {
    if (!(await this.invoices.renderAgain(tx, invoiceId))) throw new DomainError("resolution_failed");
    return { resolved: true, message: "The PDF is rendered again, and follows by mail." };
  }

  /** Leaves the issue open, so that the network can be unblocked; it closes automatically when the block expires. */
  private async releaseNetwork(tx: Tx, network: string): Promise<ResolutionResult> {
    const { released, closing, blockedUntil } = await this.networks.releaseAndBlock(tx, network);
    return {
      resolved: false,
      message: networkReleasedMessage(released.length, closing.length),
      after: {
        stalls: released.join(", "),
        ...(closing.length === 0 ? {} : { paymentsEnded: closing.join(", ") }),
        blockedUntil: blockedUntil.toISOString(),
      },
    };
  }

  private async unblockNetwork(tx: Tx, network: string): Promise<ResolutionResult> {
    if (!(await this.networks.unblock(tx, network))) {
      throw new DomainError("resolution_failed", {}, "This network is not blocked.");
    }
    return { resolved: true, message: "The network can reserve and pay again." };
  }

  /** Leaves the issue open while messages wait; the sweep closes it afterwards. */
  private async relay(tx: Tx, topic: string): Promise<ResolutionResult> {
    const waiting = await this.outbox.hurry(tx, topic === "queue" ? "queue" : "workflow");
    return { resolved: waiting === 0, message: `${waiting} messages are tried again now.`, after: { waiting } };
  }
}

function assertOffered(issue: IssueEntity, action: Resolution, reason: string | undefined): void {
  if (issue.resolvedAt !== null) throw new DomainError("issue_resolved");
  const offered: readonly Resolution[] = ISSUES[issue.kind].resolutions;
  if (!offered.includes(action) || formOf(action) !== undefined) throw new DomainError("resolution_not_offered");
  if (RESOLUTIONS[action].needsReason && reason === undefined) {
    const sentence = "Please say why, in at least 3 characters";
    throw new DomainError("invalid_request", { fields: { reason: [sentence] } }, sentence);
  }
}

function requiredOrder(issue: IssueEntity): string {
  const orderId = orderOfIssue(issue);
  if (orderId === undefined) throw new DomainError("resolution_failed");
  return orderId;
}

function done(result: ResolutionResult): ResolutionStep {
  return () => Promise.resolve(result);
}
