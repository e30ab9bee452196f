import { type DynamicModule, Module, type Type } from "@nestjs/common";
import { EventFactsModule } from "../events/event-facts.module.js";
import { IssuesModule } from "../issues/issues.module.js";
import { MailDeliveryService } from "./mail-delivery.service.js";
import { MailRenderingService } from "./mail-rendering.service.js";
import { MailModule } from "./mail.module.js";
import { MailSender } from "./mail.sender.js";

/** Sends mails; for the jobs process only. */
@Module({})
export class MailJobsModule {
  /** @param attachments a module that exports MailAttachmentsService */
  static with(attachments: Type<unknown>): DynamicModule {
    return {
      module: MailJobsModule,
      imports: [EventFactsModule, MailModule, IssuesModule, attachments],
      providers: [MailSender, MailRenderingService, MailDeliveryService],
    };
  }
}
