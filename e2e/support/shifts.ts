import type { Page } from "@playwright/test";

/** Runs in the page: sums up Chromium's layout shifts. @param buffered includes those before the call */
export function observeShifts(buffered: boolean): void {
  const shifts = { sum: 0 };
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean };
      if (!hadRecentInput) shifts.sum += value;
    }
  }).observe({ type: "layout-shift", buffered });
}

/** The sum of the observed layout shifts. */
export const shiftsOn = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // Entries are reported after the frame they belong to.
    for (let frames = 0; frames < 3; frames += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return (globalThis as unknown as { shifts: { sum: number } }).shifts.sum;
  });
