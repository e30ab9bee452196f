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

/** A payment that was started, now or before; `mockOrderId`: paid already, without the provider. */
export type StartedPayment =
  | {
      readonly orderId: string;
      /** The order as it is recorded now that the provider has accepted it: it need not be read again. */
      readonly accepted?: OrderRow | undefined;
    }
  | { readonly mockOrderId: string };

/** Whether an order can be paid now, and with what. */
type CheckoutSession =
  | { readonly kind: "open"; readonly paymentSessionId: string; readonly environment: PaymentEnvironment }
  /** The provider does not have it: it can be opened (again). */
  | { readonly kind: "not_open" }
  /** Its time is over. */
  | { readonly kind: "closing" }
  | { readonly kind: "paid" }
  /** The provider gives no answer. */
  | { readonly kind: "unknown" };

/** How long a second caller waits for the first, in milliseconds: the provider's time-out and some. */
const SESSION_WAIT_MS = 12_000;
/** An answer that was lost is read once, and what that changed is read once more. */
const SESSION_TRIES = 3;
/** How often a payment is started when what it is for, or its order, changed meanwhile. */
const START_TRIES = 3;

/** How long the return page waits for the provider before it is answered from the database, in ms. */
const PROVIDER_WAIT_MS = 2_500;
/** How long it waits for its turn to ask before it reports a failure, and how often it tries; in ms. */
const TURN_WAIT_MS = 2_500;
const TURN_PAUSE_MS = 150;
/** How often the return page may have the provider asked, in milliseconds: about an open order, and a closed one. */
const RETURN_PAGE_MS = 2_000;
const RETURN_PAGE_LATE_MS = 30_000;

/** What came of having the provider asked; too_soon: it was asked a moment ago, perhaps by somebody else. */
type Asked = "answered" | "unanswered" | "too_soon";

/** What a payer's browser waits for: the session of the hosted checkout, and the status when it returns from there. */
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
   * The session with which a payment is made; asked again, also by a second click, the same one.
   *
   * @param start finds the payment or starts it; asked again where an earlier request never reached the provider
   * @param alreadyPaid the error's code
   * @throws DomainError order_closing; the code of `alreadyPaid`; what `unavailable` makes
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

  /** What the browser opens the hosted checkout with. */
  private response(
    orderId: string,
    { paymentSessionId, environment }: Extract<CheckoutSession, { kind: "open" }>,
  ): InitiateResponse {
    const { baseUrl } = this.config.cashfree;
    // Where the provider is the local simulator, the browser's script comes from it too.
    const script = baseUrl === undefined ? {} : { checkoutScriptUrl: `${new URL(baseUrl).origin}/checkout.js` };
    return { orderId, paymentSessionId, environment, ...script };
  }

  /**
   * The payment session of an order that somebody has started to open. Waits for the caller that is asking the provider;
   * where their answer was lost, reads the order there.
   */
  private async session(orderId: string, accepted?: OrderRow): Promise<CheckoutSession> {
    const opened = accepted && sessionOf(accepted, true);
    if (opened !== undefined) return opened;
    for (let tries = 1; tries <= SESSION_TRIES; tries += 1) {
      const attempt = await this.orders.answeredAttempt(orderId, SESSION_WAIT_MS);
      const known = sessionOf(await this.orders.find(orderId), attempt?.state === "accepted");
      if (known !== undefined) return known;
      if (attempt?.state === "creating" && attempt.ageMs < UNKNOWN_ATTEMPT_MS) return { kind: "unknown" };
      const facts = await this.settlement.settleOrder(orderId, "initiate");
      if (facts.outcome === "unreachable") return { kind: "unknown" };
    }
    return { kind: "unknown" };
  }

  /**
   * Reads an order's status for the page that people return to, having the provider asked first, but seldom, and never
   * waiting long. Failure sends a person away, so while the order is open it is never reported on an answer older than
   * the question: somebody else (a webhook) may have asked a moment ago and not be done, or the provider may be slow, and
   * then what we know still says that the attempt before this one failed. Without an answer it is `undecided`, and the
   * page asks again.
   *
   * @param read what is known now, from the database
   * @param undecided what to return instead of a failure that may be outdated
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
    if (!(await this.repository.mayAsk(orderId, RETURN_PAGE_MS, RETURN_PAGE_LATE_MS))) return "too_soon";
    try {
      const { outcome } = await withinMs(PROVIDER_WAIT_MS, this.settlement.settleOrder(orderId, "return_page"));
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

/**
 * What an order's row says of its session; undefined where only the provider can say more.
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
  // Without a session it was answered so, and is read again.
  return paymentSessionId === null ? undefined : { kind: "open", paymentSessionId, environment };
}
