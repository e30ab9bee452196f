import { Processor, WorkerHost } from "@nestjs/bullmq";
import type { Job } from "bullmq";
import { isLastTry, PROCESSOR_OPTIONS } from "../platform/queue/queues.js";
import { InvoiceJobsService } from "./invoice-jobs.service.js";

/** Renders invoices and credit notes, one per job. */
@Processor("invoices", PROCESSOR_OPTIONS)
export class InvoicesProcessor extends WorkerHost {
  constructor(private readonly invoiceJobs: InvoiceJobsService) {
    super();
  }

  override async process(job: Job<{ invoiceId: string; bookingId?: string }>): Promise<void> {
    await this.invoiceJobs.run(job.data.invoiceId, isLastTry(job));
  }
}
