import { searchQuery } from "../search/search.rules.js";

/** A brand that is met at a stall, with the public words by which it is found. */
export interface MetBrand {
  readonly stallId: string;
  readonly brandName: string;
  /** Of the brand and of its products. */
  readonly categories: readonly string[];
  /** Names of its products. */
  readonly products: readonly string[];
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");

/** Whether a word of the brand begins with what is typed; a plural finds its singular too. */
function isFound(typed: string, words: readonly string[]): boolean {
  const begins = (start: string): boolean => words.some((word) => word.startsWith(start));
  return begins(typed) || (typed.length > 3 && typed.endsWith("s") && begins(typed.slice(0, -1)));
}

/**
 * The brands that have every typed word in their stall's number, name, categories or products, in their order: "pickles" finds who
 * sells a mango pickle. All without a word.
 */
export function brandsFound<Brand extends MetBrand>(brands: readonly Brand[], typed: string): readonly Brand[] {
  const asked = wordsOf(searchQuery(typed));
  if (asked.length === 0) return brands;
  return brands.filter(({ stallId, brandName, categories, products }) => {
    const words = wordsOf([stallId, brandName, ...categories, ...products].join(" ").normalize("NFC"));
    return asked.every((word) => isFound(word, words));
  });
}
