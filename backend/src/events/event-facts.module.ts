import { Injectable, Module } from "@nestjs/common";
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from "@nestjs/common";
import { AccountsModule } from "../accounts/accounts.module.js";
import { Config } from "../platform/config/config.js";
import { Notifications } from "../platform/database/notifications.js";
import { EventFactsManagement } from "./event-facts-management.service.js";
import { EventFactsAdminController, EventFactsController } from "./event-facts.controller.js";
import { EventFactsService } from "./event-facts.service.js";

/** What a change of `events` or `organisation` notifies, by triggers (migration 1764000024000). */
const FACTS_CHANNEL = "event_facts";

/** Hears of changes, so that what pages need need not be read for each of them. */
@Injectable()
class EventFactsListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly notifications: Notifications;

  constructor(
    config: Config,
    private readonly facts: EventFactsService,
  ) {
    this.notifications = new Notifications(config.databaseUrl, {
      [FACTS_CHANNEL]: () => this.facts.changed(),
    });
  }

  onApplicationBootstrap(): void {
    this.facts.keep();
    this.notifications.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.notifications.stop();
  }
}

/** What stands about the Mela and who runs it; for every process. */
@Module({ providers: [EventFactsService], exports: [EventFactsService] })
export class EventFactsModule {}

/** The calls about it, and their cache; in the api process only. */
@Module({
  imports: [AccountsModule, EventFactsModule],
  controllers: [EventFactsController, EventFactsAdminController],
  providers: [EventFactsManagement, EventFactsListener],
})
export class EventFactsApiModule {}
