import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { EventFactsModule } from "../events/event-facts.module.js";
import { MailModule } from "../mail/mail.module.js";
import { RateLimitsModule } from "../platform/http/rate-limits.js";
import { DigestReadingService } from "./digest-reading.service.js";
import { DigestSendingService } from "./digest-sending.service.js";
import { DigestsService } from "./digests.service.js";
import { AdministratorMailLinksController, OwnMailsController } from "./own-mails.controller.js";
import { OwnMailsService } from "./own-mails.service.js";

/** Digests and alerts, as each administrator chooses them; api process only. */
@Module({
  imports: [AccountsModule, EventFactsModule, MailModule, RateLimitsModule],
  controllers: [OwnMailsController, AdministratorMailLinksController],
  providers: [DigestReadingService, DigestsService, OwnMailsService],
})
export class DigestModule {}

/** Sends them; jobs process only. */
@Module({
  imports: [EventFactsModule, MailModule],
  providers: [DigestReadingService, DigestsService, DigestSendingService],
  exports: [DigestSendingService],
})
export class DigestJobsModule {}
