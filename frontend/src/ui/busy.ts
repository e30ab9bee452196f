import { useEffect, useEffectEvent, useState } from "react";

/** A busy flag that is cleared when the browser brings this page back from its cache (back from the checkout). */
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
