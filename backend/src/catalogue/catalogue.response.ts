import { ApiProperty } from "@nestjs/swagger";
import { CATALOGUE_MODULES } from "@sakhi/domain/site/modules";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { ListingResponse } from "./listing.response.js";

/** A category with at least one live listing. */
export class CategoryCountResponse {
  @ApiProperty({ enum: CATALOGUE_MODULES, enumName: "CatalogueModule" })
  module!: CatalogueModule;
  /** The name people read. */
  name!: string;
  /** For addresses. */
  slug!: string;
  /** Live listings. */
  count!: number;
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
  /** Town and state; null where the brand gave none: show "India". */
  @ApiProperty({ type: String, nullable: true })
  location!: string | null;
}

/** An event of the past: a fair, a pop-up, or an edition of the Mela; or an edition to come. */
export class PastEventResponse {
  id!: string;
  @ApiProperty({ enum: ["sales_fair", "retail_popup", "mela"], enumName: "PastEventKind" })
  kind!: "sales_fair" | "retail_popup" | "mela";
  title!: string;
  /** As people read it. */
  date!: string;
  @ApiProperty({ type: String, nullable: true })
  time!: string | null;
  @ApiProperty({ type: String, nullable: true })
  venue!: string | null;
  description!: string;
  @ApiProperty({ type: String, nullable: true })
  image!: string | null;
  /** Of an edition of the Mela that is announced and not booked yet. */
  toCome?: boolean;
}

/** What the home page shows of the catalogue. */
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
