import { useCallback, useInsertionEffect, useRef } from "react";

/**
 * One function for the whole life of a component, which runs the latest `run`: a handler for memoized parts, which a new function
 * would render again. Not to be called while rendering.
 */
export function useSteady<Args extends readonly unknown[]>(run: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(run);
  useInsertionEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
