import { PATIENCE_MS, retryPauseMs } from "@sakhi/domain/site/overload.rules";
import { isOverloaded, type WaitingCall, waitingCalls } from "./overload";

/** An answer, as far as repeating reads it. */
interface Answer {
  readonly error?: unknown;
  readonly meta?: { readonly headers?: Headers | undefined } | undefined;
}

/**
 * Repeats a call that was refused because many people are here, with growing pauses (decision 102). Loaded with the first such
 * answer: files of the build are never refused.
 *
 * @returns the first other answer; the last one, if the patience has ended or it was given up
 */
export async function repeatRefused<Result extends Answer>(
  refused: Result,
  send: () => Promise<Result>,
  { endpoint, signal }: { readonly endpoint: string; readonly signal: AbortSignal },
): Promise<Result> {
  const waiting = new Waiting(endpoint, signal, PATIENCE_MS);
  let result = refused;
  try {
    while (isOverloaded(result.error)) {
      if (!(await waiting.pause(Number(result.meta?.headers?.get("retry-after") ?? 0)))) break;
      result = await send();
    }
    return result;
  } finally {
    waiting.end();
  }
}

/** One call's waiting: shown from its first pause until `end`. */
class Waiting {
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
    if (this.attempt === 1) waitingCalls.set([...waitingCalls.get(), this.call]);
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
    if (this.attempt > 0) waitingCalls.set(waitingCalls.get().filter((call) => call !== this.call));
  }
}
