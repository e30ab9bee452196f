/** What a session is called whose browser says nothing we know. */
const UNKNOWN = "Unknown browser";
/** How much of a User-Agent is looked at, in characters. */
const LOOKED_AT = 500;

/** In this order: most browsers also name the ones they are made of. */
const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS", "Firefox"],
  ["Chrome/", "Chrome"],
  ["CriOS", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
] as const;

/**
 * A session's browser in a few words, such as "Firefox on Windows", so that its owner can distinguish their sessions.
 * Coarse on purpose: no versions and nothing of what was sent is kept.
 *
 * @param userAgent the header as it was sent, of any length
 */
export function browserLabel(userAgent: string | undefined): string {
  const sent = (userAgent ?? "").slice(0, LOOKED_AT);
  const named = (names: typeof BROWSERS | typeof SYSTEMS) => names.find(([sign]) => sent.includes(sign))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser === undefined) return system === undefined ? UNKNOWN : `${UNKNOWN} on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}
