import { Injectable } from "@nestjs/common";
import { categoriesContaining } from "@sakhi/domain/catalogue/categories";
import { closestWord } from "@sakhi/domain/search/close-spelling";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { CatalogueService } from "../catalogue.service.js";
import type { ListingResponse } from "../listing.response.js";
import { SearchRepository } from "./search.repository.js";
import type { FoundCategoryResponse, SearchResponse } from "./search.response.js";

/** Results of one kind at most: the panel shows some twenty rem of them. */
const MAX_PER_SECTION = 8;
/** Close spellings are sought for so many words of a query. */
const MAX_CORRECTED_WORDS = 4;

type Sections = Omit<SearchResponse, "closeSpelling">;

/** The search of the header. */
@Injectable()
export class SearchService {
  constructor(
    private readonly repository: SearchRepository,
    private readonly catalogue: CatalogueService,
  ) {}

  /**
   * What has the query in it, whatever the case; where nothing has, what has a close spelling of it.
   *
   * @param query as searchQuery() leaves it
   */
  async search(query: string): Promise<SearchResponse> {
    const found = await this.sections(query);
    if (!isEmpty(found)) return { ...found, closeSpelling: null };
    for (const close of await this.closeSpellings(query)) {
      const instead = await this.sections(close);
      if (!isEmpty(instead)) return { ...instead, closeSpelling: close };
    }
    return { ...found, closeSpelling: null };
  }

  private async sections(query: string): Promise<Sections> {
    const [brands, shops, services, ngos, events, categories] = await Promise.all([
      this.repository.brands(query, MAX_PER_SECTION),
      this.repository.listings("shops", query, MAX_PER_SECTION),
      this.repository.listings("services", query, MAX_PER_SECTION),
      this.repository.listings("ngos", query, MAX_PER_SECTION),
      this.repository.events(query, MAX_PER_SECTION),
      this.categories(query),
    ]);
    const listings = await this.catalogue.listings([...shops, ...services, ...ngos]);
    const of = (module: CatalogueModule): ListingResponse[] =>
      listings.filter((listing) => listing.module === module);
    return {
      brands,
      products: of("shops"),
      services: of("services").map(({ name, brandName, category, image }) => ({
        name,
        brandName,
        category,
        image,
      })),
      categories,
      ngos: of("ngos").map(({ name, brand, brandLogo, description }) => ({
        name,
        brand,
        logo: brandLogo,
        description,
      })),
      events,
    };
  }

  /** Categories with live listings whose name, or another spelling of it, has the query in it. */
  private async categories(query: string): Promise<FoundCategoryResponse[]> {
    const named = categoriesContaining(query);
    if (named.length === 0) return [];
    const counts = await this.catalogue.categoryCounts();
    return counts
      .filter(({ module, slug }) => named.some((found) => found.module === module && found.slug === slug))
      .slice(0, MAX_PER_SECTION)
      .map(({ name, module, count, slug }) => ({ name, module, count, slug }));
  }

  /** Other queries to try: the whole with its words corrected, then its longest corrected word alone. */
  private async closeSpellings(query: string): Promise<string[]> {
    const words = query.toLowerCase().split(" ");
    if (words.length > MAX_CORRECTED_WORDS) return [];
    const corrected = await Promise.all(
      words.map(async (word) => closestWord(word, await this.repository.wordsLike(word))),
    );
    const known = corrected.filter((word) => word !== undefined);
    const longest = known.toSorted((a, b) => b.length - a.length)[0];
    if (longest === undefined) return [];
    const whole = words.map((word, index) => corrected[index] ?? word).join(" ");
    return [...new Set([whole, longest])];
  }
}

function isEmpty(sections: Sections): boolean {
  return Object.values(sections).every((section) => section.length === 0);
}
