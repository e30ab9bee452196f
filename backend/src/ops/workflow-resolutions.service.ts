import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { refundWorkflowId } from "@sakhi/workflows/payments/refund.messages";
import { WorkflowNotFoundError } from "@temporalio/client";
import { BookingSweepService } from "../bookings/booking-sweep.service.js";
import { EventRefundsService } from "../cancellations/event-refunds.service.js";
import { ResolutionHandlersService, type ResolutionResult } from "../issues/resolution-handlers.service.js";
import { ListingSweepService } from "../listings/listing-sweep.service.js";
import { RefundsService } from "../payments/refunds.service.js";
import type { Tx } from "../platform/database/database.js";
import { OutboxRepository } from "../platform/outbox/outbox.js";
import { WorkflowRuns } from "../platform/temporal/workflow-client.js";
import { workflowSubject } from "./workflow-subjects.js";

const UNKNOWN_WORKFLOW = "This workflow can't be restarted from here. Please restart it on Temporal's own pages.";
const TEMPORAL_DOWN = "Temporal does not respond right now. Please try again in a moment.";

/** Resolutions of failing workflows and of messages that the relay could not deliver. */
@Injectable()
export class WorkflowResolutionsService {
  constructor(
    handlers: ResolutionHandlersService,
    private readonly runs: WorkflowRuns,
    private readonly bookingSweep: BookingSweepService,
    private readonly listingSweep: ListingSweepService,
    private readonly refunds: RefundsService,
    private readonly eventRefunds: EventRefundsService,
    private readonly outbox: OutboxRepository,
  ) {
    handlers.registerBefore({
      restart_workflow: ({ issue: { kind, subject }, by }) =>
        this.restartWorkflow(kind === "workflow_failing" ? subject : refundWorkflowId(subject), by),
    });
    handlers.register({
      refund_again: (tx, { issue }) => this.refundAgain(tx, issue.subject),
      relay_again: (tx, { issue }) => this.relay(tx, issue.subject),
    });
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
    const restarters = {
      booking: this.bookingSweep,
      application: this.listingSweep,
      refund: this.refunds,
      event: this.eventRefunds,
    };
    await restarters[subject.type].restart(subject.id);
    return { resolved: true, message: "The workflow was ended and a new one starts." };
  }

  /** Tries the refund of a booking of a cancelled event again, now; a refund that succeeds closes the issue. */
  private async refundAgain(tx: Tx, bookingId: string): Promise<ResolutionResult> {
    const isDue = await this.eventRefunds.tryAgain(tx, bookingId);
    return {
      resolved: !isDue,
      message: isDue ? "The refund is tried again now." : "This booking no longer waits for a refund.",
    };
  }

  /** Leaves the issue open while messages wait; the sweep closes it afterwards. */
  private async relay(tx: Tx, topic: string): Promise<ResolutionResult> {
    const waiting = await this.outbox.retryNow(tx, topic === "queue" ? "queue" : "workflow");
    return { resolved: waiting === 0, message: `${waiting} messages are tried again now.`, after: { waiting } };
  }
}
