import { Module } from "@nestjs/common";
import { BookingLinks } from "./booking-links.service.js";
import { InvitationLinks } from "./invitation-links.service.js";
import { MailService } from "./mail.service.js";
import { OfferLinks } from "./offer-links.service.js";

/** Queues mails and creates their links. MailJobsModule sends them. */
@Module({
  providers: [MailService, OfferLinks, BookingLinks, InvitationLinks],
  exports: [MailService, OfferLinks, BookingLinks, InvitationLinks],
})
export class MailModule {}
