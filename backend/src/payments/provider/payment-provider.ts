import type { Paise } from "@sakhi/domain/money/money";
import type { SeenRefund } from "@sakhi/domain/payments/refundable.rules";
import { refundOutcome } from "@sakhi/domain/payments/settlement.rules";

/**
 * What the payment provider said. `refused` is definite: it did nothing. `unknown` is not: it may have done it
 * (time-out, broken connection, error of its own, an answer we cannot read).
 */
export type ProviderResponse<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "refused"; readonly status: number; readonly code: string }
  | { readonly kind: "unknown"; readonly why: "timeout" | "network" | "server_error" };

/** An order as the provider has it. */
export interface ProviderOrder {
  readonly orderId: string;
  /** The provider's own word: ACTIVE, PAID, EXPIRED, TERMINATED, TERMINATION_REQUESTED, or a new one. */
  readonly status: string;
  readonly amountPaise: Paise;
  readonly currency: string;
  /** What the browser needs to open the hosted checkout. */
  readonly sessionId: string | undefined;
  readonly expiresAt: Date | undefined;
  readonly customerId: string | undefined;
  /** The mark that {@link OrderRequest.installation} left on it. */
  readonly installation: string | undefined;
  readonly createdAt: Date | undefined;
}

/** One attempt to pay an order, as the provider has it. Holds no card number, UPI address or name. */
export interface ProviderPayment {
  readonly paymentId: string;
  readonly status: string;
  readonly amountPaise: Paise;
  readonly currency: string;
  /** Readable: "UPI", "Credit card". */
  readonly mode: string | undefined;
  readonly startedAt: Date | undefined;
  readonly completedAt: Date | undefined;
}

/** A refund as the provider has it: asked for by us, or made by the provider itself. */
export interface ProviderRefund {
  /** Our own refund id; another one (or none) when the provider refunded by itself. */
  readonly refundId: string | undefined;
  readonly providerRefundId: string;
  readonly status: string;
  readonly amountPaise: Paise;
  /** What the payer's bank can find it by (ARN or RRN), once the provider names it; perhaps days after the success. */
  readonly bankReference: string | undefined;
}

/** What the provider says about an order. */
export type OrderReading =
  | { readonly kind: "unreachable" }
  | { readonly kind: "absent" }
  | {
      readonly kind: "found";
      readonly order: ProviderOrder;
      /** Oldest first. */
      readonly payments: readonly ProviderPayment[];
      /** Undefined where they were not asked for. */
      readonly refunds: readonly SeenRefund[] | undefined;
    };

/** A refund at the provider as the refund rules see it. */
export function seenRefund(refund: ProviderRefund): SeenRefund {
  return { ...refund, outcome: refundOutcome(refund.status) };
}

/** Everything needed to open an order; kept as it is with the attempt, before anybody is asked. */
export interface OrderRequest {
  readonly orderId: string;
  readonly amountPaise: Paise;
  readonly currency: string;
  readonly customer: {
    /** 3 to 50 letters or digits. */
    readonly id: string;
    /** 10 digits. */
    readonly phone: string;
    readonly email?: string;
    /** At least 3 characters, or absent. */
    readonly name?: string;
  };
  readonly returnUrl: string;
  readonly notifyUrl?: string;
  /** ISO 8601, UTC, without milliseconds. */
  readonly expiresAt: string;
  /** The mark of our database, by which we know the order again; absent in requests from before there was one. */
  readonly installation?: string;
}

export interface RefundRequest {
  readonly orderId: string;
  readonly refundId: string;
  readonly amountPaise: Paise;
}

/** The headers of a webhook, by lower-case name. */
export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** What we store of a webhook: ids, statuses and amounts, nothing about the payer. */
export interface WebhookEvent {
  /**
   * The same for every delivery of the same event. Derived from the body, which is signed: a key from an unsigned header
   * could be put on another event by anyone who has captured one, and the event it belongs to would pass for known.
   */
  readonly key: string;
  readonly type: string;
  readonly orderId: string | undefined;
  readonly refundId: string | undefined;
  readonly sentAt: Date;
  readonly body: Readonly<Record<string, string | number>>;
}

/**
 * The payment provider: the little of it that we use. Nothing here is ever called inside a transaction. No method
 * throws for what the provider or the network does; all of that is in the answer.
 */
export abstract class PaymentProvider {
  /** @param idempotencyKey a UUID, new for each attempt: the provider replays its first answer, errors included */
  abstract createOrder(request: OrderRequest, idempotencyKey: string): Promise<ProviderResponse<ProviderOrder>>;
  /**
   * An order with its payments.
   *
   * @param withRefunds also what has been refunded already: needed where money may be late, or was refunded elsewhere. Of
   *   an order with more than one success it is always read: nothing may be refunded twice.
   */
  abstract readAll(orderId: string, withRefunds: boolean): Promise<OrderReading>;
  /** Asks that no new attempt be taken; the answer may be TERMINATION_REQUESTED, which can still be paid. */
  abstract terminate(orderId: string): Promise<ProviderResponse<ProviderOrder>>;
  abstract refund(request: RefundRequest, idempotencyKey: string): Promise<ProviderResponse<ProviderRefund>>;
  abstract readRefunds(orderId: string): Promise<ProviderResponse<readonly ProviderRefund[]>>;
  /** Reads a webhook; undefined unless it is the provider's, by its signature over the raw bytes, and recent. */
  abstract readWebhook(rawBody: Buffer, headers: WebhookHeaders): WebhookEvent | undefined;
}
