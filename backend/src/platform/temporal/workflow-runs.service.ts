import { Injectable } from "@nestjs/common";
import { TemporalConnection } from "./temporal-connection.js";

/** Ending runs by hand. */
@Injectable()
export class WorkflowRuns {
  constructor(private readonly temporal: TemporalConnection) {}

  /** @throws WorkflowNotFoundError when none is open; gRPC's errors after 5 s when Temporal does not answer */
  async terminate(workflowId: string, reason: string): Promise<void> {
    await this.temporal.call((client) => client.workflow.getHandle(workflowId).terminate(reason));
  }
}
