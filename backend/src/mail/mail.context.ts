import type { MailSite } from "./mail.layout.js";
import type { OfferKey } from "./offer-links.service.js";

/** What a template may know besides its own data. */
export interface MailContext extends MailSite {
  /** Dates of the Mela, YYYY-MM-DD. */
  readonly event: { readonly start: string; readonly end: string };
  /** Whether the invoice is attached to this very mail. */
  readonly invoiceAttached: boolean;
  /** The link to an offer of another stall. Its secret stands in the mail only. */
  readonly offerUrl: (offer: OfferKey) => string;
}
