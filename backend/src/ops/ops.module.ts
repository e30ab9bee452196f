import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { BookingsModule } from "../bookings/bookings.module.js";
import { CancellationsModule } from "../cancellations/cancellations.module.js";
import { EventFactsModule } from "../events/event-facts.module.js";
import { InvoicesModule } from "../invoices/invoices.module.js";
import { IssuesModule } from "../issues/issues.module.js";
import { ListingsModule } from "../listings/listings.module.js";
import { MailModule } from "../mail/mail.module.js";
import { MyBookingModule } from "../my-booking/my-booking.module.js";
import { OperatorModule } from "../operator/operator.module.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { DatabaseWriteCheck } from "../platform/http/write-check.js";
import { HttpMetrics } from "../platform/metrics/http-metrics.js";
import { ProcessReportsModule } from "../platform/metrics/process-reports.js";
import { OutboxRepository } from "../platform/outbox/outbox.js";
import { QueueHealth, QueueView } from "../platform/queue/queues.js";
import { TemporalModule } from "../platform/temporal/workflow-client.js";
import { RecoveryModule } from "../recovery/recovery.module.js";
import { IssueInboxService } from "./issue-inbox.service.js";
import { IssueResolutionsService } from "./issue-resolutions.service.js";
import { IssuesController } from "./issues.controller.js";
import { MetricsController } from "./metrics.controller.js";
import { ProxyWatch } from "./proxy-watch.js";
import { QueueBoard } from "./queue-board.js";
import { SiteStatusController } from "./site-status.controller.js";
import { SiteStatusService } from "./site-status.service.js";
import { StatusController } from "./status.controller.js";
import { StatusService } from "./status.service.js";
import { WorkflowResolutionsService } from "./workflow-resolutions.service.js";

/** Metrics for Prometheus and the queue dashboard, which need no feature module. */
@Module({
  imports: [AccountsModule, TemporalModule, ProcessReportsModule.as("api")],
  controllers: [MetricsController],
  providers: [DatabaseWriteCheck, HttpMetrics, QueueBoard, QueueView],
  exports: [DatabaseWriteCheck],
})
export class MetricsModule {}

/** Tools for operators: issues, status, metrics and queues. Api process only. */
@Module({
  imports: [
    AccountsModule,
    IssuesModule,
    BookingsModule,
    CancellationsModule,
    EventFactsModule,
    InvoicesModule,
    ListingsModule,
    MailModule,
    MetricsModule,
    MyBookingModule,
    OperatorModule,
    PaymentsModule,
    RecoveryModule,
    TemporalModule,
  ],
  controllers: [IssuesController, SiteStatusController, StatusController],
  providers: [
    IssueInboxService,
    IssueResolutionsService,
    OutboxRepository,
    ProxyWatch,
    QueueHealth,
    SiteStatusService,
    StatusService,
    WorkflowResolutionsService,
  ],
})
export class OpsModule {}
