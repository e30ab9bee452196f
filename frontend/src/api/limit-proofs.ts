import { MAX_PROOFS } from "@sakhi/domain/site/limit-proof.rules";
import type { Challenge } from "altcha-lib/types";
import { externalStore } from "./external-store";
import { apiErrorOf } from "./failure";

/**
 * Proofs of work for calls beyond the share of this address (decision 91): the base query solves the challenge in web
 * workers and repeats the call, for every form and page alike. Reserving a stall has its own, with its own dialog.
 */

/** A proof that is being worked at. */
interface ProofWork {
  /** The part of the possible tries that is done, 0 to 1. */
  readonly part: number;
  /** Gives up; the call then fails with the server's message. */
  readonly cancel: () => void;
}

const store = externalStore<ProofWork | undefined>(undefined);

/** The proof that the browser works at now. */
export const useProofWork = store.use;

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

/** One proof at a time: each uses every thread. */
let turn: Promise<unknown> = Promise.resolve();

/** @returns undefined if it could not be solved here, or was given up */
export function solveForLimit(challenge: Challenge, signal: AbortSignal): Promise<string | undefined> {
  const solved = turn.then(() => solve(challenge, signal));
  turn = solved;
  return solved;
}

async function solve(challenge: Challenge, signal: AbortSignal): Promise<string | undefined> {
  const controller = new AbortController();
  const cancel = () => controller.abort();
  signal.addEventListener("abort", cancel);
  const show = (part: number) => store.set({ part, cancel });
  show(0);
  try {
    if (signal.aborted) return undefined;
    const { solveProof } = await import("./proof");
    return await solveProof(challenge, controller.signal, show);
  } catch {
    return undefined;
  } finally {
    signal.removeEventListener("abort", cancel);
    store.set(undefined);
  }
}

/** The header's value: the newest first, as many as the server reads. */
export function proofHeader(proofs: readonly string[]): string {
  return proofs.toReversed().slice(0, MAX_PROOFS).join(",");
}
