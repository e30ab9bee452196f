import { Module } from "@nestjs/common";
import { TemporalConnection } from "./temporal-connection.js";
import { WorkflowPresence } from "./workflow-presence.js";
import { WorkflowRuns } from "./workflow-runs.service.js";
import { WorkflowStarter } from "./workflow-starter.js";

/** Our client of Temporal, for the jobs process (relay, sweep) and for health. */
@Module({
  providers: [TemporalConnection, WorkflowStarter, WorkflowPresence, WorkflowRuns],
  exports: [TemporalConnection, WorkflowStarter, WorkflowPresence, WorkflowRuns],
})
export class TemporalModule {}
