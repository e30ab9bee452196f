import { expect, type Page, test } from "@playwright/test";
import hindiApp from "../domain/messages/hi/app.json" with { type: "json" };
import hindiMail from "../domain/messages/hi/mail-language.json" with { type: "json" };
import hindi from "../domain/messages/hi/mela.json" with { type: "json" };
import hindiBooking from "../domain/messages/hi/my-booking.json" with { type: "json" };
import { buy } from "./support/bookings.js";
import { FIRST_VIEW, whenUsable } from "./support/first-view.js";
import { inspect } from "./support/inspect.js";
import { linkInMail } from "./support/payer.js";
import { product } from "./support/product.js";
import { freeStall } from "./support/stalls.js";

// The site in Hindi: its own addresses and documents, one switch, and nothing lost by it (docs/decisions/0130).

const PHONE = { width: 360, height: 780 };
const PLAN = "/paid-events/mela";

test.use({ baseURL: product.site, viewport: PHONE });

/** The text of a message with a parameter. */
const said = (message: string, values: Readonly<Record<string, string>>): string =>
  message.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

const offer = (page: Page) => page.getByRole("region", { name: "यह साइट हिन्दी में भी है।" });

test("each page says which languages it has, and a page in Hindi is in Hindi before any script", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.site, javaScriptEnabled: false });
  const page = await context.newPage();
  for (const [path, language] of [
    [PLAN, "en-IN"],
    [`/hi${PLAN}`, "hi"],
  ] as const) {
    await page.goto(path);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    expect(await page.locator("link[rel=canonical]").getAttribute("href")).toBe(product.site + path);
    for (const [code, prefix] of [
      ["en", ""],
      ["hi", "/hi"],
      ["x-default", ""],
    ] as const)
      expect(await page.locator(`link[hreflang=${code}]`).getAttribute("href")).toBe(product.site + prefix + PLAN);
  }
  const view = page.locator(FIRST_VIEW);
  await expect(view.getByText(hindi.plan.back)).toBeVisible();
  // Its links stay in Hindi.
  expect(await view.getByRole("link", { name: hindi.plan.back }).getAttribute("href")).toBe("/hi/paid-events");
  await page.goto("/hi/no-such-page");
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  await context.close();
});

test("a browser that prefers Hindi is offered it once, and nobody is sent there", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: product.site, locale: "hi-IN", viewport: PHONE });
  const page = await context.newPage();
  await page.goto(`${PLAN}?view=list`);
  await whenUsable(page);
  await expect(offer(page)).toBeVisible();
  await inspect(page, "language-offer");
  expect(new URL(page.url()).pathname).toBe(PLAN);
  await offer(page).getByRole("button", { name: "English में रहें" }).click();
  await expect(offer(page)).toBeHidden();
  await page.reload();
  await whenUsable(page);
  await expect(page.getByRole("table")).toBeVisible();
  await expect(offer(page)).toBeHidden();
  await context.close();

  const other = await browser.newContext({ baseURL: product.site, locale: "hi-IN", viewport: PHONE });
  const hers = await other.newPage();
  await hers.goto(`${PLAN}?view=list`);
  await whenUsable(hers);
  await offer(hers).getByRole("link", { name: "हिन्दी में देखें" }).click();
  await whenUsable(hers);
  expect(new URL(hers.url()).pathname + new URL(hers.url()).search).toBe(`/hi${PLAN}?view=list`);
  await expect(hers.locator("html")).toHaveAttribute("lang", "hi");
  await expect(offer(hers)).toBeHidden();
  await other.close();
});

test("a stall is reserved in Hindi, and the switch keeps the hold and what was typed", async ({ page }) => {
  const { stallId } = await freeStall();
  await page.goto(`/hi${PLAN}`);
  await whenUsable(page);
  await inspect(page, "plan-hindi");
  await page.locator(`button[data-stall=${stallId}]`).click();
  const question = page.getByRole("dialog", { name: hindi.confirm.title });
  await expect(question).toContainText(stallId);
  await inspect(page, "reserve-hindi");
  await question.getByRole("button", { name: hindi.confirm.yes }).click();
  await expect(page).toHaveURL(/\/hi\/paid-events\/mela\/register/);
  await whenUsable(page);
  await page.locator("input[name=fullName]").fill("मीरा शर्मा");
  await page.locator("input[name=fullName]").blur();
  await inspect(page, "register-hindi");

  await page.getByRole("button", { name: hindiApp.menu }).click();
  await page.getByRole("dialog").getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL(/^[^?]*\d\/paid-events\/mela\/register/);
  await whenUsable(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "en-IN");
  await expect(page.getByText(stallId).first()).toBeVisible();
  await expect(page.locator("input[name=fullName]")).toHaveValue("मीरा शर्मा");

  await page.goto(`/hi${PLAN}`);
  await whenUsable(page);
  await expect(page.getByText(said(hindi.hold.holding, { stallId }))).toBeVisible();
  await page.getByRole("button", { name: hindi.hold.release, exact: true }).click();
  await page
    .getByRole("button", { name: said(hindi.hold.releaseYes, { stallId }) })
    .last()
    .click();
  await expect(page.getByText(said(hindi.hold.holding, { stallId }))).toBeHidden();
});

test("the mail of a booking in Hindi leads to My booking in Hindi, where the language of mails is changed", async ({
  page,
  playwright,
}) => {
  const visitor = await playwright.request.newContext({
    baseURL: product.site,
    extraHTTPHeaders: { "accept-language": "hi" },
  });
  const sale = await buy(await freeStall(), {}, visitor);
  await visitor.dispose();
  const link = await linkInMail(sale.email);
  expect(new URL(link).pathname).toBe("/hi/my-booking");
  await page.goto(link);
  await expect(page.getByRole("heading", { name: hindiBooking.title, exact: true })).toBeVisible();
  const choice = page.getByRole("region", { name: hindiMail.title }).getByRole("combobox");
  await expect(choice).toHaveValue("hi");
  await inspect(page, "my-booking-hindi");
  await choice.selectOption("en");
  await expect(page.getByText(hindiMail.saved)).toBeVisible();
  await page.reload();
  await expect(choice).toHaveValue("en");
});
