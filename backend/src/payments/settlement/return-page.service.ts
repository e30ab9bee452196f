import { setTimeout as pause } from "node:timers/promises";
import { Injectable, Logger } from "@nestjs/common";
import { describeError } from "../../platform/log/describe-error.js";
import { withinMs } from "../../platform/loops/within-ms.js";
import { OrdersService } from "../orders/orders.service.js";
import { Settlement } from "./settlement.service.js";

/** How long the return page waits for the provider before it is answered from the database, in ms. */
const PROVIDER_WAIT_MS = 2_500;
/** How long it waits to be allowed to ask, once failure would be told, and how often it tries; in ms. */
const TURN_WAIT_MS = 2_500;
const TURN_PAUSE_MS = 150;

/** What came of having the provider asked; too_soon: it was asked a moment ago, perhaps by somebody else. */
type Asked = "answered" | "unanswered" | "too_soon";

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
   * Reads where an order stands, having the provider asked first. Failure sends a person away, so while the order is
   * open it is never told on an answer older than the question: somebody else (a webhook) may have asked a moment ago
   * and not be done, or the provider may be slow, and then what we know still says that the attempt before this one
   * failed. Without an answer it is `undecided`, and the page asks again.
   *
   * @param read what is known now, from the database
   * @param undecided what to tell instead of a failure that may be outdated
   */
  async status<T>(
    orderId: string,
    read: () => Promise<T>,
    isFailure: (status: T) => boolean,
    undecided: (status: T) => T,
  ): Promise<T> {
    let asked = await this.ask(orderId);
    const first = await read();
    if (asked === "answered" || !isFailure(first)) return first;
    const until = Date.now() + TURN_WAIT_MS;
    while (asked === "too_soon" && Date.now() < until && (await this.isOpen(orderId))) {
      await pause(TURN_PAUSE_MS);
      asked = await this.ask(orderId);
    }
    // Its state is read first: what ends it meanwhile is then known to what is read after it.
    const isOpen = await this.isOpen(orderId);
    const last = await read();
    return asked !== "answered" && isOpen && isFailure(last) ? undecided(last) : last;
  }

  private async ask(orderId: string): Promise<Asked> {
    if (!(await this.orders.mayAsk(orderId))) return "too_soon";
    try {
      const { outcome } = await withinMs(
        PROVIDER_WAIT_MS,
        this.settlement.settleOrder(orderId, "return_page"),
      );
      return outcome === "unreachable" ? "unanswered" : "answered";
    } catch (error) {
      // It goes on by itself, and others settle too; the page gets what we know.
      this.logger.warn(`return page of ${orderId}: ${describeError(error)}`);
      return "unanswered";
    }
  }

  private async isOpen(orderId: string): Promise<boolean> {
    const state = (await this.orders.find(orderId))?.state;
    return state === "open" || state === "closing";
  }
}
