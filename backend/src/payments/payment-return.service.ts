import { setTimeout as pause } from "node:timers/promises";
import { Injectable, Logger } from "@nestjs/common";
import type { PaymentStatus } from "@sakhi/domain/payments/payment.states";
import { describeError } from "../platform/log/log.js";
import { withinMs } from "../platform/loops/background-loop.js";
import { OrdersRepository } from "./orders.repository.js";
import { OrdersService } from "./orders.service.js";
import { SettlementService } from "./settlement.service.js";

/** What the database knows of an order's payment; a product adds what else its response shows. */
interface KnownPayment {
  readonly status: PaymentStatus;
  readonly outcome: { readonly kind: string };
}

/** A failure that may be stale, as the page sees it: it polls again. */
const UNDECIDED = { status: "payment_pending", outcome: { kind: "pending" } } as const;

/** How long the return page waits for the provider before it responds from the database, in ms. */
const PROVIDER_WAIT_MS = 2_500;
/** How long a rate-limited return page waits before it reports a failure, and its polling interval; in ms. */
const TURN_WAIT_MS = 2_500;
const TURN_PAUSE_MS = 150;
/** Rate limit of the return page's provider reads, in ms between two: of an open order, and of a closed one. */
const RETURN_PAGE_MS = 2_000;
const RETURN_PAGE_LATE_MS = 30_000;

/** Result of refreshing an order from the provider; `rate_limited`: it was read a moment ago, perhaps by another caller. */
type Refresh = "done" | "failed" | "rate_limited";

/** Reports a payment's status when its payer's browser returns, for every product. */
@Injectable()
export class PaymentReturnService {
  private readonly logger = new Logger("PaymentReturn");

  constructor(
    private readonly repository: OrdersRepository,
    private readonly orders: OrdersService,
    private readonly settlement: SettlementService,
  ) {}

  /**
   * The status of an order's payment. Refreshes it from the provider first, with a rate limit and a timeout.
   *
   * A reported failure makes the payer leave, so an open order is never reported as failed on stale data: another caller
   * (a webhook) may be settling it right now, or the provider may be slow, and the stored status is still that of the
   * previous attempt. Without a fresh reading the status is undecided, and the page polls again.
   *
   * @param read reads what the database knows
   */
  async status<Known extends KnownPayment>(
    orderId: string,
    read: () => Promise<Known>,
  ): Promise<Known | (Omit<Known, keyof KnownPayment> & typeof UNDECIDED)> {
    let refreshed = await this.refresh(orderId);
    const first = await read();
    if (refreshed === "done" || first.status !== "payment_failed") return first;
    const until = Date.now() + TURN_WAIT_MS;
    while (refreshed === "rate_limited" && Date.now() < until && (await this.isOpen(orderId))) {
      await pause(TURN_PAUSE_MS);
      refreshed = await this.refresh(orderId);
    }
    // The state is read before the status: if the order ends in between, the status already reflects it.
    const isOpen = await this.isOpen(orderId);
    const last = await read();
    const isStale = refreshed !== "done" && isOpen && last.status === "payment_failed";
    return isStale ? { ...last, ...UNDECIDED } : last;
  }

  private async refresh(orderId: string): Promise<Refresh> {
    if (!(await this.repository.tryMarkAsked(orderId, RETURN_PAGE_MS, RETURN_PAGE_LATE_MS))) return "rate_limited";
    try {
      const { outcome } = await withinMs(PROVIDER_WAIT_MS, this.settlement.settleOrder(orderId, "return_page"));
      return outcome === "unreachable" ? "failed" : "done";
    } catch (error) {
      // A settlement that timed out continues in the background; the page gets the stored status.
      this.logger.warn(`return page of order ${orderId} shows the stored status: ${describeError(error)}`);
      return "failed";
    }
  }

  private async isOpen(orderId: string): Promise<boolean> {
    const state = (await this.orders.find(orderId))?.state;
    return state === "open" || state === "closing";
  }
}
