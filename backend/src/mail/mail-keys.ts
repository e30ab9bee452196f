import { hasKey, withoutKeys } from "@sakhi/domain/mails/mail-keys.rules";
import { hasOwnLink } from "./holder-message.js";
import type { LinkPurpose } from "./mail.entities.js";
import type { RenderedMail } from "./mail.layout.js";
import type { MailMessage, MailRequest, MailTemplate } from "./mail.types.js";

/**
 * The mails that carry a key, and what it opens (decision 92): mails to one reader, without papers, that nobody is asked to
 * answer to another person or to pass on. Tickets, invoices, credit notes and calendars travel without one.
 */
const KEY_MAILS: { readonly [T in MailTemplate]?: LinkPurpose } = {
  "booking-link": "booking",
  "late-payment-offer": "booking",
  "move-asked": "booking",
  "listing-claim-waiting": "booking",
  "booking-request-received": "booking",
  "booking-request-answered": "booking",
  "brand-link": "brand",
  "listing-received": "brand",
  "brand-page-asked": "brand",
  "brand-page-accepted": "brand",
  "brand-page-returned": "brand",
};

/** What the key in a mail opens; undefined for mails without one. */
export function keyIn(message: MailMessage): LinkPurpose | undefined {
  // A message has one if its text asks for it.
  if (message.template === "holder-message") return hasOwnLink(message.data) ? "booking" : undefined;
  return KEY_MAILS[message.template];
}

/** A mail as its reader may pass it on. */
interface Outgoing {
  readonly content: RenderedMail;
  /** It invites an answer to someone who is not us. */
  readonly answersGoElsewhere: boolean;
  /** It brings a ticket, an invoice, a credit note or a calendar file. */
  readonly hasPapers: boolean;
}

/** Why a mail must not be sent; undefined if it may. Its last check before it leaves, whatever its template says. */
export function keyProblem({ content, answersGoElsewhere, hasPapers }: Outgoing): string | undefined {
  if (!answersGoElsewhere && !hasPapers) return undefined;
  const { subject, text, html } = content;
  if (![subject, text, html].some(hasKey)) return undefined;
  return answersGoElsewhere ? "a key in a mail that another person answers" : "a key in a mail with papers";
}

/** The message without keys that someone pasted into it, in any of its fields. */
export function messageWithoutKeys(message: MailMessage): MailMessage {
  return { ...message, data: cleaned(message.data) } as MailMessage;
}

function cleaned(value: unknown): unknown {
  if (typeof value === "string") return withoutKeys(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, of]) => [field, cleaned(of)]));
}

/**
 * What the dedupe keys of mails begin with that bring a key and nothing else. A key opens only through its row
 * (MailedLinksService): one that the database has lost opens nothing, so its mail counts as never sent.
 */
export const KEYS_ONLY: readonly string[] = ["booking-link/", "brand-link/"] satisfies readonly `${MailTemplate}/`[];

/** The dedupe key of the key that follows a sale. */
export const firstBookingKey = (bookingId: string): string => `booking-link/first/${bookingId}`;

/** The key to a booking, in a mail of its own beside the confirmation, which is passed on with ticket and invoice. */
export function bookingKeyMail(
  { to, bookingId }: { readonly to: string; readonly bookingId: string },
  { name, orderId, stallId }: { readonly name: string; readonly orderId: string; readonly stallId: string },
): MailRequest {
  const dedupeKey = firstBookingKey(bookingId);
  return { template: "booking-link", to, bookingId, dedupeKey, data: { name, orderId, stallId, first: true } };
}

/** The dedupe key of the key that follows a listing's payment. */
export const firstBrandKey = (applicationId: string): string => `brand-link/first/${applicationId}`;

/** The key to a brand's page, beside the confirmation of its payment. */
export function brandKeyMail(
  { to, applicationId }: { readonly to: string; readonly applicationId: string },
  { name, brandName }: { readonly name: string; readonly brandName: string },
): MailRequest {
  const dedupeKey = firstBrandKey(applicationId);
  return { template: "brand-link", to, applicationId, dedupeKey, data: { name, brandName, first: true } };
}
