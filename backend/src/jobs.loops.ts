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
  private readonly loops: readonly BackgroundLoop[];
  private readonly notifications: Notifications;

  constructor(
    config: Config,
    handler: WebhooksService,
    recovery: RecoveryService,
    retention: Retention,
    verification: VerifyService,
  ) {
    const webhooks = new BackgroundLoop({
      name: "webhook inbox",
      everyMs: WEBHOOKS_EVERY_MS,
      turn: async () => (await handler.handleWaiting(WEBHOOKS_AT_ONCE)) === WEBHOOKS_AT_ONCE,
    });
    this.loops = [
      webhooks,
      clock({ name: "sweep", everyMs: SWEEP_EVERY_MS, work: () => recovery.runOnce() }),
      clock({ name: "Temporal watch", everyMs: TEMPORAL_EVERY_MS, work: () => recovery.watchTemporal() }),
      clock({ name: "retention", everyMs: NIGHTLY_EVERY_MS, work: () => retention.runIfDue() }),
      clock({ name: "verification", everyMs: NIGHTLY_EVERY_MS, work: () => verification.runIfDue() }),
    ];
    this.notifications = new Notifications(config.databaseUrl, {
      [WEBHOOK_CHANNEL]: () => {
        webhooks.wake();
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

/** What a clock of the process does, and how often. */
interface Clock {
  readonly name: string;
  readonly everyMs: number;
  readonly work: () => Promise<unknown>;
}

/** A loop that waits after each turn, whatever came of it. */
function clock({ work, ...settings }: Clock): BackgroundLoop {
  const turn = async (): Promise<boolean> => {
    await work();
    return false;
  };
  return new BackgroundLoop({ ...settings, turn });
}
