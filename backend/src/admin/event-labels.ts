import type { BookingActor, BookingEventKind, ReleaseReason } from "@sakhi/domain/bookings/booking.states";

/** An event as it stands in booking_events. */
export interface RecordedEvent {
  readonly kind: BookingEventKind;
  readonly actor: BookingActor;
  /** Facts, among them `note`: a release reason, an order id, an invoice number … */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Why a stall was released, in words that go on after "Released: ". */
export const RELEASE_LABELS: Readonly<Record<ReleaseReason, string>> = {
  left: "the visitor left the page or gave the stall back",
  replaced: "the visitor reserved another stall",
  hold_expired: "its time ran out before the visitor went to pay",
  payment_expired: "the time to pay ran out without a payment",
  payment_failed: "the time to pay ran out and every payment had failed",
  operator: "an operator released it",
  cancelled: "an operator cancelled the sale",
};

/** Every event in words; one without them does not compile. */
const WORDS: Readonly<Record<BookingEventKind, (event: RecordedEvent) => string>> = {
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
  sold_offline: ({ detail }) => `Sold to a walk-in who paid by ${wordOf(detail["method"])}`,
  invoice_issued: () => "Invoice issued",
  credit_note_issued: () => "Credit note issued",
  listing_claimed: () => "The free listing that comes with the stall was claimed",
  listing_offer_returned: () => "The claim of the free listing ended: it can be claimed again",
  hold_released: (event) => released(event),
  payment_released: (event) => released(event),
  unblocked: () => "Unblocked: free again",
  cancelled: ({ detail }) => `The sale was cancelled, ${wordOf(detail["note"])}`,
  blocked: () => "Blocked by the organiser",
  moved: ({ detail }) => `Moved from ${wordOf(detail["from"])} to ${wordOf(detail["to"])}`,
  hold_extended: ({ detail }) => `The hold was extended by ${wordOf(detail["note"])}`,
  late_money: () => "Money came after the stall had been released",
  paid_twice: () => "A second payment on this order succeeded; it goes back automatically",
  stall_offered: ({ detail }) =>
    `Stall ${wordOf(detail["stallId"])} was taken: a free ${wordOf(detail["type"])} stall was offered by mail`,
  offer_accepted: ({ detail }) =>
    `The payer chose stall ${wordOf(detail["to"])} instead of ${wordOf(detail["from"])}`,
  offer_declined: () => "The payer declined the offered stalls and asked for the refund",
  offer_expired: () => "The offer of another stall ended without a choice",
  offer_withdrawn: () => "The offer of another stall was withdrawn: the money goes back",
  refund_requested: () => "A refund was decided",
  refund_succeeded: () => "The refund reached the payer",
  refund_failed: () => "The payment provider refused the refund",
  issue_raised: ({ detail }) => `Put before the operator: ${wordOf(detail["note"])}`,
};

/** Events whose note is the order, invoice or refund they are about. */
const REFERRING: ReadonlySet<BookingEventKind> = new Set([
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

/** What happened, in a sentence; kinds of a later version are named as they are. */
export function eventSentence(event: RecordedEvent): string {
  const words = (WORDS as Partial<typeof WORDS>)[event.kind];
  return words === undefined ? wordOf(event.kind) : words(event);
}

/** The order, invoice or refund an event is about. */
export function eventReference({ kind, detail }: RecordedEvent): string | undefined {
  const refundId = detail["refundId"];
  if (typeof refundId === "string") return refundId;
  const note = detail["note"];
  return REFERRING.has(kind) && typeof note === "string" && note !== "" ? note : undefined;
}

function released({ detail }: RecordedEvent): string {
  const note = detail["note"];
  const why = (RELEASE_LABELS as Readonly<Record<string, string>>)[String(note)];
  return `Released: ${why ?? wordOf(note)}`;
}

function wordOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).replaceAll("_", " ") : "";
}
