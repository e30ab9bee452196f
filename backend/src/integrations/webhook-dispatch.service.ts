import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { PACE, WEBHOOK_LOG_DAYS } from "@sakhi/domain/integrations/webhook.rules";
import { DataSource } from "typeorm";
import { Database, rows } from "../platform/database/database.js";
import { inOneProcess } from "../platform/loops/one-process.js";
import { Outbox } from "../platform/outbox/outbox.js";
import { ABANDONED_SECONDS } from "./webhook-delivery.service.js";

/** Age in seconds at which a job that was queued counts as lost. */
const LOST_SECONDS = 300;
/** Most events that one turn deletes for their age. */
const PRUNE_BATCH = 500;

/**
 * Deliveries that are due and have no job, or whose job or process is gone: of each endpoint at most as many as its pace allows, the
 * longest waiting first.
 */
const DUE = `
  UPDATE webhook_deliveries u SET queued_at = clock_timestamp()
    FROM (SELECT d.id, row_number() OVER (PARTITION BY d.endpoint_id ORDER BY d.due_at, d.id) AS place,
                 CASE WHEN w.failing_since IS NULL THEN :healthy::int ELSE :failing::int END AS pace
            FROM webhook_deliveries d JOIN webhook_endpoints w ON w.id = d.endpoint_id
           WHERE d.due_at <= clock_timestamp()
             AND ((d.state = 'waiting' AND d.queued_at IS NULL)
                  OR (d.state IN ('waiting', 'sending')
                      AND d.queued_at < clock_timestamp() - make_interval(secs => :lost)
                      AND coalesce(d.claimed_at, d.queued_at) < clock_timestamp() - make_interval(secs => :abandoned)))) due
   WHERE u.id = due.id AND due.place <= due.pace RETURNING u.id`;
const OLD = `
  DELETE FROM webhook_events WHERE id IN (
    SELECT v.id FROM webhook_events v
     WHERE v.at < clock_timestamp() - make_interval(days => :days)
       AND NOT EXISTS (SELECT FROM webhook_deliveries d
                        WHERE d.event_id = v.id AND (d.state IN ('waiting', 'sending')
                              OR d.ended_at > clock_timestamp() - make_interval(days => :days)))
     ORDER BY v.at LIMIT :batch) RETURNING id`;

/** Queues deliveries whose next attempt is due, each endpoint at its pace, and forgets old ones with their log. */
@Injectable()
export class WebhookDispatchService {
  constructor(
    @Inject(DataSource) private readonly source: DataSource,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** One turn, in one process at a time. */
  async turn(): Promise<void> {
    await inOneProcess(this.source, "webhooks", async () => {
      await this.database.transaction(async (tx) => {
        const ages = { lost: LOST_SECONDS, abandoned: ABANDONED_SECONDS };
        for (const { id } of await rows<{ id: string }>(tx, DUE, { ...PACE, ...ages }))
          // A job's id is taken for as long as the queue keeps it.
          await this.outbox.enqueue(tx, {
            ...{ queue: "webhooks", jobId: `webhook-again-${randomUUID()}`, data: { deliveryId: id } },
          });
      });
      await this.prune();
    });
  }

  /** Deletes a batch of events that are past the log's time, with their deliveries and attempts. @returns their number */
  async prune(): Promise<number> {
    const gone = await this.database.query<{ id: string }>(OLD, { days: WEBHOOK_LOG_DAYS, batch: PRUNE_BATCH });
    return gone.length;
  }
}
