import { Module } from "@nestjs/common";
import { IssuesModule } from "../issues/issues.module.js";
import { MailModule } from "../mail/mail.module.js";
import { InvoiceJobs } from "./invoice-jobs.service.js";
import { InvoicesModule } from "./invoices.module.js";
import { InvoicesProcessor } from "./invoices.processor.js";

/** Rendering invoices; for the jobs process only. */
@Module({
  imports: [InvoicesModule, MailModule, IssuesModule],
  providers: [InvoiceJobs, InvoicesProcessor],
})
export class InvoicesJobsModule {}
