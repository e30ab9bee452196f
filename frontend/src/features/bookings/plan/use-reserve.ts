import type { Challenge } from "altcha-lib/types";
import { useEffect, useRef, useState } from "react";
import { apiErrorOf } from "../../../api/failure";
import { useReserveStallMutation } from "../../../api/mela-api";

/**
 * How often a reservation is tried with a proof: in a rush from one office each may have become harder meanwhile, at most
 * four times in a row (domain: live-holds.rules.ts).
 */
const MOST_ROUNDS = 6;

/** What a proof_required answer asks to be solved. */
function challengeOf(error: unknown): Challenge | undefined {
  const { code, challenge } = apiErrorOf(error);
  if (code !== "proof_required" || typeof challenge !== "object" || challenge === null) return undefined;
  return "parameters" in challenge ? (challenge as Challenge) : undefined;
}

/** The browser could not be checked: no threads, too slow, or what solves it could not be loaded. */
export class ProofFailed extends Error {}

/** Solves what the server asks; where anything but the visitor stops it, it has failed. */
async function solved(challenge: Challenge, signal: AbortSignal): Promise<string> {
  try {
    const { solveProof } = await import("./proof");
    return await solveProof(challenge, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw new ProofFailed("the browser could not be checked", { cause: error });
  }
}

/** Reserving, with the proof of work that the server asks for when many reserve from one network. */
export function useReserve() {
  const [reserve, { isLoading }] = useReserveStallMutation();
  const [checking, setChecking] = useState(false);
  const stopper = useRef<AbortController>(undefined);
  useEffect(() => () => stopper.current?.abort(), []);

  /** @throws what the server refused; ProofFailed; undefined came of it when it was cancelled */
  const reserveStall = async (stallId: string) => {
    const { signal } = (stopper.current = new AbortController());
    let proof: string | undefined;
    try {
      for (let round = 1; ; round += 1) {
        try {
          return await reserve({ stallId, ...(proof === undefined ? {} : { proof }) }).unwrap();
        } catch (error) {
          const challenge = challengeOf(error);
          if (challenge === undefined || round === MOST_ROUNDS) throw error;
          setChecking(true);
          proof = await solved(challenge, signal);
        }
      }
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    } finally {
      setChecking(false);
    }
  };
  return { reserveStall, reserving: isLoading || checking, checking, cancel: () => stopper.current?.abort() };
}
