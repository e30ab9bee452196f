import { formatRupees } from "@sakhi/domain/money/money";
import type { RawStallEvent } from "./stall-histories.service.js";
import type { AdminBookingResponse, TimelineEntryResponse } from "./admin-booking.response.js";
import { eventReference, eventSentence } from "./event-labels.js";

type Documents = Pick<AdminBookingResponse, "payments" | "invoices" | "mails" | "refunds">;

/**
 * Events, payments, papers, mails and refunds as one story, oldest first. What an event tells already (invoices,
 * refunds that were decided) is not told twice.
 */
export function timelineOf(events: readonly RawStallEvent[], documents: Documents): TimelineEntryResponse[] {
  const history: TimelineEntryResponse[] = [
    ...events.map(ofEvent),
    ...documents.payments.map(({ id, outcome, amount, mode, at }) => ({
      at,
      kind: "payment" as const,
      sentence: `Payment of ₹${formatRupees(amount)}${mode === undefined ? "" : ` by ${mode}`}: ${OUTCOMES[outcome]}`,
      by: "provider",
      reference: id,
    })),
    ...documents.mails.flatMap(({ id, template, state, createdAt, sentAt, copy, attempts }) => {
      const what = `Mail "${template.replaceAll("-", " ")}"${copy ? " (sent again)" : ""}`;
      const entry = { kind: "mail" as const, by: "system", reference: id };
      if (sentAt !== undefined) return [{ ...entry, at: sentAt, sentence: `${what} sent` }];
      const status = state === "failed" ? `given up after ${attempts} tries` : "waits to be sent";
      return [{ ...entry, at: createdAt, sentence: `${what} ${status}` }];
    }),
  ];
  return history.toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1));
}

const OUTCOMES = { success: "successful", failed: "failed", pending: "not decided yet" } as const;

function ofEvent(event: RawStallEvent): TimelineEntryResponse {
  const reference = eventReference(event);
  return {
    at: event.at.toISOString(),
    kind: kindOf(event.kind),
    sentence: eventSentence(event),
    by: event.actor,
    ...(reference === undefined ? {} : { reference }),
    ...(event.administrator === null ? {} : { administrator: event.administrator }),
    ...(event.reason === null ? {} : { reason: event.reason }),
  };
}

function kindOf(kind: RawStallEvent["kind"]): TimelineEntryResponse["kind"] {
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
