import { Module } from "@nestjs/common";
import { TemporalConnection } from "./temporal-connection.js";
import { WorkflowPresence } from "./workflow-presence.js";
import { WorkflowRuns } from "./workflow-runs.service.js";
import { WorkflowTeller } from "./workflow-teller.js";

/** Our client of Temporal, for the jobs process (relay, sweep) and for health. */
@Module({
  providers: [TemporalConnection, WorkflowTeller, WorkflowPresence, WorkflowRuns],
  exports: [TemporalConnection, WorkflowTeller, WorkflowPresence, WorkflowRuns],
})
export class TemporalModule {}
