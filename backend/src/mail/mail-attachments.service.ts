/** A file that goes with a mail. */
export interface MailAttachment {
  readonly filename: string;
  readonly bytes: Buffer;
  /** A PDF without it. */
  readonly contentType?: string;
  /** Where it stands in the mail's HTML: `<img src="cid:…">`. */
  readonly cid?: string;
}

/**
 * Where attachments come from. Mail knows no other feature: the jobs process registers who has the invoices
 * (MailJobsModule.with).
 */
export abstract class MailAttachments {
  /** The PDF of an invoice. @throws Error when it cannot be had now */
  abstract pdf(invoiceId: string): Promise<MailAttachment>;
}
