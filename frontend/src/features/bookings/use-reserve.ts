import type { Challenge } from "altcha-lib/types";
import { useCallback, useEffect, useRef, useState } from "react";
import { challengeOf } from "../../api/limit-proofs";
import { answered } from "../../api/lost-answer";
import { type MyHold, useReleaseStallMutation, useReserveStallMutation } from "../../api/mela-api";
import { useIsWaiting, useStopWaiting } from "../../api/overload";
import { loadedTwice } from "../../ui/retried";
import type { StallQuery } from "./stall-labels";
import { useCookieCheck } from "./use-cookie-check";
import type { MyHoldState } from "./use-my-hold";

/**
 * Maximum attempts to reserve with a proof. In a rush from one network the required proof can become harder between
 * attempts, each time by more than twice, at most eleven times in a row (domain: live-holds.rules.ts).
 */
const MAX_PROOF_ROUNDS = 12;

/** The challenge was not solved: no worker threads, too slow, or the solver did not load. */
export class ProofFailed extends Error {}

/** The browser keeps no cookie, so that it could not use its own stall. */
export class CookieRefused extends Error {}

/** @throws ProofFailed, unless `signal` was aborted */
async function solveChallenge(
  challenge: Challenge,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<string> {
  try {
    const { solveProof } = await loadedTwice(() => import("../../api/proof"));
    return await solveProof(challenge, signal, onProgress);
  } catch (error) {
    signal.throwIfAborted();
    throw new ProofFailed("the browser could not be checked", { cause: error });
  }
}

/** How far a proof of work is. */
export interface Checking {
  /** The part of the possible tries that is done, 0 to 1. */
  readonly part: number;
  /** How long it still takes at most on this device; undefined until that is known. */
  readonly secondsLeft: number | undefined;
}

/** Part of a check from which its speed on this device is known. */
const MEASURED_PART = 0.04;

/** Whether an endpoint is the one that reserves. */
const isReserve = (endpoint: string): boolean => endpoint === "reserveStall";

/** Whether a hold has a stall, as its only one or as one of several. */
const hasStall = ({ stallId, stalls = [] }: MyHold, wanted: string): boolean =>
  stallId === wanted || stalls.some((each) => each.stallId === wanted);

/** How long a reservation waits for the first my-hold response, in ms. */
const FIRST_HOLD_TIMEOUT_MS = 8_000;

/** Reserves a stall, with the proof of work that the server requires when many reserve from one network. */
export function useReserve(myHold: MyHoldState) {
  const [reserve, { isLoading }] = useReserveStallMutation();
  const [release] = useReleaseStallMutation();
  const isCookieMissing = useCookieCheck();
  const [waitingForCookie, setWaitingForCookie] = useState(false);
  const [checking, setChecking] = useState<Checking>();
  // Many people are here: the base query tries again by itself.
  const crowded = useIsWaiting(isReserve);
  const controller = useRef<AbortController>(undefined);
  const stopWaiting = useStopWaiting();
  const cancel = useCallback(() => {
    controller.current?.abort();
    stopWaiting(isReserve);
  }, [stopWaiting]);
  useEffect(() => cancel, [cancel]);

  /**
   * A new browser receives its visitor cookie with the my-hold response. If that response arrived after the reservation,
   * it would replace the cookie, and the hold would be lost. The next response shows whether the browser kept it.
   *
   * @throws CookieRefused if it did not: its hold would be nobody's, and taken from others
   */
  const waitForCookie = async () => {
    const isAwaited = () => (myHold.hold === undefined && !myHold.failed) || isCookieMissing();
    if (!isAwaited()) return;
    setWaitingForCookie(true);
    const timeout = new Promise((resolve) => setTimeout(resolve, FIRST_HOLD_TIMEOUT_MS));
    await Promise.race([myHold.refresh(), timeout]);
    if (isCookieMissing()) await Promise.race([myHold.refresh(), timeout]);
    setWaitingForCookie(false);
    if (isCookieMissing()) throw new CookieRefused("the browser refuses cookies");
  };

  /**
   * @param event slug of the event that the page shows
   * @param planEvent slug of the event whose plan the stall was chosen from
   * @param adds it joins her booking, instead of replacing it
   * @returns undefined when cancelled, or when the page was left
   * @throws ProofFailed, CookieRefused, Unreachable, or the API's error
   */
  const reserveStall = async (stallId: string, event: string, planEvent: string, adds = false) => {
    const { signal } = (controller.current = new AbortController());
    let proof: string | undefined;
    try {
      await waitForCookie();
      for (let round = 1; ; round += 1) {
        signal.throwIfAborted();
        try {
          const held = await answered<StallQuery, MyHold | null>(
            () => reserve({ stallId, proof, event, planEvent, ...(adds ? { add: true } : {}) }).unwrap(),
            myHold.refresh,
            (hold) => (hold?.event === event && hasStall(hold, stallId) ? hold : undefined),
          );
          if (!signal.aborted) return held;
          // Cancelled meanwhile: release the stall. Errors are ignored (T-156).
          void release({ stallId, event, ...(adds ? { onlyThis: true } : {}) });
          return undefined;
        } catch (error) {
          const challenge = challengeOf(error);
          if (challenge === undefined || round === MAX_PROOF_ROUNDS) throw error;
          setChecking({ part: 0, secondsLeft: undefined });
          const began = performance.now();
          proof = await solveChallenge(challenge, signal, (part) => {
            const seconds = (performance.now() - began) / 1000;
            setChecking({ part, secondsLeft: part < MEASURED_PART ? undefined : (seconds / part) * (1 - part) });
          });
        }
      }
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    } finally {
      setChecking(undefined);
    }
  };
  const pending = waitingForCookie || isLoading || checking !== undefined;
  return { reserveStall, pending, checking, crowded, cancel };
}
