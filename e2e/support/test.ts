import { test as base } from "@playwright/test";
import { whenUsable } from "./first-view.js";
import { product } from "./product.js";
import { recordToasts } from "./toasts.js";

/**
 * Playwright's test with what every journey here needs: addresses without an origin are the product's, pages are used once
 * their script runs ({@link whenUsable}), toasts are remembered ({@link sawToast}), routes end with the test, and a stall
 * that is still held at the end is released, so that a run never wants for free ones however its tests are spread.
 */
export const test = base.extend({
  baseURL: product.site,
  page: async ({ page }, use) => {
    await recordToasts(page);
    await whenUsable(page);
    page.context().on("page", (another) => void whenUsable(another));
    await use(page);
    // What the page still asks for while it is closed is nobody's failure.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    const answer = await page.request.get("/api/v1/mela/my-hold");
    const hold = answer.ok() ? ((await answer.json()) as { stallId: string } | null) : null;
    if (hold !== null) await page.request.post("/api/v1/mela/release", { data: { stallId: hold.stallId } });
  },
});
