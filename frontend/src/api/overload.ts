import { externalStore } from "./external-store";
import { apiErrorOf } from "./failure";

/**
 * Calls that the server asked to wait because many people are here (decision 102): the base query repeats them by itself, for
 * every form and page. Nothing was done by a call that was refused so; repeating it is safe, whatever it is.
 */

/** A call that is repeated. */
export interface WaitingCall {
  /** Name of its endpoint. */
  readonly endpoint: string;
  /** Gives up; the call then fails with the server's message. */
  readonly stop: () => void;
}

export const waitingCalls = externalStore<readonly WaitingCall[]>([]);

/** The calls that wait for their turn now. */
export const useWaitingCalls = waitingCalls.use;

/** Whether the calls of an endpoint wait for their turn now. */
export const useIsWaiting = (endpoint: string): boolean =>
  waitingCalls.use().some((call) => call.endpoint === endpoint);

/** Gives up the calls that wait: of one endpoint, or all that `gives` names. */
export function stopWaiting(gives: (endpoint: string) => boolean): void {
  for (const { endpoint, stop } of waitingCalls.get()) if (gives(endpoint)) stop();
}

/** True if the server refused a call because many people are here: it did nothing. */
export const isOverloaded = (error: unknown): boolean => apiErrorOf(error).code === "overloaded";
