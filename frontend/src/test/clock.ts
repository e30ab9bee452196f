import { jest } from "@jest/globals";
import { act } from "@testing-library/react";
import { PointerEventsCheckLevel, userEvent } from "@testing-library/user-event";
import type { UserEvent } from "@testing-library/user-event";

/** No pauses between keys and no style checks before each press, which are the slowest part in jsdom. */
const QUICK = { delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never } as const;

/** A user without delays. */
export const quickUser = (): UserEvent => userEvent.setup(QUICK);

/** Fakes the clock and returns a user that advances it. Call before the site is opened. */
export function fakeClock(): UserEvent {
  jest.useFakeTimers({ doNotFake: ["queueMicrotask", "nextTick", "setImmediate"] as never });
  return userEvent.setup({ ...QUICK, advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
}

/** Advances the fake clock by some seconds and lets pending responses arrive. */
export async function pass(seconds: number): Promise<void> {
  await act(() => jest.advanceTimersByTimeAsync(seconds * 1000));
}

/** Like `pass` on a sleeping device: repeated timers fire once, at the end. */
export async function sleep(seconds: number): Promise<void> {
  const { clock } = globalThis.setTimeout as typeof setTimeout & { clock: { jump: (ms: number) => void } };
  await act(() => {
    clock.jump(seconds * 1000);
    return jest.advanceTimersByTimeAsync(0);
  });
}
