import { useCallback, useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { useShownEvent } from "../../api/event-facts";
import { useReleaseStallMutation } from "../../api/mela-api";
import { useBlocker } from "../../ui/navigation";
import { forgetHold } from "./seen-hold";

export interface Leaving {
  /** True while the "leave and release?" dialog is open. */
  readonly confirming: boolean;
  readonly stay: () => void;
  readonly leave: () => void;
  /** Lets further navigation pass without a release: after the hold has expired. */
  readonly allowNavigation: () => void;
  /** Releases the stall; errors are ignored (T-156). */
  readonly release: () => Promise<void>;
}

/**
 * Releases the stall, after a confirmation, when the visitor leaves the registration by a link or the browser's buttons.
 * A reload or a closed tab doesn't release it, but the browser confirms them, because a closed tab is easily lost for
 * good. While a payment is starting or open (`active` is false), nothing is confirmed or released.
 *
 * @param onLeaving called before the release: later my-hold responses must be ignored
 */
export function useLeaving(stallId: string, active: boolean, onLeaving: () => void): Leaving {
  const [releaseStall] = useReleaseStallMutation();
  const event = useShownEvent();
  const passing = useRef(false);
  const { pathname } = useLocation();
  const blocker = useBlocker(
    useCallback((next) => active && !passing.current && next !== pathname, [active, pathname]),
  );
  const release = useCallback(async () => {
    await releaseStall({ stallId, event });
  }, [releaseStall, stallId, event]);
  const leave = useCallback(() => {
    onLeaving();
    forgetHold(event);
    void release();
    blocker?.proceed();
  }, [blocker, event, onLeaving, release]);

  useEffect(() => {
    if (!active) return undefined;
    // The browser shows its own text.
    const confirm = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener("beforeunload", confirm);
    return () => globalThis.removeEventListener("beforeunload", confirm);
  }, [active]);

  return {
    confirming: blocker !== undefined,
    stay: () => blocker?.reset(),
    leave,
    allowNavigation: useCallback(() => {
      passing.current = true;
    }, []),
    release,
  };
}
