import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { isFailure } from "./failure";

/** True if the server rejected a call for good, so that a retry is pointless: a 4xx other than 429. */
export function isRejected(error: unknown): boolean {
  return isFailure(error) && error.status >= 400 && error.status < 500 && error.status !== 429;
}

/** Pauses before a page asks again for what it lacks, in ms; each is twice the one before. */
const ASK_AGAIN_MS = { first: 3_000, most: 30_000 } as const;

/**
 * Asks again by itself for what a page cannot show, at growing pauses, and at once when the browser is connected again: that
 * alone says nothing of a server that did not answer.
 *
 * @param isMissing there is no answer, and the server did not reject the call for good
 */
export function useAskingAgain(isMissing: boolean, ask: () => unknown): void {
  const again = useEffectEvent(ask);
  useEffect(() => {
    if (!isMissing) return undefined;
    let stopped = false;
    let pause: number = ASK_AGAIN_MS.first;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const next = async (): Promise<void> => {
      await again();
      if (stopped) return;
      pause = Math.min(2 * pause, ASK_AGAIN_MS.most);
      // The connection may have come back while the other try was awaited.
      clearTimeout(timer);
      timer = setTimeout(() => void next(), pause);
    };
    const online = (): void => void next();
    globalThis.addEventListener("online", online);
    timer = setTimeout(() => void next(), pause);
    return () => {
      stopped = true;
      clearTimeout(timer);
      globalThis.removeEventListener("online", online);
    };
  }, [isMissing]);
}

/**
 * Polls until a result is `over`.
 *
 * @param initial state before the first result; must be referentially stable
 * @param pauseMs between a result and the next poll
 * @param poll one poll, counted from 1: returns the changed state and whether polling is `over`; a new function restarts
 * @returns the state, and `again` to restart
 */
export function usePolling<State extends { readonly over: boolean }>(
  initial: State,
  pauseMs: number,
  poll: (attempt: number) => Promise<Partial<State> & Pick<State, "over">>,
): State & { readonly again: () => void } {
  const [state, setState] = useState(initial);
  const [round, setRound] = useState(0);

  useEffect(() => {
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const next = async (attempt: number) => {
      const result = await poll(attempt);
      if (stopped) return;
      setState((before) => ({ ...before, ...result }));
      if (!result.over) timer = setTimeout(() => void next(attempt + 1), pauseMs);
    };
    void next(1);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [poll, pauseMs, round]);

  const again = useCallback(() => {
    setState(initial);
    setRound((before) => before + 1);
  }, [initial]);
  return { ...state, again };
}
