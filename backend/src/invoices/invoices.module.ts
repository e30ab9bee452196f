import { Module } from "@nestjs/common";
import { EventFactsModule } from "../events/event-facts.module.js";
import { IssuesModule } from "../issues/issues.module.js";
import { MailAttachmentsService } from "../mail/mail-attachments.service.js";
import { MailModule } from "../mail/mail.module.js";
import { InvoiceJobsService } from "./invoice-jobs.service.js";
import { InvoiceResolutionsService } from "./invoice-resolutions.service.js";
import { InvoicesService } from "./invoices.service.js";

/** Tax invoices and credit notes; also the source of mail attachments. */
@Module({
  imports: [EventFactsModule, IssuesModule],
  providers: [
    InvoiceResolutionsService,
    InvoicesService,
    { provide: MailAttachmentsService, useExisting: InvoicesService },
  ],
  exports: [InvoicesService, MailAttachmentsService],
})
export class InvoicesModule {}

/** Renders invoices. Jobs process only. */
@Module({ imports: [InvoicesModule, MailModule, IssuesModule], providers: [InvoiceJobsService] })
export class InvoicesJobsModule {}
