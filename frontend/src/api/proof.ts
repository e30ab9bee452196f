import type { Challenge, ChallengeParameters, Solution } from "altcha-lib/types";

/** More threads gain little on a phone and starve the page; each needs 8 MiB. */
const MAX_THREADS = 4;

/** Longer than the hardest proof takes on the slowest phone, in ms; its challenge expires then. */
const TIMEOUT_MS = 600_000;

/** What a worker shall do: try every `step`th counter from `start` on. */
export interface ProofTask {
  readonly parameters: ChallengeParameters;
  readonly start: number;
  readonly step: number;
}

/** A worker's message: a try that failed, the solution, or that it cannot go on. */
export type ProofUpdate =
  | { readonly kind: "tried" }
  | { readonly kind: "solved"; readonly solution: Solution }
  | { readonly kind: "failed"; readonly message: string };

/** The maximum number of tries of a challenge. */
function maxTriesOf({ parameters }: Challenge): number | undefined {
  const tries = parameters.data?.["tries"];
  return typeof tries === "number" ? tries : undefined;
}

/**
 * Solves the challenge of a `proof_required` error in web workers, so that the page stays responsive. Loaded on demand.
 *
 * @param onProgress called with the part of the possible tries that is done, 0 to 1 in steps of a hundredth
 * @returns the `proof` of the next request
 * @throws Error when it cannot be solved here; DOMException "AbortError" when `signal` is aborted
 */
export async function solveProof(
  challenge: Challenge,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<string> {
  signal.throwIfAborted();
  const threads = Math.min(MAX_THREADS, navigator.hardwareConcurrency || 1);
  const most = maxTriesOf(challenge);
  const workers: Worker[] = [];
  let tried = 0;
  try {
    const solution = await new Promise<Solution>((resolve, reject) => {
      const fail = (reason: string) => reject(new Error(reason));
      const late = AbortSignal.timeout(TIMEOUT_MS);
      late.addEventListener("abort", () => fail("the challenge was not solved in time"));
      signal.addEventListener("abort", () => fail("cancelled"));
      for (let start = 0; start < threads; start += 1) {
        const worker = new Worker(new URL("./proof.worker.ts", import.meta.url), { type: "module" });
        workers.push(worker);
        worker.addEventListener("error", () => fail("the worker did not start"));
        worker.addEventListener("message", ({ data }: MessageEvent<ProofUpdate>) => {
          if (data.kind === "solved") resolve(data.solution);
          else if (data.kind === "failed") fail(data.message);
          else {
            tried += 1;
            if (most !== undefined) onProgress(Math.floor(Math.min(1, tried / most) * 100) / 100);
          }
        });
        worker.postMessage({ parameters: challenge.parameters, start, step: threads } satisfies ProofTask);
      }
    });
    return btoa(JSON.stringify({ challenge, solution }));
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    for (const worker of workers) worker.terminate();
  }
}
