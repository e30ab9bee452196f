import { createHash } from "node:crypto";
import { headerOf } from "./webhook-signature.js";
import type { WebhookHeaders } from "../provider/payment-provider.js";

/** What we keep of a webhook: ids, words and amounts, nothing about the payer. */
export interface WebhookEvent {
  /**
   * The same for every sending of the same event. Made of the body, which is signed: a key from a header beside it
   * could be put on another event by whoever has captured one, and the event it belongs to would pass for known.
   */
  readonly key: string;
  readonly type: string;
  readonly orderId: string | undefined;
  readonly refundId: string | undefined;
  readonly sentAt: Date | undefined;
  readonly body: Readonly<Record<string, string | number>>;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** Ids and words of the provider: short, without spaces or control characters. */
function word(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && /^[\w.:-]{1,100}$/.test(value) ? value : undefined;
}

function amount(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/**
 * Reads a genuine webhook (reference/payments-and-gst.md section 3). Kinds we do not know, and bodies that are no
 * JSON, are events too: they are kept without anything to do. Refund events are told by `data.refund`, because
 * their type's name is not certain.
 */
export function readWebhook(rawBody: Buffer, headers: WebhookHeaders): WebhookEvent {
  const envelope = record(parsed(rawBody));
  const data = record(envelope["data"]);
  const order = record(data["order"]);
  const payment = record(data["payment"]);
  const refund = record(data["refund"]);
  const type = word(envelope["type"]) ?? "unknown";
  const paymentId = word(payment["cf_payment_id"]);
  const providerRefundId = word(refund["cf_refund_id"]);
  const status = word(refund["refund_status"]) ?? word(payment["payment_status"]);
  const orderId = word(order["order_id"]) ?? word(refund["order_id"]);
  const refundId = word(refund["refund_id"]);
  const facts: Record<string, string | number | undefined> = {
    orderId,
    orderAmount: amount(order["order_amount"]),
    paymentId,
    status,
    paymentAmount: amount(payment["payment_amount"]),
    refundId,
    providerRefundId,
    refundAmount: amount(refund["refund_amount"]),
  };
  const sentAt = Number(headerOf(headers, "x-webhook-timestamp"));
  return {
    key: `${type}:${createHash("sha256").update(rawBody).digest("hex")}`,
    type,
    orderId,
    refundId: providerRefundId === undefined ? undefined : (refundId ?? providerRefundId),
    sentAt: Number.isFinite(sentAt) && sentAt > 0 ? new Date(sentAt) : undefined,
    body: Object.fromEntries(
      Object.entries(facts).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
    ),
  };
}

function parsed(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8"));
  } catch {
    return undefined;
  }
}
