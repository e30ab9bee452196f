import { Injectable } from "@nestjs/common";
import { AttentionService } from "../issues/attention.service.js";
import { Database } from "../platform/database/database.js";
import { WorkflowPresence } from "../platform/temporal/workflow-presence.js";
import type { WorkflowTrouble } from "../platform/temporal/workflow-trouble.js";

/** Puts workflows that do not get on before the operator, as they were seen when the sweep looked for missing ones. */
@Injectable()
export class SweepWorkflowTroubles {
  constructor(
    private readonly database: Database,
    private readonly presence: WorkflowPresence,
    private readonly attention: AttentionService,
  ) {}

  /** Raises what fails, and closes the matter of what gets on again. */
  async tell(): Promise<void> {
    const open = new Set(
      (await this.attention.open())
        .filter(({ kind }) => kind === "workflow_failing")
        .map(({ subject }) => subject),
    );
    for (const [workflowId, trouble] of this.presence.takeSeen()) {
      if (trouble === undefined ? open.has(workflowId) : !open.has(workflowId)) {
        await this.change(workflowId, trouble);
      }
    }
  }

  private async change(workflowId: string, trouble: WorkflowTrouble | undefined): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (trouble === undefined) {
        await this.attention.gone(tx, "workflow_failing", workflowId);
        return;
      }
      await this.attention.raise(tx, {
        kind: "workflow_failing",
        subject: workflowId,
        ...subjectOf(workflowId),
        facts: { workflowId, problem: trouble.problem, attempts: trouble.attempts },
      });
    });
  }
}

/** What a workflow is about, by its id. */
function subjectOf(workflowId: string): { bookingId?: string; applicationId?: string } {
  const [type, id] = workflowId.split("/");
  if (type === "stall-booking" && id !== undefined) return { bookingId: id };
  return type === "listing" && id !== undefined ? { applicationId: id } : {};
}
