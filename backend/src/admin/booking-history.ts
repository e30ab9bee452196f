import type { BookingEventKind } from "@sakhi/domain/bookings/booking.states";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { formatRupees } from "@sakhi/domain/money/money";
import type { BookingEventEntity } from "../bookings/bookings.entities.js";
import { toResponse } from "../platform/http/list-response.js";
import type { WhatsappMessageResponse } from "../whatsapp/whatsapp.response.js";
import type { AdminBookingResponse, TimelineEntryResponse } from "./admin-bookings.response.js";
import { type BookingEvent, eventSentence, HISTORY_WORDS, type HistoryWords } from "./history.words.js";

/** An event with the operator who caused it, if any. */
export type BookingEventRow = BookingEvent &
  Pick<BookingEventEntity, "id" | "at" | "bookingId"> & {
    readonly administrator: string | null;
    readonly reason: string | null;
  };

/**
 * Joins the audit entry of an operator's event `e`: the entry of the same transaction, or, for a payment that had to be
 * closed at the provider first, the entry of the request. Events without a transaction id (older ones) get the entry
 * nearest in time. The one-hour limit guards against reused transaction ids after a restore into a new cluster.
 */
export const OPERATOR_OF_EVENT = `
  LEFT JOIN LATERAL (
    SELECT a.administrator, a.reason FROM audit_log a
     WHERE e.actor = 'operator'
       AND ((a.subject_type = 'booking' AND a.subject_id = e.booking_id::text)
            OR (a.subject_type = 'stall' 
                AND a.subject_id = (SELECT s.stall_id FROM stalls s WHERE s.stall_key = e.stall_key)))
       AND CASE
             WHEN e.kind = 'payment_released' THEN a.action = 'booking_released' AND a.at <= e.at
             WHEN e.transaction_id IS NULL
               THEN a.at BETWEEN e.at - interval '3 seconds' AND e.at + interval '3 seconds'
             ELSE a.transaction_id = e.transaction_id
               AND a.at BETWEEN e.at - interval '1 hour' AND e.at + interval '1 hour'
           END
     ORDER BY abs(extract(epoch FROM a.at - e.at)) LIMIT 1) action ON true`;

/** Events whose note is the id of an order, invoice or refund. */
const WITH_REFERENCE: ReadonlySet<BookingEventKind> = new Set([
  "registered",
  "payment_started",
  "payment_opened",
  "attempt_failed",
  "termination_requested",
  "order_closed",
  "sold",
  "sold_late",
  "sold_offline",
  "invoice_issued",
  "credit_note_issued",
  "late_money",
  "paid_twice",
  "stall_offered",
  "offer_accepted",
  "offer_declined",
  "offer_expired",
  "offer_withdrawn",
  "refund_succeeded",
  "refund_failed",
]);

/** Id of the order, invoice or refund of an event. */
export function eventReference({ kind, detail }: BookingEvent): string | undefined {
  const refundId = detail["refundId"];
  if (typeof refundId === "string") return refundId;
  const note = detail["note"];
  return WITH_REFERENCE.has(kind) && typeof note === "string" && note !== "" ? note : undefined;
}

function whatsappEntry(message: WhatsappMessageResponse, words: HistoryWords): TimelineEntryResponse {
  const { id, template, state, problem, createdAt, sentAt, deliveredAt, readAt } = message;
  const reason = state === "failed" || state === "skipped" ? problem : undefined;
  return {
    at: readAt ?? deliveredAt ?? sentAt ?? createdAt,
    kind: "whatsapp",
    sentence: words.whatsapp[state]({ template: words.whatsappNames[template] }),
    by: "system",
    reference: id,
    ...(reason === undefined ? {} : { reason }),
  };
}

/**
 * Merges events, payments, mails and messages by WhatsApp into one history, oldest first, in the language of the page that shows it.
 * Invoices and refunds are events already.
 */
export function timelineOf(
  events: readonly BookingEventRow[],
  { payments, mails, whatsapp }: Pick<AdminBookingResponse, "payments" | "mails" | "whatsapp">,
  language: LanguageCode,
): TimelineEntryResponse[] {
  const words = HISTORY_WORDS[language];
  const entries: TimelineEntryResponse[] = [
    ...events.map((event) => entryOf(event, language)),
    ...payments.map((payment) => paymentEntry(payment, words)),
    ...mails.map((mail) => mailEntry(mail, words)),
    ...whatsapp.map((message) => whatsappEntry(message, words)),
  ];
  return entries.toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1));
}

function paymentEntry(
  { id, outcome, amount, mode, at }: AdminBookingResponse["payments"][number],
  { payment, paymentBy, outcomes }: HistoryWords,
): TimelineEntryResponse {
  const facts = { amount: formatRupees(amount), outcome: outcomes[outcome] };
  return {
    at,
    kind: "payment",
    sentence: mode === undefined ? payment(facts) : paymentBy({ ...facts, mode }),
    by: "provider",
    reference: id,
  };
}

function mailEntry(
  { id, template: name, state, createdAt, sentAt, copy, attempts }: AdminBookingResponse["mails"][number],
  { mails, mailNames }: HistoryWords,
): TimelineEntryResponse {
  const template = mailNames[name] ?? name.replaceAll("-", " ");
  const [sent, failed, waits] = copy
    ? [mails.sentAgain, mails.failedAgain, mails.waitsAgain]
    : [mails.sent, mails.failed, mails.waits];
  const unsent = state === "failed" ? failed({ template, attempts }) : waits({ template });
  return {
    at: sentAt ?? createdAt,
    kind: "mail",
    sentence: sentAt === undefined ? unsent : sent({ template }),
    by: "system",
    reference: id,
  };
}

function entryOf(event: BookingEventRow, language: LanguageCode): TimelineEntryResponse {
  const { at, actor: by, administrator, reason } = event;
  return {
    ...toResponse({ at, by, reference: eventReference(event), administrator, reason }),
    kind: timelineKind(event.kind),
    sentence: eventSentence(event, language),
  };
}

function timelineKind(kind: BookingEventKind): TimelineEntryResponse["kind"] {
  switch (kind) {
    case "invoice_issued":
    case "credit_note_issued":
      return "invoice";
    case "refund_requested":
    case "refund_succeeded":
    case "refund_failed":
      return "refund";
    default:
      return "event";
  }
}
