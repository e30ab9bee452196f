import {
  WorkflowExecutionAlreadyStartedError,
  type WorkflowExecutionDescription,
  WorkflowNotFoundError,
} from "@temporalio/client";
import { Injectable, Module } from "@nestjs/common";
import { TemporalConnection } from "./temporal-connection.js";
import { type SearchAttributePair, TypedSearchAttributes } from "@temporalio/common";
import { SEARCH_ATTRIBUTES } from "@sakhi/workflows/shared/search-attributes";
import type { WorkflowNudge } from "../outbox/outbox.js";

/** Why a workflow does not get on. */
export interface WorkflowFailure {
  /** What fails, in technical words without personal data: "workflow task", or an activity's name. */
  readonly problem: string;
  /** How often it has failed in a row; 0 for a run that has ended. */
  readonly attempts: number;
}

/** A workflow task fails only when the code and the history do not fit, or the code throws. */
const TASK_ATTEMPTS = 3;
/** Activities are tried again while the provider or the database is away; after this often it is something else. */
const ACTIVITY_ATTEMPTS = 20;
const ENDED_BADLY: ReadonlySet<string> = new Set(["FAILED", "TIMED_OUT", "TERMINATED"]);

/** What is wrong with a run; undefined when it gets on, or has come to its end. */
export function failureOf({ raw, status }: WorkflowExecutionDescription): WorkflowFailure | undefined {
  if (ENDED_BADLY.has(status.name)) return { problem: `the run ended: ${status.name}`, attempts: 0 };
  const task = raw.pendingWorkflowTask?.attempt ?? 0;
  if (task >= TASK_ATTEMPTS) return { problem: "workflow task", attempts: task };
  const activity = raw.pendingActivities?.find(({ attempt }) => (attempt ?? 0) >= ACTIVITY_ATTEMPTS);
  return activity && { problem: activity.activityType?.name ?? "activity", attempts: activity.attempt ?? 0 };
}

/** Asked at the same time. */
const AT_ONCE = 16;

/** How a workflow's newest run stands. */
type Run = "open" | "closed" | "none";

/** Starts and signals workflows (for the outbox relay), ends them, and reports which are missing (for the sweep). */
@Injectable()
export class WorkflowRuns {
  private seen = new Map<string, WorkflowFailure | undefined>();

  constructor(private readonly temporal: TemporalConnection) {}

  /**
   * Starts a workflow, or signals a running one to recheck; signalWithStart: a running workflow gets the signal; where there is none, or its last run failed or was
   * terminated, a new one starts and gets it. A run that completed counts as notified: it closed because it found its
   * subject ended. (The sweep, which knows better, asks for a new run with `evenIfCompleted`.)
   *
   * @throws gRPC's errors, after at most 5 s, when Temporal does not take it
   */
  async start(nudge: WorkflowNudge): Promise<void> {
    const options = {
      taskQueue: this.temporal.config.temporal.taskQueue,
      workflowId: nudge.workflowId,
      workflowIdReusePolicy: nudge.evenIfCompleted === true ? "ALLOW_DUPLICATE" : "ALLOW_DUPLICATE_FAILED_ONLY",
      workflowIdConflictPolicy: "USE_EXISTING",
      args: [...nudge.args],
      typedSearchAttributes: searchAttributes(nudge),
      staticSummary: nudge.summary,
    } as const;
    try {
      await this.temporal.call<unknown>((client) =>
        // A run that begins looks anyway, and one that is there already has looked since.
        nudge.begins === true
          ? client.workflow.start(nudge.workflowType, options)
          : client.workflow.signalWithStart(nudge.workflowType, { ...options, signal: nudge.signal }),
      );
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return;
      throw error;
    }
  }

  /** Ends a run by hand. @throws WorkflowNotFoundError when none is open; gRPC's errors after 5 s when Temporal does not answer */
  async terminate(workflowId: string, reason: string): Promise<void> {
    await this.temporal.call((client) => client.workflow.getHandle(workflowId).terminate(reason));
  }

  /**
   * Of the workflows of things that are not finished, those that have no open run: unknown to Temporal (it lost its
   * data, or the nudge was lost), or closed, however. Their nudges need `evenIfCompleted`, because a run that
   * completed over an unfinished booking (the database was set back to a backup) would otherwise count as notified.
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

function searchAttributes({ searchAttributes: given }: WorkflowNudge): TypedSearchAttributes {
  const pairs: SearchAttributePair[] = [];
  for (const name of ["StallId", "OrderId", "Stage"] as const) {
    const value = given[name];
    if (value !== undefined) pairs.push({ key: SEARCH_ATTRIBUTES[name], value });
  }
  return new TypedSearchAttributes(pairs);
}

/** Our client of Temporal, for the jobs process (relay, sweep) and for health. */
@Module({ providers: [TemporalConnection, WorkflowRuns], exports: [TemporalConnection, WorkflowRuns] })
export class TemporalModule {}
