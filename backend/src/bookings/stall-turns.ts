import { isDatabaseUnavailable } from "../platform/database/database-errors.js";

/**
 * At most one attempt to reserve a stall is under way in this process. The others wait for its outcome without a
 * connection or a lock, and then look for themselves: hundreds who press for one stall cost one transaction and a read.
 */
export class StallTurns {
  /** The attempt under way on each stall, as its failure; undefined where it succeeded or was refused. */
  private readonly underWay = new Map<string, Promise<unknown>>();

  /**
   * Runs `attempt` as soon as no other is under way for the stall. Anyone who has waited for one calls `look` first, which
   * throws where there is nothing left to attempt; what it sees must have been read after it was called. Where the
   * database did not answer the one who was waited for, it has not answered the others either.
   */
  async take<T>(stallId: string, attempt: () => Promise<T>, look: () => Promise<void>): Promise<T> {
    for (let other = this.underWay.get(stallId); other !== undefined; other = this.underWay.get(stallId)) {
      const failure = await other;
      if (isDatabaseUnavailable(failure)) throw failure;
      await look();
    }
    const turn = attempt();
    const end = (failure?: unknown): unknown => {
      this.underWay.delete(stallId);
      return failure;
    };
    this.underWay.set(
      stallId,
      turn.then(() => end(), end),
    );
    return await turn;
  }
}

/**
 * Reads that everybody who asks at the same moment shares. Who asks while a read is under way gets the next one: an
 * answer is never older than its question.
 */
export class SharedReads<Value> {
  private readonly underWay = new Map<string, Promise<Value>>();
  private readonly next = new Map<string, Promise<Value>>();

  constructor(private readonly read: (key: string) => Promise<Value>) {}

  get(key: string): Promise<Value> {
    const current = this.underWay.get(key);
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
    this.underWay.set(key, reading);
    const end = (): void => {
      this.underWay.delete(key);
    };
    reading.then(end, end);
    return reading;
  }
}
