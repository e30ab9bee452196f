import { Module, type OnModuleInit } from "@nestjs/common";
import { EventFactsModule, EventRecordsModule } from "../events/event-facts.module.js";
import { RateLimitsModule } from "../platform/http/rate-limits.js";
import { PlansModule } from "../stalls/stalls.module.js";
import { UploadKinds } from "../uploads/upload-kinds.js";
import { PAPER_UPLOADS_TABLES } from "../uploads/upload-tables.js";
import { UploadsApiModule, UploadsJobsModule, UploadsModule } from "../uploads/uploads.module.js";
import { PaperChecksService } from "./paper-checks.service.js";
import { PaperDecoderService } from "./paper-decoder.service.js";
import { PaperUploadsService } from "./paper-uploads.service.js";
import { PapersService } from "./papers.service.js";
import { QuestionsService } from "./questions.service.js";

/** Papers that events ask of those who book their stalls. */
@Module({ imports: [EventFactsModule], providers: [PapersService], exports: [PapersService] })
export class PapersModule {}

/** What events ask, as operators change it. */
@Module({
  imports: [EventFactsModule, EventRecordsModule, PlansModule],
  providers: [QuestionsService],
  exports: [QuestionsService],
})
export class QuestionsModule {}

/** The upload of papers; api process only. */
@Module({
  imports: [RateLimitsModule, UploadsModule, UploadsApiModule],
  providers: [PaperUploadsService],
  exports: [PaperUploadsService],
})
export class PapersApiModule implements OnModuleInit {
  constructor(
    private readonly kinds: UploadKinds,
    private readonly uploads: PaperUploadsService,
  ) {}

  onModuleInit(): void {
    this.kinds.receive(this.uploads);
  }
}

/** Checks papers; jobs process only. */
@Module({
  imports: [UploadsModule, UploadsJobsModule],
  providers: [PaperDecoderService, PaperChecksService],
  exports: [PaperChecksService, PaperDecoderService],
})
export class PapersJobsModule implements OnModuleInit {
  constructor(
    private readonly kinds: UploadKinds,
    private readonly checks: PaperChecksService,
  ) {}

  onModuleInit(): void {
    this.kinds.onJob(PAPER_UPLOADS_TABLES, (id) => this.checks.check(id));
  }
}
