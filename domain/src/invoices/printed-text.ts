/**
 * Reduces text to a single line for documents and mail headers: line breaks, tabs, control characters and direction
 * marks become a space. Keeps the joiners of Devanagari (U+200C, U+200D).
 */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, " ").trim();
}
