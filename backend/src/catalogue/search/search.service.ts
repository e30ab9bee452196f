import { Injectable } from "@nestjs/common";
import { categoriesContaining } from "@sakhi/domain/catalogue/categories";
import { closestWord } from "@sakhi/domain/search/close-spelling";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { Database } from "../../platform/database/database.js";
import { containing, hasTrigram, startingWith } from "../../platform/database/substring.js";
import type { BrandResponse } from "../catalogue.response.js";
import { CatalogueService } from "../catalogue.service.js";
import type { ListingResponse } from "../listing.response.js";
import type { FoundCategoryResponse, FoundEventResponse, SearchResponse } from "./search.response.js";

/** Results of one kind at most: the panel shows some twenty rem of them. */
const MAX_PER_SECTION = 8;
/** Close spellings are sought for so many words of a query. */
const MAX_CORRECTED_WORDS = 4;

type Sections = Omit<SearchResponse, "closeSpelling">;

/**
 * So many matches are looked at to find the best; where there are more, the rest is not ranked. Written as a query,
 * so that the planner cannot hope to meet them all at the beginning of the table and read it without an index: that
 * would be slow whenever the matching listings stand at its end.
 */
const CANDIDATES = "(SELECT 64)";

/** The search of the header. */
@Injectable()
export class SearchService {
  constructor(
    private readonly database: Database,
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
      this.brands(query, MAX_PER_SECTION),
      this.listings("shops", query, MAX_PER_SECTION),
      this.listings("services", query, MAX_PER_SECTION),
      this.listings("ngos", query, MAX_PER_SECTION),
      this.events(query, MAX_PER_SECTION),
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
      words.map(async (word) => closestWord(word, await this.wordsLike(word))),
    );
    const known = corrected.filter((word) => word !== undefined);
    const longest = known.toSorted((a, b) => b.length - a.length)[0];
    if (longest === undefined) return [];
    const whole = words.map((word, index) => corrected[index] ?? word).join(" ");
    return [...new Set([whole, longest])];
  }

  /** Ids of live listings of one module, best first. */
  private async listings(module: CatalogueModule, text: string, limit: number): Promise<string[]> {
    // The module stands in the text of the query, so that the planner sees the module's own index.
    const inModule = `l.module = '${module}'`;
    const found = await this.database.query<{ readonly id: string }>(
      `SELECT id FROM (
         (SELECT l.id, 0 AS rank, l.name_key FROM live_listings l
           WHERE ${inModule} AND l.name_key LIKE lower($2) LIMIT $3)
         UNION ALL
         (SELECT l.id, CASE WHEN l.name_key LIKE lower($2) THEN 0
                            WHEN l.name_key LIKE lower($1) THEN 1 ELSE 2 END, l.name_key
            FROM (SELECT l.id, l.name_key FROM live_listings l
                   WHERE ${inModule} AND ${matches("l.search_text", text)} LIMIT ${CANDIDATES}) l)
       ) found
       GROUP BY id ORDER BY min(rank), min(name_key), id LIMIT $3`,
      parameters(text, limit),
    );
    return found.map(({ id }) => id);
  }

  /** Brands of every module that have a live listing. */
  private brands(text: string, limit: number): Promise<BrandResponse[]> {
    return this.database.query<BrandResponse>(
      `SELECT b.name, b.module, b.category, b.logo, b.description, b.location
         FROM ((SELECT id FROM brands WHERE name_key LIKE lower($2) ORDER BY name_key LIMIT ${CANDIDATES})
               UNION
               (SELECT id FROM brands WHERE ${matches("name_key", text)} LIMIT ${CANDIDATES})) found
         JOIN live_brands b ON b.id = found.id
        ORDER BY b.name_key LIKE lower($2) DESC, b.name_key, b.module LIMIT $3`,
      parameters(text, limit),
    );
  }

  /** Awards and past events, newest first. There are a few dozen at most: no index. */
  private events(text: string, limit: number): Promise<FoundEventResponse[]> {
    return this.database.query<FoundEventResponse>(
      `SELECT id, title, awarded_by AS "awardedBy", date_text AS date FROM showcase_events
        WHERE lower(title || chr(10) || awarded_by || chr(10) || coalesce(venue, '') || chr(10) || description)
              LIKE lower($1)
        ORDER BY lower(title) LIKE lower($1) DESC, held_on DESC, id LIMIT $2`,
      [containing(text), limit],
    );
  }

  /** Words of the catalogue that share trigrams with this one, most alike first. */
  private async wordsLike(word: string): Promise<string[]> {
    const found = await this.database.query<{ readonly word: string }>(
      `SELECT word FROM catalogue_words WHERE word % lower($1)
        ORDER BY similarity(word, lower($1)) DESC, word LIMIT 12`,
      [word],
    );
    return found.map(({ word: known }) => known);
  }
}

function isEmpty(sections: Sections): boolean {
  return Object.values(sections).every((section) => section.length === 0);
}

function parameters(text: string, limit: number): unknown[] {
  const common = [containing(text), startingWith(text), limit];
  return hasTrigram(text) ? common : [...common, text];
}

/** The condition in the form that an index serves. */
function matches(column: string, text: string): string {
  const like = `${column} LIKE lower($1)`;
  return hasTrigram(text) ? like : `search_bigrams(${column}) @> search_bigrams(lower($4)) AND ${like}`;
}
