/** Word separators, as in the database's search_words(); queries have no control characters. */
const BETWEEN_WORDS = /[\s!-/:-@[-`{-\u00bf\u2000-\u200b\u200e-\u206f।॥₹]+/u;

/** A query for words of a text, in lower case. */
export interface WordsQuery {
  /** A tsquery for search_words(); ignores the order of words. */
  readonly query: string;
  /** One of these must also occur verbatim; empty if the order of words is irrelevant. */
  readonly phrases: readonly string[];
}

/** Matches texts with one of these phrases, the last word unchanged or in the plural. Undefined without any word. */
export function anyPhrase(phrases: readonly string[]): WordsQuery | undefined {
  const known = phrases.filter((phrase) => wordsOf(phrase).length > 0);
  if (known.length === 0) return undefined;
  const inOrder = known.some((phrase) => wordsOf(phrase).length > 1);
  return { query: anyOf(known, "plural"), phrases: inOrder ? known : [] };
}

/**
 * Matches texts with all of these words in any order, each as one of its synonyms and with any ending. Undefined for
 * fewer than two words.
 */
export function everyWord(meanings: readonly (readonly string[])[]): WordsQuery | undefined {
  const known = meanings
    .map((each) => each.filter((phrase) => wordsOf(phrase).length > 0))
    .filter((each) => each.length > 0);
  if (known.length < 2) return undefined;
  return { query: known.map((each) => `(${anyOf(each, "any")})`).join(" & "), phrases: [] };
}

/** @param ending of the last words: an English plural, or any, except for the shortest words ("dal") */
function anyOf(phrases: readonly string[], ending: "plural" | "any"): string {
  return phrases
    .map((phrase) => {
      const words = wordsOf(phrase);
      return words.map((word, index) => (index < words.length - 1 ? word : ended(word, ending))).join(" & ");
    })
    .join(" | ");
}

function ended(word: string, ending: "plural" | "any"): string {
  const latin = /[a-z0-9]$/.test(word);
  // Other scripts have many endings and no simple plural.
  if (word.length > 3 && (ending === "any" || !latin)) return `${word}:*`;
  return latin ? `(${word} | ${word}s | ${word}es)` : word;
}

function wordsOf(phrase: string): string[] {
  return phrase.split(BETWEEN_WORDS).filter((word) => word !== "");
}
