import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { refundWorkflowId } from "@sakhi/workflows/payments/refund.messages";
import { WorkflowNotFoundError } from "@temporalio/client";
import { BookingSweepService } from "../bookings/booking-sweep.service.js";
import { EventRefundsService } from "../cancellations/event-refunds.service.js";
import { ResolutionHandlersService, type ResolutionResult } from "../issues/resolution-handlers.service.js";
import { RESULTS } from "../issues/results.words.js";
import { ListingSweepService } from "../listings/listing-sweep.service.js";
import { RefundsService } from "../payments/refunds.service.js";
import type { Tx } from "../platform/database/database.js";
import { OutboxRepository } from "../platform/outbox/outbox.js";
import { WorkflowRuns } from "../platform/temporal/workflow-client.js";
import { workflowSubject } from "./workflow-subjects.js";

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
      restart_workflow: ({ issue: { kind, subject }, by, language }) =>
        this.restartWorkflow(kind === "workflow_failing" ? subject : refundWorkflowId(subject), by, language),
    });
    handlers.register({
      refund_again: (tx, { issue, language }) => this.refundAgain(tx, issue.subject, language),
      relay_again: (tx, { issue, language }) => this.relay(tx, issue.subject, language),
    });
  }

  /**
   * Terminates a workflow's run, if any, and starts a new one, which restores its state from the database.
   *
   * @throws DomainError resolution_failed for an unknown workflow, or when Temporal is unreachable
   */
  private async restartWorkflow(workflowId: string, by: string, language: LanguageCode): Promise<ResolutionResult> {
    const subject = workflowSubject(workflowId);
    if (subject === undefined) throw new DomainError("resolution_failed", {}, RESULTS[language].workflowUnknown);
    try {
      await this.runs.terminate(workflowId, `restarted by ${by}`);
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) {
        throw new DomainError("resolution_failed", {}, RESULTS[language].temporalDown);
      }
    }
    const restarters = {
      booking: this.bookingSweep,
      application: this.listingSweep,
      refund: this.refunds,
      event: this.eventRefunds,
    };
    await restarters[subject.type].restart(subject.id);
    return { resolved: true, message: RESULTS[language].workflowRestarted };
  }

  /** Tries the refund of a booking of a cancelled event again, now; a refund that succeeds closes the issue. */
  private async refundAgain(tx: Tx, bookingId: string, language: LanguageCode): Promise<ResolutionResult> {
    const isDue = await this.eventRefunds.tryAgain(tx, bookingId);
    const { refundTriedAgain, refundNotWaiting } = RESULTS[language];
    return { resolved: !isDue, message: isDue ? refundTriedAgain : refundNotWaiting };
  }

  /** Leaves the issue open while messages wait; the sweep closes it afterwards. */
  private async relay(tx: Tx, topic: string, language: LanguageCode): Promise<ResolutionResult> {
    const waiting = await this.outbox.retryNow(tx, topic === "queue" ? "queue" : "workflow");
    return { resolved: waiting === 0, message: RESULTS[language].messagesTriedAgain({ waiting }), after: { waiting } };
  }
}
