import { keepsPosition } from "@sakhi/workflows/recovery/database-position.messages";
import { WorkflowNotFoundError } from "@temporalio/client";
import type { TemporalConnection } from "../platform/temporal/temporal-connection.js";

/** Timeout of listing all open runs, in ms. */
const LIST_TIMEOUT_MS = 30_000;

/** The open workflow runs of our task queue. */
export class OpenRuns {
  private listed: Promise<ReadonlyMap<string, Date>> | undefined;

  constructor(private readonly temporal: TemporalConnection) {}

  /** Workflow id → start of its open run; read once. @throws gRPC's errors while Temporal is unreachable */
  all(): Promise<ReadonlyMap<string, Date>> {
    this.listed ??= this.list();
    return this.listed;
  }

  /** True if a workflow has an open run now; the list lags by some seconds. */
  async isOpen(workflowId: string): Promise<boolean> {
    try {
      const run = await this.temporal.call((client) => client.workflow.getHandle(workflowId).describe());
      return run.status.name === "RUNNING" || run.status.name === "PAUSED";
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  }

  private async list(): Promise<ReadonlyMap<string, Date>> {
    const { connection, client, config } = this.temporal;
    const query = `ExecutionStatus = 'Running' AND TaskQueue = '${config.temporal.taskQueue}'`;
    const found = new Map<string, Date>();
    await connection.withDeadline(Date.now() + LIST_TIMEOUT_MS, async () => {
      for await (const { workflowId, startTime } of client.workflow.list({ query, pageSize: 1_000 })) {
        if (!keepsPosition(workflowId)) found.set(workflowId, startTime);
      }
    });
    return found;
  }
}
