import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { EventFactsModule } from "../events/event-facts.module.js";
import { MailModule } from "../mail/mail.module.js";
import { RateLimitsModule } from "../platform/http/rate-limits.js";
import { HoldersService } from "./holders.service.js";
import { MessageSendingService } from "./message-sending.service.js";
import { MessagesController } from "./messages.controller.js";
import { MessagesService } from "./messages.service.js";

/** Messages to holders, as operators write them; api process only. */
@Module({
  imports: [AccountsModule, EventFactsModule, MailModule, RateLimitsModule],
  controllers: [MessagesController],
  providers: [HoldersService, MessagesService],
  exports: [MessagesService],
})
export class MessagesModule {}

/** Sends them; jobs process only. */
@Module({
  imports: [EventFactsModule, MailModule],
  providers: [HoldersService, MessageSendingService],
  exports: [MessageSendingService],
})
export class MessagesJobsModule {}
