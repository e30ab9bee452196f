import { Inject, Injectable, Logger } from "@nestjs/common";
import { DataSource } from "typeorm";
import { BookingSweepService } from "../bookings/booking-sweep.service.js";
import { InvoicesService } from "../invoices/invoices.service.js";
import { ListingSweepService } from "../listings/listing-sweep.service.js";
import { MailService } from "../mail/mail.service.js";
import { PaymentsSweepService } from "../payments/payments-sweep.service.js";
import { describeError } from "../platform/log/log.js";
import { countSuccessful } from "../platform/loops/count-successful.js";
import { inOneProcess } from "../platform/loops/one-process.js";
import { MissingWorkflowsService } from "./missing-workflows.service.js";
import { OutboxWatchService } from "./outbox-watch.service.js";

/** Parts of the sweep; on a healthy system each catches zero. */
export const SWEEP_CATCHES = [
  /** Unreleased holds a minute past their deadline. */
  "expiredHolds",
  /** Unclosed payments, applications and offers a minute past their deadline. */
  "overduePayments",
  /** Orders whose creation had no definite response for 30 s. */
  "unansweredAttempts",
  /** Webhooks unhandled for a minute. */
  "webhooks",
  /** Refunds that were not requested or read in time. */
  "refunds",
  /** Missing workflows. */
  "workflows",
  /** Outbox rows not relayed for a minute. */
  "outbox",
  /** Mails without a job. */
  "mails",
  /** Invoices without a PDF. */
  "invoices",
] as const;
type SweepCatch = (typeof SWEEP_CATCHES)[number];

/** What a sweep caught, and which parts failed. */
export interface SweepResult {
  readonly caught: Readonly<Record<SweepCatch, number>>;
  readonly failed: readonly SweepCatch[];
}

/** Maximum rows per part and sweep; the next sweep takes the rest. */
const SWEEP_LIMIT = 200;
/** Records a sweep and deletes old records. The id follows the time, which has no index. */
const RECORD = `
  WITH pruned AS (
    DELETE FROM sweep_runs WHERE id IN (SELECT id FROM sweep_runs ORDER BY id LIMIT 100)
       AND at < clock_timestamp() - interval '30 days')
  INSERT INTO sweep_runs (caught) VALUES ($1)`;

/**
 * The sweep: every minute it catches up on work that workflows, the relay or the webhook inbox missed, using the same
 * functions, and counts what it caught.
 */
@Injectable()
export class SweepService {
  private readonly logger = new Logger("Sweep");

  constructor(
    @Inject(DataSource) private readonly source: DataSource,
    private readonly bookingSweep: BookingSweepService,
    private readonly listingSweep: ListingSweepService,
    private readonly paymentsSweep: PaymentsSweepService,
    private readonly missingWorkflows: MissingWorkflowsService,
    private readonly outboxWatch: OutboxWatchService,
    private readonly mails: MailService,
    private readonly invoices: InvoicesService,
  ) {}

  /** Sweeps once, in one process at a time. @returns undefined if another process is sweeping */
  runOnce(): Promise<SweepResult | undefined> {
    return inOneProcess(this.source, "sweep", () => this.sweep());
  }

  private async sweep(): Promise<SweepResult> {
    const parts: Record<SweepCatch, () => Promise<number>> = {
      expiredHolds: () => this.bookingSweep.releaseOverdueHolds(SWEEP_LIMIT),
      overduePayments: () => this.overduePayments(),
      unansweredAttempts: () => this.paymentsSweep.unansweredAttempts(SWEEP_LIMIT),
      webhooks: () => this.paymentsSweep.overdueWebhooks(),
      refunds: () => this.paymentsSweep.staleRefunds(SWEEP_LIMIT),
      workflows: () => this.missingWorkflows.restartMissingNow(),
      outbox: () => this.outboxWatch.countUnrelayed(),
      mails: async () => {
        await this.mails.sendDue();
        return this.mails.requeueStuck();
      },
      invoices: () => this.invoices.requeueUnrendered(),
    };
    const caught = Object.fromEntries(SWEEP_CATCHES.map((name) => [name, 0])) as Record<SweepCatch, number>;
    const failed: SweepCatch[] = [];
    for (const name of SWEEP_CATCHES) {
      try {
        caught[name] = await parts[name]();
      } catch (error) {
        // A failed part must not stop the others.
        failed.push(name);
        this.logger.error(`${name} failed: ${describeError(error)}`);
      }
    }
    await this.source.query(RECORD, [JSON.stringify({ ...caught, failed })]);
    const found = SWEEP_CATCHES.filter((name) => caught[name] > 0);
    if (found.length > 0) {
      this.logger.warn(`caught ${found.map((name) => `${name}: ${caught[name]}`).join(", ")}`);
    }
    return { caught, failed };
  }

  /**
   * Closes overdue payments of stalls and listings, lapses unpaid applications, and settles expired offers of another stall.
   *
   * @returns how many ended
   */
  private async overduePayments(): Promise<number> {
    const steps = [
      () => this.listingSweep.closeOverdue(SWEEP_LIMIT),
      () => this.listingSweep.lapseOverdue(SWEEP_LIMIT),
      () => this.bookingSweep.settleOverdueOffers(SWEEP_LIMIT),
      () => this.bookingSweep.closeOverduePayments(SWEEP_LIMIT),
    ];
    return countSuccessful(steps, (step) => step());
  }
}
