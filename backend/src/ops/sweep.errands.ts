import { Injectable } from "@nestjs/common";
import { AttentionService } from "../issues/attention.service.js";
import { InvoicesService } from "../invoices/invoices.service.js";
import { MailService } from "../mail/mail.service.js";
import { Database } from "../platform/database/database.js";
import type { OutboxLane } from "../platform/outbox/outbox.repository.js";

/** An outbox row should have been relayed within this, in seconds. */
const RELAY_SECONDS = 60;
/** One that has waited for this long needs a person, in seconds. */
const STUCK_SECONDS = 300;
const LANES = ["workflow", "queue"] as const satisfies OutboxLane[];

/** Rows of a lane that wait for longer than they should; seconds. */
interface WaitingRows {
  readonly overdue: number;
  readonly stuck: number;
  readonly oldest: number;
  readonly trouble: string | null;
}

/** The sweep's look at errands: the outbox, mails and invoices. */
@Injectable()
export class SweepErrands {
  constructor(
    private readonly database: Database,
    private readonly mailing: MailService,
    private readonly invoicing: InvoicesService,
    private readonly attention: AttentionService,
  ) {}

  /**
   * Rows that the relay should have passed on: it still does, so they are only told of. When they have waited for long,
   * a person is told too, until none does any more.
   *
   * @returns how many
   */
  async unrelayed(): Promise<number> {
    let count = 0;
    for (const lane of LANES) {
      const waiting = await this.waiting(lane);
      count += waiting.overdue;
      await this.tellOf(lane, waiting);
    }
    return count;
  }

  private async waiting(lane: OutboxLane): Promise<WaitingRows> {
    const [found] = await this.database.query<WaitingRows>(
      `SELECT count(*)::int AS overdue, count(*) FILTER (WHERE age > $3)::int AS stuck,
              coalesce(max(age), 0)::int AS oldest, max(last_error) AS trouble
         FROM (SELECT last_error, extract(epoch FROM clock_timestamp() - created_at) AS age
                 FROM outbox WHERE relayed_at IS NULL AND topic = $1) waiting
        WHERE age > $2`,
      [lane, RELAY_SECONDS, STUCK_SECONDS],
    );
    return found ?? { overdue: 0, stuck: 0, oldest: 0, trouble: null };
  }

  private async tellOf(lane: OutboxLane, { overdue, stuck, oldest, trouble }: WaitingRows): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (overdue === 0) await this.attention.gone(tx, "outbox_stuck", lane);
      if (stuck === 0) return;
      await this.attention.raise(tx, {
        kind: "outbox_stuck",
        subject: lane,
        facts: { waiting: overdue, oldestSeconds: oldest, lastError: trouble ?? "" },
      });
    });
  }

  mails(): Promise<number> {
    return this.mailing.requeueStuck();
  }

  invoices(): Promise<number> {
    return this.invoicing.requeueUnrendered();
  }
}
