import { MAX_PROOFS } from "@sakhi/domain/site/limit-proof.rules";
import type { Challenge } from "altcha-lib/types";
import { apiErrorOf } from "./failure";

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

/** Solves challenges one at a time, since each uses every thread. Each store has its own. */
export class ProofQueue {
  private turn: Promise<unknown> = Promise.resolve();
  private current: AbortController | undefined;

  /**
   * @param onPart receives the part of the possible tries that is done, 0 to 1; undefined at the end
   * @returns undefined if it could not be solved here, or was given up
   */
  solve(
    challenge: Challenge,
    signal: AbortSignal,
    onPart: (part: number | undefined) => void,
  ): Promise<string | undefined> {
    const solved = this.turn.then(() => this.work(challenge, signal, onPart));
    this.turn = solved;
    return solved;
  }

  /** Gives up the proof that is worked at; its call then fails with the server's message. */
  cancel(): void {
    this.current?.abort();
  }

  private async work(...[challenge, signal, onPart]: Parameters<ProofQueue["solve"]>): Promise<string | undefined> {
    const controller = (this.current = new AbortController());
    const abort = () => controller.abort();
    signal.addEventListener("abort", abort);
    onPart(0);
    try {
      if (signal.aborted) return undefined;
      const { solveProof } = await import("./proof");
      return await solveProof(challenge, controller.signal, onPart);
    } catch {
      return undefined;
    } finally {
      signal.removeEventListener("abort", abort);
      onPart(undefined);
    }
  }
}

/** The header's value: the newest first, as many as the server reads. */
export function proofHeader(proofs: readonly string[]): string {
  return proofs.toReversed().slice(0, MAX_PROOFS).join(",");
}
