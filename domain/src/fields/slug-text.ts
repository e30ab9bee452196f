/** A slug cut to a length, not within a character. */
export function shortSlug(slug: string, most: number): string {
  return slug.slice(0, most).replace(/[\uD800-\uDBFF]$|-$/, "");
}

/** A slug as an address has it, however the browser writes its letters. @param part decoded */
export function slugInPath(part: string): string {
  return part.normalize("NFC").toLowerCase();
}
