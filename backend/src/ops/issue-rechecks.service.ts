import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { WorkflowNotFoundError } from "@temporalio/client";
import type { AuditFacts } from "../accounts/audit-log.service.js";
import { BookingRecovery } from "../bookings/booking-recovery.service.js";
import { ListingRecoveryService } from "../listings/listing-recovery.service.js";
import { RefundsService } from "../payments/refunds.service.js";
import { SettlementService } from "../payments/settlement.service.js";
import { WorkflowRuns } from "../platform/temporal/workflow-client.js";
import { workflowSubject } from "./workflow-subjects.js";

/** The result of a resolution. */
export interface ResolutionResult {
  /** Whether the issue is closed by it. */
  readonly resolved: boolean;
  /** What happened, for the administrator. */
  readonly message: string;
  /** For the audit log: ids, amounts and states. */
  readonly after?: AuditFacts;
}

const UNKNOWN_WORKFLOW =
  "This workflow cannot be restarted from here. Please restart it on Temporal's own pages.";
const TEMPORAL_DOWN = "Temporal does not answer right now. Please try again in a moment.";

/** The resolutions that ask the payment provider or Temporal, outside any transaction. */
@Injectable()
export class IssueRechecksService {
  constructor(
    private readonly settlement: SettlementService,
    private readonly refunds: RefundsService,
    private readonly runs: WorkflowRuns,
    private readonly bookings: BookingRecovery,
    private readonly listings: ListingRecoveryService,
  ) {}

  /** Settles an order as webhooks and workflows do, and commits the outcome. */
  async settle(orderId: string): Promise<ResolutionResult> {
    const { outcome } = await this.settlement.settleOrder(orderId, "operator");
    const after = { orderId, outcome };
    switch (outcome) {
      case "sold":
        return { resolved: true, message: "The order is paid, and what it paid for is sold.", after };
      case "offered":
        return { resolved: true, message: "The payer has been offered another stall.", after };
      case "refunding":
        return { resolved: true, message: "The refund is on its way.", after };
      case "unpaid":
        return { resolved: true, message: "The order has ended without money.", after };
      case "not_opened":
        return { resolved: true, message: "The payment provider does not know this order.", after };
      case "issue":
        return { resolved: false, message: "The provider says the same as before.", after };
      case "open":
        return { resolved: false, message: "The payment is still undecided at the provider.", after };
      case "unreachable":
        return { resolved: false, message: "The provider does not answer right now.", after };
    }
  }

  /** Reads a refund at the provider, or requests it where that was never done. */
  async refund(refundId: string): Promise<ResolutionResult> {
    const requested = await this.refunds.requestRefund(refundId);
    const { state } = requested.state === "requested" ? requested : await this.refunds.checkRefund(refundId);
    const after = { refundId, state };
    switch (state) {
      case "succeeded":
        return { resolved: true, message: "The refund has reached the payer.", after };
      case "failed":
        return { resolved: false, message: "The provider has rejected the refund.", after };
      case "requested":
        return { resolved: false, message: "The provider does not answer right now.", after };
      case "pending":
        return { resolved: false, message: "The provider is still working on the refund.", after };
    }
  }

  /**
   * Terminates a workflow's run, if there is one, and starts a new one; its history is in the database.
   *
   * @throws DomainError resolution_failed for an unknown workflow, or when Temporal does not answer
   */
  async restartWorkflow(workflowId: string, by: string): Promise<ResolutionResult> {
    const subject = workflowSubject(workflowId);
    if (subject === undefined) throw new DomainError("resolution_failed", {}, UNKNOWN_WORKFLOW);
    try {
      await this.runs.terminate(workflowId, `restarted by ${by}`);
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) {
        throw new DomainError("resolution_failed", {}, TEMPORAL_DOWN);
      }
    }
    const recovery = {
      booking: this.bookings,
      application: this.listings,
      refund: this.refunds,
    }[subject.type];
    await recovery.restart(subject.id);
    return { resolved: true, message: "The workflow was ended and a new one starts." };
  }
}
