import type { ReleaseReason } from "./booking.states.js";

/**
 * Limits how many stalls one network can keep without paying. A network is an address or a range of addresses
 * (backend: networksOf): an office or a mobile carrier can share one, so holds are never refused outright. Above a small
 * number the browser must solve a proof of work, harder with each further unpaid hold.
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

/** Unpaid holds per network that need no proof; default of the setting of the same name. */
export const LIVE_HOLDS_PER_NETWORK = 10;

/**
 * Largest share of the unsold stalls, in percent, that may be held unpaid before every hold needs a proof, whatever its
 * network; default of the setting of the same name.
 */
export const HELD_SHARE_PERCENT = 33;

/**
 * scrypt's cost N of a try; default of the setting of the same name. With {@link PROOF_BLOCK_SIZE} a try needs 8 MiB and
 * some 25 ms of a server's core. Native code gains little: the memory is as slow for it as for a browser.
 */
export const PROOF_COST = 8192;

/** scrypt's block size r: 128 × r × N bytes of memory. */
export const PROOF_BLOCK_SIZE = 8;

/** Maximum tries of the easiest proof; half of them on average. */
export const FIRST_PROOF_TRIES = 4;

/** Maximum tries of a proof that is required because too many stalls are held unpaid in all. */
export const SITE_PROOF_TRIES = 64;

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

/** What "Release all and block" has done. */
export function networkReleasedMessage(released: number, closing: number): string {
  const free = released === 1 ? "1 stall is" : `${released} stalls are`;
  const ending =
    closing === 1 ? " The payment for 1 more is being ended." : ` The payments for ${closing} more are being ended.`;
  return `${free} free again, and the network cannot reserve or pay for ${NETWORK_BLOCK_HOURS} hours.${closing === 0 ? "" : ending}`;
}

/**
 * How much of a hold's time was taken from others, 0 to 1, when it ended without a sale. A visitor who compares stalls
 * leaves each after seconds; leaving one just before its deadline counts like letting it expire. Holds that an operator
 * ended do not count.
 *
 * @param heldSeconds from the reservation to the end
 * @param holdSeconds duration of a hold
 */
export function unsoldShare(reason: ReleaseReason, heldSeconds: number, holdSeconds: number): number {
  switch (reason) {
    case "hold_expired":
    case "payment_expired":
    case "payment_failed":
      return 1;
    case "left":
    case "replaced":
      return Math.min(1, Math.max(0, heldSeconds) / holdSeconds);
    case "operator":
    case "cancelled":
      return 0;
  }
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

/** All stalls that are neither sold nor blocked, and how many of them are held unpaid. */
export interface SiteHolds {
  readonly unsold: number;
  readonly held: number;
}

/** Difficulty of the proof of work that every network needs for its next hold; 0 if none does. */
export function siteProofTries({ unsold, held }: SiteHolds, sharePercent: number): number {
  return held * 100 > unsold * sharePercent ? SITE_PROOF_TRIES : 0;
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

/** Whether a network is back below the limit, so that its issue closes automatically. */
export function isHoardingOver(holds: UnsoldHolds, limit: number, factor = 1): boolean {
  return hoardedStalls(holds) < limit * factor;
}

/** Unsold ends of one stall within an hour after which its visitor and their network must wait for it. */
const ENDS_BEFORE_PAUSE = 2;

/** How long they wait after the last end, in seconds, while others may take the stall. */
export const STALL_PAUSE_SECONDS = 300;

/** Share of a hold from which its unsold end counts towards the pause. */
const PAUSING_SHARE = 0.5;

/** A hold of a stall that ended without a sale within the last hour. */
export interface UnsoldEnd {
  readonly share: number;
  readonly secondsAgo: number;
}

/**
 * How long a visitor must leave a stall to others, in seconds; 0 if she may take it now. The first time it ends unsold
 * she simply tries again.
 *
 * @param ends of this stall, by the same visitor or network
 */
export function stallPauseSeconds(ends: readonly UnsoldEnd[]): number {
  const counted = ends.filter(({ share }) => share >= PAUSING_SHARE).map(({ secondsAgo }) => secondsAgo);
  if (counted.length < ENDS_BEFORE_PAUSE) return 0;
  return Math.max(0, Math.ceil(STALL_PAUSE_SECONDS - Math.min(...counted)));
}
