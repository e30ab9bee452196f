import { readFileSync } from "node:fs";
import { Injectable } from "@nestjs/common";
import { categoriesContaining } from "@sakhi/domain/catalogue/categories";
import { closestWord } from "@sakhi/domain/search/close-spelling";
import { Synonyms } from "@sakhi/domain/search/synonyms";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { Database } from "../../platform/database/database.js";
import { containing, hasTrigram, startingWith } from "../../platform/database/substring.js";
import type { BrandResponse } from "../catalogue.response.js";
import { CatalogueService, Parameters } from "../catalogue.service.js";
import { EventFactsService } from "../../events/event-facts.service.js";
import { searchedEdition } from "../past-events.service.js";
import type { ListingResponse } from "../listing.response.js";
import type { FoundCategoryResponse, FoundEventResponse, SearchResponse } from "./search.response.js";
import { anyPhrase, everyWord, type WordsQuery } from "./words-query.js";

/** Results of one kind at most: the panel shows some twenty rem of them. */
const MAX_PER_SECTION = 8;
/** Close spellings are sought for so many words of a query. */
const MAX_CORRECTED_WORDS = 4;
/** A query of more words is sought as a whole only. */
const MAX_WORDS = 6;

type Sections = Omit<SearchResponse, "closeSpelling">;

/** What is looked for. */
interface Wanted {
  /** The text itself, anywhere in a text; undefined where only words are looked for. */
  readonly text: string | undefined;
  /** The text in other words, or every one of its words; undefined where there is no such thing. */
  readonly words: WordsQuery | undefined;
  /** The text and its other words, for the names of categories. */
  readonly phrases: readonly string[];
}

/**
 * So many matches are looked at to find the best; where there are more, the rest is not ranked. Written as a query,
 * so that the planner cannot hope to meet them all at the beginning of the table and read it without an index: that
 * would be slow whenever the matching listings stand at its end.
 */
const CANDIDATES = "(SELECT 64)";
/** So many listings of a module are read without an index: what every fifteenth of them has is found among them. */
const READ_AT_ONCE = 1_000;

const SYNONYMS_FILE = new URL("../../../assets/search/synonyms.json", import.meta.url);

/** The search of the header. */
@Injectable()
export class SearchService {
  private readonly synonyms = new Synonyms(
    JSON.parse(readFileSync(SYNONYMS_FILE, "utf8")) as readonly (readonly string[])[],
  );

  constructor(
    private readonly database: Database,
    private readonly catalogue: CatalogueService,
    private readonly eventFacts: EventFactsService,
  ) {}

  /**
   * What has the query in it, whatever the case, or the same in other words ("sari", "saree"); where nothing has, what
   * has every word of it somewhere; then what has a close spelling of it.
   *
   * @param query as searchQuery() leaves it
   */
  async search(query: string): Promise<SearchResponse> {
    const found = await this.anyWay(query);
    if (!isEmpty(found)) return { ...found, closeSpelling: null };
    for (const close of await this.closeSpellings(query)) {
      const instead = await this.anyWay(close);
      if (!isEmpty(instead)) return { ...instead, closeSpelling: close };
    }
    return { ...found, closeSpelling: null };
  }

  private async anyWay(query: string): Promise<Sections> {
    const others = this.synonyms.alternatives(query);
    const found = await this.sections({ text: query, words: anyPhrase(others), phrases: [query, ...others] });
    const meanings = this.synonyms.perWord(query);
    if (!isEmpty(found) || meanings.length > MAX_WORDS) return found;
    const words = everyWord(meanings);
    return words === undefined ? found : this.sections({ text: undefined, words, phrases: [] });
  }

  private async sections(wanted: Wanted): Promise<Sections> {
    const [brands, shops, services, ngos, events, categories] = await Promise.all([
      this.brands(wanted),
      this.listings("shops", wanted),
      this.listings("services", wanted),
      this.listings("ngos", wanted),
      this.events(wanted),
      this.categories(wanted),
    ]);
    const listings = await this.catalogue.listings([...shops, ...services, ...ngos]);
    const of = (module: CatalogueModule): ListingResponse[] => listings.filter((listing) => listing.module === module);
    return {
      brands,
      products: of("shops"),
      services: of("services").map(({ name, brandName, category, image }) => ({ name, brandName, category, image })),
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

  /** Categories with live listings whose name, or another spelling of it, has one of the phrases in it. */
  private async categories({ phrases }: Wanted): Promise<FoundCategoryResponse[]> {
    const named = phrases.flatMap((phrase) => categoriesContaining(phrase));
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
    const corrected = await Promise.all(words.map(async (word) => closestWord(word, await this.wordsLike(word))));
    const known = corrected.filter((word) => word !== undefined);
    const longest = known.toSorted((a, b) => b.length - a.length)[0];
    if (longest === undefined) return [];
    const whole = words.map((word, index) => corrected[index] ?? word).join(" ");
    return [...new Set([whole, longest])];
  }

  /** Ids of live listings of one module, best first: names before descriptions. */
  private async listings(module: CatalogueModule, { text, words }: Wanted): Promise<string[]> {
    // The module stands in the text of the query, so that the planner sees the module's own index.
    const inModule = `l.module = '${module}'`;
    const query = new SearchParameters();
    const ways: string[] = [];
    if (text !== undefined) {
      const [like, begins] = [query.lower(containing(text)), query.lower(startingWith(text))];
      ways.push(
        `(SELECT l.id, 0 AS rank, l.name_key FROM live_listings l
           WHERE ${inModule} AND l.name_key LIKE ${begins} LIMIT ${MAX_PER_SECTION})`,
        // An index answers all of what a frequent word has before the first row: such a word is found without.
        `(WITH near AS MATERIALIZED (
            SELECT l.id, l.name_key
              FROM (SELECT l.id, l.name_key, l.search_text FROM live_listings l WHERE ${inModule}
                     ORDER BY l.brand_key, l.id LIMIT ${READ_AT_ONCE}) l
             WHERE l.search_text LIKE ${like} LIMIT ${CANDIDATES})
          SELECT l.id, CASE WHEN l.name_key LIKE ${begins} THEN 0 WHEN l.name_key LIKE ${like} THEN 1 ELSE 2 END,
                 l.name_key
            FROM (SELECT * FROM near
                   UNION ALL
                  (SELECT l.id, l.name_key FROM live_listings l
                    WHERE (SELECT count(*) FROM near) < ${CANDIDATES}
                      AND ${inModule} AND ${query.has("l.search_text", text)} LIMIT ${CANDIDATES})) l)`,
      );
    }
    if (words !== undefined) {
      ways.push(
        `(SELECT l.id, CASE WHEN ${query.matches("l.name_key", words)} THEN 1 ELSE 2 END, l.name_key
            FROM (SELECT l.id, l.name_key FROM live_listings l
                   WHERE ${inModule} AND ${query.matches("l.search_text", words)} LIMIT ${CANDIDATES}) l)`,
      );
    }
    const found = await this.database.query<{ readonly id: string }>(
      `SELECT id FROM (${ways.join(" UNION ALL ")}) found (id, rank, name_key)
       GROUP BY id ORDER BY min(rank), min(name_key), id LIMIT ${MAX_PER_SECTION}`,
      query.values,
    );
    return found.map(({ id }) => id);
  }

  /** Brands of every module that have a live listing. */
  private brands({ text, words }: Wanted): Promise<BrandResponse[]> {
    const query = new SearchParameters();
    const begins = text === undefined ? "NULL" : query.lower(startingWith(text));
    const conditions = [
      ...(text === undefined ? [] : [query.has("name_key", text)]),
      ...(words === undefined ? [] : [query.matches("name_key", words)]),
    ];
    const ways = conditions.map((each) => `(SELECT id FROM brands WHERE ${each} LIMIT ${CANDIDATES})`);
    if (text !== undefined)
      ways.push(`(SELECT id FROM brands WHERE name_key LIKE ${begins} ORDER BY name_key LIMIT ${CANDIDATES})`);
    return this.database.query<BrandResponse>(
      `SELECT b.name, b.module, b.category, b.logo, b.description, b.location
         FROM (${ways.join(" UNION ")}) found
         JOIN live_brands b ON b.id = found.id
        ORDER BY coalesce(b.name_key LIKE ${begins}, false) DESC, b.name_key, b.module LIMIT ${MAX_PER_SECTION}`,
      query.values,
    );
  }

  /** Awards, past events and editions of the Mela, newest first. There are a few dozen at most: no index. */
  private async events({ text, words }: Wanted): Promise<FoundEventResponse[]> {
    const [editions, { organisation }] = await Promise.all([this.eventFacts.editions(), this.eventFacts.current()]);
    const query = new SearchParameters();
    const like = text === undefined ? undefined : query.lower(containing(text));
    const conditions = [
      ...(like === undefined ? [] : [`texts LIKE ${like}`]),
      ...(words === undefined ? [] : [query.matches("texts", words)]),
    ];
    return this.database.query<FoundEventResponse>(
      `SELECT id, title, awarded_by AS "awardedBy", date, kind FROM (
         SELECT id::text, title, awarded_by, date_text AS date, kind, held_on,
                lower(title || chr(10) || awarded_by || chr(10) || coalesce(venue, '') || chr(10) || description) AS texts
           FROM showcase_events
         UNION ALL
         SELECT id, title, ${query.of(organisation.name)}::text, date, kind, held_on, lower(texts)
           FROM jsonb_to_recordset(${query.of(JSON.stringify(editions.map(searchedEdition)))}::jsonb)
             AS editions (id text, title text, date text, kind text, held_on date, texts text)) all_events
        WHERE ${conditions.join(" OR ")}
        ORDER BY coalesce(lower(title) LIKE ${like ?? "NULL"}, false) DESC, held_on DESC, id
        LIMIT ${MAX_PER_SECTION}`,
      query.values,
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

/** The parameters of one statement, and conditions on them. */
class SearchParameters extends Parameters {
  lower(text: string): string {
    return `lower(${this.of(text)}::text)`;
  }

  /** The condition that a column has this text in it, in the form that an index serves. */
  has(column: string, text: string): string {
    const like = `${column} LIKE ${this.lower(containing(text))}`;
    return hasTrigram(text) ? like : `search_bigrams(${column}) @> search_bigrams(${this.lower(text)}) AND ${like}`;
  }

  /** The condition that a column has these words in it, in the form that an index serves. */
  matches(column: string, { query, phrases }: WordsQuery): string {
    const found = `search_words(${column}) @@ ${this.of(query)}::tsquery`;
    if (phrases.length === 0) return found;
    // The empty text keeps the planner from looking for the phrases along trigrams, of which many texts have all.
    return `(${found} AND ${column} || '' LIKE ANY (${this.of(phrases.map(containing))}::text[]))`;
  }
}
