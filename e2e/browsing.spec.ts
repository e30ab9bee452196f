import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { withoutAnswers } from "./support/first-view.js";
import { inspect } from "./support/inspect.js";
import { product } from "./support/product.js";
import { test } from "./support/test.js";

// Each page is looked at twice, and axe takes its time.
test.describe.configure({ timeout: 900_000 });

interface Listing {
  readonly name: string;
  readonly brandName: string;
  readonly eventName: string | null;
}

async function firstListing(query: string): Promise<Listing> {
  const answer = await fetch(`${product().site}/api/v1/listings/live?${query}&limit=1`);
  const [listing] = (await answer.json()) as Listing[];
  if (listing === undefined) throw new Error(`No listing for ${query}`);
  return listing;
}

/** Opens a page of the site and waits until its content has come. */
async function open(page: Page, path: string): Promise<void> {
  const answer = await page.goto(`${product().site}${path}`);
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

const CATALOGUE = [
  ["home", "/"],
  ["products", "/products"],
  ["product-category", "/products/food-products"],
  ["services", "/services"],
  ["service-category", "/services/training"],
  ["ngo", "/ngo"],
  ["ngo-category", "/categories/handicrafts"],
  ["ngo-static-brand", "/categories/handicrafts/tisser"],
] as const;

test("every page of the catalogue, narrow and wide", async ({ page }) => {
  for (const [name, path] of CATALOGUE) {
    await open(page, path);
    await inspect(page, `browse-${name}`);
  }
});

test("brands of each module, and an event", async ({ page }) => {
  const [shop, service, ngo] = await Promise.all(
    ["shops", "services", "ngos"].map((module) => firstListing(`module=${module}`)),
  );
  await open(page, `/brands/${encodeURIComponent(shop?.brandName ?? "")}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(shop?.brandName ?? "");
  await inspect(page, "browse-brand");
  await open(page, `/services/brands/${encodeURIComponent(service?.brandName ?? "")}`);
  await inspect(page, "browse-service-brand");
  await open(page, `/brands/${encodeURIComponent(ngo?.brandName ?? "")}?module=ngos`);
  await inspect(page, "browse-ngo-brand");
});

test("the header's search by keyboard: found, moved through, left", async ({ page }) => {
  const listing = await firstListing("module=shops");
  await open(page, "/");
  const box = page.getByRole("combobox", { name: "Search brands, products, services and NGOs" });
  await box.fill(listing.name);
  await expect(page.getByRole("option", { name: new RegExp(escaped(listing.name)) }).first()).toBeVisible();
  await inspect(page, "browse-search");
  await box.press("ArrowDown");
  await expect(box).toHaveAttribute("aria-activedescendant", /.+/);
  await box.press("Escape");
  await expect(page.getByRole("option")).toHaveCount(0);
  await expect(box).toHaveValue("");
});

test("a search that finds nothing, and one that fails, say so", async ({ page }) => {
  await open(page, "/");
  const box = page.getByRole("combobox", { name: "Search brands, products, services and NGOs" });
  await box.fill("zzzxqv");
  await expect(page.getByText('No results found for "zzzxqv"')).toBeVisible();
  await inspect(page, "browse-search-nothing");
  await page.route("**/api/v1/search**", (route) => route.fulfill({ status: 500, body: "" }));
  await box.fill("saree");
  await expect(page.getByText("Failed to fetch results. Please try again.")).toBeVisible();
  await page.unroute("**/api/v1/search**");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("option").first()).toBeVisible();
});

test("a listing opens over the page it is on, and Escape leads back", async ({ page }) => {
  await open(page, "/products");
  const listing = await firstListing("module=shops");
  await page.evaluate((detail) => {
    window.dispatchEvent(new CustomEvent("openListing", { detail }));
  }, listing);
  await expect(page.getByRole("dialog")).toContainText(listing.name);
  await inspect(page, "browse-listing");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe("/products");
});

test("listings that cannot be fetched leave a message and a way to try again", async ({ page }) => {
  await withoutAnswers(page);
  await page.route("**/api/v1/listings/**", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto(`${product().site}/products/food-products`);
  const again = page.getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await inspect(page, "browse-failed");
  await page.unroute("**/api/v1/listings/**");
  await again.click();
  await expect(page.getByRole("link", { name: /Explore Brand/ }).first()).toBeVisible();
});

test("a brand nobody knows is a 404 with a page", async ({ page }) => {
  const answer = await page.goto(`${product().site}/brands/Nobody%20At%20All`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByText("Products Will Be Published Soon")).toBeVisible();
  await inspect(page, "browse-brand-empty");
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
