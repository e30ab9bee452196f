import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { WorkflowNotFoundError } from "@temporalio/client";
import { BookingsUnattended } from "../bookings/history/booking-unattended.service.js";
import { ListingsUnattended } from "../listings/lifecycle/listings-unattended.service.js";
import { RefundsUnattended } from "../payments/refunds/refunds-unattended.service.js";
import { WorkflowRuns } from "../platform/temporal/workflow-runs.service.js";

/** Restarting a workflow that does not get on: its story is kept in the database, so nothing is lost. */
@Injectable()
export class WorkflowRestarts {
  constructor(
    private readonly runs: WorkflowRuns,
    private readonly bookings: BookingsUnattended,
    private readonly listings: ListingsUnattended,
    private readonly refunds: RefundsUnattended,
  ) {}

  /**
   * Ends the run, if there is one, and has a new one started.
   *
   * @throws DomainError remedy_refused where it is no workflow of ours, or Temporal does not answer
   */
  async restart(workflowId: string, by: string): Promise<void> {
    const start = this.startOf(workflowId);
    if (start === undefined) throw new DomainError("remedy_refused", {}, UNKNOWN);
    try {
      await this.runs.terminate(workflowId, `restarted by ${by}`);
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw new DomainError("remedy_refused", {}, AWAY);
    }
    await start();
  }

  private startOf(workflowId: string): (() => Promise<void>) | undefined {
    const [type, ...rest] = workflowId.split("/");
    const id = rest.join("/");
    switch (type) {
      case "stall-booking":
        return () => this.bookings.restart(id);
      case "listing":
        return () => this.listings.restart(id);
      case "refund":
        return () => this.refunds.restart(id);
      default:
        return undefined;
    }
  }
}

const UNKNOWN = "This workflow cannot be restarted from here. Please restart it on Temporal's own pages.";
const AWAY = "Temporal does not answer right now. Please try again in a moment.";
