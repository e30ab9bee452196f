import { Injectable } from "@nestjs/common";
import { BookingRecovery } from "../bookings/booking-recovery.service.js";
import { IssuesService } from "../issues/issues.service.js";
import { ListingRecoveryService } from "../listings/listing-recovery.service.js";
import { RefundsService } from "../payments/refunds.service.js";
import { Database } from "../platform/database/database.js";
import { type WorkflowFailure, WorkflowPresence } from "../platform/temporal/workflow-client.js";
import { workflowSubject } from "./workflow-subjects.js";

/** How many workflows of a kind one sweep checks. */
const LIMIT = 500;

/** What the sweep does in Temporal: anything unfinished must have its workflow, and a failing one raises an issue. */
@Injectable()
export class WorkflowRecoveryService {
  constructor(
    private readonly database: Database,
    private readonly presence: WorkflowPresence,
    private readonly bookings: BookingRecovery,
    private readonly listings: ListingRecoveryService,
    private readonly refunds: RefundsService,
    private readonly issues: IssuesService,
  ) {}

  /**
   * Starts missing workflows again, also after Temporal lost its data, and raises or closes the issues of failing ones.
   * Nothing counts as missing while Temporal does not answer.
   *
   * @returns how many were missing
   */
  async restartMissing(): Promise<number> {
    const { bookings, listings, refunds } = this;
    const missing = (ids: string[]) => this.presence.missing(ids);
    // A late-payment workflow that has ended did what it should: only one Temporal does not know is started again.
    const unknown = (ids: string[]) => this.presence.unknown(ids);
    const late = await bookings.lateWorkflows(LIMIT);
    let restarted = await restart(await bookings.workflows(LIMIT), missing, (id) => bookings.restart(id));
    restarted += await restart(late, unknown, (order) => bookings.restartLate(order));
    // But an ended one does not wait for the answer to an offer that is open.
    restarted += await restart(await bookings.offerWorkflows(LIMIT), missing, (order) =>
      bookings.restartLate(order, true),
    );
    restarted += await restart(await listings.workflows(LIMIT), missing, (id) => listings.restart(id));
    restarted += await restart(await listings.lateWorkflows(LIMIT), unknown, (id) =>
      listings.restartLate(id),
    );
    restarted += await restart(await refunds.workflows(LIMIT), missing, (id) => refunds.restart(id));
    await this.updateIssues();
    return restarted;
  }

  /** Raises an issue for each failing workflow that was seen, and closes those of workflows that work again. */
  private async updateIssues(): Promise<void> {
    const open = new Set(
      (await this.issues.open())
        .filter(({ kind }) => kind === "workflow_failing")
        .map(({ subject }) => subject),
    );
    for (const [workflowId, failure] of this.presence.takeSeen()) {
      if (failure === undefined ? open.has(workflowId) : !open.has(workflowId)) {
        await this.updateIssue(workflowId, failure);
      }
    }
  }

  private async updateIssue(workflowId: string, failure: WorkflowFailure | undefined): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (failure === undefined) {
        await this.issues.gone(tx, "workflow_failing", workflowId);
        return;
      }
      const subject = workflowSubject(workflowId);
      await this.issues.raise(tx, {
        kind: "workflow_failing",
        subject: workflowId,
        ...(subject?.type === "booking" ? { bookingId: subject.id } : {}),
        ...(subject?.type === "application" ? { applicationId: subject.id } : {}),
        facts: { workflowId, problem: failure.problem, attempts: failure.attempts },
      });
    });
  }
}

async function restart<T>(
  expected: ReadonlyMap<string, T>,
  missingOf: (workflowIds: string[]) => Promise<string[]>,
  start: (subject: T) => Promise<void>,
): Promise<number> {
  if (expected.size === 0) return 0;
  const missing = await missingOf([...expected.keys()]);
  for (const workflowId of missing) {
    const subject = expected.get(workflowId);
    if (subject !== undefined) await start(subject);
  }
  return missing.length;
}
