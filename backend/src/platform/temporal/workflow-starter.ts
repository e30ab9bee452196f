import { Injectable } from "@nestjs/common";
import { WorkflowExecutionAlreadyStartedError } from "@temporalio/client";
import { TypedSearchAttributes } from "@temporalio/common";
import type { SearchAttributePair } from "@temporalio/common";
import { SEARCH_ATTRIBUTES } from "@sakhi/workflows/shared/search-attributes";
import type { WorkflowNudge } from "../outbox/outbox.js";
import { TemporalConnection } from "./temporal-connection.js";

/** Starts workflows, or tells running ones to look again. Only the outbox relay uses this. */
@Injectable()
export class WorkflowStarter {
  constructor(private readonly temporal: TemporalConnection) {}

  /**
   * signalWithStart: a running workflow gets the signal; where there is none, or its last run failed or was
   * terminated, a new one starts and gets it. A run that completed counts as told: it closed because it found its
   * subject ended. (The sweep, which knows better, asks for a new run with `evenIfCompleted`.)
   *
   * @throws gRPC's errors, after at most 5 s, when Temporal does not take it
   */
  async start(nudge: WorkflowNudge): Promise<void> {
    try {
      await this.temporal.call((client) =>
        client.workflow.signalWithStart(nudge.workflowType, {
          taskQueue: this.temporal.config.temporal.taskQueue,
          workflowId: nudge.workflowId,
          workflowIdReusePolicy:
            nudge.evenIfCompleted === true ? "ALLOW_DUPLICATE" : "ALLOW_DUPLICATE_FAILED_ONLY",
          workflowIdConflictPolicy: "USE_EXISTING",
          args: [...nudge.args],
          signal: nudge.signal,
          typedSearchAttributes: searchAttributes(nudge),
          staticSummary: nudge.summary,
        }),
      );
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return;
      throw error;
    }
  }
}

function searchAttributes({ searchAttributes: given }: WorkflowNudge): TypedSearchAttributes {
  const pairs: SearchAttributePair[] = [];
  for (const name of ["StallId", "OrderId", "Stage"] as const) {
    const value = given[name];
    if (value !== undefined) pairs.push({ key: SEARCH_ATTRIBUTES[name], value });
  }
  return new TypedSearchAttributes(pairs);
}
