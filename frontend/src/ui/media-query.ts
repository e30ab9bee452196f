import { useCallback, useSyncExternalStore } from "react";

/** True while a media query matches; false in the server renderer. */
export function useMediaQuery(media: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = globalThis.matchMedia(media);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    [media],
  );
  return useSyncExternalStore(
    subscribe,
    () => globalThis.matchMedia(media).matches,
    () => false,
  );
}

/** True if the visitor prefers reduced motion. */
export function usePrefersReducedMotion(): boolean {
  return useMediaQuery("(prefers-reduced-motion: reduce)");
}
