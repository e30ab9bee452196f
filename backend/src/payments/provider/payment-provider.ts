import type { Paise } from "@sakhi/domain/money/money";
import type { SeenDispute } from "@sakhi/domain/payments/dispute.rules";
import type { SeenRefund } from "@sakhi/domain/payments/refundable.rules";
import { refundOutcome } from "@sakhi/domain/payments/settlement.rules";
import type { ReportedLine, ReportedPayout } from "@sakhi/domain/payouts/payout-lines";

/** HTTP status: the provider limits our rate. It rejects the request, not what it asked for. */
export const TOO_MANY = 429;

/**
 * Result of a call. `refused` is definite: nothing was done. After `unknown` (timeout, broken connection, server error,
 * unreadable response) it may have been done.
 */
export type ProviderResponse<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "refused"; readonly status: number; readonly code: string }
  | {
      readonly kind: "unknown";
      readonly why: "timeout" | "network" | "server_error";
      /** The cause in words, without an address; absent after an answer. */
      readonly cause?: string;
    };

/** An order at the provider. */
export interface ProviderOrder {
  readonly orderId: string;
  /** Provider status: ACTIVE, PAID, EXPIRED, TERMINATED, TERMINATION_REQUESTED, or one added later. */
  readonly status: string;
  readonly amountPaise: Paise;
  readonly currency: string;
  /** Opens the hosted checkout in the browser. */
  readonly sessionId: string | undefined;
  readonly expiresAt: Date | undefined;
  readonly customerId: string | undefined;
  /** The stored {@link OrderRequest.installation}. */
  readonly installation: string | undefined;
  /** The stored {@link OrderRequest.subject}. */
  readonly subject: OrderedSubject | undefined;
  readonly createdAt: Date | undefined;
}

/** What an order pays for: lets a sale be created again whose rows were lost (decision 50). No personal data. */
export interface OrderedSubject {
  readonly type: "booking" | "application";
  /** UUID. */
  readonly id: string;
  /** Bookings only. */
  readonly stallId?: string | undefined;
  /** Slug of the stall's event; orders of releases with a single event have none. */
  readonly event?: string | undefined;
}

/** The payer of an order, as we sent them. Personal data: read only to create a lost sale again, never logged. */
export interface ProviderPayer {
  readonly name: string | undefined;
  readonly email: string | undefined;
  /** 10 digits. */
  readonly phone: string | undefined;
}

/** An attempt to pay an order, at the provider. Holds no card number, UPI address or name. */
export interface ProviderPayment {
  readonly paymentId: string;
  readonly status: string;
  readonly amountPaise: Paise;
  readonly currency: string;
  /** Display name: "UPI", "Credit card". */
  readonly mode: string | undefined;
  readonly startedAt: Date | undefined;
  readonly completedAt: Date | undefined;
}

/** A refund at the provider: requested by us, or made by the provider itself. */
export interface ProviderRefund {
  /** Our refund id; another id or none if the provider made the refund itself. */
  readonly refundId: string | undefined;
  readonly providerRefundId: string;
  readonly status: string;
  readonly amountPaise: Paise;
  /** Reference for the payer's bank (ARN or RRN); may arrive days after the success. */
  readonly bankReference: string | undefined;
}

/** A reading of an order at the provider. */
export type OrderReading =
  | { readonly kind: "unreachable" }
  | { readonly kind: "absent" }
  | {
      readonly kind: "found";
      readonly order: ProviderOrder;
      /** Oldest first. */
      readonly payments: readonly ProviderPayment[];
      /** Undefined if not requested. */
      readonly refunds: readonly SeenRefund[] | undefined;
    };

/** Maps a refund to the input of the refund rules. */
export function seenRefund(refund: ProviderRefund): SeenRefund {
  return { ...refund, outcome: refundOutcome(refund.status) };
}

/** The request to open an order; stored with the attempt before it is sent. */
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
  /** Installation id of our database, which identifies the order as ours; absent in old requests. */
  readonly installation?: string;
  /** Absent in old requests. */
  readonly subject?: OrderedSubject;
}

export interface RefundRequest {
  readonly orderId: string;
  readonly refundId: string;
  readonly amountPaise: Paise;
}

/** A UPI QR code with which an order can be paid. */
export interface UpiQrRequest {
  /** Of the order's hosted checkout. */
  readonly sessionId: string;
  /** Until when it can be paid, whole seconds; at the provider 5 minutes or more ahead. */
  readonly expiresAt: Date;
}

/** Payouts of some days, one page. */
export interface PayoutWindow {
  readonly from: Date;
  readonly to: Date;
  /** Of the page before; undefined for the first. */
  readonly cursor: string | undefined;
}

/** A page of a report. */
export interface PayoutPage<Row> {
  readonly rows: readonly Row[];
  /** Of the next page; undefined after the last. */
  readonly cursor: string | undefined;
}

/** The headers of a webhook, by lower-case name. */
export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * What a webhook reports. `unknown`: a type that this release does not know, so money may have moved in a way that it
 * does not record.
 */
export type WebhookConcern = "payment" | "refund" | "dispute" | "unknown";

/** The stored part of a webhook: ids, statuses and amounts, no personal data. */
export interface WebhookEvent {
  /**
   * Deduplicates deliveries of an event. Derived from the signed body: a key from an unsigned header could be replayed on
   * another event, whose own delivery would then be dropped as a duplicate.
   */
  readonly key: string;
  readonly type: string;
  readonly concerns: WebhookConcern;
  readonly orderId: string | undefined;
  readonly refundId: string | undefined;
  readonly sentAt: Date;
  readonly body: Readonly<Record<string, string | number>>;
}

/**
 * The payment provider. Never call it inside a transaction. Methods do not throw on errors of the provider or the network;
 * the response reports them.
 */
export abstract class PaymentProvider {
  /** @param idempotencyKey a UUID, new for each attempt: the provider replays its first response, errors included */
  abstract createOrder(request: OrderRequest, idempotencyKey: string): Promise<ProviderResponse<ProviderOrder>>;
  /**
   * Reads an order with its payments.
   *
   * @param withRefunds also reads its refunds: needed when money may be late or was refunded elsewhere. They are always
   *   read if more than one payment succeeded, so that nothing is refunded twice, and never if none did.
   */
  abstract readOrderWithPayments(orderId: string, withRefunds: boolean): Promise<OrderReading>;
  /** Requests that no new payment be accepted. The status may be TERMINATION_REQUESTED: payable until it is final. */
  abstract terminate(orderId: string): Promise<ProviderResponse<ProviderOrder>>;
  /**
   * Begins a payment by a UPI QR code, which any app for UPI reads.
   *
   * @returns the code as a PNG, a data address
   */
  abstract payByUpiQr(request: UpiQrRequest, idempotencyKey: string): Promise<ProviderResponse<string>>;
  abstract refund(request: RefundRequest, idempotencyKey: string): Promise<ProviderResponse<ProviderRefund>>;
  /** Reads who was to pay an order. Only to create a lost sale again. */
  abstract readPayer(orderId: string): Promise<ProviderResponse<ProviderPayer>>;
  abstract readRefunds(orderId: string): Promise<ProviderResponse<readonly ProviderRefund[]>>;
  /** The disputes of an order's payments; none without any. */
  abstract readDisputes(orderId: string): Promise<ProviderResponse<readonly SeenDispute[]>>;
  /** The transfers to our bank of some days. */
  abstract readPayouts(window: PayoutWindow): Promise<ProviderResponse<PayoutPage<ReportedPayout>>>;
  /** What the payouts of some days are made of; what is in none yet is left out. */
  abstract readPayoutLines(window: PayoutWindow): Promise<ProviderResponse<PayoutPage<ReportedLine>>>;
  /** Verifies and parses a webhook; undefined unless its signature over the raw bytes is valid and recent. */
  abstract readWebhook(rawBody: Buffer, headers: WebhookHeaders): WebhookEvent | undefined;
}
