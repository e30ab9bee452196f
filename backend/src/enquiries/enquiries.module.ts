import { Module } from "@nestjs/common";
import { OurNamesModule } from "../catalogue/our-names.module.js";
import { EventFactsModule } from "../events/event-facts.module.js";
import { MailModule } from "../mail/mail.module.js";
import { RateLimitsModule } from "../platform/http/rate-limits.js";
import { EnquiriesController } from "./enquiries.controller.js";
import { EnquiriesService } from "./enquiries.service.js";

/** Corporate gifting requests and messages to support. */
@Module({
  imports: [OurNamesModule, EventFactsModule, MailModule, RateLimitsModule],
  controllers: [EnquiriesController],
  providers: [EnquiriesService],
  exports: [EnquiriesService],
})
export class EnquiriesModule {}
