import { useCallback, useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { useReleaseStallMutation } from "../../api/mela-api";
import { useBlocker } from "../../ui/navigation";

interface Leaving {
  /** True while the question "leave and release?" is to be shown. */
  readonly asking: boolean;
  readonly stay: () => void;
  readonly leave: () => void;
  /** Lets the next navigation pass without a release: after zero, and to correct the address. */
  readonly letPass: () => void;
  /** Gives the stall back; errors are ignored (T-156). */
  readonly release: () => Promise<void>;
}

/**
 * Leaving the registration by the router, a link or the browser's own buttons, gives the stall back after a question. A
 * reload or a closed tab does not, but a tab that is closed finds its way back to the stall by chance only: there the
 * browser asks. Neither does anything while a payment is started or open (architecture 4, step 2).
 *
 * @param onLeaving called first: results of my-hold from then on are ignored
 */
export function useLeaving(stallId: string, active: boolean, onLeaving: () => void): Leaving {
  const [releaseStall] = useReleaseStallMutation();
  const passing = useRef(false);
  const { pathname } = useLocation();
  const blocker = useBlocker(
    useCallback((next) => active && !passing.current && next !== pathname, [active, pathname]),
  );
  const release = useCallback(async () => {
    await releaseStall({ stallId });
  }, [releaseStall, stallId]);
  const leave = useCallback(() => {
    onLeaving();
    void release();
    blocker?.proceed();
  }, [blocker, onLeaving, release]);

  useEffect(() => {
    if (!active) return undefined;
    // The browser has words of its own for the question.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener("beforeunload", ask);
    return () => globalThis.removeEventListener("beforeunload", ask);
  }, [active]);

  return {
    asking: blocker !== undefined,
    stay: () => blocker?.reset(),
    leave,
    letPass: useCallback(() => {
      passing.current = true;
    }, []),
    release,
  };
}
