import { setTimeout as pause } from "node:timers/promises";
import { Injectable, Logger, type OnApplicationShutdown } from "@nestjs/common";
import { describeError } from "../platform/log/log.js";

/** Fixed response time of a search, in ms; longer than the lookup and queuing the mails take. */
const RESPONSE_MS = 400;

/**
 * Searches of people who lost their link: whatever is found is mailed to its own address. Everyone gets the same response
 * after the same time, so that neither reveals whether something was found.
 */
@Injectable()
export class LinkSearchesService implements OnApplicationShutdown {
  private readonly log = new Logger("LinkSearches");
  private readonly running = new Set<Promise<void>>();

  /** Starts `work`, which queues mails, and returns after a fixed time without waiting for it. */
  async run(work: () => Promise<void>): Promise<void> {
    const search = work().catch((error: unknown) => {
      this.log.error(`a link could not be queued: ${describeError(error)}`);
    });
    this.running.add(search);
    void search.finally(() => this.running.delete(search));
    await pause(RESPONSE_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.running);
  }
}
