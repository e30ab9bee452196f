import { Module } from "@nestjs/common";
import { HEALTH_REPORTERS, HealthController, type HealthReporter } from "./http/health.controller.js";
import { DatabaseWriteCheck } from "./http/write-check.js";
import { QueueHealth } from "./queue/queues.js";
import { TemporalConnection } from "./temporal/temporal-connection.js";
import { TemporalModule } from "./temporal/workflow-client.js";

/** /healthz and /readyz, with the status of Temporal and the queue. */
@Module({
  imports: [TemporalModule],
  controllers: [HealthController],
  providers: [
    DatabaseWriteCheck,
    QueueHealth,
    {
      provide: HEALTH_REPORTERS,
      useFactory: (temporal: TemporalConnection, queue: QueueHealth): HealthReporter[] => [temporal, queue],
      inject: [TemporalConnection, QueueHealth],
    },
  ],
})
export class HealthModule {}
