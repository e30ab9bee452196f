import { Injectable } from "@nestjs/common";
import type { CatalogueModule } from "@sakhi/domain/catalogue/modules";
import type { BrandResponse } from "../catalogue/catalogue.response.js";
import { HAS_LIVE_LISTING, LISTING_COLUMNS, LISTING_TABLES, LIVE } from "../catalogue/listing.row.js";
import type { ListingRow } from "../catalogue/listing.row.js";
import { Database } from "../platform/database/database.js";
import type { FoundEventResponse } from "./search.response.js";
import { beginningWith, containing, hasTrigram } from "./substring.js";

/**
 * So many matches are looked at to find the best; where there are more, the rest is not ranked. Written as a query,
 * so that the planner cannot hope to meet them all at the beginning of the table and read it without an index: that
 * would be slow whenever the matching listings stand at its end.
 */
const CANDIDATES = "(SELECT 64)";

/**
 * Substring search. Parameters of both statements: $1 the text anywhere, $2 the text at the beginning, $3 how many,
 * $4 the text itself, where bigrams are needed. Names that begin with the text come first, then names that have it,
 * then the rest.
 */
@Injectable()
export class SearchRepository {
  constructor(private readonly database: Database) {}

  /** Live listings of one module. */
  listings(module: CatalogueModule, text: string, limit: number): Promise<ListingRow[]> {
    // The module stands in the text of the query, so that the planner sees the module's own index.
    const inModule = `${LIVE} AND l.module = '${module}'`;
    return this.database.query<ListingRow>(
      `WITH found AS (
         (SELECT l.id, 0 AS rank, l.name_key FROM listings l
           WHERE ${inModule} AND l.name_key LIKE lower($2) LIMIT $3)
         UNION ALL
         (SELECT l.id, CASE WHEN l.name_key LIKE lower($2) THEN 0
                            WHEN l.name_key LIKE lower($1) THEN 1 ELSE 2 END, l.name_key
            FROM (SELECT l.id, l.name_key FROM listings l
                   WHERE ${inModule} AND ${matches("l.search_text", text)} LIMIT ${CANDIDATES}) l)
       ), best AS (
         SELECT id, min(rank) AS rank, min(name_key) AS name_key FROM found
          GROUP BY id ORDER BY 2, 3, 1 LIMIT $3
       )
       SELECT ${LISTING_COLUMNS} FROM best JOIN ${LISTING_TABLES} ON l.id = best.id
        ORDER BY best.rank, best.name_key, l.id`,
      parameters(text, limit),
    );
  }

  /** Brands of every module that have a live listing. */
  brands(text: string, limit: number): Promise<BrandResponse[]> {
    return this.database.query<BrandResponse>(
      `SELECT b.name, b.module, b.category, b.logo, b.description, b.location
         FROM ((SELECT * FROM brands WHERE name_key LIKE lower($2) ORDER BY name_key LIMIT ${CANDIDATES})
               UNION
               (SELECT * FROM brands WHERE ${matches("name_key", text)} LIMIT ${CANDIDATES})) b
        WHERE ${HAS_LIVE_LISTING}
        ORDER BY b.name_key LIKE lower($2) DESC, b.name_key, b.module LIMIT $3`,
      parameters(text, limit),
    );
  }

  /** Awards and past events, newest first. There are a few dozen at most: no index. */
  events(text: string, limit: number): Promise<FoundEventResponse[]> {
    return this.database.query<FoundEventResponse>(
      `SELECT id, title, awarded_by AS "awardedBy", date_text AS date FROM showcase_events
        WHERE lower(title || chr(10) || awarded_by || chr(10) || coalesce(venue, '') || chr(10) || description)
              LIKE lower($1)
        ORDER BY lower(title) LIKE lower($1) DESC, held_on DESC, id LIMIT $2`,
      [containing(text), limit],
    );
  }

  /** Words of the catalogue that share trigrams with this one, most alike first. */
  async wordsLike(word: string): Promise<string[]> {
    const found = await this.database.query<{ readonly word: string }>(
      `SELECT word FROM catalogue_words WHERE word % lower($1)
        ORDER BY similarity(word, lower($1)) DESC, word LIMIT 12`,
      [word],
    );
    return found.map(({ word: known }) => known);
  }
}

function parameters(text: string, limit: number): unknown[] {
  const common = [containing(text), beginningWith(text), limit];
  return hasTrigram(text) ? common : [...common, text];
}

/** The condition in the form that an index serves. */
function matches(column: string, text: string): string {
  const like = `${column} LIKE lower($1)`;
  return hasTrigram(text) ? like : `search_bigrams(${column}) @> search_bigrams(lower($4)) AND ${like}`;
}
