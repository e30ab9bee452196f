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
 * A regular expression for lower-case texts that have one of these phrases, in a form that an index of trigrams serves.
 * Undefined when no phrase can be found by it.
 *
 * @param ending how the phrase's last word may go on: not at all or by the English plural, or at will, but for the
 *   shortest words ("dal", not "dalia")
 */
export function phrasePattern(phrases: readonly string[], ending: "plural" | "any"): string | undefined {
  const found = phrases.filter(hasTrigram).map((phrase) => {
    const literal = phrase.replace(/[^\p{L}\p{M}\p{N}\s]/gu, String.raw`\$&`);
    // PostgreSQL takes some vowel signs for the end of a word.
    if (!/[a-z0-9]$/.test(phrase) || (ending === "any" && phrase.length > 3)) return literal;
    return literal + String.raw`(?:s|es)?\M`;
  });
  return found.length === 0 ? undefined : String.raw`\m(?:${found.join("|")})`;
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}
