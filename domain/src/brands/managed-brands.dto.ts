import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
} from "class-validator";
import { optionalDay, PagingQueryDto } from "../admin/queries.dto.js";
import { IsPlainText, optionalChoice, optionalQueryText } from "../catalogue/query-text.dto.js";
import { combined } from "../fields/combined.dto.js";
import { businessName, optionalEmailAddress, optionalPersonName } from "../fields/identifiers.dto.js";
import { IsRupees } from "../fields/rupees.dto.js";
import { manyLines, optionalLine, singleLine, text } from "../fields/typed-text.dto.js";
import problems from "../generated/messages/en/admin-brand-problems.js";
import { ReasonDto } from "../operator/reason.dto.js";
import { CATALOGUE_MODULES, type CatalogueModule } from "../site/modules.js";
import { linkProblem, MAX_LINK_LENGTH, readBrandLink, readWebLink } from "./brand-links.js";
import { BRAND_PAGE_LABELS, type BrandLink } from "./brand-page.fields.js";
import { MAX_PRODUCT_TEXT } from "./brand-page.rules.js";
import {
  BRAND_FILTERS,
  type BrandFilter,
  MAX_HIGHLIGHTS,
  VERIFYING_DOCUMENTS,
  type VerifyingDocument,
} from "./curation.rules.js";
import { PRICE_KINDS, type PriceKind } from "./price.rules.js";
import { CONTACT_PHONE, CONTACT_PHONE_WANTED } from "./public-contacts.js";

/** Most entries of a list that is put in order. */
const MAX_ORDERED = 200;
const RELOAD = { message: problems.reload };

/** A row's `updatedAt` as the operator saw it (ISO 8601, UTC); an optimistic lock against concurrent changes. */
const isSeenAt = combined(MaxLength(30, RELOAD), IsISO8601({}, RELOAD));

/** Filters of the brands; they can be combined. */
export class BrandsQueryDto extends PagingQueryDto {
  /** Part of the brand's name, place or e-mail; case-insensitive. */
  @optionalQueryText("The search", 100)
  q?: string;

  /** Only brands of this module. */
  @optionalChoice(CATALOGUE_MODULES, "The module must be shops, services or ngos")
  module?: CatalogueModule;

  /** A category's name; case-insensitive. */
  @optionalQueryText("The category", 100)
  category?: string;

  /** Only brands in this state, or that have or lack something. */
  @optionalChoice(BRAND_FILTERS, "This filter is not known")
  show?: BrandFilter;

  /** Page size, 1 to 200. */
  @IsInt({ message: "The limit must be a whole number" })
  @Min(1, { message: "The limit must be at least 1" })
  @Max(200, { message: "The limit must be at most 200" })
  override limit?: number;
}

/** Search for products or brands to choose from. */
export class ChoosableQueryDto {
  /** Part of the name; case-insensitive. */
  @optionalQueryText("The search", 100)
  q?: string;
}

/** Validates a link that was read. @param kind undefined for a product's link */
export const isLink = (kind?: BrandLink): PropertyDecorator => {
  const most = MAX_LINK_LENGTH;
  const network = kind === undefined ? undefined : BRAND_PAGE_LABELS[kind];
  const tooLong = network === undefined ? problems.linkMost({ most }) : problems.networkLinkMost({ network, most });
  const wrong = network === undefined ? problems.link : problems.networkLink({ network });
  return combined(
    MaxLength(MAX_LINK_LENGTH, { message: tooLong }),
    ValidateBy(
      {
        name: "isLink",
        validator: { validate: (value) => typeof value === "string" && linkProblem(value, kind) === undefined },
      },
      { message: wrong },
    ),
  );
};

/** Reads a link as it is typed: a handle, a number, or an address without https://. */
export const readLink = (kind?: BrandLink) => (value: string) =>
  kind === undefined ? readWebLink(value) : readBrandLink(kind, value);

/** An optional link; blank is none. @param kind undefined for a product's link */
const optionalLink = (kind?: BrandLink): PropertyDecorator =>
  combined(
    text((value) => readLink(kind)(value) || undefined),
    IsOptional(),
    isLink(kind),
  );

/** A brand's place in words; blank is none. */
const optionalPlace = combined(
  optionalLine,
  IsOptional(),
  MaxLength(100, { message: problems.placeMost }),
  MinLength(2, { message: problems.placeLeast }),
);

/** A category's name, of the brand's module: the server knows which. */
const isCategoryName = combined(
  singleLine,
  MaxLength(100, { message: problems.category }),
  MinLength(2, { message: problems.category }),
);

/** PUT /api/v1/mela/admin/brands/{id}: the complete details of a brand; what is absent is removed. */
export class CorrectBrandDto extends ReasonDto {
  /** 2 to 100 characters. The former name's address leads to the brand's page. */
  @businessName
  @MaxLength(100, { message: problems.nameMost })
  @MinLength(2, { message: problems.nameMissing })
  name!: string;

  /** The brand's main category. */
  @isCategoryName
  category!: string;

  /** Town and state, e.g. "Jaipur, Rajasthan". */
  @optionalPlace
  place?: string;

  @manyLines
  @IsOptional()
  @MaxLength(4000, { message: problems.longTextMost })
  story?: string;

  @optionalLink("websiteUrl")
  websiteUrl?: string;

  @optionalLink("instagramUrl")
  instagramUrl?: string;

  @optionalLink("facebookUrl")
  facebookUrl?: string;

  @optionalLink("linkedinUrl")
  linkedinUrl?: string;

  @optionalLink("whatsappUrl")
  whatsappUrl?: string;

  /** Whom buyers can ask for. */
  @optionalPersonName
  @IsOptional()
  @MaxLength(100, { message: problems.contactNameMost })
  partnerName?: string;

  /** Address for buyers. */
  @optionalEmailAddress(problems.contactEmail)
  contactEmail?: string;

  /** Number for buyers, in any notation. */
  @optionalLine
  @IsOptional()
  @MaxLength(24, { message: CONTACT_PHONE_WANTED })
  @Matches(CONTACT_PHONE, { message: CONTACT_PHONE_WANTED })
  contactPhone?: string;

  /** The operator has seen the brand whose name looks the same (error brand_looks_alike). */
  @IsOptional()
  @IsBoolean({ message: "Please say whether it is another brand" })
  looksAlikeSeen?: boolean;

  @isSeenAt
  seenAt!: string;
}

/** POST /api/v1/mela/admin/brands/{id}/products: a new product. */
export class AddProductDto extends ReasonDto {
  @singleLine
  @MaxLength(100, { message: "The product's name must be at most 100 characters" })
  @MinLength(2, { message: "The product needs a name" })
  @IsPlainText("The product's name must be a text")
  name!: string;

  /** What it is, in words. */
  @manyLines
  @IsOptional()
  @MaxLength(MAX_PRODUCT_TEXT, { message: `The text must be at most ${MAX_PRODUCT_TEXT} characters` })
  text?: string;

  @isCategoryName
  category!: string;

  @IsIn(PRICE_KINDS, { message: "Please say how the price is shown" })
  priceKind!: PriceKind;

  /** The price, or the lowest of a range, in rupees. */
  @IsOptional()
  @IsRupees({ message: "Please give the price in rupees" })
  priceFrom?: number;

  /** The highest price of a range, in rupees. */
  @IsOptional()
  @IsRupees({ message: "Please give the price in rupees" })
  priceTo?: number;

  /** Where it can be bought. */
  @optionalLink()
  link?: string;
}

/** PUT /api/v1/mela/admin/products/{id}: the complete details of a product. */
export class CorrectProductDto extends AddProductDto {
  @isSeenAt
  seenAt!: string;
}

/** PUT /api/v1/mela/admin/brands/{id}/product-order. */
export class OrderProductsDto extends ReasonDto {
  /** All products of the brand, the first one first. */
  @IsUUID(undefined, { each: true, message: "These are not products' ids" })
  @ArrayUnique({ message: "Each product counts once" })
  @ArrayMaxSize(MAX_ORDERED, { message: "That is too many" })
  @IsArray({ message: "Please send the products in order" })
  productIds!: string[];
}

/** POST /api/v1/mela/admin/brands/{id}/verify: the operator has seen a document of the brand. */
export class VerifyBrandDto extends ReasonDto {
  @IsIn(VERIFYING_DOCUMENTS, { message: problems.document })
  document!: VerifyingDocument;

  /** The day on which it was seen, in Indian time, e.g. 2026-11-21. */
  @MinLength(10, { message: problems.seenOn })
  @optionalDay("first")
  seenOn!: string;
}

/** POST /api/v1/mela/admin/brands/{id}/merge. */
export class MergeBrandDto extends ReasonDto {
  /** The brand that stays. */
  @IsUUID(undefined, { message: "Please choose the brand that stays" })
  intoBrandId!: string;
}

/** PUT /api/v1/mela/admin/home-page/{kind}: the whole list, in order. */
export class ChooseHighlightsDto extends ReasonDto {
  /** Products, or brands of the spotlight. The home page shows the first that are on the site. */
  @IsUUID(undefined, { each: true, message: "These are not ids" })
  @ArrayUnique({ message: "Each counts once" })
  @ArrayMaxSize(MAX_HIGHLIGHTS, { message: `At most ${MAX_HIGHLIGHTS} can be chosen` })
  @ArrayMinSize(1, { message: "Please choose at least one" })
  @IsArray({ message: "Please send the choices in order" })
  ids!: string[];

  /** The list as the operator saw it; an optimistic lock against concurrent changes. */
  @IsUUID(undefined, { each: true, message: "These are not ids" })
  @ArrayMaxSize(MAX_ORDERED, { message: "That is too many" })
  @IsArray({ message: "Please look at it again" })
  seen!: string[];
}
