import { ApiProperty } from "@nestjs/swagger";
import {
  BOOKING_REQUEST_KINDS,
  BOOKING_REQUEST_STATES,
  MY_BOOKING_EVENT_KINDS,
  type BookingRequestKind,
  type BookingRequestState,
  type MyBookingEventKind,
} from "@sakhi/domain/bookings/my-booking.rules";
import type { InvoiceKind } from "@sakhi/domain/invoices/invoice-number";
import { MelaPaymentStatusResponse } from "../bookings/bookings.response.js";

/** What the payer gave in her registration. */
export class MyBookingDetailsResponse {
  fullName!: string;
  email!: string;
  phoneNumber!: string;
  businessName!: string;
  gstNumber?: string;
  gstAddress?: string;
  pincode!: string;
}

/** An invoice or a credit note, to be downloaded at any time. */
export class MyBookingDocumentResponse {
  id!: string;
  @ApiProperty({ enum: ["invoice", "credit_note"], enumName: "InvoiceKind" })
  kind!: InvoiceKind;
  number!: string;
  /** Rupees, GST included. */
  amount!: number;
  issuedAt!: string;
}

/** Something that happened to the booking. */
export class MyBookingEventResponse {
  @ApiProperty({ enum: MY_BOOKING_EVENT_KINDS, enumName: "MyBookingEventKind" })
  kind!: MyBookingEventKind;
  at!: string;
  /** Rupees; of payments and refunds. */
  amount?: number;
  /** The payment's or the refund's number, for the bank and for support. */
  reference?: string;
  /** Of refunds that were paid back: what her bank can find it by, where the provider has named it. */
  bankReference?: string;
  /** Of moves: where it stood before. */
  fromStallId?: string;
  /** The stall it is about, where it is about one. */
  stallId?: string;
  /** Of corrections: the new invoice, where one was issued. */
  invoiceNumber?: string;
}

/** Something she asked for. */
export class MyBookingRequestResponse {
  id!: string;
  @ApiProperty({ enum: BOOKING_REQUEST_KINDS, enumName: "BookingRequestKind" })
  kind!: BookingRequestKind;
  text!: string;
  @ApiProperty({ enum: BOOKING_REQUEST_STATES, enumName: "BookingRequestState" })
  state!: BookingRequestState;
  /** What we replied. */
  answer?: string;
  requestedAt!: string;
}

/** A booking, for the browser that opened a link of ours. */
export class MyBookingResponse {
  booking!: MelaPaymentStatusResponse;
  details!: MyBookingDetailsResponse;
  /** Invoices and credit notes, oldest first. */
  documents!: MyBookingDocumentResponse[];
  /** What happened, oldest first. */
  timeline!: MyBookingEventResponse[];
  /** What she asked for, newest first. */
  requests!: MyBookingRequestResponse[];
  /** Whether she can correct her details herself: until the invoice is issued. */
  correctable!: boolean;
  /** When the booking last changed (ISO 8601, UTC): sent back with a correction. */
  changedAt!: string;
  /** With a stall that is reserved and not paid: whether this very browser can go on paying. */
  payableHere!: boolean;
  /** Until when the link leads here (ISO 8601, UTC). */
  linkExpiresAt!: string;
}

/** The response to a search for a booking, whether or not there is one. */
export class FindBookingResponse {
  message!: string;
}
