import { describe, expect, it } from "@jest/globals";
import { Gate, GateFullError } from "./gate.js";

/** Work that ends on request. */
function work() {
  let end: (() => void) | undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { end: () => end?.(), run: () => ended };
}

describe("Gate", () => {
  it("runs a few at a time, in order, and refuses callers beyond its queue", async () => {
    const gate = new Gate(2, 1);
    const [first, second, third] = [work(), work(), work()];
    const order: string[] = [];
    const run = (name: string, each: ReturnType<typeof work>) =>
      gate.run(() => {
        order.push(name);
        return each.run();
      });
    const running = [run("first", first), run("second", second), run("third", third)];
    await expect(gate.run(() => Promise.resolve())).rejects.toBeInstanceOf(GateFullError);
    expect(order).toEqual(["first", "second"]);
    second.end();
    await running[1];
    expect(order).toEqual(["first", "second", "third"]);
    first.end();
    third.end();
    await Promise.all(running);
    expect(await gate.run(() => Promise.resolve("free again"))).toBe("free again");
  });

  it("passes on errors, and its place with them", async () => {
    const gate = new Gate(1, 0);
    await expect(gate.run(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(await gate.run(() => Promise.resolve(1))).toBe(1);
  });
});
