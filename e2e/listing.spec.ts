import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { buy } from "./support/bookings.js";
import { inspect } from "./support/inspect.js";
import {
  approve,
  backToReview,
  continueButton,
  fillBusiness,
  onStep,
  someApplication,
  statesOf,
  toReview,
  wizardField,
} from "./support/listing.js";
import type { Application } from "./support/listing.js";
import { mailbox, product } from "./support/product.js";
import { onCheckout, payByUpi, someDetails } from "./support/registration.js";
import { freeStall } from "./support/stalls.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";
import { onVerdict } from "./support/verdict.js";

async function openWizard(page: Page): Promise<void> {
  await page.goto("/join");
  await onStep(page, "Personal Info");
}

/** Expects the brand's public page to show the application. */
async function expectListed(page: Page, publicUrl: string, application: Application): Promise<void> {
  await page.goto(publicUrl);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(application.brandName);
  await expect(page.getByText(application.story).first()).toBeVisible();
}

test("lists a brand by payment, from the home page to its public page, with mail and invoice", async ({ page }) => {
  const application = someApplication();
  await page.goto("/");
  await page.getByRole("link", { name: "List Your Brand" }).first().click();
  await onStep(page, "Personal Info");
  await toReview(page, application);
  await expect(page.getByRole("radio", { name: /^Paid listing/ })).toBeChecked();
  await page.getByRole("button", { name: "Pay ₹999" }).dblclick();
  await sawToast(page, "Redirecting to Payment Gateway");
  const orderId = await onCheckout(page);
  await expect(page.locator("main")).toContainText("999");
  await payByUpi(page);
  await onVerdict(page, "Payment Successful!");
  await expect(page.getByRole("article", { name: "Listing receipt" })).toContainText(application.brandName);
  await expect(page).toHaveURL(`/payment-success?order_id=${orderId}`);
  await inspect(page, "listing-paid");

  const [paid] = await mailbox.waitFor(application.email, 1);
  expect(paid?.subject).toBe(`Payment received: ${application.brandName}`);
  expect((await mailbox.body(paid!)).text).toMatch(/INV\/\d\d-\d\d\/\d{6}/);
  expect((await mailbox.attachment(paid!)).subarray(0, 5).toString("latin1")).toBe("%PDF-");
  // A double click submits once.
  expect(await statesOf(application.brandName)).toEqual(["under_review"]);

  const publicUrl = await approve(application.brandName);
  await expectListed(page, publicUrl, application);
  // The "live" mail, and the first reminder, which this product sends a year before the end.
  const mails = await mailbox.waitFor(application.email, 3);
  const texts = await Promise.all(mails.map(async (mail) => (await mailbox.body(mail)).text));
  expect(texts.filter((text) => text.includes(new URL(publicUrl).pathname))).not.toEqual([]);
});

test("the wizard shows errors by keyboard, restores a draft and confirms discarding it", async ({ page }) => {
  const application = someApplication({ hasGSTIN: "yes", gstNumber: "29AAGCB7383J1Z5", govtDocument: undefined });
  await openWizard(page);
  await continueButton(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Full name is required")).toBeVisible();
  await expect(wizardField(page, "fullName")).toBeFocused();
  await inspect(page, "join-personal-errors");
  for (const name of ["fullName", "email", "phoneNumber", "whatsappNumber", "brandName"] as const) {
    await page.keyboard.type(application[name]);
    await page.keyboard.press("Tab");
  }
  await continueButton(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "Business Info" })).toBeFocused();
  await continueButton(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Consent is required")).toBeVisible();
  await inspect(page, "join-business-errors");
  await fillBusiness(page, application);
  await continueButton(page).click();
  await onStep(page, "Review");
  await page.getByRole("button", { name: "Change Business Info" }).click();
  await onStep(page, "Business Info");
  await expect(page.getByText(/does not look valid/)).toBeVisible();
  await inspect(page, "join-business-filled");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await inspect(page, "join-discard");
  await page.getByRole("button", { name: "Keep it" }).click();
  await page.reload();
  await page.getByRole("button", { name: "Back to Personal Info" }).click();
  await expect(page.getByText(/found what you typed before/)).toBeVisible();
  await inspect(page, "join-welcome-back");
});

test("the review shows a failed verification and a refused claim; a free listing is submitted once and stays off the public site", async ({
  page,
}) => {
  const application = someApplication({ companyType: "ngo", businessCategory: "Skilling" });
  await openWizard(page);
  await toReview(page, application);
  await inspect(page, "join-review");
  await page.getByRole("radio", { name: /^Free with my Mela stall/ }).check();
  const dialog = page.getByRole("dialog", { name: "Verify your stall" });
  const phone = dialog.getByLabel("Phone number of the stall");
  const verify = dialog.getByRole("button", { name: /^(Verify|Try again)$/ });
  await phone.fill("12345");
  await verify.click();
  await expect(phone).toHaveAccessibleErrorMessage("Please enter a valid 10-digit numeric phone number");
  await inspect(page, "join-verify-wrong");
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  await page.route("**/mela/verify-phone", async (route) => {
    await opened;
    await route.continue();
  });
  await phone.fill("6000000000");
  await verify.click();
  await expect(dialog.getByRole("button", { name: "Verifying..." })).toBeVisible();
  await inspect(page, "join-verifying");
  open();
  await expect(dialog.getByText("Verification Failed")).toBeVisible();
  await inspect(page, "join-verify-failed");
  await page.unroute("**/mela/verify-phone");
  await page.route("**/mela/verify-phone", (route) =>
    route.fulfill({ json: { verified: true, message: "Verified." } }),
  );
  await verify.click();
  await expect(page.getByText("Verified: +91 6000000000")).toBeVisible();
  // The page received a forged success; the server refuses the claim.
  await page.getByRole("button", { name: "Submit for my free listing" }).click();
  await sawToast(page, "Submission Failed");
  await inspect(page, "join-submission-failed");

  await page.getByRole("radio", { name: /^Community only/ }).check();
  await page.getByRole("button", { name: "Join the community" }).dblclick();
  await sawToast(page, "Application Submitted!");
  await onStep(page, "Application submitted");
  await expect(page).toHaveURL("/join?step=4");
  await inspect(page, "join-confirmed");
  const [mail] = await mailbox.waitFor(application.email, 1);
  expect(mail?.subject).toMatch(/^Welcome to the .* community$/);
  expect(await statesOf(application.brandName)).toEqual(["joined"]);
  const found = await fetch(`${product.site}/api/public/brand-names?module=ngos`);
  expect(await found.text()).not.toContain(application.brandName);
});

test("lists a brand for free with a stall, verified by its phone number, up to its public page", async ({ page }) => {
  const stall = await freeStall();
  const details = someDetails();
  await buy(stall, details, page.request);
  await mailbox.waitFor(details.email, 1);
  await openWizard(page);
  const application = someApplication();
  await toReview(page, application);
  await page.getByRole("radio", { name: /^Free with my Mela stall/ }).check();
  const dialog = page.getByRole("dialog", { name: "Verify your stall" });
  await dialog.getByLabel("Phone number of the stall").fill(details.phoneNumber);
  await dialog.getByRole("button", { name: "Verify", exact: true }).click();
  await sawToast(page, "Verification Successful!");
  await expect(page.getByText(`Verified: +91 ${details.phoneNumber}`)).toBeVisible();
  await page.getByRole("button", { name: "Submit for my free listing" }).dblclick();
  await sawToast(page, /^Success!/);
  await onStep(page, "Application submitted");

  const [received] = await mailbox.waitFor(application.email, 1);
  expect(received?.subject).toBe(`We have your application for ${application.brandName}`);
  expect(await mailbox.waitFor(details.email, 2)).toContainEqual(
    expect.objectContaining({
      subject: expect.stringMatching(new RegExp(`^The free listing of stall ${stall.stallId} was claimed \\(Mela `)),
    }),
  );
  await expectListed(page, await approve(application.brandName), application);
});

test("a free listing claimed in a browser that did not book the stall waits until its booker confirms it by mail", async ({
  page,
}) => {
  const stall = await freeStall();
  const details = someDetails();
  await buy(stall, details);
  await mailbox.waitFor(details.email, 1);
  await openWizard(page);
  const application = someApplication();
  await toReview(page, application);
  await page.getByRole("radio", { name: /^Free with my Mela stall/ }).check();
  const dialog = page.getByRole("dialog", { name: "Verify your stall" });
  await dialog.getByLabel("Phone number of the stall").fill(details.phoneNumber);
  await dialog.getByRole("button", { name: "Verify", exact: true }).click();
  await sawToast(page, "Verification Successful!");
  await page.getByRole("button", { name: "Submit for my free listing" }).click();
  await sawToast(page, /^Success!/);
  await expect(page.getByRole("heading", { level: 2, name: "Please confirm it by mail" })).toBeVisible();
  await inspect(page, "join-claim-waits");
  expect(await statesOf(application.brandName)).toEqual([]);

  const asked = (await mailbox.waitFor(details.email, 2)).find(({ subject }) => subject.startsWith("Confirm"));
  const { text } = await mailbox.body(asked!);
  expect(`${asked?.subject} ${text}`).not.toContain(application.brandName);
  const [link = ""] = /https?:\/\/\S+my-booking#\S+/.exec(text) ?? [];
  await page.goto(link);
  const claims = page.getByRole("region", { name: "Confirm your free listing" });
  await expect(claims.getByText(`${application.brandName}, applied for by`)).toBeVisible();
  await inspect(page, "my-booking-claim");
  await claims.getByRole("button", { name: "Yes, list this brand" }).click();
  await page
    .getByRole("alertdialog")
    .or(page.getByRole("dialog"))
    .getByRole("button", { name: "Yes, list this brand" })
    .click();
  await expect(claims.getByText("Confirmed.")).toBeFocused();
  expect(await statesOf(application.brandName)).toEqual(["under_review"]);
  await mailbox.waitFor(application.email, 1);
});

test("an abandoned or declined listing payment shows its result, and can be retried with only the document number retyped", async ({
  page,
}) => {
  const application = someApplication();
  await openWizard(page);
  await toReview(page, application);
  const pay = page.getByRole("button", { name: "Pay ₹999" });
  const tryAgain = page.getByRole("link", { name: "Try again" });
  await pay.click();
  await sawToast(page, "Redirecting to Payment Gateway");
  const orderId = await onCheckout(page);

  // The browser's Back button restores the form.
  await page.goBack();
  await backToReview(page, application);
  await expect(page.getByText(application.brandName)).toBeVisible();
  await pay.click();
  expect(await onCheckout(page)).toBe(orderId);

  const status = "**/brand/payment-status*";
  await page.route(status, () => undefined);
  await payByUpi(page, "testfailure@gocash");
  await expect(page.getByRole("heading", { name: "Verifying your payment..." })).toBeVisible();
  await inspect(page, "listing-verifying");
  await page.unroute(status);
  await page.route(status, (route) => route.abort());
  await page.goto(`/payment-failure?order_id=${orderId}`);
  await expect(page.getByRole("heading", { name: "We could not check your payment" })).toBeVisible();
  await inspect(page, "listing-unchecked");
  // No retry is offered while the payment's status is unknown.
  await expect(tryAgain).toBeHidden();
  await page.unroute(status);
  await page.route(status, async (route) => {
    const json = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...json, status: "payment_pending", outcome: { kind: "pending" } } });
  });
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByText(/do not pay twice/)).toBeVisible();
  await inspect(page, "listing-not-final");
  await page.unroute(status);
  await onVerdict(page, "Payment Failed");
  await expect(page.getByText(/cancelled, declined or ended in an error, so your brand is not listed/)).toBeVisible();
  await inspect(page, "listing-failed");
  await tryAgain.click();
  await backToReview(page, application);
});
