/**
 * Endings of web addresses that mail programs make a link of although nothing stands before them, as far as they are
 * not also what an Indian name ends in after an initial's dot.
 */
const ENDINGS =
  "com|net|org|info|biz|in|co|io|ai|app|dev|me|tv|cc|ly|gl|us|uk|ru|cn|xyz|top|shop|store|site|online|website|web|" +
  "space|club|live|link|click|page|world|today|news|win|bid|loan|vip|pro|icu|buzz|fun|tech|cloud|digital|email|example";

/** A dot as a keyboard or a mail program knows it. */
const DOT = "[.\\u3002\\uFF0E\\uFF61]";

/** A scheme, www, a number's address, an ending with a path, or a known ending after two letters or digits. */
const LINK = new RegExp(
  [
    "://",
    `\\bwww${DOT}`,
    `\\d${DOT}\\d{1,3}${DOT}\\d{1,3}${DOT}\\d`,
    `(?<=[\\p{L}\\p{N}-])${DOT}[a-z]{2,24}/\\S`,
    `(?<=[\\p{L}\\p{N}-]{2})${DOT}(?:${ENDINGS})(?![\\p{L}\\p{N}])`,
  ].join("|"),
  "iu",
);

/** A business that is called like its address, e.g. iTokri.com: one word, nothing around it. */
const LONE_ADDRESS = /^[a-z0-9-]{2,40}\.[a-z]{2,6}(?:\.[a-z]{2})?$/i;

/**
 * Whether a name has a web address in it. Such a name is refused: our mails begin with names, and somebody who proves
 * nothing could have our server send a link to whom they like. Initials, titles and "M/s." are no address.
 */
export function hasLink(name: string): boolean {
  return LINK.test(name);
}

/** As {@link hasLink}, for the name of a business, which may be an address alone, such as "iTokri.com". */
export function businessHasLink(name: string): boolean {
  return hasLink(name) && !LONE_ADDRESS.test(name.trim());
}
