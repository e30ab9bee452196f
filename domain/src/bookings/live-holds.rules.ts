import type { ReleaseReason } from "./booking.states.js";

/**
 * Limits how many stalls one network, and all networks together, can keep without paying. A network is an address or a
 * range of addresses (backend: networksOf): an office or a mobile carrier can share one, so holds are never refused
 * outright. Above a small number the browser must solve a proof of work, harder with each further unpaid hold; sooner
 * when much of the whole site is held, because many small networks do the harm of a large one (docs/decisions/0090).
 *
 * Only money counts as intent to buy: a registration and a started payment cost nothing, so they weigh as much as a hold.
 */

/** A network's stalls that nobody has paid for. Expired holds count as ended. */
export interface UnsoldHolds {
  /** Live holds, registered or not. */
  readonly held: number;
  /** Payments in progress. */
  readonly paying: number;
  /** Holds of the last hour that ended without a sale, by {@link unsoldShare}. */
  readonly ended: number;
}

/** A network's reserves of the last hour, by {@link holdPoints}. */
export interface HoldCalls {
  readonly points: number;
}

/** Unpaid holds per network that need no proof; default of the setting of the same name. */
export const LIVE_HOLDS_PER_NETWORK = 10;

/**
 * Largest share of the unsold stalls, in percent, that may be held unpaid before a hold costs from its address's second
 * on ({@link siteProofTries}); default of the setting of the same name.
 */
export const HELD_SHARE_PERCENT = 33;

/** Share of the unsold stalls held unpaid, in percent, above which operators are called and the status page says so. */
export const MOSTLY_HELD_PERCENT = 50;

/** Share of the unsold stalls, in percent, above which a crowd that holds several each and buys nothing raises an issue. */
const CROWD_PERCENT = 20;

/** Unpaid holds per address, on average, that make a crowd: people who book for themselves hold one each. */
const CROWD_HOLDS_PER_ADDRESS = 1.5;

/**
 * scrypt's cost N of a try; default of the setting of the same name. With {@link PROOF_BLOCK_SIZE} a try needs 8 MiB and
 * some 25 ms of a server's core. Native code gains little: the memory is as slow for it as for a browser.
 */
export const PROOF_COST = 8192;

/** scrypt's block size r: 128 × r × N bytes of memory. */
export const PROOF_BLOCK_SIZE = 8;

/** Maximum tries of the easiest proof; half of them on average. */
export const FIRST_PROOF_TRIES = 4;

/**
 * Maximum tries of an address's first hold while too many stalls are held unpaid: two seconds of a phone. Each further
 * unpaid hold of the address doubles it.
 */
export const SITE_PROOF_TRIES = 64;

/** Reserves of one address within an hour that need no proof, in points ({@link holdPoints}). */
export const HOLD_POINTS_PER_ADDRESS = 600;

/** What a hold that was replaced or left at once keeps of its point: the call was work for us. */
const LEAST_HOLD_POINTS = 0.25;

/** Maximum tries of the easiest and the hardest proof for many reserves: at most a minute of a slow phone. */
const FIRST_CALL_TRIES = 16;
const MAX_CALL_TRIES = 1024;

/** Maximum tries of the hardest proof. */
export const MAX_PROOF_TRIES = 8192;

/** Further unpaid holds that double the difficulty. */
const HOLDS_PER_DOUBLING = 4;

/** Weight of an ended hold in the difficulty. Half: in an hour of honest trying many holds of one network end unsold. */
const ENDED_WEIGHT = 0.5;

/** How long ended holds count, in seconds. */
export const UNSOLD_SECONDS = 3600;

/** Validity of a challenge, in seconds: longer than any phone needs, too short to stockpile proofs. */
export const PROOF_SECONDS = 600;

/** How long the same challenge is given to others who want the stall, in seconds. */
export const CHALLENGE_SHARED_SECONDS = 60;

/** Maximum length of a proof in a request, in characters; ours have about 900. */
export const PROOF_MAX_LENGTH = 2048;

/** Unpaid holds above the limit that raise an issue, and, once it was closed, further holds that raise another. */
const HOARDING_STEP = 5;

/** Duration of a block by "Release all and block", in hours. */
export const NETWORK_BLOCK_HOURS = 24;

/**
 * How much of a hold's time was taken from others, 0 to 1, when it ended without a sale. A visitor who compares stalls
 * leaves each after seconds; leaving one just before its deadline counts like letting it expire. Holds that an operator
 * ended do not count.
 *
 * @param heldSeconds from the reservation to the end, at most `holdSeconds` each; the sum for several
 * @param holdSeconds duration of a hold
 * @param holds number of holds that ended so; the result is the sum of their shares
 */
export function unsoldShare(reason: ReleaseReason, heldSeconds: number, holdSeconds: number, holds = 1): number {
  switch (reason) {
    case "hold_expired":
    case "payment_expired":
    case "payment_failed":
      return holds;
    case "left":
    case "replaced":
      return Math.min(holds, Math.max(0, heldSeconds) / holdSeconds);
    case "operator":
    case "cancelled":
      return 0;
  }
}

/** Whether a hold ended by what its visitor did or left undone, not by an operator. */
export function endedByVisitor(reason: ReleaseReason): boolean {
  return reason !== "operator" && reason !== "cancelled";
}

/** What ended holds count among their address's reserves: their share, but a part of a point at least. */
export function holdPoints(share: number, holds = 1): number {
  return Math.max(share, LEAST_HOLD_POINTS * holds);
}

/** Holds that weigh in the difficulty. A network's first payment does not: most networks have one buyer. */
function unpaid({ held, paying }: UnsoldHolds): number {
  return held + Math.max(0, paying - 1);
}

/**
 * Difficulty of the proof of work for a network's next hold. Above the limit every network needs one; it gets harder
 * above the limit times the network's factor.
 *
 * @param holds the network's holds, without those that the new one replaces
 * @param limit unpaid holds that need no proof
 * @param factor of the network: 1 for an address, more for a range
 * @returns the maximum number of tries, the same for every browser; 0 if no proof is needed
 */
export function proofTries(holds: UnsoldHolds, limit: number, factor = 1): number {
  if (unpaid(holds) + holds.ended < limit) return 0;
  const beyond = Math.max(0, unpaid(holds) + ENDED_WEIGHT * holds.ended - limit * factor);
  return Math.min(MAX_PROOF_TRIES, FIRST_PROOF_TRIES * 2 ** Math.ceil(beyond / HOLDS_PER_DOUBLING));
}

/**
 * Difficulty of the proof for a network that has reserved very often within the hour, whatever became of it; 0 if none is
 * needed. Never so hard that a phone behind the same address is shut out.
 *
 * @param factor of the network, as for {@link proofTries}
 */
export function callProofTries({ points }: HoldCalls, factor = 1): number {
  const beyond = points / (HOLD_POINTS_PER_ADDRESS * factor) - 1;
  if (beyond < 0) return 0;
  return Math.min(MAX_CALL_TRIES, FIRST_CALL_TRIES * 2 ** Math.floor(beyond * 4));
}

/** An event's stalls that are neither sold nor blocked, and how many of them are held unpaid and by whom. */
export interface SiteHolds {
  readonly unsold: number;
  /** Held, registered or being paid. */
  readonly held: number;
  /** Those held by addresses (IPv6: /64) of which none raises an issue of its own ({@link hoardingHolds}). */
  readonly small: { readonly held: number; readonly addresses: number };
  /** Stalls of the event sold in the last hour. */
  readonly soldLastHour: number;
}

function isAbove(part: number, { unsold }: Pick<SiteHolds, "unsold">, percent: number): boolean {
  return part * 100 > unsold * percent;
}

/**
 * Difficulty of the proof of work for a network's next hold while more than `sharePercent` of the unsold stalls are held
 * unpaid; 0 otherwise. The first hold of an address stays payable by a phone in two seconds, however much others hold.
 * Each of the network's own unpaid holds doubles it; above half of the stalls once more.
 *
 * @param holds the network's, without those that the new one replaces; a payment weighs like a hold
 * @param factor of the network: a range doubles with each `factor` holds
 */
export function siteProofTries(site: SiteHolds, sharePercent: number, holds: UnsoldHolds, factor = 1): number {
  if (!isAbove(site.held, site, sharePercent)) return 0;
  const own = Math.floor((holds.held + holds.paying) / factor);
  const doublings = own > 0 && isMostlyHeld(site) ? own + 1 : own;
  return Math.min(MAX_PROOF_TRIES, SITE_PROOF_TRIES * 2 ** doublings);
}

/** Whether more than half of the unsold stalls are held unpaid: the status page says so. */
export function isMostlyHeld(site: Pick<SiteHolds, "held" | "unsold">): boolean {
  return isAbove(site.held, site, MOSTLY_HELD_PERCENT);
}

/** How much of an event's free stalls is held unpaid, in a word. @param share 0 to 1 */
export function heldPart(share: number): "some" | "most" | "all" {
  if (share >= 1) return "all";
  return isMostlyHeld({ held: share, unsold: 1 }) ? "most" : "some";
}

/**
 * Whether an event's unpaid holds raise an issue: more than half of the stalls, by anyone, or more than a fifth
 * held by addresses that are each too small to be noticed, that hold several each while hardly anyone buys.
 */
export function looksLikeCrowd(site: SiteHolds): boolean {
  if (isMostlyHeld(site)) return true;
  const { held, addresses } = site.small;
  const isCrowded = held >= Math.max(1, addresses) * CROWD_HOLDS_PER_ADDRESS;
  return isAbove(held, site, CROWD_PERCENT) && isCrowded && site.soldLastHour * 2 < held;
}

/** The event's unpaid holds once an address that has `own` of them has one more. */
export function withOneMore({ held, small, ...site }: SiteHolds, own: number, limit: number): SiteHolds {
  const smallBefore = own < hoardingHolds(limit) ? own : 0;
  const smallAfter = own + 1 < hoardingHolds(limit) ? own + 1 : 0;
  const addresses = small.addresses + Math.sign(smallAfter) - Math.sign(smallBefore);
  return { ...site, held: held + 1, small: { held: small.held + smallAfter - smallBefore, addresses } };
}

/** Whether that issue closes by itself: less than half of what raises one. */
export function isCrowdOver({ held, unsold }: Pick<SiteHolds, "held" | "unsold">): boolean {
  return held === 0 || held * 200 < unsold * CROWD_PERCENT;
}

/**
 * Whether a proof requested earlier is still hard enough. Other visitors of the network may have reserved while it was
 * being solved, so half of the current difficulty suffices; otherwise a rush from one office could keep solving forever.
 * The hardest proof never gets harder, so nothing less suffices.
 */
export function proofSuffices(tries: number, needed: number): boolean {
  return needed >= MAX_PROOF_TRIES ? tries >= needed : 2 * tries >= needed;
}

/** What the alarm counts, and what "Release all and block" ends: every unpaid hold, and those that ended lately. */
export function hoardedStalls({ held, paying, ended }: UnsoldHolds): number {
  return Math.floor(held + paying + ended);
}

/**
 * Whether a network's holds raise an issue; by default an address's 15th does.
 *
 * @param reported holds when its latest issue of the last hour was raised; 0 without one
 */
export function looksLikeHoarding(holds: UnsoldHolds, limit: number, factor = 1, reported = 0): boolean {
  return hoardedStalls(holds) >= Math.max(limit * factor, reported) + HOARDING_STEP;
}

/** Unpaid holds from which an address raises an issue of its own. */
export function hoardingHolds(limit: number): number {
  return limit + HOARDING_STEP;
}

/** Whether a network is back below the limit, so that its issue closes automatically. */
export function isHoardingOver(holds: UnsoldHolds, limit: number, factor = 1): boolean {
  return hoardedStalls(holds) < limit * factor;
}

/** Sum of the shares of a stall's unsold ends within an hour above which a visitor or address leaves it to others. */
const SHARES_BEFORE_PAUSE = 1;

/** How long they leave it after the last end, in seconds, while others may take the stall. */
export const STALL_PAUSE_SECONDS = 300;

/** How long a visitor at most leaves a stall to others that she has just let go, in seconds. */
export const STALL_REST_SECONDS = 30;

/** Who held a stall for no longer has only looked at it; in seconds. */
const GLANCE_SECONDS = 5;

/** Holds of one stall that ended without a sale within the last hour. */
export interface UnsoldEnds {
  /** Sum of their {@link unsoldShare}s. */
  readonly share: number;
  /** How long the longest was held, in seconds. */
  readonly longestSeconds: number;
  /** Of the last one. */
  readonly secondsAgo: number;
}

/** How long a stall is left to others. */
export interface StallPause {
  /** 0 if it may be taken now. */
  readonly seconds: number;
  /** Whether it is only the rest after letting it go, and no sum of unsold holds. */
  readonly isRest: boolean;
}

/**
 * How long a stall is left to others, and why. What counts is the sum of the time that was
 * taken from others, however it was divided. Who has just let it go leaves it as long as she had it, half a minute at most:
 * a glance costs nothing, and nobody keeps it by taking it again in the same breath. Wider networks than
 * the address do not count: its neighbours are strangers.
 *
 * @param own ends of this stall by the visitor, from wherever
 * @param ofAddress ends of this stall from the visitor's exact address (IPv6: /64)
 */
export function stallPause(own: readonly UnsoldEnds[], ofAddress: readonly UnsoldEnds[]): StallPause {
  const rest = restAfter(own);
  const seconds = Math.max(0, rest, pauseAfter(own), pauseAfter(ofAddress));
  return { seconds, isRest: rest === seconds };
}

function restAfter(own: readonly UnsoldEnds[]): number {
  const longest = Math.max(0, ...own.map(({ longestSeconds }) => longestSeconds));
  if (longest <= GLANCE_SECONDS) return 0;
  return Math.ceil(Math.min(STALL_REST_SECONDS, longest) - Math.min(...own.map(({ secondsAgo }) => secondsAgo)));
}

/** Why a stall is left to others, and for how long. */
export function stallPausedMessage({ seconds, isRest }: StallPause): string {
  const minutes = Math.ceil(seconds / 60);
  const wait = seconds <= 60 ? (seconds === 1 ? "a second" : `${seconds} seconds`) : `${minutes} minutes`;
  const why = isRest
    ? "You have just let this stall go, so it is open to others first."
    : "You or somebody at your address had this stall for long without paying, so it is open to others first.";
  return `${why} Please try again in ${wait}, or choose another one.`;
}

function pauseAfter(ends: readonly UnsoldEnds[]): number {
  const taken = ends.reduce((sum, { share }) => sum + share, 0);
  if (taken <= SHARES_BEFORE_PAUSE) return 0;
  return Math.ceil(STALL_PAUSE_SECONDS - Math.min(...ends.map(({ secondsAgo }) => secondsAgo)));
}
