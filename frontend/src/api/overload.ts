import { useCallback } from "react";
import { useSelector } from "react-redux";
import { apiErrorOf } from "./failure";
import { type Thunk, useThunks } from "./sending";
import type { WithSite } from "./site-state";

/**
 * Calls that the server asked to wait because many people are here (decision 102): the base query repeats them by itself, for
 * every form and page. Nothing was done by a call that was refused so; repeating it is safe, whatever it is.
 */

/** Some endpoints, by their names. */
type Endpoints = (endpoint: string) => boolean;

/** Whether calls of these endpoints wait for their turn now. */
export const useIsWaiting = (are: Endpoints): boolean => useSelector(({ site }: WithSite) => site.waiting.some(are));

/** @returns a function that gives up the calls of some endpoints that wait; the same in each render */
export function useStopWaiting(): (are: Endpoints) => void {
  const dispatch = useThunks();
  return useCallback((are) => dispatch(stopWaiting(are)), [dispatch]);
}

const stopWaiting =
  (are: Endpoints): Thunk<void> =>
  (_dispatch, _getState, { waiting }) => {
    for (const { endpoint, stop } of waiting) if (are(endpoint)) stop();
  };

/** True if the server refused a call because many people are here: it did nothing. */
export const isOverloaded = (error: unknown): boolean => apiErrorOf(error).code === "overloaded";
