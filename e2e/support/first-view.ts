import type { Page } from "@playwright/test";

/** The server-rendered view. It is gone once the page's script has taken over (frontend/src/app/take-over.ts). */
export const FIRST_VIEW = "#first-view";

/** Makes every check and action wait until the page's script has replaced the server-rendered view. */
export async function whenUsable(page: Page): Promise<void> {
  const view = page.locator(FIRST_VIEW);
  await page.addLocatorHandler(view, () => view.waitFor({ state: "detached" }));
}

/**
 * Removes the API responses embedded in documents, as when the server could not fetch them in time: the site fetches them
 * itself.
 */
export async function withoutEmbeddedResponses(page: Page): Promise<void> {
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace(/<script [^>]*id="first-answers">.*?<\/script>/s, "");
    return route.fulfill({ response, body });
  });
}
