import { jest } from "@jest/globals";
import { act } from "@testing-library/react";
import { PointerEventsCheckLevel, userEvent } from "@testing-library/user-event";
import type { UserEvent } from "@testing-library/user-event";

/** Without pauses between keys, and without computing styles before every press, which is what takes jsdom longest. */
const QUICK = { delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never } as const;

/** A user who acts at once. */
export const quickUser = (): UserEvent => userEvent.setup(QUICK);

/** Fakes the clock and gives a user who acts on it. Call before the site is opened. */
export function fakeClock(): UserEvent {
  jest.useFakeTimers({ doNotFake: ["queueMicrotask", "nextTick", "setImmediate"] as never });
  return userEvent.setup({ ...QUICK, advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
}

/** Lets so many seconds pass, answers included. */
export async function pass(seconds: number): Promise<void> {
  await act(() => jest.advanceTimersByTimeAsync(seconds * 1000));
}

/** As `pass`, on a device that slept meanwhile: what would have come each second comes once, at the end. */
export async function sleep(seconds: number): Promise<void> {
  const { clock } = globalThis.setTimeout as typeof setTimeout & { clock: { jump: (ms: number) => void } };
  await act(() => {
    clock.jump(seconds * 1000);
    return jest.advanceTimersByTimeAsync(0);
  });
}
