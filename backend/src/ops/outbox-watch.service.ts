import { Injectable } from "@nestjs/common";
import { IssuesService } from "../issues/issues.service.js";
import { Database } from "../platform/database/database.js";
import type { OutboxTopic } from "../platform/outbox/outbox.js";

/** Age at which an outbox row is overdue, in seconds. */
const RELAY_SECONDS = 60;
/** Age at which an outbox row raises an issue, in seconds. */
const STUCK_SECONDS = 300;
const OUTBOX_TOPICS = ["workflow", "queue"] as const satisfies OutboxTopic[];

/** Watches over messages that the relay has not delivered. */
@Injectable()
export class OutboxWatchService {
  constructor(
    private readonly database: Database,
    private readonly issues: IssuesService,
  ) {}

  /** Counts overdue outbox rows, which the relay keeps retrying, and raises an issue if they wait too long. */
  async countUnrelayed(): Promise<number> {
    let count = 0;
    for (const topic of OUTBOX_TOPICS) {
      const [waiting] = await this.database.query<
        Record<"overdue" | "stuck" | "oldest", number> & { error: string | null }
      >(
        `SELECT count(*)::int AS overdue, count(*) FILTER (WHERE age > $3)::int AS stuck,
                coalesce(max(age), 0)::int AS oldest, max(last_error) AS error
           FROM (SELECT last_error, extract(epoch FROM clock_timestamp() - created_at) AS age
                   FROM outbox WHERE relayed_at IS NULL AND topic = $1) waiting
          WHERE age > $2`,
        [topic, RELAY_SECONDS, STUCK_SECONDS],
      );
      const { overdue = 0, stuck = 0, oldest = 0, error } = waiting ?? {};
      count += overdue;
      await this.database.transaction(async (tx) => {
        if (overdue === 0) await this.issues.closeIfOpen(tx, "outbox_stuck", topic);
        if (stuck === 0) return;
        await this.issues.raise(tx, {
          kind: "outbox_stuck",
          subject: topic,
          facts: { waiting: overdue, oldestSeconds: oldest, lastError: error ?? "" },
        });
      });
    }
    return count;
  }
}
