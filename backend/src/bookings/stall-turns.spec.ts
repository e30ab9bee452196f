import { describe, expect, it } from "@jest/globals";
import { SharedReads, StallTurns } from "./stall-turns.js";

/** A promise that the test resolves or rejects. */
function deferred<T>() {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const noop = (): Promise<void> => Promise.resolve();
const taken = (): Promise<never> => Promise.reject(new Error("taken"));

describe("StallTurns.take", () => {
  it("runs one attempt at a time per stall, and different stalls in parallel", async () => {
    const turns = new StallTurns();
    const running = new Map([
      ["B1", 0],
      ["B2", 0],
    ]);
    let maxRunning = 0;
    const attempt = (stallId: string) => async (): Promise<void> => {
      running.set(stallId, running.get(stallId)! + 1);
      maxRunning = Math.max(maxRunning, running.get(stallId)!);
      await settled();
      running.set(stallId, running.get(stallId)! - 1);
    };
    const all = Array.from({ length: 20 }, (_, n) => `B${1 + (n % 2)}`);
    let rechecks = 0;
    const recheck = (): Promise<void> => Promise.resolve(void (rechecks += 1));
    await Promise.all(all.map((stallId) => turns.take(stallId, attempt(stallId), recheck)));
    expect(maxRunning).toBe(1);
    expect(rechecks).toBeGreaterThanOrEqual(18);
  });

  it("rejects waiting requests without an attempt when the stall is taken", async () => {
    const turns = new StallTurns();
    const first = deferred<string>();
    const winner = turns.take("B1", () => first.promise, noop);
    let attempts = 0;
    const losers = Array.from({ length: 50 }, () =>
      turns
        .take("B1", () => Promise.resolve(void (attempts += 1)), taken)
        .catch((error: unknown) => (error as Error).message),
    );
    first.resolve("B1");
    expect(await winner).toBe("B1");
    expect(new Set(await Promise.all(losers))).toEqual(new Set(["taken"]));
    expect(attempts).toBe(0);
  });

  it.each([
    ["succeeded", (first: ReturnType<typeof deferred<string>>) => first.resolve("B1")],
    ["was rejected", (first: ReturnType<typeof deferred<string>>) => first.reject(new Error("limit"))],
    ["threw", (first: ReturnType<typeof deferred<string>>) => first.reject(new TypeError("a fault"))],
  ])("runs the next attempt if the stall is still free after one that %s", async (_what, end) => {
    const turns = new StallTurns();
    const first = deferred<string>();
    const one = turns.take("B1", () => first.promise, noop).catch(() => undefined);
    const two = turns.take("B1", () => Promise.resolve("second"), noop);
    end(first);
    await one;
    expect(await two).toBe("second");
  });

  it("fails waiting requests without an attempt when the database is unavailable", async () => {
    const turns = new StallTurns();
    const first = deferred<string>();
    const unavailable = Object.assign(new Error("lock timeout"), { code: "55P03" });
    const one = turns.take("B1", () => first.promise, noop).catch((error: unknown) => error);
    const two = turns.take("B1", taken, taken).catch((error: unknown) => error);
    first.reject(unavailable);
    expect(await one).toBe(unavailable);
    expect(await two).toBe(unavailable);
    expect(await turns.take("B1", () => Promise.resolve("free again"), taken)).toBe("free again");
  });
});

describe("SharedReads.get", () => {
  it("runs one read per key at a time and never returns a result older than the request", async () => {
    const reads: ReturnType<typeof deferred<number>>[] = [];
    const shared = new SharedReads(() => {
      const read = deferred<number>();
      reads.push(read);
      return read.promise;
    }, String);
    const first = shared.get("B1");
    const later = [shared.get("B1"), shared.get("B1")];
    expect(reads).toHaveLength(1);
    reads[0]!.resolve(1);
    expect(await first).toBe(1);
    await settled();
    expect(reads).toHaveLength(2);
    const latest = shared.get("B1");
    reads[1]!.resolve(2);
    expect(await Promise.all(later)).toEqual([2, 2]);
    await settled();
    reads[2]!.resolve(3);
    expect(await latest).toBe(3);
  });

  it("starts a new read after one that failed", async () => {
    let fails = true;
    const shared = new SharedReads(() => (fails ? Promise.reject(new Error("away")) : Promise.resolve("here")), String);
    const first = shared.get("B1");
    const second = shared.get("B1");
    fails = false;
    await expect(first).rejects.toThrow("away");
    expect(await second).toBe("here");
  });
});
