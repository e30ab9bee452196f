/** The records the payment simulator keeps. Amounts are integer paise, times are milliseconds since 1970 (UTC). */

/** What an order can read as; the provider's own words. */
export type OrderStatus = "ACTIVE" | "PAID" | "EXPIRED" | "TERMINATED" | "TERMINATION_REQUESTED";

/** What one attempt to pay can read as (`payment_status`); only PENDING can still change. */
export type AttemptStatus = "PENDING" | "SUCCESS" | "FAILED" | "USER_DROPPED" | "CANCELLED";

/** How an attempt is brought to its end; `cancelled` is the provider reversing money that came past its own limit. */
export const ENDINGS = ["success", "failed", "dropped", "cancelled"] as const;
export type Ending = (typeof ENDINGS)[number];

export const REFUND_STATUSES = ["PENDING", "SUCCESS", "CANCELLED", "ONHOLD", "FAILED"] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export const WEBHOOK_TYPES = [
  "PAYMENT_SUCCESS_WEBHOOK",
  "PAYMENT_FAILED_WEBHOOK",
  "PAYMENT_USER_DROPPED_WEBHOOK",
  "REFUND_STATUS_WEBHOOK",
  "AUTO_REFUND_STATUS_WEBHOOK",
] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** The instrument used; a card number is kept masked only. */
export type Instrument =
  | { kind: "upi"; upiId: string }
  | { kind: "card"; masked: string; network: string; cardType: "debit_card" | "credit_card"; bank: string };

export interface Attempt {
  /** The provider's `cf_payment_id`. */
  paymentId: string;
  status: AttemptStatus;
  amountPaise: number;
  /** Part of `amountPaise` put on the payer beyond the order's amount. */
  surchargePaise: number;
  instrument: Instrument;
  startedAt: number;
  completedAt: number | null;
  message: string;
  bankReference: string;
  /** The end that comes by itself at that time; null = stays pending until the control API ends it. */
  due: { at: number; ending: Ending } | null;
}

export interface Refund {
  refundId: string;
  cfRefundId: string;
  paymentId: string;
  amountPaise: number;
  status: RefundStatus;
  type: "MERCHANT_INITIATED" | "PAYMENT_AUTO_REFUND";
  note: string | null;
  speed: string;
  createdAt: number;
  processedAt: number | null;
  /** The status that comes by itself at that time; null = stays as it is. */
  due: { at: number; status: RefundStatus } | null;
}

export interface Order {
  orderId: string;
  cfOrderId: string;
  sessionId: string;
  status: OrderStatus;
  amountPaise: number;
  currency: "INR";
  createdAt: number;
  expiresAt: number;
  /** With the setting `terminationRequested`: the moment before which a request to terminate stays a request. */
  terminationDueAt: number | null;
  note: string | null;
  tags: Record<string, string> | null;
  customer: { id: string; phone: string; email: string | null; name: string | null };
  returnUrl: string | null;
  notifyUrl: string | null;
  paymentMethods: string | null;
  /** Oldest first. */
  attempts: Attempt[];
  refunds: Refund[];
}

/** One sending of a webhook, planned (`sentAt` null) or done. */
export interface Delivery {
  /** 1 for the first sending, 2… for the retries (`x-webhook-attempt`). */
  attempt: number;
  dueAt: number;
  sentAt: number | null;
  /** HTTP status of the answer; null where there was none. */
  status: number | null;
  error: string | null;
  /** Retried when it is not answered with 200; wilful duplicates are not. */
  retried: boolean;
}

export interface WebhookEvent {
  /** Sent as `x-idempotency-key`: the same for every sending of the same payload. */
  id: string;
  sequence: number;
  orderId: string;
  type: WebhookType;
  url: string | null;
  /** The raw body, byte for byte as sent and signed. */
  body: string;
  createdAt: number;
  /** Swallowed on purpose (control) or without an address to go to. */
  dropped: boolean;
  deliveries: Delivery[];
}

/** The first answer to a POST that carried an idempotency key. */
export interface StoredAnswer {
  bodyHash: string;
  status: number;
  body: unknown;
}

/** Rupees (a JSON number with at most 2 decimals) as integer paise; null when it is no such number. */
export function paiseFromRupees(rupees: unknown): number | null {
  if (typeof rupees !== "number" || !Number.isFinite(rupees)) return null;
  const paise = Math.round(rupees * 100);
  if (!Number.isSafeInteger(paise)) return null;
  return Number((paise / 100).toFixed(2)) === rupees ? paise : null;
}

/** Integer paise as rupees for JSON, at most 2 decimals. */
export function rupeesFromPaise(paise: number): number {
  return Number((paise / 100).toFixed(2));
}

/** Integer paise as rupees with always 2 decimals, as the provider writes amounts in webhooks: `1180.00`. */
export function fixedRupees(paise: number): string {
  return (paise / 100).toFixed(2);
}

const INDIAN = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });

/** Integer paise for people, with Indian digit groups: `₹12,34,567.00`. */
export function indianRupees(paise: number): string {
  return INDIAN.format(paise / 100);
}

const IST_OFFSET_MS = 5.5 * 3600 * 1000;

/** A moment as the provider writes it: Indian time, whole seconds, `2026-11-21T18:02:46+05:30`. */
export function indianIso(ms: number): string {
  return `${new Date(ms + IST_OFFSET_MS).toISOString().slice(0, 19)}+05:30`;
}

const ISO_WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** Milliseconds of an ISO 8601 moment that names its zone; null for anything else. */
export function momentFromIso(text: unknown): number | null {
  if (typeof text !== "string" || !ISO_WITH_ZONE.test(text)) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}
