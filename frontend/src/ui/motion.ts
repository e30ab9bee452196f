import { useSyncExternalStore } from "react";

const REDUCED = "(prefers-reduced-motion: reduce)";

function subscribe(listener: () => void): () => void {
  const query = globalThis.matchMedia(REDUCED);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether the person has asked for less motion. */
export function usePrefersStill(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => globalThis.matchMedia(REDUCED).matches,
    () => false,
  );
}
