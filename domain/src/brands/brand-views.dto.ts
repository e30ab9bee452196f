import { IsIn, IsNotEmpty, IsString, MaxLength } from "class-validator";
import { singleLine } from "../fields/typed-text.dto.js";
import { CATALOGUE_MODULES, type CatalogueModule } from "../site/modules.js";

/** POST /api/v1/brand-views: the brand whose page is open. */
export class BrandViewDto {
  @IsIn(CATALOGUE_MODULES, { message: "Please load the page again" })
  module!: CatalogueModule;

  /** The brand's name as its page shows it. */
  @singleLine
  @MaxLength(100, { message: "Please load the page again" })
  @IsString({ message: "Please load the page again" })
  @IsNotEmpty({ message: "Please load the page again" })
  brandName!: string;
}
