import type { BookingEventKind, ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import { formatRupees } from "@sakhi/domain/money/money";
import { WHATSAPP_TEXTS } from "@sakhi/domain/whatsapp/whatsapp.templates";
import type { BookingEventEntity } from "../bookings/bookings.entities.js";
import { toResponse } from "../platform/http/list-response.js";
import type { WhatsappMessageResponse } from "../whatsapp/whatsapp.response.js";
import type { AdminBookingResponse, TimelineEntryResponse } from "./admin-bookings.response.js";

/** An event of a booking. `detail.note` holds a release reason, an order id, an invoice number … */
type BookingEvent = Pick<BookingEventEntity, "kind" | "actor" | "detail">;

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

/** Completes "Released: …". */
export const RELEASE_LABELS: Readonly<Record<ReleaseReason, string>> = {
  left: "the visitor left the page or returned the stall",
  replaced: "the visitor reserved another stall",
  hold_expired: "its time ran out before the visitor went to pay",
  payment_expired: "the time to pay ran out without a payment",
  payment_failed: "the time to pay ran out and every payment had failed",
  operator: "an operator released it",
  cancelled: "an operator cancelled the sale",
};

/** Describes every kind of event; a missing kind does not compile. */
const SENTENCES: Readonly<Record<BookingEventKind, (event: BookingEvent) => string>> = {
  reserved: () => "Reserved while the form is filled in",
  registered: () => "Registered: the form was filled in",
  payment_started: () => "Went to pay: the countdown of the hold stopped",
  payment_opened: () => "The payment provider opened the order",
  payment_not_opened: () => "The payment provider did not open the order: back to registered",
  attempt_failed: () => "A payment attempt failed; the stall stays reserved",
  termination_requested: ({ actor }) =>
    actor === "visitor"
      ? "The visitor turned to another stall: the order is being closed"
      : actor === "operator"
        ? "An operator ended the payment: the order is being closed"
        : "The time to pay is over: the order is being closed",
  order_closed: () => "The payment provider closed the order without money",
  sold: () => "Paid and sold",
  sold_late: () => "Paid late, and sold because a stall was still free",
  sold_offline: ({ detail }) => `Sold to a walk-in who paid by ${textOf(detail["method"])}`,
  invoice_issued: () => "Invoice issued",
  credit_note_issued: () => "Credit note issued",
  listing_claimed: () => "The free listing that comes with the stall was claimed",
  listing_offer_returned: () => "The claim of the free listing ended: it can be claimed again",
  hold_released: (event) => released(event),
  payment_released: (event) => released(event),
  unblocked: () => "Unblocked: free again",
  cancelled: ({ detail }) => `The sale was cancelled, ${textOf(detail["note"])}`,
  blocked: ({ detail }) =>
    detail["waitingList"] === true ? "Kept for somebody on the waiting list" : "Blocked by an operator",
  moved: ({ detail }) => `Moved from ${textOf(detail["from"])} to ${textOf(detail["to"])}`,
  move_asked: ({ detail }) => `Stall kept for the move ${textOf(detail["note"])}, until the difference is paid`,
  move_lapsed: ({ detail }) => `The move ${textOf(detail["note"])} was not paid in time`,
  move_withdrawn: ({ detail }) => `The move ${textOf(detail["note"])} was withdrawn`,
  hold_extended: ({ detail }) => `The hold was extended by ${textOf(detail["note"])}`,
  corrected: ({ detail }) => `The registration was corrected: ${textOf(detail["note"])}`,
  late_money: () => "Money came after the stall had been released",
  paid_twice: () => "A second payment on this order succeeded; it is refunded automatically",
  stall_offered: ({ detail }) =>
    `Stall ${textOf(detail["stallId"])} was taken: a free ${textOf(detail["type"])} stall was offered by mail`,
  offer_accepted: ({ detail }) => `The payer chose stall ${textOf(detail["to"])} instead of ${textOf(detail["from"])}`,
  offer_declined: () => "The payer declined the offered stalls and asked for the refund",
  offer_expired: () => "The offer of another stall ended without a choice",
  offer_withdrawn: () => "The offer of another stall was withdrawn: the money is refunded",
  refund_requested: () => "A refund was decided",
  refund_succeeded: () => "The refund reached the payer",
  refund_failed: () => "The payment provider rejected the refund",
  issue_raised: ({ detail }) => `Issue raised: ${textOf(detail["note"])}`,
};

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

/** Describes an event; kinds unknown to this version are shown by name. */
export function eventSentence(event: BookingEvent): string {
  const sentence = (SENTENCES as Partial<typeof SENTENCES>)[event.kind];
  return sentence === undefined ? textOf(event.kind) : sentence(event);
}

/** Id of the order, invoice or refund of an event. */
export function eventReference({ kind, detail }: BookingEvent): string | undefined {
  const refundId = detail["refundId"];
  if (typeof refundId === "string") return refundId;
  const note = detail["note"];
  return WITH_REFERENCE.has(kind) && typeof note === "string" && note !== "" ? note : undefined;
}

function released({ detail }: BookingEvent): string {
  const note = detail["note"];
  const why = (RELEASE_LABELS as Readonly<Record<string, string>>)[String(note)];
  return `Released: ${why ?? textOf(note)}`;
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).replaceAll("_", " ") : "";
}

const OUTCOMES = { success: "successful", failed: "failed", pending: "not decided yet" } as const;

/** What became of a message by WhatsApp. */
const WHATSAPP_OUTCOMES: Readonly<Record<WhatsappMessageResponse["state"], string>> = {
  queued: "waits to be sent",
  sending: "is being sent",
  sent: "sent",
  delivered: "delivered",
  read: "read",
  failed: "failed",
  skipped: "not sent",
};

function whatsappEntry(message: WhatsappMessageResponse): TimelineEntryResponse {
  const { id, template, state, problem, createdAt, sentAt, deliveredAt, readAt } = message;
  const reason = state === "failed" || state === "skipped" ? problem : undefined;
  return {
    at: readAt ?? deliveredAt ?? sentAt ?? createdAt,
    kind: "whatsapp",
    sentence: `WhatsApp "${WHATSAPP_TEXTS[template].label}" ${WHATSAPP_OUTCOMES[state]}`,
    by: "system",
    reference: id,
    ...(reason === undefined ? {} : { reason }),
  };
}

/**
 * Merges events, payments, mails and messages by WhatsApp into one history, oldest first. Invoices and refunds are events already.
 */
export function timelineOf(
  events: readonly BookingEventRow[],
  { payments, mails, whatsapp }: Pick<AdminBookingResponse, "payments" | "mails" | "whatsapp">,
): TimelineEntryResponse[] {
  const entries: TimelineEntryResponse[] = [
    ...events.map(entryOf),
    ...payments.map(({ id, outcome, amount, mode, at }) => ({
      at,
      kind: "payment" as const,
      sentence: `Payment of ₹${formatRupees(amount)}${mode === undefined ? "" : ` by ${mode}`}: ${OUTCOMES[outcome]}`,
      by: "provider",
      reference: id,
    })),
    ...mails.map(({ id, template, state, createdAt, sentAt, copy, attempts }) => {
      const what = `Mail "${template.replaceAll("-", " ")}"${copy ? " (sent again)" : ""}`;
      const unsent = state === "failed" ? `given up after ${attempts} tries` : "waits to be sent";
      return {
        at: sentAt ?? createdAt,
        kind: "mail" as const,
        sentence: `${what} ${sentAt === undefined ? unsent : "sent"}`,
        by: "system",
        reference: id,
      };
    }),
    ...whatsapp.map(whatsappEntry),
  ];
  return entries.toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1));
}

function entryOf(event: BookingEventRow): TimelineEntryResponse {
  const { at, actor: by, administrator, reason } = event;
  return {
    ...toResponse({ at, by, reference: eventReference(event), administrator, reason }),
    kind: timelineKind(event.kind),
    sentence: eventSentence(event),
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
