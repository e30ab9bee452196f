import { ApiProperty } from "@nestjs/swagger";
import { BRAND_CHANGE_STATES, type BrandChangeState } from "@sakhi/domain/brands/brand-change.states";
import { OWNER_STATES, type OwnerState } from "@sakhi/domain/brands/owner-states";
import { type LanguageCode, SITE_LANGUAGES } from "@sakhi/domain/languages/language-paths";
import { CATALOGUE_MODULES, type CatalogueModule } from "@sakhi/domain/site/modules";
import { OwnStallResponse } from "../brands/brand-stalls.response.js";
import { BrandPageResponse } from "../brands/brands.response.js";
import { MailedLinkResponse } from "../mail/mail.response.js";
import { PictureResponse } from "../pictures/pictures.response.js";
import { WhatsappChoiceResponse } from "../whatsapp/whatsapp.response.js";

export const LISTING_STATUSES = ["in_review", "live", "expired"] as const;
/** Where the listing is: waiting for its approval, on the site, or its year is over. */
export type ListingStatus = (typeof LISTING_STATUSES)[number];

/** The change that the owner works on. */
export class MyBrandChangeResponse {
  @ApiProperty({ enum: BRAND_CHANGE_STATES, enumName: "BrandChangeState" })
  state!: BrandChangeState;
  /** Sent back with each save; an optimistic lock between two devices. */
  version!: number;
  content!: BrandPageResponse;
  /** Why it was returned. */
  reason?: string;
  sentAt?: string;
  savedAt!: string;
}

/** An invoice or credit note. */
export class MyBrandDocumentResponse {
  id!: string;
  number!: string;
  /** Rupees, GST included. */
  amount!: number;
  issuedAt!: string;
}

/** A week of a brand's page on the site. */
export class MyBrandWeekResponse {
  /** A Monday in India, YYYY-MM-DD. */
  week!: string;
  /** How often the page was opened. */
  views!: number;
  /** Messages that were passed on. */
  enquiries!: number;
}

/** A product that its owner hides or pauses. */
export class MyProductStateResponse {
  /** The product's id on the page. */
  id!: string;
  @ApiProperty({ enum: OWNER_STATES, enumName: "OwnerState" })
  state!: OwnerState;
}

/** Contacts that a page showed without having been asked for as public. */
export class WithdrawnContactsResponse {
  partnerName?: string;
  contactEmail?: string;
  contactPhone?: string;
  whatsappUrl?: string;
}

/** A brand's page and listing, for a browser that opened its owner's link. */
export class MyBrandResponse {
  brandName!: string;
  /** Where our mails about the listing go; shown to nobody but the owner. */
  email!: string;
  /** Of her mails and papers. */
  @ApiProperty({ enum: SITE_LANGUAGES, enumName: "SiteLanguage" })
  language!: LanguageCode;
  /** The order whose receipt lets this browser correct the address; absent if it cannot. */
  receiptOrderId?: string;
  @ApiProperty({ enum: CATALOGUE_MODULES, enumName: "CatalogueModule" })
  module!: CatalogueModule;
  @ApiProperty({ enum: LISTING_STATUSES, enumName: "MyListingStatus" })
  status!: ListingStatus;
  /** When the year ends or has ended; absent before the approval. */
  liveUntil?: string;
  /** Path of the public page; absent unless it is live. */
  publicPath?: string;
  /** Path to pay for another year; absent before the approval. */
  renewPath?: string;
  /** An operator has seen a document of the brand. */
  verified!: boolean;
  /** The brand's category, which new products begin with. */
  category!: string;
  /** Products that the owner hides or pauses; all others of the page are shown. */
  notShown!: MyProductStateResponse[];
  /** The owner's stalls of coming events. */
  stalls!: OwnStallResponse[];
  /** What is public, or will be with the approval. */
  page!: BrandPageResponse;
  /** Absent while nothing differs from the page. */
  change?: MyBrandChangeResponse;
  /**
   * Contacts of the application that the page showed once, until the owner says whether it may again. Absent if none were, or
   * she has answered.
   */
  withdrawn?: WithdrawnContactsResponse;
  /** Every picture of the owner: also those being checked or refused. */
  pictures!: PictureResponse[];
  /** Permits this browser to upload pictures for an hour. */
  uploadTicket!: string;
  documents!: MyBrandDocumentResponse[];
  /** The last weeks, oldest first, the running one last; empty before the approval. */
  weeks!: MyBrandWeekResponse[];
  /** When the link expires (ISO 8601, UTC). */
  linkExpiresAt!: string;
  /** Every link that opens this page, newest first. */
  links!: MailedLinkResponse[];
  /** Messages by WhatsApp to the owner; absent while there are none. */
  whatsapp?: WhatsappChoiceResponse;
}

/** Where the confirmation of a listing that this browser has just paid for was sent. */
export class ListingReceiptResponse {
  email!: string;
  /** `queued`: on its way; `failed`: it could not be delivered. */
  @ApiProperty({ enum: ["queued", "sent", "failed"], enumName: "ReceiptMailState" })
  mail!: "queued" | "sent" | "failed";
  /** The address can still be corrected here. */
  correctable!: boolean;
}

/** What has happened to a sent change. */
export class SendBrandPageResponse {
  @ApiProperty({ enum: ["sent", "published", "unchanged"], enumName: "SentBrandPage" })
  outcome!: "sent" | "published" | "unchanged";
  brand!: MyBrandResponse;
}

/** The response to a search for a listing; the same whether or not it exists. */
export class FindListingResponse {
  message!: string;
}
