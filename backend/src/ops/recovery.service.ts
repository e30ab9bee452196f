import { Inject, Injectable, Logger } from "@nestjs/common";
import { DataSource } from "typeorm";
import { BookingRecovery } from "../bookings/booking-recovery.service.js";
import { InvoicesService } from "../invoices/invoices.service.js";
import { IssuesService } from "../issues/issues.service.js";
import { MailService } from "../mail/mail.service.js";
import { Database } from "../platform/database/database.js";
import { describeError } from "../platform/log/log.js";
import type { OutboxTopic } from "../platform/outbox/outbox.js";
import { PaymentRecoveryService, SWEEP_LIMIT } from "./payment-recovery.service.js";
import { WorkflowRecoveryService } from "./workflow-recovery.service.js";

/** What a sweep can catch; a healthy system shows zero for each. */
export const SWEEP_CATCHES = [
  /** Holds a minute past their deadline that nobody had released. */
  "expiredHolds",
  /** Payments a minute past their window, applications a minute past the time to pay, and offers a minute
   * past their end, that nobody had closed. */
  "overduePayments",
  /** Orders whose creation had no answer for half a minute. */
  "unansweredAttempts",
  /** Webhooks that had waited for a minute. */
  "webhooks",
  /** Refunds that nobody had requested or read. */
  "refunds",
  /** Workflows that were missing. */
  "workflows",
  /** Outbox rows that had not been relayed for a minute. */
  "outbox",
  /** Mails without a job. */
  "mails",
  /** Invoices without a PDF. */
  "invoices",
] as const;
type SweepCatch = (typeof SWEEP_CATCHES)[number];

/** What a sweep caught, and which of its parts failed (by name). */
export interface SweepResult {
  readonly caught: Readonly<Record<SweepCatch, number>>;
  readonly failed: readonly SweepCatch[];
}

/** An outbox row should have been relayed within this, in seconds. */
const RELAY_SECONDS = 60;
/** One that has waited for this long needs a person, in seconds. */
const STUCK_SECONDS = 300;
const OUTBOX_TOPICS = ["workflow", "queue"] as const satisfies OutboxTopic[];
/** Key of the advisory lock; any number that nothing else locks. */
const LOCK_KEY = 7_305_001;

/** Outbox rows that wait for longer than they should; ages in seconds. */
interface WaitingRows {
  readonly overdue: number;
  readonly stuck: number;
  readonly oldest: number;
  readonly error: string | null;
}

/**
 * The sweep: each minute it catches up on what workflows, the relay or the webhook inbox missed, with the same functions
 * as they use, and counts what it caught.
 */
@Injectable()
export class RecoveryService {
  private readonly logger = new Logger("Recovery");

  constructor(
    private readonly database: Database,
    @Inject(DataSource) private readonly source: DataSource,
    private readonly bookings: BookingRecovery,
    private readonly payments: PaymentRecoveryService,
    private readonly workflows: WorkflowRecoveryService,
    private readonly mails: MailService,
    private readonly invoices: InvoicesService,
    private readonly issues: IssuesService,
  ) {}

  /**
   * Sweeps once, in one process at a time. The lock belongs to a connection, so it is freed whatever happens to the
   * process; it is not held in a transaction, for a sweep takes longer than a transaction may.
   *
   * @returns what was caught, or undefined when another process is sweeping at this moment
   */
  async runOnce(): Promise<SweepResult | undefined> {
    const connection = this.source.createQueryRunner();
    try {
      const [lock] = (await connection.query("SELECT pg_try_advisory_lock($1) AS locked", [LOCK_KEY])) as {
        locked: boolean;
      }[];
      if (lock?.locked !== true) return undefined;
      try {
        return await this.sweep();
      } finally {
        await connection.query("SELECT pg_advisory_unlock($1)", [LOCK_KEY]);
      }
    } finally {
      await connection.release();
    }
  }

  private async sweep(): Promise<SweepResult> {
    const parts: Record<SweepCatch, () => Promise<number>> = {
      expiredHolds: () => this.bookings.releaseOverdueHolds(SWEEP_LIMIT),
      overduePayments: () => this.payments.overduePayments(),
      unansweredAttempts: () => this.payments.unansweredAttempts(),
      webhooks: () => this.payments.overdueWebhooks(),
      refunds: () => this.payments.refundsLeft(),
      workflows: () => this.workflows.restartMissing(),
      outbox: () => this.countUnrelayed(),
      mails: () => this.mails.requeueStuck(),
      invoices: () => this.invoices.requeueUnrendered(),
    };
    const caught = Object.fromEntries(SWEEP_CATCHES.map((name) => [name, 0])) as Record<SweepCatch, number>;
    const failed: SweepCatch[] = [];
    for (const name of SWEEP_CATCHES) {
      try {
        caught[name] = await parts[name]();
      } catch (error) {
        // One part that fails must not keep the others from their work.
        failed.push(name);
        this.logger.error(`${name} failed: ${describeError(error)}`);
      }
    }
    await this.database.query("INSERT INTO sweep_runs (caught) VALUES ($1)", [
      JSON.stringify({ ...caught, failed }),
    ]);
    const found = SWEEP_CATCHES.filter((name) => caught[name] > 0);
    if (found.length > 0) {
      this.logger.warn(`caught ${found.map((name) => `${name}: ${caught[name]}`).join(", ")}`);
    }
    return { caught, failed };
  }

  /** Counts rows that the relay should have passed on (it still does), and raises an issue when they wait for long. */
  private async countUnrelayed(): Promise<number> {
    let count = 0;
    for (const topic of OUTBOX_TOPICS) {
      const { overdue, stuck, oldest, error } = await this.waitingRows(topic);
      count += overdue;
      await this.database.transaction(async (tx) => {
        if (overdue === 0) await this.issues.gone(tx, "outbox_stuck", topic);
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

  private async waitingRows(topic: OutboxTopic): Promise<WaitingRows> {
    const [found] = await this.database.query<WaitingRows>(
      `SELECT count(*)::int AS overdue, count(*) FILTER (WHERE age > $3)::int AS stuck,
              coalesce(max(age), 0)::int AS oldest, max(last_error) AS error
         FROM (SELECT last_error, extract(epoch FROM clock_timestamp() - created_at) AS age
                 FROM outbox WHERE relayed_at IS NULL AND topic = $1) waiting
        WHERE age > $2`,
      [topic, RELAY_SECONDS, STUCK_SECONDS],
    );
    return found ?? { overdue: 0, stuck: 0, oldest: 0, error: null };
  }
}
