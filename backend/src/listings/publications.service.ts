import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { appliedPage } from "@sakhi/domain/brands/applied-page";
import { APPLIED_TEXTS, type AppliedText, BRAND_FIELDS } from "@sakhi/domain/brands/brand-page.fields";
import { MODULE_OF_COMPANY_TYPE, resolveCategory, type Category } from "@sakhi/domain/catalogue/categories";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { textColumns } from "@sakhi/domain/fields/declared-fields";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { brandPath, logoPath } from "@sakhi/domain/site/routes";
import { CatalogueBrandsService } from "../catalogue/catalogue-brands.service.js";
import { CatalogueProductsService, type LeavingProduct } from "../catalogue/catalogue-products.service.js";
import { OurNamesService } from "../catalogue/our-names.service.js";
import { isOwn } from "../catalogue/own-products.sql.js";
import { skeletonOf } from "../catalogue/skeleton.js";
import { Config } from "../platform/config/config.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import type { ApplicationRow } from "./applications.repository.js";

/** A brand of the catalogue. */
interface BrandRef {
  readonly brandId: string;
  readonly brandName: string;
  readonly module: CatalogueModule;
}

/** What the page says that the operator corrected at the review: absent as applied, empty for none. */
type CorrectedPage = Partial<Record<"category" | AppliedText, string | undefined>>;

/** The operator's choices for a publication. */
interface PublicationParams extends CorrectedPage {
  /** Existing brand to list it under. */
  readonly joinBrandId?: string | undefined;
  /** Brand name to use instead of the applicant's. */
  readonly publishAs?: string | undefined;
  /** Lists it although another brand's name looks the same. */
  readonly looksAlikeSeen?: boolean | undefined;
}

/** The listing of a published application. */
export interface Publication {
  readonly category: string;
  /** Town and state; null if neither the operator nor the address names one. */
  readonly place: string | null;
  readonly brandId: string;
  readonly brandName: string;
  readonly listingId: string;
}

const BRAND = `SELECT id AS "brandId", name AS "brandName", module FROM brands`;

/**
 * Publishes applications in the catalogue, and says which brand and which product an application stands for. Every write of
 * the catalogue locks its version until the transaction ends: write late in it.
 */
@Injectable()
export class PublicationsService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly ourNames: OurNamesService,
    private readonly brands: CatalogueBrandsService,
    private readonly products: CatalogueProductsService,
  ) {
    this.products.onRemoval((tx, product) => this.replace(tx, product));
  }

  /**
   * Lists an application until `liveUntil`, when the catalogue's views hide it without any process acting. Creates a
   * brand unless the operator chose an existing one.
   *
   * @throws DomainError brand_name_taken or brand_looks_alike, with the brand of that name; brand_not_found
   */
  async publish(
    tx: Tx,
    application: ApplicationRow,
    { joinBrandId, publishAs, looksAlikeSeen = false, ...corrected }: PublicationParams,
    liveUntil: Date,
  ): Promise<Publication> {
    const category = categoryOf(application, corrected.category);
    const name = publishAs ?? application.brandName;
    const page = pageOf(application, corrected);
    const { brandId, brandName } =
      joinBrandId === undefined
        ? await this.createBrand(tx, { ...page, name, category }, looksAlikeSeen)
        : await this.existingBrand(tx, joinBrandId, category);
    const listingId = await this.products.addCard(
      tx,
      { brandId, name, category: category.name, description: page.story },
      liveUntil,
    );
    return { brandId, brandName, listingId, category: category.name, place: page.place || null };
  }

  /** Gives a brand the applications of another one, which is merged with it. */
  async moveToBrand(tx: Tx, fromId: string, intoId: string): Promise<void> {
    await tx.query("UPDATE listing_applications SET brand_id = $2 WHERE brand_id = $1", [fromId, intoId]);
  }

  /** Absolute URL of a brand's public page. */
  async publicUrl(brandId: string, tx: Tx): Promise<string> {
    const brand = await this.brand(brandId, tx);
    if (brand === undefined) return this.config.publicUrl;
    return this.config.publicUrl + brandPath(brand.module, brand.brandName);
  }

  brand(brandId: string, tx?: Tx): Promise<BrandRef | undefined> {
    return this.findBrand("id = $1", [brandId], tx);
  }

  /** The existing brand of this application's name in its module. */
  sameName({
    companyType,
    brandName,
  }: Pick<ApplicationRow, "companyType" | "brandName">): Promise<BrandRef | undefined> {
    return this.brandNamed(MODULE_OF_COMPANY_TYPE[companyType], brandName);
  }

  /** Another brand, of any module, whose name can be taken for this application's. */
  looksLike({
    companyType,
    brandName,
  }: Pick<ApplicationRow, "companyType" | "brandName">): Promise<BrandRef | undefined> {
    return this.brandLooking(MODULE_OF_COMPANY_TYPE[companyType], brandName);
  }

  private brandLooking(module: CatalogueModule, name: string, tx?: Tx): Promise<BrandRef | undefined> {
    return this.findBrand(
      "skeleton = $1 AND NOT (module = $2 AND name_key = lower($3)) ORDER BY module = $2 DESC, name LIMIT 1",
      [skeletonOf(name), module, name],
      tx,
    );
  }

  private brandNamed(module: CatalogueModule, name: string, tx?: Tx): Promise<BrandRef | undefined> {
    return this.findBrand("module = $1 AND name_key = lower($2)", [module, name], tx);
  }

  private async findBrand(where: string, parameters: unknown[], tx?: Tx): Promise<BrandRef | undefined> {
    const sql = `${BRAND} WHERE ${where}`;
    const [found] =
      tx === undefined
        ? await this.database.query<BrandRef>(sql, parameters)
        : await rows<BrandRef>(tx, sql, parameters);
    return found;
  }

  private async createBrand(tx: Tx, { name, category, ...page }: NewPage, looksAlikeSeen: boolean): Promise<BrandRef> {
    const { module } = category;
    if (!looksAlikeSeen && Object.keys(await this.ourNames.borrowed({ name: ["business", name] })).length > 0) {
      throw new DomainError(
        "brand_looks_alike",
        {},
        "This name reads as if it were ours. If the brand may carry it, approve again.",
      );
    }
    const brandId = randomUUID();
    const logo = logoPath(category, brandId);
    // Without contacts: she chooses on her page what everyone sees (decision 93).
    const texts = textColumns(BRAND_FIELDS, page);
    const added = await this.brands.add(tx, { id: brandId, module, name, category: category.name, logo, texts });
    if (added) {
      // After the insert, whose lock makes two approvals wait for each other; an error undoes it.
      const alike = looksAlikeSeen ? undefined : await this.brandLooking(module, name, tx);
      if (alike !== undefined) {
        throw new DomainError(
          "brand_looks_alike",
          { brandId: alike.brandId, brandName: alike.brandName },
          `This name looks like ${alike.brandName}, which is already listed. If it is another brand, approve again.`,
        );
      }
      return { brandId, brandName: name, module };
    }
    const taken = await this.brandNamed(module, name, tx);
    throw new DomainError("brand_name_taken", { brandId: taken?.brandId, brandName: taken?.brandName });
  }

  private async existingBrand(tx: Tx, brandId: string, { module }: Category): Promise<BrandRef> {
    const brand = await this.brand(brandId, tx);
    // A listing is in its brand's module, and its category exists only there.
    if (brand?.module !== module) throw new DomainError("brand_not_found");
    return brand;
  }

  /** Lets the application of a product that leaves its page stand for another one that none stands for, if there is one. */
  private async replace(tx: Tx, { id, brandId, leaving }: LeavingProduct): Promise<void> {
    await tx.query(
      `UPDATE listing_applications SET listing_id = (
         SELECT l.id FROM listings l WHERE l.brand_id = $2 AND ${isOwn("l")} AND l.id <> ALL($3::uuid[])
            AND NOT EXISTS (SELECT FROM listing_applications o WHERE o.listing_id = l.id)
          ORDER BY l.position LIMIT 1)
       WHERE listing_id = $1 AND EXISTS (
         SELECT FROM listings l WHERE l.brand_id = $2 AND ${isOwn("l")} AND l.id <> ALL($3::uuid[])
            AND NOT EXISTS (SELECT FROM listing_applications o WHERE o.listing_id = l.id))`,
      [id, brandId, leaving],
    );
  }
}

/** What the page of a published application says; empty for none. */
type PublishedPage = Readonly<Record<AppliedText, string>>;

type NewPage = PublishedPage & { readonly name: string; readonly category: Category };

/** The applicant's details with the operator's corrections. */
function pageOf(application: ApplicationRow, corrected: CorrectedPage): PublishedPage {
  const given = APPLIED_TEXTS.filter((name) => corrected[name] !== undefined);
  return { ...appliedPage(application), ...Object.fromEntries(given.map((name) => [name, corrected[name]])) };
}

/**
 * The catalogue's category of an application, or the one that the operator chose.
 *
 * @throws DomainError invalid_request if the operator's is not of the module; Error for one that the form does not offer
 */
function categoryOf({ id, companyType, businessCategory }: ApplicationRow, chosen: string | undefined): Category {
  const category = resolveCategory(MODULE_OF_COMPANY_TYPE[companyType], chosen || businessCategory);
  if (category !== undefined) return category;
  if (!chosen) throw new Error(`application ${id} has an unknown category`);
  const sentence = "Please choose a category of this part of the catalogue";
  throw new DomainError("invalid_request", { fields: { category: [sentence] } }, sentence);
}
