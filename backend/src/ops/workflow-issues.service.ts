import { Injectable } from "@nestjs/common";
import { IssuesService } from "../issues/issues.service.js";
import { Database } from "../platform/database/database.js";
import type { WorkflowFailure } from "../platform/temporal/workflow-client.js";
import { workflowSubject } from "./workflow-subjects.js";

/** The issues about workflows that fail again and again. */
@Injectable()
export class WorkflowIssuesService {
  constructor(
    private readonly database: Database,
    private readonly issues: IssuesService,
  ) {}

  /** Raises an issue for each failing workflow seen by the checks, and closes those of recovered workflows. */
  async update(failures: ReadonlyMap<string, WorkflowFailure | undefined>): Promise<void> {
    const open = new Set(
      (await this.issues.open()).filter(({ kind }) => kind === "workflow_failing").map(({ subject }) => subject),
    );
    for (const [workflowId, failure] of failures) {
      if (failure === undefined ? open.has(workflowId) : !open.has(workflowId)) {
        await this.updateIssue(workflowId, failure);
      }
    }
  }

  private async updateIssue(workflowId: string, failure: WorkflowFailure | undefined): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (failure === undefined) {
        await this.issues.closeIfOpen(tx, "workflow_failing", workflowId);
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
