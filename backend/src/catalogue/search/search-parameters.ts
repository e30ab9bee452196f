import type { PriceQuery } from "@sakhi/domain/brands/price-query";
import { hasTrigram, likeContains } from "../../platform/database/sql-text.js";
import { SqlParameters } from "../sql-parameters.js";
import type { WordsQuery } from "./words-query.js";

/** The parameters of one statement, and conditions on them. */
export class SearchParameters extends SqlParameters {
  lower(text: string): string {
    return `lower(${this.add(text)}::text)`;
  }

  /** Conditions that the lowest price of a listing `l` is within these bounds. */
  priced(price: PriceQuery | undefined): string[] {
    if (price === undefined) return [];
    const { fromPaise, toPaise } = price;
    return [
      "l.price_from_paise IS NOT NULL",
      ...(fromPaise === undefined ? [] : [`l.price_from_paise >= ${this.add(fromPaise)}::int`]),
      ...(toPaise === undefined ? [] : [`l.price_from_paise <= ${this.add(toPaise)}::int`]),
    ];
  }

  /** Condition that a column contains this text, in a form that can use an index. */
  has(column: string, text: string): string {
    const like = `${column} LIKE ${this.lower(likeContains(text))}`;
    return hasTrigram(text) ? like : `search_bigrams(${column}) @> search_bigrams(${this.lower(text)}) AND ${like}`;
  }

  /** Condition that a column contains these words, in a form that can use an index. */
  matches(column: string, { query, phrases }: WordsQuery): string {
    const found = `search_words(${column}) @@ ${this.add(query)}::tsquery`;
    if (phrases.length === 0) return found;
    // Appending '' keeps the planner from using the trigram index, which is not selective for phrases.
    return `(${found} AND ${column} || '' LIKE ANY (${this.add(phrases.map(likeContains))}::text[]))`;
  }
}
