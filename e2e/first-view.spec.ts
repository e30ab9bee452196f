import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import { FIRST_VIEW } from "./support/first-view.js";
import { inspect } from "./support/inspect.js";
import { product } from "./support/product.js";
import { observeShifts, shiftsOn } from "./support/shifts.js";
import { WIDE, WITH_MOTION } from "./support/sizes.js";

test.use({ ...WITH_MOTION, baseURL: product.site });

/** API responses embedded in a document: a text from them, and the number of pictures in view on a phone. */
interface Embedded {
  readonly text: string;
  readonly pictures: number;
}

const PAGES: readonly (readonly [path: string, heading: string, embedded?: Embedded])[] = [
  ["/", "A bazaar of a thousand hands.", { text: "Banarasi Katan Saree", pictures: 2 }],
  ["/products", "Products", { text: "Apparel", pictures: 7 }],
  ["/paid-events", ""],
  ["/paid-events/mela", ""],
  ["/join", ""],
  ["/categories/handicrafts", "Handicrafts", { text: "Moonj Mahila Samiti", pictures: 2 }],
  ["/ngo?brand=Tisser", "NGO Initiatives", { text: "Tisser", pictures: 7 }],
  ["/brands/Baans%20Basti", "Baans Basti", { text: "Woven Bamboo Lamp", pictures: 3 }],
];

/** Opens a page; repeats until the API's responses are embedded, which a busy machine can be too slow for. */
async function open(page: Page, path: string, embedded: Embedded | undefined): Promise<void> {
  await expect(async () => {
    const response = await page.goto(path, { waitUntil: "domcontentloaded" });
    if (embedded !== undefined) expect(await response?.text()).toContain('id="first-answers"');
  }).toPass({ timeout: 120_000 });
}

const PHONE = { width: 360, height: 800 };

test.describe("before any script has run", () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE });

  test("each page has header, heading, styles and the embedded API responses", async ({ page }) => {
    const fonts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "font") fonts.push(new URL(request.url()).pathname);
    });
    for (const [path, heading, embedded] of PAGES) {
      await open(page, path, embedded);
      await page.waitForLoadState();
      const view = page.locator(FIRST_VIEW);
      await expect(view.locator("h1")).toContainText(heading);
      await expect(view.locator("header")).toContainText("Let's Empower Women Entrepreneurs");
      // The site's style, not the browser's.
      const font = await view.locator("h1").evaluate((element) => getComputedStyle(element).fontFamily);
      expect(font).toContain("Eczar");
      for (const source of await view
        .locator("img[src^='/'], image[href^='/']")
        .evaluateAll((all) => all.map((each) => each.getAttribute("src") ?? each.getAttribute("href") ?? ""))) {
        expect([source, (await page.request.get(source)).status()]).toEqual([source, 200]);
      }
      if (embedded === undefined) continue;
      await expect(view.locator("h2, h3", { hasText: embedded.text }).first()).toBeVisible();
      await expect(view.getByTestId("skeleton")).toHaveCount(0);
      const shown = view.locator("main img");
      await expect(shown).toHaveCount(embedded.pictures);
      await expect(shown.first()).toHaveCSS("opacity", "1");
      for (const picture of await shown.all()) await expect(picture).toHaveJSProperty("complete", true);
    }
    // Text in Hindi does not load a font of 100 kB before the content in view.
    expect(fonts.filter((font) => font.includes("devanagari"))).toEqual([]);
  });
});

for (const size of [PHONE, WIDE]) {
  test(`at ${size.width} px the script and late fonts take over without layout shifts or repeated requests`, async ({
    page,
  }) => {
    const errors: string[] = [];
    const requests: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (request.isNavigationRequest()) requests.length = 0;
      // What is read once more. The view of a brand is counted a moment after its page opened, which a slow test sees too.
      // Where a brand is met is asked after its page.
      const isLater = pathname === "/api/v1/brand-stalls";
      if (pathname.startsWith("/api/") && request.method() === "GET" && !isLater) requests.push(pathname);
    });
    await page.addInitScript(observeShifts, true);
    let sendFonts: () => void = () => undefined;
    let sent = Promise.resolve();
    await page.route(/\.woff2$/, async (route) => {
      await sent;
      await route.continue();
    });
    await page.setViewportSize(size);
    for (const [path, , embedded] of PAGES) {
      sent = new Promise((resolve) => (sendFonts = resolve));
      await open(page, path, embedded);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await expect(page.locator(FIRST_VIEW)).toHaveCount(0);
      expect(await page.evaluate(() => document.fonts.status)).toBe("loading");
      sendFonts();
      await page.evaluate(() => document.fonts.ready);
      const total = await shiftsOn(page);
      // The "good" threshold of Web Vitals, API responses included.
      expect([path, total < 0.1, errors]).toEqual([path, true, []]);
      if (size === WIDE) {
        await page.emulateMedia({ reducedMotion: "reduce" });
        await inspect(page, `first${path.replaceAll("/", "-")}`);
        await page.emulateMedia({ reducedMotion: "no-preference" });
      } else if (embedded !== undefined) {
        await expect(page.locator("h2, h3", { hasText: embedded.text }).first()).toBeVisible();
        // An image of the document does not fade in again.
        await expect(page.locator("main img").first()).toHaveAttribute("decoding", "sync");
        await page.waitForLoadState("networkidle");
        expect([path, ...requests]).toEqual([path]);
      }
    }
  });
}

/** The page's fonts: of each, its name, weight and signs, and whether the browser has fetched it. */
const fontsOf = (page: Page): Promise<string[][]> =>
  page.evaluate(() => {
    const own = [...document.fonts].filter(({ family }) => !family.includes("Fallback"));
    return own.map((font) => [`${font.family} ${font.weight} ${font.unicodeRange}`, font.status]);
  });

test("what came with the page is not made again: its fonts and styles, also when a stall is pressed", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto("/paid-events/mela");
  await expect(page.locator(FIRST_VIEW)).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  const before = await fontsOf(page);
  const names = before.map(([name]) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(new Set(names).size).toBe(names.length);
  await page.locator('[data-stall][data-status="Available"]').first().click();
  await expect(page.getByRole("dialog")).toContainText("₹");
  // A font that is fetched now would make the browser lay out the whole page again.
  expect(await fontsOf(page)).toEqual(before);
  const again = await page.evaluate(() => {
    const came = (document.getElementById("first-styles")?.dataset["names"] ?? "").split(" ");
    const sheets = [...document.querySelectorAll<HTMLStyleElement>("style[data-emotion=css]")];
    const made = sheets.flatMap(({ sheet }) => [...(sheet?.cssRules ?? [])].map(({ cssText }) => cssText)).join("");
    return { came: came.length, made: made.length, twice: came.filter((name) => made.includes(`.css-${name} `)) };
  });
  expect(again.came).toBeGreaterThan(50);
  expect(again.made).toBeGreaterThan(0);
  expect(again.twice).toEqual([]);
});

test("when the script fails to load, the page shows a message and a reload button, and its links work", async ({
  page,
}) => {
  const script = /\/assets\/index-[^/]*\.js$/;
  const failed = page.getByText("Part of this page could not be loaded.");
  await page.setViewportSize(PHONE);
  await page.route(script, (route) => route.abort());
  await page.goto("/paid-events?from=mail");
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
  await page.getByRole("link", { name: "Choose your stall" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "The Mela floor plan" })).toBeVisible();
  await expect(page.locator(FIRST_VIEW)).toHaveCount(0);
});
