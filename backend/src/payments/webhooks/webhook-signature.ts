import { createHmac, timingSafeEqual } from "node:crypto";
import type { WebhookHeaders } from "../provider/payment-provider.js";

/**
 * How old (or how far ahead) a webhook's time may be, in milliseconds. Retries come half an hour later and may
 * carry their first time, so this is wide; repeats do no harm, because every event is stored once and only makes
 * us ask the provider.
 */
export const WEBHOOK_WINDOW_MS = 24 * 3600 * 1000;

/** One header's value; a header that is missing, blank or sent twice is none. */
export function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/**
 * Whether the signature is base64(HMAC-SHA256(secret, time + raw body)), compared in constant time
 * (reference/payments-and-gst.md section 3). A missing time is no signature.
 *
 * @param now milliseconds since 1970
 */
export function isGenuineWebhook(
  secret: string,
  rawBody: Buffer,
  headers: WebhookHeaders,
  now: number,
): boolean {
  const signature = headerOf(headers, "x-webhook-signature");
  const timestamp = headerOf(headers, "x-webhook-timestamp");
  if (signature === undefined || timestamp === undefined || secret === "") return false;
  if (!/^\d{10,16}$/.test(timestamp)) return false;
  const want = createHmac("sha256", secret).update(timestamp).update(rawBody).digest();
  const got = Buffer.from(signature, "base64");
  if (got.length !== want.length || !timingSafeEqual(got, want)) return false;
  return Math.abs(now - millisecondsOf(timestamp)) <= WEBHOOK_WINDOW_MS;
}

/** Epoch milliseconds; some of the provider's products send seconds. */
function millisecondsOf(timestamp: string): number {
  const value = Number(timestamp);
  return timestamp.length <= 10 ? value * 1000 : value;
}
