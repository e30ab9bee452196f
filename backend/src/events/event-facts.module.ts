import { Injectable, Module } from "@nestjs/common";
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from "@nestjs/common";
import { HttpAdapterHost } from "@nestjs/core";
import type { FastifyInstance } from "fastify";
import { AccountsModule } from "../accounts/accounts.module.js";
import { Config } from "../platform/config/config.js";
import { Notifications } from "../platform/database/notifications.js";
import { ArrivalService } from "./arrival.service.js";
import { EventChangesService } from "./event-changes.service.js";
import { EventFactsManagementService } from "./event-facts-management.service.js";
import { EventFactsAdminController, EventFactsController } from "./event-facts.controller.js";
import { EventFactsService, FACTS_VERSION } from "./event-facts.service.js";
import { EventRecordsService } from "./event-records.service.js";
import { EventTranslationsService } from "./event-translations.service.js";
import { UnnotifiedChangesService } from "./unnotified-changes.service.js";

/** Notified by triggers on `events` and `organisation` (notify_event_facts). */
const FACTS_CHANNEL = "event_facts";

/**
 * Invalidates the cached facts when they change, and adds their version to every API response, so that open pages
 * refetch them.
 */
@Injectable()
class EventFactsListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly notifications: Notifications;

  constructor(
    config: Config,
    private readonly eventFacts: EventFactsService,
    host: HttpAdapterHost,
  ) {
    host.httpAdapter.getInstance<FastifyInstance>().addHook("onSend", (request, reply, payload, done) => {
      const { version } = eventFacts;
      if (version !== undefined && request.url.startsWith("/api/")) reply.header(FACTS_VERSION, version);
      done(null, payload);
    });
    this.notifications = new Notifications(config.directDatabaseUrl, {
      [FACTS_CHANNEL]: () => this.eventFacts.invalidate(),
    });
  }

  onApplicationBootstrap(): void {
    this.eventFacts.enableCache();
    this.notifications.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.notifications.stop();
  }
}

/** The facts of the Mela and its organisation; in every process. */
@Module({
  providers: [EventFactsService, UnnotifiedChangesService],
  exports: [EventFactsService, UnnotifiedChangesService],
})
export class EventFactsModule {}

/** Events as operators change them, and what belongs to one. */
@Module({
  imports: [AccountsModule, EventFactsModule],
  providers: [ArrivalService, EventTranslationsService, EventChangesService, EventRecordsService],
  exports: [ArrivalService, EventTranslationsService, EventChangesService, EventRecordsService],
})
export class EventRecordsModule {}

/** The facts' HTTP API and cache invalidation; in the api process only. */
@Module({
  imports: [AccountsModule, EventFactsModule],
  controllers: [EventFactsController, EventFactsAdminController],
  providers: [EventFactsManagementService, EventFactsListener],
})
export class EventFactsApiModule {}
