import { IsInt, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { CATALOGUE_MODULES, type CatalogueModule } from "../site/modules.js";
import { blankIsAbsent, wholeNumber, optionalChoice, optionalQueryText } from "./query-text.dto.js";

/** Maximum number of listings in a response. */
export const MAX_LISTINGS = 500;

const UNKNOWN_MODULE = "The module must be shops, services or ngos";

/** Filters of the live listings; they can be combined. */
export class LiveListingsQueryDto {
  /** Only listings of this module. */
  @optionalChoice(CATALOGUE_MODULES, UNKNOWN_MODULE)
  module?: CatalogueModule;

  /** A category's name, slug or another spelling of it; case-insensitive. */
  @optionalQueryText("The category", 200)
  category?: string;

  /** The brand's name; case-insensitive. */
  @optionalQueryText("The brand name", 200)
  brandName?: string;

  /** The event's name; case-insensitive. */
  @optionalQueryText("The event name", 200)
  eventName?: string;

  /** Page size, 1 to 500. */
  @wholeNumber
  @IsOptional()
  @IsInt({ message: "The limit must be a whole number" })
  @Min(1, { message: "The limit must be at least 1" })
  @Max(MAX_LISTINGS, { message: `The limit must be at most ${MAX_LISTINGS}` })
  limit?: number;

  /** Cursor of the next page: the X-Next-Cursor of the previous response. */
  @blankIsAbsent
  @IsOptional()
  @MaxLength(1000, { message: "The cursor must be the X-Next-Cursor of an earlier answer" })
  @Matches(/^[A-Za-z0-9_-]+$/, { message: "The cursor must be the X-Next-Cursor of an earlier answer" })
  cursor?: string;
}

/** Filter of the categories. */
export class CategoriesQueryDto {
  /** Only categories of this module; all modules by default. */
  @optionalChoice(CATALOGUE_MODULES, UNKNOWN_MODULE)
  module?: CatalogueModule;
}
