import { Injectable, Logger } from "@nestjs/common";
import { BookingSweepService } from "../bookings/booking-sweep.service.js";
import { LateMoneySweepService } from "../bookings/late-money-sweep.service.js";
import { ListingSweepService } from "../listings/listing-sweep.service.js";
import { RefundsService } from "../payments/refunds.service.js";
import { countSuccessful } from "../platform/loops/count-successful.js";
import { TemporalConnection } from "../platform/temporal/temporal-connection.js";
import { type RunCheck, WorkflowRuns } from "../platform/temporal/workflow-client.js";
import { EventWorkflowsService } from "./event-workflows.service.js";
import { WorkflowIssuesService } from "./workflow-issues.service.js";

/** Maximum workflows checked per kind and sweep. */
const WORKFLOW_LIMIT = 500;
/** More workflows than there can be. */
const EVERY_WORKFLOW = 1_000_000;

/** Restarts workflows that Temporal does not have, and notices when Temporal has lost its data. */
@Injectable()
export class MissingWorkflowsService {
  private readonly logger = new Logger("MissingWorkflows");
  /** Id of the Temporal namespace in which no workflow is missing. */
  private knownNamespace: string | undefined;

  constructor(
    private readonly temporal: TemporalConnection,
    private readonly runs: WorkflowRuns,
    private readonly bookingSweep: BookingSweepService,
    private readonly lateMoneySweep: LateMoneySweepService,
    private readonly listingSweep: ListingSweepService,
    private readonly refunds: RefundsService,
    private readonly eventWorkflows: EventWorkflowsService,
    private readonly workflowIssues: WorkflowIssuesService,
  ) {}

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

  /** One sweep's part. @throws Error if Temporal gave no answer about some workflows */
  async restartMissingNow(): Promise<number> {
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
    const {
      bookingSweep: bookings,
      lateMoneySweep: lateMoney,
      listingSweep: listings,
      refunds,
      eventWorkflows: { cancellations, waitingLists: waiting, stallMoves: moves },
    } = this;
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
      () => restart(lateMoney.workflows(limit, ageSeconds), unknown, count, (order) => lateMoney.restart(order)),
      // Except while an offer is open, which a completed workflow does not wait for.
      () =>
        restart(lateMoney.offerWorkflows(limit, ageSeconds), missing, count, (order) => lateMoney.restart(order, true)),
      () => restart(refunds.workflows(limit, ageSeconds), missing, count, (id) => refunds.restart(id)),
      () => restart(listings.workflows(limit, ageSeconds), missing, count, (id) => listings.restart(id)),
      () => restart(listings.lateWorkflows(limit, ageSeconds), unknown, count, (id) => listings.restartLate(id)),
      () => restart(cancellations.workflows(ageSeconds), missing, count, ({ slug }) => cancellations.restart(slug)),
      () => restart(waiting.workflows(ageSeconds), missing, count, (queue) => waiting.restart(queue)),
      () => restart(moves.workflows(ageSeconds), missing, count, (id) => moves.restart(id)),
      () => this.workflowIssues.update(this.runs.takeFailures()).then(() => 0),
    ];
    const restarted = await countSuccessful(steps, (step) => step());
    return { restarted, unanswered };
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
  return countSuccessful(found(await missingOf([...expected.keys()])), async (workflowId) => {
    const subject = expected.get(workflowId);
    if (subject !== undefined) await start(subject);
    return true;
  });
}
