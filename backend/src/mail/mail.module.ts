import { Module } from "@nestjs/common";
import { IssuesModule } from "../issues/issues.module.js";
import { InvitationLinks } from "./invitation-links.service.js";
import { LinkSessionsService } from "./link-sessions.service.js";
import { MailResolutionsService } from "./mail-resolutions.service.js";
import { MailedLinksService } from "./mailed-links.service.js";
import { MailService } from "./mail.service.js";
import { OfferLinks } from "./offer-links.service.js";

const SERVICES = [MailService, OfferLinks, MailedLinksService, LinkSessionsService, InvitationLinks];

/** Queues mails, creates their links, and keeps the browsers that opened one. MailJobsModule sends them. */
@Module({ imports: [IssuesModule], providers: [...SERVICES, MailResolutionsService], exports: SERVICES })
export class MailModule {}
