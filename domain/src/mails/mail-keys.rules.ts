/**
 * Keys: links in our mails whose secret opens what is its reader's own (decision 92). A key goes to one reader: a mail that
 * another person answers, or that is passed on with its papers, carries none.
 */

/** How long a key that leads to a booking or a brand's page is valid, in days: six weeks. A new one is asked for at any time. */
export const MAILED_LINK_DAYS = 42;

/** The secrets of our links: a row's id, for renewals year and expiry, and 256 bits in base64url (backend/src/mail/link-tokens.ts). */
const KEY = /[0-9a-f]{32}(?:\.\d{1,4}\.\d{10,11})?\.[A-Za-z0-9_-]{43}/gi;

/** Stands where someone pasted a key into a message. */
export const REMOVED_KEY = "(a personal link was here, which we do not pass on)";

/** True if a text contains the secret of one of our links, genuine or not; also percent-encoded or broken by mail programs. */
export function hasKey(text: string): boolean {
  return readings(text).some((reading) => reading.search(KEY) >= 0);
}

/** A person's words without keys that she pasted, link and all. Other texts come back unchanged. */
export function withoutKeys(text: string): string {
  if (!hasKey(text)) return text;
  const plain = text
    .split(/([\s<>"]+)/)
    .map((word) => (hasKey(word) ? REMOVED_KEY : word))
    .join("");
  // Hidden in another notation: nothing of it can be kept safely.
  return hasKey(plain) ? REMOVED_KEY : plain;
}

/** A text as mail programs may have written it: as it is, decoded once or twice, and with soft line breaks joined. */
function readings(text: string): string[] {
  const once = decoded(text);
  const found = [text, once, decoded(once)];
  return [...found, ...found.map((each) => each.replaceAll(/=?\r?\n(?:>+ ?)?/g, ""))];
}

function decoded(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
}
