import { EventFactsModule } from "../events/event-facts.module.js";
import { Processor, WorkerHost } from "@nestjs/bullmq";
import { DelayedError, type Job } from "bullmq";
import { isLastTry, PROCESSOR_OPTIONS } from "../platform/queue/queues.js";
import { MailDelivery } from "./mail-delivery.service.js";
import { type DynamicModule, Module, type Type } from "@nestjs/common";
import { IssuesModule } from "../issues/issues.module.js";
import { MailModule } from "./mail.module.js";
import { MailSender } from "./mail.sender.js";

/** When another process holds a mail, the recheck comes after this, in ms: that process may have died. */
const RECHECK_MS = 30_000;

/** Sends mails, one per job. */
@Processor("mails", PROCESSOR_OPTIONS)
class MailsProcessor extends WorkerHost {
  constructor(private readonly delivery: MailDelivery) {
    super();
  }

  override async process(job: Job<{ mailId: string }>, token?: string): Promise<string> {
    const outcome = await this.delivery.deliver(job.data.mailId, isLastTry(job));
    if (outcome === "busy") {
      // Not a failure: it must not use up the job's attempts.
      await job.moveToDelayed(Date.now() + RECHECK_MS, token);
      throw new DelayedError();
    }
    return outcome;
  }
}

/** Sending mails; for the jobs process only. */
@Module({})
export class MailJobsModule {
  /** @param attachments a module that exports MailAttachments */
  static with(attachments: Type<unknown>): DynamicModule {
    return {
      module: MailJobsModule,
      imports: [EventFactsModule, MailModule, IssuesModule, attachments],
      providers: [MailSender, MailDelivery, MailsProcessor],
    };
  }
}
