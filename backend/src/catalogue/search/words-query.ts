/** What search_words() of the database divides texts at; queries have no control characters. */
const BETWEEN_WORDS = /[\s!-/:-@[-`{-\u00bf\u2000-\u200b\u200e-\u206f।॥₹]+/u;

/** What is looked for in the words of a text, in lower case. */
export interface WordsQuery {
  /** A tsquery for search_words(). It knows no order of words. */
  readonly query: string;
  /** One of these must also stand in the text as it is; empty where words may stand in any order. */
  readonly phrases: readonly string[];
}

/** Texts that have one of these phrases, the last word as it is or in the plural. Undefined without any word. */
export function anyPhrase(phrases: readonly string[]): WordsQuery | undefined {
  const known = phrases.filter((phrase) => wordsOf(phrase).length > 0);
  if (known.length === 0) return undefined;
  const inOrder = known.some((phrase) => wordsOf(phrase).length > 1);
  return { query: anyOf(known, "plural"), phrases: inOrder ? known : [] };
}

/**
 * Texts that have every one of these words, in any order, each in one of its meanings and with any ending. Undefined
 * where that would be less than two words.
 */
export function everyWord(meanings: readonly (readonly string[])[]): WordsQuery | undefined {
  const known = meanings
    .map((each) => each.filter((phrase) => wordsOf(phrase).length > 0))
    .filter((each) => each.length > 0);
  if (known.length < 2) return undefined;
  return { query: known.map((each) => `(${anyOf(each, "any")})`).join(" & "), phrases: [] };
}

/** @param ending how the last words may go on: by the English plural, or at will, but for the shortest ones ("dal") */
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
  // Other scripts have many endings, and no plural that could be written here.
  if (word.length > 3 && (ending === "any" || !latin)) return `${word}:*`;
  return latin ? `(${word} | ${word}s | ${word}es)` : word;
}

function wordsOf(phrase: string): string[] {
  return phrase.split(BETWEEN_WORDS).filter((word) => word !== "");
}
