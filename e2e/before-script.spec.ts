import { expect, type Page, test } from "@playwright/test";
import { FIRST_VIEW } from "./support/first-view.js";
import { inspect } from "./support/inspect.js";
import { product } from "./support/product.js";
import { freeStall } from "./support/stalls.js";

// On a slow phone the page is seen ten seconds before its script has come. What is pressed and typed meanwhile is not lost.

test.use({ baseURL: product.site, hasTouch: true });

const PHONE = { width: 360, height: 780 };
const LYING = { width: 780, height: 360 };

/** Holds back the script, except the small one that starts the site; returns a function that lets it come. */
async function withoutScript(page: Page): Promise<() => Promise<void>> {
  let come: () => void = () => undefined;
  const coming = new Promise<void>((resolve) => (come = resolve));
  await page.route(/\/assets\/(?!start-)[^/]*\.js$/, async (route) => {
    await coming;
    await route.continue();
  });
  return async () => {
    come();
    await expect(page.locator(FIRST_VIEW)).toHaveCount(0);
  };
}

/** Opens a page, with its view. */
async function open(page: Page, path: string): Promise<void> {
  await expect(async () => {
    await page.goto(path, { waitUntil: "domcontentloaded" });
    await expect(page.locator(FIRST_VIEW).locator("main h1")).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
}

const coming = (page: Page) => page.getByRole("status").filter({ hasText: "follows as soon as this page has loaded" });
const question = (page: Page) => page.getByRole("dialog", { name: "Confirm Stall Reservation" });

for (const viewport of [PHONE, LYING]) {
  test.describe(`at ${viewport.width} x ${viewport.height} px`, () => {
    test.use({ viewport });

    for (const by of ["touch", "mouse", "keyboard"] as const) {
      test(`a stall pressed by ${by} before the script has come is asked about at once, and still once it has`, async ({
        page,
      }) => {
        const { stallId } = await freeStall();
        const come = await withoutScript(page);
        await open(page, "/paid-events/mela");
        const stall = page.locator(`${FIRST_VIEW} [data-stall=${stallId}]`);
        await stall.scrollIntoViewIfNeeded();
        const place = await stall.boundingBox();
        if (by === "touch") await stall.tap();
        else if (by === "mouse") await stall.click();
        else await stall.press(viewport === PHONE ? "Enter" : "Space");
        await expect(question(page)).toContainText(stallId);
        await expect(page.locator(FIRST_VIEW)).toHaveCount(1);
        for (const name of ["Cancel", "Yes, Reserve"])
          await expect(question(page).getByRole("button", { name })).toBeInViewport({ ratio: 1 });
        await come();
        await expect(question(page)).toContainText(stallId);
        await expect(page).toHaveURL("/paid-events/mela");
        await question(page).getByRole("button", { name: "Cancel" }).click();
        await expect(question(page)).toHaveCount(0);
        // Where she was on the page and on the plan, and what had focus.
        const now = await page.locator(`[data-stall=${stallId}]`).boundingBox();
        expect(Math.abs((now?.x ?? 0) - (place?.x ?? 0))).toBeLessThan(2);
        expect(Math.abs((now?.y ?? 0) - (place?.y ?? 0))).toBeLessThan(2);
        await expect(page.locator(`[data-stall=${stallId}]`)).toBeFocused();
      });
    }

    // Not in the tests above: inspecting at other widths scrolls.
    test("the question that has come with the page is accessible", async ({ page }) => {
      const { stallId } = await freeStall();
      await withoutScript(page);
      await open(page, "/paid-events/mela");
      await page.locator(`${FIRST_VIEW} [data-stall=${stallId}]`).tap();
      await expect(question(page)).toContainText(stallId);
      await inspect(page, "first-question");
      await page.unrouteAll({ behavior: "ignoreErrors" });
    });

    test("Yes, before the script has come, reserves the stall once it has", async ({ page }) => {
      const { stallId } = await freeStall();
      const come = await withoutScript(page);
      await open(page, "/paid-events/mela");
      await page.locator(`[data-stall=${stallId}]`).tap();
      await question(page).getByRole("button", { name: "Yes, Reserve" }).tap();
      await expect(question(page).getByRole("button", { name: "Reserving..." })).toBeVisible();
      await expect(question(page).getByRole("status")).toContainText("we reserve it as soon as this page has loaded");
      await come();
      await expect(page).toHaveURL(new RegExp(`/register\\?stallId=${stallId}`));
      await page.request.post("/api/v1/mela/release", { data: { stallId } });
    });

    test("Cancel, before the script has come, leaves nothing to answer", async ({ page }) => {
      const { stallId } = await freeStall();
      const come = await withoutScript(page);
      await open(page, "/paid-events/mela");
      await page.locator(`[data-stall=${stallId}]`).tap();
      await question(page).getByRole("button", { name: "Yes, Reserve" }).tap();
      await page.keyboard.press("Escape");
      await expect(question(page)).toHaveCount(0);
      await expect(page.locator("[data-coming]")).toHaveCount(0);
      await come();
      await expect(page.locator(`button[data-stall=${stallId}]`)).toBeFocused();
      await expect(question(page)).toHaveCount(0);
    });

    test("links lead on, and a view, a menu and a filter that are pressed open once they can", async ({ page }) => {
      await withoutScript(page);
      await open(page, "/paid-events");
      await page.getByRole("link", { name: "Choose your stall" }).first().tap();
      await expect(page).toHaveURL("/paid-events/mela");
      await page.unrouteAll({ behavior: "ignoreErrors" });

      for (const [name, opened] of [
        ["List", page.getByRole("table", { name: "All stalls" })],
        ["Menu", page.getByRole("dialog")],
      ] as const) {
        const come = await withoutScript(page);
        await open(page, "/paid-events/mela");
        await page.getByRole("button", { name, exact: true }).tap();
        await expect(coming(page)).toContainText(name);
        await come();
        await expect(opened).toBeVisible();
        await expect(coming(page)).toHaveCount(0);
        await page.unrouteAll({ behavior: "ignoreErrors" });
      }
    });
  });
}

test("what is typed into the search before the script has come is searched for", async ({ page }) => {
  const come = await withoutScript(page);
  await open(page, "/");
  const search = page.getByRole("combobox").first();
  await search.click();
  await page.keyboard.type("bamb");
  await come();
  await expect(search).toHaveValue("bamb");
  await expect(search).toBeFocused();
  await page.keyboard.type("oo");
  await expect(search).toHaveValue("bamboo");
  await expect(page.getByRole("listbox")).toBeVisible();
});

test("a category chosen before the script has come filters once it has", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const come = await withoutScript(page);
  await open(page, "/products");
  const filter = page.locator("main select").first();
  const [name = ""] = await filter.locator("option").nth(1).allTextContents();
  await filter.selectOption(name);
  await expect(coming(page)).toContainText(name);
  await come();
  await expect(page).toHaveURL(/category=/);
  await expect(page.locator("main select").first()).toHaveValue(name);
});

test("a stall's address opens the question, without any script it is the plan", async ({ page }) => {
  const { stallId } = await freeStall();
  await page.goto(`/paid-events/mela?stall=${stallId}`);
  await expect(question(page)).toContainText(stallId);
  await expect(page).toHaveURL("/paid-events/mela");
});

test("the page is accessible before the script has come, with a press that waits", async ({ page }) => {
  await withoutScript(page);
  for (const viewport of [PHONE, LYING]) {
    await page.setViewportSize(viewport);
    for (const path of ["/", "/products", "/paid-events/mela"]) {
      await open(page, path);
      if (path === "/paid-events/mela") await page.getByRole("button", { name: "List", exact: true }).tap();
      await inspect(page, `before-script${path.replaceAll("/", "-")}`);
    }
  }
});

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("a stall is a link to an address of its own", async ({ page }) => {
    const { stallId } = await freeStall();
    await open(page, "/paid-events/mela");
    await page.locator(`[data-stall=${stallId}]`).click();
    await expect(page).toHaveURL(`/paid-events/mela?stall=${stallId}`);
    await expect(page.locator(`[data-stall=${stallId}]`)).toBeVisible();
  });
});
