/**
 * What a request costs beyond the share of its address (decision 91). Many people share an address: a village's phones,
 * a college, the venue's Wi-Fi. Such a limit therefore never refuses anyone; it asks for a proof of work, which grows
 * with the address's own use.
 */

/** Maximum tries of the easiest proof of a limit: a fraction of a second. */
export const FIRST_LIMIT_PROOF = 4;

/** Maximum tries of the hardest proof of a limit: half a minute with bad luck on a low-end phone, which does 17 a second. */
export const HARDEST_LIMIT_PROOF = 512;

/** Part of a limit's points that doubles the price. */
const DOUBLING_PART = 0.25;

/**
 * Difficulty of the proof for one more use, in maximum tries; 0 within the limit.
 *
 * @param used uses of this network in the current window, with this one
 * @param points those that are free
 * @param first price of the first use beyond them
 * @param hardest price that it never exceeds
 */
export function limitProofTries(
  used: number,
  points: number,
  first = FIRST_LIMIT_PROOF,
  hardest = HARDEST_LIMIT_PROOF,
): number {
  const beyond = used - points;
  if (beyond <= 0) return 0;
  return Math.min(hardest, first * 2 ** Math.floor((beyond - 1) / Math.max(1, Math.ceil(points * DOUBLING_PART))));
}

/** Header of a request that brings proofs for limits: solved challenges as base64, separated by commas. */
export const PROOF_HEADER = "proof";

/** Most proofs that one request may bring; further ones are not read. */
export const MAX_PROOFS = 3;
