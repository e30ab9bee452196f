import type { CompanyType } from "@sakhi/domain/listings/listing-application.choices";
import type { ApplicationKind } from "@sakhi/domain/listings/listing.states";
import type { Paise } from "@sakhi/domain/money/money";

/** Whom a mail about an application greets, and about which brand. */
interface AboutBrand {
  readonly name: string;
  readonly brandName: string;
}

/** What each mail about an application to be listed is told. Instants ISO 8601, UTC. */
export interface ListingMailData {
  /** A free member of the community. */
  "listing-joined": AboutBrand;
  /** The free listing of a stall's payer was applied for. */
  "listing-received": AboutBrand;
  /** To the address the stall was booked with: somebody claimed its free listing. */
  "listing-claimed": AboutBrand & { readonly stallId: string };
  /** The money has come; without an invoice number only where nothing was charged. */
  "listing-paid": AboutBrand & {
    readonly orderId: string;
    readonly amountPaise: Paise;
    readonly invoiceNumber?: string | undefined;
    readonly purpose: "first" | "renewal";
    /** Of a renewal: the new end. */
    readonly liveUntil?: string | undefined;
  };
  /** The invoice, when the confirmation had to go without it. */
  "listing-invoice-late": AboutBrand & { readonly orderId: string; readonly invoiceNumber: string };
  /** The time to pay is over, and no money came. */
  "listing-payment-failed": AboutBrand & {
    readonly orderId: string;
    /** Of a renewal: the link to try again. */
    readonly renewUrl?: string | undefined;
  };
  /** Nobody has paid for weeks: the application is closed. */
  "listing-lapsed": AboutBrand;
  "listing-payment-refunded": AboutBrand & {
    readonly orderId: string;
    readonly amountPaise: Paise;
    readonly why: "second_payment" | "application_ended" | "operator" | "paid_twice" | "provider";
    /** Attached, where money of a sale goes back. */
    readonly creditNoteNumber?: string | undefined;
  };
  /** A refund was paid out, or the provider refused it and the money is still owed. */
  "listing-refund-ended": AboutBrand & {
    readonly orderId: string;
    readonly amountPaise: Paise;
    readonly state: "succeeded" | "failed";
  };
  "listing-live": AboutBrand & { readonly url: string; readonly liveUntil: string };
  "listing-rejected": AboutBrand & {
    readonly reason: string;
    /** What goes back; absent where nothing was paid. */
    readonly refund?:
      | {
          readonly orderId: string;
          readonly amountPaise: Paise;
          readonly creditNoteNumber?: string | undefined;
        }
      | undefined;
  };
  "listing-withdrawn": AboutBrand & {
    readonly reason: string;
    /** What goes back; absent where nothing does. */
    readonly refund?: ListingMailData["listing-rejected"]["refund"];
  };
  "listing-ending": AboutBrand & {
    readonly which: "first" | "last";
    readonly liveUntil: string;
    readonly renewUrl: string;
  };
  "listing-expired": AboutBrand & { readonly liveUntil: string; readonly renewUrl: string };
  /** To the organisation: somebody applied. */
  "listing-new": AboutBrand & {
    readonly kind: ApplicationKind;
    readonly applicant: { readonly name: string; readonly address: string };
    readonly phone: string;
    readonly companyType: CompanyType;
    readonly category: string;
    readonly stallId?: string | undefined;
  };
  /** To the organisation: an application has waited for long. */
  "listing-waiting": AboutBrand & { readonly kind: ApplicationKind; readonly since: string };
}
