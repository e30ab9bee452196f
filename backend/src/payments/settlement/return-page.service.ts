import { setTimeout as pause } from "node:timers/promises";
import { Injectable, Logger } from "@nestjs/common";
import { errorWords } from "../../platform/log/error-words.js";
import { withinMs } from "../../platform/loops/within-ms.js";
import { OrdersService } from "../orders/orders.service.js";
import { Settlement } from "./settlement.service.js";

/** How long the return page waits for the provider before it is answered from the database, in ms. */
const PROVIDER_WAIT_MS = 2_500;
/** How long it waits to be allowed to ask, once failure would be told, and how often it tries; in ms. */
const TURN_WAIT_MS = 2_500;
const TURN_PAUSE_MS = 150;

/**
 * What the pages that people return to from the checkout make us ask: the provider is asked, but seldom, and never
 * waited for long.
 */
@Injectable()
export class ReturnPage {
  private readonly logger = new Logger("ReturnPage");

  constructor(
    private readonly orders: OrdersService,
    private readonly settlement: Settlement,
  ) {}

  /**
   * Reads where an order stands, having the provider asked first. Failure sends a person away, so it is never told
   * on an answer older than the question: somebody else (a webhook) may have asked a moment ago and not be done, and
   * then what we know still says that the attempt before this one failed.
   *
   * @param read what is known now, from the database
   */
  async standing<T>(
    orderId: string,
    read: () => Promise<T>,
    isFailure: (standing: T) => boolean,
  ): Promise<T> {
    const asked = await this.ask(orderId);
    const standing = await read();
    if (asked || !isFailure(standing)) return standing;
    const until = Date.now() + TURN_WAIT_MS;
    while (Date.now() < until && (await this.isOpen(orderId))) {
      if (await this.ask(orderId)) break;
      await pause(TURN_PAUSE_MS);
    }
    return read();
  }

  /** @returns false when the provider was asked too recently */
  private async ask(orderId: string): Promise<boolean> {
    if (!(await this.orders.mayAsk(orderId))) return false;
    try {
      await withinMs(PROVIDER_WAIT_MS, this.settlement.settleOrder(orderId, "return_page"));
    } catch (error) {
      // It goes on by itself, and others settle too; the page gets what we know.
      this.logger.warn(`return page of ${orderId}: ${errorWords(error)}`);
    }
    return true;
  }

  private async isOpen(orderId: string): Promise<boolean> {
    const state = (await this.orders.find(orderId))?.state;
    return state === "open" || state === "closing";
  }
}
