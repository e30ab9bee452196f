import { ApiProperty } from "@nestjs/swagger";
import {
  BOOKING_REQUEST_KINDS,
  BOOKING_REQUEST_STATES,
  MY_BOOKING_EVENT_KINDS,
  type BookingRequestKind,
  type BookingRequestState,
  type MyBookingEventKind,
} from "@sakhi/domain/bookings/my-booking.rules";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import type { InvoiceKind } from "@sakhi/domain/invoices/invoice-number";
import { type LanguageCode, SITE_LANGUAGES } from "@sakhi/domain/languages/language-paths";
import { MelaPaymentStatusResponse } from "../bookings/bookings.response.js";
import { MailedLinkResponse } from "../mail/mail.response.js";
import { PaperResponse } from "../papers/papers.response.js";
import { formAsSent } from "../platform/http/declared-response.js";
import { WhatsappChoiceResponse } from "../whatsapp/whatsapp.response.js";

/** The registration's details. */
export class MyBookingDetailsResponse extends formAsSent(REGISTRATION_FIELDS) {}

/** A downloadable invoice or credit note. */
export class MyBookingDocumentResponse {
  id!: string;
  @ApiProperty({ enum: ["invoice", "credit_note", "debit_note"], enumName: "InvoiceKind" })
  kind!: InvoiceKind;
  number!: string;
  /** Rupees, GST included. */
  amount!: number;
  issuedAt!: string;
}

/** An event of the booking's timeline. */
export class MyBookingEventResponse {
  @ApiProperty({ enum: MY_BOOKING_EVENT_KINDS, enumName: "MyBookingEventKind" })
  kind!: MyBookingEventKind;
  at!: string;
  /** Payments and refunds: rupees. */
  amount?: number;
  /** Payments and refunds: the reference number for the bank and for support. */
  reference?: string;
  /** Completed refunds: the bank's reference, if the provider reported it. */
  bankReference?: string;
  /** Moves: the previous stall. */
  fromStallId?: string;
  /** The stall concerned, if any. */
  stallId?: string;
  /** Corrections: the number of the new invoice, if one was issued. */
  invoiceNumber?: string;
}

/** A request of the payer. */
export class MyBookingRequestResponse {
  id!: string;
  @ApiProperty({ enum: BOOKING_REQUEST_KINDS, enumName: "BookingRequestKind" })
  kind!: BookingRequestKind;
  text!: string;
  @ApiProperty({ enum: BOOKING_REQUEST_STATES, enumName: "BookingRequestState" })
  state!: BookingRequestState;
  /** The operator's reply. */
  answer?: string;
  requestedAt!: string;
}

/** A claim of the booking's free listing, from another browser, that waits for the booker. */
export class MyBookingClaimResponse {
  id!: string;
  brandName!: string;
  /** The claimant's name. */
  name!: string;
  claimedAt!: string;
}

/** What the event asks of the holder of a sold stall. */
export class MyBookingPapersResponse {
  papers!: PaperResponse[];
  /** When the event begins (ISO 8601, UTC): until then, papers can be answered and replaced. */
  until!: string;
  /** Whether they can be answered now. */
  open!: boolean;
}

/** Permission to upload one file. */
export class PaperTicketResponse {
  /** For the header `Upload-Ticket` of `/api/v1/uploads` (tus 1.0); it lasts an hour. */
  ticket!: string;
}

/** A booking, for a browser that opened its link. */
export class MyBookingResponse {
  booking!: MelaPaymentStatusResponse;
  details!: MyBookingDetailsResponse;
  /** Invoices and credit notes, oldest first. */
  documents!: MyBookingDocumentResponse[];
  /** The booking's events, oldest first. */
  timeline!: MyBookingEventResponse[];
  /** The payer's requests, newest first. */
  requests!: MyBookingRequestResponse[];
  /** Claims of the free listing that wait for a confirmation, oldest first. */
  listingClaims!: MyBookingClaimResponse[];
  /** Papers asked for, once the stall is sold; absent if nothing is asked. */
  papers?: MyBookingPapersResponse;
  /** The code of the ticket, which the gate scans; of a sold stall. */
  ticket?: string;
  /** Whether the payer can correct the details; until the invoice is issued. */
  correctable!: boolean;
  /** When the booking last changed (ISO 8601, UTC); sent back with a correction. */
  changedAt!: string;
  /** Unpaid bookings: whether this browser can continue paying. */
  payableHere!: boolean;
  /** When the link expires (ISO 8601, UTC). */
  linkExpiresAt!: string;
  /** Every link that opens this page, newest first. */
  links!: MailedLinkResponse[];
  /** Messages by WhatsApp; absent while there are none. */
  whatsapp?: WhatsappChoiceResponse;
  /** Of her mails, calendar and papers. */
  @ApiProperty({ enum: SITE_LANGUAGES, enumName: "SiteLanguage" })
  language!: LanguageCode;
}

/** The response to a search for a booking; the same whether or not it exists. */
export class FindBookingResponse {
  message!: string;
}

/** What an event still asks of the holder of a sold stall. */
export class MissingPapersResponse {
  /** Their labels. */
  papers!: string[];
  /** Until when they can be given; ISO 8601 UTC. */
  until!: string;
}

/** Where the confirmation of a stall that this browser has just paid for was sent. */
export class BookingReceiptResponse {
  email!: string;
  /** `queued`: on its way; `failed`: it could not be delivered. */
  @ApiProperty({ enum: ["queued", "sent", "failed"], enumName: "ReceiptMailState" })
  mail!: "queued" | "sent" | "failed";
  /** The address can still be corrected here. */
  correctable!: boolean;
  /** Required papers that are not there yet, while they can be given in my booking. */
  missing?: MissingPapersResponse;
  /** The code of the ticket, which the gate scans. */
  ticket?: string;
}
