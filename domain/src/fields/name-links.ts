/**
 * Top-level domains that mail clients turn into links without a scheme, except those that could also follow the dot of
 * an initial in an Indian name.
 */
const TOP_LEVEL_DOMAINS =
  "com|net|org|info|biz|in|co|io|ai|app|dev|me|tv|cc|ly|gl|us|uk|ru|cn|xyz|top|shop|store|site|online|website|web|" +
  "space|club|live|link|click|page|world|today|news|win|bid|loan|vip|pro|icu|buzz|fun|tech|cloud|digital|email|example";

/** A full stop, ASCII or East Asian, that mail clients accept in a host name. */
const DOT = "[.\\u3002\\uFF0E\\uFF61]";

/** A scheme, www, an IPv4 address, a domain with a path, or a known top-level domain after two letters or digits. */
const LINK = new RegExp(
  [
    "://",
    `\\bwww${DOT}`,
    `\\d${DOT}\\d{1,3}${DOT}\\d{1,3}${DOT}\\d`,
    `(?<=[\\p{L}\\p{N}-])${DOT}[a-z]{2,24}/\\S`,
    `(?<=[\\p{L}\\p{N}-]{2})${DOT}(?:${TOP_LEVEL_DOMAINS})(?![\\p{L}\\p{N}])`,
  ].join("|"),
  "iu",
);

/** A business name that is a single domain name, e.g. iTokri.com. */
const LONE_ADDRESS = /^[a-z0-9-]{2,40}\.[a-z]{2,6}(?:\.[a-z]{2})?$/i;

/**
 * Whether a name contains a web address. Such names are rejected: our mails start with names, so an unauthenticated
 * sender could make our server mail a link to anyone. Initials, titles and "M/s." do not count.
 */
export function hasLink(name: string): boolean {
  return LINK.test(name);
}

/** Like {@link hasLink}, but allows a business name that is a single address, such as "iTokri.com". */
export function businessHasLink(name: string): boolean {
  return hasLink(name) && !LONE_ADDRESS.test(name.trim());
}
