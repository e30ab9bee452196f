import { useCallback, useEffect, useRef } from "react";
import { useBlocker } from "react-router-dom";
import { useReleaseStallMutation } from "../../api/mela-api";

interface Leaving {
  /** True while the question "leave and give up?" is to be shown. */
  readonly asking: boolean;
  readonly stay: () => void;
  readonly leave: () => void;
  /** Lets the next navigation pass without a release: after zero, and to correct the address. */
  readonly letPass: () => void;
  /** Gives the stall back; errors are ignored (T-156). */
  readonly release: () => Promise<void>;
}

/**
 * Leaving the registration by the router gives the stall back, after a question when something was typed. A
 * reload or a closed tab does not, nor does anything while a payment is started or open (architecture 4, step 2).
 *
 * @param onLeaving called first: results of my-hold from then on are ignored
 */
export function useLeaving(
  stallId: string,
  active: boolean,
  touched: () => boolean,
  onLeaving: () => void,
): Leaving {
  const [releaseStall] = useReleaseStallMutation();
  const passing = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      active && !passing.current && currentLocation.pathname !== nextLocation.pathname,
  );
  const release = useCallback(async () => {
    await releaseStall({ stallId });
  }, [releaseStall, stallId]);
  const { state } = blocker;
  const leave = useCallback(() => {
    onLeaving();
    void release();
    if (blocker.state === "blocked") blocker.proceed();
  }, [blocker, onLeaving, release]);

  const asking = state === "blocked" && touched();
  const quiet = state === "blocked" && !asking;
  useEffect(() => {
    if (quiet) leave();
  }, [quiet, leave]);

  return {
    asking,
    stay: () => blocker.state === "blocked" && blocker.reset(),
    leave,
    letPass: useCallback(() => {
      passing.current = true;
    }, []),
    release,
  };
}
