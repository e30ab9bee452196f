import { useCallback, useEffect, useState } from "react";
import { isFailure } from "./failure";

/**
 * Whether the server has decided against a call, so that asking again changes nothing; being asked too often (429) and its
 * own faults pass by themselves.
 */
export function isRefused(error: unknown): boolean {
  return isFailure(error) && error.status >= 400 && error.status < 500 && error.status !== 429;
}

/**
 * Asks again and again how something stands, until there is nothing more to ask.
 *
 * @param start what is known before the first answer; always the same object
 * @param pauseMs between an answer and the next question
 * @param ask one try, counted from 1: what it has changed, and whether it is `over`; another function starts again
 * @returns what is known, and how to start over
 */
export function usePolls<Known extends { readonly over: boolean }>(
  start: Known,
  pauseMs: number,
  ask: (tries: number) => Promise<Partial<Known> & Pick<Known, "over">>,
): Known & { readonly again: () => void } {
  const [known, setKnown] = useState(start);
  const [round, setRound] = useState(0);

  useEffect(() => {
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async (tries: number) => {
      const answer = await ask(tries);
      if (stopped) return;
      setKnown((before) => ({ ...before, ...answer }));
      if (!answer.over) timer = setTimeout(() => void poll(tries + 1), pauseMs);
    };
    void poll(1);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [ask, pauseMs, round]);

  const again = useCallback(() => {
    setKnown(start);
    setRound((before) => before + 1);
  }, [start]);
  return { ...known, again };
}
