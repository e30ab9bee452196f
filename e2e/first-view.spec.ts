import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import { FIRST_VIEW } from "./support/first-view.js";
import { product } from "./support/product.js";
import { WITH_MOTION } from "./support/sizes.js";

test.use(WITH_MOTION);

const PAGES = [
  ["/", "A bazaar of a thousand hands."],
  ["/products", "Products"],
  ["/paid-events", ""],
  ["/paid-events/mela", ""],
  ["/join", ""],
  ["/categories/handicrafts", "Handicrafts"],
  ["/brands/Baans%20Basti", "Baans Basti"],
] as const;

test.describe("before any script has run", () => {
  test.use({ javaScriptEnabled: false });

  test("each page has its header, its heading and its look, and nothing of it can be used yet", async ({ page }) => {
    const fonts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "font") fonts.push(new URL(request.url()).pathname);
    });
    for (const [path, heading] of PAGES) {
      await page.goto(`${product().site}${path}`);
      const view = page.locator(FIRST_VIEW);
      await expect(view.locator("h1")).toContainText(heading);
      await expect(view.locator("header")).toContainText("Let's Empower Women Entrepreneurs");
      // Its own style, not the browser's.
      const font = await view.locator("h1").evaluate((element) => getComputedStyle(element).fontFamily);
      expect(font).toContain("Eczar");
      for (const source of await view
        .locator("img[src^='/'], image[href^='/']")
        .evaluateAll((all) => all.map((each) => each.getAttribute("src") ?? each.getAttribute("href") ?? ""))) {
        const picture = await page.request.get(new URL(source, page.url()).href);
        expect([source, picture.status()]).toEqual([source, 200]);
      }
    }
    // A line in Hindi doesn't have 100 kB come before what stands in view.
    expect(fonts.filter((font) => font.includes("devanagari"))).toEqual([]);
  });
});

/** What the API answers these first comes with the document: a line of it, and how many pictures stand in view. */
const ANSWERED = [
  ["/", "Banarasi Katan Saree", 2],
  ["/products", "Apparel", 5],
  ["/brands/Baans%20Basti", "Woven Bamboo Lamp", 3],
] as const;

/** Opens a page as it is when the API answers in time: on a busy machine, once it does. */
async function gotoAnswered(page: Page, path: string): Promise<void> {
  await expect(async () => {
    const response = await page.goto(`${product().site}${path}`);
    expect(await response?.text()).toContain('id="first-answers"');
  }).toPass({ timeout: 120_000 });
}

test.describe("what the API answers first", () => {
  for (const [path, line, pictures] of ANSWERED) {
    test(`comes with the document of ${path}, and is not asked for again`, async ({ browser }) => {
      const still = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } });
      await gotoAnswered(still, path);
      const view = still.locator(FIRST_VIEW);
      await expect(view.locator("h2, h3", { hasText: line }).first()).toBeVisible();
      await expect(view.getByTestId("skeleton")).toHaveCount(0);
      const shown = view.locator("main img");
      await expect(shown).toHaveCount(pictures);
      await expect(shown.first()).toHaveCSS("opacity", "1");
      for (const picture of await shown.all()) {
        await expect(picture).toHaveJSProperty("complete", true);
      }
      await still.close();

      const page = await browser.newPage({ viewport: { width: 360, height: 800 } });
      const asked: string[] = [];
      page.on("request", (request) => {
        const { pathname } = new URL(request.url());
        if (request.isNavigationRequest()) asked.length = 0;
        if (pathname.startsWith("/api/")) asked.push(pathname);
      });
      await gotoAnswered(page, path);
      await expect(page.locator(FIRST_VIEW)).toHaveCount(0);
      await expect(page.locator("h2, h3", { hasText: line }).first()).toBeVisible();
      // What came with the document doesn't go to fade in again.
      await expect(page.locator("main img").first()).toHaveAttribute("decoding", "sync");
      await page.waitForLoadState("networkidle");
      expect(asked).toEqual([]);
      await page.close();
    });
  }
});

test("the script takes it over, and fonts come late, without moving what is read", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.addInitScript(() => {
    const shifts = { total: 0 };
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean };
        if (!hadRecentInput) shifts.total += value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  let sendFonts: () => void = () => undefined;
  let sent = Promise.resolve();
  await page.route(/\.woff2$/, async (route) => {
    await sent;
    await route.continue();
  });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [path] of PAGES) {
      sent = new Promise((resolve) => (sendFonts = resolve));
      await page.goto(`${product().site}${path}`, { waitUntil: "domcontentloaded" });
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await expect(page.locator(FIRST_VIEW)).toHaveCount(0);
      expect(await page.evaluate(() => document.fonts.status)).toBe("loading");
      sendFonts();
      await page.evaluate(() => document.fonts.ready);
      const total = await page.evaluate(async () => {
        // Entries are reported after the frame they belong to.
        for (let frames = 0; frames < 3; frames += 1) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        return (globalThis as unknown as { shifts: { total: number } }).shifts.total;
      });
      // What Web Vitals calls good; what the API sends comes within it.
      expect([path, width, total < 0.1, errors]).toEqual([path, width, true, []]);
    }
  }
});

test("where the script can't be had, the page says so, its links lead on and it can be loaded again", async ({
  page,
}) => {
  const script = /\/assets\/index-[^/]*\.js$/;
  const failed = page.getByText("Part of this page could not be loaded.");
  await page.setViewportSize({ width: 360, height: 800 });
  await page.route(script, (route) => route.abort());
  await page.goto(`${product().site}/paid-events?from=mail`);
  await expect(failed).toBeVisible();
  await page.unroute(script);
  await page.getByRole("button", { name: "Load it again" }).click();
  await expect(page.locator(FIRST_VIEW)).toHaveCount(0);
  await expect(failed).toBeHidden();
  await expect(page).toHaveURL(/\?from=mail$/);

  await page.route(script, (route) => route.abort());
  await page.reload();
  await expect(failed).toBeVisible();
  await page.unroute(script);
  await page.getByRole("link", { name: "Choose your stall" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "The Mela floor plan" })).toBeVisible();
  await expect(page.locator(FIRST_VIEW)).toHaveCount(0);
});
