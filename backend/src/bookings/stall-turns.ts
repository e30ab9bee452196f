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
  async take<T>(stallId: string, attempt: () => Promise<T>, recheck: () => Promise<void>): Promise<T> {
    for (let other = this.running.get(stallId); other !== undefined; other = this.running.get(stallId)) {
      const failure = await other;
      if (isDatabaseUnavailable(failure)) throw failure;
      await recheck();
    }
    const turn = attempt();
    const end = (failure?: unknown): unknown => {
      this.running.delete(stallId);
      return failure;
    };
    this.running.set(
      stallId,
      turn.then(() => end(), end),
    );
    return await turn;
  }
}

/**
 * Coalesces concurrent reads of the same key. A call during a running read shares the next one, so that a result is never
 * older than its request.
 */
export class SharedReads<Value> {
  private readonly running = new Map<string, Promise<Value>>();
  private readonly next = new Map<string, Promise<Value>>();

  constructor(private readonly read: (key: string) => Promise<Value>) {}

  get(key: string): Promise<Value> {
    const current = this.running.get(key);
    if (current === undefined) return this.start(key);
    let next = this.next.get(key);
    if (next === undefined) {
      const start = (): Promise<Value> => {
        this.next.delete(key);
        return this.start(key);
      };
      next = current.then(start, start);
      this.next.set(key, next);
    }
    return next;
  }

  private start(key: string): Promise<Value> {
    const reading = this.read(key);
    this.running.set(key, reading);
    const end = (): void => {
      this.running.delete(key);
    };
    reading.then(end, end);
    return reading;
  }
}
