import { Inject, Injectable, Logger } from "@nestjs/common";
import { DataSource } from "typeorm";
import { BookingSweepService } from "../bookings/booking-sweep.service.js";
import { InvoicesService } from "../invoices/invoices.service.js";
import { IssuesService } from "../issues/issues.service.js";
import { ListingLifecycleService } from "../listings/listing-lifecycle.service.js";
import { MailService } from "../mail/mail.service.js";
import { OrdersService } from "../payments/orders.service.js";
import { RefundsService } from "../payments/refunds.service.js";
import { SettlementService } from "../payments/settlement.service.js";
import { WebhooksService } from "../payments/webhooks.service.js";
import { Database } from "../platform/database/database.js";
import { CALLS_AT_ONCE, sumEach } from "../platform/loops/sum-each.js";
import { describeError } from "../platform/log/log.js";
import type { OutboxTopic } from "../platform/outbox/outbox.js";
import { TemporalConnection } from "../platform/temporal/temporal-connection.js";
import { type RunCheck, type WorkflowFailure, WorkflowRuns } from "../platform/temporal/workflow-client.js";
import { workflowSubject } from "./workflow-subjects.js";

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
/** Maximum workflows checked per kind and sweep. */
const WORKFLOW_LIMIT = 500;
/** More workflows than there can be. */
const EVERY_WORKFLOW = 1_000_000;
/** Age at which an unhandled webhook is overdue, in ms. */
const WEBHOOK_OVERDUE_MS = 60_000;
/** Age at which an outbox row is overdue, in seconds. */
const RELAY_SECONDS = 60;
/** Age at which an outbox row raises an issue, in seconds. */
const STUCK_SECONDS = 300;
/** Records a sweep and deletes old records. The id follows the time, which has no index. */
const RECORD = `
  WITH pruned AS (
    DELETE FROM sweep_runs WHERE id IN (SELECT id FROM sweep_runs ORDER BY id LIMIT 100)
       AND at < clock_timestamp() - interval '30 days')
  INSERT INTO sweep_runs (caught) VALUES ($1)`;
const OUTBOX_TOPICS = ["workflow", "queue"] as const satisfies OutboxTopic[];
/** Key of the advisory lock; must be unique. */
const LOCK_KEY = 7_305_001;

/**
 * The sweep: every minute it catches up on work that workflows, the relay or the webhook inbox missed, using the same
 * functions, and counts what it caught. Also detects that Temporal has lost its data.
 */
@Injectable()
export class SweepService {
  private readonly logger = new Logger("Sweep");
  /** Id of the Temporal namespace in which no workflow is missing. */
  private knownNamespace: string | undefined;

  constructor(
    private readonly database: Database,
    @Inject(DataSource) private readonly source: DataSource,
    private readonly bookings: BookingSweepService,
    private readonly listings: ListingLifecycleService,
    private readonly orders: OrdersService,
    private readonly settlement: SettlementService,
    private readonly refunds: RefundsService,
    private readonly webhooks: WebhooksService,
    private readonly temporal: TemporalConnection,
    private readonly runs: WorkflowRuns,
    private readonly mails: MailService,
    private readonly invoices: InvoicesService,
    private readonly issues: IssuesService,
  ) {}

  /**
   * Sweeps once, in one process at a time. The advisory lock belongs to the connection, so a crash releases it. It is not
   * held in a transaction, because a sweep takes longer than a transaction may.
   *
   * @returns undefined if another process is sweeping
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

  /**
   * Detects by the namespace's id that Temporal has lost its data, and restarts every missing workflow at once, even if its
   * subject has just changed. The sweep alone would take up to two minutes: it runs every minute and skips recent changes.
   * Also runs on the first call of a process. Safe in several processes at once: an existing workflow is only signalled.
   *
   * @throws gRPC errors while Temporal is unreachable; Error if it gave no answer about some workflows. The namespace is
   *   accepted only once Temporal has answered for every workflow, so the next call checks again.
   */
  async watchTemporal(): Promise<void> {
    const id = await this.namespaceId();
    if (id === this.knownNamespace) return;
    // A server that lost its data has neither our search attributes nor our retention.
    await this.temporal.prepare();
    const { restarted, unanswered } = await this.restartMissing(EVERY_WORKFLOW, 0);
    if (restarted > 0) {
      const cause = this.knownNamespace === undefined ? "at the start of jobs" : "because Temporal has lost its data";
      this.logger.warn(`workflows were missing ${cause}: restarted ${restarted}`);
    }
    if (unanswered > 0) throw new Error(`Temporal gave no answer about ${unanswered} workflows`);
    // Only if it is still the same server.
    if ((await this.namespaceId()) === id) this.knownNamespace = id;
  }

  /** @throws gRPC errors while Temporal is unreachable; Error for a response without an id */
  private async namespaceId(): Promise<string> {
    const { connection, config } = this.temporal;
    const { namespace } = config.temporal;
    const describe = () => this.temporal.call(() => connection.workflowService.describeNamespace({ namespace }));
    const found = await describe().catch(async (error: unknown) => {
      if (this.knownNamespace === undefined) throw error;
      // A server that lost its data may not have the namespace yet.
      await this.temporal.prepare();
      return describe();
    });
    const id = found.namespaceInfo?.id ?? "";
    if (id === "") throw new Error("Temporal did not say which namespace it has");
    return id;
  }

  private async sweep(): Promise<SweepResult> {
    const parts: Record<SweepCatch, () => Promise<number>> = {
      expiredHolds: () => this.bookings.releaseOverdueHolds(SWEEP_LIMIT),
      overduePayments: () => this.overduePayments(),
      unansweredAttempts: () => this.unansweredAttempts(),
      webhooks: () => this.overdueWebhooks(),
      refunds: () => this.staleRefunds(),
      workflows: () => this.restartMissingNow(),
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
        // A failed part must not stop the others.
        failed.push(name);
        this.logger.error(`${name} failed: ${describeError(error)}`);
      }
    }
    await this.database.query(RECORD, [JSON.stringify({ ...caught, failed })]);
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
      () => this.listings.closeOverdue(SWEEP_LIMIT),
      () => this.listings.lapseOverdue(SWEEP_LIMIT),
      () => this.bookings.settleOverdueOffers(SWEEP_LIMIT),
      () => this.bookings.closeOverduePayments(SWEEP_LIMIT),
    ];
    return sumEach(steps, (step) => step());
  }

  /** Settles orders whose creation the provider did not confirm. @returns how many got a response */
  private async unansweredAttempts(): Promise<number> {
    return this.settleAll(await this.orders.unansweredAttempts(SWEEP_LIMIT));
  }

  /** Handles overdue webhooks. @returns how many were overdue */
  private async overdueWebhooks(): Promise<number> {
    const count = await this.webhooks.overdue(WEBHOOK_OVERDUE_MS);
    if (count > 0) await this.webhooks.handleWaiting();
    return count;
  }

  /** Continues stale refunds and refunds surplus payments. @returns how many changed */
  private async staleRefunds(): Promise<number> {
    const steps = [
      async () => this.settleAll(await this.refunds.ordersWithSurplus(SWEEP_LIMIT)),
      () => this.refunds.recover(SWEEP_LIMIT),
    ];
    return sumEach(steps, (step) => step());
  }

  private settleAll(orderIds: readonly string[]): Promise<number> {
    const settle = async (orderId: string): Promise<boolean> => {
      const { outcome } = await this.settlement.settleOrder(orderId, "sweep");
      return outcome !== "unreachable";
    };
    return sumEach(orderIds, settle, CALLS_AT_ONCE);
  }

  /** One sweep's part. @throws Error if Temporal gave no answer about some workflows */
  private async restartMissingNow(): Promise<number> {
    const { restarted, unanswered } = await this.restartMissing();
    if (restarted > 0 && unanswered > 0) this.logger.warn(`restarted ${restarted} missing workflows`);
    if (unanswered > 0) throw new Error(`Temporal gave no answer about ${unanswered} workflows`);
    return restarted;
  }

  /**
   * Restarts missing workflows, and raises or closes the issues of failing ones. A workflow about which Temporal gave no
   * answer is not restarted, but counted: the caller must not take it for running.
   */
  private async restartMissing(
    limit = WORKFLOW_LIMIT,
    ageSeconds?: number,
  ): Promise<{ readonly restarted: number; readonly unanswered: number }> {
    const { bookings, listings, refunds } = this;
    const missing = (ids: string[]) => this.runs.missing(ids);
    // A completed late-payment workflow has done its work: only one unknown to Temporal is restarted.
    const unknown = (ids: string[]) => this.runs.unknown(ids);
    let unanswered = 0;
    const count = (check: RunCheck): readonly string[] => {
      unanswered += check.unanswered;
      return check.found;
    };
    const steps = [
      () => restart(bookings.workflows(limit, ageSeconds), missing, count, (id) => bookings.restart(id)),
      () => restart(bookings.lateWorkflows(limit, ageSeconds), unknown, count, (order) => bookings.restartLate(order)),
      // Except while an offer is open, which a completed workflow does not wait for.
      () =>
        restart(bookings.offerWorkflows(limit, ageSeconds), missing, count, (order) =>
          bookings.restartLate(order, true),
        ),
      () => restart(refunds.workflows(limit, ageSeconds), missing, count, (id) => refunds.restart(id)),
      () => restart(listings.workflows(limit, ageSeconds), missing, count, (id) => listings.restart(id)),
      () => restart(listings.lateWorkflows(limit, ageSeconds), unknown, count, (id) => listings.restartLate(id)),
      () => this.updateIssues().then(() => 0),
    ];
    const restarted = await sumEach(steps, (step) => step());
    return { restarted, unanswered };
  }

  /** Raises an issue for each failing workflow seen by the checks, and closes those of recovered workflows. */
  private async updateIssues(): Promise<void> {
    const open = new Set(
      (await this.issues.open()).filter(({ kind }) => kind === "workflow_failing").map(({ subject }) => subject),
    );
    for (const [workflowId, failure] of this.runs.takeFailures()) {
      if (failure === undefined ? open.has(workflowId) : !open.has(workflowId)) {
        await this.updateIssue(workflowId, failure);
      }
    }
  }

  private async updateIssue(workflowId: string, failure: WorkflowFailure | undefined): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (failure === undefined) {
        await this.issues.closeIfOpen(tx, "workflow_failing", workflowId);
        return;
      }
      const subject = workflowSubject(workflowId);
      await this.issues.raise(tx, {
        kind: "workflow_failing",
        subject: workflowId,
        ...(subject?.type === "booking" ? { bookingId: subject.id } : {}),
        ...(subject?.type === "application" ? { applicationId: subject.id } : {}),
        facts: { workflowId, problem: failure.problem, attempts: failure.attempts },
      });
    });
  }

  /** Counts overdue outbox rows, which the relay keeps retrying, and raises an issue if they wait too long. */
  private async countUnrelayed(): Promise<number> {
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

/**
 * @param subjects workflow id → its subject
 * @param found notes what got no answer, and returns the missing ones
 * @returns how many were missing
 */
async function restart<T>(
  subjects: Promise<ReadonlyMap<string, T>>,
  missingOf: (workflowIds: string[]) => Promise<RunCheck>,
  found: (check: RunCheck) => readonly string[],
  start: (subject: T) => Promise<void>,
): Promise<number> {
  const expected = await subjects;
  if (expected.size === 0) return 0;
  return sumEach(found(await missingOf([...expected.keys()])), async (workflowId) => {
    const subject = expected.get(workflowId);
    if (subject !== undefined) await start(subject);
    return true;
  });
}
