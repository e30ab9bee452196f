/** The provider's API entities (version 2025-01-01): rupees, Indian time, ids as strings. */
import { createHmac, randomUUID } from "node:crypto";
import {
  type Attempt,
  type Dispute,
  fixedRupees,
  indianIso,
  type Order,
  type Refund,
  rupeesFromPaise,
} from "./model.js";
import type { WebhookFacts } from "./store.js";

export function orderEntity(order: Order): Record<string, unknown> {
  return {
    cart_details: null,
    cf_order_id: order.cfOrderId,
    created_at: indianIso(order.createdAt),
    customer_details: {
      customer_id: order.customer.id,
      customer_name: order.customer.name,
      customer_email: order.customer.email,
      customer_phone: order.customer.phone,
      customer_uid: null,
    },
    entity: "order",
    order_amount: rupeesFromPaise(order.amountPaise),
    order_currency: order.currency,
    order_expiry_time: indianIso(order.expiresAt),
    order_id: order.orderId,
    order_meta: { return_url: order.returnUrl, notify_url: order.notifyUrl, payment_methods: order.paymentMethods },
    order_note: order.note,
    order_splits: [],
    order_status: order.status,
    order_tags: order.tags,
    payment_session_id: order.sessionId,
    products: null,
    terminal_data: null,
  };
}

/** The provider's `payment_group`. */
function paymentGroup(attempt: Attempt): string {
  return attempt.instrument.kind === "upi" ? "upi" : attempt.instrument.cardType;
}

/** The provider's `payment_method`: an object with one key. */
function paymentMethod(attempt: Attempt): Record<string, unknown> {
  const { instrument } = attempt;
  if (instrument.kind === "upi") {
    return { upi: { channel: "collect", upi_id: instrument.upiId } };
  }
  return {
    card: {
      channel: "link",
      card_number: instrument.masked,
      card_network: instrument.network,
      card_type: instrument.cardType,
      card_bank_name: instrument.bank,
      card_country: "IN",
    },
  };
}

/** `error_details` of an unsuccessful attempt; null otherwise. */
function errorDetails(attempt: Attempt): Record<string, unknown> | null {
  if (attempt.status !== "FAILED" && attempt.status !== "USER_DROPPED") return null;
  const dropped = attempt.status === "USER_DROPPED";
  return {
    error_code: dropped ? "TRANSACTION_DROPPED" : "TRANSACTION_DECLINED",
    error_description: attempt.message,
    error_reason: dropped ? "user_dropped" : "auth_declined",
    error_source: dropped ? "customer" : "bank",
    error_code_raw: null,
    error_description_raw: null,
    error_subcode_raw: null,
  };
}

export function paymentEntity(order: Order, attempt: Attempt): Record<string, unknown> {
  return {
    auth_id: "null",
    authorization: null,
    bank_reference: attempt.bankReference,
    cf_payment_id: attempt.paymentId,
    entity: "payment",
    error_details: errorDetails(attempt),
    international_payment: { international: false },
    is_captured: attempt.status === "SUCCESS",
    order_amount: rupeesFromPaise(order.amountPaise),
    order_currency: order.currency,
    order_id: order.orderId,
    payment_amount: rupeesFromPaise(attempt.amountPaise),
    payment_completion_time: attempt.completedAt === null ? null : indianIso(attempt.completedAt),
    payment_currency: order.currency,
    payment_gateway_details: {
      gateway_name: "CASHFREE",
      gateway_order_id: order.cfOrderId,
      gateway_payment_id: attempt.paymentId,
      gateway_order_reference_id: null,
      gateway_status_code: null,
      gateway_settlement: "CASHFREE",
    },
    payment_group: paymentGroup(attempt),
    payment_message: attempt.message,
    payment_method: paymentMethod(attempt),
    payment_offers: null,
    payment_status: attempt.status,
    payment_surcharge:
      attempt.surchargePaise === 0
        ? null
        : {
            payment_surcharge_service_charge: rupeesFromPaise(attempt.surchargePaise),
            payment_surcharge_service_tax: 0,
          },
    payment_time: indianIso(attempt.startedAt),
  };
}

const STATUS_DESCRIPTIONS: Record<Refund["status"], string> = {
  PENDING: "Refund is being processed",
  SUCCESS: "Refund processed successfully",
  CANCELLED: "Refund was cancelled",
  ONHOLD: "Refund is on hold: insufficient balance",
  FAILED: "Refund failed at the bank",
};

export function refundEntity(order: Order, refund: Refund): Record<string, unknown> {
  return {
    cf_payment_id: refund.paymentId,
    cf_refund_id: refund.cfRefundId,
    created_at: indianIso(refund.createdAt),
    entity: "refund",
    metadata: null,
    order_id: order.orderId,
    processed_at: refund.processedAt === null ? null : indianIso(refund.processedAt),
    refund_amount: rupeesFromPaise(refund.amountPaise),
    refund_arn: refund.status === "SUCCESS" ? refund.cfRefundId.slice(-12) : null,
    refund_charge: 0,
    refund_currency: order.currency,
    refund_id: refund.refundId,
    refund_mode: refund.speed,
    refund_note: refund.note,
    refund_speed: { requested: refund.speed, accepted: refund.speed, processed: null, message: null },
    refund_splits: [],
    refund_status: refund.status,
    refund_type: refund.type,
    status_description: STATUS_DESCRIPTIONS[refund.status],
  };
}

/** The disputed payment's order, as in API and webhook. */
function disputedOrder(order: Order, dispute: Dispute): Record<string, unknown> {
  return {
    order_id: order.orderId,
    order_amount: rupeesFromPaise(order.amountPaise),
    order_currency: order.currency,
    cf_payment_id: dispute.paymentId,
    payment_amount: rupeesFromPaise(order.amountPaise),
    payment_currency: order.currency,
  };
}

function disputeFields(dispute: Dispute): Record<string, unknown> {
  return {
    dispute_id: dispute.disputeId,
    dispute_type: dispute.status.startsWith("PRE_ARBITRATION") ? "PRE_ARBITRATION" : "CHARGEBACK",
    reason_code: dispute.reasonCode,
    reason_description: "Goods or Services Not Provided",
    dispute_amount: rupeesFromPaise(dispute.amountPaise),
    dispute_amount_currency: "INR",
    created_at: indianIso(dispute.createdAt),
    updated_at: indianIso(dispute.updatedAt),
    respond_by: indianIso(dispute.respondBy),
    dispute_status: dispute.status,
    cf_dispute_remarks: "",
  };
}

export function disputeEntity(order: Order, dispute: Dispute): Record<string, unknown> {
  return { ...disputeFields(dispute), order_details: disputedOrder(order, dispute) };
}

export const WEBHOOK_VERSION = "2025-01-01";

/** JSON.stringify with amounts in the provider's format, always with 2 decimals: `1180.00`. */
function rawJson(build: (amount: (paise: number) => string) => unknown): string {
  // A random mark per body, which no customer's text can contain.
  const mark = randomUUID();
  const json = JSON.stringify(build((paise) => `${mark}${fixedRupees(paise)}`));
  return json.replace(new RegExp(`"${mark}(-?\\d+\\.\\d\\d)"`, "g"), "$1");
}

/** Raw body of the webhook about `facts`, at `now` (epoch ms). */
export function webhookBody(facts: WebhookFacts, now: number): string {
  const { order } = facts;
  return rawJson((amount) => {
    if (facts.refund) {
      const { refund } = facts;
      const entity: Record<string, unknown> = {
        ...refundEntity(order, refund),
        refund_amount: amount(refund.amountPaise),
      };
      delete entity.refund_speed;
      const isAuto = refund.type === "PAYMENT_AUTO_REFUND";
      // Not requested by the shop, so it has no refund_id.
      if (isAuto) delete entity.refund_id;
      const data = isAuto ? { auto_refund: { event: "AUTO-REFUND", ...entity } } : { refund: entity };
      return { data, event_time: indianIso(now), type: facts.type };
    }
    if (facts.dispute) {
      const { dispute } = facts;
      const data = {
        dispute: { ...disputeFields(dispute), dispute_amount: amount(dispute.amountPaise) },
        order_details: disputedOrder(order, dispute),
        customer_details: {
          customer_name: order.customer.name,
          customer_email: order.customer.email,
          customer_phone: order.customer.phone,
        },
      };
      return { data, event_time: indianIso(now), type: facts.type };
    }
    if (facts.data) return { data: facts.data, event_time: indianIso(now), type: facts.type };
    const { attempt } = facts;
    const entity = paymentEntity(order, attempt);
    const error = errorDetails(attempt);
    return {
      data: {
        order: {
          order_id: order.orderId,
          order_amount: amount(order.amountPaise),
          order_currency: order.currency,
          order_tags: order.tags,
        },
        payment: {
          cf_payment_id: attempt.paymentId,
          payment_status: attempt.status,
          payment_amount: amount(attempt.amountPaise),
          payment_currency: order.currency,
          payment_message: attempt.message,
          payment_time: entity.payment_time,
          bank_reference: attempt.bankReference,
          auth_id: entity.auth_id,
          payment_method: entity.payment_method,
          payment_group: entity.payment_group,
          international_payment: entity.international_payment,
          payment_surcharge: entity.payment_surcharge,
        },
        customer_details: {
          customer_name: order.customer.name,
          customer_id: order.customer.id,
          customer_email: order.customer.email,
          customer_phone: order.customer.phone,
        },
        ...(error ? { error_details: error } : {}),
        payment_gateway_details: entity.payment_gateway_details,
        payment_offers: null,
      },
      event_time: indianIso(now),
      type: facts.type,
    };
  });
}

/** base64(HMAC-SHA256(client secret, timestamp header + raw body)). */
export function signature(secret: string, timestamp: string, rawBody: string): string {
  return createHmac("sha256", secret).update(timestamp).update(rawBody).digest("base64");
}
