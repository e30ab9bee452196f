import { ApiProperty, ApiPropertyOptional } from "@nestjs/swagger";
import {
  BRAND_STATES,
  type BrandState,
  HIGHLIGHT_KINDS,
  type HighlightKind,
  PRODUCT_STATES,
  type ProductState,
  SHOWCASE_KINDS,
  type ShowcaseKind,
} from "@sakhi/domain/brands/curation.rules";
import { OWNER_STATES, type OwnerState } from "@sakhi/domain/brands/owner-states";
import { PRICE_KINDS, type PriceKind } from "@sakhi/domain/brands/price.rules";
import { APPLICATION_STATES, type ApplicationState } from "@sakhi/domain/listings/listing.states";
import { CATALOGUE_MODULES, type CatalogueModule } from "@sakhi/domain/site/modules";
import { AuditEntryResponse } from "../admin/audit.response.js";
import { PictureResponse } from "../pictures/pictures.response.js";
import { ErrorResponse } from "../platform/http/error.response.js";

/** A brand in the operators' list. */
export class BrandRowResponse {
  id!: string;
  name!: string;
  @ApiProperty({ enum: CATALOGUE_MODULES, enumName: "CatalogueModule" })
  module!: CatalogueModule;
  category!: string;
  place?: string;
  @ApiProperty({ enum: BRAND_STATES, enumName: "BrandState" })
  state!: BrandState;
  verified!: boolean;
  /** Products that are or could be on the site. */
  products!: number;
  /** Whether it has a picture of its own: logo, cover or of a product. */
  pictured!: boolean;
  updatedAt!: string;
}

/** A picture of a product, in its place. */
export class PlacedPictureResponse {
  id!: string;
  alt!: string;
}

/** A product of a brand. Times ISO 8601, UTC; amounts in rupees. */
export class ManagedProductResponse {
  id!: string;
  name!: string;
  text!: string;
  category!: string;
  @ApiProperty({ enum: PRICE_KINDS, enumName: "PriceKind" })
  priceKind!: PriceKind;
  /** The price, or the lowest of a range. */
  priceFrom?: number;
  priceTo?: number;
  link?: string;
  @ApiProperty({ enum: PRODUCT_STATES, enumName: "ProductState" })
  state!: ProductState;
  /** What its owner makes of it. */
  @ApiProperty({ enum: OWNER_STATES, enumName: "OwnerState" })
  ownerState!: OwnerState;
  /** Why an operator hid this product. */
  hiddenReason?: string;
  /** End of its time on the site. */
  liveUntil?: string;
  /** In order. */
  pictures!: PlacedPictureResponse[];
  /** Sent back as `seenAt`. */
  updatedAt!: string;
}

/** The document that proves who a brand is. */
export class BrandVerificationResponse {
  at!: string;
  by!: string;
  document?: string;
  /** The day on which it was seen, e.g. 2026-11-21. */
  seenOn?: string;
}

/** An application that a brand is listed by. */
export class BrandApplicationResponse {
  id!: string;
  fullName!: string;
  @ApiProperty({ enum: APPLICATION_STATES, enumName: "ApplicationState" })
  state!: ApplicationState;
  liveUntil?: string;
}

/** A brand with everything that operators can change. */
export class ManagedBrandResponse extends BrandRowResponse {
  story!: string;
  websiteUrl?: string;
  instagramUrl?: string;
  facebookUrl?: string;
  linkedinUrl?: string;
  whatsappUrl?: string;
  partnerName?: string;
  contactEmail?: string;
  contactPhone?: string;
  hiddenReason?: string;
  verification?: BrandVerificationResponse;
  logoId?: string;
  coverId?: string;
  /** Every product that is not withdrawn, in order. */
  managedProducts!: ManagedProductResponse[];
  /** Every picture of the brand, in use or not. */
  pictures!: PictureResponse[];
  applications!: BrandApplicationResponse[];
  /** Former names, whose addresses lead here. */
  formerNames!: string[];
  /** What was done to it, newest first. */
  audit!: AuditEntryResponse[];
}

/** A brand after an action. */
export class BrandChangedResponse {
  brandId!: string;
  /** The fields that changed. Corrections only. */
  changed?: string[];
}

/** A product after an action. */
export class ProductChangedResponse {
  productId!: string;
  brandId!: string;
}

/** A ticket to upload pictures of a brand. */
export class UploadTicketResponse {
  ticket!: string;
}

/** Something that a merge moves, and how many. */
export class MovedResponse {
  /** A word of the database's tables, e.g. products. */
  what!: string;
  count!: number;
}

/** What a merge of two brands would do. */
export class MergePreviewResponse {
  /** The brand that ends. */
  fromName!: string;
  /** The brand that stays. */
  intoName!: string;
  moved!: MovedResponse[];
  /** What the brand that stays lacks and takes over, e.g. "place". */
  taken!: string[];
  /** What of the ending brand is lost, because the other one has its own. */
  dropped!: string[];
  /** Products on the site afterwards. */
  productsAfterwards!: number;
}

/** Error response to a correction: with brand_name_taken and brand_looks_alike the brand of that name. */
export class BrandErrorResponse extends ErrorResponse {
  brandId?: string;
  brandName?: string;
}

/** Something that can be chosen for the home page. */
export class ChoosableResponse {
  id!: string;
  /** The product's name, or the brand's. */
  name!: string;
  /** Of a product. */
  brandName?: string;
  brandId!: string;
  category!: string;
  @ApiProperty({ enum: BRAND_STATES, enumName: "BrandState" })
  state!: BrandState;
}

/** A list of the home page. */
export class HighlightListResponse {
  @ApiProperty({ enum: HIGHLIGHT_KINDS, enumName: "HighlightKind" })
  kind!: HighlightKind;
  /** How many the home page shows. */
  shown!: number;
  /** The choices in order. */
  choices!: ChoosableResponse[];
}

/** An award, fair or pop-up that the site shows. */
export class ShowcaseEventResponse {
  id!: string;
  @ApiProperty({ enum: SHOWCASE_KINDS, enumName: "ShowcaseEventKind" })
  kind!: ShowcaseKind;
  title!: string;
  awardedBy!: string;
  dateText!: string;
  /** E.g. 2024-10-18. */
  heldOn!: string;
  timeText?: string;
  venue?: string;
  description!: string;
  version!: number;
  /** Set for one that was removed and can be restored. */
  @ApiPropertyOptional({ type: String })
  removedAt?: string;
}
