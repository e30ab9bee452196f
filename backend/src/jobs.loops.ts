import { Injectable } from "@nestjs/common";
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from "@nestjs/common";
import { MessageSendingService } from "./messages/message-sending.service.js";
import { NightlyJobs } from "./nightly.jobs.js";
import { MissingWorkflowsService } from "./ops/missing-workflows.service.js";
import { SweepService } from "./ops/sweep.service.js";
import { WebhooksService, WEBHOOK_CHANNEL } from "./payments/webhooks.service.js";
import { Config } from "./platform/config/config.js";
import { Notifications } from "./platform/database/notifications.js";
import { BackgroundLoop } from "./platform/loops/background-loop.js";
import { DiskSpaceService } from "./platform/outside/disk-space.service.js";
import { RecoveryService } from "./recovery/recovery.service.js";

/** Polling interval of the webhook inbox; usually a notification arrives first. */
const WEBHOOK_INTERVAL_MS = 1_000;
/** Webhooks handled per turn. */
const WEBHOOK_BATCH = 20;
/** Interval of the look for messages that are due, and of their next mails. */
const MESSAGES_INTERVAL_MS = 5_000;
const SWEEP_INTERVAL_MS = 60_000;
/** Interval of the check that Temporal still has its data. */
const TEMPORAL_INTERVAL_MS = 5_000;
/** Interval of the check whether a nightly job is due. */
const NIGHTLY_INTERVAL_MS = 10 * 60_000;

/**
 * The background loops of the jobs process: the webhook inbox, the sweep, messages to holders, the watch over Temporal's data, and the nightly
 * jobs. The outbox relay has its own.
 */
@Injectable()
export class JobsLoops implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loops: readonly BackgroundLoop[];
  private readonly notifications: Notifications;

  constructor(
    config: Config,
    webhooks: WebhooksService,
    sweep: SweepService,
    missingWorkflows: MissingWorkflowsService,
    recovery: RecoveryService,
    diskSpace: DiskSpaceService,
    nightlyJobs: NightlyJobs,
    messageSending: MessageSendingService,
  ) {
    const webhookInbox = new BackgroundLoop({
      name: "webhook inbox",
      everyMs: WEBHOOK_INTERVAL_MS,
      turn: async () => (await webhooks.handleWaiting(WEBHOOK_BATCH)) === WEBHOOK_BATCH,
    });
    this.loops = [
      webhookInbox,
      new BackgroundLoop({ name: "sweep", everyMs: SWEEP_INTERVAL_MS, turn: () => sweep.runOnce() }),
      new BackgroundLoop({ name: "messages", everyMs: MESSAGES_INTERVAL_MS, turn: () => messageSending.turn() }),
      new BackgroundLoop({
        name: "Temporal watch",
        everyMs: TEMPORAL_INTERVAL_MS,
        turn: () => missingWorkflows.watchTemporal(),
      }),
      new BackgroundLoop({ name: "recovery watch", everyMs: TEMPORAL_INTERVAL_MS, turn: () => recovery.watch() }),
      new BackgroundLoop({
        name: "disk space",
        everyMs: SWEEP_INTERVAL_MS,
        turn: () =>
          diskSpace.measure({
            pictures: config.pictures.folder,
            ...(config.recordFolder === undefined ? {} : { record: config.recordFolder }),
          }),
      }),
      ...nightlyJobs.turns.map((job) => new BackgroundLoop({ ...job, everyMs: NIGHTLY_INTERVAL_MS })),
    ];
    this.notifications = new Notifications(config.directDatabaseUrl, {
      [WEBHOOK_CHANNEL]: () => {
        webhookInbox.wake();
      },
    });
  }

  onApplicationBootstrap(): void {
    for (const loop of this.loops) loop.start();
    this.notifications.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.notifications.stop();
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}
