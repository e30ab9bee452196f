/**
 * What the code on a ticket says: the event, and a signature over the booking and the turn of its moves. It is no address,
 * so no page shows it but the holder's, and a move makes it another.
 */
const TICKET = /^SBT-(?<event>[1-9]\d{0,8})-(?<signature>[A-Za-z0-9_-]{20})$/;

/** Characters of a signature on a ticket: 120 bits. */
export const SIGNATURE_LENGTH = 20;

/** A ticket's code, as read by a camera. */
export interface TicketCode {
  /** Key of its event. */
  readonly eventId: number;
  readonly signature: string;
}

/** The text of a ticket's QR code. @param signature {@link SIGNATURE_LENGTH} characters of base64url */
export function ticketText({ eventId, signature }: TicketCode): string {
  return `SBT-${eventId}-${signature}`;
}

/** Reads a scanned text; undefined if it is no ticket. */
export function readTicket(text: string): TicketCode | undefined {
  const { event, signature } = TICKET.exec(text.trim())?.groups ?? {};
  return event === undefined || signature === undefined ? undefined : { eventId: Number(event), signature };
}

/** A booking on a phone's list. */
export interface GateEntry {
  readonly bookingId: string;
  /** Digests of its ticket's code: one, or two while the secret is changed. */
  readonly codes: readonly string[];
  /** Labels of required papers that are not there. */
  readonly missing: readonly string[];
  /** The arrival that counts today. */
  readonly arrived?: unknown;
}

/** What a phone knows of its event's tickets. */
export interface GateList<E extends GateEntry> {
  readonly eventId: number;
  /** The gate's day now; undefined on another day. */
  readonly day: string | undefined;
  readonly entries: readonly E[];
  /** Digests of codes that a move has replaced, and their bookings. */
  readonly former: readonly { readonly code: string; readonly bookingId: string }[];
  /** Digests of the codes of cancelled bookings. */
  readonly cancelled: readonly string[];
}

/** The gate's answers to a ticket, or to a person who was found by hand. */
export const GATE_ANSWERS = [
  "right",
  "already",
  "papers",
  "moved",
  "cancelled",
  "other_day",
  "other_event",
  "unknown",
] as const;
export type GateAnswer = (typeof GATE_ANSWERS)[number];

/** An answer, with the booking where there is one. */
export interface Answered<E> {
  readonly answer: GateAnswer;
  readonly entry?: E;
}

/** The answer for a booking of the list, found by hand or by its code. @param former it showed a code of before its move */
export function answerFor<E extends GateEntry>(entry: E, day: string | undefined, former = false): Answered<E> {
  if (day === undefined) return { answer: "other_day", entry };
  if (entry.arrived !== undefined) return { answer: "already", entry };
  if (former) return { answer: "moved", entry };
  return { answer: entry.missing.length > 0 ? "papers" : "right", entry };
}

/**
 * The answer for a scanned text.
 *
 * @param digest of the text's code, as in the list
 */
export function answerTo<E extends GateEntry>(list: GateList<E>, text: string, digest: string): Answered<E> {
  const ticket = readTicket(text);
  if (ticket === undefined) return { answer: "unknown" };
  if (ticket.eventId !== list.eventId) return { answer: "other_event" };
  const entry = list.entries.find(({ codes }) => codes.includes(digest));
  if (entry !== undefined) return answerFor(entry, list.day);
  const former = list.former.find(({ code }) => code === digest);
  const moved = list.entries.find(({ bookingId }) => bookingId === former?.bookingId);
  if (moved !== undefined) return answerFor(moved, list.day, true);
  return { answer: list.cancelled.includes(digest) ? "cancelled" : "unknown" };
}

/** Whether a scan lets its holder in by itself; after another answer, the person at the gate decides, or nobody can. */
export function letsIn(answer: GateAnswer): boolean {
  return answer === "right";
}

/** Whether the person at the gate may let the holder in all the same. */
export function mayLetIn(answer: GateAnswer): boolean {
  return answer === "papers" || answer === "moved";
}
