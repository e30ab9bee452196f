import { useCallback, useState } from "react";
import { useLocation } from "react-router-dom";

/**
 * A state of what is opened on the page in view, such as a menu: a navigation closes it, also one that comes before what is
 * opened has been fetched, and the way back does not open it again.
 *
 * @param first what it is on the first page
 */
export function useOnPage<Value>(first?: Value): [Value | undefined, (value: Value | undefined) => void] {
  const { key } = useLocation();
  const [held, setHeld] = useState({ key, value: first });
  if (held.key !== key) setHeld({ key, value: undefined });
  const set = useCallback((value: Value | undefined) => setHeld({ key, value }), [key]);
  return [held.key === key ? held.value : undefined, set];
}
