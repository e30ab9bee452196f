import { toRupees } from "@sakhi/domain/money/money";
import { paymentModeLabel } from "@sakhi/domain/payments/payment-mode";
import type {
  OrderRequest,
  ProviderOrder,
  ProviderPayment,
  ProviderRefund,
  RefundRequest,
} from "./payment-provider.js";

/** The order tag that holds the mark of our database. */
const INSTALLATION_TAG = "installation";

/** An answer that lacks what it must have: its status was 200, but it says nothing we can act on. */
export class UnreadableResponse extends Error {
  constructor(what: string) {
    super(`the provider's answer has no usable ${what}`);
    this.name = "UnreadableAnswer";
  }
}

/** The provider's words, ids and sessions: printable ASCII, so that PostgreSQL and a log can take them as they are. */
const WORD = /^[\x21-\x7e]{1,1000}$/;
/** ISO 8601 in a year that every part of ours can hold. */
const MOMENT = /^[12]\d{3}-\d\d-\d\dT/;

/** An object's fields; none of anything else. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** What may be missing: absent, null, empty or unusable are all none. */
function optional(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && WORD.test(value) ? value : undefined;
}

function text(value: unknown, what: string): string {
  const found = optional(value);
  if (found === undefined) throw new UnreadableResponse(what);
  return found;
}

/** Rupees → paise, rounded: money that came must never go unread for a fraction of a paisa. */
function paise(value: unknown, what: string): number {
  const rupees = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof rupees !== "number" || rupees < 0 || !Number.isSafeInteger(Math.round(rupees * 100))) {
    throw new UnreadableResponse(what);
  }
  return Math.round(rupees * 100);
}

function moment(value: unknown): Date | undefined {
  if (typeof value !== "string" || !MOMENT.test(value)) return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : new Date(at);
}

/** Our request in the provider's words: rupees with at most two decimals, times without milliseconds. */
export function toCreateOrderRequest(request: OrderRequest): object {
  const { customer } = request;
  return {
    order_id: request.orderId,
    order_amount: toRupees(request.amountPaise),
    order_currency: request.currency,
    order_expiry_time: request.expiresAt,
    customer_details: {
      customer_id: customer.id,
      customer_phone: customer.phone,
      ...(customer.email === undefined ? {} : { customer_email: customer.email }),
      ...(customer.name === undefined ? {} : { customer_name: customer.name }),
    },
    order_meta: {
      return_url: request.returnUrl,
      ...(request.notifyUrl === undefined ? {} : { notify_url: request.notifyUrl }),
    },
    ...(request.installation === undefined ? {} : { order_tags: { [INSTALLATION_TAG]: request.installation } }),
  };
}

/** A refund in the provider's words. */
export function toRefundRequest({ refundId, amountPaise }: RefundRequest): object {
  return { refund_id: refundId, refund_amount: toRupees(amountPaise), refund_note: "Stall payment returned in full" };
}

/** The order an answer is about must be the one we asked about. Ids are compared without case, as the provider may. */
function sameOrder(value: unknown, orderId: string): string {
  const reported = text(value, "order_id");
  if (reported.toLowerCase() !== orderId.toLowerCase()) throw new UnreadableResponse("order_id");
  return reported;
}

/**
 * @param orderId the order that was asked about
 * @throws UnreadableResponse
 */
export function fromOrderEntity(value: unknown, orderId: string): ProviderOrder {
  const entity = fieldsOf(value);
  return {
    orderId: sameOrder(entity["order_id"], orderId),
    status: text(entity["order_status"], "order_status"),
    amountPaise: paise(entity["order_amount"], "order_amount"),
    currency: text(entity["order_currency"], "order_currency"),
    sessionId: optional(entity["payment_session_id"]),
    expiresAt: moment(entity["order_expiry_time"]),
    customerId: optional(fieldsOf(entity["customer_details"])["customer_id"]),
    installation: optional(fieldsOf(entity["order_tags"])[INSTALLATION_TAG]),
    createdAt: moment(entity["created_at"]),
  };
}

/**
 * @param orderId the order that was asked about
 * @throws UnreadableResponse
 */
export function fromPaymentEntity(value: unknown, orderId: string): ProviderPayment {
  const entity = fieldsOf(value);
  sameOrder(entity["order_id"], orderId);
  return {
    paymentId: text(entity["cf_payment_id"], "cf_payment_id"),
    status: text(entity["payment_status"], "payment_status"),
    amountPaise: paise(entity["payment_amount"], "payment_amount"),
    currency: text(entity["payment_currency"] ?? entity["order_currency"], "payment_currency"),
    mode: paymentModeLabel(optional(entity["payment_group"])),
    startedAt: moment(entity["payment_time"]),
    completedAt: moment(entity["payment_completion_time"]),
  };
}

/**
 * @param orderId the order that was asked about
 * @throws UnreadableResponse
 */
export function fromRefundEntity(value: unknown, orderId: string): ProviderRefund {
  const entity = fieldsOf(value);
  sameOrder(entity["order_id"], orderId);
  return {
    refundId: optional(entity["refund_id"]),
    providerRefundId: text(entity["cf_refund_id"], "cf_refund_id"),
    status: text(entity["refund_status"], "refund_status"),
    amountPaise: paise(entity["refund_amount"], "refund_amount"),
    bankReference: optional(entity["refund_arn"]),
  };
}

/** @throws UnreadableResponse when it is no list */
export function listOf<R>(value: unknown, read: (entry: unknown) => R): R[] {
  if (!Array.isArray(value)) throw new UnreadableResponse("list");
  return value.map((entry: unknown) => read(entry));
}
