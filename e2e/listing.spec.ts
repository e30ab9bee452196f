import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { gate } from "./support/gate.js";
import { inspect } from "./support/inspect.js";
import {
  backToReview,
  approve,
  onListingCheckout,
  onStep,
  someApplication,
  statesOf,
  toReview,
  wizardField,
} from "./support/listing.js";
import type { Application } from "./support/listing.js";
import { mailboxOf, product } from "./support/product.js";
import {
  acceptPolicies,
  fillIn,
  onCheckout,
  onTicket,
  payByUpi,
  proceed,
  reserveOnPlan,
  someDetails,
} from "./support/registration.js";
import { freeStall } from "./support/stalls.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";
import { onVerdict } from "./support/verdict.js";

/** From the home page's own button to the review. */
async function applyFromHome(page: Page, application: Application): Promise<void> {
  await page.goto(product().site);
  await page.getByRole("link", { name: "List Your Brand" }).first().click();
  await onStep(page, "Personal Info");
  await toReview(page, application);
}

async function onReceipt(page: Page, brandName: string): Promise<void> {
  await onVerdict(page, "Payment Successful!");
  await expect(page.getByRole("article", { name: "Listing receipt" })).toContainText(brandName);
}

/** The brand's own page, seen by somebody who knows nothing of all this. */
async function expectListed(page: Page, publicUrl: string, application: Application): Promise<void> {
  await page.goto(publicUrl);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(application.brandName);
  await expect(page.getByText(application.story).first()).toBeVisible();
}

test("paid: from the home page to the brand's public page, with mail and invoice", async ({ page }) => {
  const at = product();
  const application = someApplication();
  await applyFromHome(page, application);
  await expect(page.getByRole("radio", { name: /^Paid listing/ })).toBeChecked();
  await page.getByRole("button", { name: "Pay ₹999" }).dblclick();
  await sawToast(page, "Redirecting to Payment Gateway");
  const orderId = await onListingCheckout(page);
  await expect(page.locator("main")).toContainText("999");
  await payByUpi(page);
  await onReceipt(page, application.brandName);
  await expect(page).toHaveURL(`${at.site}/payment-success?order_id=${orderId}`);

  const [paid] = await mailboxOf(at).waitFor(application.email, 1);
  expect(paid?.subject).toBe(`Payment received: ${application.brandName}`);
  expect((await mailboxOf(at).body(paid!)).text).toMatch(/INV\/\d\d-\d\d\/\d{6}/);
  expect((await mailboxOf(at).attachment(paid!)).subarray(0, 5).toString("latin1")).toBe("%PDF-");
  // Pressed twice, handed in once; and what was paid for is forgotten on this device.
  expect(await statesOf(at, application.brandName)).toEqual(["under_review"]);
  await page.goto(`${at.site}/join`);
  await expect(wizardField(page, "fullName")).toHaveValue("");

  const publicUrl = await approve(at, application.brandName);
  await expectListed(page, publicUrl, application);
  await mailboxOf(at).waitFor(application.email, 2);
  const live = (await mailboxOf(at).to(application.email)).find(({ id }) => id !== paid?.id);
  expect((await mailboxOf(at).body(live!)).text).toContain(new URL(publicUrl).pathname);
});

test("free: handed in, confirmed, welcomed by mail, and not on the public site", async ({ page }) => {
  const at = product();
  const application = someApplication({ companyType: "ngo", businessCategory: "Skilling" });
  await applyFromHome(page, application);
  await page.getByRole("radio", { name: /^Community only/ }).check();
  await page.getByRole("button", { name: "Join the community" }).dblclick();
  await sawToast(page, "Application Submitted!");
  await onStep(page, "Application submitted");
  await expect(page).toHaveURL(`${at.site}/join?step=4`);
  await expect(page.getByText(/within 24-48 hours/)).toBeVisible();
  await page.reload();
  await onStep(page, "Application submitted");
  const [mail] = await mailboxOf(at).waitFor(application.email, 1);
  expect(mail?.subject).toMatch(/^Welcome to the .* community$/);
  expect(await statesOf(at, application.brandName)).toEqual(["joined"]);
  const found = await fetch(`${at.site}/api/public/brand-names?module=ngos`);
  expect(await found.text()).not.toContain(application.brandName);
});

test("with a stall: from the ticket, prefilled and verified, to the brand's public page", async ({ page }) => {
  const at = product();
  const stall = await freeStall(at);
  const details = someDetails();
  await reserveOnPlan(page, at, stall);
  await fillIn(page, details);
  await acceptPolicies(page);
  await proceed(page).click();
  await onCheckout(page);
  await payByUpi(page);
  await onTicket(page, stall.stallId);
  await mailboxOf(at).waitFor(details.email, 1);
  await page.getByRole("link", { name: "List Your Brand Now" }).click();
  await expect(page).toHaveURL(`${at.site}/join-entrepreneur`);
  await expect(wizardField(page, "fullName")).toHaveValue(details.fullName ?? "");
  await expect(wizardField(page, "email")).toHaveValue(details.email);
  await expect(wizardField(page, "phoneNumber")).toHaveValue(details.phoneNumber);
  await expect(wizardField(page, "brandName")).toHaveValue(details.businessName ?? "");

  const application = someApplication();
  await toReview(page, application);
  await page.getByRole("radio", { name: /^Free with my Mela stall/ }).check();
  const dialog = page.getByRole("dialog", { name: "Verify your stall" });
  await dialog.getByLabel("Phone number of the stall").fill("6000000000");
  await dialog.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(dialog.getByText("Verification Failed")).toBeVisible();
  await expect(dialog.getByText(/choose another payment option/)).toBeVisible();
  await dialog.getByLabel("Phone number of the stall").fill(details.phoneNumber);
  await dialog.getByRole("button", { name: "Verify", exact: true }).click();
  await sawToast(page, "Verification Successful!");
  await expect(page.getByText(`Verified: +91 ${details.phoneNumber}`)).toBeVisible();
  await page.getByRole("button", { name: "Submit for my free listing" }).dblclick();
  await sawToast(page, /^Success!/);
  await onStep(page, "Application submitted");

  const [received] = await mailboxOf(at).waitFor(application.email, 1);
  expect(received?.subject).toBe(`We have your application for ${application.brandName}`);
  await mailboxOf(at).waitFor(details.email, 2);
  expect((await mailboxOf(at).to(details.email)).map(({ subject }) => subject)).toContain(
    `The free listing of stall ${stall.stallId} was claimed`,
  );
  await expectListed(page, await approve(at, application.brandName), application);

  // Once per stall: the same number gets the same no as a stranger's.
  await page.goto(`${at.site}/join`);
  const again = someApplication();
  await toReview(page, again);
  await page.getByRole("radio", { name: /^Free with my Mela stall/ }).check();
  await dialog.getByLabel("Phone number of the stall").fill(details.phoneNumber);
  await dialog.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(dialog.getByText("Verification Failed")).toBeVisible();
  await dialog.getByRole("button", { name: "Choose another payment option" }).click();
  await expect(page.getByRole("radio", { name: /^Paid listing/ })).toBeChecked();
});

/** What the provider is asked about a session before the browser leaves for its page, and that page. */
const isCheckout = (url: URL): boolean => url.pathname.startsWith("/checkout/");

test("a payment that is left, cancelled and declined leaves a clear page each time, and is tried again with only the document's number retyped", async ({
  page,
}) => {
  const at = product();
  const application = someApplication();
  await page.goto(`${at.site}/payment-failure`);
  await expect(page.getByRole("heading", { name: "Payment Failed" })).toBeVisible();
  await inspect(page, "listing-failed-unknown");

  await page.goto(`${at.site}/join`);
  await onStep(page, "Personal Info");
  await toReview(page, application);
  const pay = page.getByRole("button", { name: "Pay ₹999" });
  const tryAgain = page.getByRole("link", { name: "Try again" });
  // On its way to the provider the page stands for as long as it is looked at: the provider answers when we say so. (A
  // stopped clock would stop axe, too.)
  const provider = gate();
  await page.route(isCheckout, async (route) => {
    await provider.opened;
    await route.continue();
  });
  await pay.click();
  await sawToast(page, "Redirecting to Payment Gateway");
  await inspect(page, "join-redirecting");
  provider.open();
  const orderId = await onListingCheckout(page);

  // Back by the browser's button: the form is as it was.
  await page.goBack();
  await backToReview(page, application);
  await expect(page.getByText(application.brandName)).toBeVisible();
  await expect(pay).toBeEnabled();

  const status = "**/brand/payment-status*";
  await page.route(status, () => undefined);
  await page.goto(`${at.site}/payment-success?order_id=${orderId}`);
  await expect(page.getByRole("heading", { name: "Verifying your payment..." })).toBeVisible();
  await inspect(page, "listing-verifying");
  await page.unroute(status);
  await page.goto(`${at.site}/payment-failure?order_id=${orderId}`);
  await expect(page.getByText(/do not pay twice/)).toBeVisible();
  await inspect(page, "listing-not-final");
  await page.route(status, (route) => route.abort());
  await page.goto(`${at.site}/payment-failure?order_id=${orderId}`);
  await expect(page.getByRole("heading", { name: "We could not check your payment" })).toBeVisible();
  await inspect(page, "listing-unchecked");
  await page.unroute(status);
  // Nobody is asked to pay before it is known how the payment stands.
  await expect(tryAgain).toBeHidden();
  await page.getByRole("button", { name: "Check again" }).click();
  await tryAgain.click();
  await backToReview(page, application);
  await pay.click();
  expect(await onListingCheckout(page)).toBe(orderId);

  await page.getByRole("button", { name: "Cancel and go back" }).click();
  await onVerdict(page, "Payment Failed");
  await expect(page.getByText(/cancelled, declined or ended in an error, so your brand is not listed/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Order details" })).toContainText(orderId);
  await tryAgain.click();
  await backToReview(page, application);
  await expect(page.getByText(application.story)).toBeVisible();

  await pay.click();
  expect(await onListingCheckout(page)).toBe(orderId);
  await payByUpi(page, "testfailure@gocash");
  await onVerdict(page, "Payment Failed");
  await inspect(page, "listing-failed");
  await tryAgain.click();
  await backToReview(page, application);
  await pay.click();
  await onListingCheckout(page);
  await payByUpi(page);
  await onReceipt(page, application.brandName);
  await inspect(page, "listing-paid");
  expect(await statesOf(at, application.brandName)).toEqual(["under_review"]);
  await mailboxOf(at).waitFor(application.email, 1);
});
