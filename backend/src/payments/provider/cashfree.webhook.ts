import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { SeenDispute } from "@sakhi/domain/payments/dispute.rules";
import { dateOf, fieldsOf, parsed } from "./cashfree.client.js";
import type { WebhookConcern, WebhookEvent, WebhookHeaders } from "./payment-provider.js";

/**
 * Maximum difference between a webhook's time and now, in ms. Wide, because retries arrive half an hour later and may
 * carry the first time. Replays are harmless: an event is stored once and only triggers a reading at the provider.
 */
const WEBHOOK_WINDOW_MS = 24 * 3600 * 1000;

/** A header's value; undefined if it is missing, blank or sent twice. */
function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/**
 * Verifies a webhook's signature, base64(HMAC-SHA256(secret, time + raw body)), in constant time.
 *
 * @param now epoch milliseconds
 * @returns when it was signed; undefined if the signature or time is missing, invalid or too old
 */
function verifiedTime(secret: string, rawBody: Buffer, headers: WebhookHeaders, now: number): Date | undefined {
  const signature = headerOf(headers, "x-webhook-signature");
  const timestamp = headerOf(headers, "x-webhook-timestamp");
  if (signature === undefined || timestamp === undefined || secret === "") return undefined;
  if (!/^\d{10,16}$/.test(timestamp)) return undefined;
  const want = createHmac("sha256", secret).update(timestamp).update(rawBody).digest();
  const got = Buffer.from(signature, "base64");
  if (got.length !== want.length || !timingSafeEqual(got, want)) return undefined;
  const at = millisecondsOf(timestamp);
  return Math.abs(now - at) <= WEBHOOK_WINDOW_MS ? new Date(at) : undefined;
}

/** Epoch milliseconds; some of the provider's products send seconds. */
function millisecondsOf(timestamp: string): number {
  const value = Number(timestamp);
  return timestamp.length <= 10 ? value * 1000 : value;
}

/** An id, status or event type of the provider: short, without spaces or control characters. */
function token(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && /^[\w.:-]{1,100}$/.test(value) ? value : undefined;
}

function amount(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** Types of events about payments; all others are recognised by their content. */
const PAYMENT_TYPES: ReadonlySet<string> = new Set([
  "PAYMENT_SUCCESS_WEBHOOK",
  "PAYMENT_FAILED_WEBHOOK",
  "PAYMENT_USER_DROPPED_WEBHOOK",
  "PAYMENT_CHARGES_WEBHOOK",
]);

function concernOf(type: string, data: Readonly<Record<string, unknown>>): WebhookConcern {
  if (type.startsWith("DISPUTE_") || data["dispute"] !== undefined) return "dispute";
  if (data["refund"] !== undefined || data["auto_refund"] !== undefined) return "refund";
  return PAYMENT_TYPES.has(type) ? "payment" : "unknown";
}

/** An id that may stand in any part of an event: `data.order.order_id`, `data.order_details.order_id`, `data.order_id`. */
function idAnywhere(data: Readonly<Record<string, unknown>>, name: string): string | undefined {
  for (const part of [data, ...Object.values(data).map(fieldsOf)]) {
    const found = token(part[name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A dispute; amount and times may be missing, as its id must not be. */
function disputeOf(data: Readonly<Record<string, unknown>>): SeenDispute | undefined {
  const dispute = fieldsOf(data["dispute"]);
  const disputeId = token(dispute["dispute_id"]);
  if (disputeId === undefined) return undefined;
  const rupees = amount(dispute["dispute_amount"]) ?? amount(fieldsOf(data["order_details"])["payment_amount"]) ?? 0;
  return {
    disputeId,
    paymentId: idAnywhere(data, "cf_payment_id"),
    amountPaise: Math.round(rupees * 100),
    status: token(dispute["dispute_status"]) ?? "unknown",
    respondBy: dateOf(dispute["respond_by"]),
    reasonCode: token(dispute["reason_code"]),
    updatedAt: dateOf(dispute["updated_at"]) ?? dateOf(dispute["created_at"]),
  };
}

/**
 * Verifies and parses a webhook. Unknown types and bodies that are not JSON are events too: they are stored, and raise an
 * issue if they name an order of ours. Refund events are recognised by `data.refund`, because the name of their type is not
 * certain, and the provider's own refunds by `data.auto_refund`, which has no refund id of ours and may have no order id.
 *
 * @param now epoch milliseconds
 * @returns undefined if the signature is invalid or too old
 */
export function readWebhook(
  secret: string,
  rawBody: Buffer,
  headers: WebhookHeaders,
  now: number,
): WebhookEvent | undefined {
  const sentAt = verifiedTime(secret, rawBody, headers, now);
  if (sentAt === undefined) return undefined;
  const envelope = fieldsOf(parsed(rawBody.toString("utf8")));
  const data = fieldsOf(envelope["data"]);
  const order = fieldsOf(data["order"] ?? data["order_details"]);
  const payment = fieldsOf(data["payment"]);
  const refund = fieldsOf(data["refund"] ?? data["auto_refund"]);
  const type = token(envelope["type"]) ?? "unknown";
  const paymentId = idAnywhere(data, "cf_payment_id");
  const providerRefundId = token(refund["cf_refund_id"]);
  const status = token(refund["refund_status"]) ?? token(payment["payment_status"]);
  const orderId = token(order["order_id"]) ?? idAnywhere(data, "order_id");
  const dispute = disputeOf(data);
  const refundId = token(refund["refund_id"]);
  const facts: Record<string, string | number | undefined> = {
    orderId,
    orderAmount: amount(order["order_amount"]),
    paymentId,
    status,
    paymentAmount: amount(payment["payment_amount"]),
    refundId,
    providerRefundId,
    refundAmount: amount(refund["refund_amount"]),
    disputeId: dispute?.disputeId,
    disputePaise: dispute?.amountPaise,
    disputeStatus: dispute?.status,
    respondBy: dispute?.respondBy?.toISOString(),
    reasonCode: dispute?.reasonCode,
    disputeUpdatedAt: dispute?.updatedAt?.toISOString(),
  };
  return {
    key: `${type}:${createHash("sha256").update(rawBody).digest("hex")}`,
    type,
    concerns: concernOf(type, data),
    orderId,
    refundId: providerRefundId === undefined ? undefined : (refundId ?? providerRefundId),
    sentAt,
    body: Object.fromEntries(
      Object.entries(facts).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
    ),
  };
}
