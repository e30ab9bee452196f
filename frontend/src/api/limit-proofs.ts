import { MAX_PROOFS } from "@sakhi/domain/site/limit-proof.rules";
import type { Challenge } from "altcha-lib/types";
import { apiErrorOf } from "./failure";
import type { Thunk } from "./sending";
import { changed } from "./site-state";

/**
 * Proofs of work for calls beyond the share of this address (decision 91): the base query solves the challenge in web
 * workers and repeats the call, for every form and page alike. Reserving a stall has its own, with its own dialog.
 */

/**
 * Most challenges for one call: the price can rise while one is solved, when others behind the address go on too.
 */
export const MAX_LIMIT_ROUNDS = 12;

/** The challenge of a `proof_required` error. */
export function challengeOf(error: unknown): Challenge | undefined {
  const { code, challenge } = apiErrorOf(error);
  if (code !== "proof_required" || typeof challenge !== "object" || challenge === null) return undefined;
  return "parameters" in challenge ? (challenge as Challenge) : undefined;
}

/** The challenge of a `proof_required` error of a limit; those of reserve have no purpose. */
export function limitChallengeOf(error: unknown): Challenge | undefined {
  const found = challengeOf(error);
  return found?.parameters.data?.["purpose"] === undefined ? undefined : found;
}

/** Solves the challenge of a limit, and shows how far it is. Resolves with undefined if it cannot be solved here, or is given up. */
export const solveForLimit =
  (challenge: Challenge, signal: AbortSignal): Thunk<Promise<string | undefined>> =>
  (dispatch, _getState, { proofs }) => {
    const solved = proofs.turn.then(async () => {
      const controller = (proofs.current = new AbortController());
      const abort = () => controller.abort();
      signal.addEventListener("abort", abort);
      const show = (proof: number | undefined) => dispatch(changed({ proof }));
      show(0);
      try {
        if (signal.aborted) return undefined;
        const { solveProof } = await import("./proof");
        return await solveProof(challenge, controller.signal, show);
      } catch {
        return undefined;
      } finally {
        signal.removeEventListener("abort", abort);
        show(undefined);
      }
    });
    proofs.turn = solved;
    return solved;
  };

/** Gives up the proof of work that a call waits for; the call then fails with the server's message. */
export const cancelProof =
  (): Thunk<void> =>
  (_dispatch, _getState, { proofs }) =>
    proofs.current?.abort();

/**
 * Sends a call that was refused again, with the proofs that the server asks for.
 *
 * @param first the result of the refused call
 * @param send sends it with the value of the proofs' header
 * @param solve resolves with undefined if there is no proof
 * @returns the last result
 */
export async function sendWithProofs<Result extends { readonly error?: unknown }>(
  first: Result,
  send: (proofs: string) => Promise<Result>,
  solve: (challenge: Challenge) => Promise<string | undefined>,
): Promise<Result> {
  const proofs: string[] = [];
  let result = first;
  for (let round = 0; round < MAX_LIMIT_ROUNDS; round += 1) {
    const challenge = limitChallengeOf(result.error);
    const proof = challenge === undefined ? undefined : await solve(challenge);
    if (proof === undefined) return result;
    proofs.push(proof);
    result = await send(proofHeader(proofs));
  }
  return result;
}

/** The header's value: the newest first, as many as the server reads. */
export function proofHeader(proofs: readonly string[]): string {
  return proofs.toReversed().slice(0, MAX_PROOFS).join(",");
}
