import { Injectable, Logger } from "@nestjs/common";
import { HoldRelease } from "../bookings/hold/hold-release.service.js";
import { NetworkHolds } from "../bookings/hold/network-holds.service.js";
import { Database } from "../platform/database/database.js";
import { errorWords } from "../platform/log/error-words.js";
import { SweepErrands } from "./sweep.errands.js";
import { SweepLock } from "./sweep.lock.js";
import { SWEEP_LIMIT, SweepMoney } from "./sweep.money.js";
import { SweepWorkflows } from "./sweep.workflows.js";

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
  /** Refunds that nobody had asked for or read. */
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
export type SweepCatch = (typeof SWEEP_CATCHES)[number];

/** What a sweep caught, and which of its parts failed (by name). */
export interface SweepResult {
  readonly caught: Readonly<Record<SweepCatch, number>>;
  readonly failed: readonly SweepCatch[];
}

const OVERDUE_SECONDS = 60;

/**
 * The net under everything (architecture section 3): what the workflows, the relay or the webhook inbox missed. It
 * uses the same functions as they do, and counts what it caught. One process at a time.
 */
@Injectable()
export class Sweep {
  private readonly logger = new Logger("Sweep");

  constructor(
    private readonly database: Database,
    private readonly lock: SweepLock,
    private readonly holds: HoldRelease,
    private readonly networks: NetworkHolds,
    private readonly money: SweepMoney,
    private readonly workflows: SweepWorkflows,
    private readonly errands: SweepErrands,
  ) {}

  /** @returns what was caught, or undefined when another process is sweeping at this moment */
  runOnce(): Promise<SweepResult | undefined> {
    return this.lock.exclusively(() => this.sweep());
  }

  private async sweep(): Promise<SweepResult> {
    const parts: Record<SweepCatch, () => Promise<number>> = {
      expiredHolds: () => this.expiredHolds(),
      overduePayments: () => this.money.overduePayments(),
      unansweredAttempts: () => this.money.unansweredAttempts(),
      webhooks: () => this.money.webhooks(),
      refunds: () => this.money.refundsLeft(),
      workflows: () => this.workflows.look(),
      outbox: () => this.errands.unrelayed(),
      mails: () => this.errands.mails(),
      invoices: () => this.errands.invoices(),
    };
    const caught = Object.fromEntries(SWEEP_CATCHES.map((name) => [name, 0])) as Record<SweepCatch, number>;
    const failed: SweepCatch[] = [];
    for (const name of SWEEP_CATCHES) {
      try {
        caught[name] = await parts[name]();
      } catch (error) {
        // One part that fails must not keep the others from their work.
        failed.push(name);
        this.logger.error(`${name} failed: ${errorWords(error)}`);
      }
    }
    await this.record({ caught, failed });
    return { caught, failed };
  }

  private async expiredHolds(): Promise<number> {
    let released = 0;
    for (const bookingId of await this.holds.overdue(OVERDUE_SECONDS, SWEEP_LIMIT)) {
      if ((await this.holds.releaseExpiredHold(bookingId)).released) released += 1;
    }
    await this.networks.tidyUp();
    return released;
  }

  private async record(result: SweepResult): Promise<void> {
    await this.database.query("INSERT INTO sweep_runs (caught) VALUES ($1)", [
      JSON.stringify({ ...result.caught, failed: result.failed }),
    ]);
    const found = SWEEP_CATCHES.filter((name) => result.caught[name] > 0);
    if (found.length === 0) return;
    this.logger.warn(`caught ${found.map((name) => `${name}: ${result.caught[name]}`).join(", ")}`);
  }
}
