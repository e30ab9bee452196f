import { expect, type Page, test } from "@playwright/test";
import { inspect } from "./support/inspect.js";
import { product } from "./support/product.js";
import { NARROW, WIDE } from "./support/sizes.js";

// A phone that changes its network while a page loads loses the files that are being fetched. The site starts all the same.

test.use({ baseURL: product.site });

const line = (page: Page) => page.getByRole("alert").filter({ hasText: "Part of this page could not be loaded." });
/** The site has started: the plan's list opens. A press before that is answered later. */
const started = (page: Page) =>
  expect(async () => {
    await page.getByRole("button", { name: "List" }).click();
    await expect(page).toHaveURL(/view=list/, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });

/** Loses the connection for requests of these addresses, the first of each. */
async function loseFirst(page: Page, files: RegExp): Promise<ReadonlySet<string>> {
  const lost = new Set<string>();
  await page.route(files, (route, request) => {
    if (lost.has(request.url())) return route.continue();
    lost.add(request.url());
    return route.abort("connectionreset");
  });
  return lost;
}

for (const viewport of [NARROW, WIDE]) {
  test(`at ${viewport.width} px, the site starts though every script was lost once`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const lost = await loseFirst(page, /\/assets\/(?!start-)[^/]*\.js$/);
    await page.goto("/paid-events/mela");
    await started(page);
    expect(lost.size).toBeGreaterThan(2);
    await expect(line(page)).toBeHidden();
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`in ${colorScheme} colours, a line with a button says that we keep trying, and the site starts once it can`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    let isLost = true;
    await page.route(/\/assets\/(?!start-)[^/]*\.js$/, (route) =>
      isLost ? route.abort("connectionreset") : route.continue(),
    );
    for (const viewport of [WIDE, NARROW]) {
      isLost = true;
      await page.setViewportSize(viewport);
      await page.goto("/paid-events/mela");
      await expect(line(page)).toBeVisible({ timeout: 30_000 });
      const button = line(page).getByRole("button", { name: "Load it again" });
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await inspect(page, `not-started-${colorScheme}`);
    }
    isLost = false;
    // The device says that it is online again.
    await page.evaluate(() => globalThis.dispatchEvent(new Event("online")));
    await expect(line(page)).toBeHidden({ timeout: 30_000 });
    await started(page);
  });
}
