import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { inspect } from "./support/inspect.js";
import {
  applicationOf,
  approve,
  onListingCheckout,
  onStep,
  payByApi,
  someApplication,
  toReview,
} from "./support/listing.js";
import { mailboxOf, product, shortProduct } from "./support/product.js";
import type { Product } from "./support/product.js";
import { payByUpi } from "./support/registration.js";
import { renewalLink } from "./support/renewal.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";
import { onVerdict } from "./support/verdict.js";

test.describe.configure({ timeout: 900_000 });

/** How long a listing is up yet, in days. */
async function daysLeft(at: Product, brandName: string): Promise<number> {
  const { liveUntil = "" } = await applicationOf(at, brandName);
  return Math.round((Date.parse(liveUntil) - Date.now()) / 86_400_000);
}

const payButton = (page: Page) => page.getByRole("button", { name: "Pay ₹999" });

test("a listing is renewed by its signed link: shown first, paid on the provider's page, a year is added once", async ({
  page,
}) => {
  const at = product();
  const application = someApplication();
  await payByApi(at, application);
  await approve(at, application.brandName);
  const { id, liveUntil = "" } = await applicationOf(at, application.brandName);
  const link = renewalLink(at, id, liveUntil);
  await mailboxOf(at).waitFor(application.email, 2);

  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1, name: "Renew your listing" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Listing, one year more" })).toContainText(application.brandName);
  await inspect(page, "renewal");
  await payButton(page).dblclick();
  await sawToast(page, "Redirecting to Payment Gateway");
  const orderId = await onListingCheckout(page);

  // Turned back in the middle: the page knows, and goes on with the same payment.
  await page.getByRole("button", { name: "Cancel and go back" }).click();
  await onVerdict(page, "Payment Failed");
  await expect(page.getByText(/so your listing is not renewed/)).toBeVisible();
  await inspect(page, "renewal-failed");
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByText(/You began to pay for it/)).toBeVisible();
  await inspect(page, "renewal-started");
  await payButton(page).click();
  expect(await onListingCheckout(page)).toBe(orderId);
  await payByUpi(page);
  await onVerdict(page, "Payment Successful!");
  await expect(page.getByText(`${application.brandName} stays listed for another year.`)).toBeVisible();
  await expect(page.getByRole("article", { name: "Listing receipt" })).toContainText("Renewed");
  await inspect(page, "renewal-paid");
  expect(await daysLeft(at, application.brandName)).toBe(730);
  await mailboxOf(at).waitFor(application.email, 3);

  // The link again: nothing more to pay.
  await page.goto(link);
  await expect(page.getByText("This year is paid for already.")).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await inspect(page, "renewal-done");
  // Half a link, or another's: nothing is shown of the brand.
  await page.goto(link.slice(0, -3));
  await expect(page.getByRole("heading", { name: "This link does not work any more" })).toBeVisible();
  await expect(page.getByText(application.brandName)).toHaveCount(0);
  await inspect(page, "renewal-invalid");
  await page.route("**/brand/renewal*", (route) => route.abort());
  await page.goto(link);
  await expect(page.getByRole("alert")).toContainText("We could not load your listing");
  await inspect(page, "renewal-unread");
});

test("with mock payments: straight to the success page, and renewed by the link in the reminder's mail", async ({
  page,
}) => {
  const at = shortProduct();
  const application = someApplication();
  await page.goto(`${at.site}/join`);
  await onStep(page, "Personal Info");
  await toReview(page, application);
  await payButton(page).click();
  await sawToast(page, "Redirecting to Payment Gateway");
  await onVerdict(page, "Payment Successful!");
  await expect(page).toHaveURL(/\/payment-success\?order_id=LIST/);
  await expect(page.getByRole("article", { name: "Listing receipt" })).toContainText(application.brandName);
  await approve(at, application.brandName);

  // Paid, live, and at once the first reminder: this product's comes a year before the end.
  await mailboxOf(at).waitFor(application.email, 3);
  const mails = await mailboxOf(at).to(application.email);
  const reminder = mails.find(({ subject }) => subject.startsWith(`The listing of ${application.brandName}`));
  const { text } = await mailboxOf(at).body(reminder!);
  const link = /http\S+\/join\?renew=\S+/.exec(text)?.[0] ?? "";
  expect(link).toContain(at.site);
  await page.goto(link);
  await payButton(page).click();
  await onVerdict(page, "Payment Successful!");
  await expect(page.getByText(`${application.brandName} stays listed for another year.`)).toBeVisible();
  expect(await daysLeft(at, application.brandName)).toBe(730);
});
