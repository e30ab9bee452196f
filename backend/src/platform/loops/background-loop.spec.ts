import { describe, expect, it } from "@jest/globals";
import { BackgroundLoop, TimeoutError, withinMs } from "./background-loop.js";

/** Counts the turns of a loop; `reach` waits for a number of them. */
function counted(turn: (count: number) => Promise<boolean> = () => Promise.resolve(false)) {
  let count = 0;
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  return {
    turn: () => {
      count += 1;
      for (const { count: wanted, resolve } of waiting) if (count >= wanted) resolve();
      return turn(count);
    },
    turns: () => count,
    reach: (wanted: number) =>
      new Promise<void>((resolve) => {
        if (count >= wanted) resolve();
        else waiting.push({ count: wanted, resolve });
      }),
  };
}

const NEVER_MS = 1_000_000;

describe("BackgroundLoop", () => {
  it("runs the next turn immediately while there is more work, and when woken", async () => {
    const work = counted((count) => Promise.resolve(count < 3));
    const loop = new BackgroundLoop({ name: "test", everyMs: NEVER_MS, turn: work.turn });
    loop.start();
    await work.reach(3);
    loop.wake();
    await work.reach(4);
    await loop.stop();
    expect(work.turns()).toBe(4);
  });

  it("runs another turn after a wake-up during a turn", async () => {
    const work = counted((count) => {
      if (count === 1) loop.wake();
      return Promise.resolve(false);
    });
    const loop = new BackgroundLoop({ name: "test", everyMs: NEVER_MS, turn: work.turn });
    loop.start();
    await work.reach(2);
    await loop.stop();
  });

  it("continues after a failed turn", async () => {
    const work = counted((count) => (count === 1 ? Promise.reject(new Error("away")) : Promise.resolve(false)));
    const loop = new BackgroundLoop({ name: "test", everyMs: 5, turn: work.turn });
    loop.start();
    await work.reach(3);
    await loop.stop();
  });

  it("finishes the current turn on stop and starts no other", async () => {
    let finish: (() => void) | undefined;
    let finished = false;
    const work = counted(async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      finished = true;
      return true;
    });
    const loop = new BackgroundLoop({ name: "test", everyMs: 1, turn: work.turn });
    loop.start();
    await work.reach(1);
    const stopping = loop.stop();
    finish?.();
    await stopping;
    expect(finished).toBe(true);
    expect(work.turns()).toBe(1);
  });
});

describe("withinMs", () => {
  it("settles with the promise, or rejects after the timeout", async () => {
    await expect(withinMs(1_000, Promise.resolve(5))).resolves.toBe(5);
    await expect(withinMs(1_000, Promise.reject(new Error("no")))).rejects.toThrow("no");
    await expect(withinMs(5, new Promise(() => undefined))).rejects.toThrow(TimeoutError);
  });
});
