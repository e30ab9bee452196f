import { ApiProperty } from "@nestjs/swagger";
import { COMPANY_TYPES, type CompanyType } from "@sakhi/domain/listings/listing-application.choices";
import {
  APPLICATION_KINDS,
  APPLICATION_STATES,
  type ApplicationKind,
  type ApplicationState,
} from "@sakhi/domain/listings/listing.states";
import {
  CORRECTABLE_APPLICATION_FIELDS,
  type CorrectableApplicationField,
} from "@sakhi/domain/operator/correction.rules";
import { ErrorResponse } from "../platform/http/error.response.js";

/** An application in the administrator's list. Times ISO 8601, UTC. */
export class ApplicationSummaryResponse {
  id!: string;
  @ApiProperty({ enum: APPLICATION_KINDS, enumName: "ApplicationKind" })
  kind!: ApplicationKind;
  @ApiProperty({ enum: APPLICATION_STATES, enumName: "ApplicationState" })
  state!: ApplicationState;
  brandName!: string;
  fullName!: string;
  email!: string;
  /** Ten digits. */
  phoneNumber!: string;
  @ApiProperty({ enum: COMPANY_TYPES, enumName: "CompanyType" })
  companyType!: CompanyType;
  businessCategory!: string;
  createdAt!: string;
  /** Since when it waits for the administrator. */
  reviewSince?: string;
  liveUntil?: string;
  /** The newest payment order. */
  orderId?: string;
}

/** What the applicant filled in besides the summary. */
export class ApplicationFormResponse {
  whatsappNumber!: string;
  businessStage!: string;
  businessType!: string;
  story!: string;
  gstNumber?: string;
  govtDocument?: string;
  businessAddress!: string;
  panNumber?: string;
  whatsappBusinessContact!: string;
  whatsappGroupLink?: string;
  websiteUrl?: string;
  linkedinUrl?: string;
  facebookUrl?: string;
  instagramUrl?: string;
  isStartup!: boolean;
  interestedInPopups!: boolean;
  previousParticipation!: string[];
  hearAboutUs!: string;
}

/** One entry of an application's history. */
export class ApplicationEventResponse {
  at!: string;
  /** The event's name, e.g. "approved". */
  what!: string;
  /** visitor, system, provider or operator. */
  by!: string;
  note?: string;
}

/** A payment order of an application. Amounts in rupees. */
export class ApplicationOrderResponse {
  orderId!: string;
  /** "first" or "renewal". */
  purpose!: string;
  year!: number;
  state!: string;
  amount!: number;
  createdAt!: string;
  paidAt?: string;
  /** The provider's payment id. */
  transactionId?: string;
  paymentMode?: string;
}

/** A tax invoice or a credit note. */
export class ApplicationInvoiceResponse {
  id!: string;
  number!: string;
  /** "invoice" or "credit_note". */
  kind!: string;
  amount!: number;
  issuedAt!: string;
}

/** A refund. */
export class ApplicationRefundResponse {
  refundId!: string;
  orderId!: string;
  amount!: number;
  /** "late_payment", "second_payment", "operator" or "provider". */
  reason!: string;
  state!: string;
  createdAt!: string;
}

/** A mail that was written for an application. */
export class ApplicationMailResponse {
  id!: string;
  template!: string;
  to!: string;
  @ApiProperty({ enum: ["queued", "sending", "sent", "failed"], enumName: "MailState" })
  state!: "queued" | "sending" | "sent" | "failed";
  attempts!: number;
  /** The mail server's last error. */
  lastError?: string;
  createdAt!: string;
  sentAt?: string;
  /** Whether it was sent again on request, after this or another mail. */
  copy!: boolean;
}

/** A brand of the catalogue. */
export class ApplicationBrandResponse {
  brandId!: string;
  brandName!: string;
}

/** The stall whose free listing an application claims. */
export class ApplicationBookingResponse {
  bookingId!: string;
  stallId!: string;
}

/** Everything that is known of an application, for the administrator. */
export class ApplicationDetailsResponse extends ApplicationSummaryResponse {
  form!: ApplicationFormResponse;
  /** When anything of it last changed: a correction names it. */
  updatedAt!: string;
  year!: number;
  liveFrom?: string;
  /** Why the administrator decided as they did. */
  decisionReason?: string;
  /** Where it is listed. */
  brand?: ApplicationBrandResponse;
  /** A brand that has the same name in the same part of the catalogue already: to be joined, or avoided. */
  sameName?: ApplicationBrandResponse;
  booking?: ApplicationBookingResponse;
  timeline!: ApplicationEventResponse[];
  orders!: ApplicationOrderResponse[];
  invoices!: ApplicationInvoiceResponse[];
  refunds!: ApplicationRefundResponse[];
  /** What is left of the fee of its year, in rupees; absent where nothing is. */
  refundable?: number;
  mails!: ApplicationMailResponse[];
  /** The application's workflow in Temporal's own pages, where there are any. */
  temporalUrl?: string;
}

/** What a decision came to. */
export class ReviewResponse {
  @ApiProperty({ enum: APPLICATION_STATES, enumName: "ApplicationState" })
  state!: ApplicationState;
  /** Of a withdrawn one: rupees that go back. */
  refundAmount?: number;
  creditNoteNumber?: string;
  /** Of an approved one: the page it is on now. */
  publicUrl?: string;
}

/** What a correction came to. */
export class CorrectApplicationResponse {
  /** The fields that changed. */
  @ApiProperty({ enum: CORRECTABLE_APPLICATION_FIELDS, enumName: "CorrectableApplicationField", isArray: true })
  changed!: CorrectableApplicationField[];
  /** The new invoice, where what it says changed after its issue. */
  invoiceNumber?: string;
  /** The credit note that takes the former invoice back. */
  creditNoteNumber?: string;
}

/** Why an application was not approved. */
export class ApproveErrorResponse extends ErrorResponse {
  /** With brand_name_taken: the brand of that name. */
  brandId?: string;
  brandName?: string;
}
