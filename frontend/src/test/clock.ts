import { jest } from "@jest/globals";
import { act } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { UserEvent } from "@testing-library/user-event";

/** Fakes the clock and gives a user who acts on it. Call before the site is opened. */
export function fakeClock(): UserEvent {
  jest.useFakeTimers({ doNotFake: ["queueMicrotask", "nextTick", "setImmediate"] as never });
  return userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
}

/** Lets so many seconds pass, answers included. */
export async function pass(seconds: number): Promise<void> {
  await act(() => jest.advanceTimersByTimeAsync(seconds * 1000));
}
