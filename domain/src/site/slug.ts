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
