import type { RefundWhy } from "@sakhi/domain/payments/settlement.rules";
import type { EnquiryKind } from "@sakhi/domain/enquiries/enquiry.rules";
import type { ListingMailData } from "./listing-mails.types.js";
import type { Paise } from "@sakhi/domain/money/money";
import type { StallType } from "@sakhi/domain/stalls/stall.types";

/** How the money of a cancelled booking goes back. */
export type CancelledRefund = "requested" | "by_hand" | "none" | "refunded_before";

/** What each mail is told; kept with the mail's row, so that a mail can be written again years later. */
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
  /** An organiser has moved the booking to another stall. */
  "booking-moved": {
    readonly name: string;
    readonly fromStallId: string;
    readonly stallId: string;
    readonly stallType: StallType;
    /** Otherwise it is reserved only. */
    readonly sold: boolean;
    /** Of what is sold; absent in mails written before it was told. */
    readonly orderId?: string | undefined;
    readonly invoiceNumber?: string | undefined;
    /** The stall that the invoice names: the first one. */
    readonly invoiceStallId?: string | undefined;
  };
  /** An organiser has cancelled a sold booking. */
  "booking-cancelled": {
    readonly name: string;
    readonly stallId: string;
    readonly stallType: StallType;
    readonly orderId: string;
    readonly refundPaise: Paise;
    readonly refund: CancelledRefund;
    readonly creditNoteNumber?: string | undefined;
  };
  /** An organiser has given a reservation more time; until when (ISO 8601, UTC). */
  "hold-extended": {
    readonly name: string;
    readonly stallId: string;
    readonly stallType: StallType;
    readonly minutes: number;
    readonly expiresAt: string;
  };
  /** An organiser has ended a reservation, or a payment that was not finished. */
  "hold-released": {
    readonly name: string;
    readonly stallId: string;
    readonly stallType: StallType;
    readonly wasPaying: boolean;
  };
  /** To whoever wrote to us. Repeats nothing but their name: nobody has proven that the address is theirs. */
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

/** A mail to be sent, once per dedupe key for ever. */
export type MailRequest = MailMessage & {
  readonly to: string;
  readonly dedupeKey: string;
  readonly bookingId?: string | undefined;
  readonly applicationId?: string | undefined;
  /** The invoice to attach. */
  readonly invoiceId?: string | undefined;
};
