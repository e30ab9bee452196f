import { Injectable } from "@nestjs/common";
import { WorkflowNotFoundError } from "@temporalio/client";
import { TemporalConnection } from "./temporal-connection.js";
import { failureOf } from "./workflow-failure.js";
import type { WorkflowFailure } from "./workflow-failure.js";

/** Asked at the same time. */
const AT_ONCE = 16;

/** How a workflow's newest run stands. */
type Run = "open" | "closed" | "none";

/** Tells the sweep which workflows are not there. */
@Injectable()
export class WorkflowPresence {
  private seen = new Map<string, WorkflowFailure | undefined>();

  constructor(private readonly temporal: TemporalConnection) {}

  /**
   * Of the workflows of things that are not finished, those that have no open run: unknown to Temporal (it lost its
   * data, or the nudge was lost), or closed, however. Their nudges need `evenIfCompleted`, because a run that
   * completed over an unfinished booking (the database was set back to a backup) would otherwise count as told.
   * When Temporal does not answer, nothing is known to be missing: the answer is empty.
   */
  missing(workflowIds: readonly string[]): Promise<string[]> {
    return this.without(workflowIds, (run) => run === "open");
  }

  /** As {@link missing}, for workflows whose own end is the last word: only those Temporal does not know at all. */
  unknown(workflowIds: readonly string[]): Promise<string[]> {
    return this.without(workflowIds, (run) => run !== "none");
  }

  private async without(workflowIds: readonly string[], enough: (run: Run) => boolean): Promise<string[]> {
    const missing: string[] = [];
    const waiting = [...workflowIds];
    const ask = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        if (!enough(await this.newestRun(id))) missing.push(id);
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

  /**
   * What was seen since this was last asked: workflow id → what is wrong with it, or undefined where it gets on. Those
   * that nobody looked at are not in it.
   */
  takeSeen(): ReadonlyMap<string, WorkflowFailure | undefined> {
    const seen = this.seen;
    this.seen = new Map();
    return seen;
  }

  private async newestRun(workflowId: string): Promise<Run> {
    try {
      const run = await this.temporal.call((client) => client.workflow.getHandle(workflowId).describe());
      this.seen.set(workflowId, failureOf(run));
      return run.status.name === "RUNNING" || run.status.name === "PAUSED" ? "open" : "closed";
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return "none";
      throw error;
    }
  }
}
