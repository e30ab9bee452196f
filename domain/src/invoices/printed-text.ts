/**
 * What people typed, on one line: they paste line breaks, tabs and direction marks into forms; on paper and in the
 * header of a mail all of it is a space. The joiners of Devanagari (U+200C, U+200D) stay.
 */
export function oneLine(words: string): string {
  return words.replace(/[\s\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, " ").trim();
}
