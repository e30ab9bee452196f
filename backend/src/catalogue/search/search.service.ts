import { readFileSync } from "node:fs";
import { Injectable } from "@nestjs/common";
import { type PriceQuery, priceQuery, withPlainPrices } from "@sakhi/domain/brands/price-query";
import { categoriesContaining } from "@sakhi/domain/catalogue/categories";
import { closestWord } from "@sakhi/domain/search/close-spelling";
import { Synonyms } from "@sakhi/domain/search/synonyms";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { EventFactsService } from "../../events/event-facts.service.js";
import { Database } from "../../platform/database/database.js";
import { likeContains, likePrefix } from "../../platform/database/sql-text.js";
import { BACKEND } from "../../platform/folders.js";
import type { BrandResponse } from "../catalogue.response.js";
import { BRAND_COLUMNS, type BrandRow, CatalogueService } from "../catalogue.service.js";
import type { ListingResponse } from "../listing.response.js";
import { searchedEdition } from "../past-events.service.js";
import { SearchParameters } from "./search-parameters.js";
import type { FoundCategoryResponse, FoundEventResponse, SearchResponse } from "./search.response.js";
import { anyPhrase, everyWord, type WordsQuery } from "./words-query.js";

/** Maximum results per section: the panel is about 20 rem high. */
const MAX_PER_SECTION = 8;
/** Queries of more words get no spelling correction. */
const MAX_CORRECTED_WORDS = 4;
/** Queries of more words are matched only as a whole. */
const MAX_WORDS = 6;

type Sections = Omit<SearchResponse, "closeSpelling">;

/** The search terms of one attempt. */
interface SearchTerms {
  /** Matched as a substring; undefined for a search by words only. */
  readonly text: string | undefined;
  /** Synonyms of the text, or all of its words; undefined if there are none. */
  readonly words: WordsQuery | undefined;
  /** The text and its synonyms, matched against category names. */
  readonly phrases: readonly string[];
  /** Bounds of the price of what is found. */
  readonly price?: PriceQuery | undefined;
}

const NO_TERMS: SearchTerms = { text: undefined, words: undefined, phrases: [] };

/**
 * Number of matches that are ranked; further ones are ignored. A subquery rather than a constant, so that the planner
 * does not bet on a sequential scan that stops early: it is slow when the matches are at the end of the table.
 */
const CANDIDATES = "(SELECT 64)";
/** Number of a module's listings scanned without an index: enough for a word that one listing in fifteen has. */
const SCANNED_LISTINGS = 1_000;
/** They are scanned only if one of the first has the text, or the index has many: a rare one's index is faster. */
const SAMPLED_LISTINGS = 100;

const SYNONYMS_FILE = new URL("assets/search/synonyms.json", BACKEND);

/** Searches the catalogue, awards and events. */
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
   * Finds texts that contain the query, case ignored, or a synonym of it ("sari", "saree"). Falls back to texts that
   * contain all of its words, then to close spellings.
   *
   * @param query normalized by searchQuery()
   */
  async search(query: string): Promise<SearchResponse> {
    const found = (await this.byPrice(query)) ?? (await this.uncorrected(withPlainPrices(query)));
    if (!isEmpty(found)) return { ...found, closeSpelling: null };
    for (const close of await this.closeSpellings(query)) {
      const instead = await this.uncorrected(close);
      if (!isEmpty(instead)) return { ...instead, closeSpelling: close };
    }
    return { ...found, closeSpelling: null };
  }

  /** Products at the price that the query asks for ("saree under 2000"); undefined without a price or any of them. */
  private async byPrice(query: string): Promise<Sections | undefined> {
    const price = priceQuery(query);
    if (price === undefined) return undefined;
    const found =
      price.text === "" ? await this.sections({ ...NO_TERMS, price }) : await this.uncorrected(price.text, price);
    return isEmpty(found) ? undefined : found;
  }

  private async uncorrected(query: string, price?: PriceQuery): Promise<Sections> {
    const others = this.synonyms.alternatives(query);
    const found = await this.sections({ text: query, words: anyPhrase(others), phrases: [query, ...others], price });
    const meanings = this.synonyms.perWord(query);
    if (!isEmpty(found) || meanings.length > MAX_WORDS) return found;
    const words = everyWord(meanings);
    return words === undefined ? found : this.sections({ text: undefined, words, phrases: [], price });
  }

  private async sections(terms: SearchTerms): Promise<Sections> {
    // A price is asked for things: brands, categories and events have none.
    const unpriced = terms.price === undefined;
    const [brands, shops, services, ngos, events, categories] = await Promise.all([
      unpriced ? this.brands(terms) : [],
      this.listings("shops", terms),
      this.listings("services", terms),
      this.listings("ngos", terms),
      unpriced ? this.events(terms) : [],
      unpriced ? this.categories(terms) : [],
    ]);
    const listings = await this.catalogue.listings([...shops, ...services, ...ngos]);
    const of = (module: CatalogueModule): ListingResponse[] => listings.filter((listing) => listing.module === module);
    return {
      brands,
      products: of("shops"),
      services: of("services").map(({ name, brandName, category, image, picture }) => ({
        ...{ name, brandName, category, image, picture },
      })),
      categories,
      ngos: of("ngos").map(({ name, brand, brandLogo, description, logoPicture }) => ({
        ...{ name, brand, logo: brandLogo, description, logoPicture },
      })),
      events,
    };
  }

  /** Categories with live listings whose name, or a spelling of it, contains one of the phrases. */
  private async categories({ phrases }: SearchTerms): Promise<FoundCategoryResponse[]> {
    const named = phrases.flatMap((phrase) => categoriesContaining(phrase));
    if (named.length === 0) return [];
    const counts = await this.catalogue.categoryCounts();
    return counts
      .filter(({ module, slug }) => named.some((found) => found.module === module && found.slug === slug))
      .slice(0, MAX_PER_SECTION)
      .map(({ name, module, count, slug }) => ({ name, module, count, slug }));
  }

  /** Corrected queries to try: the whole query with corrected words, then its longest corrected word. */
  private async closeSpellings(query: string): Promise<string[]> {
    const words = query.toLowerCase().split(" ");
    if (words.length > MAX_CORRECTED_WORDS) return [];
    const similar = await this.wordsLike(words);
    const corrected = words.map((word, index) => closestWord(word, similar[index] ?? []));
    const known = corrected.filter((word) => word !== undefined);
    const longest = known.toSorted((a, b) => b.length - a.length)[0];
    if (longest === undefined) return [];
    const whole = words.map((word, index) => corrected[index] ?? word).join(" ");
    return [...new Set([whole, longest])];
  }

  /** Ids of a module's live listings, best first: matches in names before descriptions. */
  private async listings(module: CatalogueModule, terms: SearchTerms): Promise<string[]> {
    const query = new SearchParameters();
    const branches = terms.price === undefined ? anyPrice(query, module, terms) : priced(query, module, terms);
    const found = await this.database.query<{ readonly id: string }>(
      `SELECT id FROM (${branches.join(" UNION ALL ")}) found (id, rank, name_key)
       GROUP BY id ORDER BY min(rank), min(name_key), id LIMIT ${MAX_PER_SECTION}`,
      query.values,
    );
    return found.map(({ id }) => id);
  }

  /** Brands of every module that have a live listing: matches in names before those in descriptions and places. */
  private async brands({ text, words }: SearchTerms): Promise<BrandResponse[]> {
    const query = new SearchParameters();
    const begins = text === undefined ? "NULL" : query.lower(likePrefix(text));
    const like = text === undefined ? "NULL" : query.lower(likeContains(text));
    const conditions = ["name_key", "search_text"].flatMap((column) => [
      ...(text === undefined ? [] : [query.has(column, text)]),
      ...(words === undefined ? [] : [query.matches(column, words)]),
    ]);
    const branches = conditions.map((each) => `(SELECT id FROM brands WHERE ${each} LIMIT ${CANDIDATES})`);
    if (text !== undefined)
      branches.push(`(SELECT id FROM brands WHERE name_key LIKE ${begins} ORDER BY name_key LIMIT ${CANDIDATES})`);
    const inName = [
      ...(text === undefined ? [] : [`b.name_key LIKE ${like}`]),
      ...(words === undefined ? [] : [query.matches("b.name_key", words)]),
    ].join(" OR ");
    const found = await this.database.query<BrandRow>(
      `SELECT ${BRAND_COLUMNS}
         FROM (${branches.join(" UNION ")}) found
         JOIN live_brands b ON b.id = found.id
        ORDER BY coalesce(b.name_key LIKE ${begins}, false) DESC, (${inName}) DESC, b.name_key, b.module
        LIMIT ${MAX_PER_SECTION}`,
      query.values,
    );
    return this.catalogue.brandsWithPictures(found);
  }

  /** Awards, past events and editions of the Mela, newest first. There are a few dozen at most: no index. */
  private async events({ text, words }: SearchTerms): Promise<FoundEventResponse[]> {
    const [editions, { organisation }] = await Promise.all([this.eventFacts.editions(), this.eventFacts.current()]);
    const query = new SearchParameters();
    const like = text === undefined ? undefined : query.lower(likeContains(text));
    const conditions = [
      ...(like === undefined ? [] : [`texts LIKE ${like}`]),
      ...(words === undefined ? [] : [query.matches("texts", words)]),
    ];
    return this.database.query<FoundEventResponse>(
      `SELECT id, title, awarded_by AS "awardedBy", date, kind, event FROM (
         SELECT id::text, title, awarded_by, date_text AS date, kind, held_on, NULL AS event,
                lower(title || chr(10) || awarded_by || chr(10) || coalesce(venue, '') || chr(10) || description) AS texts
           FROM shown_events
         UNION ALL
         SELECT id, title, ${query.add(organisation.name)}::text, date, kind, held_on, event, lower(texts)
           FROM jsonb_to_recordset(${query.add(JSON.stringify(editions.map(searchedEdition)))}::jsonb)
             AS editions (id text, title text, date text, kind text, held_on date, event text, texts text)) all_events
        WHERE ${conditions.join(" OR ")}
        ORDER BY coalesce(lower(title) LIKE ${like ?? "NULL"}, false) DESC, held_on DESC, id
        LIMIT ${MAX_PER_SECTION}`,
      query.values,
    );
  }

  /** For each word those of the catalogue that share trigrams with it, most similar first. */
  private async wordsLike(words: readonly string[]): Promise<readonly (readonly string[])[]> {
    const found = await this.database.query<{ readonly similar: readonly string[] }>(
      `SELECT ARRAY(SELECT c.word FROM catalogue_words c WHERE c.word % lower(asked.word)
                     ORDER BY similarity(c.word, lower(asked.word)) DESC, c.word LIMIT 12) AS similar
         FROM unnest($1::text[]) WITH ORDINALITY AS asked (word, position) ORDER BY position`,
      [words],
    );
    return found.map(({ similar }) => similar);
  }
}

/** Subqueries for a module's candidates, with the rank and the name of each. */
function anyPrice(query: SearchParameters, module: CatalogueModule, { text, words }: SearchTerms): string[] {
  // A literal, so that the planner can use the module's partial index.
  const inModule = `l.module = '${module}'`;
  const branches: string[] = [];
  if (text !== undefined) {
    const [like, begins] = [query.lower(likeContains(text)), query.lower(likePrefix(text))];
    const indexed = `${inModule} AND ${query.has("l.search_text", text)}`;
    branches.push(
      `(SELECT l.id, 0 AS rank, l.name_key FROM live_listings l
         WHERE ${inModule} AND l.name_key LIKE ${begins} LIMIT ${MAX_PER_SECTION})`,
      // A bitmap scan collects all matches of a frequent word before its first row: scan for such words without an
      // index. The sample says which words are frequent; a rare one's matches are all read from the index.
      `(WITH sample AS MATERIALIZED (
          SELECT 1
            FROM (SELECT l.search_text FROM live_listings l WHERE ${inModule}
                   ORDER BY l.brand_key, l.id LIMIT ${SAMPLED_LISTINGS}) l
           WHERE l.search_text LIKE ${like} LIMIT 1),
        rare AS MATERIALIZED (
          SELECT l.id, l.name_key FROM live_listings l
           WHERE NOT EXISTS (SELECT FROM sample) AND ${indexed} LIMIT ${CANDIDATES}),
        near AS MATERIALIZED (
          SELECT l.id, l.name_key
            FROM (SELECT l.id, l.name_key, l.search_text FROM live_listings l WHERE ${inModule}
                   ORDER BY l.brand_key, l.id LIMIT ${SCANNED_LISTINGS}) l
           WHERE (EXISTS (SELECT FROM sample) OR (SELECT count(*) FROM rare) = ${CANDIDATES})
             AND l.search_text LIKE ${like} LIMIT ${CANDIDATES})
        SELECT l.id, ${rankByName(begins, like)}, l.name_key
          FROM (SELECT * FROM near
                 UNION ALL
                (SELECT * FROM rare WHERE (SELECT count(*) FROM near) < ${CANDIDATES})
                 UNION ALL
                (SELECT l.id, l.name_key FROM live_listings l
                  WHERE EXISTS (SELECT FROM sample) AND (SELECT count(*) FROM near) < ${CANDIDATES}
                    AND ${indexed} LIMIT ${CANDIDATES})) l)`,
    );
  }
  if (words !== undefined) {
    branches.push(
      `(SELECT l.id, ${rankByWords(query, words)}, l.name_key
          FROM (SELECT l.id, l.name_key FROM live_listings l
                 WHERE ${inModule} AND ${query.matches("l.search_text", words)} LIMIT ${CANDIDATES}) l)`,
    );
  }
  return branches;
}

/**
 * The same within a price. The first listings are those with the lowest price, from the index of prices. Further ones
 * are a materialized query's, which is planned for all of its rows but read only until there are enough: with a LIMIT
 * of its own, the planner bets that the few matches it wants come early among the module's prices.
 */
function priced(query: SearchParameters, module: CatalogueModule, { text, words, price }: SearchTerms): string[] {
  const inModule = `l.module = '${module}'`;
  const inPrice = query.priced(price).join(" AND ");
  const cheapest = `FROM live_listings l WHERE ${inModule} AND ${inPrice} ORDER BY l.price_from_paise LIMIT`;
  if (text === undefined && words === undefined) return [`(SELECT l.id, 0, l.name_key ${cheapest} ${MAX_PER_SECTION})`];
  const branches: string[] = [];
  if (text !== undefined) {
    const [like, begins] = [query.lower(likeContains(text)), query.lower(likePrefix(text))];
    branches.push(
      `(WITH near AS MATERIALIZED (
          SELECT l.id, l.name_key
            FROM (SELECT l.id, l.name_key, l.search_text ${cheapest} ${SCANNED_LISTINGS}) l
           WHERE l.search_text LIKE ${like} LIMIT ${CANDIDATES}),
        named AS MATERIALIZED (
          SELECT l.id, l.name_key FROM live_listings l WHERE ${inModule} AND ${inPrice} AND l.name_key LIKE ${begins}),
        further AS MATERIALIZED (
          SELECT l.id, l.name_key FROM live_listings l WHERE ${inModule} AND ${inPrice} AND ${query.has("l.search_text", text)})
        SELECT l.id, ${rankByName(begins, like)}, l.name_key
          FROM (SELECT * FROM near
                 UNION ALL
                (SELECT * FROM named LIMIT ${MAX_PER_SECTION})
                 UNION ALL
                (SELECT * FROM further WHERE (SELECT count(*) FROM near) < ${CANDIDATES} LIMIT ${CANDIDATES})) l)`,
    );
  }
  if (words !== undefined) {
    branches.push(
      // The price is compared afterwards: the planner would rather split the text of each listing within the price into
      // words (45 microseconds each) than read more listings from the index of words.
      `(WITH matching AS MATERIALIZED (
          SELECT l.id, l.name_key, l.price_from_paise FROM live_listings l
           WHERE ${inModule} AND ${query.matches("l.search_text", words)})
        SELECT l.id, ${rankByWords(query, words)}, l.name_key
          FROM (SELECT l.id, l.name_key FROM matching l WHERE ${inPrice} LIMIT ${CANDIDATES}) l)`,
    );
  }
  return branches;
}

/** The rank of a listing `l` by where its text is: at the beginning of the name, in it, or elsewhere. */
function rankByName(begins: string, like: string): string {
  return `CASE WHEN l.name_key LIKE ${begins} THEN 0 WHEN l.name_key LIKE ${like} THEN 1 ELSE 2 END`;
}

function rankByWords(query: SearchParameters, words: WordsQuery): string {
  return `CASE WHEN ${query.matches("l.name_key", words)} THEN 1 ELSE 2 END`;
}

function isEmpty(sections: Sections): boolean {
  return Object.values(sections).every((section) => section.length === 0);
}
