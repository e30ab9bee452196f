import { ApiProperty } from "@nestjs/swagger";
import { PRICE_KINDS, type PriceKind } from "@sakhi/domain/brands/price.rules";
import { CATALOGUE_MODULES, type CatalogueModule } from "@sakhi/domain/site/modules";
import { ShownPictureResponse } from "../pictures/pictures.response.js";

/** One picture of a listing. */
export class ProductImageResponse {
  /** A file of a picture or a drawing on this site, or a shared-drive link to show through the image proxy. */
  imageUrl!: string;
}

/** A product's price. */
export class PriceResponse {
  @ApiProperty({ enum: PRICE_KINDS, enumName: "PriceKind" })
  kind!: PriceKind;
  /** In paise; of a fixed price or the lowest one of a range. */
  @ApiProperty({ type: Number, nullable: true })
  fromPaise!: number | null;
  /** In paise; the highest one of a range. */
  @ApiProperty({ type: Number, nullable: true })
  toPaise!: number | null;
}

/** A live listing with its brand's contact details (specification 1, section 3). Missing texts are null. */
export class ListingResponse {
  id!: string;
  name!: string;
  description!: string;
  /** Display name of the category. */
  category!: string;
  /** The brand's name, trimmed; the same as brandName. */
  brand!: string;
  brandName!: string;
  /** Town and state; null if the brand gave none: show "India". */
  @ApiProperty({ type: String, nullable: true })
  location!: string | null;
  /** Its first picture; a drawing that its words choose if it has none. */
  @ApiProperty({ type: String, nullable: true })
  image!: string | null;
  /** At most 5, the first of them `image`. */
  productImages!: ProductImageResponse[];
  @ApiProperty({ type: String, nullable: true })
  websiteUrl!: string | null;
  @ApiProperty({ type: String, nullable: true })
  partnerName!: string | null;
  @ApiProperty({ type: String, nullable: true })
  contactEmail!: string | null;
  @ApiProperty({ type: String, nullable: true })
  contactPhone!: string | null;
  /** The event the listing takes part in. */
  @ApiProperty({ type: String, nullable: true })
  eventName!: string | null;
  @ApiProperty({ type: String, nullable: true })
  linkedinUrl!: string | null;
  @ApiProperty({ type: String, nullable: true })
  facebookUrl!: string | null;
  @ApiProperty({ type: String, nullable: true })
  instagramUrl!: string | null;
  @ApiProperty({ type: String, nullable: true })
  whatsappUrl!: string | null;
  @ApiProperty({ enum: CATALOGUE_MODULES, enumName: "CatalogueModule" })
  module!: CatalogueModule;
  /** The brand's logo, for its card and page. */
  @ApiProperty({ type: String, nullable: true })
  brandLogo!: string | null;
  /** May be empty. */
  brandDescription!: string;
  /** The first of its pictures, for its card; null if it has none. */
  @ApiProperty({ type: ShownPictureResponse, nullable: true })
  picture!: ShownPictureResponse | null;
  /** Its pictures in its owner's order, at most 5. */
  productPictures!: ShownPictureResponse[];
  /** The brand's logo as a picture; null if it has none. */
  @ApiProperty({ type: ShownPictureResponse, nullable: true })
  logoPicture!: ShownPictureResponse | null;
  /** The brand's cover; null if it has none. */
  @ApiProperty({ type: ShownPictureResponse, nullable: true })
  coverPicture!: ShownPictureResponse | null;
  /** True if an operator has seen a document of the brand. */
  verified!: boolean;
  /** Null if none is shown. */
  @ApiProperty({ type: PriceResponse, nullable: true })
  price!: PriceResponse | null;
  /** Where this product is sold; null for the brand's website. */
  @ApiProperty({ type: String, nullable: true })
  link!: string | null;
  /** True if it stands for a brand without products: its name and story. */
  isCard!: boolean;
  /** True while its owner says that it is not available. */
  paused!: boolean;
}
