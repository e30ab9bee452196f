import { retryPauseMs } from "@sakhi/domain/site/overload.rules";
import { externalStore } from "./external-store";
import { apiErrorOf } from "./failure";

/**
 * Calls that the server asked to wait because many people are here (decision 102): the base query repeats them by itself, for
 * every form and page. Nothing was done by a call that was refused so; repeating it is safe, whatever it is.
 */

/** A call that is repeated. */
interface WaitingCall {
  /** Name of its endpoint. */
  readonly endpoint: string;
  /** Gives up; the call then fails with the server's message. */
  readonly stop: () => void;
}

const store = externalStore<readonly WaitingCall[]>([]);

/** The calls that wait for their turn now. */
export const useWaitingCalls = store.use;

/** Whether the calls of an endpoint wait for their turn now. */
export const useIsWaiting = (endpoint: string): boolean => store.use().some((call) => call.endpoint === endpoint);

/** Gives up the calls that wait: of one endpoint, or all that `gives` names. */
export function stopWaiting(gives: (endpoint: string) => boolean): void {
  for (const { endpoint, stop } of store.get()) if (gives(endpoint)) stop();
}

/** True if the server refused a call because many people are here: it did nothing. */
export const isOverloaded = (error: unknown): boolean => apiErrorOf(error).code === "overloaded";

/** One call's waiting: shown from its first pause until `end`. */
export class Waiting {
  private readonly stopped = new AbortController();
  private readonly call: WaitingCall;
  private attempt = 0;
  private waitedMs = 0;

  /** @param signal of the call: its page was left, or its request was given up */
  constructor(
    endpoint: string,
    private readonly signal: AbortSignal,
    private readonly patienceMs: number,
  ) {
    this.call = { endpoint, stop: () => this.stopped.abort() };
  }

  /**
   * Pauses before the next attempt.
   *
   * @param askedSeconds the answer's Retry-After
   * @returns false if there is to be none: the patience has ended, or it was given up
   */
  async pause(askedSeconds: number): Promise<boolean> {
    this.attempt += 1;
    const ms = retryPauseMs(this.attempt, askedSeconds, Math.random());
    this.waitedMs += ms;
    const signals = [this.stopped.signal, this.signal];
    if (this.waitedMs > this.patienceMs || signals.some(({ aborted }) => aborted)) return false;
    if (this.attempt === 1) store.set([...store.get(), this.call]);
    return new Promise((resolve) => {
      const settle = (again: boolean) => {
        clearTimeout(timer);
        for (const signal of signals) signal.removeEventListener("abort", stop);
        resolve(again);
      };
      const stop = () => settle(false);
      const timer = setTimeout(() => settle(true), ms);
      for (const signal of signals) signal.addEventListener("abort", stop);
    });
  }

  end(): void {
    if (this.attempt > 0) store.set(store.get().filter((call) => call !== this.call));
  }
}
