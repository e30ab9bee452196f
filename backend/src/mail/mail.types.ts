import type { BookingRequestKind } from "@sakhi/domain/bookings/my-booking.rules";
import type { CompanyType } from "@sakhi/domain/listings/listing-application.choices";
import type { ApplicationKind } from "@sakhi/domain/listings/listing.states";
import type { Paise } from "@sakhi/domain/money/money";
import type { RefundWhy } from "@sakhi/domain/payments/settlement.rules";
import type { EnquiryKind } from "@sakhi/domain/enquiries/enquiry.rules";
import type { StallType } from "@sakhi/domain/stalls/stall.types";

/** Whom a mail about an application greets, and about which brand. */
interface AboutBrand {
  readonly name: string;
  readonly brandName: string;
}

/** The data of each mail about a listing application. Instants ISO 8601, UTC. */
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
  "listing-invoice-late": AboutBrand & {
    readonly orderId: string;
    readonly invoiceNumber: string;
    /** Absent in mails written before it was recorded. */
    readonly amountPaise?: Paise | undefined;
  };
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
    /** What the bank can find it by, where the provider has named it. */
    readonly bankReference?: string | undefined;
  };
  "listing-live": AboutBrand & { readonly url: string; readonly liveUntil: string };
  "listing-rejected": AboutBrand & {
    readonly reason: string;
    /** What goes back; absent where nothing was paid. */
    readonly refund?:
      | { readonly orderId: string; readonly amountPaise: Paise; readonly creditNoteNumber?: string | undefined }
      | undefined;
  };
  "listing-withdrawn": AboutBrand & {
    readonly reason: string;
    /** What goes back; absent where nothing does. */
    readonly refund?: ListingMailData["listing-rejected"]["refund"];
  };
  /** To the former address of a listing's owner. It may be a stranger's: no name and no detail. */
  "listing-address-changed": { readonly name: "" };
  /** An operator has corrected the application; with the new invoice where its tax facts changed. */
  "listing-corrected": AboutBrand & {
    /** The fields in words, e.g. "name and GST number". */
    readonly changed: string;
    readonly invoiceNumber?: string | undefined;
    /** The invoice that the credit note takes back. */
    readonly replacedNumber?: string | undefined;
    readonly creditNoteNumber?: string | undefined;
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

/** How the money of a cancelled booking goes back. */
export type CancelledRefund = "requested" | "by_hand" | "none" | "refunded_before";

/** The data of each mail; stored in the mail's row, so that a mail can be rendered again years later. */
export interface MailData extends ListingMailData {
  "booking-confirmed": {
    readonly name: string;
    readonly orderId: string;
    readonly stallId: string;
    readonly stallType: StallType;
    readonly amountPaise: Paise;
    readonly invoiceNumber: string;
  };
  /** The invoice, when the confirmation had to go without it. */
  "invoice-late": {
    readonly name: string;
    readonly orderId: string;
    readonly stallId: string;
    readonly invoiceNumber: string;
    /** Absent in mails written before it was recorded. */
    readonly amountPaise?: Paise | undefined;
  };
  "hold-expired": { readonly name: string; readonly stallId: string; readonly stallType: StallType };
  "payment-failed": { readonly name: string; readonly orderId: string; readonly stallId: string };
  "payment-refunded": {
    readonly name: string;
    readonly orderId: string;
    readonly stallId: string;
    readonly amountPaise: Paise;
    readonly why: RefundWhy;
    /** Attached, where money of a sale goes back. */
    readonly creditNoteNumber?: string | undefined;
  };
  /** A refund was paid out, or the provider refused it and the money is still owed. */
  "refund-ended": {
    readonly name: string;
    readonly orderId: string;
    readonly stallId: string;
    readonly amountPaise: Paise;
    readonly state: "succeeded" | "failed";
    /** What the bank can find it by, where the provider has named it. */
    readonly bankReference?: string | undefined;
  };
  /** Money came after the release and the stall is taken: another one is offered. */
  "late-payment-offer": {
    readonly name: string;
    readonly orderId: string;
    /** The stall that is taken. */
    readonly stallId: string;
    readonly stallType: StallType;
    readonly amountPaise: Paise;
    /** Until when a stall can be chosen (ISO 8601, UTC). */
    readonly expiresAt: string;
    /** What the link is made of when the mail is written: the link itself is kept nowhere. */
    readonly offer: { readonly id: string; readonly version: number };
  };
  /** An operator has moved the booking to another stall. */
  "booking-moved": {
    readonly name: string;
    readonly fromStallId: string;
    readonly stallId: string;
    readonly stallType: StallType;
    /** Otherwise it is reserved only. */
    readonly sold: boolean;
    /** Of what is sold; absent in mails written before it was recorded. */
    readonly orderId?: string | undefined;
    readonly invoiceNumber?: string | undefined;
    /** The stall that the invoice names: the first one. */
    readonly invoiceStallId?: string | undefined;
  };
  /** An operator has corrected the registration; with the new invoice where its tax facts changed. */
  "registration-corrected": {
    readonly name: string;
    readonly stallId: string;
    readonly stallType: StallType;
    /** Otherwise it is reserved only. */
    readonly sold: boolean;
    /** The fields in words, e.g. "name and GST number". */
    readonly changed: string;
    /** Of what is sold. */
    readonly orderId?: string | undefined;
    readonly invoiceNumber?: string | undefined;
    /** The invoice that the credit note takes back. */
    readonly replacedNumber?: string | undefined;
    readonly creditNoteNumber?: string | undefined;
  };
  /** To the former address of a booking. It may be a stranger's: no name and no detail. */
  "address-changed": { readonly name: "" };
  /** An operator has cancelled a sold booking. */
  "booking-cancelled": {
    readonly name: string;
    readonly stallId: string;
    readonly stallType: StallType;
    readonly orderId: string;
    readonly refundPaise: Paise;
    readonly refund: CancelledRefund;
    readonly creditNoteNumber?: string | undefined;
  };
  /** Somebody asked for a fresh link to the booking. */
  "booking-link": { readonly name: string; readonly orderId: string; readonly stallId: string };
  /** What a payer asked for on her booking's page is done, declined, or closed with what the answer says. */
  "booking-request-answered": {
    readonly name: string;
    readonly orderId: string;
    readonly stallId: string;
    readonly kind: BookingRequestKind;
    readonly state: "done" | "declined" | "closed";
    readonly answer?: string | undefined;
  };
  /** An operator has given a reservation more time; until when (ISO 8601, UTC). */
  "hold-extended": {
    readonly name: string;
    readonly stallId: string;
    readonly stallType: StallType;
    readonly minutes: number;
    readonly expiresAt: string;
  };
  /** An operator has ended a reservation, or a payment that was not finished. */
  "hold-released": {
    readonly name: string;
    readonly stallId: string;
    readonly stallType: StallType;
    readonly wasPaying: boolean;
  };
  /** To the sender of an enquiry. Repeats nothing but their name: nobody has proven that the address is theirs. */
  "enquiry-confirmed": { readonly name: string; readonly kind: EnquiryKind; readonly reference: string };
  /** To the organisation; an answer to it goes to the sender. */
  "enquiry-received": {
    readonly name: string;
    readonly kind: EnquiryKind;
    readonly reference: string;
    readonly sender: { readonly name: string; readonly address: string };
    readonly phone?: string | undefined;
    readonly company?: string | undefined;
    readonly isMember?: boolean | undefined;
    readonly subject?: string | undefined;
    readonly message: string;
  };
}
/** The mails we send. */
export type MailTemplate = keyof MailData;

/** A mail with what it says. */
export type MailMessage = {
  [T in MailTemplate]: { readonly template: T; readonly data: MailData[T] };
}[MailTemplate];

/** A mail to be sent, once per dedupe key forever. */
export type MailRequest = MailMessage & {
  readonly to: string;
  readonly dedupeKey: string;
  readonly bookingId?: string | undefined;
  readonly applicationId?: string | undefined;
  /** The invoice to attach. */
  readonly invoiceId?: string | undefined;
  /** The credit note to attach besides. */
  readonly creditNoteId?: string | undefined;
};
