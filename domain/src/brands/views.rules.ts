/** Weeks that an owner sees, the running one included. */
export const VIEW_WEEKS = 8;

/** The same network's views of a page within this time are one, in ms. */
export const SAME_VIEW_MS = 30 * 60_000;

/** How long a page has to be open before it counts, in ms: long enough to have seen the brand's name. */
export const VIEW_AFTER_MS = 1500;

/** Programs that say what they are: crawlers, previews of messengers, monitors, scripts. */
const PROGRAM =
  /bot\b|bot\/|crawl|spider|slurp|preview|lighthouse|pagespeed|headless|monitor|uptime|scan|fetch|curl|wget|python|java\/|okhttp|axios|node|go-http|facebookexternalhit|whatsapp\/|embedly/i;

/** True for a request of a program instead of a person, by the name that it gives. A browser always gives one. */
export function isProgram(userAgent: string | undefined): boolean {
  return userAgent === undefined || userAgent.length < 20 || PROGRAM.test(userAgent);
}
