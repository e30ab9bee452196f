import { Module } from "@nestjs/common";
import { MailModule } from "../mail/mail.module.js";
import { RateLimitsModule } from "../platform/http/rate-limits.js";
import { EnquiriesReading } from "./enquiries-reading.service.js";
import { EnquiriesController } from "./enquiries.controller.js";
import { EnquiriesRepository } from "./enquiries.repository.js";
import { EnquiriesService } from "./enquiries.service.js";
import { EnquiryMails } from "./enquiry-mails.service.js";

/** Corporate gifting requests and messages to support. */
@Module({
  imports: [MailModule, RateLimitsModule],
  controllers: [EnquiriesController],
  providers: [EnquiriesReading, EnquiriesRepository, EnquiryMails, EnquiriesService],
  exports: [EnquiriesReading, EnquiriesService],
})
export class EnquiriesModule {}
