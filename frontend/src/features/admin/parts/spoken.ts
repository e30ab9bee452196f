/** A word of the wire as people read it: hold_expired becomes "Hold expired". */
export function spoken(word: string): string {
  const words = word
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
