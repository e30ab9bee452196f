import { useEffect, useEffectEvent } from "react";
import { isRejected } from "./failure";
import { isOverloaded } from "./overload";

/** Why what a mailed link leads to is not shown: nobody knows the link, or there was no answer. @param error of the last call, if it failed */
export function lookUpProblem(error: unknown): "unknown" | "unavailable" | undefined {
  if (error === undefined) return undefined;
  return isRejected(error) ? "unknown" : "unavailable";
}

/** Pauses before a page asks again for what it lacks, in ms; each is twice the one before. */
const ASK_AGAIN_MS = { first: 3_000, most: 30_000 } as const;

/**
 * Asks again by itself for what a page cannot show, at growing pauses, and at once when the browser is connected again: that
 * alone says nothing of a server that did not answer. Not for what the server rejected for good, nor for what it refused because
 * many people are here: that is repeated by its own rules, until she stops it (decision 102).
 *
 * @param error of the last call for it, if it failed
 * @returns whether it asks again
 */
export function useAskingAgain(error: unknown, ask: () => unknown): boolean {
  const isAsking = error !== undefined && !isRejected(error) && !isOverloaded(error);
  const again = useEffectEvent(ask);
  useEffect(() => {
    if (!isAsking) return undefined;
    let isLeft = false;
    let pause: number = ASK_AGAIN_MS.first;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const asked = async (): Promise<void> => {
      await again();
      // The connection may have come back while the other try was awaited.
      clearTimeout(timer);
      pause = Math.min(2 * pause, ASK_AGAIN_MS.most);
      if (!isLeft) timer = setTimeout(next, pause);
    };
    const next = (): void => void asked();
    timer = setTimeout(next, pause);
    globalThis.addEventListener("online", next);
    return () => {
      isLeft = true;
      clearTimeout(timer);
      globalThis.removeEventListener("online", next);
    };
  }, [isAsking]);
  return isAsking;
}
