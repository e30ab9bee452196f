import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, expect, type Page } from "@playwright/test";
import { administrator, fillLogin, LOGIN } from "./support/administrator.js";
import { someApplication, toReview } from "./support/listing.js";
import { product } from "./support/product.js";
import {
  fillIn,
  onCheckout,
  onTicket,
  payByUpi,
  policies,
  proceed,
  reserveOnPlan,
  someDetails,
  stallOnPlan,
} from "./support/registration.js";
import { freeStall, statusOf } from "./support/stalls.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";
import { translate } from "./support/translated.js";
import { onVerdict } from "./support/verdict.js";

test.describe("in a page translated by the browser", () => {
  let errors: string[];
  test.beforeEach(async ({ page }) => {
    errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await translate(page);
  });
  test.afterEach(async ({ page }) => {
    // The page really was translated.
    expect(await page.locator("font").count()).toBeGreaterThan(0);
    expect(errors).toEqual([]);
  });

  test("a stall is booked, with errors, a coupon, a dialog and the countdown", async ({ page }) => {
    const stall = await freeStall();
    await reserveOnPlan(page, stall);
    const summary = page.getByRole("region", { name: "Price Summary" });
    await expect(summary).toBeVisible();
    const strip = page.locator("[data-sticks]");
    const first = (await strip.textContent()) ?? "";
    // Words that change stay up to date.
    await expect(strip).not.toHaveText(first);
    await proceed(page).click();
    await expect(page.getByText("Full name is required")).toBeVisible();
    await fillIn(page, someDetails());
    await page.getByRole("textbox", { name: "Coupon code" }).fill("nothing");
    await page.getByRole("button", { name: "Apply" }).click();
    await sawToast(page, "Invalid Coupon");
    await page.getByRole("textbox", { name: "Coupon code" }).fill("MELA10");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(summary).toContainText("You saved");
    await page.getByRole("button", { name: "Remove" }).click();
    await expect(summary).not.toContainText("You saved");
    // Leaving asks.
    await page.getByRole("link", { name: "Awards" }).first().click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stay here" }).click();
    await policies(page).check();
    await proceed(page).click();
    const orderId = await onCheckout(page);
    await payByUpi(page);
    await onTicket(page, stall.stallId);
    await expect(page.getByRole("article", { name: "Stall ticket" })).toContainText(orderId);
    await page.goto("/paid-events/mela?view=list");
    await page.getByLabel("Status").selectOption("Sold");
    await expect(page.getByRole("row", { name: new RegExp(`^${stall.stallId} `) })).toContainText("Sold");
    await page.getByLabel("Status").selectOption("Available");
    await page.getByRole("button", { name: "Plan", exact: true }).click();
    await expect(stallOnPlan(page, stall.stallId)).toBeVisible();
  });

  test("a brand is listed by the wizard", async ({ page }) => {
    await page.goto("/join");
    await page.getByRole("button", { name: "Continue" }).click({ force: true });
    const application = someApplication();
    await toReview(page, application);
    await page.getByRole("radio", { name: /^Free with my Mela stall/ }).check();
    const dialog = page.getByRole("dialog", { name: "Verify your stall" });
    await dialog.getByLabel("Phone number of the stall").fill("6000000000");
    await dialog.getByRole("button", { name: "Verify" }).click();
    await expect(dialog.getByText("Verification Failed")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("radio", { name: /^Paid listing/ }).check();
    await page.getByRole("button", { name: "Pay ₹999" }).click();
    await onCheckout(page);
    await payByUpi(page);
    await onVerdict(page, "Payment Successful!");
  });

  test("the search, its filters and what it finds open", async ({ page }) => {
    await page.goto("/");
    const box = page.getByRole("combobox").first();
    for (const text of ["s", "saree", "sare", "zzzzqq", "mela", ""]) {
      await box.fill(text);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }
    await box.pressSequentially("saree", { delay: 30 });
    await expect(page.getByRole("option").first()).toBeVisible();
    for (const filter of await page
      .getByRole("group")
      .getByRole("button", { name: /^(Products|Brands|All)/ })
      .all())
      await filter.click();
    await box.fill("pickel");
    await expect(page.getByRole("option").first()).toBeVisible();
    await page.getByRole("option").first().click();
    await expect(page.getByText("This page did not open")).toHaveCount(0);
  });
});

test.describe("after a lost answer", () => {
  /** The server does what it is asked, and its answer is lost; the next ones arrive. */
  const loseAnswer = async (page: Page, path: string): Promise<void> => {
    await page.route(
      path,
      async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
      },
      { times: 1 },
    );
  };

  test("a reserved stall, a registration, a started payment and a release are seen to have been done", async ({
    page,
  }) => {
    const stall = await freeStall();
    await loseAnswer(page, "**/mela/reserve");
    await reserveOnPlan(page, stall);
    await page.goto("/paid-events/mela");
    await loseAnswer(page, "**/mela/release");
    await page.getByRole("button", { name: /Release/ }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: /release/i })
      .last()
      .click();
    await sawToast(page, `${stall.stallId} released`);
    expect(await statusOf(stall.stallId)).toBe("Available");

    // Another one: what a visitor lets go is open to others first.
    await reserveOnPlan(page, await freeStall(stall.type === "General" ? "Premium" : "General"));
    await fillIn(page, someDetails());
    await policies(page).check();
    await loseAnswer(page, "**/mela/create-provisional-registration");
    await loseAnswer(page, "**/cashfree/initiate");
    await proceed(page).click();
    await onCheckout(page);
  });

  test("without any connection, the page says so, keeps the details and continues once there is one", async ({
    page,
  }) => {
    const stall = await freeStall();
    await reserveOnPlan(page, stall);
    await fillIn(page, someDetails());
    await policies(page).check();
    await page.context().setOffline(true);
    await expect(
      page.getByText(
        /^You are offline\. Your stall is kept for \d:\d\d and your details are saved here\. You can pay once you are connected/,
      ),
    ).toBeVisible();
    await proceed(page).click();
    await sawToast(page, "Payment Initiation Failed", /is kept for you for \d:\d\d, and your details are saved here/);
    await page.context().setOffline(false);
    await expect(page.getByText(/^You are offline/)).toHaveCount(0);
    await proceed(page).click();
    await onCheckout(page);
  });
});

test("a browser that refuses cookies says so before it takes a stall or announces a login", async () => {
  const folder = await mkdtemp(join(tmpdir(), "no-cookies-"));
  await mkdir(join(folder, "Default"));
  const refused = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(join(folder, "Default/Preferences"), JSON.stringify(refused));
  const { executablePath, args = [] } = test.info().project.use.launchOptions ?? {};
  const context = await chromium.launchPersistentContext(folder, {
    ...(executablePath === undefined ? {} : { executablePath }),
    args,
    baseURL: product.site,
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    // As strict as any browser, also where this one does not read the preference.
    await context.route(
      (url) => url.pathname.startsWith("/api/") && !url.pathname.endsWith("/events"),
      async (route) => {
        const response = await route.fetch({ headers: { ...route.request().headers(), cookie: "" } });
        const { "set-cookie": _, ...headers } = response.headers();
        await route.fulfill({ response, headers });
      },
    );
    const stall = await freeStall();
    await page.goto("/paid-events/mela");
    await stallOnPlan(page, stall.stallId).click();
    await page.getByRole("button", { name: "Yes, Reserve" }).click();
    await expect(page.getByText(/Your browser did not keep our cookie, so we can't keep a stall/)).toBeVisible();
    expect(await statusOf(stall.stallId)).toBe("Available");

    await page.goto(LOGIN);
    await fillLogin(page, administrator);
    await expect(page.getByRole("alert")).toContainText("your browser did not keep our cookie");
    await expect(page.getByText("Login Successful")).toHaveCount(0);

    await page.goto("/join");
    await toReview(page, someApplication());
  } finally {
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
    await rm(folder, { recursive: true });
  }
});

/** Statuses of the public plan and of the dashboard's. */
const STATUSES = [
  ["Available", "Reserved", "Sold"],
  ["available", "held", "registered", "paying", "sold", "blocked"],
];

test("each status of a stall looks different in forced colours, light and dark, and is printed", async ({ page }) => {
  await page.goto("/paid-events/mela");
  const stall = page.locator("[data-stall]:not([data-own])").first();
  await expect(stall).toBeVisible();
  await page.addStyleTag({ content: "[data-number], [data-mark] { visibility: hidden }" });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    for (const statuses of STATUSES) {
      const looks = new Map<string, string>();
      for (const status of statuses) {
        await stall.evaluate((element, value) => element.setAttribute("data-status", value), status);
        const picture = (await stall.screenshot({ animations: "disabled" })).toString("base64");
        expect([status, looks.get(picture)]).toEqual([status, undefined]);
        looks.set(picture, status);
      }
    }
  }
  // Browsers print backgrounds only where a page insists.
  await page.emulateMedia({ media: "print", forcedColors: "none", colorScheme: "light" });
  const printed = await page
    .locator("[data-status], [data-mark], [aria-pressed=true]")
    .evaluateAll((all) => [...new Set(all.map((each) => getComputedStyle(each).printColorAdjust))]);
  expect(printed).toEqual(["exact"]);
});
