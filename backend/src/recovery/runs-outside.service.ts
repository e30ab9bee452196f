import { Injectable } from "@nestjs/common";
import type { BookingHistory } from "@sakhi/workflows/bookings/stall-booking.messages";
import { keepsPosition } from "@sakhi/workflows/recovery/database-position.messages";
import { INSTALLATION, ORDER_ID, STAGE, STALL_ID } from "@sakhi/workflows/shared/search-attributes";
import type { HistoryEntry } from "@sakhi/workflows/shared/subject.types";
import { WorkflowNotFoundError } from "@temporalio/client";
import { TemporalConnection } from "../platform/temporal/temporal-connection.js";

/** Timeout of a list, in ms. */
const LIST_TIMEOUT_MS = 30_000;
/** The same at the start of a process. */
const QUICK_LIST_TIMEOUT_MS = 1_500;
/** Timeout of a query of a history, in ms: its worker replays the run. */
const QUERY_TIMEOUT_MS = 20_000;

/** Why a run is ended, in Temporal's UI. */
const LOST = "its subject was lost with the database, and could not be created again";

/** A workflow and its runs, the newest first. */
export interface WorkflowOutside {
  readonly workflowId: string;
  readonly runIds: readonly string[];
  /** Of the newest run. */
  readonly status: string;
  readonly startedAt: Date;
  readonly stallId: string | undefined;
  readonly orderId: string | undefined;
  readonly stage: string | undefined;
}

/** The runs of this installation's workflows, as Temporal has them. Every method throws if Temporal gives no answer. */
@Injectable()
export class RunsOutsideService {
  constructor(private readonly temporal: TemporalConnection) {}

  /**
   * Workflows of which a run started or ended after an instant, closed ones too.
   *
   * @param quick with a short timeout and at most `quick` runs, the newest first, for the start of a process
   * @throws gRPC's errors
   */
  async since(installation: string, after: Date, quick?: number): Promise<readonly WorkflowOutside[]> {
    const { connection, client } = this.temporal;
    const at = after.toISOString();
    const query = `${INSTALLATION.name} = '${installation}' AND (StartTime >= '${at}' OR CloseTime >= '${at}')`;
    const found = new Map<string, WorkflowOutside & { readonly runIds: string[] }>();
    const timeout = quick === undefined ? LIST_TIMEOUT_MS : QUICK_LIST_TIMEOUT_MS;
    let seen = 0;
    await connection.withDeadline(Date.now() + timeout, async () => {
      for await (const run of client.workflow.list({ query, pageSize: quick ?? 1_000 })) {
        seen += 1;
        const { workflowId, runId, startTime: startedAt, status, typedSearchAttributes: attributes } = run;
        if (keepsPosition(workflowId)) continue;
        const known = found.get(workflowId);
        if (known !== undefined && known.startedAt >= startedAt) known.runIds.push(runId);
        else {
          found.set(workflowId, {
            workflowId,
            runIds: [runId, ...(known?.runIds ?? [])],
            status: status.name,
            startedAt,
            stallId: attributes.get(STALL_ID) ?? undefined,
            orderId: attributes.get(ORDER_ID) ?? undefined,
            stage: attributes.get(STAGE) ?? undefined,
          });
        }
        if (quick !== undefined && seen >= quick) break;
      }
    });
    return [...found.values()];
  }

  /** Ends the open run of a workflow whose subject is lost for good: it would try its activities forever. @throws gRPC's errors */
  async end({ workflowId }: WorkflowOutside): Promise<void> {
    try {
      await this.temporal.call((client) => client.workflow.getHandle(workflowId).terminate(LOST));
    } catch (error) {
      // It has ended since.
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  }

  /**
   * The longest history that a run of a booking's or an application's workflow has read: a run that was started since the
   * restore has read the restored one. Needs the orchestrator, which replays the runs.
   *
   * @throws gRPC's errors
   */
  async historyOf({ workflowId, runIds }: WorkflowOutside): Promise<readonly HistoryEntry[]> {
    let longest: readonly HistoryEntry[] = [];
    for (const runId of runIds) {
      const { entries } = await this.temporal.connection.withDeadline(Date.now() + QUERY_TIMEOUT_MS, () =>
        this.temporal.client.workflow.getHandle(workflowId, runId).query<BookingHistory>("history"),
      );
      if (entries.length > longest.length) longest = entries;
    }
    return longest;
  }
}
