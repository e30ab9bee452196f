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
