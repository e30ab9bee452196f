import { toRupees } from "@sakhi/domain/money/money";
import { paymentModeLabel } from "@sakhi/domain/payments/payment-mode";
import type { CreateOrderRequest, OrderEntity, PaymentEntity, RefundEntity } from "cashfree-pg";
import type { OrderRequest, ProviderOrder, ProviderPayment, ProviderRefund } from "./payment-provider.js";

/** An answer that lacks what it must have: its status was 200, but it says nothing we can act on. */
export class UnreadableAnswer extends Error {
  constructor(what: string) {
    super(`the provider's answer has no usable ${what}`);
    this.name = "UnreadableAnswer";
  }
}

function text(value: unknown, what: string): string {
  if (typeof value === "number") return String(value);
  if (typeof value !== "string" || value === "") throw new UnreadableAnswer(what);
  return value;
}

/** Rupees → paise, rounded: money that came must never go unread for a fraction of a paisa. */
function paise(value: unknown, what: string): number {
  const rupees = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof rupees !== "number" || !Number.isSafeInteger(Math.round(rupees * 100))) {
    throw new UnreadableAnswer(what);
  }
  return Math.round(rupees * 100);
}

function moment(value: unknown): Date | undefined {
  if (typeof value !== "string") return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : new Date(at);
}

/** Our request in the provider's words: rupees with at most two decimals, times without milliseconds. */
export function toCreateOrderRequest(request: OrderRequest): CreateOrderRequest {
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
  };
}

/** @throws UnreadableAnswer */
export function fromOrderEntity(entity: OrderEntity): ProviderOrder {
  return {
    orderId: text(entity.order_id, "order_id"),
    status: text(entity.order_status, "order_status"),
    amountPaise: paise(entity.order_amount, "order_amount"),
    currency: text(entity.order_currency, "order_currency"),
    sessionId: entity.payment_session_id === "" ? undefined : entity.payment_session_id,
    expiresAt: moment(entity.order_expiry_time),
  };
}

/** @throws UnreadableAnswer */
export function fromPaymentEntity(entity: PaymentEntity): ProviderPayment {
  return {
    paymentId: text(entity.cf_payment_id, "cf_payment_id"),
    status: text(entity.payment_status, "payment_status"),
    amountPaise: paise(entity.payment_amount, "payment_amount"),
    currency: text(entity.payment_currency ?? entity.order_currency, "payment_currency"),
    mode: paymentModeLabel(entity.payment_group),
    startedAt: moment(entity.payment_time),
    completedAt: moment(entity.payment_completion_time),
  };
}

/** @throws UnreadableAnswer */
export function fromRefundEntity(entity: RefundEntity): ProviderRefund {
  return {
    refundId: entity.refund_id === "" ? undefined : entity.refund_id,
    providerRefundId: text(entity.cf_refund_id, "cf_refund_id"),
    status: text(entity.refund_status, "refund_status"),
    amountPaise: paise(entity.refund_amount, "refund_amount"),
  };
}

/** @throws UnreadableAnswer when it is no list */
export function listOf<T, R>(value: readonly T[], read: (entry: T) => R): R[] {
  // The SDK's type says array; what came over the wire may be anything.
  const list: unknown = value;
  if (!Array.isArray(list)) throw new UnreadableAnswer("list");
  return value.map(read);
}
