import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { PATHS } from "@sakhi/domain/site/routes";
import { ADDRESSES } from "./support/addresses.js";
import { beginPayment, buy, openRegistration } from "./support/bookings.js";
import { fitsWithLargeText } from "./support/large-text.js";
import { continueButton, onStep, payByApi, someApplication, toReview } from "./support/listing.js";
import { linkInMail } from "./support/payer.js";
import { mailbox } from "./support/product.js";
import { stallOnPlan } from "./support/registration.js";
import { NARROW } from "./support/sizes.js";
import { currentEvent, freeStall } from "./support/stalls.js";
import { test } from "./support/test.js";

test.use({ viewport: NARROW });

/** Pages that need something first; tested below. */
const PREPARED = [
  ...["register", "bookingPaid", "bookingUnpaid", "offer", "myBooking"],
  // The screens of the current event.
  ...["eventRegister", "eventPaid", "eventUnpaid"],
  ...["listingPaid", "listingUnpaid", "myBrand", "myBrandLook"],
  ...["product", "serviceProduct"],
] as const;

/** Waits until a page shows its content. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(page.getByTestId("skeleton")).toHaveCount(0);
}

test("every page is in one of the tables, except the office's", () => {
  const tested: string[] = [...Object.keys(ADDRESSES), ...PREPARED, "dashboard", "gate"];
  expect(tested.toSorted()).toEqual(Object.keys(PATHS).toSorted());
});

for (const [name, address] of Object.entries(ADDRESSES)) {
  test(`${name} fits 360 px with text of 200 %`, async ({ page }) => {
    await page.goto(address.includes(":event") ? address.replace(":event", await currentEvent()) : address);
    await settled(page);
    await fitsWithLargeText(page, name);
  });
}

test("menu, search, dialogs and an unknown page fit, too", async ({ page }) => {
  await page.goto("/nowhere");
  await settled(page);
  await fitsWithLargeText(page, "unknown page");
  await page.getByRole("button", { name: "Menu" }).click();
  await fitsWithLargeText(page, "menu");
  await page.keyboard.press("Escape");

  await page.goto("/brands/Jhola%20Junction");
  await page.getByRole("link", { name: "Market Jhola", exact: true }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await fitsWithLargeText(page, "product dialog");

  // A price with paise is the longest there is.
  await page.route("**/api/v1/mela/layout*", async (route) => {
    const response = await route.fetch();
    const stalls = (await response.json()) as object[];
    await route.fulfill({ response, json: stalls.map((stall) => ({ ...stall, price: 128_500.5 })) });
  });
  await page.goto("/paid-events/mela");
  await stallOnPlan(page, (await freeStall()).stallId).click();
  await expect(page.getByRole("dialog", { name: "Confirm Stall Reservation" })).toBeVisible();
  await fitsWithLargeText(page, "reservation dialog");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "List" }).click();
  await expect(page.getByRole("table")).toBeVisible();
  await fitsWithLargeText(page, "list of stalls");
});

for (const brand of ["brand", "serviceBrand"] as const) {
  test(`the page of a product of a ${brand} fits`, async ({ page }) => {
    await page.goto(ADDRESSES[brand]);
    const address = await page.locator("main a[href*='/products/']").first().getAttribute("href");
    await page.goto(address ?? "");
    await settled(page);
    await fitsWithLargeText(page, `product of a ${brand}`);
  });
}

test("registration, payment pages and the payer's own page fit", async ({ page }) => {
  await openRegistration(page, await freeStall());
  await page.getByRole("button", { name: /^Proceed to Payment/ }).click();
  await expect(page.getByText("Full name is required")).toBeVisible();
  await fitsWithLargeText(page, "registration with errors");

  const started = await beginPayment(page.request, await freeStall());
  await page.goto(`${PATHS.bookingUnpaid}?order_id=${started.orderId}`);
  await expect(page.getByRole("heading", { name: "Payment not confirmed yet" })).toBeVisible();
  await fitsWithLargeText(page, "unpaid booking");

  const sale = await buy(await freeStall());
  await page.goto(`${PATHS.bookingPaid}?order_id=${sale.orderId}`);
  await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
  await fitsWithLargeText(page, "paid booking");
  await page.goto(await linkInMail(sale.email));
  await expect(page.getByRole("article", { name: "Stall ticket" })).toBeVisible();
  await settled(page);
  await fitsWithLargeText(page, "my booking");
  await page.goto(PATHS.offer);
  await settled(page);
  await fitsWithLargeText(page, "offer without a link");
});

test("the wizard's steps, its payment pages and the owner's own page fit", async ({ page }) => {
  const application = someApplication();
  await page.goto("/join");
  await onStep(page, "Personal Info");
  await continueButton(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Full name is required")).toBeVisible();
  await fitsWithLargeText(page, "wizard with errors");
  await toReview(page, application);
  await fitsWithLargeText(page, "review");

  const other = someApplication();
  await payByApi(other);
  const [mail] = await mailbox.waitFor(other.email, 1);
  const { text } = await mailbox.body(mail!);
  await page.goto(await linkInMail(other.email));
  await expect(page.getByRole("heading", { level: 1, name: other.brandName })).toBeVisible();
  await page.getByRole("button", { name: "Add a product" }).click();
  await fitsWithLargeText(page, "my brand");
  const orderId = /LIST[\w-]+/.exec(text)?.[0] ?? "";
  for (const path of [PATHS.listingPaid, PATHS.listingUnpaid]) {
    await page.goto(`${path}?order_id=${orderId}`);
    await settled(page);
    await fitsWithLargeText(page, path.slice(1));
  }
  await page.goto(PATHS.myBrandLook);
  await settled(page);
  await fitsWithLargeText(page, "how my brand will look");
});
