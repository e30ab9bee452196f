import { Module } from "@nestjs/common";
import { BookingLinks } from "./booking-links.service.js";
import { MailService } from "./mail.service.js";
import { OfferLinks } from "./offer-links.service.js";

/** Writing mails down, and the links that stand in them. Sending is MailJobsModule's. */
@Module({ providers: [MailService, OfferLinks, BookingLinks], exports: [MailService, OfferLinks, BookingLinks] })
export class MailModule {}
