import type { BaseQueryApi } from "@reduxjs/toolkit/query/react";
import { PATIENCE_MS, retryPauseMs } from "@sakhi/domain/site/overload.rules";
import { isOverloaded } from "./overload";
import type { Sending, WaitingCall } from "./sending";
import { changed } from "./site-state";

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
  api: BaseQueryApi,
): Promise<Result> {
  const waiting = new Waiting(api, PATIENCE_MS);
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

  /** @param api its signal ends with the call: its page was left, or its request was given up */
  constructor(
    private readonly api: BaseQueryApi,
    private readonly patienceMs: number,
  ) {
    this.call = { endpoint: api.endpoint, stop: () => this.stopped.abort() };
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
    const signals = [this.stopped.signal, this.api.signal];
    if (this.waitedMs > this.patienceMs || signals.some(({ aborted }) => aborted)) return false;
    if (this.attempt === 1) this.show((waiting) => waiting.add(this.call));
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
    this.show((waiting) => waiting.delete(this.call));
  }

  private show(change: (waiting: Sending["waiting"]) => void): void {
    const { waiting } = this.api.extra as Sending;
    change(waiting);
    this.api.dispatch(changed({ waiting: [...waiting].map(({ endpoint }) => endpoint) }));
  }
}
