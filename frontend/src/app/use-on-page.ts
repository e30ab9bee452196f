import { useCallback, useState } from "react";
import { useLocation } from "react-router-dom";

/**
 * State of something opened on the current page, such as a menu. A navigation resets it, even one that happens while the
 * opened part is still loading, and going back does not restore it.
 *
 * @param first the value on the first page
 */
export function useOnPage<Value>(first?: Value): [Value | undefined, (value: Value | undefined) => void] {
  const { key } = useLocation();
  const [state, setState] = useState({ key, value: first });
  if (state.key !== key) setState({ key, value: undefined });
  const set = useCallback((value: Value | undefined) => setState({ key, value }), [key]);
  return [state.key === key ? state.value : undefined, set];
}
