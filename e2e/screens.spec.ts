import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { withoutEmbeddedResponses } from "./support/first-view.js";
import { inspect } from "./support/inspect.js";
import { product } from "./support/product.js";
import { stallOnPlan } from "./support/registration.js";
import { freeStall, layout, otherVisitor, reserveFor } from "./support/stalls.js";
import { test } from "./support/test.js";

interface Listing {
  readonly name: string;
  readonly brandName: string;
}

async function firstListing(module: "shops" | "services" | "ngos"): Promise<Listing> {
  const response = await fetch(`${product.site}/api/v1/listings/live?module=${module}&limit=1`);
  const [listing] = (await response.json()) as Listing[];
  if (listing === undefined) throw new Error(`no listing of ${module}`);
  return listing;
}

const brandOf = async (module: "services" | "ngos") => encodeURIComponent((await firstListing(module)).brandName);

/** Opens a page and waits until its content has loaded. */
async function open(page: Page, path: string, status = 200): Promise<void> {
  const response = await page.goto(path);
  expect([path, response?.status()]).toEqual([path, status]);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

test("the catalogue's pages that first-view.spec.ts doesn't open pass the inspection", async ({ page }) => {
  for (const [name, path] of [
    ["services", "/services"],
    ["service-category", "/services/training"],
    ["ngo", "/ngo"],
    ["ngo-static-brand", "/categories/handicrafts/tisser"],
    ["service-brand", `/services/brands/${await brandOf("services")}`],
    ["ngo-brand", `/brands/${await brandOf("ngos")}?module=ngos`],
  ]) {
    await open(page, path!);
    await inspect(page, `browse-${name}`);
  }
  await open(page, "/brands/Nobody%20At%20All", 404);
  await expect(page.getByRole("heading", { level: 1, name: "We don't know this brand" })).toBeVisible();
  await inspect(page, "browse-brand-empty");
});

test("a catalogue page whose listings can't be fetched offers a retry", async ({ page }) => {
  await withoutEmbeddedResponses(page);
  await page.route("**/api/v1/listings/**", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto("/products/food-products");
  const again = page.getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await inspect(page, "browse-failed");
  await page.unroute("**/api/v1/listings/**");
  await again.click();
  await expect(page.getByRole("link", { name: /Explore Brand/ }).first()).toBeVisible();
  await inspect(page, "browse-product-category");
});

test("the header's search shows results, or that there are none, and works by keyboard", async ({ page }) => {
  const { name } = await firstListing("shops");
  await open(page, "/");
  const box = page.getByRole("combobox", { name: "Search brands, products, services and NGOs" });
  await box.fill("zzzxqv");
  await expect(page.getByText('No results found for "zzzxqv"')).toBeVisible();
  await inspect(page, "browse-search-nothing");
  await box.fill(name);
  await expect(page.getByRole("option").filter({ hasText: name }).first()).toBeVisible();
  await inspect(page, "browse-search");
  await box.press("ArrowDown");
  await expect(box).toHaveAttribute("aria-activedescendant", /.+/);
  await box.press("Escape");
  await expect(page.getByRole("option")).toHaveCount(0);
});

test("at 320 px the logo and the header's buttons share a row", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, "/about");
  const tops = await page
    .getByRole("banner")
    // The switch of languages stands in the line above.
    .locator("a:not([hreflang]), button")
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).filter(({ width }) => width > 0));
  expect(new Set(tops.map(({ top, height }) => Math.round(top + height / 2))).size).toBe(1);
});

test("the policies, the 404 page and a registration without a stall pass the inspection", async ({ page }) => {
  await open(page, "/paid-events/policies?tab=contact");
  await inspect(page, "policies-contact");
  for (const tab of ["Refund", "Terms"]) {
    await page.getByRole("tab", { name: new RegExp(tab) }).click();
    await expect(page.getByRole("tabpanel", { name: new RegExp(tab) })).toBeVisible();
    await inspect(page, `policies-${tab}`);
  }
  await open(page, "/nowhere", 404);
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  await inspect(page, "404");
  await open(page, "/paid-events/mela/register");
  await expect(page.getByRole("heading", { name: "Invalid Request" })).toBeVisible();
  await inspect(page, "register-invalid");
});

test("the floor plan respects reduced motion; the list, and a plan that can't be fetched, pass the inspection", async ({
  page,
}) => {
  const otherClient = await otherVisitor();
  await reserveFor(otherClient, (await freeStall()).stallId);
  await page.goto("/paid-events/mela");
  const { stallId } = await freeStall("General");
  await page.getByRole("button", { name: "Zoom in" }).click();
  await stallOnPlan(page, stallId).focus();
  await expect(page.getByRole("tooltip")).toBeVisible();
  await inspect(page, "plan-tooltip-zoomed");
  await page.getByRole("button", { name: "Fit the whole plan" }).click();
  await stallOnPlan(page, stallId).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  const moving = await page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      if (animation.playState !== "running") return [];
      return [animation instanceof CSSAnimation ? animation.animationName : "transition"];
    }),
  );
  expect(moving).toEqual([]);
  await inspect(page, "plan-confirm");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "List" }).click();
  await expect(page.getByRole("table")).toBeVisible();
  await inspect(page, "list");
  await otherClient.dispose();

  const everythingFree = (await layout()).map((each) => ({ ...each, status: "Available" }));
  // The stream would overwrite the fake layout.
  await page.route("**/api/v1/mela/layout/events*", (route) => route.abort());
  await page.route("**/api/v1/mela/layout", (route) => route.abort());
  // Nor does this browser know a plan: it would show it as it was (offline.spec.ts).
  await page.addInitScript(() => localStorage.clear());
  // The document carries the plan: only one without it, as from a busy api, has to fetch it.
  await page.route("**/paid-events/mela?*", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /<script type="application\/json" id="first-answers">.*?<\/script>/s,
      "",
    );
    await route.fulfill({ response, body });
  });
  await page.goto("/paid-events/mela?view=list&status=Sold");
  await expect(page.getByRole("alert")).toContainText("Availability unavailable");
  await inspect(page, "plan-unavailable");
  await page.route("**/api/v1/mela/layout", (route) => route.fulfill({ json: everythingFree }));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("No stall fits these filters.")).toBeVisible();
  await inspect(page, "list-empty");
});
