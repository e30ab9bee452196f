import { formatDay, istDay } from "@sakhi/domain/invoices/indian-dates";
import { oneLine } from "@sakhi/domain/invoices/printed-text";
import { formatPaise } from "@sakhi/domain/money/money";
import type { Paise } from "@sakhi/domain/money/money";
import type { MailBlock, MailDraft, MailSite } from "./mail.layout.js";
import type { ListingMailData } from "./listing-mails.types.js";
import type { MailContext } from "./mail.context.js";

/** How mails about applications are written. */
export type ListingTemplates = {
  readonly [T in keyof ListingMailData]: (data: ListingMailData[T], context: MailContext) => MailDraft;
};

export const rupees = (paise: Paise): string => `₹${formatPaise(paise)}`;
/** The day of an instant (ISO 8601) in India. */
export const day = (instant: string): string => formatDay(istDay(new Date(instant)));
/** The first paragraph. */
export const dear = (name: string, text: string): MailBlock => ({
  kind: "paragraph",
  text: `Dear ${oneLine(name)}, ${text}`,
});
/** A paragraph. */
export const says = (text: string): MailBlock => ({ kind: "paragraph", text });

/** The foot of a mail to whoever applied to be listed. */
export function listingFooter({ operatorEmail, siteName, publicUrl }: MailSite): readonly string[] {
  return [
    `Questions? Reply to this mail or write to ${operatorEmail}.`,
    `You get this mail because this address was given in an application at ${siteName} (${publicUrl}).`,
  ];
}
