import { ApiProperty } from "@nestjs/swagger";
import { type LanguageCode, SITE_LANGUAGES } from "@sakhi/domain/languages/language-paths";
import { CATALOGUE_MODULES, type CatalogueModule } from "@sakhi/domain/site/modules";
import { EventDayResponse } from "../events/event-facts.response.js";

/** What a brand's page shows of an event in another language. */
export class PlaceTranslationResponse {
  @ApiProperty({ enum: SITE_LANGUAGES, enumName: "SiteLanguage" })
  language!: LanguageCode;
  eventName!: string;
  city!: string;
  /** What of it is English all the same, as it is said there. */
  @ApiProperty({ type: [String] })
  english!: readonly string[];
}

/** Where a brand is met: a stall of a coming event. */
export class BrandStallResponse {
  stallId!: string;
  /** Slug of the event. */
  event!: string;
  eventName!: string;
  /** Days in words, e.g. 3–4 December 2026. */
  dates!: string;
  /** From which a site in another language words them itself. */
  @ApiProperty({ type: [EventDayResponse] })
  openingDays!: readonly EventDayResponse[];
  city!: string;
  /** Path of the event's plan. */
  planPath!: string;
  /** Its texts in other languages of the site; absent without any. */
  @ApiProperty({ type: [PlaceTranslationResponse], required: false })
  translations?: readonly PlaceTranslationResponse[];
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
