import { createHmac, timingSafeEqual } from "node:crypto";
import { readIndianMobile, INDIAN_MOBILE } from "@sakhi/domain/fields/identifiers";
import { isStopWord } from "@sakhi/domain/whatsapp/stop-words";
import { REPORTED_STATES, type ReportedState } from "@sakhi/domain/whatsapp/whatsapp.rules";
import { fieldsOf, listOf, parsed } from "./cloud-api.client.js";

/** Most reports and answers that one call brings (Meta: up to 1000 updates). */
const MOST = 1_000;

/** What Meta reports about a message. */
export interface WhatsappReport {
  readonly providerId: string;
  /** Our id, which we gave with the message; undefined if it is another system's. */
  readonly messageId: string | undefined;
  readonly state: ReportedState;
  readonly at: Date;
  /** Meta's code, of a failure. */
  readonly errorCode: number | undefined;
  /** Meta's category and whether it costs anything; undefined if not reported. */
  readonly category: string | undefined;
  readonly billable: boolean | undefined;
}

/** What a call of Meta's webhook says, as far as it concerns us. */
export interface WhatsappEvents {
  readonly reports: readonly WhatsappReport[];
  /** Numbers that wrote a stop word, ten digits each. */
  readonly stops: readonly string[];
}

/** Whether a call is signed with the app's secret: `sha256=` and HMAC-SHA256 of the raw body in hex. Compared in constant time. */
export function isSigned(secret: string, rawBody: Buffer, header: unknown): boolean {
  const [, hex] = typeof header === "string" ? (/^sha256=([0-9a-f]{64})$/i.exec(header.trim()) ?? []) : [];
  if (hex === undefined || secret === "") return false;
  return timingSafeEqual(Buffer.from(hex, "hex"), createHmac("sha256", secret).update(rawBody).digest());
}

/** Whether two secrets are the same, in constant time whatever their length. */
export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHmac("sha256", "compared").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/**
 * Reads a verified body. Anything unknown, of another number or malformed is left out: Meta adds fields and events, and would
 * repeat a refused call for a week.
 */
export function eventsIn(rawBody: Buffer, phoneNumberId: string, now: Date): WhatsappEvents {
  const body = fieldsOf(parsed(rawBody.toString("utf8")));
  const values = listOf(body["entry"])
    .flatMap((entry) => listOf(fieldsOf(entry)["changes"]))
    .map(fieldsOf)
    .filter(({ field }) => field === "messages")
    .map(({ value }) => fieldsOf(value))
    .filter(({ metadata }) => fieldsOf(metadata)["phone_number_id"] === phoneNumberId);
  return {
    reports: values
      .flatMap(({ statuses }) => listOf(statuses))
      .slice(0, MOST)
      .flatMap((status) => reportOf(fieldsOf(status), now)),
    stops: values
      .flatMap(({ messages }) => listOf(messages))
      .slice(0, MOST)
      .map(fieldsOf)
      .filter((message) => isStopWord(wordsOf(message)))
      .map(({ from }) => readIndianMobile(typeof from === "string" ? from : ""))
      .filter((phone) => INDIAN_MOBILE.test(phone)),
  };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function reportOf(status: Readonly<Record<string, unknown>>, now: Date): WhatsappReport[] {
  const { id, biz_opaque_callback_data: ours, timestamp, errors, pricing } = status;
  const state = REPORTED_STATES.find((known) => known === status["status"]);
  // Also keeps out what the database cannot store.
  if (state === undefined || typeof id !== "string" || !/^[\x21-\x7e]{1,300}$/.test(id)) return [];
  const [error] = listOf(errors);
  const { code } = fieldsOf(error);
  const { category, billable } = fieldsOf(pricing);
  return [
    {
      ...{ providerId: id, state, at: timeOf(timestamp, now) },
      messageId: typeof ours === "string" && UUID.test(ours) ? ours : undefined,
      errorCode: typeof code === "number" && Number.isInteger(code) && Math.abs(code) < 2 ** 31 ? code : undefined,
      category: typeof category === "string" && /^[a-z_]{1,30}$/.test(category) ? category : undefined,
      billable: typeof billable === "boolean" ? billable : undefined,
    },
  ];
}

/** Seconds since 1970, as text; now if it is not plausible. */
function timeOf(timestamp: unknown, now: Date): Date {
  const ms = typeof timestamp === "string" && /^\d{9,11}$/.test(timestamp) ? Number(timestamp) * 1000 : Number.NaN;
  return Math.abs(now.getTime() - ms) < 30 * 86_400_000 ? new Date(Math.min(ms, now.getTime())) : now;
}

/** The words of an answer: a text, or the button that was pressed. */
function wordsOf(message: Readonly<Record<string, unknown>>): string {
  const { button_reply: reply } = fieldsOf(message["interactive"]);
  const found = [fieldsOf(message["text"])["body"], fieldsOf(message["button"])["text"], fieldsOf(reply)["title"]];
  return found.find((each): each is string => typeof each === "string") ?? "";
}
