/** The invoiced person, as registered. */
export interface InvoiceRecipient {
  readonly name: string;
  readonly businessName?: string | undefined;
  readonly email: string;
  readonly phone: string;
  /** As typed; used as the GSTIN only if valid. */
  readonly gstNumber?: string | undefined;
  readonly address?: string | undefined;
  readonly pincode?: string | undefined;
}
