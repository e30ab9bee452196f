import type { NameOf } from "@sakhi/domain/fields/names";
import { skeletonOf } from "./skeleton.js";

/**
 * Our own names and words, which nobody may borrow (decision 92): a sender "Sakhi Bazaar Payments Team" reads as if we had
 * written. Compared by what names look like, like brands.
 */

/** The names that are ours: the site's and the organisation's, and those of all events. */
export interface OurNames {
  readonly sites: readonly string[];
  readonly events: readonly string[];
}

/** The site's name as it sounds in India's scripts; for the name that it has by default. */
const SOUNDS_LIKE_SAKHI_BAZAAR =
  "सखी बाज़ार|सखी बाजार|सखि बाज़ार|सखि बाजार|সখী বাজার|સખી બજાર|ਸਖੀ ਬਜ਼ਾਰ|ਸਖੀ ਬਾਜ਼ਾਰ|சகி பஜார்|సఖి బజార్|ಸಖಿ ಬಜಾರ್|സഖി ബസാർ|സഖി ബസാര്‍|سکھی بازار".split(
    "|",
  );

/** Words with which an organisation speaks of itself. A name that adds only these to one of ours, or has no other, is taken for it. */
const OFFICIAL = new Set(
  `official officials payment payments pay refund refunds billing accounts account finance support help helpdesk desk care
   customer customers service services team teams staff admin admins administrator administration management manager
   organiser organisers organizer organizers organising organizing committee office operator operators security
   verification verify verified booking bookings stall stalls registration registrations listing listings department
   notice alert alerts noreply info contact
   the of by from at for and our your`
    .split(/\s+/)
    .map(lookOf),
);

/** A person's name that consists of official words is one only with one of these. */
const STRONG = new Set(
  "official payment payments refund refunds billing support team helpdesk admin administrator organiser organisers organizer organizers verification security"
    .split(" ")
    .map(lookOf),
);

/** Shorter names of ours are words of their own ("mela"): only a name that is nothing else borrows them. */
const LONG = 8;

/** True if a name can be taken for ours. Total. */
export function borrowsOurName(name: string, of: NameOf, { sites, events }: OurNames): boolean {
  const words = wordsOf(name);
  const joined = together(words);
  if (joined === "") return false;
  const ourSites = [...sites, ...(sites.some(isDefault) ? SOUNDS_LIKE_SAKHI_BAZAAR : [])].map(coreOf);
  if (ourSites.some((core) => (core.length >= LONG ? joined.includes(core) : hasRun(words, core)))) return true;
  // What is left beside official words: one of our names, a word of the site's, or nothing.
  const rest = words.filter((word) => !OFFICIAL.has(word));
  const left = together(rest);
  if (left === "") return of === "person" && words.some((word) => STRONG.has(word));
  if (events.map(coreOf).includes(left)) return true;
  const ownWords = sites.flatMap((site) => wordsOf(site)).filter((word) => word.length >= 4);
  return rest.length < words.length && rest.length === 1 && ownWords.includes(left);
}

const isDefault = (name: string): boolean => coreOf(name) === lookOf("sakhibazaar");

/** A name without "the". */
function coreOf(name: string): string {
  return together(wordsOf(name).filter((word) => word !== lookOf("the")));
}

/** True if neighbouring words together are the core. */
function hasRun(words: readonly string[], core: string): boolean {
  return words.some((_, start) =>
    words.some((__, end) => end >= start && together(words.slice(start, end + 1)) === core),
  );
}

function wordsOf(name: string): string[] {
  const plain = name.normalize("NFKC").replaceAll("@", "a").replaceAll("$", "s").replaceAll("€", "e");
  return (plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(lookOf).filter((word) => word !== "");
}

const DIGITS: Readonly<Record<string, string>> = { "3": "e", "4": "a", "5": "s", "7": "t", "8": "b" };

/** What a word looks like; a letter twice is one, so that bazar and bazaar are the same, and digits that stand for letters are them. */
function lookOf(word: string): string {
  return skeletonOf(word.replace(/[34578]/g, (digit) => DIGITS[digit] ?? digit).replaceAll("\u093C", ""))
    .replaceAll("\u093C", "")
    .replaceAll(/(.)\1+/gu, "$1");
}

/** Words written as one. */
const together = (words: readonly string[]): string => words.join("").replaceAll(/(.)\1+/gu, "$1");
