import { expect, test } from "@playwright/test";
import { FIRST_VIEW, whenUsable } from "./support/first-view.js";
import { inspect } from "./support/inspect.js";
import { product as running } from "./support/product.js";
import { NARROW } from "./support/sizes.js";

test.use({ baseURL: running.site, viewport: NARROW, hasTouch: true });

const BRAND = "/brands/Baans%20Basti";
const NAME = "Woven Bamboo Lamp";

test("a product is opened on its brand's page, shared, and opened cold by somebody else, with and without script", async ({
  page,
  browser,
}) => {
  // Before that, a card is a link to the product's own page.
  await whenUsable(page);
  await page.goto(BRAND);
  await expect(page.locator(FIRST_VIEW)).toHaveCount(0);
  const card = page.getByRole("link", { name: NAME, exact: true }).first();
  const path = (await card.getAttribute("href")) ?? "";
  expect(path).toMatch(/^\/brands\/Baans%20Basti\/products\/woven-bamboo-lamp-[0-9a-f]{8}$/);
  await card.click();
  await expect(page.getByRole("dialog", { name: NAME })).toBeVisible();
  await expect(page).toHaveURL(path);
  await inspect(page, "product-dialog");
  // Android's Back closes it, and leaves the page where it was.
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(BRAND);
  await page.goForward();
  const dialog = page.getByRole("dialog", { name: NAME });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Share" }).click();
  const shared = new URL((await dialog.getByRole("link", { name: /^Share on WhatsApp/ }).getAttribute("href")) ?? "");
  const link = /https?:\S+$/.exec(shared.searchParams.get("text") ?? "")?.[0] ?? "";
  expect(new URL(link).pathname).toBe(path);
  // Held sideways, its button is in view.
  await page.setViewportSize({ width: 780, height: 360 });
  await expect(dialog.getByRole("button", { name: "Close" })).toBeInViewport({ ratio: 1 });

  for (const javaScriptEnabled of [false, true]) {
    const other = await browser.newContext({ javaScriptEnabled, viewport: NARROW, baseURL: running.site });
    const cold = await other.newPage();
    const response = await cold.goto(path);
    expect(response?.status()).toBe(200);
    await expect(cold.locator("h1")).toHaveText(NAME);
    await expect(cold.locator('meta[property="og:title"]')).toHaveAttribute("content", new RegExp(`^${NAME}`));
    const data = await cold.locator('script[type="application/ld+json"]').allTextContents();
    expect(data.map((json) => (JSON.parse(json) as { "@type": string })["@type"])).toContain("Product");
    if (javaScriptEnabled) {
      await expect(cold.getByRole("heading", { level: 1, name: NAME })).toBeVisible();
      await expect(cold.getByRole("dialog")).toHaveCount(0);
      await inspect(cold, "product-page");
    }
    await other.close();
  }
});
