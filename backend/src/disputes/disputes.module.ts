import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { EventFactsModule } from "../events/event-facts.module.js";
import { InvoicesModule } from "../invoices/invoices.module.js";
import { IssuesModule } from "../issues/issues.module.js";
import { MailModule } from "../mail/mail.module.js";
import { PaymentsModule } from "../payments/payments.module.js";
import { DisputeDeadlinesService } from "./dispute-deadlines.service.js";
import { DisputeEvidenceService } from "./dispute-evidence.service.js";
import { DisputesController } from "./disputes.controller.js";
import { DisputeReadsService } from "./disputes.service.js";

/** What administrators see of disputes and do about them. */
@Module({
  imports: [AccountsModule, EventFactsModule, InvoicesModule, PaymentsModule],
  controllers: [DisputesController],
  providers: [DisputeEvidenceService, DisputeReadsService],
})
export class DisputesModule {}

/** Reminders of their deadlines; its timer runs in the jobs process. */
@Module({
  imports: [EventFactsModule, IssuesModule, MailModule],
  providers: [DisputeDeadlinesService],
  exports: [DisputeDeadlinesService],
})
export class DisputeDeadlinesModule {}
