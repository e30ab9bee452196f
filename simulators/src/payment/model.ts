/** Records of the payment simulator. Amounts are integer paise, times epoch ms. */

/** The provider's order statuses. */
export type OrderStatus = "ACTIVE" | "PAID" | "EXPIRED" | "TERMINATED" | "TERMINATION_REQUESTED";

/** Statuses of an attempt (`payment_status`); only PENDING can still change. */
export type AttemptStatus = "PENDING" | "SUCCESS" | "FAILED" | "USER_DROPPED" | "CANCELLED";

/** How an attempt ends; `cancelled`: the provider reversed a payment that arrived after its own time limit. */
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
  "DISPUTE_CREATED",
  "DISPUTE_UPDATED",
  "DISPUTE_CLOSED",
] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** Statuses of a dispute (`dispute_status`), as far as they are simulated. */
export const DISPUTE_STATUSES = [
  "CHARGEBACK_CREATED",
  "CHARGEBACK_DOCS_RECEIVED",
  "CHARGEBACK_UNDER_REVIEW",
  "CHARGEBACK_INSUFFICIENT_EVIDENCE",
  "CHARGEBACK_MERCHANT_WON",
  "CHARGEBACK_MERCHANT_LOST",
  "CHARGEBACK_MERCHANT_ACCEPTED",
  "PRE_ARBITRATION_CREATED",
] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** A payment instrument; card numbers are stored masked. */
export type Instrument =
  | { kind: "upi"; upiId: string }
  | { kind: "card"; masked: string; network: string; cardType: "debit_card" | "credit_card"; bank: string };

export interface Attempt {
  /** The provider's `cf_payment_id`. */
  paymentId: string;
  status: AttemptStatus;
  amountPaise: number;
  /** Part of `amountPaise` charged beyond the order's amount. */
  surchargePaise: number;
  instrument: Instrument;
  startedAt: number;
  completedAt: number | null;
  message: string;
  bankReference: string;
  /** Automatic end at a time; null = stays pending until the control API ends it. */
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
  /** Automatic status change at a time; null = none. */
  due: { at: number; status: RefundStatus } | null;
}

/** A payer's bank asks for a payment back. */
export interface Dispute {
  disputeId: string;
  paymentId: string;
  amountPaise: number;
  status: DisputeStatus;
  reasonCode: string;
  createdAt: number;
  updatedAt: number;
  /** Until when evidence is taken. */
  respondBy: number;
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
  /** With the setting `terminationRequested`: when a requested termination completes. */
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
  /** Absent in files of earlier versions. */
  disputes?: Dispute[];
}

/** A line of a payout (the provider's settlement); its amount is positive, and `sale` says its direction. */
export interface PayoutLine {
  eventId: string;
  type: "PAYMENT" | "REFUND" | "DISPUTE" | "DISPUTE_REVERSAL" | "OTHER_ADJUSTMENT";
  sale: "CREDIT" | "DEBIT";
  amountPaise: number;
  feePaise: number;
  feeTaxPaise: number;
  at: number;
  orderId: string | null;
  paymentId: string | null;
  refundId: string | null;
}

/** What the provider transfers to the shop's bank. */
export interface Payout {
  payoutId: string;
  utr: string;
  status: PayoutStatus;
  paidAt: number;
  /** Of the payout itself. */
  feePaise: number;
  feeTaxPaise: number;
  lines: PayoutLine[];
}

/** Statuses of a payout, as far as they are simulated. */
export const PAYOUT_STATUSES = ["SUCCESS", "PENDING_WITH_BANK", "FAILED"] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** A delivery of a webhook, planned (`sentAt` null) or done. */
export interface Delivery {
  /** 1 for the first delivery, 2… for retries (`x-webhook-attempt`). */
  attempt: number;
  dueAt: number;
  sentAt: number | null;
  /** HTTP status of the response; null if there was none. */
  status: number | null;
  error: string | null;
  /** Whether to retry unless the response is 200; false for deliberate duplicates. */
  retried: boolean;
}

export interface WebhookEvent {
  /** Sent as `x-idempotency-key`: the same for all deliveries of a payload. */
  id: string;
  sequence: number;
  orderId: string;
  /** A {@link WebhookType}, or any other that the control API sends. */
  type: string;
  url: string | null;
  /** The raw body, exactly as sent and signed. */
  body: string;
  createdAt: number;
  /** Dropped by a control, or has no address. */
  dropped: boolean;
  deliveries: Delivery[];
}

/** The first response to a POST with an idempotency key. */
export interface StoredResponse {
  bodyHash: string;
  status: number;
  body: unknown;
}

/** Converts rupees (a JSON number with at most 2 decimals) to integer paise; null for other values. */
export function paiseFromRupees(rupees: unknown): number | null {
  if (typeof rupees !== "number" || !Number.isFinite(rupees)) return null;
  const paise = Math.round(rupees * 100);
  if (!Number.isSafeInteger(paise)) return null;
  return Number((paise / 100).toFixed(2)) === rupees ? paise : null;
}

/** Converts paise to rupees for JSON, with at most 2 decimals. */
export function rupeesFromPaise(paise: number): number {
  return Number((paise / 100).toFixed(2));
}

/** Formats paise as rupees with exactly 2 decimals, as in the provider's webhooks: `1180.00`. */
export function fixedRupees(paise: number): string {
  return (paise / 100).toFixed(2);
}

const INDIAN = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });

/** Formats paise for display, with Indian digit groups: `₹12,34,567.00`. */
export function indianRupees(paise: number): string {
  return INDIAN.format(paise / 100);
}

const IST_OFFSET_MS = 5.5 * 3600 * 1000;

/** Formats a time like the provider: Indian time, whole seconds, `2026-11-21T18:02:46+05:30`. */
export function indianIso(ms: number): string {
  return `${new Date(ms + IST_OFFSET_MS).toISOString().slice(0, 19)}+05:30`;
}

const ISO_WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** Parses an ISO 8601 time with a time zone to epoch ms; null for anything else. */
export function momentFromIso(text: unknown): number | null {
  if (typeof text !== "string" || !ISO_WITH_ZONE.test(text)) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}
