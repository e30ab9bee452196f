import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from "@nestjs/common";
import { DigestSendingService } from "./digest/digest-sending.service.js";
import { BackgroundLoop } from "./platform/loops/background-loop.js";

/** Interval of the look for digests and alerts that are due. */
const INTERVAL_MS = 30_000;

/** The loop that makes administrators' digests and alerts. */
@Injectable()
export class DigestsLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: BackgroundLoop;

  constructor(digests: DigestSendingService) {
    this.loop = new BackgroundLoop({ name: "digests", everyMs: INTERVAL_MS, turn: () => digests.turn() });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }
}
