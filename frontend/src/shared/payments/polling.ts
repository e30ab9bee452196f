import { useCallback, useEffect, useState } from "react";

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
