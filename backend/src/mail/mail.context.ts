import type { MailSite } from "./mail.layout.js";

/** What a template may know besides its own data. */
export interface MailContext extends MailSite {
  /** Dates of the Mela, YYYY-MM-DD. */
  readonly event: { readonly start: string; readonly end: string };
  /** Whether the invoice is attached to this very mail. */
  readonly invoiceAttached: boolean;
}
