import { useCallback } from "react";
import { useStore } from "react-redux";
import type { WithSite } from "../../api/site-state";

/**
 * @returns a function that returns true if the last request about a hold had no visitor cookie: the first of a new browser, or
 *   each of one that refuses cookies. What such a browser reserves would belong to nobody.
 */
export function useCookieCheck(): () => boolean {
  const store = useStore<WithSite>();
  return useCallback(() => store.getState().site.cookie === "new", [store]);
}
