import { Module, type OnModuleInit } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { EventFactsModule } from "../events/event-facts.module.js";
import { MailModule } from "../mail/mail.module.js";
import { PapersJobsModule } from "../papers/papers.module.js";
import { RateLimitsModule } from "../platform/http/rate-limits.js";
import { UploadKinds } from "../uploads/upload-kinds.js";
import { EVENT_FILE_UPLOADS_TABLES } from "../uploads/upload-tables.js";
import { UploadsApiModule, UploadsJobsModule, UploadsModule } from "../uploads/uploads.module.js";
import { EventFileChecksService } from "./event-file-checks.service.js";
import { EventFileUploadsService } from "./event-file-uploads.service.js";
import { EventFilesController } from "./event-files.controller.js";
import { EventFilesService } from "./event-files.service.js";
import { HoldersService } from "./holders.service.js";
import { MessageSendingService } from "./message-sending.service.js";
import { MessagesController } from "./messages.controller.js";
import { MessagesService } from "./messages.service.js";

/** Messages to holders, as operators write them; api process only. */
@Module({
  imports: [AccountsModule, EventFactsModule, MailModule, RateLimitsModule, UploadsModule, UploadsApiModule],
  controllers: [MessagesController, EventFilesController],
  providers: [EventFilesService, EventFileUploadsService, HoldersService, MessagesService],
  exports: [MessagesService],
})
export class MessagesModule implements OnModuleInit {
  constructor(
    private readonly kinds: UploadKinds,
    private readonly uploads: EventFileUploadsService,
  ) {}

  onModuleInit(): void {
    this.kinds.receive(this.uploads);
  }
}

/** Sends them, and checks the files that they bring; jobs process only. */
@Module({
  imports: [EventFactsModule, MailModule, PapersJobsModule, UploadsModule, UploadsJobsModule],
  providers: [EventFileChecksService, HoldersService, MessageSendingService],
  exports: [EventFileChecksService, MessageSendingService],
})
export class MessagesJobsModule implements OnModuleInit {
  constructor(
    private readonly kinds: UploadKinds,
    private readonly checks: EventFileChecksService,
  ) {}

  onModuleInit(): void {
    this.kinds.onJob(EVENT_FILE_UPLOADS_TABLES, (id) => this.checks.check(id));
  }
}
