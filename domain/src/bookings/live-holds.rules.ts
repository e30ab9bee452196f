/**
 * Limits how many stalls one network can hold. A network is an IPv4 address or the /64 of an IPv6 address: an office or
 * a mobile carrier can share one, so holds are never refused outright. Above a small number the browser must solve a
 * proof of work, harder with each further unregistered hold.
 */

/** A network's live bookings that are not sold. Expired holds do not count. */
export interface LiveHolds {
  /** Held stalls without a registration. */
  readonly unregistered: number;
  /** Stalls with a registration, including those being paid for. */
  readonly registered: number;
}

/** Live holds per network that need no proof; default of the setting of the same name. */
export const LIVE_HOLDS_PER_NETWORK = 10;

/** PBKDF2 iterations per try; default of the setting of the same name. A low-end phone computes one try in 2 ms. */
export const PROOF_COST = 1000;

/** Maximum tries of the easiest proof; half of them on average. 256,000 iterations: half a second on a low-end phone. */
export const FIRST_PROOF_TRIES = 256;

/** Maximum tries of the hardest proof. 4,096,000 iterations: at most about ten seconds on a low-end phone. */
export const MAX_PROOF_TRIES = 4096;

/** Further unregistered holds that double the difficulty. */
const HOLDS_PER_DOUBLING = 4;

/** Weight of a registered hold relative to an unregistered one: registering shows intent to buy. */
const REGISTERED_WEIGHT = 0.25;

/** Validity of a challenge, in seconds: longer than any phone needs, too short to stockpile proofs. */
export const PROOF_SECONDS = 300;

/** Maximum length of a proof in a request, in characters; ours have about 900. */
export const PROOF_MAX_LENGTH = 2048;

/** Unregistered holds above the limit that raise an issue, and, once it was closed, further holds that raise another. */
const HOARDING_STEP = 5;

/** Duration of a block by "Release all and block", in hours. */
export const NETWORK_BLOCK_HOURS = 24;

/**
 * Difficulty of the proof of work for a network's next hold.
 *
 * @param holds the network's holds, without those that the new one replaces
 * @param limit live holds that need no proof
 * @returns the maximum number of tries, the same for every browser; 0 if no proof is needed
 */
export function proofTries({ unregistered, registered }: LiveHolds, limit: number): number {
  if (unregistered + registered < limit) return 0;
  const beyond = Math.max(0, unregistered + REGISTERED_WEIGHT * registered - limit);
  return Math.min(MAX_PROOF_TRIES, Math.round(FIRST_PROOF_TRIES * 2 ** (beyond / HOLDS_PER_DOUBLING)));
}

/**
 * Whether a proof requested earlier is still hard enough. Other visitors of the network may have reserved while it was
 * being solved, so half of the current difficulty suffices; otherwise a rush from one office could keep solving forever.
 */
export function proofSuffices(tries: number, needed: number): boolean {
  return 2 * tries >= needed;
}

/** Whether a network's nth unregistered hold raises an issue; by default the 15th does. */
export function looksLikeHoarding(unregistered: number, limit: number): boolean {
  const beyond = unregistered - limit;
  return beyond > 0 && beyond % HOARDING_STEP === 0;
}

/** Whether a network is back below the limit, so that its issue closes automatically. */
export function isHoardingOver(unregistered: number, limit: number): boolean {
  return unregistered < limit;
}
