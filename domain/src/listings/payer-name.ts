/**
 * A name as a browser sees it that only knows the order's number: "Meera S." for Meera Silver (decision 92). The first word,
 * and the first letter of the last. Total.
 */
export function abbreviatedName(name: string): string {
  const words = name.trim().split(/\s+/u);
  const [first = ""] = words;
  if (words.length === 1) return first;
  const last = words.at(-1) ?? "";
  const [letter = ""] = letters(last);
  // An initial alone says nothing that the letter would not.
  return `${letters(first).length === 1 ? `${letters(first)[0] ?? ""}.` : first} ${letter}.`;
}

/** A virama joins what follows it; Unicode's segments do not join it in Kannada, and Tamil's shows as a dot of its own letter. */
const JOINS = /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0C4D\u0CCD\u0D4D]$/u;

/** The letters of a word with their marks, as readers see them; signs between are none. */
function letters(word: string): string[] {
  const found: string[] = [];
  for (const { segment } of new Intl.Segmenter("en-IN", { granularity: "grapheme" }).segment(word)) {
    const before = found.at(-1);
    if (before !== undefined && JOINS.test(before)) found[found.length - 1] = before + segment;
    else found.push(segment);
  }
  return found.filter((letter) => /[\p{L}\p{N}]/u.test(letter));
}
