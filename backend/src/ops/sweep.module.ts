import { Module } from "@nestjs/common";
import { BookingsModule } from "../bookings/bookings.module.js";
import { CancellationsModule } from "../cancellations/cancellations.module.js";
import { InvoicesModule } from "../invoices/invoices.module.js";
import { IssuesModule } from "../issues/issues.module.js";
import { ListingsModule } from "../listings/listings.module.js";
import { MailModule } from "../mail/mail.module.js";
import { MovesModule } from "../moves/moves.module.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { TemporalModule } from "../platform/temporal/workflow-client.js";
import { WaitingOffersModule } from "../waiting-list/waiting-list.module.js";
import { EventWorkflowsService } from "./event-workflows.service.js";
import { MissingWorkflowsService } from "./missing-workflows.service.js";
import { OutboxWatchService } from "./outbox-watch.service.js";
import { SweepService } from "./sweep.service.js";
import { WorkflowIssuesService } from "./workflow-issues.service.js";

/** The sweep and the detection of lost Temporal data; their timers run in the jobs process. */
@Module({
  imports: [
    IssuesModule,
    BookingsModule,
    CancellationsModule,
    ListingsModule,
    PaymentsModule,
    InvoicesModule,
    MailModule,
    MovesModule,
    TemporalModule,
    WaitingOffersModule,
  ],
  providers: [EventWorkflowsService, MissingWorkflowsService, OutboxWatchService, SweepService, WorkflowIssuesService],
  exports: [MissingWorkflowsService, SweepService],
})
export class SweepModule {}
