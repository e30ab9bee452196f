/** A text as a pattern of LIKE that matches it anywhere; its own %, _ and \ stand for themselves. */
export function containing(text: string): string {
  return `%${escaped(text)}%`;
}

/** A text as a pattern of LIKE that matches it at the beginning. */
export function startingWith(text: string): string {
  return `${escaped(text)}%`;
}

/**
 * Whether an index of trigrams can find this text: it needs three letters or digits in a row. Vowel signs are
 * not counted, since PostgreSQL takes some for the end of a word.
 */
export function hasTrigram(text: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(text);
}

/**
 * A regular expression for lower-case texts in which a word begins like one of these, in a form that an index of
 * trigrams serves; short ones must be whole words ("dal", not "dalia"). Undefined when no phrase can be found by it.
 */
export function beginningWords(phrases: readonly string[]): string | undefined {
  const found = phrases
    .filter(hasTrigram)
    .map(
      (phrase) =>
        phrase.replace(/[^\p{L}\p{M}\p{N}\s]/gu, String.raw`\$&`) + (phrase.length < 4 ? String.raw`\M` : ""),
    );
  return found.length === 0 ? undefined : String.raw`\m(?:${found.join("|")})`;
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}
