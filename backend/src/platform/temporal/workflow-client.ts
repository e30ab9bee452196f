import { Injectable, Module } from "@nestjs/common";
import { SEARCH_ATTRIBUTES } from "@sakhi/workflows/shared/search-attributes";
import {
  WorkflowExecutionAlreadyStartedError,
  type WorkflowExecutionDescription,
  WorkflowNotFoundError,
} from "@temporalio/client";
import { type SearchAttributePair, TypedSearchAttributes } from "@temporalio/common";
import type { WorkflowNudge } from "../outbox/outbox.js";
import { TemporalConnection } from "./temporal-connection.js";

/** Why a workflow is stuck or failed. */
export interface WorkflowFailure {
  /** What fails: "workflow task", or an activity's name. No personal data. */
  readonly problem: string;
  /** Consecutive failures; 0 for a run that has ended. */
  readonly attempts: number;
}

/** Reported after this many failures: a workflow task fails only if code and history do not match, or the code throws. */
const TASK_ATTEMPTS = 3;
/** Reported after this many: activities are retried during outages of the provider or the database. */
const ACTIVITY_ATTEMPTS = 20;
const FAILED_STATUSES: ReadonlySet<string> = new Set(["FAILED", "TIMED_OUT", "TERMINATED"]);

/** Why a run is stuck or failed; undefined if it progresses or has completed. */
export function failureOf({ raw, status }: WorkflowExecutionDescription): WorkflowFailure | undefined {
  if (FAILED_STATUSES.has(status.name)) return { problem: `the run ended: ${status.name}`, attempts: 0 };
  const task = raw.pendingWorkflowTask?.attempt ?? 0;
  if (task >= TASK_ATTEMPTS) return { problem: "workflow task", attempts: task };
  const activity = raw.pendingActivities?.find(({ attempt }) => (attempt ?? 0) >= ACTIVITY_ATTEMPTS);
  return activity && { problem: activity.activityType?.name ?? "activity", attempts: activity.attempt ?? 0 };
}

/** Concurrent calls. */
const CONCURRENCY = 16;

/** Result of looking for workflows. */
export interface RunCheck {
  /** Ids of those found. */
  readonly found: readonly string[];
  /** How many got no answer: about them nothing is known, and the caller must check again. */
  readonly unanswered: number;
}

/** Status of a workflow's newest run. */
type Run = "open" | "closed" | "none";

/** Starts and signals workflows (for the outbox relay), terminates them, and finds missing ones (for the sweep). */
@Injectable()
export class WorkflowRuns {
  private failures = new Map<string, WorkflowFailure | undefined>();

  constructor(private readonly temporal: TemporalConnection) {}

  /**
   * Signals a running workflow to recheck. If there is none, or its last run failed or was terminated, starts a new run
   * and signals it (signalWithStart). A completed run counts as notified: it closed because its subject had ended. (The
   * sweep, which knows better, requests a new run with `evenIfCompleted`.)
   *
   * @throws gRPC's errors, after at most 5 s
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
        // A new run checks its subject anyway, and an existing one has checked since.
        nudge.begins === true
          ? client.workflow.start(nudge.workflowType, options)
          : client.workflow.signalWithStart(nudge.workflowType, { ...options, signal: nudge.signal }),
      );
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return;
      throw error;
    }
  }

  /** Terminates a run. @throws WorkflowNotFoundError if none is open; gRPC's errors after at most 5 s */
  async terminate(workflowId: string, reason: string): Promise<void> {
    await this.temporal.call((client) => client.workflow.getHandle(workflowId).terminate(reason));
  }

  /**
   * Finds those of the given workflows that have no open run: unknown to Temporal (it lost its data, or the nudge was
   * lost) or closed. Pass workflows of unfinished subjects. Their nudges need `evenIfCompleted`: a completed run of an
   * unfinished booking (after restoring a database backup) would otherwise count as notified. A workflow about which
   * Temporal gave no answer is neither found nor ruled out.
   */
  missing(workflowIds: readonly string[]): Promise<RunCheck> {
    return this.without(workflowIds, (run) => run === "open");
  }

  /** Like {@link missing}, but finds only workflows unknown to Temporal; for workflows that must not run twice. */
  unknown(workflowIds: readonly string[]): Promise<RunCheck> {
    return this.without(workflowIds, (run) => run !== "none");
  }

  private async without(workflowIds: readonly string[], enough: (run: Run) => boolean): Promise<RunCheck> {
    const found: string[] = [];
    const failed: string[] = [];
    let waiting = [...workflowIds];
    const checkNext = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        try {
          if (!enough(await this.newestRun(id))) found.push(id);
        } catch {
          failed.push(id);
          // Temporal is unreachable: the rest would only wait for it.
          if (failed.length >= CONCURRENCY) return;
        }
      }
    };
    const checkAll = () => Promise.all(Array.from({ length: CONCURRENCY }, checkNext));
    await checkAll();
    if (failed.length < CONCURRENCY) {
      // Single failures, e.g. a timeout of a busy server: asked once more.
      waiting = failed.splice(0);
      await checkAll();
    }
    return { found, unanswered: failed.length + waiting.length };
  }

  /**
   * Returns and clears the results of all checks since the last call: workflow id → failure, or undefined if it
   * progresses.
   */
  takeFailures(): ReadonlyMap<string, WorkflowFailure | undefined> {
    const failures = this.failures;
    this.failures = new Map();
    return failures;
  }

  private async newestRun(workflowId: string): Promise<Run> {
    try {
      const run = await this.temporal.call((client) => client.workflow.getHandle(workflowId).describe());
      this.failures.set(workflowId, failureOf(run));
      return run.status.name === "RUNNING" || run.status.name === "PAUSED" ? "open" : "closed";
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return "none";
      throw error;
    }
  }
}

function searchAttributes({ searchAttributes: given }: WorkflowNudge): TypedSearchAttributes {
  const pairs: SearchAttributePair[] = [];
  for (const name of ["StallId", "OrderId", "Stage", "Installation"] as const) {
    const value = given[name];
    if (value !== undefined) pairs.push({ key: SEARCH_ATTRIBUTES[name], value });
  }
  return new TypedSearchAttributes(pairs);
}

/** The Temporal client, for the jobs process (relay, sweep) and for health checks. */
@Module({ providers: [TemporalConnection, WorkflowRuns], exports: [TemporalConnection, WorkflowRuns] })
export class TemporalModule {}
