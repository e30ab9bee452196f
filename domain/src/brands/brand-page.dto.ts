import { Type } from "class-transformer";
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsUUID,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from "class-validator";
import { isReason } from "../fields/combined.dto.js";
import { readEmail, readPhone } from "../fields/identifiers.js";
import { readName } from "../fields/names.js";
import { manyLines, singleLine, text } from "../fields/typed-text.dto.js";
import { PictureFocusDto } from "../pictures/picture-focus.dto.js";
import { readBrandLink, readWebLink } from "./brand-links.js";
import type { BrandPageTexts, ProductText } from "./brand-page.fields.js";
import { MAX_PRODUCT_PICTURES, MAX_PRODUCTS } from "./brand-page.rules.js";
import { MAX_PRICE_PAISE, PRICE_KINDS, type PriceKind } from "./price.rules.js";

/**
 * What an owner saves of her page. A draft may be incomplete, so these rules only bound it; `pageProblems` in
 * page-problems.rules.ts says what a page needs before it can be sent.
 */

const AGAIN = "Please load the page again";
/** More than a page may have: a text that is too long is kept, and its problem shown. */
const DRAFT_TEXT = 8000;
const DRAFT_LINE = 500;

/** A product's price; amounts in paise. */
export class PriceDto {
  @IsIn(PRICE_KINDS, { message: AGAIN })
  kind!: PriceKind;

  /** Paise; null unless `kind` is fixed or range, or while it is not filled in. */
  @ValidateIf((_, value) => value !== null)
  @Max(MAX_PRICE_PAISE, { message: "Please enter a price of at most ₹1,00,00,000" })
  @Min(1, { message: "Please enter a price of at least one paisa" })
  @IsInt({ message: AGAIN })
  fromPaise!: number | null;

  /** Paise; null unless `kind` is range, or while it is not filled in. */
  @ValidateIf((_, value) => value !== null)
  @Max(MAX_PRICE_PAISE, { message: "Please enter a price of at most ₹1,00,00,000" })
  @Min(1, { message: "Please enter a price of at least one paisa" })
  @IsInt({ message: AGAIN })
  toPaise!: number | null;
}

/** A picture of a product, in the owner's order. */
export class ProductPictureDto {
  @IsUUID(undefined, { message: AGAIN })
  id!: string;

  /** The picture in words. */
  @singleLine
  @MaxLength(DRAFT_LINE, { message: "Please describe the picture in fewer words" })
  alt!: string;

  /** What every frame keeps in view; absent for the middle. */
  @ValidateIf((_, value) => value !== undefined)
  @IsObject({ message: AGAIN })
  @ValidateNested()
  @Type(() => PictureFocusDto)
  focus?: PictureFocusDto;
}

/** A product of a brand. */
export class ProductDto implements Record<ProductText, string> {
  /** Chosen by the browser for a new product; the listing's id afterwards. */
  @IsUUID(undefined, { message: AGAIN })
  id!: string;

  @singleLine
  @MaxLength(DRAFT_LINE, { message: "Please shorten the product's name" })
  name!: string;

  /** What it is, in some sentences. */
  @manyLines
  @MaxLength(DRAFT_TEXT, { message: "Please shorten the product's text" })
  text!: string;

  @IsObject({ message: AGAIN })
  @ValidateNested()
  @Type(() => PriceDto)
  price!: PriceDto;

  /** Name of a category of the brand's module; empty while none is chosen. */
  @singleLine
  @MaxLength(100, { message: AGAIN })
  category!: string;

  @ArrayMaxSize(MAX_PRODUCT_PICTURES, { message: `A product has at most ${MAX_PRODUCT_PICTURES} pictures` })
  @IsArray({ message: AGAIN })
  @ValidateNested({ each: true })
  @Type(() => ProductPictureDto)
  pictures!: ProductPictureDto[];

  /** Where it is sold; empty for none. */
  @text(readWebLink)
  @MaxLength(DRAFT_LINE, { message: "Please enter a shorter link" })
  link!: string;
}

/** A brand's page as its owner writes it. Links are empty for none. */
export class BrandPageDto implements BrandPageTexts {
  @ValidateIf((_, value) => value !== null)
  @IsUUID(undefined, { message: AGAIN })
  logoId!: string | null;

  @ValidateIf((_, value) => value !== null)
  @IsUUID(undefined, { message: AGAIN })
  coverId!: string | null;

  /** The cover in words. */
  @singleLine
  @MaxLength(DRAFT_LINE, { message: "Please describe the cover in fewer words" })
  coverAlt!: string;

  /** What every frame keeps in view of the cover; absent for the middle. */
  @ValidateIf((_, value) => value !== undefined)
  @IsObject({ message: AGAIN })
  @ValidateNested()
  @Type(() => PictureFocusDto)
  coverFocus?: PictureFocusDto;

  @manyLines
  @MaxLength(DRAFT_TEXT, { message: "Please shorten your story" })
  story!: string;

  /** The place in words, e.g. Jaipur, Rajasthan. */
  @singleLine
  @MaxLength(DRAFT_LINE, { message: "Please shorten the place" })
  place!: string;

  @text((value) => readBrandLink("websiteUrl", value))
  @MaxLength(DRAFT_LINE, { message: "Please enter a shorter link" })
  websiteUrl!: string;

  @text((value) => readBrandLink("instagramUrl", value))
  @MaxLength(DRAFT_LINE, { message: "Please enter a shorter link" })
  instagramUrl!: string;

  @text((value) => readBrandLink("whatsappUrl", value))
  @MaxLength(DRAFT_LINE, { message: "Please enter a shorter link" })
  whatsappUrl!: string;

  @text((value) => readBrandLink("facebookUrl", value))
  @MaxLength(DRAFT_LINE, { message: "Please enter a shorter link" })
  facebookUrl!: string;

  @text((value) => readBrandLink("linkedinUrl", value))
  @MaxLength(DRAFT_LINE, { message: "Please enter a shorter link" })
  linkedinUrl!: string;

  /** Whom buyers can ask for; shown to everyone. Empty for none. */
  @text((value) => readName(value, "person"))
  @MaxLength(DRAFT_LINE, { message: "Please shorten the name" })
  partnerName: string = "";

  /** Address for buyers; shown to everyone. Empty for none. */
  @text(readEmail)
  @MaxLength(DRAFT_LINE, { message: "Please shorten the address" })
  contactEmail: string = "";

  /** Number for buyers, of any country; shown to everyone. Empty for none. */
  @text(readPhone)
  @MaxLength(DRAFT_LINE, { message: "Please shorten the number" })
  contactPhone: string = "";

  /** The owner's word that she has no logo and no pictures. */
  @IsBoolean({ message: AGAIN })
  noPictures!: boolean;

  @ArrayMaxSize(MAX_PRODUCTS, { message: `A brand has at most ${MAX_PRODUCTS} products` })
  @IsArray({ message: AGAIN })
  @ValidateNested({ each: true })
  @Type(() => ProductDto)
  products!: ProductDto[];
}

/** PUT /api/v1/brands/my-page/draft: the whole page, and the version it was written on. */
export class SaveBrandPageDto {
  /** The change's version as the page knows it; 0 to begin a change. */
  @Max(2_000_000_000, { message: AGAIN })
  @Min(0, { message: AGAIN })
  @IsInt({ message: AGAIN })
  version!: number;

  @IsObject({ message: AGAIN })
  @ValidateNested()
  @Type(() => BrandPageDto)
  content!: BrandPageDto;
}

/** POST /api/v1/brands/my-page/{send,withdraw,discard}: the version that was seen. */
export class BrandChangeVersionDto {
  @Max(2_000_000_000, { message: AGAIN })
  @Min(1, { message: AGAIN })
  @IsInt({ message: AGAIN })
  version!: number;
}

/** POST /api/v1/admin/brand-changes/{id}/accept: with what the operator corrected, if anything. */
export class AcceptBrandChangeDto extends BrandChangeVersionDto {
  /** The page as corrected by the operator. */
  @ValidateIf((_, value) => value !== undefined)
  @IsObject({ message: AGAIN })
  @ValidateNested()
  @Type(() => BrandPageDto)
  content?: BrandPageDto;
}

/** POST /api/v1/admin/brand-changes/{id}/return: the whole change, or only some pictures of it. */
export class ReturnBrandChangeDto extends BrandChangeVersionDto {
  /** Reason, 3 to 300 characters; mailed to the owner. */
  @isReason
  reason!: string;

  /** The pictures to be replaced; they leave the change. Absent to return the whole change. */
  @ValidateIf((_, value) => value !== undefined)
  @ArrayMaxSize(102, { message: AGAIN })
  @IsArray({ message: AGAIN })
  @IsUUID(undefined, { each: true, message: AGAIN })
  pictureIds?: string[];

  /** The page as corrected by the operator: the owner continues from it. */
  @ValidateIf((_, value) => value !== undefined)
  @IsObject({ message: AGAIN })
  @ValidateNested()
  @Type(() => BrandPageDto)
  content?: BrandPageDto;
}
