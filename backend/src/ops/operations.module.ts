import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { HttpMetrics } from "../platform/metrics/http-metrics.js";
import { ProcessReportsModule } from "../platform/metrics/process-reports.module.js";
import { QueueView } from "../platform/queue/queue-view.js";
import { TemporalModule } from "../platform/temporal/temporal.module.js";
import { MetricsController } from "./metrics.controller.js";
import { MetricsService } from "./metrics.service.js";
import { QueueBoard } from "./queue-board.js";

/** What those who run the product look at: figures for Prometheus and the queues. In the api process only. */
@Module({
  imports: [AccountsModule, TemporalModule, ProcessReportsModule.as("api")],
  controllers: [MetricsController],
  providers: [HttpMetrics, MetricsService, QueueBoard, QueueView],
})
export class OperationsModule {}
