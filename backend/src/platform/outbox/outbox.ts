import { Injectable } from "@nestjs/common";
import { Database, notifyAfterCommit, rows, type Tx } from "../database/database.js";
import type { Statement, Values } from "../database/statements.js";

/** Starts or nudges a workflow: signalWithStart, using an existing run. */
export interface WorkflowNudge {
  readonly workflowType: string;
  readonly workflowId: string;
  readonly args: readonly unknown[];
  /** The signal says only "recheck"; facts are read by the workflow's activities. */
  readonly signal: string;
  readonly searchAttributes: Readonly<Record<"StallId" | "OrderId" | "Stage", string | undefined>> & {
    /** Added by the relay. */
    readonly Installation?: string;
  };
  /** One line for Temporal's UI; no personal data. */
  readonly summary?: string;
  /** Starts a new run even if the last one completed; set by the sweep. By default a completed run counts as notified. */
  readonly evenIfCompleted?: boolean;
  /** The subject's first nudge: starts its workflow without a signal. */
  readonly begins?: boolean;
  /** The subject has ended: a workflow that has not started yet is no longer needed. */
  readonly ends?: boolean;
}

/** A job for a queue, with a deterministic id (which must not contain ":"). */
export interface QueueJob {
  readonly queue: string;
  readonly jobId: string;
  readonly data: Readonly<Record<string, string>>;
  /** Its turn among jobs that wait: 1 before 2, and those without before all. */
  readonly priority?: number;
}

const ADD: Statement = {
  name: "add_to_outbox",
  text: "INSERT INTO outbox (topic, payload, not_before) VALUES (:topic, :payload, coalesce(:notBefore, clock_timestamp()))",
};

/**
 * Actions that must follow a commit: written in the same transaction, relayed afterwards at least once.
 */
@Injectable()
export class Outbox {
  /**
   * Starts or nudges a workflow once `tx` has committed.
   *
   * @param notBefore relays it no earlier, by the database's clock
   */
  async nudge(tx: Tx, nudge: WorkflowNudge, notBefore?: Date): Promise<void> {
    await this.add(tx, "workflow", nudge, notBefore);
  }

  /**
   * Changes something and, if that returns a row, nudges a workflow as {@link nudge} does: one statement, so that no lock
   * waits for a round trip.
   *
   * @param change the statement's name; common table expressions after WITH, one of them named `changed`; their parameters
   * @returns whether `changed` has a row
   */
  async nudgeIfChanged(
    tx: Tx,
    change: { readonly name: string; readonly sql: string; readonly values: Values },
    nudge: WorkflowNudge,
    notBefore?: Date,
  ): Promise<boolean> {
    const added = await rows(
      tx,
      {
        name: change.name,
        text: `WITH ${change.sql}
       INSERT INTO outbox (topic, payload, not_before)
       SELECT 'workflow', :nudge, coalesce(:notBefore, clock_timestamp()) FROM (SELECT FROM changed LIMIT 1) once RETURNING id`,
      },
      { ...change.values, nudge: JSON.stringify(nudge), notBefore },
    );
    if (added.length > 0 && notBefore === undefined) notifyAfterCommit(tx, { channel: "outbox", payload: "workflow" });
    return added.length > 0;
  }

  /** Enqueues a job once `tx` has committed. */
  async enqueue(tx: Tx, job: QueueJob): Promise<void> {
    await this.add(tx, "queue", job);
  }

  private async add(tx: Tx, topic: OutboxTopic, payload: WorkflowNudge | QueueJob, notBefore?: Date): Promise<void> {
    await rows(tx, ADD, { topic, payload: JSON.stringify(payload), notBefore });
    // Wakes the relay, which otherwise polls once a second; it polls for rows that are due later.
    if (notBefore === undefined) notifyAfterCommit(tx, { channel: "outbox", payload: topic });
  }
}

/** The two lanes of the outbox. They are independent, so that a stuck one does not delay the other. */
export type OutboxTopic = "workflow" | "queue";

/** A row that a relay has claimed. */
export interface ClaimedRow {
  /** bigint, which pg returns as a string. */
  readonly id: string;
  readonly payload: unknown;
  /** Number of failed attempts. */
  readonly attempts: number;
  /** True if a relay has claimed the row before. */
  readonly again: boolean;
  /** Age by the database's clock, in ms. */
  readonly ageMs: number;
  /** The database's mark. */
  readonly installation?: string;
}

/** Most rows that one cleanup deletes. */
const PRUNE_BATCH = 500;

/** The relay's access to the outbox table. Every method is one short statement: no lock is held during a call. */
@Injectable()
export class OutboxRepository {
  constructor(private readonly database: Database) {}

  /**
   * Claims due rows, oldest first, by moving `not_before` ahead: other relays skip them, and if this process dies they are
   * due again after the lease.
   *
   * @param leaseMs must exceed the time to relay the whole batch
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
       SELECT id, payload, attempts, again, "ageMs", (SELECT i.id FROM installation i) AS installation
         FROM claimed ORDER BY id`,
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

  /** Makes all waiting rows of a lane due now. @returns their number */
  async retryNow(tx: Tx, topic: OutboxTopic): Promise<number> {
    const hurried = await rows(
      tx,
      "UPDATE outbox SET not_before = clock_timestamp() WHERE topic = $1 AND relayed_at IS NULL RETURNING id",
      [topic],
    );
    notifyAfterCommit(tx, { channel: "outbox", payload: topic });
    return hurried.length;
  }

  /** Deletes a batch of rows relayed more than 7 days ago. @returns their number */
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
