import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { SITE_PAGES } from "@sakhi/domain/site/site.page-list";
import { FIRST_VIEW } from "./support/first-view.js";
import { product } from "./support/product.js";
import { stallOnPlan } from "./support/registration.js";
import { NARROW } from "./support/sizes.js";
import { freeStall } from "./support/stalls.js";
import { smallTargets } from "./support/targets.js";
import { test } from "./support/test.js";

test.use({ viewport: NARROW, hasTouch: true, isMobile: true });

/** Pages without a parameter that everyone sees. */
const PAGES = SITE_PAGES.filter(({ path, personal }) => !path.includes(":") && personal !== true).map(
  ({ path }) => path,
);

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator(FIRST_VIEW).waitFor({ state: "detached" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

test("everything that is pressed on the public pages is at least 44 px high and wide on a phone", async ({ page }) => {
  const response = await fetch(`${product.site}/api/v1/listings/live?module=shops&limit=1`);
  const [listing] = (await response.json()) as { readonly brandName: string }[];
  const brand = `/brands/${encodeURIComponent(listing?.brandName ?? "")}`;
  for (const path of [...PAGES, "/paid-events/mela", "/paid-events/mela/policies", "/products/food-products", brand]) {
    await open(page, path);
    expect.soft(await smallTargets(page), path).toEqual([]);
  }
});

test("so is what opens over a page", async ({ page }) => {
  await open(page, "/products");
  await page.getByRole("button", { name: "Menu", exact: true }).first().click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  expect.soft(await smallTargets(page), "menu").toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Search", exact: true }).first().click();
  await page.getByRole("combobox").first().fill("bamboo");
  await expect(page.getByTestId("search-list").getByRole("option").first()).toBeVisible();
  expect.soft(await smallTargets(page), "search").toEqual([]);

  await open(page, "/paid-events/mela");
  await stallOnPlan(page, (await freeStall()).stallId).click();
  await expect(page.getByRole("dialog", { name: "Confirm Stall Reservation" })).toBeVisible();
  expect.soft(await smallTargets(page), "reserve").toEqual([]);
});
