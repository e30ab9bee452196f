/**
 * Percent-decodes a text; undefined if it is malformed. Returns the text and not whether it can be decoded: the bundler
 * drops a call of `decodeURIComponent` whose result nobody uses, and its error with it.
 */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
