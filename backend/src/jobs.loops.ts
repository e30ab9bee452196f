import { Injectable } from "@nestjs/common";
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from "@nestjs/common";
import { WebhooksService, WEBHOOK_CHANNEL } from "./payments/webhooks.service.js";
import { Config } from "./platform/config/config.js";
import { Notifications } from "./platform/database/notifications.js";
import { BackgroundLoop } from "./platform/loops/background-loop.js";
import { Retention } from "./privacy/retention.service.js";
import { VerifyService } from "./verify/verify.service.js";
import { RecoveryService } from "./ops/recovery.service.js";

/** How often we look for webhooks ourselves; normally a notification comes first. */
const WEBHOOKS_EVERY_MS = 1_000;
/** Webhooks handled in one turn. */
const WEBHOOKS_AT_ONCE = 20;
const SWEEP_EVERY_MS = 60_000;
/** How often Temporal is asked whether it still has its data. */
const TEMPORAL_EVERY_MS = 5_000;
/** How often it is asked whether a nightly job is due. */
const NIGHTLY_EVERY_MS = 10 * 60_000;

/**
 * The clocks of the jobs process: the webhook inbox, the sweep, the watch over Temporal's data, and the nightly
 * jobs, retention and verification. (The outbox relay brings its own.)
 */
@Injectable()
export class JobsLoops implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly webhooks: BackgroundLoop;
  private readonly sweep: BackgroundLoop;
  private readonly temporal: BackgroundLoop;
  private readonly retention: BackgroundLoop;
  private readonly verification: BackgroundLoop;
  private readonly notifications: Notifications;

  constructor(
    config: Config,
    handler: WebhooksService,
    recovery: RecoveryService,
    retention: Retention,
    verification: VerifyService,
  ) {
    this.webhooks = new BackgroundLoop({
      name: "webhook inbox",
      everyMs: WEBHOOKS_EVERY_MS,
      turn: async () => (await handler.handleWaiting(WEBHOOKS_AT_ONCE)) === WEBHOOKS_AT_ONCE,
    });
    this.sweep = new BackgroundLoop({
      name: "sweep",
      everyMs: SWEEP_EVERY_MS,
      turn: async () => {
        await recovery.runOnce();
        return false;
      },
    });
    this.temporal = new BackgroundLoop({
      name: "Temporal watch",
      everyMs: TEMPORAL_EVERY_MS,
      turn: async () => {
        await recovery.watchTemporal();
        return false;
      },
    });
    this.retention = new BackgroundLoop({
      name: "retention",
      everyMs: NIGHTLY_EVERY_MS,
      turn: async () => {
        await retention.runIfDue();
        return false;
      },
    });
    this.verification = new BackgroundLoop({
      name: "verification",
      everyMs: NIGHTLY_EVERY_MS,
      turn: async () => {
        await verification.runIfDue();
        return false;
      },
    });
    this.notifications = new Notifications(config.databaseUrl, {
      [WEBHOOK_CHANNEL]: () => {
        this.webhooks.wake();
      },
    });
  }

  onApplicationBootstrap(): void {
    this.webhooks.start();
    this.sweep.start();
    this.temporal.start();
    this.retention.start();
    this.verification.start();
    this.notifications.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.notifications.stop();
    const loops = [this.webhooks, this.sweep, this.temporal, this.retention, this.verification];
    await Promise.all(loops.map((loop) => loop.stop()));
  }
}
