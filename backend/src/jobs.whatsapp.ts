import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from "@nestjs/common";
import { Config } from "./platform/config/config.js";
import { BackgroundLoop } from "./platform/loops/background-loop.js";
import { WhatsappNoticesService } from "./whatsapp/whatsapp-notices.service.js";

/** Interval of the look for messages by WhatsApp: "two minutes left" comes a few seconds late. */
const INTERVAL_MS = 5_000;

/** The loop that makes messages by WhatsApp; it rests while that is off. */
@Injectable()
export class WhatsappLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly config: Config,
    notices: WhatsappNoticesService,
  ) {
    this.loop = new BackgroundLoop({ name: "WhatsApp", everyMs: INTERVAL_MS, turn: () => notices.turn() });
  }

  onApplicationBootstrap(): void {
    if (this.config.whatsapp !== undefined) this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }
}
