import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { resolveCategory } from "@sakhi/domain/catalogue/categories";
import { PICTURE_FORMATS, type PictureFormat } from "@sakhi/domain/pictures/picture.rules";
import { CATALOGUE_MODULES, type CatalogueModule } from "@sakhi/domain/site/modules";
import { Type, plainToInstance } from "class-transformer";
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsDateString,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Min,
  ValidateNested,
  validateSync,
} from "class-validator";
import { BACKEND } from "../platform/folders.js";

const FOLDER = fileURLToPath(new URL("assets/demonstration", BACKEND));

/** A product, service or initiative of assets/demonstration. */
class DemoListing {
  @IsNotEmpty() @IsString() name!: string;
  @IsNotEmpty() @IsString() description!: string;
  /** Category name as in the domain. */
  @IsNotEmpty() @IsString() category!: string;
  /** The past event it took part in. */
  @IsOptional() @IsString() event?: string;
  /** In rupees: one price, or the lowest and the highest. */
  @IsOptional() @ArrayMaxSize(2) @ArrayNotEmpty() @IsInt({ each: true }) @Min(1, { each: true }) price?: number[];
}

/** A file of {@link DemoPicture}. */
class DemoPictureFile {
  @IsString() name!: string;
  @IsIn(PICTURE_FORMATS) format!: PictureFormat;
  @IsInt() width!: number;
  @IsInt() height!: number;
  @IsInt() bytes!: number;
}

/** The picture of a product of assets/demonstration; made by lab/commands/demonstration-pictures.mjs. */
export class DemoPicture {
  /** Slug of the product's name. */
  @IsNotEmpty() @IsString() product!: string;
  @IsNotEmpty() @IsString() placeholder!: string;
  @Type(() => DemoPictureFile) @ValidateNested({ each: true }) @ArrayNotEmpty() files!: DemoPictureFile[];
}

/** A product that shows the picture of another brand's, since that looks like it or like what it is about. */
class LentPicture {
  /** Slug of the product's name. */
  @IsNotEmpty() @IsString() product!: string;
  /** The product that lends it. */
  @IsNotEmpty() @IsString() picture!: string;
  /** What is seen, in words. */
  @IsNotEmpty() @IsString() alt!: string;
}

/** A fictional brand: its addresses are on example domains. */
export class DemoBrand {
  @IsIn(CATALOGUE_MODULES) module!: CatalogueModule;
  @IsNotEmpty() @IsString() name!: string;
  @IsNotEmpty() @IsString() category!: string;
  /** "India" is shown if it is missing. */
  @IsOptional() @IsString() place?: string;
  @IsNotEmpty() @IsString() description!: string;
  @IsNotEmpty() @IsString() partner!: string;
  @IsNotEmpty() @IsString() phone!: string;
  @IsOptional() @IsString() website?: string;
  @IsOptional() @IsString() linkedin?: string;
  @IsOptional() @IsString() facebook?: string;
  @IsOptional() @IsString() instagram?: string;
  @IsOptional() @IsString() whatsapp?: string;
  @Type(() => DemoListing) @ValidateNested({ each: true }) @ArrayNotEmpty() listings!: DemoListing[];
}

/** An award or a past event. */
class DemoEvent {
  @IsIn(["award", "sales_fair", "retail_popup"]) kind!: "award" | "sales_fair" | "retail_popup";
  @IsNotEmpty() @IsString() title!: string;
  @IsNotEmpty() @IsString() awardedBy!: string;
  /** Display text. */
  @IsNotEmpty() @IsString() date!: string;
  @IsDateString() heldOn!: string;
  @IsOptional() @IsString() time?: string;
  @IsNotEmpty() @IsString() venue!: string;
  @IsNotEmpty() @IsString() description!: string;
}

/** The home page's selection, by name. */
class HomePage {
  @IsString({ each: true }) featured!: string[];
  @IsString({ each: true }) spotlight!: string[];
  @IsString({ each: true }) bestsellers!: string[];
}

/** Awards, past events and the home page's selection. */
export class Showcase {
  @Type(() => DemoEvent) @ValidateNested({ each: true }) @ArrayNotEmpty() events!: DemoEvent[];
  @Type(() => HomePage) @ValidateNested() homePage!: HomePage;
}

/** Loads the demonstration's brands. @throws Error naming the file and the invalid field */
export function demoBrands(): DemoBrand[] {
  return CATALOGUE_MODULES.flatMap((module) => {
    const brands = (read(`${module}.json`) as object[]).map((brand) =>
      validated(DemoBrand, { ...brand, module }, `${module}.json`),
    );
    for (const { name, category, listings } of brands) {
      for (const used of [category, ...listings.map((listing) => listing.category)]) {
        if (resolveCategory(module, used)?.name !== used)
          throw new Error(`${module}.json: ${name} has the unknown category ${used}`);
      }
    }
    return brands;
  });
}

/** Loads awards, past events and the home page's selection. @throws Error naming the invalid field */
export function demoShowcase(): Showcase {
  return validated(Showcase, read("showcase.json") as object, "showcase.json");
}

/**
 * Loads the pictures of products, by the slug of the product's name; of a lent one, in words. @throws Error naming the invalid
 * field
 */
export function demoPictures(): ReadonlyMap<string, DemoPicture & { readonly alt?: string }> {
  const pictures = (read("pictures.json") as object[]).map((each) => validated(DemoPicture, each, "pictures.json"));
  const own = new Map(pictures.map((picture) => [picture.product, picture]));
  const lent = (read("lent-pictures.json") as object[]).map((each) => {
    const { product, picture, alt } = validated(LentPicture, each, "lent-pictures.json");
    const found = own.get(picture);
    if (found === undefined || own.has(product))
      throw new Error(`lent-pictures.json: ${product} has a picture, or ${picture} has none`);
    return [product, Object.assign({}, found, { product, alt })] as const;
  });
  return new Map([...own, ...lent]);
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(`${FOLDER}/${file}`, "utf8"));
}

function validated<T extends object>(shape: new () => T, plain: object, file: string): T {
  const value = plainToInstance(shape, plain);
  const [problem] = validateSync(value, { whitelist: true, forbidNonWhitelisted: true });
  if (problem !== undefined) throw new Error(`${file}: ${problem.toString(false, true)}`);
  return value;
}
