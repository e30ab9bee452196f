import { Module } from "@nestjs/common";
import { IssuesModule } from "../issues/issues.module.js";
import { InvitationLinksService } from "./invitation-links.service.js";
import { LinkSearchesService } from "./link-searches.service.js";
import { LinkSessionsService } from "./link-sessions.service.js";
import { MailResolutionsService } from "./mail-resolutions.service.js";
import { MailService } from "./mail.service.js";
import { MailedLinksService } from "./mailed-links.service.js";
import { OfferLinksService } from "./offer-links.service.js";
import { TicketCodesService } from "./ticket-codes.service.js";
import { WaitingLinksService } from "./waiting-links.service.js";

const SERVICES = [
  MailService,
  OfferLinksService,
  MailedLinksService,
  LinkSessionsService,
  LinkSearchesService,
  InvitationLinksService,
  TicketCodesService,
  WaitingLinksService,
];

/** Queues mails, creates their links, and keeps the browsers that opened one. MailJobsModule sends them. */
@Module({ imports: [IssuesModule], providers: [...SERVICES, MailResolutionsService], exports: SERVICES })
export class MailModule {}
