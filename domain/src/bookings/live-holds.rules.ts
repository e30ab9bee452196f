/**
 * How much of the Mela one network may keep for itself. A network is an IPv4 address
 * or the /64 of an IPv6 address: an office or a mobile carrier can share one, so nobody is refused outright. Above a
 * small number the browser has to solve a proof of work, harder with each further hold that nobody registers for.
 */

/** What a network keeps right now and has not bought. Holds past their deadline do not count. */
export interface LiveHolds {
  /** Stalls that are only held. */
  readonly unregistered: number;
  /** Stalls with a registration, those being paid for included. */
  readonly registered: number;
}

/** Live holds of a network that need no proof; the default of the setting with this name. */
export const LIVE_HOLDS_PER_NETWORK = 10;

/** PBKDF2 iterations of each try: a third of a millisecond on a cheap phone. The default of the setting PROOF_COST. */
export const PROOF_COST = 1000;

/** The most tries the first step takes; half of them on average. 256,000 iterations: under half a second on a cheap phone. */
export const FIRST_PROOF_TRIES = 256;

/** The most tries any step takes. 4,096,000 iterations: a cheap phone needs at most about ten seconds for them. */
export const MAX_PROOF_TRIES = 4096;

/** So many further unregistered holds make a proof twice as hard. */
const HOLDS_PER_DOUBLING = 4;

/** Who has registered has shown an intention: such a hold counts as this part of an unregistered one. */
const REGISTERED_WEIGHT = 0.25;

/** How long a challenge can be answered, in seconds: longer than any phone computes, too short to collect them. */
export const PROOF_SECONDS = 300;

/** Longest proof a request may carry, in characters; ours have about 900. */
export const PROOF_MAX_LENGTH = 2048;

/**
 * An operator is asked to look when a network keeps so many unregistered holds more than need no proof, and, once the
 * issue was closed, with every so many further ones.
 */
const HOARDING_STEP = 5;

/** How long a network is blocked by "Release all and block", in hours. */
export const NETWORK_BLOCK_HOURS = 24;

/**
 * How hard the proof is that a network's next hold needs.
 *
 * @param holds without those of the visitor that the new one replaces
 * @param limit live holds that need no proof
 * @returns the most tries that solving it takes, the same for every browser; 0 where no proof is needed
 */
export function proofTries({ unregistered, registered }: LiveHolds, limit: number): number {
  if (unregistered + registered < limit) return 0;
  const beyond = Math.max(0, unregistered + REGISTERED_WEIGHT * registered - limit);
  return Math.min(MAX_PROOF_TRIES, Math.round(FIRST_PROOF_TRIES * 2 ** (beyond / HOLDS_PER_DOUBLING)));
}

/**
 * Whether a proof that was asked for earlier is hard enough now. Others of the network may have reserved while it was
 * solved, so half of what would be asked now will do; otherwise a rush from one office could solve forever.
 */
export function proofSuffices(tries: number, needed: number): boolean {
  return 2 * tries >= needed;
}

/** Whether a network's new hold, its nth unregistered one, puts it before the operator; by default the 15th does. */
export function looksLikeHoarding(unregistered: number, limit: number): boolean {
  const beyond = unregistered - limit;
  return beyond > 0 && beyond % HOARDING_STEP === 0;
}

/** Whether a network that was put before the operator keeps no more than anybody may: the issue closes by itself. */
export function isHoardingOver(unregistered: number, limit: number): boolean {
  return unregistered < limit;
}
