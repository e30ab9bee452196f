import { ApiProperty } from "@nestjs/swagger";
import { CATALOGUE_MODULES, type CatalogueModule } from "@sakhi/domain/site/modules";

/** One picture of a listing. */
export class ProductImageResponse {
  /** A path on this site, or a shared-drive link to show through the image proxy. */
  imageUrl!: string;
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
  /** The listing's own picture, or its first product picture. */
  @ApiProperty({ type: String, nullable: true })
  image!: string | null;
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
}
