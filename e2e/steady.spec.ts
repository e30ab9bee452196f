import { expect } from "@playwright/test";
import type { Page, Route } from "@playwright/test";
import { openRegistration } from "./support/bookings.js";
import { withoutEmbeddedResponses } from "./support/first-view.js";
import { inspect } from "./support/inspect.js";
import { pressSlowly } from "./support/press.js";
import { field, fillIn, policies, proceed, reserveOnPlan, someDetails, stallOnPlan } from "./support/registration.js";
import { observeShifts, shiftsOn } from "./support/shifts.js";
import { WITH_MOTION } from "./support/sizes.js";
import { freeStall } from "./support/stalls.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";

test.use(WITH_MOTION);

const LISTINGS = "**/api/v1/listings/**";
const PHONE = { width: 360, height: 760 };

/** Delays the catalogue's responses until the returned function is called. */
async function holdCatalogue(page: Page): Promise<() => void> {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  await page.route(LISTINGS, async (route: Route) => {
    await opened;
    await route.continue();
  });
  return open;
}

const SLOW = [
  ["/products", 10],
  ["/ngo", 3],
  ["/ngo?brand=Tisser", 4],
  ["/products/bags", 3],
  ["/categories/handicrafts", 3],
  ["/brands/Jhola%20Junction", 4],
] as const;
/** The same layouts with other listings. */
const SERVICES = [
  ["/services", 10],
  ["/services/training", 3],
  ["/services/brands/Udaan%20Academy", 4],
] as const;

for (const [size, pages] of [
  [PHONE, [...SLOW, ...SERVICES]],
  [{ width: 1440, height: 900 }, SLOW],
] as const) {
  test(`late responses shift nothing at ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size);
    await withoutEmbeddedResponses(page);
    for (const [path, skeletons] of pages) {
      const open = await holdCatalogue(page);
      await page.goto(path);
      await expect(page.getByTestId("skeleton")).toHaveCount(skeletons);
      await page.evaluate(() => document.fonts.ready);
      await page.evaluate(observeShifts, false);
      open();
      await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
      await expect(page.getByTestId("skeleton")).toHaveCount(0);
      expect.soft(await shiftsOn(page), path).toBeLessThan(0.1);
      await page.unroute(LISTINGS);
    }
  });
}

test("an event's placeholder keeps the footer out of view until its listings load", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const response = await page.request.get("/api/v1/listings/live?module=shops");
  const listings = (await response.json()) as { eventName: string | null }[];
  const event = listings.find(({ eventName }) => /\p{L}/u.test(eventName ?? ""))?.eventName ?? "";
  const open = await holdCatalogue(page);
  await page.goto(`/events/${encodeURIComponent(event)}`);
  await expect(page.getByText("Loading event details...")).toBeVisible();
  await expect(page.getByRole("contentinfo")).not.toBeInViewport();
  open();
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
});

test("a word longer than the screen wraps, also at a text size of 200 %", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await withoutEmbeddedResponses(page);
  const word = `Donau${"dampfschifffahrt".repeat(6)}`;
  await page.route(LISTINGS, (route) =>
    route.fulfill({
      json: [1, 2].map((place) => ({
        id: `0b7c2a52-4a2e-4c6f-9f4e-0a1b2c3d4e5${place}`,
        name: `${word}${place}`,
        description: word,
        category: "Bags",
        brand: word,
        brandName: word,
        location: `कच्छ ${word} and a good deal more of it`,
        image: null,
        productImages: [{ imageUrl: `/nothing-${place}.png` }],
        module: "shops",
        eventName: "x",
      })),
    }),
  );
  for (const path of [`/brands/${word}`, "/products/bags", "/events/x", `/ngo?brand=${word}`]) {
    await page.goto(path);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    for (const size of ["100%", "200%"]) {
      await page.addStyleTag({ content: `html { font-size: ${size} !important }` });
      const wide = await page.evaluate(() => ({
        page: document.documentElement.scrollWidth - window.innerWidth,
        // A card clips its overflow.
        cards: [...document.querySelectorAll("article")]
          .filter((card) => card.scrollWidth > card.clientWidth + 1)
          .map(({ textContent }) => textContent.slice(0, 20)),
      }));
      expect.soft(wide, `${path} at ${size}`).toEqual({ page: 0, cards: [] });
    }
  }
});

test("fonts load once; a link to the current page scrolls to its top; a filter keeps scroll position and focus", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto("/products");
  const chip = page.getByRole("button", { name: "Bags", exact: true });
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  const fonts = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="font"]')].map(({ href }) => href),
  );
  expect(fonts).toHaveLength(3);
  for (const font of fonts) {
    expect((await page.request.get(font)).status()).toBe(200);
    // An entry appears once the font has loaded; an unmatched preload would be fetched twice.
    const fetched = () =>
      page.evaluate((url) => performance.getEntriesByType("resource").filter(({ name }) => name === url).length, font);
    await expect.poll(fetched).toBe(1);
  }

  await chip.scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollBy(0, 120));
  const place = await page.evaluate(() => window.scrollY);
  await chip.click();
  await expect(page).toHaveURL(/\?category=Bags$/);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(chip).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(place);
  const footer = page.getByRole("contentinfo").getByRole("link", { name: "Products", exact: true });
  // The first click removes the filter, the second links to the current address.
  for (let times = 0; times < 2; times += 1) {
    await footer.click();
    await expect(page).toHaveURL(/\/products$/);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await expect(page.getByRole("heading", { level: 1, name: "Products" })).toBeFocused();
  }
  // Going back restores the filter.
  await page.goBack();
  await expect(page).toHaveURL(/\?category=Bags$/);
  await expect(chip).toHaveAttribute("aria-pressed", "true");
});

// On phones the categories are a row to swipe; the second is also within reach while it has skeletons.
for (const category of ["Stationery", "Business Supplies"]) {
  test(`going back restores the scroll position after a reload too: ${category}`, async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto("/products");
    const link = page.getByRole("main").getByRole("link", { name: category });
    await page.evaluate(() => window.scrollTo(0, 150));
    await link.scrollIntoViewIfNeeded();
    const placeOnPage = () =>
      link.evaluate((card) => [window.scrollY, Math.round(card.getBoundingClientRect().left)] as const);
    const place = await placeOnPage();
    expect(place[0]).toBeGreaterThan(0);
    await link.click();
    const heading = page.getByRole("heading", { level: 1, name: category });
    await expect(heading).toBeFocused();
    await page.reload();
    await expect(heading).toBeVisible();
    await page.waitForFunction(() => history.scrollRestoration === "manual");
    const open = await holdCatalogue(page);
    await page.goBack();
    await expect(page.getByTestId("skeleton")).toHaveCount(10);
    open();
    await expect(link).toBeVisible();
    await expect.poll(placeOnPage).toEqual(place);
  });
}

test("the listing dialog focuses its title, keeps its buttons in view, and restores the focus when it closes", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto("/brands/Jhola%20Junction");
  const card = page.getByRole("link", { name: "Market Jhola", exact: true }).first();
  await card.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Market Jhola" });
  await expect(dialog.getByRole("heading", { name: "Market Jhola" })).toBeFocused();
  await expect(dialog.getByRole("link", { name: /Visit Shop/ })).toBeInViewport();
  await inspect(page, "browse-listing");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(card).toBeFocused();
});

test("the registration's checkbox and button react to the first click, from an invalid field and from an unvalidated coupon", async ({
  page,
}) => {
  await openRegistration(page, await freeStall());
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
  });
  await field(page, "businessName").fill("A");
  await pressSlowly(page, proceed(page));
  await expect(page.getByText("Business name is required")).toBeVisible();
  await expect(page.getByText("Full name is required")).toBeVisible();
  await expect(field(page, "fullName")).toBeFocused();
  await inspect(page, "register-errors");

  await fillIn(page, { ...someDetails(), gstNumber: "29AAGCB7383J1Z5" });
  const coupon = page.getByRole("textbox", { name: "Coupon code" });
  await coupon.fill("MELA10");
  await pressSlowly(page, policies(page));
  await expect(policies(page)).toBeChecked();
  await expect(policies(page)).toBeFocused();
  await expect(page.getByText("10% discount applied")).toBeVisible();
  await expect(page.getByText(/does not look valid/)).toBeVisible();
  expect(sent).toEqual(["/api/v1/mela/validate-coupon"]);
  await inspect(page, "register-coupon-valid");
  sent.length = 0;

  await coupon.fill("nosuchcode");
  await pressSlowly(page, proceed(page));
  // The coupon's validation completes before anything is registered.
  await sawToast(page, "Invalid Coupon");
  await expect(proceed(page)).toBeEnabled();
  expect(sent).toEqual(["/api/v1/mela/validate-coupon"]);
  await inspect(page, "register-coupon-invalid");
});

test("on a small phone the plan comes first, with touch-sized stalls, and toasts do not cover the countdown", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto("/paid-events/mela");
  await expect(stallOnPlan(page, "B5")).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const stalls = () =>
    page.locator("[data-stall]").evaluateAll((buttons) =>
      buttons.map((button) => {
        const { top, left, right, width } = button.getBoundingClientRect();
        const scale = width / (button as HTMLElement).offsetWidth;
        return { top, left, right, width, number: parseFloat(getComputedStyle(button).fontSize) * scale };
      }),
    );
  const opened = await stalls();
  expect(Math.min(...opened.map(({ top }) => top))).toBeLessThan(PHONE.height * 0.75);
  expect(Math.min(...opened.map(({ width }) => width))).toBeGreaterThan(35.5);
  expect(Math.min(...opened.map(({ number }) => number))).toBeGreaterThanOrEqual(12);
  await page.getByRole("button", { name: "Fit the whole plan" }).click();
  await expect
    .poll(async () => Math.max(...(await stalls()).map(({ right }) => right)))
    .toBeLessThanOrEqual(PHONE.width);

  await reserveOnPlan(page, await freeStall());
  const coupon = page.getByRole("textbox", { name: "Coupon code" });
  await coupon.fill("nosuchcode");
  await page.getByRole("button", { name: "Apply" }).click();
  const toast = page.locator("[data-toasts] > *");
  await expect(toast).toContainText("Invalid Coupon");
  const covered = await page.evaluate(() => {
    const [one, ...others] = ["[data-toasts]", "[role=timer]", "[data-result]"].map((each) =>
      document.querySelector(each)?.getBoundingClientRect(),
    );
    return others.filter((other) => one!.top < other!.bottom && other!.top < one!.bottom).length;
  });
  expect(covered).toBe(0);
  // The toast disappears once the code is edited.
  await coupon.fill("mela10");
  await expect(toast).toHaveCount(0);
});
