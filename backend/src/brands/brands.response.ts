import { ApiProperty } from "@nestjs/swagger";
import { BRAND_CHANGE_STATES, type BrandChangeState } from "@sakhi/domain/brands/brand-change.states";
import type { BrandPageTexts, ProductText } from "@sakhi/domain/brands/brand-page.fields";
import {
  APPLICATION_PAGE_STATES,
  type ApplicationPageState,
  PAGE_PARTS,
  type PagePart,
} from "@sakhi/domain/brands/page-gate.rules";
import { PRICE_KINDS, type PriceKind } from "@sakhi/domain/brands/price.rules";
import { CATALOGUE_MODULES, type CatalogueModule } from "@sakhi/domain/site/modules";
import { PictureFocusResponse, PictureResponse } from "../pictures/pictures.response.js";

/** A product's price; amounts in paise. */
export class PagePriceResponse {
  @ApiProperty({ enum: PRICE_KINDS, enumName: "PriceKind" })
  kind!: PriceKind;
  @ApiProperty({ type: "integer", nullable: true })
  fromPaise!: number | null;
  @ApiProperty({ type: "integer", nullable: true })
  toPaise!: number | null;
}

/** A picture of a product, with its description. */
export class PagePictureResponse {
  id!: string;
  alt!: string;
  /** What every frame keeps in view; absent for the middle. */
  focus?: PictureFocusResponse;
}

/** A product of a page. */
export class PageProductResponse implements Record<ProductText, string> {
  id!: string;
  name!: string;
  text!: string;
  price!: PagePriceResponse;
  category!: string;
  pictures!: PagePictureResponse[];
  link!: string;
}

/** A brand's page as its owner writes it. */
export class BrandPageResponse implements BrandPageTexts {
  @ApiProperty({ type: String, nullable: true })
  logoId!: string | null;
  @ApiProperty({ type: String, nullable: true })
  coverId!: string | null;
  coverAlt!: string;
  /** What every frame keeps in view of the cover; absent for the middle. */
  coverFocus?: PictureFocusResponse;
  story!: string;
  place!: string;
  websiteUrl!: string;
  instagramUrl!: string;
  whatsappUrl!: string;
  facebookUrl!: string;
  linkedinUrl!: string;
  /** Shown to everyone, like the two below; empty for none. */
  partnerName!: string;
  contactEmail!: string;
  contactPhone!: string;
  noPictures!: boolean;
  products!: PageProductResponse[];
}

/** A change in the operators' list. */
export class BrandChangeSummaryResponse {
  id!: string;
  applicationId!: string;
  brandName!: string;
  @ApiProperty({ enum: BRAND_CHANGE_STATES, enumName: "BrandChangeState" })
  state!: BrandChangeState;
  /** A small correction that is live already. */
  trusted!: boolean;
  /** When it was sent, or went live (ISO 8601, UTC). */
  at!: string;
}

/** A change with what was public when it was started, for its review. */
export class BrandChangeDetailsResponse extends BrandChangeSummaryResponse {
  @ApiProperty({ enum: CATALOGUE_MODULES, enumName: "CatalogueModule" })
  module!: CatalogueModule;
  version!: number;
  /** The brand is on the site: accepting publishes at once, otherwise with the approval of its application. */
  approved!: boolean;
  before!: BrandPageResponse;
  after!: BrandPageResponse;
  /** Every picture of either page. */
  pictures!: PictureResponse[];
}

/** The page of an application, for who decides about it. */
export class ApplicationPageResponse {
  @ApiProperty({ enum: APPLICATION_PAGE_STATES, enumName: "ApplicationPageState" })
  state!: ApplicationPageState;
  /** The change that waits for review. */
  changeId?: string;
  /** Parts of a good page that it lacks. */
  @ApiProperty({ enum: Object.keys(PAGE_PARTS), enumName: "PagePart", isArray: true })
  lacks!: PagePart[];
}
