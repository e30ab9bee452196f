/**
 * `SHAKE=on npm test -- frontend/…`: answers come late at random, frames are dropped, and the thread stands still now and
 * then, so that a spec whose verdict hangs on timing shows itself (docs/running.md, Unsteady tests).
 */
const isOn = process.env["SHAKE"] === "on";

// The real ones: specs fake the clock.
const { setTimeout: later, setInterval: every, performance: clock } = globalThis;

/** Whether a spec has the clock in its hands: jest's faked one bears the mark that Testing Library looks for, too. */
const isClockFaked = (): boolean => Object.hasOwn(globalThis.setTimeout, "clock");

/** An answer is on its way for some time; for none where nobody shakes, or where a spec decides when time passes. */
export async function onTheWay(): Promise<void> {
  if (!isOn || isClockFaked()) return;
  const chance = Math.random();
  if (chance < 0.5) return;
  await new Promise((resolve) => later(resolve, chance < 0.9 ? 40 * Math.random() : 400 * Math.random()));
}

/** Drops frames and holds the thread up, if wanted. Frames keep their order, as in a browser. */
export function shake(): void {
  if (!isOn) return;
  const waiting = new Map<number, FrameRequestCallback>();
  let last = 0;
  const draw = (): void => {
    const newest = last;
    for (const [id, work] of waiting) {
      // What this frame asks for is the next one's.
      if (id > newest) break;
      waiting.delete(id);
      work(clock.now());
    }
    if (waiting.size > 0) plan();
  };
  const plan = (): void => {
    later(draw, Math.random() < 0.7 ? 16 : 200 * Math.random());
  };
  globalThis.requestAnimationFrame = (work) => {
    last += 1;
    waiting.set(last, work);
    if (waiting.size === 1) plan();
    return last;
  };
  globalThis.cancelAnimationFrame = (id) => {
    waiting.delete(id);
  };
  every(() => {
    const end = Math.random() < 0.1 ? clock.now() + 250 * Math.random() : 0;
    while (clock.now() < end);
  }, 50);
}
