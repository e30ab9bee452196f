import { jest } from "@jest/globals";
import { act } from "@testing-library/react";
import { PointerEventsCheckLevel, userEvent } from "@testing-library/user-event";
import type { UserEvent } from "@testing-library/user-event";
import { closingTimes } from "../ui/closing-times";

/** No pauses between keys and no style checks before each press, which are the slowest part in jsdom. */
const QUICK = { delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never } as const;

/** A user without delays. */
export const quickUser = (): UserEvent => userEvent.setup(QUICK);

const shippedClosingTimes = { ...closingTimes };
/** The longest time of a timer, in ms. */
const NEVER = 2 ** 31 - 1;

/** Toasts and overlays stay open until they are dismissed. */
export function keepOpen(): void {
  for (const name of Object.keys(closingTimes) as (keyof typeof closingTimes)[]) closingTimes[name] = NEVER;
}

/** Fakes the clock and returns a user that advances it. Call before the site is opened. Toasts and overlays close in time. */
export function fakeClock(): UserEvent {
  Object.assign(closingTimes, shippedClosingTimes);
  jest.useFakeTimers({ doNotFake: ["queueMicrotask", "nextTick", "setImmediate"] as never });
  return userEvent.setup({ ...QUICK, advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
}

/** Advances the fake clock by some seconds and lets pending responses arrive. */
export async function pass(seconds: number): Promise<void> {
  await act(() => jest.advanceTimersByTimeAsync(seconds * 1000));
}
