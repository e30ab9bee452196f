import { brandPath, categoryPath, eventPath, ngoBrandPath } from "@sakhi/domain/site/routes";
import { Injectable } from "@nestjs/common";
import { resolveCategory } from "@sakhi/domain/catalogue/categories";
import { isCatalogueModule } from "@sakhi/domain/site/modules";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { ngoBrandOf } from "@sakhi/domain/catalogue/ngo-brands";
import { slugOf } from "@sakhi/domain/site/slug";
import type { LiveListingsQueryDto } from "@sakhi/domain/catalogue/listings-query.dto";
import type { MatchedPage } from "@sakhi/domain/site/site.pages";
import { CatalogueService } from "../catalogue/catalogue.service.js";
import type { ListingResponse } from "../catalogue/listing.response.js";

/** What a page with a name in its address shows. */
export interface SubjectView {
  /** As the catalogue spells it. */
  readonly name: string;
  readonly listings: readonly ListingResponse[];
  readonly description?: string;
  readonly image?: string;
  /** The one address of what can be reached by several spellings; percent-encoded. */
  readonly path: string;
}

type ListingsWanted = Pick<LiveListingsQueryDto, "module" | "category" | "brandName" | "eventName">;

/** Listings shown to search engines per page. */
const LISTED = 20;

/** Looks up what a page is about; what is not in the catalogue is a 404. */
@Injectable()
export class PageSubjects {
  constructor(private readonly catalogue: CatalogueService) {}

  /** The subject of a page that has one; undefined when there is no such thing. */
  async find({ page, params }: MatchedPage, query: URLSearchParams): Promise<SubjectView | undefined> {
    const given = (name: string): string => params[name] ?? "";
    switch (page.subject) {
      case undefined:
        return undefined;
      case "shopCategory":
        return this.category("shops", given("categoryId"));
      case "serviceCategory":
        return this.category("services", given("categoryId"));
      case "ngoCategory":
        return this.category("ngos", given("categoryName"));
      case "brand":
        return this.brand(moduleOf(query), given("brandName"));
      case "serviceBrand":
        return this.brand("services", given("brandName"));
      case "ngoBrand":
        return this.ngoBrand(given("categoryName"), given("brandSlug"));
      case "event":
        return this.event(given("eventName"));
    }
  }

  private async category(module: CatalogueModule, text: string): Promise<SubjectView | undefined> {
    const category = resolveCategory(module, text);
    if (category === undefined) return undefined;
    const listings = await this.listings({ module, category: category.name });
    return { name: category.name, listings, path: categoryPath(module, category.slug) };
  }

  private async brand(module: CatalogueModule, name: string): Promise<SubjectView | undefined> {
    const brand = await this.catalogue.brand(module, name);
    if (brand === undefined) return undefined;
    const listings = await this.listings({ module, brandName: brand.name });
    return {
      name: brand.name,
      listings,
      ...(brand.description === "" ? {} : { description: brand.description }),
      ...(brand.logo === null ? {} : { image: brand.logo }),
      path: brandPath(module, brand.name),
    };
  }

  private async ngoBrand(category: string, slug: string): Promise<SubjectView | undefined> {
    const resolved = resolveCategory("ngos", category);
    if (resolved === undefined) return undefined;
    const known = ngoBrandOf(slug);
    if (known !== undefined) {
      const path = ngoBrandPath(slugOf(known.category), slug);
      return { name: known.name, listings: [], image: known.logo, path };
    }
    // Other live brands of the category have a page here too.
    const listings = await this.listings({ module: "ngos", category: resolved.name }, 500);
    const name = listings.find((listing) => slugOf(listing.brandName) === slug)?.brandName;
    return name === undefined ? undefined : this.brand("ngos", name);
  }

  private async event(name: string): Promise<SubjectView | undefined> {
    const listings = await this.listings({ eventName: name });
    const [first] = listings;
    if (first === undefined) return undefined;
    const known = first.eventName ?? name;
    return { name: known, listings, path: eventPath(known) };
  }

  private async listings(query: ListingsWanted, limit = LISTED): Promise<ListingResponse[]> {
    const { json } = await this.catalogue.liveListings({ ...query, limit });
    return JSON.parse(json.toString()) as ListingResponse[];
  }
}

function moduleOf(query: URLSearchParams): CatalogueModule {
  const module = query.get("module") ?? "shops";
  return isCatalogueModule(module) ? module : "shops";
}
