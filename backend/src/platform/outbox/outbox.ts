import { Injectable } from "@nestjs/common";
import { Database, notifyAfterCommit, type Notice, rows, type Tx } from "../database/database.js";

/** Start or nudge a workflow: signalWithStart, with the existing run used. */
export interface WorkflowNudge {
  readonly workflowType: string;
  readonly workflowId: string;
  readonly args: readonly unknown[];
  /** The signal says only "recheck"; facts are read by the workflow's activities. */
  readonly signal: string;
  readonly searchAttributes: Readonly<Record<"StallId" | "OrderId" | "Stage", string | undefined>>;
  /** One line for Temporal's UI; no personal data. */
  readonly summary?: string;
  /** The sweep's: start a new run though the last one completed. Otherwise a completed run counts as notified. */
  readonly evenIfCompleted?: boolean;
  /** The first nudge of its subject, which has no workflow yet: it is started without a signal. */
  readonly begins?: boolean;
  /** The subject has ended: a workflow that was never started is not needed any more. */
  readonly ends?: boolean;
}

/** Wakes the relay for a nudge that a function of the database has written. */
export const NUDGED: Notice = { channel: "outbox", payload: "workflow" };

/** Put a job into a queue under a deterministic id (which may not contain ":"). */
export interface QueueJob {
  readonly queue: string;
  readonly jobId: string;
  readonly data: Readonly<Record<string, string>>;
}

/**
 * What must happen after a commit, written in the transaction of the fact and relayed afterwards, at least once.
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
    // Wakes the relay, which otherwise looks once a second.
    notifyAfterCommit(tx, { channel: "outbox", payload: topic });
  }
}

/** The two lanes of the outbox; one that is stuck must not delay the other. */
export type OutboxTopic = "workflow" | "queue";

/** A row a relay has claimed. */
export interface ClaimedRow {
  /** bigint, as pg gives it. */
  readonly id: string;
  readonly payload: unknown;
  /** How often relaying it has failed. */
  readonly attempts: number;
  /** A relay has had it before, whatever came of it. */
  readonly again: boolean;
  /** Since it was written, by the database's clock. */
  readonly ageMs: number;
}

/** How many finished rows one clean-up deletes. */
const PRUNE_BATCH = 500;

/** The outbox table, as the relay sees it. Every method is one short statement: nothing is held while calling out. */
@Injectable()
export class OutboxRepository {
  constructor(private readonly database: Database) {}

  /**
   * Claims rows that are due, in the order in which they were, by pushing `not_before` ahead: other relays skip them meanwhile, and if
   * this process dies they are due again after the lease.
   *
   * @param leaseMs longer than relaying the whole batch may take
   */
  claim(topic: OutboxTopic, limit: number, leaseMs: number): Promise<ClaimedRow[]> {
    return this.database.query<ClaimedRow>(
      `WITH due AS (SELECT id, claimed AS again,
                           (extract(epoch FROM clock_timestamp() - created_at) * 1000)::float8 AS "ageMs"
                      FROM outbox
                     WHERE topic = $1 AND relayed_at IS NULL AND not_before <= clock_timestamp()
                     ORDER BY not_before, id LIMIT $2 FOR UPDATE SKIP LOCKED),
            claimed AS (UPDATE outbox o SET claimed = true, not_before = clock_timestamp() + $3 * interval '1 millisecond'
                          FROM due WHERE o.id = due.id RETURNING o.id, o.payload, o.attempts, due.again, due."ageMs")
       SELECT id, payload, attempts, again, "ageMs" FROM claimed ORDER BY id`,
      [topic, limit, leaseMs],
    );
  }

  async relayed(ids: readonly string[]): Promise<void> {
    await this.database.query(
      "UPDATE outbox SET relayed_at = clock_timestamp(), last_error = NULL WHERE id = ANY($1::bigint[])",
      [ids],
    );
  }

  /** @param problem the error's name, never its message */
  async failed(id: string, problem: string, againInMs: number): Promise<void> {
    await this.database.query(
      `UPDATE outbox SET attempts = attempts + 1, last_error = $2,
              not_before = clock_timestamp() + $3 * interval '1 millisecond'
        WHERE id = $1 AND relayed_at IS NULL`,
      [id, problem, againInMs],
    );
  }

  /** Has everything that waits in a lane tried again now. @returns how many rows wait */
  async hurry(tx: Tx, topic: OutboxTopic): Promise<number> {
    const hurried = await rows(
      tx,
      "UPDATE outbox SET not_before = clock_timestamp() WHERE topic = $1 AND relayed_at IS NULL RETURNING id",
      [topic],
    );
    notifyAfterCommit(tx, { channel: "outbox", payload: topic });
    return hurried.length;
  }

  /** Deletes some of the rows relayed more than 7 days ago; answers how many. */
  async prune(): Promise<number> {
    const gone = await this.database.query<{ id: string }>(
      `DELETE FROM outbox WHERE id IN
         (SELECT id FROM outbox WHERE relayed_at < clock_timestamp() - interval '7 days' ORDER BY id LIMIT $1)
        RETURNING id`,
      [PRUNE_BATCH],
    );
    return gone.length;
  }
}
