import { Injectable } from "@nestjs/common";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import type { BrandResponse } from "../catalogue.response.js";
import { Database } from "../../platform/database/database.js";
import type { FoundEventResponse } from "./search.response.js";
import { startingWith, containing, hasTrigram } from "../../platform/database/substring.js";

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

  /** Ids of live listings of one module, best first. */
  async listings(module: CatalogueModule, text: string, limit: number): Promise<string[]> {
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
  brands(text: string, limit: number): Promise<BrandResponse[]> {
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
  const common = [containing(text), startingWith(text), limit];
  return hasTrigram(text) ? common : [...common, text];
}

/** The condition in the form that an index serves. */
function matches(column: string, text: string): string {
  const like = `${column} LIKE lower($1)`;
  return hasTrigram(text) ? like : `search_bigrams(${column}) @> search_bigrams(lower($4)) AND ${like}`;
}
