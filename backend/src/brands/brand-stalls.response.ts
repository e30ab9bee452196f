import { ApiProperty } from "@nestjs/swagger";
import { CATALOGUE_MODULES, type CatalogueModule } from "@sakhi/domain/site/modules";

/** Where a brand is met: a stall of a coming event. */
export class BrandStallResponse {
  stallId!: string;
  /** Slug of the event. */
  event!: string;
  eventName!: string;
  /** Days in words, e.g. 3–4 December 2026. */
  dates!: string;
  city!: string;
  /** Path of the event's plan. */
  planPath!: string;
}

/** A stall of the owner, which her page may show. */
export class OwnStallResponse extends BrandStallResponse {
  /** Names it in the call that shows it. */
  id!: string;
  /** Everyone sees it on the brand's page, and the brand on the plan. */
  shown!: boolean;
}

/** A brand that is met at a stall: its owner says so. */
export class StallBrandResponse {
  stallId!: string;
  brandName!: string;
  @ApiProperty({ enum: CATALOGUE_MODULES, enumName: "CatalogueModule" })
  module!: CatalogueModule;
  /** Of the brand and of its products. */
  @ApiProperty({ type: [String] })
  categories!: readonly string[];
  /** Names of its products, at most 40. */
  @ApiProperty({ type: [String] })
  products!: readonly string[];
}
