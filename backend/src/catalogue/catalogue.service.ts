import { Injectable } from "@nestjs/common";
import { SHOWN_HIGHLIGHTS } from "@sakhi/domain/brands/curation.rules";
import { type Category, categorySlug, resolveCategories, resolveCategory } from "@sakhi/domain/catalogue/categories";
import { type LiveListingsQueryDto, MAX_LISTINGS } from "@sakhi/domain/catalogue/listings-query.dto";
import { singleFile } from "@sakhi/domain/pictures/picture.rules";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { drawingPath } from "@sakhi/domain/site/routes";
import type { ShownPictureResponse } from "../pictures/pictures.response.js";
import { PicturesService } from "../pictures/pictures.service.js";
import { Database } from "../platform/database/database.js";
import { HttpError } from "../platform/http/error-response.js";
import { isId } from "../platform/http/id-param.pipe.js";
import { type BrandEntity, ListingEntity } from "./catalogue.entities.js";
import type {
  BrandNameResponse,
  BrandResponse,
  CategoryCountResponse,
  PastEventResponse,
} from "./catalogue.response.js";
import type { ListingResponse } from "./listing.response.js";
import { type CachedResponse, ResponseCache } from "./response-cache.js";
import { SqlParameters } from "./sql-parameters.js";

/** Maximum length of the list of brand names. */
const MAX_BRAND_NAMES = 2000;
const HIGHLIGHTED_EVENTS = 3;

/** A filter for live listings; undefined fields do not restrict. */
interface ListingFilter {
  readonly module?: CatalogueModule;
  /** Any of these; an empty list matches nothing. */
  readonly categories?: readonly Category[];
  readonly brandName?: string;
  readonly eventName?: string;
}

/** A position in the sort order of all lists: by brand, then by id. */
interface ListingPosition {
  readonly brandKey: string;
  readonly id: string;
}

/** Most pictures of a listing (specification 1, section 9). */
const MAX_PRODUCT_IMAGES = 5;

/**
 * Live listings with their brands, named as in the response except for the columns of {@link ListingRow}. Images are
 * JSON, which the driver parses in half the time of an array.
 */
const LISTINGS = `
  SELECT l.id, l.name, l.description, l.category, l.module, l.image, l.event_name, l.brand_key, l.position, l.link,
         l.is_card, l.owner_state = 'paused' AS paused, l.price_kind, l.price_from_paise, l.price_to_paise,
         b.name AS brand, b.name AS brand_name, b.location, b.website_url, b.partner_name, b.contact_email,
         b.contact_phone, b.linkedin_url, b.facebook_url, b.instagram_url, b.whatsapp_url, b.logo AS brand_logo,
         b.description AS brand_description, b.logo_picture_id, b.cover_picture_id,
         b.verified_at IS NOT NULL AS verified,
         to_json(ARRAY(
           SELECT json_build_object('url', i.image_url, 'pictureId', i.picture_id, 'alt', i.alt) FROM product_images i
            WHERE i.listing_id = l.id ORDER BY i.position LIMIT ${MAX_PRODUCT_IMAGES})) AS images
    FROM live_listings l JOIN brands b ON b.id = l.brand_id`;

/** A row of {@link LISTINGS}. */
type ListingRow = Omit<
  ListingResponse,
  "productImages" | "picture" | "productPictures" | "logoPicture" | "coverPicture" | "price"
> &
  Pick<ListingEntity, "position" | "priceKind" | "priceFromPaise" | "priceToPaise"> &
  Pick<BrandEntity, "logoPictureId" | "coverPictureId"> & {
    readonly brandKey: string;
    /** A file's address, or a picture. */
    readonly images: readonly {
      readonly url: string | null;
      readonly pictureId: string | null;
      readonly alt: string;
    }[];
  };

/** The first photograph among the first listings of a category: looking through all of them would take as long as they are many. */
const CATEGORY_PICTURE = `
  SELECT i.picture_id FROM (
    SELECT l.id, l.brand_key FROM live_listings l WHERE l.module = counted.module AND l.category = counted.name
     ORDER BY l.brand_key, l.id LIMIT 200) early
    JOIN product_images i ON i.listing_id = early.id AND i.position = 0 AND i.picture_id IS NOT NULL
   ORDER BY early.brand_key, early.id LIMIT 1`;

/** Columns of a brand `b` for {@link CatalogueService.brandsWithPictures}. */
export const BRAND_COLUMNS = `b.name, b.module, b.category, b.logo, b.description, b.location,
  b.verified_at IS NOT NULL AS verified, b.logo_picture_id AS "logoPictureId",
  coalesce(b.cover_picture_id, (
    SELECT i.picture_id FROM live_listings p JOIN product_images i ON i.listing_id = p.id
     WHERE p.brand_id = b.id AND i.picture_id IS NOT NULL ORDER BY p.position, p.id, i.position LIMIT 1)) AS "pictureId"`;

/** A row of {@link BRAND_COLUMNS}. */
export type BrandRow = Omit<BrandResponse, "picture" | "logoPicture"> & {
  readonly logoPictureId: string | null;
  readonly pictureId: string | null;
};

type Pictures = ReadonlyMap<string, ShownPictureResponse>;
/** Columns of a past event as responses have them. */
export const EVENT_COLUMNS = "id, kind, title, date_text AS date, time_text AS time, venue, description, image";

/** The public catalogue. Responses are serialized once and cached until the catalogue changes. */
@Injectable()
export class CatalogueService {
  private readonly cache: ResponseCache;

  constructor(
    private readonly database: Database,
    private readonly pictures: PicturesService,
  ) {
    this.cache = new ResponseCache(database);
  }

  /**
   * Live listings by brand and id, with X-Total-Count and, while more follow, X-Next-Cursor.
   *
   * @throws HttpError invalid_request for an invalid cursor
   */
  liveListings(query: LiveListingsQueryDto): Promise<CachedResponse> {
    const limit = query.limit ?? MAX_LISTINGS;
    const after = query.cursor === undefined ? undefined : positionOf(query.cursor);
    if (query.cursor !== undefined && after === undefined) {
      const sentence = "The cursor must be the X-Next-Cursor of an earlier answer";
      throw new HttpError("invalid_request", { fields: { cursor: [sentence] } }, {}, sentence);
    }
    const filter = filterOf(query);
    return this.cache.get(`live ${JSON.stringify([filter, limit, after])}`, async () => {
      const [rows, total] = await Promise.all([
        // One more than is returned, to detect whether more follow.
        this.list(filter, limit + 1, after),
        this.count(filter),
      ]);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const more = rows.length > limit && last !== undefined;
      // A brand's products in its owner's order; there are few enough for one page.
      const ordered = query.brandName === undefined ? page : page.toSorted((a, b) => a.position - b.position);
      return {
        value: await this.withPictures(ordered),
        headers: {
          "x-total-count": String(total),
          ...(more ? { "x-next-cursor": cursorOf({ brandKey: last.brandKey, id: last.id }) } : {}),
        },
      };
    });
  }

  /** Categories with live listings. */
  categories(module: CatalogueModule | undefined): Promise<CachedResponse> {
    return this.cached(`categories ${module ?? "all"}`, () => this.categoryCounts(module));
  }

  /** Brands with live listings by name, at most 2,000. */
  brandNames(): Promise<CachedResponse> {
    return this.cached("brand names", () =>
      this.database.query<BrandNameResponse>(
        "SELECT b.name, b.module, b.category FROM live_brands b ORDER BY b.name_key, b.module LIMIT $1",
        [MAX_BRAND_NAMES],
      ),
    );
  }

  /** The home page's live highlights in display order, and the newest past events. */
  highlights(): Promise<CachedResponse> {
    return this.cached("highlights", async () => {
      const [featured, spotlight, bestsellers, pastEvents] = await Promise.all([
        this.highlighted("featured"),
        this.database.query<BrandRow>(
          `SELECT ${BRAND_COLUMNS} FROM highlights h JOIN live_brands b ON b.id = h.brand_id
            WHERE h.kind = 'spotlight' ORDER BY h.position LIMIT $1`,
          [SHOWN_HIGHLIGHTS.spotlight],
        ),
        this.highlighted("bestseller"),
        this.database.query<PastEventResponse>(
          `SELECT ${EVENT_COLUMNS} FROM shown_events WHERE kind <> 'award' ORDER BY held_on DESC, id LIMIT $1`,
          [HIGHLIGHTED_EVENTS],
        ),
      ]);
      return {
        featured: await this.withPictures(featured),
        spotlight: await this.brandsWithPictures(spotlight),
        bestsellers: await this.withPictures(bestsellers),
        pastEvents,
      };
    });
  }

  /** The live listings of each category, with a photograph of one, in the specification's order; skips empty categories. */
  async categoryCounts(module?: CatalogueModule): Promise<CategoryCountResponse[]> {
    const found = await this.database.query<
      Omit<CategoryCountResponse, "picture"> & { readonly pictureId: string | null }
    >(
      `SELECT module, name, slug, live::int AS count, (${CATEGORY_PICTURE}) AS "pictureId" FROM (
         SELECT c.module, c.name, c.slug, c.position, ${LIVE_COUNT} AS live
           FROM categories c JOIN listing_counts n ON n.module = c.module AND n.category = c.name
          WHERE $1::text IS NULL OR c.module = $1) counted
        WHERE live > 0
        ORDER BY array_position('{shops,services,ngos}', module), position`,
      [module ?? null],
    );
    const pictures = await this.shown(found.map(({ pictureId }) => pictureId));
    return found.map(({ pictureId, ...category }) => ({ ...category, picture: pictureOf(pictures, pictureId) }));
  }

  /** Names of events with live listings, as the catalogue spells them, sorted; at most 1,000. */
  async eventNames(): Promise<string[]> {
    const found = await this.database.query<{ name: string }>(
      `SELECT min(event_name) AS name FROM live_listings WHERE event_key IS NOT NULL
        GROUP BY event_key ORDER BY event_key LIMIT 1000`,
    );
    return found.map(({ name }) => name);
  }

  /** Listings by id, in the order given; skips those that are not live. */
  async listings(ids: readonly string[]): Promise<ListingResponse[]> {
    if (ids.length === 0) return [];
    const rows = await this.database.read<ListingRow>(ListingEntity, `${LISTINGS} WHERE l.id = ANY($1::uuid[])`, [ids]);
    const found = new Map((await this.withPictures(rows)).map((listing) => [listing.id, listing]));
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  /** The brand of this name, case ignored, if it has a live listing. */
  async brand(module: CatalogueModule, name: string): Promise<BrandResponse | undefined> {
    const found = await this.database.query<BrandRow>(
      `SELECT ${BRAND_COLUMNS} FROM live_brands b WHERE b.module = $1 AND b.name_key = lower($2)`,
      [module, name.trim()],
    );
    return (await this.brandsWithPictures(found))[0];
  }

  /** Rows of {@link BRAND_COLUMNS} as responses. */
  async brandsWithPictures(found: readonly BrandRow[]): Promise<BrandResponse[]> {
    const pictures = await this.shown(found.flatMap(({ logoPictureId, pictureId }) => [logoPictureId, pictureId]));
    return found.map(({ logoPictureId, pictureId, ...brand }) => {
      const logoPicture = pictureOf(pictures, logoPictureId);
      return {
        ...brand,
        logo: addressOf(logoPicture) ?? brand.logo,
        logoPicture,
        picture: pictureOf(pictures, pictureId),
      };
    });
  }

  /** The brand that has had this name, or took over one of this name, if it has a live listing. */
  async renamedBrand(module: CatalogueModule, name: string): Promise<BrandResponse | undefined> {
    const [found] = await this.database.query<BrandResponse>(
      `SELECT ${BRAND_COLUMNS} FROM former_brand_names f JOIN live_brands b ON b.id = f.brand_id
        WHERE f.module = $1 AND f.name_key = lower($2)`,
      [module, name.trim()],
    );
    return found;
  }

  /** Former names of the live brands of a module. */
  async formerNames(module: CatalogueModule): Promise<string[]> {
    const found = await this.database.query<{ readonly name: string }>(
      `SELECT f.name FROM former_brand_names f JOIN live_brands b ON b.id = f.brand_id
        WHERE f.module = $1 ORDER BY f.name LIMIT 1000`,
      [module],
    );
    return found.map(({ name }) => name);
  }

  /** Names of the brands with a live listing in this category. */
  async brandsOf({ module, name }: Category): Promise<string[]> {
    const found = await this.database.query<{ readonly name: string }>(
      `SELECT DISTINCT b.name FROM live_listings l JOIN brands b ON b.id = l.brand_id
        WHERE l.module = $1 AND l.category = $2`,
      [module, name],
    );
    return found.map((brand) => brand.name);
  }

  /** One page of brands for the sitemap: those after this id ("" for the first page). */
  brandPage(after: string, limit: number): Promise<Pick<BrandEntity, "id" | "name" | "module">[]> {
    return this.database.query(
      `SELECT b.id, b.name, b.module FROM live_brands b
        WHERE ($1 = '' OR b.id > nullif($1, '')::uuid) ORDER BY b.id LIMIT $2`,
      [after, limit],
    );
  }

  /** One page of products for the sitemap: those after this id ("" for the first page). */
  productPage(
    after: string,
    limit: number,
  ): Promise<(Pick<ListingEntity, "id" | "name" | "module"> & { readonly brandName: string })[]> {
    return this.database.query(
      `SELECT l.id, l.name, l.module, b.name AS "brandName" FROM live_listings l JOIN brands b ON b.id = l.brand_id
        WHERE NOT l.is_card AND ($1 = '' OR l.id > nullif($1, '')::uuid) ORDER BY l.id LIMIT $2`,
      [after, limit],
    );
  }

  /** Id of the last brand of each sitemap page of `size` brands, except the final page. */
  brandPageEnds(size: number): Promise<string[]> {
    return this.pageEnds("live_brands", size);
  }

  /** The same of the products. */
  productPageEnds(size: number): Promise<string[]> {
    return this.pageEnds("(SELECT id FROM live_listings WHERE NOT is_card)", size);
  }

  private async pageEnds(source: string, size: number): Promise<string[]> {
    const ends = await this.database.query<{ id: string }>(
      `SELECT id FROM (
         SELECT s.id, row_number() OVER (ORDER BY s.id) AS nth, count(*) OVER () AS total FROM ${source} s
       ) ordered WHERE nth % $1 = 0 AND nth < total ORDER BY nth`,
      [size],
    );
    return ends.map(({ id }) => id);
  }

  private async withPictures(rows: readonly ListingRow[]): Promise<ListingResponse[]> {
    const pictures = await this.shown(
      rows.flatMap(({ images, logoPictureId, coverPictureId }) => [
        ...images.map(({ pictureId }) => pictureId),
        logoPictureId,
        coverPictureId,
      ]),
    );
    return rows.map((row) => listingOf(row, pictures));
  }

  private shown(ids: readonly (string | null)[]): Promise<Pictures> {
    return this.pictures.shown([...new Set(ids.filter((id) => id !== null))]);
  }

  private cached(key: string, make: () => Promise<unknown>): Promise<CachedResponse> {
    return this.cache.get(key, async () => ({ value: await make() }));
  }

  private highlighted(kind: "featured" | "bestseller"): Promise<ListingRow[]> {
    return this.database.read<ListingRow>(
      ListingEntity,
      `${LISTINGS} JOIN highlights h ON h.listing_id = l.id WHERE h.kind = $1 ORDER BY h.position LIMIT $2`,
      [kind, SHOWN_HIGHLIGHTS[kind]],
    );
  }

  /**
   * Listings after a position, in order. Each branch reads an index in sort order, so no filter sorts more rows than it
   * returns (plans: lab/journal.md).
   */
  private async list(filter: ListingFilter, limit: number, after?: ListingPosition): Promise<ListingRow[]> {
    const parameters = new SqlParameters();
    const branches = branchesOf(filter).map((branch) => {
      const conditions = conditionsOf(branch, parameters);
      if (after !== undefined) {
        const position = `(${parameters.add(after.brandKey)}, ${parameters.add(after.id)}::uuid)`;
        conditions.push(`(l.brand_key, l.id) > ${position}`);
      }
      return `(${LISTINGS} WHERE ${["true", ...conditions].join(" AND ")}
        ORDER BY l.brand_key, l.id LIMIT ${parameters.add(limit)})`;
    });
    if (branches.length === 0) return [];
    // One category of one module, the query of all pages, is one branch and needs no second sort.
    const [only, ...others] = branches;
    const sql =
      others.length === 0
        ? (only ?? "")
        : `${branches.join(" UNION ALL ")} ORDER BY brand_key, id LIMIT ${parameters.add(limit)}`;
    return this.database.read<ListingRow>(ListingEntity, sql, parameters.values);
  }

  /** Total number of listings that match the filter. */
  private async count(filter: ListingFilter): Promise<number> {
    if (filter.brandName === undefined && filter.eventName === undefined) return this.countByTable(filter);
    const parameters = new SqlParameters();
    const counts = branchesOf(filter).map(
      (branch) => `(SELECT count(*) FROM live_listings l WHERE ${conditionsOf(branch, parameters).join(" AND ")})`,
    );
    if (counts.length === 0) return 0;
    const [found] = await this.database.query<{ readonly total: string }>(
      `SELECT ${counts.join(" + ")} AS total`,
      parameters.values,
    );
    return Number(found?.total ?? 0);
  }

  private async countByTable({ module, categories }: ListingFilter): Promise<number> {
    const [found] = await this.database.query<{ readonly total: string }>(
      `SELECT coalesce(sum(${LIVE_COUNT}), 0) AS total FROM listing_counts n
        WHERE ($1::text IS NULL OR n.module = $1)
          AND ($2::text[] IS NULL OR n.module || '/' || n.category = ANY($2))`,
      [module ?? null, categories?.map((category) => `${category.module}/${category.name}`) ?? null],
    );
    return Number(found?.total ?? 0);
  }
}

function filterOf({ module, category, brandName, eventName }: LiveListingsQueryDto): ListingFilter {
  if (category === undefined) return { module, brandName, eventName };
  const categories = module === undefined ? resolveCategories(category) : [resolveCategory(module, category)];
  return { module, brandName, eventName, categories: categories.filter((found) => found !== undefined) };
}

/** Live count of the triggers, less the listings that have expired since; `n` is listing_counts. */
const LIVE_COUNT = `(n.live - (SELECT count(*) FROM listings l
  WHERE l.status = 'live' AND l.expires_at IS NOT NULL AND l.expires_at <= now()
    AND l.module = n.module AND l.category = n.category))`;

/** Splits a filter into one per category, so that each reads its own index. */
function branchesOf(filter: ListingFilter): (Omit<ListingFilter, "categories"> & { category?: Category })[] {
  const { categories, ...rest } = filter;
  return categories === undefined ? [rest] : categories.map((category) => ({ ...rest, category }));
}

function conditionsOf(
  { module, category, brandName, eventName }: ReturnType<typeof branchesOf>[number],
  parameters: SqlParameters,
): string[] {
  const conditions: string[] = [];
  const inModule = category?.module ?? module;
  if (inModule !== undefined) conditions.push(`l.module = ${parameters.add(inModule)}`);
  if (category !== undefined) conditions.push(`l.category = ${parameters.add(category.name)}`);
  if (brandName !== undefined) conditions.push(`l.brand_key = lower(${parameters.add(brandName)})`);
  if (eventName !== undefined) conditions.push(`l.event_key = lower(${parameters.add(eventName)})`);
  return conditions;
}

/** Converts a row to a response. Without any picture its only image is a drawing that its words choose. */
function listingOf(row: ListingRow, pictures: Pictures): ListingResponse {
  const {
    brandKey,
    position,
    images,
    logoPictureId,
    coverPictureId,
    priceKind,
    priceFromPaise,
    priceToPaise,
    ...listing
  } = row;
  const productPictures = images.flatMap(({ pictureId, alt }) => {
    const picture = pictureOf(pictures, pictureId);
    return picture === null ? [] : [alt === "" ? picture : Object.assign({}, picture, { alt })];
  });
  const addresses = images.map(({ url, pictureId }) => url ?? addressOf(pictureOf(pictures, pictureId)));
  const known = addresses.filter((address) => address !== undefined);
  const image = known[0] ?? listing.image ?? drawingOf(listing);
  const logoPicture = pictureOf(pictures, logoPictureId);
  return {
    ...listing,
    image,
    productImages: (known.length > 0 ? known : [image]).map((imageUrl) => ({ imageUrl })),
    picture: productPictures[0] ?? null,
    productPictures,
    brandLogo: addressOf(logoPicture) ?? listing.brandLogo,
    logoPicture,
    coverPicture: pictureOf(pictures, coverPictureId),
    price: priceKind === "none" ? null : { kind: priceKind, fromPaise: priceFromPaise, toPaise: priceToPaise },
  };
}

/** The picture if it is ready. */
function pictureOf(pictures: Pictures, id: string | null): ShownPictureResponse | null {
  return id === null ? null : (pictures.get(id) ?? null);
}

/** Address of the one file that stands for a picture. */
function addressOf(picture: ShownPictureResponse | null): string | undefined {
  return picture === null ? undefined : singleFile(picture.files)?.url;
}

function drawingOf({ module, category, name }: Pick<ListingRow, "module" | "category" | "name">): string {
  return drawingPath({ module, slug: categorySlug(module, category) }, name);
}

/** Encodes a position as an opaque, URL-safe cursor. */
function cursorOf({ brandKey, id }: ListingPosition): string {
  return Buffer.from(JSON.stringify([brandKey, id])).toString("base64url");
}

/** Decodes a cursor; undefined if it is invalid. */
function positionOf(cursor: string): ListingPosition | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (!Array.isArray(parsed) || parsed.length !== 2) return undefined;
    const [brandKey, id] = parsed as readonly unknown[];
    if (typeof brandKey !== "string" || brandKey.includes("\0")) return undefined;
    return typeof id === "string" && isId(id) ? { brandKey, id } : undefined;
  } catch {
    return undefined;
  }
}
