import type { Page } from "@playwright/test";

/** What is sent with a page before its script runs: it can be seen and not yet used. */
export const FIRST_VIEW = "#root > [inert]";

/** Before anything on the page is checked or done, waits until the page's script has taken over what it was sent with. */
export async function whenUsable(page: Page): Promise<void> {
  const view = page.locator(FIRST_VIEW);
  await page.addLocatorHandler(view, () => view.waitFor({ state: "detached" }));
}

/**
 * From now on documents come without what the API answers first, as where it can't be had in time: the site asks for it
 * itself.
 */
export async function withoutAnswers(page: Page): Promise<void> {
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace(/<script [^>]*id="first-answers">.*?<\/script>/s, "");
    return route.fulfill({ response, body });
  });
}
