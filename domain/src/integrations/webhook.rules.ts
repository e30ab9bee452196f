export const WEBHOOK_KINDS = ["booking.sold", "booking.cancelled", "booking.moved", "listing.live"] as const;
/** What other systems can be notified of. */
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];
/** What an operator sends to see whether an endpoint answers; to that endpoint alone, and tried once. */
export const TEST_PING = "test.ping";
export type SentWebhookKind = WebhookKind | typeof TEST_PING;

export const DELIVERY_STATES = ["waiting", "sending", "delivered", "failed"] as const;
/** A delivery's life: it waits for its next attempt, is under way, was answered with a 2xx, or was given up. */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Waits after each failed attempt, in seconds, as the Standard Webhooks specification recommends: eleven attempts within about
 * three days.
 */
export const RETRY_SECONDS = [
  ...[5, 5 * MINUTE, 30 * MINUTE],
  ...[2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR, 14 * HOUR, 14 * HOUR, 20 * HOUR],
] as const;

/** Share by which a wait is longer at most, so that what failed together is not tried again together. */
const SPREAD = 0.1;

/**
 * When a delivery is tried again, in seconds from its failed attempt; undefined if it is given up.
 *
 * @param attempts so far
 * @param random from 0 to 1
 */
export function retryAfterSeconds(kind: SentWebhookKind, attempts: number, random: number): number | undefined {
  if (kind === TEST_PING) return undefined;
  const wait = RETRY_SECONDS[attempts - 1];
  return wait === undefined ? undefined : Math.round(wait * (1 + SPREAD * random));
}

/** Days without one successful delivery after which an endpoint is disabled, with a notice. */
export const FAILING_DAYS = 5;

/** Why an endpoint is disabled: by an operator, because nothing reached it for days, or because it answered 410 Gone. */
export const DISABLED_REASONS = ["operator", "failing", "gone"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/**
 * Whether a failed attempt disables its endpoint.
 *
 * @param failingSince the first failed attempt since the last successful one
 * @param status of the answer; undefined without one
 */
export function disabledBy(failingSince: Date, at: Date, status: number | undefined): DisabledReason | undefined {
  if (status === 410) return "gone";
  return at.getTime() - failingSince.getTime() >= FAILING_DAYS * 24 * HOUR * 1000 ? "failing" : undefined;
}

/**
 * Deliveries to one endpoint that are started in a turn of five seconds: few at a time while it does not answer, so that it
 * neither delays others nor is flooded once it is back.
 */
export const PACE = { healthy: 20, failing: 1 } as const;

/** Whether an answer's status means that the receiver has it. Redirects are not followed. */
export const isReceived = (status: number): boolean => status >= 200 && status < 300;

/** How long both secrets sign after a rotation, in hours. */
export const ROTATION_HOURS = 24;
/** How long deliveries and their attempts are kept, in days. */
export const WEBHOOK_LOG_DAYS = 30;
/** How much of an answer the log keeps, in bytes. */
export const ANSWER_BYTES = 500;
/** Endpoints of an installation. */
export const MAX_ENDPOINTS = 20;
/** Maximum length of an endpoint's address, in characters. */
export const MAX_ENDPOINT_URL_LENGTH = 500;

/** Explains why an address cannot be an endpoint; undefined if it can. Where its name leads is found out at each delivery. */
export function endpointUrlProblem(text: string, production: boolean): string | undefined {
  if (text.length > MAX_ENDPOINT_URL_LENGTH) return `An address has at most ${MAX_ENDPOINT_URL_LENGTH} characters.`;
  if (!URL.canParse(text)) return "Please enter a whole address, such as https://example.com/hooks.";
  const url = new URL(text);
  if (url.protocol !== "https:" && (production || url.protocol !== "http:"))
    return "The address must start with https://.";
  if (url.username !== "" || url.password !== "") return "The address must not have a name or a password in it.";
  if (url.hash !== "" || text.includes("#")) return "The address must not have a part after #.";
  return undefined;
}

/** What happened, for anyone who is notified of it: ids, amounts in paise and times, and nothing about a person. */
export type WebhookData = Readonly<Record<string, string | number | null>>;

/** The body of a delivery. The same at each attempt, so its bytes are signed. */
export function webhookBody(kind: SentWebhookKind, at: Date, data: WebhookData): string {
  return JSON.stringify({ type: kind, timestamp: at.toISOString(), data });
}

/** The `webhook-id` of an event: the same at each attempt and to each endpoint, so that a receiver knows what it has had. */
export const webhookId = (eventId: string): string => `evt_${eventId.replaceAll("-", "")}`;

/** The text that is signed (Standard Webhooks). @param seconds since 1970, of this attempt */
export const signedText = (id: string, seconds: number, body: string): string => `${id}.${seconds}.${body}`;
