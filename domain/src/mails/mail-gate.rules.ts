/**
 * Who gets which mail (decision 46). Anyone can type anyone's address into our forms, so a recipient counts as proven
 * only by something that a stranger cannot do for them.
 */

/**
 * Why a recipient is proven for what a mail is about: `organisation`: it is our own address; `paid`: money arrived for
 * the booking or application whose address it is; `link_opened`: a link to it that we mailed to this address was opened;
 * `operator`: a logged-in operator typed the address, which the audit log records.
 */
export const MAIL_PROOFS = ["organisation", "paid", "link_opened", "operator"] as const;
export type MailProof = (typeof MAIL_PROOFS)[number];

/** Mails within 24 hours to a recipient of whom nothing is proven, all templates together. */
export const STRANGER_MAILS_PER_DAY = 1;

/**
 * The same for a recipient who is proven for something else: a payer, or the reader of a link. She is used to our mails,
 * but this one is about something that anyone may have started with her address.
 */
export const KNOWN_MAILS_PER_DAY = 5;

/** What is known about a recipient. */
export interface MailRecipient {
  /** It is the organisation's own address. */
  readonly isOrganisation: boolean;
  /** Money arrived for what the mail is about, and this is, or was when we confirmed it, its address. */
  readonly hasPaid: boolean;
  /** A link to what the mail is about was mailed to this address, and opened. */
  readonly hasOpenedLink: boolean;
  /** An operator typed this address for this mail. */
  readonly isAskedByOperator: boolean;
  /** One of these holds for something else. */
  readonly isKnown: boolean;
  /** Mails without a proof to this mailbox within the last 24 hours, all templates. */
  readonly unprovenToday: number;
}

/** The proof that a recipient has; undefined for a possible stranger. */
export function proofOf({
  isOrganisation,
  hasPaid,
  hasOpenedLink,
  isAskedByOperator,
}: MailRecipient): MailProof | undefined {
  if (isOrganisation) return "organisation";
  if (hasPaid) return "paid";
  if (hasOpenedLink) return "link_opened";
  return isAskedByOperator ? "operator" : undefined;
}

/**
 * Whether a mail goes out: `full`, `without_words` (no name and no text that anyone typed), or not at all because the
 * recipient has had today's share.
 */
export type MailVerdict =
  | { readonly mail: "full"; readonly proof: MailProof }
  | { readonly mail: "without_words" }
  | { readonly mail: "none" };

/** The one gate of every mail: by what is proven about its recipient, never by its template. */
export function judgeMail(recipient: MailRecipient): MailVerdict {
  const proof = proofOf(recipient);
  if (proof !== undefined) return { mail: "full", proof };
  const limit = recipient.isKnown ? KNOWN_MAILS_PER_DAY : STRANGER_MAILS_PER_DAY;
  return recipient.unprovenToday < limit ? { mail: "without_words" } : { mail: "none" };
}

/**
 * Mails to recipients of whom nothing is proven that the whole site sends in an hour (decision 91). Each mailbox alone gets
 * few; a thousand invented ones would still use up what the mail provider allows, and our good name with it. Further ones
 * wait for the next hours. Mails to proven recipients neither count nor wait.
 */
export const STRANGER_MAILS_PER_HOUR = 200;

/** Longest wait of a mail to a possible stranger, in hours: nobody still expects it, and a flood stores no more rows. */
export const LONGEST_STRANGER_WAIT_HOURS = 12;

const HOUR_MS = 3_600_000;
/** A mail due sooner is sent at once, in ms. */
const NOT_WORTH_WAITING_MS = 60_000;

/** Mails without a proof on the whole site. */
export interface SiteMails {
  readonly now: Date;
  /** Those due within the last hour, and those that wait. */
  readonly lately: number;
  /** When the one that is {@link STRANGER_MAILS_PER_HOUR} before the next was, or is, due. */
  readonly fullSince: Date | null;
}

/** When the site's next mail to a possible stranger is due: null for at once; "none" if the wait would be too long. */
export function strangerMailDue({ now, fullSince }: SiteMails): Date | null | "none" {
  if (fullSince === null) return null;
  const due = fullSince.getTime() + HOUR_MS;
  const wait = due - now.getTime();
  if (wait > LONGEST_STRANGER_WAIT_HOURS * HOUR_MS) return "none";
  return wait < NOT_WORTH_WAITING_MS ? null : new Date(due);
}

/** Whether so many mails go to possible strangers that an operator should know: half of the budget. */
export function isStrangerMailFlood(lately: number): boolean {
  return 2 * lately >= STRANGER_MAILS_PER_HOUR;
}

/** Whether it is over. */
export function isStrangerMailFloodOver(lately: number): boolean {
  return 4 * lately < STRANGER_MAILS_PER_HOUR;
}

/** Mails in an hour to the organisation about what strangers sent; further ones are summed up in one at the hour's end. */
export const ORGANISATION_MAILS_PER_HOUR = 10;

/**
 * Order in the queue, smallest first: tickets; other mails to proven people; the organisation; possible strangers. So
 * nobody's flood stands before a ticket.
 *
 * @param isTicket the mail confirms what was paid for
 */
export function mailPriority(proof: MailProof | null, isTicket: boolean): number {
  if (proof === null) return 4;
  if (proof === "organisation") return 3;
  return isTicket && proof === "paid" ? 1 : 2;
}
