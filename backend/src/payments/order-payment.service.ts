import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { PaymentEnvironment } from "@sakhi/domain/payments/payment.states";
import { UNKNOWN_ATTEMPT_MS } from "@sakhi/domain/payments/settlement.rules";
import { Config } from "../platform/config/config.js";
import { Database, type Tx } from "../platform/database/database.js";
import { RateLimits, type RateUse } from "../platform/http/rate-limits.js";
import { type Claim, OrderOpeningService } from "./order-opening.service.js";
import { OrdersService } from "./orders.service.js";
import type { InitiateResponse } from "./payment.response.js";
import type { OrderRow } from "./payments.types.js";
import { SettlementService } from "./settlement.service.js";

/** What a product's `check` found: the order of a payment that was started before, or that one can be started. */
export type Payable<Subject> =
  | { readonly orderId: string }
  | {
      /** Counted only if this call opens the order; none when a started payment may continue. */
      readonly limits: readonly RateUse[];
      /** What `claim` needs. */
      readonly subject: Subject;
    };

/**
 * A payment that `claim` found or started; only the caller that started it has the claim, to open the order at the
 * provider. `mockOrderId`: already paid, without the provider.
 */
export type ClaimedPayment =
  | { readonly orderId: string; readonly claim?: Claim | undefined }
  | { readonly mockOrderId: string };

/** What is paid for, in the two steps that only its feature knows: a registration, a listing's first year, its renewal. */
export interface PaymentProduct<Request, Subject> {
  readonly errors: {
    readonly alreadyPaid: "already_paid" | "listing_already_paid";
    readonly refused: "order_refused" | "listing_payment_refused";
    /** The provider does not respond. */
    readonly unavailable: () => DomainError;
  };
  /** Loads what is paid for and checks that the payer may pay for it. Called again if an order never reached the provider. */
  check(request: Request): Promise<Payable<Subject>>;
  /** Finds the order, or moves the subject to paying and claims the right to open the order, in one transaction. */
  claim(tx: Tx, subject: Subject): Promise<ClaimedPayment>;
}

/** A payment that this call or an earlier one started, or that needs no provider. */
type StartedPayment =
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

/** Attempts to start a payment whose subject or order is changed concurrently. */
const START_TRIES = 3;
/** How long a second caller waits for the first, in ms: longer than the provider's timeout. */
const SESSION_WAIT_MS = 12_000;
/** A lost response is recovered by settling the order, which is then read once more. */
const SESSION_TRIES = 3;

/** Starts payments, of every product: load, check, claim, open, answer. */
@Injectable()
export class OrderPaymentService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly orders: OrdersService,
    private readonly orderOpening: OrderOpeningService,
    private readonly settlement: SettlementService,
  ) {}

  /**
   * Starts or continues a payment and returns the session of the hosted checkout. Idempotent: a second tab, or a retry
   * after a failed attempt, gets the same session.
   *
   * @throws DomainError order_closing, provider_unavailable and those of the product
   * @throws HttpError rate_limited
   */
  async initiate<Request, Subject>(
    product: PaymentProduct<Request, Subject>,
    request: Request,
  ): Promise<InitiateResponse> {
    const { errors } = product;
    for (let tries = 1; tries <= START_TRIES; tries += 1) {
      const payable = await product.check(request);
      const started = "orderId" in payable ? payable : await this.start(product, payable);
      if ("mockOrderId" in started) return { orderId: started.mockOrderId, paymentSessionId: "", environment: "mock" };
      const { orderId } = started;
      const session = await this.session(started);
      switch (session.kind) {
        case "open":
          return this.response(orderId, session);
        case "closing":
          throw new DomainError("order_closing");
        case "paid":
          throw new DomainError(errors.alreadyPaid, { orderId });
        case "unknown":
          throw errors.unavailable();
        case "not_open":
          break;
      }
    }
    throw errors.unavailable();
  }

  /** Counts the payment, claims the order and opens it at the provider. Only opened payments stay counted. */
  private async start<Request, Subject>(
    product: PaymentProduct<Request, Subject>,
    { limits, subject }: Extract<Payable<Subject>, { limits: unknown }>,
  ): Promise<StartedPayment> {
    const { errors } = product;
    const undoLimits = await this.limits.use(...limits);
    let opened = false;
    try {
      const claimed = await this.database.transaction((tx) => product.claim(tx, subject));
      // Without a claim another caller is opening the order: the session waits for it.
      if ("mockOrderId" in claimed || claimed.claim === undefined) return claimed;
      const opening = await this.orderOpening.openAtProvider(claimed.claim);
      if (opening.kind === "refused") {
        throw new DomainError(errors.refused, opening.fields === undefined ? {} : { fields: opening.fields });
      }
      if (opening.kind === "unavailable") throw errors.unavailable();
      opened = true;
      return { orderId: claimed.orderId, accepted: opening.order };
    } finally {
      if (!opened) await undoLimits();
    }
  }

  /**
   * The payment session of an order whose opening has started. Waits for the caller that is opening it; if the provider's
   * response was lost, reads the order there.
   */
  private async session({ orderId, accepted }: Extract<StartedPayment, { orderId: string }>): Promise<CheckoutSession> {
    const opened = accepted && sessionOf(accepted, true);
    if (opened !== undefined) return opened;
    for (let tries = 1; tries <= SESSION_TRIES; tries += 1) {
      const attempt = await this.orders.awaitAttempt(orderId, SESSION_WAIT_MS);
      const known = sessionOf(await this.orders.find(orderId), attempt?.state === "accepted");
      if (known !== undefined) return known;
      if (attempt?.state === "creating" && attempt.ageMs < UNKNOWN_ATTEMPT_MS) return { kind: "unknown" };
      const { outcome } = await this.settlement.settleOrder(orderId, "initiate");
      if (outcome === "unreachable") return { kind: "unknown" };
    }
    return { kind: "unknown" };
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
