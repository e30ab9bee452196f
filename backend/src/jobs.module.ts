import { type DynamicModule, Module } from "@nestjs/common";
import type { DataSource } from "typeorm";
import { BookingsModule } from "./bookings/bookings.module.js";
import { DigestJobsModule } from "./digest/digest.module.js";
import { DisputeDeadlinesModule } from "./disputes/disputes.module.js";
import { ENTITIES } from "./entities.js";
import { IntegrationsJobsModule } from "./integrations/integrations.module.js";
import { InvoicesJobsModule, InvoicesModule } from "./invoices/invoices.module.js";
import { DigestsLoop } from "./jobs.digests.js";
import { JobsLoops } from "./jobs.loops.js";
import { WebhooksLoop } from "./jobs.webhooks.js";
import { WhatsappLoop } from "./jobs.whatsapp.js";
import { ListingsModule } from "./listings/listings.module.js";
import { MailJobsModule } from "./mail/mail-jobs.module.js";
import { MessagesJobsModule } from "./messages/messages.module.js";
import { NightlyJobs } from "./nightly.jobs.js";
import { PartChecksModule } from "./ops/part-checks.module.js";
import { SweepModule } from "./ops/sweep.module.js";
import { PapersJobsModule } from "./papers/papers.module.js";
import { PaymentsModule } from "./payments/payments.module.js";
import { PayoutReadingsModule } from "./payouts/payouts.module.js";
import { PicturesJobsModule } from "./pictures/pictures.module.js";
import type { Config } from "./platform/config/config.js";
import { ProcessReportsModule } from "./platform/metrics/process-reports.js";
import { DiskSpaceService } from "./platform/outside/disk-space.service.js";
import { PlatformModule } from "./platform/platform.module.js";
import { QueueModule } from "./platform/queue/queues.js";
import { OutboxRelayModule } from "./platform/relay/outbox-relay.js";
import { RetentionModule } from "./privacy/privacy.module.js";
import { RecoveryWatchModule } from "./recovery/recovery.module.js";
import { VerifyModule } from "./verify/verify.module.js";
import { WhatsappJobsModule } from "./whatsapp/whatsapp.module.js";

/** The jobs process: outbox relay, mails, invoices, webhook inbox, sweep. */
@Module({})
export class JobsModule {
  static with(config: Config, source?: DataSource): DynamicModule {
    return {
      module: JobsModule,
      imports: [
        PlatformModule.with(config, source ?? ENTITIES),
        ProcessReportsModule.as("jobs"),
        PartChecksModule,
        QueueModule,
        OutboxRelayModule,
        InvoicesJobsModule,
        MailJobsModule.with(InvoicesModule),
        MessagesJobsModule,
        DigestJobsModule,
        WhatsappJobsModule,
        IntegrationsJobsModule,
        // Bookings and listings register the subjects of orders, which settlement needs.
        BookingsModule,
        ListingsModule,
        PaymentsModule,
        DisputeDeadlinesModule,
        PayoutReadingsModule,
        PicturesJobsModule,
        PapersJobsModule,
        SweepModule,
        RecoveryWatchModule,
        RetentionModule,
        VerifyModule,
      ],
      providers: [JobsLoops, NightlyJobs, DiskSpaceService, WebhooksLoop, WhatsappLoop, DigestsLoop],
    };
  }
}
