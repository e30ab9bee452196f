import { Injectable } from "@nestjs/common";
import type { Tx } from "../database/database.js";

/** Start or nudge a workflow: signalWithStart, with the existing run used. */
export interface WorkflowNudge {
  readonly workflowType: string;
  readonly workflowId: string;
  readonly args: readonly unknown[];
  /** The signal says only "look again"; facts are read by the workflow's activities. */
  readonly signal: string;
  readonly searchAttributes: Readonly<Record<"StallId" | "OrderId" | "Stage", string | undefined>>;
  /** One line for Temporal's UI; no personal data. */
  readonly summary?: string;
  /** The sweep's: start a new run though the last one completed. Otherwise a completed run counts as told. */
  readonly evenIfCompleted?: boolean;
}

/** Put a job into a queue under a deterministic id (which may not contain ":"). */
export interface QueueJob {
  readonly queue: string;
  readonly jobId: string;
  readonly data: Readonly<Record<string, string>>;
}

/**
 * What must happen after a commit, written in the transaction of the fact and relayed afterwards, at least once
 * (architecture section 3, Outbox).
 */
@Injectable()
export class Outbox {
  /** Notes a workflow to start or nudge once `tx` has committed. */
  async nudge(tx: Tx, nudge: WorkflowNudge): Promise<void> {
    await this.add(tx, "workflow", nudge);
  }

  /** Notes a job to enqueue once `tx` has committed. */
  async enqueue(tx: Tx, job: QueueJob): Promise<void> {
    await this.add(tx, "queue", job);
  }

  private async add(tx: Tx, topic: "workflow" | "queue", payload: WorkflowNudge | QueueJob): Promise<void> {
    await tx.query("INSERT INTO outbox (topic, payload) VALUES ($1, $2)", [topic, JSON.stringify(payload)]);
    // Delivered at commit: wakes the relay, which otherwise looks once a second.
    await tx.query("SELECT pg_notify('outbox', $1)", [topic]);
  }
}
