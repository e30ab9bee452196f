import messages from "../generated/messages/en/enquiry-responses.js";

/** Kinds of enquiries, as stored. */
export const ENQUIRY_KINDS = ["corporate_gifting", "support", "brand"] as const;
export type EnquiryKind = (typeof ENQUIRY_KINDS)[number];

/**
 * The stored state of an enquiry. Received: confirmed to its sender and forwarded to the organisation by e-mail.
 * Quarantined: suspected to come from a bot, no mail was sent; an administrator can approve it.
 */
const ENQUIRY_STATES = ["received", "quarantined"] as const;
export type EnquiryState = (typeof ENQUIRY_STATES)[number];

/** A sender's name as it is written to: many people have one name only. */
export const senderName = ({
  firstName,
  lastName,
}: {
  readonly firstName: string;
  readonly lastName: string;
}): string => `${firstName} ${lastName}`.trim();

/** Confirmation of a submitted enquiry, from the server or as the page's fallback (specification 2, section 8). */
export const ENQUIRY_RESPONSES: Readonly<Record<EnquiryKind, string>> = messages;

/** Where a message to a brand is: with its owner, with the organisation for a brand without one, or with an operator first. */
export type BrandEnquiryPlace = "owner" | "organisation" | "operator";

/** Request header with the time between opening and submitting the form, in whole ms. */
export const FILLED_MS_HEADER = "x-form-filled-ms";

/**
 * Minimum time in which a person can fill in a form, in ms. Low on purpose: bots either submit at once or wait longer
 * than any limit that would not also catch quick people.
 */
export const MIN_FILL_MS = 200;

/**
 * Why an enquiry is quarantined. `link_in_name` and `many_today` exist only on old enquiries: such names are now rejected,
 * and a brand with many enquiries costs their senders a proof of work instead. Enquiries to brands only: an operator has
 * stopped an earlier one of this sender.
 */
export const SUSPICIONS = ["trap_filled", "filled_too_fast", "link_in_name", "sender_stopped", "many_today"] as const;
export type Suspicion = (typeof SUSPICIONS)[number];

/** Inputs of {@link suspicionOf}. */
interface EnquirySigns {
  /** Value of the honeypot field. */
  readonly trap: unknown;
  /** Time between opening and submitting the form, in ms; undefined if not sent, as by direct API callers. */
  readonly filledMs: number | undefined;
}

/** Why an enquiry is suspected to come from a bot, or undefined. Suspicious enquiries are quarantined, never discarded. */
export function suspicionOf({ trap, filledMs }: EnquirySigns): Suspicion | undefined {
  if (trap !== undefined && trap !== null && trap !== "") return "trap_filled";
  if (filledMs !== undefined && filledMs < MIN_FILL_MS) return "filled_too_fast";
  return undefined;
}

/** Parses {@link FILLED_MS_HEADER}, in ms; undefined if missing or malformed. */
export function filledMsOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,12}$/.test(header) ? Number(header) : undefined;
}

/**
 * Networks that write to a brand in 24 hours before every message to it costs a proof of work, so that nobody can flood
 * an owner's mailbox from many addresses. Networks and not messages: otherwise one address could silence a brand.
 */
export const BRAND_NETWORKS_PER_DAY = 50;

/** Deduplication window of enquiries with the same text from the same sender, in hours. */
export const SAME_ENQUIRY_HOURS = 24;
