import { ApiProperty } from "@nestjs/swagger";
import { CATALOGUE_MODULES } from "@sakhi/domain/site/modules";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { ShownPictureResponse } from "../pictures/pictures.response.js";
import { ListingResponse } from "./listing.response.js";

/** A category with at least one live listing. */
export class CategoryCountResponse {
  @ApiProperty({ enum: CATALOGUE_MODULES, enumName: "CatalogueModule" })
  module!: CatalogueModule;
  /** Display name. */
  name!: string;
  /** URL slug. */
  slug!: string;
  /** Live listings. */
  count!: number;
  /** The photograph of a product in it, for its card; null if none of the first has one. */
  @ApiProperty({ type: ShownPictureResponse, nullable: true })
  picture!: ShownPictureResponse | null;
}

/** A brand with at least one live listing, for the search box's suggestions. */
export class BrandNameResponse {
  name!: string;
  @ApiProperty({ enum: CATALOGUE_MODULES, enumName: "CatalogueModule" })
  module!: CatalogueModule;
  /** The brand's main category. */
  category!: string;
}

/** A brand as cards and search results show it. */
export class BrandResponse {
  name!: string;
  @ApiProperty({ enum: CATALOGUE_MODULES, enumName: "CatalogueModule" })
  module!: CatalogueModule;
  /** The brand's main category. */
  category!: string;
  @ApiProperty({ type: String, nullable: true })
  logo!: string | null;
  description!: string;
  /** Town and state; null if the brand gave none: show "India". */
  @ApiProperty({ type: String, nullable: true })
  location!: string | null;
  /** Its cover, else the first picture of a product; null if it has none. */
  @ApiProperty({ type: ShownPictureResponse, nullable: true })
  picture!: ShownPictureResponse | null;
  /** Its logo as a picture; null if it has none. */
  @ApiProperty({ type: ShownPictureResponse, nullable: true })
  logoPicture!: ShownPictureResponse | null;
  /** True if an operator has seen a document of the brand. */
  verified!: boolean;
}

/** A past fair, pop-up or edition of the Mela, or an upcoming edition. */
export class PastEventResponse {
  id!: string;
  @ApiProperty({ enum: ["sales_fair", "retail_popup", "mela"], enumName: "PastEventKind" })
  kind!: "sales_fair" | "retail_popup" | "mela";
  title!: string;
  /** Display text. */
  date!: string;
  @ApiProperty({ type: String, nullable: true })
  time!: string | null;
  @ApiProperty({ type: String, nullable: true })
  venue!: string | null;
  description!: string;
  @ApiProperty({ type: String, nullable: true })
  image!: string | null;
  /** True for an announced edition of the Mela that cannot be booked yet. */
  toCome?: boolean;
}

/** The home page's selection from the catalogue. */
export class HighlightsResponse {
  /** Slides of "Featured Products": 3. */
  featured!: ListingResponse[];
  /** Cards of "Diwali Spotlight": 4. */
  spotlight!: BrandResponse[];
  /** "Our Bestsellers": 4. */
  bestsellers!: ListingResponse[];
  /** "Past Events Highlights" and slides of "Offers & Events": 3, newest first. */
  pastEvents!: PastEventResponse[];
}
