import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { fieldsOf, parsed } from "./cashfree.client.js";
import type { WebhookEvent, WebhookHeaders } from "./payment-provider.js";

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

/**
 * Verifies and parses a webhook. Unknown types and bodies that are not JSON are events too: they are stored, without an
 * effect. Refund events are recognised by `data.refund`, because the name of their type is not certain, and the provider's
 * own refunds by `data.auto_refund`, which has no refund id of ours and may have no order id.
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
  const order = fieldsOf(data["order"]);
  const payment = fieldsOf(data["payment"]);
  const refund = fieldsOf(data["refund"] ?? data["auto_refund"]);
  const type = token(envelope["type"]) ?? "unknown";
  const paymentId = token(payment["cf_payment_id"]) ?? token(refund["cf_payment_id"]);
  const providerRefundId = token(refund["cf_refund_id"]);
  const status = token(refund["refund_status"]) ?? token(payment["payment_status"]);
  const orderId = token(order["order_id"]) ?? token(refund["order_id"]);
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
  };
  return {
    key: `${type}:${createHash("sha256").update(rawBody).digest("hex")}`,
    type,
    orderId,
    refundId: providerRefundId === undefined ? undefined : (refundId ?? providerRefundId),
    sentAt,
    body: Object.fromEntries(
      Object.entries(facts).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
    ),
  };
}
