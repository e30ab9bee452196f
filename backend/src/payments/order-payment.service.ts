import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { PaymentStatus } from "@sakhi/domain/payments/payment.states";
import { Database, type Tx } from "../platform/database/database.js";
import { RateLimits, type RateUse } from "../platform/http/rate-limits.js";
import { CheckoutService, type StartedPayment } from "./checkout.service.js";
import { type Claim, OrderOpeningService } from "./order-opening.service.js";
import type { InitiateResponse } from "./payment.response.js";

/**
 * A payment that `begin` found or started; only the caller that started it has the claim, to open the order at the
 * provider. `mockOrderId`: already paid, without the provider.
 */
export type ClaimedPayment =
  | { readonly orderId: string; readonly claim?: Claim | undefined }
  | { readonly mockOrderId: string };

/** A payment that can be started. */
export interface StartablePayment {
  /** Counted only if this call opens the order; none when a started payment continues. */
  readonly limits: readonly RateUse[];
  /** Finds the order, or moves the subject to paying and claims the right to open the order, in one transaction. */
  readonly begin: (tx: Tx) => Promise<ClaimedPayment>;
}

/** A product's errors of starting a payment. */
export interface PaymentErrors {
  readonly alreadyPaid: "already_paid" | "listing_already_paid";
  readonly refused: "order_refused" | "listing_payment_refused";
  /** The provider does not respond. */
  readonly unavailable: () => DomainError;
}

/** What a product knows of an order's payment, and its response. */
export interface KnownPayment<Outcome, Response> {
  readonly status: PaymentStatus;
  readonly outcome: Outcome;
  readonly respond: (status: PaymentStatus, outcome: Outcome | { readonly kind: "pending" }) => Response;
}

/** Starts the payment of an order and reports its status, for every product: limits, claim, opening, checkout session. */
@Injectable()
export class OrderPaymentService {
  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly orderOpening: OrderOpeningService,
    private readonly checkout: CheckoutService,
  ) {}

  /**
   * Starts or continues a payment. Idempotent: a second tab, or a retry after a failed attempt, gets the same session.
   *
   * @param check checks that the payer may pay: returns the started order, or how to start it. Called again if an earlier
   * request never reached the provider
   * @throws DomainError order_closing, provider_unavailable and those of `errors`, `check` and `begin`
   * @throws HttpError rate_limited
   */
  initiate(
    check: () => Promise<StartablePayment | { readonly orderId: string }>,
    errors: PaymentErrors,
  ): Promise<InitiateResponse> {
    const start = async (): Promise<StartedPayment> => {
      const payment = await check();
      return "begin" in payment ? this.start(payment, errors) : payment;
    };
    return this.checkout.open(start, errors.alreadyPaid, errors.unavailable);
  }

  /**
   * The status of an order's payment. Queries the provider at a limited rate, with a short timeout; a failure that may be
   * stale is reported as pending.
   *
   * @param read reads what the database knows
   */
  async status<Outcome, Response>(
    orderId: string,
    read: () => Promise<KnownPayment<Outcome, Response>>,
  ): Promise<Response> {
    const { known, stale } = await this.checkout.status(
      orderId,
      async () => ({ known: await read(), stale: false }),
      ({ known: { status } }) => status === "payment_failed",
      (failure) => ({ ...failure, stale: true }),
    );
    return stale ? known.respond("payment_pending", { kind: "pending" }) : known.respond(known.status, known.outcome);
  }

  private async start({ limits, begin }: StartablePayment, errors: PaymentErrors): Promise<StartedPayment> {
    const undoLimits = await this.limits.use(...limits);
    let opened = false;
    try {
      const claimed = await this.database.transaction(begin);
      // Without a claim another caller is opening the order: the checkout waits for it.
      if ("mockOrderId" in claimed || claimed.claim === undefined) return claimed;
      const opening = await this.orderOpening.openAtProvider(claimed.claim);
      if (opening.kind === "refused") {
        throw new DomainError(errors.refused, opening.fields === undefined ? {} : { fields: opening.fields });
      }
      if (opening.kind === "unavailable") throw errors.unavailable();
      opened = true;
      return { orderId: claimed.orderId, accepted: opening.order };
    } finally {
      // Only opened payments count.
      if (!opened) await undoLimits();
    }
  }
}
