import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { MODULE_OF_COMPANY_TYPE, resolveCategory, type Category } from "@sakhi/domain/catalogue/categories";
import { placeOfAddress } from "@sakhi/domain/catalogue/place.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { brandPath, logoPath } from "@sakhi/domain/site/routes";
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
type CorrectedPage = Partial<
  Record<
    "category" | "place" | "story" | "websiteUrl" | "instagramUrl" | "facebookUrl" | "linkedinUrl",
    string | undefined
  >
>;

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

/** The products of a listing's brand ($1) that no application stands for. */
const OTHER_PRODUCTS = `brand_id = (SELECT l.brand_id FROM listings l WHERE l.id = $1) AND NOT is_card AND ${isOwn("listings")}
  AND NOT EXISTS (SELECT FROM listing_applications o WHERE o.listing_id = listings.id AND o.listing_id <> $1)`;

/**
 * Publishes applications in the catalogue, extends their listings and takes them down. Every write locks the
 * catalogue's version until the transaction ends: write late in it.
 */
@Injectable()
export class PublicationsService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly ourNames: OurNamesService,
  ) {}

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
    const listingId = randomUUID();
    await tx.query(
      `INSERT INTO listings (id, brand_id, module, brand_key, category, name, description, status, expires_at, is_card)
       SELECT $1, b.id, b.module, b.name_key, $3, $4, $5, 'live', $6, true FROM brands b WHERE b.id = $2`,
      [listingId, brandId, category.name, name, page.story, liveUntil],
    );
    return { brandId, brandName, listingId, category: category.name, place: page.place };
  }

  /** Sets the end of the listing, and of the brand's other products; an expired listing is live again. */
  async extend(tx: Tx, listingId: string, liveUntil: Date): Promise<void> {
    await tx.query(
      `UPDATE listings SET status = 'live', updated_at = clock_timestamp(),
              expires_at = CASE id WHEN $1 THEN $2 ELSE greatest(expires_at, $2) END
        WHERE id = $1 OR (${OTHER_PRODUCTS})`,
      [listingId, liveUntil],
    );
  }

  /** Takes the listing down, and the brand's other products unless another application of the brand is live. */
  async takeDown(tx: Tx, listingId: string): Promise<void> {
    await tx.query(
      `UPDATE listings SET status = 'withdrawn', updated_at = clock_timestamp()
        WHERE id = $1 OR (${OTHER_PRODUCTS} AND NOT EXISTS (
          SELECT FROM listing_applications a
           WHERE a.brand_id = listings.brand_id AND a.listing_id <> $1 AND a.state = 'live'))`,
      [listingId],
    );
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
        "This name reads as if it were ours. If the brand may carry it, approve once more.",
      );
    }
    const brandId = randomUUID();
    const inserted = await rows(
      tx,
      // No contact of the applicant: she chooses on her page what everyone sees (decision 93).
      `INSERT INTO brands (id, module, name, category, logo, description, website_url, linkedin_url, facebook_url,
         instagram_url, skeleton, location, origin)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'application')
       ON CONFLICT (module, name_key) DO NOTHING RETURNING id`,
      [
        brandId,
        module,
        name,
        category.name,
        logoPath(category, brandId),
        page.story,
        page.websiteUrl,
        page.linkedinUrl,
        page.facebookUrl,
        page.instagramUrl,
        skeletonOf(name),
        page.place,
      ],
    );
    if (inserted.length > 0) {
      // After the insert, whose lock makes two approvals wait for each other; an error undoes it.
      const alike = looksAlikeSeen ? undefined : await this.brandLooking(module, name, tx);
      if (alike !== undefined) {
        throw new DomainError(
          "brand_looks_alike",
          { brandId: alike.brandId, brandName: alike.brandName },
          `This name looks like ${alike.brandName}, which is listed already. If it is another brand, approve once more.`,
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
}

/** What the page of a published application says. */
type PublishedPage = Pick<ApplicationRow, "story" | "websiteUrl" | "instagramUrl" | "facebookUrl" | "linkedinUrl"> & {
  readonly place: string | null;
};

type NewPage = PublishedPage & { readonly name: string; readonly category: Category };

/** The applicant's details with the operator's corrections. The place is read from the address unless given. */
function pageOf(application: ApplicationRow, { place, story, ...links }: CorrectedPage): PublishedPage {
  const link = (field: "websiteUrl" | "instagramUrl" | "facebookUrl" | "linkedinUrl") =>
    links[field] === undefined ? application[field] : links[field] || null;
  return {
    story: story ?? application.story,
    websiteUrl: link("websiteUrl"),
    instagramUrl: link("instagramUrl"),
    facebookUrl: link("facebookUrl"),
    linkedinUrl: link("linkedinUrl"),
    place: (place ?? placeOfAddress(application.businessAddress)) || null,
  };
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
