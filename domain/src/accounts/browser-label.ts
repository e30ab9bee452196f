import messages from "../generated/messages/en/browser-label.js";

const UNKNOWN = "Unknown browser";
/** Maximum length of a User-Agent that is inspected, in characters. */
const MAX_USER_AGENT_LENGTH = 500;

/** Ordered: most browsers also name those they are derived from. */
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
 * Short label of a session's browser, such as "Firefox on Windows", so that its owner can distinguish their sessions.
 * Coarse on purpose: no versions, and nothing of the header itself is stored.
 *
 * @param userAgent the raw header, of any length
 */
export function browserLabel(userAgent: string | undefined): string {
  const sent = (userAgent ?? "").slice(0, MAX_USER_AGENT_LENGTH);
  const named = (names: typeof BROWSERS | typeof SYSTEMS) => names.find(([sign]) => sent.includes(sign))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser === undefined) return system === undefined ? UNKNOWN : `${UNKNOWN} on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** A stored label as it is shown, in the language of the build. */
export function browserInWords(label: string): string {
  const [name = "", system] = label.split(" on ");
  const browser = name === UNKNOWN ? messages.unknown : name;
  return system === undefined ? browser : messages.on({ browser, system });
}
