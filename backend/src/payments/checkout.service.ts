import { setTimeout as pause } from "node:timers/promises";
import { Injectable, Logger } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { PaymentEnvironment } from "@sakhi/domain/payments/payment.states";
import { UNKNOWN_ATTEMPT_MS } from "@sakhi/domain/payments/settlement.rules";
import { Config } from "../platform/config/config.js";
import { describeError } from "../platform/log/log.js";
import { withinMs } from "../platform/loops/background-loop.js";
import { OrdersRepository } from "./orders.repository.js";
import { type OrderRow, OrdersService } from "./orders.service.js";
import type { InitiateResponse } from "./payment.response.js";
import { SettlementService } from "./settlement.service.js";

/** A payment that was started by this call or an earlier one; `mockOrderId`: already paid, without the provider. */
export type StartedPayment =
  | {
      readonly orderId: string;
      /** The stored order, if this call just had the provider accept it: saves a read. */
      readonly accepted?: OrderRow | undefined;
    }
  | { readonly mockOrderId: string };

/** Whether an order can be paid now, and the session to pay it with. */
type CheckoutSession =
  | { readonly kind: "open"; readonly paymentSessionId: string; readonly environment: PaymentEnvironment }
  /** The provider does not have the order: it can be opened (again). */
  | { readonly kind: "not_open" }
  /** The payment window has ended. */
  | { readonly kind: "closing" }
  | { readonly kind: "paid" }
  /** The provider did not respond. */
  | { readonly kind: "unknown" };

/** How long a second caller waits for the first, in ms: longer than the provider's timeout. */
const SESSION_WAIT_MS = 12_000;
/** A lost response is recovered by settling the order, which is then read once more. */
const SESSION_TRIES = 3;
/** Attempts to start a payment whose subject or order is changed concurrently. */
const START_TRIES = 3;

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

/** Opens the hosted checkout for a payer's browser and reports the payment's status when it returns. */
@Injectable()
export class CheckoutService {
  private readonly logger = new Logger("Checkout");

  constructor(
    private readonly config: Config,
    private readonly repository: OrdersRepository,
    private readonly orders: OrdersService,
    private readonly settlement: SettlementService,
  ) {}

  /**
   * Returns the session of the hosted checkout. Idempotent: a second click gets the same session.
   *
   * @param start finds or starts the payment; called again if an earlier request never reached the provider
   * @param alreadyPaid error code for an order that is paid
   * @param unavailable creates the error for a provider that does not respond
   * @throws DomainError order_closing; `alreadyPaid`; the error of `unavailable`
   */
  async open(
    start: () => Promise<StartedPayment>,
    alreadyPaid: "already_paid" | "listing_already_paid",
    unavailable: () => DomainError,
  ): Promise<InitiateResponse> {
    for (let tries = 1; tries <= START_TRIES; tries += 1) {
      const started = await start();
      if ("mockOrderId" in started) {
        return { orderId: started.mockOrderId, paymentSessionId: "", environment: "mock" };
      }
      const { orderId, accepted } = started;
      const session = await this.session(orderId, accepted);
      switch (session.kind) {
        case "open":
          return this.response(orderId, session);
        case "closing":
          throw new DomainError("order_closing");
        case "paid":
          throw new DomainError(alreadyPaid, { orderId });
        case "unknown":
          throw unavailable();
        case "not_open":
          break;
      }
    }
    throw unavailable();
  }

  /** The data that the browser opens the hosted checkout with. */
  private response(
    orderId: string,
    { paymentSessionId, environment }: Extract<CheckoutSession, { kind: "open" }>,
  ): InitiateResponse {
    const { baseUrl, pagesUrl = baseUrl } = this.config.cashfree;
    // The local simulator serves the browser's script too.
    const script = pagesUrl === undefined ? {} : { checkoutScriptUrl: `${new URL(pagesUrl).origin}/checkout.js` };
    return { orderId, paymentSessionId, environment, ...script };
  }

  /**
   * The payment session of an order whose opening has started. Waits for the caller that is opening it; if the provider's
   * response was lost, reads the order there.
   */
  private async session(orderId: string, accepted?: OrderRow): Promise<CheckoutSession> {
    const opened = accepted && sessionOf(accepted, true);
    if (opened !== undefined) return opened;
    for (let tries = 1; tries <= SESSION_TRIES; tries += 1) {
      const attempt = await this.orders.awaitAttempt(orderId, SESSION_WAIT_MS);
      const known = sessionOf(await this.orders.find(orderId), attempt?.state === "accepted");
      if (known !== undefined) return known;
      if (attempt?.state === "creating" && attempt.ageMs < UNKNOWN_ATTEMPT_MS) return { kind: "unknown" };
      const facts = await this.settlement.settleOrder(orderId, "initiate");
      if (facts.outcome === "unreachable") return { kind: "unknown" };
    }
    return { kind: "unknown" };
  }

  /**
   * Returns an order's status for the return page. Refreshes it from the provider first, with a rate limit and a timeout.
   *
   * A reported failure makes the payer leave, so an open order is never reported as failed on stale data: another caller
   * (a webhook) may be settling it right now, or the provider may be slow, and the stored status is still that of the
   * previous attempt. Without a fresh reading the status is `undecided`, and the page polls again.
   *
   * @param read reads the status from the database
   * @param undecided converts a failure that may be stale
   */
  async status<T>(
    orderId: string,
    read: () => Promise<T>,
    isFailure: (status: T) => boolean,
    undecided: (status: T) => T,
  ): Promise<T> {
    let refreshed = await this.refresh(orderId);
    const first = await read();
    if (refreshed === "done" || !isFailure(first)) return first;
    const until = Date.now() + TURN_WAIT_MS;
    while (refreshed === "rate_limited" && Date.now() < until && (await this.isOpen(orderId))) {
      await pause(TURN_PAUSE_MS);
      refreshed = await this.refresh(orderId);
    }
    // The state is read before the status: if the order ends in between, the status already reflects it.
    const isOpen = await this.isOpen(orderId);
    const last = await read();
    return refreshed !== "done" && isOpen && isFailure(last) ? undecided(last) : last;
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

/**
 * The session according to the order's row; undefined if only the provider knows.
 *
 * @param accepted the provider has the order
 */
function sessionOf(order: OrderRow | undefined, accepted: boolean): CheckoutSession | undefined {
  switch (order?.state) {
    case undefined:
    case "unsent":
    case "void":
      return { kind: "not_open" };
    case "paid":
      return { kind: "paid" };
    case "closing":
    case "closed":
      return { kind: "closing" };
    case "open":
      break;
  }
  if (!accepted) return undefined;
  const { paymentSessionId, environment, lapsed } = order;
  if (lapsed || environment === null) return { kind: "closing" };
  // The provider accepted it without a session: it must be read there.
  return paymentSessionId === null ? undefined : { kind: "open", paymentSessionId, environment };
}
