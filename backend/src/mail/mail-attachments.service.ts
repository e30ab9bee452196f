/** A file attached to a mail. */
export interface MailAttachment {
  readonly filename: string;
  readonly bytes: Buffer;
  /** Defaults to PDF. */
  readonly contentType?: string;
  /** Content id, for `<img src="cid:…">` in the HTML. */
  readonly cid?: string;
}

/**
 * Source of attachments. Mail depends on no other feature: the jobs process supplies the module that has the invoices
 * (MailJobsModule.with).
 */
export abstract class MailAttachmentsService {
  /** The PDF of an invoice. @throws Error if it is not available now */
  abstract pdf(invoiceId: string): Promise<MailAttachment>;
}
