import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { product } from "./support/product.js";
import { stopClock } from "./support/clock.js";
import { stallOnPlan } from "./support/registration.js";
import { freeStall } from "./support/stalls.js";
import { test } from "./support/test.js";

test("paid events: the Mela's card with live availability and prices", async ({ page }) => {
  const at = product();
  // What the page was told is what it has to show: other tests book meanwhile.
  let reported: { status: string }[] = [];
  await page.route("**/api/v1/mela/layout", async (route) => {
    const answer = await route.fetch();
    reported = (await answer.json()) as typeof reported;
    await route.fulfill({ response: answer });
  });
  await page.goto(`${at.site}/paid-events`);
  const card = page.getByRole("article", { name: "The Mela" });
  for (const text of [
    "Premium Event",
    "Registrations Open",
    "3rd and 4th December",
    "Whitefield, Bangalore",
    "₹27,000",
    "₹36,000",
  ]) {
    await expect(card).toContainText(text);
  }
  await expect(async () => {
    const free = reported.filter(({ status }) => status === "Available").length;
    expect(await card.textContent()).toMatch(new RegExp(`(?<!\\d)${free} of 70 Stalls Available`));
  }).toPass({ timeout: 60_000 });
  await card.getByRole("link", { name: "Read the event policies" }).click();
  await expect(page).toHaveURL(`${at.site}/paid-events/policies`);
});

test("paid events: availability while it loads, and when it cannot be had", async ({ page }) => {
  const at = product();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/v1/mela/layout", async (route) => {
    await held;
    await route.fulfill({
      status: 503,
      json: { statusCode: 503, code: "service_unavailable", message: "x", error: "x" },
    });
  });
  await page.goto(`${at.site}/paid-events`);
  await expect(page.getByText("Loading availability...")).toBeVisible();
  release();
  await expect(page.getByText("Availability unavailable")).toBeVisible();
});

test("policies: three tabs, the contact first, each with its address", async ({ page }) => {
  const at = product();
  await page.goto(`${at.site}/paid-events/policies`);
  await expect(page.getByRole("tab", { name: "Contact Us", selected: true })).toBeVisible();
  const panel = page.getByRole("tabpanel", { name: "Contact Us" });
  await expect(panel).toContainText("Worli, Mumbai 400030");
  await expect(panel.getByRole("link", { name: /@/ })).toHaveAttribute("href", /^mailto:/);
  await page.getByRole("tab", { name: "Returns & Refunds" }).click();
  await expect(page.getByText("within 30 business days")).toBeVisible();
  await page.getByRole("tab", { name: "Terms & Conditions" }).click();
  await expect(page.getByText(/FSSAI certification is mandatory/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("tab", { name: "Terms & Conditions", selected: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("tab", { name: "Returns & Refunds", selected: true })).toBeVisible();
  await page.getByRole("link", { name: "Back to Paid Events" }).click();
  await expect(page).toHaveURL(`${at.site}/paid-events`);
});

test("any other address is the 404 page, which leads on", async ({ page }) => {
  const at = product();
  await page.goto(`${at.site}/no/such/page`);
  await expect(page.getByRole("heading", { level: 1, name: "404 Page Not Found" })).toBeVisible();
  await expect(page).toHaveTitle(/404 Page Not Found/);
  await page.getByRole("link", { name: "See the Mela floor plan" }).click();
  await expect(page).toHaveURL(`${at.site}/paid-events/mela`);
});

test("every navigation begins at the top", async ({ page }) => {
  const at = product();
  await page.setViewportSize({ width: 400, height: 500 });
  await page.goto(`${at.site}/paid-events`);
  const link = page.getByRole("link", { name: "Choose your stall" });
  await expect(link).toBeVisible();
  // Again and again: a page that is still short can't be scrolled.
  await expect
    .poll(() =>
      page.evaluate(() => {
        window.scrollTo(0, 150);
        return window.scrollY;
      }),
    )
    .toBe(150);
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: "The Mela floor plan" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

/** What moves at this moment, by name. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === "running")
      .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : "transition")),
  );

test.describe("who prefers reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("sees pictures that stand still and dialogs that do not fly in", async ({ page }) => {
    const at = product();
    await page.clock.install();
    await page.goto(`${at.site}/paid-events`);
    const first = page.getByRole("button", { name: "Show picture 1" });
    await expect(first).toHaveAttribute("aria-current", "true");
    await page.clock.fastForward("00:20");
    await expect(first).toHaveAttribute("aria-current", "true");
    await expect(page.getByRole("button", { name: "Play the pictures" })).toBeVisible();

    await page.goto(`${at.site}/paid-events/mela`);
    await stallOnPlan(page, (await freeStall(at)).stallId).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await moving(page)).toEqual([]);
  });
});

test("the pictures go on every four seconds, wait for who looks, and can be stopped", async ({ page }) => {
  const at = product();
  await stopClock(page);
  await page.goto(`${at.site}/paid-events`);
  const shows = (place: number) =>
    expect(page.getByRole("button", { name: `Show picture ${place}` })).toHaveAttribute(
      "aria-current",
      "true",
    );
  await shows(1);
  await page.clock.fastForward("00:04");
  await shows(2);
  await page.clock.fastForward("00:04");
  await shows(3);
  await page.getByRole("button", { name: "Next picture" }).click();
  await shows(1);
  // The mouse rests on it.
  await page.clock.fastForward("00:12");
  await shows(1);
  await page.getByRole("button", { name: "Pause the pictures" }).click();
  await page.mouse.move(0, 0);
  await page.clock.fastForward("00:12");
  await shows(1);
});
