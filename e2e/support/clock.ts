import type { Page } from "@playwright/test";

/**
 * Stops a page's clock, also of every page it goes to: time passes by `page.clock` alone. A clock that is only
 * installed runs on, by as much as the machine happens to need.
 */
export async function stopClock(page: Page): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now });
  // Far enough ahead that the clock, which runs until this call has arrived, can't have come there.
  await page.clock.pauseAt(now + 600_000);
}
