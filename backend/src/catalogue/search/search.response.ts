import { ApiProperty } from "@nestjs/swagger";
import { CATALOGUE_MODULES } from "@sakhi/domain/site/modules";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { ShownPictureResponse } from "../../pictures/pictures.response.js";
import { BrandResponse } from "../catalogue.response.js";
import { ListingResponse } from "../listing.response.js";

const SHOWCASE_KINDS = ["award", "sales_fair", "retail_popup", "past_mela", "mela", "coming_mela"] as const;

/** A matching service. */
export class FoundServiceResponse {
  name!: string;
  brandName!: string;
  category!: string;
  @ApiProperty({ type: String, nullable: true })
  image!: string | null;
  @ApiProperty({ type: ShownPictureResponse, nullable: true })
  picture!: ShownPictureResponse | null;
}

/** A matching category. */
export class FoundCategoryResponse {
  name!: string;
  @ApiProperty({ enum: CATALOGUE_MODULES, enumName: "CatalogueModule" })
  module!: CatalogueModule;
  /** Live listings. */
  count!: number;
  /** URL slug. */
  slug!: string;
}

/** A matching NGO initiative. */
export class FoundNgoResponse {
  name!: string;
  brand!: string;
  @ApiProperty({ type: String, nullable: true })
  logo!: string | null;
  description!: string;
  /** The brand's logo as a picture; null if it has none. */
  @ApiProperty({ type: ShownPictureResponse, nullable: true })
  logoPicture!: ShownPictureResponse | null;
}

/** A matching award or event. */
export class FoundEventResponse {
  id!: string;
  title!: string;
  /** Who gave the award, or held the event. */
  awardedBy!: string;
  /** Display text. */
  date!: string;
  /** An award, the current or an upcoming Mela, or a past event with its own page. */
  @ApiProperty({ enum: SHOWCASE_KINDS, enumName: "ShowcaseKind" })
  kind!: (typeof SHOWCASE_KINDS)[number];
  /** Slug of a Mela that is not the current one, whose pages have it in their address. */
  @ApiProperty({ type: String, nullable: true })
  event!: string | null;
}

/** Search results, best first, at most 8 per section. */
export class SearchResponse {
  brands!: BrandResponse[];
  products!: ListingResponse[];
  services!: FoundServiceResponse[];
  categories!: FoundCategoryResponse[];
  ngos!: FoundNgoResponse[];
  events!: FoundEventResponse[];
  /**
   * If nothing matched the query: the close spelling whose results are returned instead. Otherwise null.
   */
  @ApiProperty({ type: String, nullable: true })
  closeSpelling!: string | null;
}
