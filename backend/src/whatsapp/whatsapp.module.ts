import { Module } from "@nestjs/common";
import { EventFactsModule } from "../events/event-facts.module.js";
import { MailModule } from "../mail/mail.module.js";
import { RateLimitsModule } from "../platform/http/rate-limits.js";
import { CloudApiClient } from "./cloud-api.client.js";
import { OwnContactsService } from "./own-contacts.service.js";
import { WhatsappConsentsService } from "./whatsapp-consents.service.js";
import { WhatsappDeliveryService } from "./whatsapp-delivery.service.js";
import { WhatsappNoticesService } from "./whatsapp-notices.service.js";
import { WhatsappRecordsService } from "./whatsapp-records.service.js";
import { WhatsappWebhookService } from "./whatsapp-webhook.service.js";
import { WhatsappWordsService } from "./whatsapp-words.service.js";
import { WhatsappController } from "./whatsapp.controller.js";

/** Consents to messages by WhatsApp, and what became of these. */
@Module({
  imports: [MailModule, RateLimitsModule],
  providers: [OwnContactsService, WhatsappConsentsService, WhatsappRecordsService],
  exports: [OwnContactsService, WhatsappConsentsService, WhatsappRecordsService],
})
export class WhatsappModule {}

/** What forms offer, and Meta's webhook; in the api process only. */
@Module({ imports: [WhatsappModule], controllers: [WhatsappController], providers: [WhatsappWebhookService] })
export class WhatsappApiModule {}

/** Makes and sends messages; in the jobs process only. */
@Module({
  imports: [EventFactsModule, MailModule],
  providers: [CloudApiClient, WhatsappWordsService, WhatsappNoticesService, WhatsappDeliveryService],
  exports: [WhatsappNoticesService],
})
export class WhatsappJobsModule {}
