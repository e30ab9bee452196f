/** Shortest query that the server searches and that is highlighted, in characters (specification 1, section 9). */
export const MIN_SEARCH_LENGTH = 2;
/** Longest query the server takes, in characters. */
export const MAX_SEARCH_LENGTH = 200;
/** How many recent searches are kept (specification 1, section 9). */
const MAX_RECENT_SEARCHES = 5;

/** The query as it is searched for: composed, trimmed, any run of white space as one space. */
export function searchQuery(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/gu, " ");
}

/** Length as a person counts it: an emoji is one character, however many units it takes. */
export function searchLength(text: string): number {
  return [...searchQuery(text)].length;
}

/** Whether the server is asked and matches are highlighted for this text. */
export function isSearchable(text: string): boolean {
  const length = searchLength(text);
  return length >= MIN_SEARCH_LENGTH && length <= MAX_SEARCH_LENGTH;
}

/** A piece of a text: matched by the query or not. */
interface HighlightPart {
  readonly text: string;
  readonly matched: boolean;
}

/**
 * The text cut where the query matches, whatever the case; joined again the parts give the text. Nothing is
 * highlighted under 2 characters. No pattern language is involved, so a query of % or * matches itself only.
 */
export function highlightParts(text: string, query: string): HighlightPart[] {
  const sought = searchQuery(query).toLowerCase();
  const lower = text.toLowerCase();
  // Where lowering a letter changes its length, positions would not fit the text any more.
  const isSought = searchLength(query) >= MIN_SEARCH_LENGTH && lower.length === text.length;
  const parts: HighlightPart[] = [];
  let from = 0;
  for (let at = isSought ? lower.indexOf(sought) : -1; at !== -1; at = lower.indexOf(sought, from)) {
    if (at > from) parts.push({ text: text.slice(from, at), matched: false });
    from = at + sought.length;
    parts.push({ text: text.slice(at, from), matched: true });
  }
  if (from < text.length) parts.push({ text: text.slice(from), matched: false });
  return parts;
}

/**
 * The recent searches after one more: most recent first, no duplicates, at most 5; a text under 2 characters is not
 * kept (specification 1, sections 5 and 9).
 */
export function withRecentSearch(recent: readonly string[], text: string): string[] {
  const query = searchQuery(text);
  const kept = searchLength(text) < MIN_SEARCH_LENGTH ? recent : [query, ...recent.filter((other) => other !== query)];
  return kept.slice(0, MAX_RECENT_SEARCHES);
}
