import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { resolveCategory } from "@sakhi/domain/catalogue/categories";
import { CATALOGUE_MODULES, type CatalogueModule } from "@sakhi/domain/site/modules";
import { Type, plainToInstance } from "class-transformer";
import {
  ArrayNotEmpty,
  IsDateString,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateNested,
  validateSync,
} from "class-validator";

const FOLDER = fileURLToPath(new URL("../../assets/demonstration", import.meta.url));

/** A product, service or initiative of assets/demonstration. */
class DemoListing {
  @IsNotEmpty() @IsString() name!: string;
  @IsNotEmpty() @IsString() description!: string;
  /** The category's name as the domain writes it. */
  @IsNotEmpty() @IsString() category!: string;
  /** The past event it took part in. */
  @IsOptional() @IsString() event?: string;
  /** How many pictures it has. */
  @IsInt() @Min(1) @Max(5) pictures!: number;
}

/** A made-up brand: names, people and texts are our own, addresses are on example domains. */
export class DemoBrand {
  @IsIn(CATALOGUE_MODULES) module!: CatalogueModule;
  @IsNotEmpty() @IsString() name!: string;
  @IsNotEmpty() @IsString() category!: string;
  /** Missing for a brand that gave none: it is shown as "India". */
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
  /** As people read it. */
  @IsNotEmpty() @IsString() date!: string;
  @IsDateString() heldOn!: string;
  @IsOptional() @IsString() time?: string;
  @IsNotEmpty() @IsString() venue!: string;
  @IsNotEmpty() @IsString() description!: string;
}

/** What the home page shows, by name. */
class HomePage {
  @IsString({ each: true }) featured!: string[];
  @IsString({ each: true }) spotlight!: string[];
  @IsString({ each: true }) bestsellers!: string[];
}

/** Awards, past events and the home page's choice. */
export class Showcase {
  @Type(() => DemoEvent) @ValidateNested({ each: true }) @ArrayNotEmpty() events!: DemoEvent[];
  @Type(() => HomePage) @ValidateNested() homePage!: HomePage;
}

/** Every brand of the demonstration. @throws Error naming what is wrong in which file */
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

/** What the home page shows beside the brands. @throws Error naming what is wrong */
export function demoShowcase(): Showcase {
  return validated(Showcase, read("showcase.json") as object, "showcase.json");
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
