import { solveChallengeWorkers } from "altcha-lib";
import type { Challenge } from "altcha-lib/types";

/** More threads gain little on a phone and starve the page. */
const MAX_THREADS = 4;

/** Far longer than the hardest proof takes on the slowest phone, in ms. */
const TIMEOUT_MS = 60_000;

/**
 * Solves the challenge of a `proof_required` error in web workers, so that the page stays responsive. Loaded on demand.
 *
 * @returns the `proof` of the next request
 * @throws Error when it cannot be solved here; DOMException "AbortError" when `signal` is aborted
 */
export async function solveProof(challenge: Challenge, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal.addEventListener("abort", abort);
  try {
    const solution = await solveChallengeWorkers({
      challenge,
      concurrency: Math.min(MAX_THREADS, navigator.hardwareConcurrency),
      controller,
      createWorker: () => new Worker(new URL("./proof.worker.ts", import.meta.url), { type: "module" }),
      timeout: TIMEOUT_MS,
    });
    signal.throwIfAborted();
    if (solution === null) throw new Error("the challenge was not solved in time");
    return btoa(JSON.stringify({ challenge, solution }));
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
