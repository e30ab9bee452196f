import { ApiProperty } from "@nestjs/swagger";
import { correctableFields } from "@sakhi/domain/fields/correction.rules";
import type { CorrectableBy } from "@sakhi/domain/fields/declared-fields";
import { type LanguageCode, SITE_LANGUAGES } from "@sakhi/domain/languages/language-paths";
import { APPLICATION_FIELDS } from "@sakhi/domain/listings/application.fields";
import { COMPANY_TYPES, type CompanyType } from "@sakhi/domain/listings/listing-application.choices";
import {
  APPLICATION_KINDS,
  APPLICATION_STATES,
  type ApplicationKind,
  type ApplicationState,
} from "@sakhi/domain/listings/listing.states";
import { ApplicationPageResponse } from "../brands/brands.response.js";
import { AdminInvoiceResponse } from "../invoices/invoice.response.js";
import { AdminMailResponse } from "../mail/mail.response.js";
import { AdminRefundResponse } from "../payments/refund.response.js";
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
  /** Start of the review. */
  reviewSince?: string;
  liveUntil?: string;
  /** The newest payment order. */
  orderId?: string;
}

/** Form fields that are not in the summary. */
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

/** An application with its form, history, orders, documents and mails. */
export class ApplicationDetailsResponse extends ApplicationSummaryResponse {
  /** Of its mails and papers. */
  @ApiProperty({ enum: SITE_LANGUAGES, enumName: "SiteLanguage" })
  language!: LanguageCode;
  form!: ApplicationFormResponse;
  /** Time of the last change; a correction sends it as `seenAt`. */
  updatedAt!: string;
  year!: number;
  liveFrom?: string;
  /** The administrator's reason for the decision. */
  decisionReason?: string;
  /** The brand it is listed under. */
  brand?: ApplicationBrandResponse;
  /** An existing brand of the same name and module: to be joined, or avoided. */
  sameName?: ApplicationBrandResponse;
  /** Another brand whose name looks the same: approving needs `looksAlikeSeen`. */
  looksLike?: ApplicationBrandResponse;
  booking?: ApplicationBookingResponse;
  /** Her page; absent for an application that has none: not paid for, rejected or withdrawn. */
  page?: ApplicationPageResponse;
  /** When she was last asked for it. */
  pageAskedAt?: string;
  timeline!: ApplicationEventResponse[];
  orders!: ApplicationOrderResponse[];
  invoices!: AdminInvoiceResponse[];
  refunds!: AdminRefundResponse[];
  /** Refundable part of the current year's fee, in rupees; absent if none. */
  refundable?: number;
  mails!: AdminMailResponse[];
  /** The application's workflow in Temporal's web UI, if there is one. */
  temporalUrl?: string;
}

/** Result of a decision. */
export class ReviewResponse {
  @ApiProperty({ enum: APPLICATION_STATES, enumName: "ApplicationState" })
  state!: ApplicationState;
  /** The refund in rupees. Withdrawn applications only. */
  refundAmount?: number;
  creditNoteNumber?: string;
  /** The brand's page. Approved applications only. */
  publicUrl?: string;
}

/** Result of a correction. */
export class CorrectApplicationResponse {
  /** The fields that changed. */
  @ApiProperty({
    enum: correctableFields(APPLICATION_FIELDS, "operator"),
    enumName: "CorrectableApplicationField",
    isArray: true,
  })
  changed!: CorrectableBy<typeof APPLICATION_FIELDS, "operator">[];
  /** The new invoice, if tax facts changed. */
  invoiceNumber?: string;
  /** The credit note that reverses the former invoice. */
  creditNoteNumber?: string;
}

/** Error response to an approval. */
export class ApproveErrorResponse extends ErrorResponse {
  /** With brand_name_taken and brand_looks_alike: the brand of that name. */
  brandId?: string;
  brandName?: string;
}
