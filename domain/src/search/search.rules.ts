/** Minimum length of a query to search and highlight, in characters (specification 1, section 9). */
export const MIN_SEARCH_LENGTH = 2;
/** Maximum length of a query, in characters. */
export const MAX_SEARCH_LENGTH = 200;
/** Maximum number of stored recent searches (specification 1, section 9). */
const MAX_RECENT_SEARCHES = 5;

/** Normalises a query: NFC, trimmed, runs of white space collapsed to a space. */
export function searchQuery(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/gu, " ");
}

/** Length of a query in code points: a simple emoji counts as one character. */
export function searchLength(text: string): number {
  return [...searchQuery(text)].length;
}

/** Whether a text is long enough, and not too long, to search. */
export function isSearchable(text: string): boolean {
  const length = searchLength(text);
  return length >= MIN_SEARCH_LENGTH && length <= MAX_SEARCH_LENGTH;
}

/** A part of a text, matched by the query or not. */
interface HighlightPart {
  readonly text: string;
  readonly matched: boolean;
}

/**
 * Splits a text where the query matches, case-insensitively; the parts concatenate to the text. Queries under 2
 * characters match nothing. The query is literal: % and * match only themselves.
 */
export function highlightParts(text: string, query: string): HighlightPart[] {
  const needle = searchQuery(query).toLowerCase();
  const lower = text.toLowerCase();
  // If lower-casing changes the length, positions no longer match the original text.
  const canMatch = searchLength(query) >= MIN_SEARCH_LENGTH && lower.length === text.length;
  const parts: HighlightPart[] = [];
  let from = 0;
  for (let at = canMatch ? lower.indexOf(needle) : -1; at !== -1; at = lower.indexOf(needle, from)) {
    if (at > from) parts.push({ text: text.slice(from, at), matched: false });
    from = at + needle.length;
    parts.push({ text: text.slice(at, from), matched: true });
  }
  if (from < text.length) parts.push({ text: text.slice(from), matched: false });
  return parts;
}

/**
 * Adds a search to the recent ones: most recent first, no duplicates, at most 5. A text under 2 characters is not added
 * (specification 1, sections 5 and 9).
 */
export function withRecentSearch(recent: readonly string[], text: string): string[] {
  const query = searchQuery(text);
  const found = searchLength(text) < MIN_SEARCH_LENGTH ? recent : [query, ...recent.filter((other) => other !== query)];
  return found.slice(0, MAX_RECENT_SEARCHES);
}
