import { Injectable } from "@nestjs/common";
import { resolveCategories, resolveCategory } from "@sakhi/domain/catalogue/categories";
import { MAX_LISTINGS } from "@sakhi/domain/catalogue/listings-query.dto";
import type { LiveListingsQueryDto } from "@sakhi/domain/catalogue/listings-query.dto";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { HttpError } from "../platform/http/error-response.js";
import { ResponseCache } from "./response-cache.js";
import type { CachedResponse } from "./response-cache.js";
import { BrandsRepository } from "./brands.repository.js";
import type { BrandRow } from "./brands.repository.js";
import type { BrandResponse, CategoryCountResponse } from "./catalogue.response.js";
import { cursorOf, placeOf } from "./cursor.js";
import type { ListingResponse } from "./listing.response.js";
import { listingOf } from "./listing.row.js";
import { ListingsRepository } from "./listings.repository.js";
import type { ListingFilter } from "./listings.repository.js";

/** No list of brand names is longer. */
export const MAX_BRAND_NAMES = 2000;
const PAST_EVENTS = 3;

/** The public catalogue. Answers are ready to be sent and kept until the catalogue changes. */
@Injectable()
export class CatalogueService {
  constructor(
    private readonly repository: ListingsRepository,
    private readonly brands: BrandsRepository,
    private readonly cache: ResponseCache,
  ) {}

  /**
   * Live listings by brand and id, with X-Total-Count and, while more follow, X-Next-Cursor.
   *
   * @throws HttpError invalid_request for a cursor that is none of ours
   */
  liveListings(query: LiveListingsQueryDto): Promise<CachedResponse> {
    const limit = query.limit ?? MAX_LISTINGS;
    const after = query.cursor === undefined ? undefined : placeOf(query.cursor);
    if (query.cursor !== undefined && after === undefined) {
      const sentence = "The cursor must be the X-Next-Cursor of an earlier answer";
      throw new HttpError("invalid_request", { fields: { cursor: [sentence] } }, {}, sentence);
    }
    const filter = filterOf(query);
    return this.cache.answer(`live ${JSON.stringify([filter, limit, after])}`, async () => {
      const [rows, total] = await Promise.all([
        // One more than is returned: it shows whether more follow.
        this.repository.list(filter, limit + 1, after),
        this.repository.count(filter),
      ]);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const more = rows.length > limit && last !== undefined;
      return {
        value: page.map(listingOf),
        headers: {
          "x-total-count": String(total),
          ...(more ? { "x-next-cursor": cursorOf({ brandKey: last.brand_key, id: last.id }) } : {}),
        },
      };
    });
  }

  /** Categories with live listings. */
  categories(module: CatalogueModule | undefined): Promise<CachedResponse> {
    return this.kept(`categories ${module ?? "all"}`, () => this.categoryCounts(module));
  }

  /** At most 2,000 brands by name. */
  brandNames(): Promise<CachedResponse> {
    return this.kept("brand names", () => this.brands.names(MAX_BRAND_NAMES));
  }

  /** What the home page shows. */
  highlights(): Promise<CachedResponse> {
    return this.kept("highlights", async () => {
      const [featured, spotlight, bestsellers, pastEvents] = await Promise.all([
        this.brands.highlighted("featured"),
        this.brands.spotlight(),
        this.brands.highlighted("bestseller"),
        this.brands.pastEvents(PAST_EVENTS),
      ]);
      return {
        featured: featured.map(listingOf),
        spotlight,
        bestsellers: bestsellers.map(listingOf),
        pastEvents,
      };
    });
  }

  /** Categories with live listings, in the specification's order. */
  categoryCounts(module?: CatalogueModule): Promise<CategoryCountResponse[]> {
    return this.repository.categoryCounts(module);
  }

  /** These listings in this order, without those that are not live. */
  async listings(ids: readonly string[]): Promise<ListingResponse[]> {
    if (ids.length === 0) return [];
    const found = new Map((await this.repository.byIds(ids)).map((row) => [row.id, listingOf(row)]));
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  /** The brand of this name if it has a live listing; case makes no difference. */
  brand(module: CatalogueModule, name: string): Promise<BrandResponse | undefined> {
    return this.brands.find(module, name);
  }

  /** Brands for the sitemap, page by page; see the repository. */
  brandPage(after: string, limit: number): Promise<BrandRow[]> {
    return this.brands.page(after, limit);
  }

  /** Where the sitemap's pages of brands end, but the last. */
  brandPageEnds(size: number): Promise<string[]> {
    return this.brands.pageEnds(size);
  }

  private kept(key: string, make: () => Promise<unknown>): Promise<CachedResponse> {
    return this.cache.answer(key, async () => ({ value: await make() }));
  }
}

function filterOf({ module, category, brandName, eventName }: LiveListingsQueryDto): ListingFilter {
  if (category === undefined) return { module, brandName, eventName };
  const categories = module === undefined ? resolveCategories(category) : [resolveCategory(module, category)];
  return { module, brandName, eventName, categories: categories.filter((found) => found !== undefined) };
}
