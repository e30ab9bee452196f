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

/** The letters of a word with their marks, as readers see them; signs between are none. */
function letters(word: string): string[] {
  const segments = new Intl.Segmenter("en-IN", { granularity: "grapheme" }).segment(word);
  return [...segments].map(({ segment }) => segment).filter((segment) => /[\p{L}\p{N}]/u.test(segment));
}
