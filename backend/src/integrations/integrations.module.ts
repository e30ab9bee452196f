import { Module } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { IssuesModule } from "../issues/issues.module.js";
import { IntegrationsController } from "./integrations.controller.js";
import { OutgoingEventsService } from "./outgoing-events.service.js";
import { WebhookClient } from "./webhook-client.js";
import { WebhookDeliveryService } from "./webhook-delivery.service.js";
import { WebhookDispatchService } from "./webhook-dispatch.service.js";
import { WebhookEndpointsService } from "./webhook-endpoints.service.js";
import { WebhookSecrets } from "./webhook-secrets.js";

/** Writes down what other systems are notified. */
@Module({ providers: [OutgoingEventsService], exports: [OutgoingEventsService] })
export class OutgoingEventsModule {}

/** Endpoints and their log, for operators; in the api process only. */
@Module({
  imports: [AccountsModule, IssuesModule, OutgoingEventsModule],
  controllers: [IntegrationsController],
  providers: [WebhookEndpointsService, WebhookSecrets],
})
export class IntegrationsModule {}

/** Delivers webhooks; in the jobs process only. */
@Module({
  imports: [IssuesModule],
  providers: [WebhookClient, WebhookDeliveryService, WebhookDispatchService, WebhookSecrets],
  exports: [WebhookDispatchService],
})
export class IntegrationsJobsModule {}
