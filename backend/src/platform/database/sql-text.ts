/** Formats constants as an SQL list: `('held', 'registered')`. Never pass input: nothing is escaped. */
export function sqlList(values: readonly string[]): string {
  return `(${values.map((value) => `'${value}'`).join(", ")})`;
}

/** LIKE pattern that matches the text anywhere; its %, _ and \ are escaped. */
export function likeContains(text: string): string {
  return `%${escaped(text)}%`;
}

/** LIKE pattern that matches the text as a prefix; escaped likewise. */
export function likePrefix(text: string): string {
  return `${escaped(text)}%`;
}

/**
 * True if a trigram index can find the text: it needs three letters or digits in a row. Vowel signs do not count, since
 * PostgreSQL treats some of them as the end of a word.
 */
export function hasTrigram(text: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(text);
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}
