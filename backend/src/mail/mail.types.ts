import type { AdministratorRole } from "@sakhi/domain/access/rights";
import type { BookingRequestKind } from "@sakhi/domain/bookings/my-booking.rules";
import type { EnquiryKind } from "@sakhi/domain/enquiries/enquiry.rules";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { CompanyType } from "@sakhi/domain/listings/listing-application.choices";
import type { ApplicationKind } from "@sakhi/domain/listings/listing.states";
import type { Paise } from "@sakhi/domain/money/money";
import type { RefundWhy } from "@sakhi/domain/payments/settlement.rules";
import type { StallType } from "@sakhi/domain/stalls/stall.types";

/** The addressee's name and the brand of a mail about an application. */
interface AboutBrand {
  readonly name: string;
  readonly brandName: string;
}

/** The data of each mail about a listing application. Instants ISO 8601, UTC. */
export interface ListingMailData {
  /** To a new free member of the community. */
  "listing-joined": AboutBrand;
  /** The free listing of a stall was applied for. */
  "listing-received": AboutBrand;
  /** To the address the stall was booked with: its free listing was claimed. */
  "listing-claimed": AboutBrand & { readonly stallId: string };
  /** To the address the stall was booked with: a browser that does not hold the booking claims its free listing. */
  "listing-claim-waiting": { readonly name: string; readonly stallId: string };
  /** The payment succeeded; no invoice number only if nothing was charged. */
  "listing-paid": AboutBrand & {
    readonly orderId: string;
    readonly amountPaise: Paise;
    readonly invoiceNumber?: string | undefined;
    readonly purpose: "first" | "renewal";
    /** The new end. Renewals only. */
    readonly liveUntil?: string | undefined;
  };
  /** The invoice, if the confirmation was sent without it. */
  "listing-invoice-late": AboutBrand & {
    readonly orderId: string;
    readonly invoiceNumber: string;
    /** Absent in mails written before it was recorded. */
    readonly amountPaise?: Paise | undefined;
  };
  /** The payment window ended unpaid. */
  "listing-payment-failed": AboutBrand & {
    readonly orderId: string;
    /** The link to retry. Renewals only. */
    readonly renewUrl?: string | undefined;
  };
  /** The application lapsed: it was not paid for weeks. */
  "listing-lapsed": AboutBrand;
  "listing-payment-refunded": AboutBrand & {
    readonly orderId: string;
    readonly amountPaise: Paise;
    readonly why: "second_payment" | "application_ended" | "operator" | "paid_twice" | "provider";
    /** Attached if a sale is refunded. */
    readonly creditNoteNumber?: string | undefined;
  };
  /** A refund was paid out, or rejected by the provider and still owed. */
  "listing-refund-ended": AboutBrand & {
    readonly orderId: string;
    readonly amountPaise: Paise;
    readonly state: "succeeded" | "failed";
    /** The bank's reference, if the provider reported it. */
    readonly bankReference?: string | undefined;
  };
  "listing-live": AboutBrand & { readonly url: string; readonly liveUntil: string };
  "listing-rejected": AboutBrand & {
    readonly reason: string;
    /** The refund; absent if nothing was paid. */
    readonly refund?:
      | { readonly orderId: string; readonly amountPaise: Paise; readonly creditNoteNumber?: string | undefined }
      | undefined;
  };
  "listing-withdrawn": AboutBrand & {
    readonly reason: string;
    /** The refund; absent if there is none. */
    readonly refund?: ListingMailData["listing-rejected"]["refund"];
  };
  /** To the former address of a listing's owner. It may be a stranger's: no name and no detail. */
  "listing-address-changed": { readonly name: "" };
  /** The key to her page, requested or, `first`, beside the confirmation of the first payment. */
  "brand-link": AboutBrand & { readonly first?: boolean | undefined };
  /** Once: links that a buyer may have been sent along have ended. */
  "brand-links-ended": AboutBrand;
  /** An operator accepted her page; it is public unless the listing still waits for its approval. */
  "brand-page-accepted": AboutBrand & { readonly isLive: boolean };
  /** An operator returned her page, or this many pictures of it. */
  "brand-page-returned": AboutBrand & { readonly reason: string; readonly pictures: number };
  /** Her page is needed before the listing can go live. */
  "brand-page-asked": AboutBrand & {
    /** Parts that it lacks, e.g. "a logo or a picture and products"; absent if nothing. */
    readonly lacks?: string | undefined;
    /** Words of the operator. */
    readonly note?: string | undefined;
  };
  /** To the organisation: a page waits for review. */
  "brand-page-waiting": AboutBrand;
  /** An operator corrected the application; with the new invoice if tax facts changed. */
  "listing-corrected": AboutBrand & {
    /** Labels of the fields, e.g. "name and GST number". */
    readonly changed: string;
    readonly invoiceNumber?: string | undefined;
    /** The invoice that the credit note reverses. */
    readonly replacedNumber?: string | undefined;
    readonly creditNoteNumber?: string | undefined;
  };
  "listing-ending": AboutBrand & {
    readonly which: "first" | "last";
    readonly liveUntil: string;
    readonly renewUrl: string;
  };
  "listing-expired": AboutBrand & { readonly liveUntil: string; readonly renewUrl: string };
  /** To the organisation: a new application. */
  "listing-new": AboutBrand & {
    readonly kind: ApplicationKind;
    readonly applicant: { readonly name: string; readonly address: string };
    readonly phone: string;
    readonly companyType: CompanyType;
    readonly category: string;
    readonly stallId?: string | undefined;
  };
  /** To the organisation: an application waits for review. */
  "listing-waiting": AboutBrand & {
    readonly kind: ApplicationKind;
    readonly since: string;
    /** Her page has not arrived yet. Absent in mails written before it was recorded. */
    readonly pageMissing?: boolean | undefined;
  };
}

/** How a cancelled booking is refunded. */
export type CancelledRefund = "requested" | "by_hand" | "none" | "refunded_before";

/** The cancellation of a whole event, as its holders read it. */
export interface CancelledEvent {
  /** What the organizer keeps of this booking's money. */
  readonly deductedPaise: Paise;
  /** The organizer's words. */
  readonly words?: string | undefined;
}

/** A place on a waiting list; the link is made when the mail is rendered, and stored nowhere. */
interface AboutWaiting {
  readonly name: string;
  readonly eventId: number;
  readonly stallType: StallType;
  readonly waitingId: string;
}

/**
 * The data of each mail; stored in the mail's row, so that a mail can be rendered again years later. `stallId` of a mail about several
 * stalls of one order is their tag ("B1+B2"), which is written in the mail's language when it is rendered.
 */
export interface MailData extends ListingMailData {
  "booking-confirmed": {
    readonly name: string;
    readonly orderId: string;
    readonly stallId: string;
    readonly stallType: StallType;
    readonly amountPaise: Paise;
    readonly invoiceNumber: string;
    /** The other stalls of its order, which have confirmations of their own. */
    readonly together?: string | undefined;
  };
  /** The invoice, if the confirmation was sent without it. */
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
    /** Attached if a sale is refunded. */
    readonly creditNoteNumber?: string | undefined;
    /** The order is not in our records: neither its event is known nor a booking to open. */
    readonly orderUnknown?: true | undefined;
  };
  /** A refund was paid out, or rejected by the provider and still owed. */
  "refund-ended": {
    readonly name: string;
    readonly orderId: string;
    readonly stallId: string;
    readonly amountPaise: Paise;
    readonly state: "succeeded" | "failed";
    /** The bank's reference, if the provider reported it. */
    readonly bankReference?: string | undefined;
  };
  /** Late money for a stall that is taken: another one is offered. */
  "late-payment-offer": {
    readonly name: string;
    readonly orderId: string;
    /** The taken stall. */
    readonly stallId: string;
    readonly stallType: StallType;
    readonly amountPaise: Paise;
    /** Deadline for choosing a stall (ISO 8601, UTC). */
    readonly expiresAt: string;
    /** Input of the link, which is created when the mail is rendered and stored nowhere. */
    readonly offer: { readonly id: string; readonly version: number };
  };
  /** To who joined a waiting list: its link has to be opened before a stall is offered. */
  "waiting-joined": AboutWaiting;
  /** A stall was freed, and is kept for the first who waits. */
  "waiting-offer": AboutWaiting & {
    readonly stallId: string;
    readonly pricePaise: Paise;
    /** Until when (ISO 8601, UTC). */
    readonly expiresAt: string;
  };
  /** An offer, or the waiting itself, is over. */
  "waiting-over": AboutWaiting & {
    readonly why: "lapsed" | "closed" | "taken_back" | "removed";
    /** Of the offer. */
    readonly stallId?: string | undefined;
  };
  /** An operator moved the booking to another stall. */
  "booking-moved": {
    readonly name: string;
    readonly fromStallId: string;
    readonly stallId: string;
    readonly stallType: StallType;
    /** False if it is only reserved. */
    readonly sold: boolean;
    /** Sold bookings only; absent in mails written before it was recorded. */
    readonly orderId?: string | undefined;
    readonly invoiceNumber?: string | undefined;
    /** The stall on the invoice: the first one. */
    readonly invoiceStallId?: string | undefined;
    /** The holder moved it herself, or paid for the move. */
    readonly byHolder?: boolean;
    /** Of another type, or of another price. */
    readonly isAnotherKind?: boolean;
    /** What was paid for the move, and the number of its debit note. */
    readonly paidPaise?: Paise;
    readonly debitNoteNumber?: string;
    /** What is returned because the stall costs less; another mail has the credit note. */
    readonly refundPaise?: Paise;
  };
  /** An operator keeps a dearer stall for the holder until she has paid the difference. */
  "move-asked": {
    readonly name: string;
    /** Of the booking. */
    readonly orderId: string;
    readonly fromStallId: string;
    readonly stallId: string;
    /** The difference. */
    readonly amountPaise: Paise;
    readonly expiresAt: string;
  };
  /** A move was not paid for in time, or an operator has withdrawn it: the booking stays where it is. */
  "move-over": {
    readonly name: string;
    readonly orderId: string;
    readonly fromStallId: string;
    readonly stallId: string;
    readonly why: "lapsed" | "withdrawn";
  };
  /** The Mela has other dates, hours, or another venue or name than its holder knows. */
  "event-changed": {
    readonly name: string;
    readonly orderId: string;
    readonly stallId: string;
    readonly stallType: StallType;
    /** "new dates and a new venue". */
    readonly what: string;
    readonly datesChanged: boolean;
    /** What the holder knew before, for each that has changed. */
    readonly formerDates?: string | undefined;
    readonly formerHours?: string | undefined;
    readonly formerVenue?: string | undefined;
  };
  /** An operator's message to a holder, or a reminder by a rule (decision 111). Filled in when it is sent. */
  "holder-message": {
    readonly name: string;
    readonly orderId?: string | undefined;
    readonly stallId: string;
    readonly brandName: string;
    /** With placeholders (domain/src/messages). */
    readonly subject: string;
    readonly text: string;
    /** The event's files that it brings. */
    readonly fileIds?: readonly string[] | undefined;
    /** Of a test, which is about no booking. */
    readonly eventId?: number | undefined;
  };
  /** An operator corrected the registration; with the new invoice if tax facts changed. */
  "registration-corrected": {
    readonly name: string;
    readonly stallId: string;
    readonly stallType: StallType;
    /** False if it is only reserved. */
    readonly sold: boolean;
    /** Labels of the fields, e.g. "name and GST number". */
    readonly changed: string;
    /** Sold bookings only. */
    readonly orderId?: string | undefined;
    readonly invoiceNumber?: string | undefined;
    /** The invoice that the credit note reverses. */
    readonly replacedNumber?: string | undefined;
    readonly creditNoteNumber?: string | undefined;
    /** The new debit notes of its moves, with commas. */
    readonly debitNoteNumber?: string | undefined;
  };
  /** To the former address of a booking. It may be a stranger's: no name and no detail. */
  "address-changed": { readonly name: "" };
  /** An operator sent a copy of a mail of `sentAt` (ISO 8601, UTC) to another address. */
  "mail-copied": { readonly name: string; readonly sentAt: string };
  /** An operator cancelled a sold booking, or its whole event. */
  "booking-cancelled": {
    readonly name: string;
    readonly stallId: string;
    readonly stallType: StallType;
    readonly orderId: string;
    readonly refundPaise: Paise;
    readonly refund: CancelledRefund;
    readonly creditNoteNumber?: string | undefined;
    readonly event?: CancelledEvent;
  };
  /** A new link to the booking was requested. */
  /** To an administrator: a link to choose a password, for a new account or instead of a forgotten one. */
  "administrator-invited": {
    /** Not known: the mail greets by the username. */
    readonly name: "";
    readonly username: string;
    readonly role: AdministratorRole;
    readonly isNew: boolean;
    readonly invitedBy: string;
    readonly invitationId: string;
  };
  /** To an administrator: a link that confirms her address. */
  "administrator-address": { readonly name: ""; readonly username: string; readonly requestId: string };
  /** To an administrator, as she chose: what happened since her last digest. Counts and our own words (decision 125). */
  "administrator-digest": {
    readonly name: "";
    readonly username: string;
    readonly administratorId: string;
    /** ISO 8601, UTC. */
    readonly since: string;
    readonly until: string;
    readonly groups: readonly {
      /** The event's title; absent for the site as a whole. */
      readonly event?: string;
      readonly lines: readonly { readonly text: string; readonly path: string }[];
    }[];
  };
  /** To an administrator, as she chose: what somebody should look at now. */
  "administrator-alert": {
    readonly name: "";
    readonly username: string;
    readonly administratorId: string;
    readonly lines: readonly { readonly title: string; readonly about?: string | undefined; readonly path: string }[];
    /** How many more there are. */
    readonly more: number;
  };
  /** The key to a booking, requested or, `first`, beside the sale's confirmation. */
  "booking-link": {
    readonly name: string;
    readonly orderId: string;
    readonly stallId: string;
    readonly first?: boolean | undefined;
  };
  /** A payer's request from her booking's page arrived. */
  "booking-request-received": {
    readonly name: string;
    readonly orderId: string;
    readonly stallId: string;
    readonly kind: BookingRequestKind;
  };
  /** A payer's request from her booking's page was done, declined, or closed with an answer. */
  "booking-request-answered": {
    readonly name: string;
    readonly orderId: string;
    readonly stallId: string;
    readonly kind: BookingRequestKind;
    readonly state: "done" | "declined" | "closed";
    readonly answer?: string | undefined;
  };
  /** An operator extended a reservation; `expiresAt` is ISO 8601, UTC. */
  "hold-extended": {
    readonly name: string;
    readonly stallId: string;
    readonly stallType: StallType;
    readonly minutes: number;
    readonly expiresAt: string;
  };
  /** An operator ended a reservation or an unfinished payment. */
  "hold-released": {
    readonly name: string;
    readonly stallId: string;
    readonly stallType: StallType;
    readonly wasPaying: boolean;
  };
  /** To the sender of an enquiry. Repeats only the name: the address is unverified. */
  "enquiry-confirmed": {
    readonly name: string;
    readonly kind: Exclude<EnquiryKind, "brand">;
    readonly reference: string;
  };
  /** To a brand's owner, or to the organisation for a brand without one: a message from its page. Replies go to the sender. */
  "brand-enquiry": {
    readonly name: string;
    readonly brandName: string;
    readonly reference: string;
    readonly sender: { readonly name: string; readonly address: string };
    readonly phone?: string | undefined;
    readonly message: string;
    readonly hasOwner: boolean;
  };
  /** To the organisation; replies go to the sender. */
  "enquiry-received": {
    readonly name: string;
    readonly kind: Exclude<EnquiryKind, "brand">;
    readonly reference: string;
    readonly sender: { readonly name: string; readonly address: string };
    readonly phone?: string | undefined;
    readonly company?: string | undefined;
    readonly isMember?: boolean | undefined;
    readonly subject?: string | undefined;
    readonly message: string;
  };
  /** To the organisation: a payer's bank waits for evidence. */
  "dispute-due": {
    readonly name: string;
    readonly disputeId: string;
    /** Empty if the provider named none. */
    readonly orderId: string;
    /** Disputed. */
    readonly amountPaise: Paise;
    /** "20 November 2026, 10:00". */
    readonly answerBy: string;
    /** The deadline is over. */
    readonly isOver: boolean;
  };
  /** To the organisation: messages and applications of an hour that got no mail of their own. */
  "messages-summed-up": {
    readonly name: string;
    /** When the hour began (ISO 8601, UTC). */
    readonly since: string;
    readonly count: number;
  };
}
/** Mails to operators and to the organisation, which are in English. */
export const OPERATORS_MAILS: ReadonlySet<MailTemplate> = new Set<MailTemplate>([
  ...(["administrator-address", "administrator-alert", "administrator-digest", "administrator-invited"] as const),
  ...(["brand-page-waiting", "dispute-due", "enquiry-received", "listing-new", "listing-waiting"] as const),
  "messages-summed-up",
]);

/** Names of the mail templates. */
export type MailTemplate = keyof MailData;

/** A template with its data. */
export type MailMessage = {
  [T in MailTemplate]: { readonly template: T; readonly data: MailData[T] };
}[MailTemplate];

/** A mail to queue, once ever per dedupe key. */
export type MailRequest = MailMessage & {
  readonly to: string;
  readonly dedupeKey: string;
  /** Besides those of its booking or application, which a mail has by itself: of a form, or a place on the waiting list. */
  readonly language?: LanguageCode | undefined;
  /** What `data` says in words of ours, in the mail's language. */
  readonly worded?: ((language: LanguageCode) => object) | undefined;
  /** At most one of this template to this mailbox per day (UTC), also if it is proven. */
  readonly onceADay?: boolean | undefined;
  /** A logged-in operator typed the address for this mail; the caller audits it. */
  readonly byOperator?: boolean | undefined;
  /** The caller knows that a link to what it is about, mailed to this address, was opened: it has a link of its own kind. */
  readonly hasOpenedLink?: boolean | undefined;
  /** Without its words it says nothing: not queued for a recipient who is not proven. */
  readonly onlyProven?: boolean | undefined;
  readonly bookingId?: string | undefined;
  readonly applicationId?: string | undefined;
  /** The invoice to attach. */
  readonly invoiceId?: string | undefined;
  /** The credit note to attach in addition. */
  readonly creditNoteId?: string | undefined;
};
