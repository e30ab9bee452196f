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

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}
