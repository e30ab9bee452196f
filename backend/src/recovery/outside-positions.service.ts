import { Injectable } from "@nestjs/common";
import type { DatabasePosition } from "@sakhi/domain/recovery/position.rules";
import {
  DATABASE_POSITION,
  databasePositionWorkflowId,
  POSITION_MEMO,
} from "@sakhi/workflows/recovery/database-position.messages";
import { INSTALLATION } from "@sakhi/workflows/shared/search-attributes";
import { WorkflowNotFoundError } from "@temporalio/client";
import { TypedSearchAttributes } from "@temporalio/common";
import { Config } from "../platform/config/config.js";
import { OutsideFiles } from "../platform/outside/outside-files.js";
import { TemporalConnection } from "../platform/temporal/temporal-connection.js";

/** Timeout of reading the position in Temporal, in ms: every start of a process waits for it. */
const READ_TIMEOUT_MS = 2_000;

/** Where a position is kept. */
export type OutsidePart = "file" | "temporal";

/** Positions kept outside; a part that gave no answer says nothing. */
export interface OutsidePositions {
  readonly file: DatabasePosition | undefined;
  readonly temporal: DatabasePosition | undefined;
  /** Parts that gave no answer: nothing is known about them. */
  readonly unanswered: readonly OutsidePart[];
}

/**
 * How far the database has come, as kept outside it: in a file, and in the memo of a Temporal run, whose newest run is read
 * without a worker. Either survives the loss of the database alone (docs/decisions/0050).
 */
@Injectable()
export class OutsidePositionsService {
  readonly files: OutsideFiles;

  constructor(
    config: Config,
    private readonly temporal: TemporalConnection,
  ) {
    this.files = new OutsideFiles(config.recordFolder);
  }

  async read(installation: string): Promise<OutsidePositions> {
    const [file, run] = await Promise.allSettled([
      this.files.position(installation).then(positionOf),
      this.inTemporal(installation).then(positionOf),
    ]);
    return {
      file: file.status === "fulfilled" ? file.value : undefined,
      temporal: run.status === "fulfilled" ? run.value : undefined,
      unanswered: rejectedOf(file, run),
    };
  }

  /** Replaces the position. @param except parts that are left alone @returns the parts that did not take it */
  async publish(position: DatabasePosition, except: readonly OutsidePart[]): Promise<readonly OutsidePart[]> {
    const { installation } = position;
    const [file, run] = await Promise.allSettled([
      except.includes("file") ? Promise.resolve() : this.files.writePosition(installation, position),
      except.includes("temporal") ? Promise.resolve() : this.toTemporal(position),
    ]);
    return rejectedOf(file, run);
  }

  /** Parts that keep positions here: without a folder there is no file. */
  get parts(): readonly OutsidePart[] {
    return this.files.kept ? ["file", "temporal"] : ["temporal"];
  }

  private async inTemporal(installation: string): Promise<unknown> {
    const workflowId = databasePositionWorkflowId(installation);
    try {
      const { connection, client } = this.temporal;
      const handle = client.workflow.getHandle(workflowId);
      const { memo } = await connection.withDeadline(Date.now() + READ_TIMEOUT_MS, () => handle.describe());
      return memo?.[POSITION_MEMO];
    } catch (error) {
      // Temporal's data may be new, or nothing was published yet.
      if (error instanceof WorkflowNotFoundError) return undefined;
      throw error;
    }
  }

  private async toTemporal(position: DatabasePosition): Promise<void> {
    await this.temporal.call((client) =>
      client.workflow.start(DATABASE_POSITION, {
        workflowId: databasePositionWorkflowId(position.installation),
        taskQueue: this.temporal.config.temporal.taskQueue,
        workflowIdReusePolicy: "ALLOW_DUPLICATE",
        // Without a worker the last run is still open; its memo is out of date.
        workflowIdConflictPolicy: "TERMINATE_EXISTING",
        memo: { [POSITION_MEMO]: position },
        typedSearchAttributes: new TypedSearchAttributes([{ key: INSTALLATION, value: position.installation }]),
        staticSummary: "How far the database has come",
      }),
    );
  }
}

function rejectedOf(file: PromiseSettledResult<unknown>, run: PromiseSettledResult<unknown>): OutsidePart[] {
  return [
    ...(file.status === "rejected" ? (["file"] as const) : []),
    ...(run.status === "rejected" ? (["temporal"] as const) : []),
  ];
}

/** A position as stored outside. @throws Error for anything else: an unreadable position must not count as none */
function positionOf(stored: unknown): DatabasePosition | undefined {
  if (stored === undefined || stored === null) return undefined;
  const { installation, recoveries, at, events, documents } = stored as Partial<DatabasePosition>;
  const complete =
    typeof installation === "string" &&
    typeof recoveries === "number" &&
    typeof at === "string" &&
    typeof events === "object" &&
    typeof documents === "object";
  if (!complete) throw new Error("a position of the database outside is unreadable");
  return { installation, recoveries, at, events, documents };
}
