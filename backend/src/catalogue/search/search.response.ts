import { ApiProperty } from "@nestjs/swagger";
import { CATALOGUE_MODULES } from "@sakhi/domain/site/modules";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { BrandResponse } from "../catalogue.response.js";
import { ListingResponse } from "../listing.response.js";

const SHOWCASE_KINDS = ["award", "sales_fair", "retail_popup", "past_mela", "mela", "coming_mela"] as const;

/** A service that was found. */
export class FoundServiceResponse {
  name!: string;
  brandName!: string;
  category!: string;
  @ApiProperty({ type: String, nullable: true })
  image!: string | null;
}

/** A category that was found. */
export class FoundCategoryResponse {
  name!: string;
  @ApiProperty({ enum: CATALOGUE_MODULES, enumName: "CatalogueModule" })
  module!: CatalogueModule;
  /** Live listings. */
  count!: number;
  /** For addresses. */
  slug!: string;
}

/** An NGO initiative that was found. */
export class FoundNgoResponse {
  name!: string;
  brand!: string;
  @ApiProperty({ type: String, nullable: true })
  logo!: string | null;
  description!: string;
}

/** An award or event that was found. */
export class FoundEventResponse {
  id!: string;
  title!: string;
  /** Who gave the award, or held the event. */
  awardedBy!: string;
  /** As people read it. */
  date!: string;
  /** An award, the Mela to come, or an event of the past with its own page. */
  @ApiProperty({ enum: SHOWCASE_KINDS, enumName: "ShowcaseKind" })
  kind!: (typeof SHOWCASE_KINDS)[number];
}

/** What was found, best first, at most 8 of each kind. */
export class SearchResponse {
  brands!: BrandResponse[];
  products!: ListingResponse[];
  services!: FoundServiceResponse[];
  categories!: FoundCategoryResponse[];
  ngos!: FoundNgoResponse[];
  events!: FoundEventResponse[];
  /**
   * Null as a rule. When nothing matched what was typed: the close spelling that was searched for instead, and
   * whose results these are.
   */
  @ApiProperty({ type: String, nullable: true })
  closeSpelling!: string | null;
}
