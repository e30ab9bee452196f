/** U+2068, first strong isolate, and U+2069, which ends it: bdi as characters. */
const [START, END] = ["\u2068", "\u2069"];
/** Letters and digits that are written from right to left: Arabic with Urdu, Kashmiri and Sindhi, Hebrew, Thaana and others. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * A name for a sentence, heading, subject or title: names are in any script, and one that is written from right to left
 * would take the numbers and signs beside it along ("… 11 ,خواتین میلہ February 2027"). Isolated with characters, which plain
 * text, subjects and attributes keep too; each line for itself. Any other name stays as it is. Not for what machines read: CSV,
 * calendars, structured data, invoices.
 */
export function isolated(text: string): string {
  const plain = text.replace(DIRECTIONS, "");
  if (!RIGHT_TO_LEFT.test(plain)) return plain;
  return plain
    .split("\n")
    .map((line) => (RIGHT_TO_LEFT.test(line) ? `${START}${line}${END}` : line))
    .join("\n");
}

/** Escaped HTML with its isolated names in bdi elements. */
export function isolatesAsBdi(html: string): string {
  return html.replace(/\u2068([^\u2068\u2069]*)\u2069/g, "<bdi>$1</bdi>");
}
