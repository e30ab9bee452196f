import { Module } from "@nestjs/common";
import { MailService } from "./mail.service.js";
import { MailsRepository } from "./mails.repository.js";

/** Writing mails down. Sending is MailJobsModule's. */
@Module({
  providers: [MailsRepository, MailService],
  exports: [MailService, MailsRepository],
})
export class MailModule {}
