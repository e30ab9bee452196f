/**
 * The slug of a category or brand: lowercase, ampersands removed, spaces to hyphens, other non-alphanumeric
 * characters removed, repeated hyphens collapsed (specification 1, section 5). Letters, digits and vowel signs of
 * every script count as alphanumeric, so that Devanagari names have slugs. Slugs defined by the specification take
 * precedence: see category-lists.ts.
 */
export function slugOf(name: string): string {
  return name
    .normalize("NFC")
    .trim()
    .toLowerCase()
    .replaceAll("&", "")
    .replace(/\s+/gu, "-")
    .replace(/[^\p{L}\p{M}\p{N}-]/gu, "")
    .replace(/-{2,}/g, "-")
    .replace(/^-|-$/g, "");
}

/** A slug cut to a length, not within a character. */
export function shortSlug(slug: string, most: number): string {
  return slug.slice(0, most).replace(/[\uD800-\uDBFF]$|-$/, "");
}

/** A slug as an address has it, however the browser writes its letters. @param part decoded */
export function slugInPath(part: string): string {
  return part.normalize("NFC").toLowerCase();
}
