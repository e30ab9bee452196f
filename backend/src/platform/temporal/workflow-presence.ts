import { Injectable } from "@nestjs/common";
import { WorkflowNotFoundError } from "@temporalio/client";
import { TemporalConnection } from "./temporal-connection.js";

/** Asked at the same time. */
const AT_ONCE = 16;

/** Tells the sweep which workflows are not there. */
@Injectable()
export class WorkflowPresence {
  constructor(private readonly temporal: TemporalConnection) {}

  /**
   * Of the workflows of things that are not finished, those that have no open run: unknown to Temporal (it lost its
   * data, or the nudge was lost), or closed, however. Their nudges need `evenIfCompleted`, because a run that
   * completed over an unfinished booking (the database was set back to a backup) would otherwise count as told.
   * When Temporal does not answer, nothing is known to be missing: the answer is empty.
   */
  async missing(workflowIds: readonly string[]): Promise<string[]> {
    const missing: string[] = [];
    const waiting = [...workflowIds];
    const ask = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        if (!(await this.hasOpenRun(id))) missing.push(id);
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, ask));
    } catch {
      waiting.length = 0;
      return [];
    }
    return missing;
  }

  private async hasOpenRun(workflowId: string): Promise<boolean> {
    try {
      const run = await this.temporal.call((client) => client.workflow.getHandle(workflowId).describe());
      return run.status.name === "RUNNING" || run.status.name === "PAUSED";
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  }
}
