import { isDatabaseUnavailable } from "../platform/database/database-errors.js";

/**
 * Serializes the attempts to reserve a stall within this process. Waiting requests occupy no connection and no lock, and
 * check the stall by a shared read afterwards: hundreds of requests for one stall cost one transaction and a read.
 */
export class StallTurns {
  /** Stall → the running attempt, which resolves with its error, if any. */
  private readonly running = new Map<string, Promise<unknown>>();

  /**
   * Runs `attempt` once no other attempt is running for the stall. After each wait it calls `recheck`, which throws if the
   * attempt cannot succeed; `recheck` must not use data read before its call. If the database was unavailable to the awaited
   * attempt, the waiting requests fail with the same error.
   */
  async take<T>(stall: string, attempt: () => Promise<T>, recheck: () => Promise<void>): Promise<T> {
    for (let other = this.running.get(stall); other !== undefined; other = this.running.get(stall)) {
      const failure = await other;
      if (isDatabaseUnavailable(failure)) throw failure;
      await recheck();
    }
    const turn = attempt();
    const end = (failure?: unknown): unknown => {
      this.running.delete(stall);
      return failure;
    };
    this.running.set(
      stall,
      turn.then(() => end(), end),
    );
    return await turn;
  }
}

/**
 * Coalesces concurrent reads of the same key. A call during a running read shares the next one, so that a result is never
 * older than its request.
 */
export class SharedReads<Key, Value> {
  private readonly running = new Map<string, Promise<Value>>();
  private readonly next = new Map<string, Promise<Value>>();

  /** @param textOf a text that two keys share only if they read the same */
  constructor(
    private readonly read: (key: Key) => Promise<Value>,
    private readonly textOf: (key: Key) => string,
  ) {}

  get(key: Key): Promise<Value> {
    const text = this.textOf(key);
    const current = this.running.get(text);
    if (current === undefined) return this.start(key, text);
    let next = this.next.get(text);
    if (next === undefined) {
      const start = (): Promise<Value> => {
        this.next.delete(text);
        return this.start(key, text);
      };
      next = current.then(start, start);
      this.next.set(text, next);
    }
    return next;
  }

  private start(key: Key, text: string): Promise<Value> {
    const reading = this.read(key);
    this.running.set(text, reading);
    const end = (): void => {
      this.running.delete(text);
    };
    reading.then(end, end);
    return reading;
  }
}
