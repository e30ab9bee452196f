import { useEffect, useEffectEvent, useRef, useState } from "react";

/**
 * A busy flag, and a function that sets it while its work runs and ignores calls meanwhile. Work that resolves with true
 * has navigated away: the page stays busy until it unloads, or the browser restores it from its back/forward cache.
 */
export function useBusy(onReturn?: () => void): [boolean, (work: () => Promise<boolean>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  // A ref, because a second click can precede the first one's rerender.
  const inFlight = useRef(false);
  const set = (value: boolean) => setBusy((inFlight.current = value));
  const returned = useEffectEvent(() => {
    set(false);
    onReturn?.();
  });
  useEffect(() => {
    const restore = (event: PageTransitionEvent) => event.persisted && returned();
    window.addEventListener("pageshow", restore);
    return () => window.removeEventListener("pageshow", restore);
  }, []);
  const once = async (work: () => Promise<boolean>) => {
    if (inFlight.current) return;
    set(true);
    let left = false;
    try {
      left = await work();
    } finally {
      set(left);
    }
  };
  return [busy, once];
}
