import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { WebhookEvent, WebhookHeaders } from "./payment-provider.js";

/**
 * How old (or how far ahead) a webhook's time may be, in milliseconds. Retries come half an hour later and may
 * carry their first time, so this is wide; repeats do no harm, because every event is stored once and only makes
 * us ask the provider.
 */
const WEBHOOK_WINDOW_MS = 24 * 3600 * 1000;

/** One header's value; a header that is missing, blank or sent twice is none. */
function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/**
 * When a genuine webhook was signed: its signature is base64(HMAC-SHA256(secret, time + raw body)), compared in constant
 * time. A missing time is no signature.
 *
 * @param now milliseconds since 1970
 */
function timeOfGenuine(secret: string, rawBody: Buffer, headers: WebhookHeaders, now: number): Date | undefined {
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

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
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
 * Reads a webhook. Kinds we do not know, and bodies that are no JSON, are events too: they are stored without anything
 * to do. Refund events are recognised by `data.refund`, because their type's name is not certain; those of refunds that
 * the provider made by itself by `data.auto_refund`, which holds no id of ours and perhaps no order's.
 *
 * @param now milliseconds since 1970
 * @returns undefined when it is not genuine
 */
export function readWebhook(
  secret: string,
  rawBody: Buffer,
  headers: WebhookHeaders,
  now: number,
): WebhookEvent | undefined {
  const sentAt = timeOfGenuine(secret, rawBody, headers, now);
  if (sentAt === undefined) return undefined;
  const envelope = record(parsed(rawBody));
  const data = record(envelope["data"]);
  const order = record(data["order"]);
  const payment = record(data["payment"]);
  const refund = record(data["refund"] ?? data["auto_refund"]);
  const type = word(envelope["type"]) ?? "unknown";
  const paymentId = word(payment["cf_payment_id"]) ?? word(refund["cf_payment_id"]);
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

function parsed(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8"));
  } catch {
    return undefined;
  }
}
