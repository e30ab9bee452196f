import { IsIn, IsInt, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { CATALOGUE_MODULES, type CatalogueModule } from "../site/modules.js";
import { IsPlainText, blankIsAbsent, wholeNumber } from "./query-text.dto.js";

/** No answer has more listings. */
export const MAX_LISTINGS = 500;

const UNKNOWN_MODULE = "The module must be shops, services or ngos";

/** Which live listings are asked for; every filter alone or together with the others. */
export class LiveListingsQueryDto {
  /** Listings of one module. */
  @blankIsAbsent
  @IsOptional()
  @IsIn(CATALOGUE_MODULES, { message: UNKNOWN_MODULE })
  module?: CatalogueModule;

  /** A category's name, slug or another spelling of it; case makes no difference. */
  @blankIsAbsent
  @IsOptional()
  @MaxLength(200, { message: "The category must be at most 200 characters" })
  @IsPlainText("The category must be a text")
  category?: string;

  /** The brand's name; case makes no difference. */
  @blankIsAbsent
  @IsOptional()
  @MaxLength(200, { message: "The brand name must be at most 200 characters" })
  @IsPlainText("The brand name must be a text")
  brandName?: string;

  /** The event's name; case makes no difference. */
  @blankIsAbsent
  @IsOptional()
  @MaxLength(200, { message: "The event name must be at most 200 characters" })
  @IsPlainText("The event name must be a text")
  eventName?: string;

  /** How many listings at most, 1 to 500. */
  @wholeNumber
  @IsOptional()
  @IsInt({ message: "The limit must be a whole number" })
  @Min(1, { message: "The limit must be at least 1" })
  @Max(MAX_LISTINGS, { message: `The limit must be at most ${MAX_LISTINGS}` })
  limit?: number;

  /** Where to go on: the X-Next-Cursor of the answer before. */
  @blankIsAbsent
  @IsOptional()
  @MaxLength(1000, { message: "The cursor must be the X-Next-Cursor of an earlier answer" })
  @Matches(/^[A-Za-z0-9_-]+$/, { message: "The cursor must be the X-Next-Cursor of an earlier answer" })
  cursor?: string;
}

/** Whose categories are asked for. */
export class CategoriesQueryDto {
  /** Categories of one module; without it those of all. */
  @blankIsAbsent
  @IsOptional()
  @IsIn(CATALOGUE_MODULES, { message: UNKNOWN_MODULE })
  module?: CatalogueModule;
}
