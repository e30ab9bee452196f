import { Module } from "@nestjs/common";
import type { DynamicModule, Type } from "@nestjs/common";
import { IssuesModule } from "../issues/issues.module.js";
import { MailDelivery } from "./mail-delivery.service.js";
import { MailModule } from "./mail.module.js";
import { MailSender } from "./mail.sender.js";
import { MailsProcessor } from "./mails.processor.js";

/** Sending mails; for the jobs process only. */
@Module({})
export class MailJobsModule {
  /** @param attachments a module that exports MailAttachments */
  static with(attachments: Type<unknown>): DynamicModule {
    return {
      module: MailJobsModule,
      imports: [MailModule, IssuesModule, attachments],
      providers: [MailSender, MailDelivery, MailsProcessor],
    };
  }
}
