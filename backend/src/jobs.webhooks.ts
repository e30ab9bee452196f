import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from "@nestjs/common";
import { WebhookDispatchService } from "./integrations/webhook-dispatch.service.js";
import { BackgroundLoop } from "./platform/loops/background-loop.js";

/** Interval of the look for deliveries whose next attempt is due. */
const INTERVAL_MS = 5_000;

/** The loop that queues webhooks to other systems again. */
@Injectable()
export class WebhooksLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: BackgroundLoop;

  constructor(dispatch: WebhookDispatchService) {
    this.loop = new BackgroundLoop({ name: "webhooks", everyMs: INTERVAL_MS, turn: () => dispatch.turn() });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }
}
