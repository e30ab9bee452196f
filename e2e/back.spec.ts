import { expect } from "@playwright/test";
import type { Locator, Page } from "@playwright/test";
import { whenUsable } from "./support/first-view.js";
import { inspect } from "./support/inspect.js";
import { field, reserveOnPlan, someDetails, stallOnPlan } from "./support/registration.js";
import { reserveBriefly } from "./support/short-hold.js";
import { freeStall } from "./support/stalls.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";

// A cheap phone: Back is how things are closed there, and who looks away for ten minutes comes back to a page.
test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });

const PLAN = "/paid-events/mela";

/** Opens what is over a page, and returns it. */
type Open = (page: Page) => Promise<Locator>;

const byButton =
  (name: string, shown: (page: Page) => Locator): Open =>
  async (page) => {
    await page.getByRole("button", { name, exact: true }).first().click();
    return shown(page);
  };

const OVERLAYS: readonly (readonly [string, string, Open])[] = [
  ["the menu", "/support", byButton("Menu", (page) => page.getByRole("dialog", { name: "Menu" }))],
  ["the menu Shop", "/support", byButton("Shop", (page) => page.locator("header ul a[href='/products']"))],
  ["the search", "/support", byButton("Search", (page) => page.getByRole("combobox").first())],
  [
    "the results of a search",
    "/support",
    async (page) => {
      await page.getByRole("button", { name: "Search", exact: true }).click();
      await page.getByRole("combobox").first().fill("bamboo");
      return page.getByTestId("search-list");
    },
  ],
  [
    "a product",
    "/products",
    async (page) => {
      await whenUsable(page);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      // Until what loads after the start is there (frontend/src/app/after-start.ts), Back leaves the page: a person is slower.
      await page.waitForFunction(() => history.scrollRestoration === "manual");
      await page.evaluate(() =>
        globalThis.dispatchEvent(new CustomEvent("openListing", { detail: { name: "Jute bag", module: "shops" } })),
      );
      return page.getByRole("dialog", { name: "Jute bag" });
    },
  ],
  [
    "the question before a stall is reserved",
    PLAN,
    async (page) => {
      await stallOnPlan(page, (await freeStall()).stallId).click();
      return page.getByRole("dialog", { name: "Confirm Stall Reservation" });
    },
  ],
];

for (const [what, address, open] of OVERLAYS) {
  test(`Back closes ${what}, stays on its page, and then leaves it`, async ({ page }) => {
    await page.goto("/about");
    await page.goto(address);
    const overlay = await open(page);
    await expect(overlay).toBeVisible();
    await page.goBack();
    await expect(overlay).toBeHidden();
    await expect(page).toHaveURL(address);
    // The results of a search lie over the search.
    if (what.startsWith("the results")) await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL("/about");
  });
}

test("closed by its button, a dialog needs no Back of its own; after a link of the menu, Back leads to its page", async ({
  page,
}) => {
  await page.goto("/about");
  await page.goto(PLAN);
  const { stallId } = await freeStall();
  const dialog = page.getByRole("dialog", { name: "Confirm Stall Reservation" });
  await inspect(page, "plan-prices");
  for (let time = 0; time < 2; time += 1) {
    await stallOnPlan(page, stallId).click();
    if (time === 0) await inspect(page, "reserve-dialog");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
  }
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Find my booking or listing" }).click();
  await expect(page).toHaveURL("/find-my-booking");
  await inspect(page, "find-booking-or-listing");
  await page.goBack();
  await expect(page).toHaveURL(PLAN);
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL("/about");
});

test("Back in the registration asks; Back in the question stays; the details are kept", async ({ page }) => {
  const stall = await freeStall();
  await reserveOnPlan(page, stall);
  await field(page, "fullName").fill("Asha Rao");
  const question = page.getByRole("alertdialog", { name: `Leave and release ${stall.stallId}?` });
  await page.goBack();
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(field(page, "fullName")).toHaveValue("Asha Rao");
  await page.goBack();
  await question.getByRole("button", { name: "Release and leave" }).click();
  await expect(page).toHaveURL(PLAN);
  await expect(page.getByRole("region", { name: "Your last reservation" })).toBeHidden();
});

test("ten minutes in another tab: the page still says that they are over, and the stall is reserved again with the details", async ({
  page,
  context,
}) => {
  const stall = await freeStall();
  await reserveBriefly(page.request, stall.stallId, 30);
  await page.goto(`${PLAN}/register?stallId=${stall.stallId}&type=${stall.type}&price=${stall.price}`);
  const { fullName } = someDetails();
  await field(page, "fullName").fill(fullName);
  // A child cries: the message comes and goes while nobody looks.
  const other = await context.newPage();
  await other.goto("/about");
  await other.bringToFront();
  await sawToast(page, "Reservation Expired");
  await expect(page.locator("[data-toasts] > *")).toHaveCount(0, { timeout: 60_000 });
  await other.close();
  await page.bringToFront();
  const over = page.getByRole("region", { name: "Your last reservation" });
  await expect(over).toContainText(`Your ten minutes for ${stall.stallId} are over.`);
  // Others come first for half a minute.
  await expect(over).toContainText("It is free again. Your details are kept.", { timeout: 60_000 });
  await expect(over).toBeInViewport();
  await inspect(page, "hold-over");
  await over.getByRole("button", { name: `Reserve ${stall.stallId}` }).click();
  await page
    .getByRole("dialog", { name: "Confirm Stall Reservation" })
    .getByRole("button", { name: "Yes, Reserve" })
    .click();
  await expect(field(page, "fullName")).toHaveValue(fullName);
});
