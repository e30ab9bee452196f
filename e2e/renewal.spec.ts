import { expect } from "@playwright/test";
import { inspect } from "./support/inspect.js";
import { applicationsOf, approve, payByApi, someApplication } from "./support/listing.js";
import { mailbox, product } from "./support/product.js";
import { onCheckout, payByUpi } from "./support/registration.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";
import { onVerdict } from "./support/verdict.js";

test("renews a listing by the reminder's link: a cancelled payment is continued, and one year is added", async ({
  page,
}) => {
  const application = someApplication();
  const { brandName, email } = application;
  await payByApi(application);
  await approve(brandName);
  const liveUntil = async () => (await applicationsOf(brandName))[0]?.liveUntil ?? "";
  const firstYear = await liveUntil();
  expect(Date.parse(firstYear)).toBeGreaterThan(Date.now());
  // Mails: paid, live, and the first reminder, which this product sends a year before the end.
  const mails = await mailbox.waitFor(email, 3);
  const reminder = mails.find(({ subject }) => subject.startsWith(`The listing of ${brandName}`));
  const link = /http\S+\/join\?renew=\S+/.exec((await mailbox.body(reminder!)).text)?.[0] ?? "";
  expect(link).toContain(product.site);
  const payButton = page.getByRole("button", { name: "Pay ₹999" });

  await page.route("**/brand/renewal*", (route) => route.abort());
  await page.goto(link);
  await expect(page.getByRole("alert")).toContainText("We could not load your listing");
  await inspect(page, "renewal-unread");
  await page.unroute("**/brand/renewal*");
  await page.getByRole("button", { name: /again/ }).click();
  await expect(page.getByRole("region", { name: "Listing, one year more" })).toContainText(brandName);
  await inspect(page, "renewal");
  await payButton.dblclick();
  await sawToast(page, "Redirecting to Payment Gateway");
  const orderId = await onCheckout(page);

  // A cancelled payment is continued with the same order.
  await page.getByRole("button", { name: "Cancel and go back" }).click();
  await onVerdict(page, "Payment Failed");
  await expect(page.getByText(/so your listing is not renewed/)).toBeVisible();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByText(/You began to pay for it/)).toBeVisible();
  await inspect(page, "renewal-started");
  await payButton.click();
  expect(await onCheckout(page)).toBe(orderId);
  await payByUpi(page);
  await onVerdict(page, "Payment Successful!");
  await expect(page.getByText(`${brandName} stays listed for another year.`)).toBeVisible();
  await expect(page.getByRole("article", { name: "Listing receipt" })).toContainText("Renewed");
  await inspect(page, "renewal-paid");
  expect(await liveUntil()).toBe(firstYear.replace(/^\d{4}/, (year) => String(Number(year) + 1)));
  await mailbox.waitFor(email, 4);

  // The used link: nothing more to pay.
  await page.goto(link);
  await expect(page.getByText("This year is paid for already.")).toBeVisible();
  await expect(payButton).toHaveCount(0);
  await inspect(page, "renewal-done");
  // A truncated link: the brand is not shown.
  await page.goto(link.slice(0, -3));
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await expect(page.getByText(brandName)).toHaveCount(0);
  await inspect(page, "renewal-invalid");
});
