import { useEffect, useEffectEvent, useState } from "react";

/** A busy flag that resets when the browser restores the page from the back/forward cache (back from the checkout). */
export function useBusy(onReturn: () => void): [boolean, (busy: boolean) => void] {
  const [busy, setBusy] = useState(false);
  const returned = useEffectEvent(onReturn);
  useEffect(() => {
    const restore = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      setBusy(false);
      returned();
    };
    window.addEventListener("pageshow", restore);
    return () => window.removeEventListener("pageshow", restore);
  }, []);
  return [busy, setBusy];
}
