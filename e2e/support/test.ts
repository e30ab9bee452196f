import { test as base, type Page } from "@playwright/test";
import { whenUsable } from "./first-view.js";
import { product } from "./product.js";
import { recordToasts } from "./toasts.js";

/**
 * Forgets where the window was: a worker's tests share it, and Chromium keeps 50 entries. Beyond them a page is dropped to which
 * nothing but Back leads, such as the plan that a journey has just come from.
 */
async function forgetHistory(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.resetNavigationHistory");
  await session.detach();
}

/**
 * Playwright's test with the fixtures of every journey: relative addresses belong to the product, pages are used once their
 * script runs ({@link whenUsable}), the window has no history, toasts are recorded ({@link sawToast}), routes are removed after the test, and a stall
 * that is still held is released, so that a run does not run out of free ones.
 */
export const test = base.extend({
  baseURL: product.site,
  page: async ({ page }, use) => {
    await forgetHistory(page);
    await recordToasts(page);
    await whenUsable(page);
    page.context().on("page", (another) => void whenUsable(another));
    await use(page);
    // Requests still in flight while the page closes may fail.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    const response = await page.request.get("/api/v1/mela/my-hold");
    const hold = response.ok() ? ((await response.json()) as { stallId: string } | null) : null;
    if (hold !== null) await page.request.post("/api/v1/mela/release", { data: { stallId: hold.stallId } });
  },
});
