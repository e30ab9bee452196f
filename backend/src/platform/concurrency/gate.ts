/** The gate's queue is full; nothing was done. */
export class GateFullError extends Error {
  constructor() {
    super("too many callers wait already");
    this.name = "GateFullError";
  }
}

/** Lets a few expensive computations run at a time; further callers wait in order, and beyond a number are refused. */
export class Gate {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /**
   * @param maxRunning computations at a time
   * @param maxWaiting callers that wait for them
   */
  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting: number,
  ) {}

  /** @throws GateFullError */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.maxRunning) this.running += 1;
    else {
      if (this.waiting.length >= this.maxWaiting) throw new GateFullError();
      // A finished caller hands its place over, so that no later caller can take it first.
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}
