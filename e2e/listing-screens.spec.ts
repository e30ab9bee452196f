import { expect } from "@playwright/test";
import { gate } from "./support/gate.js";
import { inspect } from "./support/inspect.js";
import {
  backToReview,
  continueButton,
  fillPersonal,
  onListingCheckout,
  onStep,
  someApplication,
  toReview,
  wizardField,
} from "./support/listing.js";
import { product } from "./support/product.js";
import { payByUpi } from "./support/registration.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";
import { onVerdict } from "./support/verdict.js";

// Each state is looked at twice, and axe takes its time.
test.describe.configure({ timeout: 900_000 });

test("the wizard's steps: empty, refused, filled in, discarding", async ({ page }) => {
  const at = product();
  const application = someApplication({ hasGSTIN: "yes", gstNumber: "29AAGCB7383J1Z5", govtDocument: undefined });
  await page.goto(`${at.site}/join`);
  await onStep(page, "Personal Info");
  await inspect(page, "join-personal");
  await continueButton(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Full name is required")).toBeVisible();
  await inspect(page, "join-personal-errors");
  await fillPersonal(page, application);
  await continueButton(page).click();
  await onStep(page, "Business Info");
  await inspect(page, "join-business");
  await continueButton(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Consent is required")).toBeVisible();
  await inspect(page, "join-business-errors");
  await page.getByRole("button", { name: "Previous" }).click();
  await onStep(page, "Personal Info");
  await toReview(page, application);
  await page.getByRole("button", { name: "Change Business Info" }).click();
  await onStep(page, "Business Info");
  await expect(page.getByText(/does not check out/)).toBeVisible();
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

test("the review: each way, the dialog in each of its states, failures, the confirmation", async ({ page }) => {
  const at = product();
  const application = someApplication();
  await page.goto(`${at.site}/join`);
  await onStep(page, "Personal Info");
  await toReview(page, application);
  await inspect(page, "join-review");
  await page.getByRole("radio", { name: /^Free with my Mela stall/ }).check();
  const dialog = page.getByRole("dialog", { name: "Verify your stall" });
  const phone = dialog.getByLabel("Phone number of the stall");
  const verify = dialog.getByRole("button", { name: /^(Verify|Try again)$/ });
  await expect(phone).toBeVisible();
  await inspect(page, "join-verify");
  await phone.fill("12345");
  await verify.click();
  await expect(phone).toHaveAccessibleErrorMessage("Please enter a valid 10-digit numeric phone number");
  await inspect(page, "join-verify-wrong");
  const server = gate();
  await page.route("**/mela/verify-phone", async (route) => {
    await server.opened;
    await route.continue();
  });
  await phone.fill("6000000000");
  await verify.click();
  await expect(dialog.getByRole("button", { name: "Verifying..." })).toBeVisible();
  await inspect(page, "join-verifying");
  server.open();
  await expect(dialog.getByText("Verification Failed")).toBeVisible();
  await inspect(page, "join-verify-failed");
  await page.unroute("**/mela/verify-phone");
  await page.route("**/mela/verify-phone", (route) =>
    route.fulfill({ json: { verified: true, message: "Verified." } }),
  );
  await verify.click();
  await expect(page.getByText("Verified: +91 6000000000")).toBeVisible();
  await inspect(page, "join-verified");
  // The page received a yes; the server knows better.
  await page.getByRole("button", { name: "Submit for my free listing" }).click();
  await sawToast(page, "Submission Failed");
  await inspect(page, "join-submission-failed");

  await page.getByRole("radio", { name: /^Community only/ }).check();
  await page.getByRole("button", { name: "Join the community" }).click();
  await onStep(page, "Application submitted");
  await inspect(page, "join-confirmed");
});

/** What the provider is asked about a session before the browser leaves for its page, and that page. */
const isCheckout = (url: URL): boolean => url.pathname.startsWith("/checkout/");

test("the payment: on the way, verifying, failed, not final, paid", async ({ page }) => {
  const at = product();
  await page.goto(`${at.site}/payment-failure`);
  await expect(page.getByRole("heading", { name: "Payment Failed" })).toBeVisible();
  await inspect(page, "listing-failed-unknown");

  await page.goto(`${at.site}/join`);
  await onStep(page, "Personal Info");
  const application = someApplication();
  await toReview(page, application);
  // On its way to the provider the page stands for as long as it is looked at: the provider answers when we say so. (A
  // stopped clock would stop axe, too.)
  const provider = gate();
  await page.route(isCheckout, async (route) => {
    await provider.opened;
    await route.continue();
  });
  await page.getByRole("button", { name: "Pay ₹999" }).click();
  await sawToast(page, "Redirecting to Payment Gateway");
  await inspect(page, "join-redirecting");
  provider.open();
  const orderId = await onListingCheckout(page);

  await page.route("**/brand/payment-status*", () => undefined);
  await page.goto(`${at.site}/payment-success?order_id=${orderId}`);
  await expect(page.getByRole("heading", { name: "Verifying your payment..." })).toBeVisible();
  await inspect(page, "listing-verifying");
  await page.unroute("**/brand/payment-status*");
  await page.goto(`${at.site}/payment-failure?order_id=${orderId}`);
  await expect(page.getByText(/do not pay twice/)).toBeVisible();
  await inspect(page, "listing-not-final");
  await page.route("**/brand/payment-status*", (route) => route.abort());
  await page.goto(`${at.site}/payment-failure?order_id=${orderId}`);
  await expect(page.getByRole("heading", { name: "We could not check your payment" })).toBeVisible();
  await inspect(page, "listing-unchecked");
  await page.unroute("**/brand/payment-status*");
  // Nobody is asked to pay before it is known how the payment stands.
  await expect(page.getByRole("link", { name: "Try again" })).toBeHidden();
  await page.getByRole("button", { name: "Check again" }).click();

  await page.getByRole("link", { name: "Try again" }).click();
  await backToReview(page, application);
  await page.getByRole("button", { name: "Pay ₹999" }).click();
  await onListingCheckout(page);
  await payByUpi(page, "testfailure@gocash");
  await onVerdict(page, "Payment Failed");
  await inspect(page, "listing-failed");
  await page.getByRole("link", { name: "Try again" }).click();
  await backToReview(page, application);
  await page.getByRole("button", { name: "Pay ₹999" }).click();
  await onListingCheckout(page);
  await payByUpi(page);
  await onVerdict(page, "Payment Successful!");
  await inspect(page, "listing-paid");
});

test("the renewal: a link that is good, one that is not, and no answer", async ({ page }) => {
  const at = product();
  await page.goto(`${at.site}/join?renew=nonsense`);
  await expect(page.getByRole("heading", { name: "This link does not work any more" })).toBeVisible();
  await inspect(page, "renewal-invalid");
  await page.route("**/brand/renewal*", (route) => route.abort());
  await page.goto(`${at.site}/join?renew=nonsense`);
  await expect(page.getByRole("alert")).toContainText("We could not load your listing");
  await inspect(page, "renewal-unread");
  await page.unroute("**/brand/renewal*");
  await page.route("**/brand/renewal*", (route) =>
    route.fulfill({
      json: {
        brandName: "Meena Weaves",
        fullName: "Meena Devi",
        liveUntil: "2026-12-20T10:00:00Z",
        amount: 999,
        state: "open",
      },
    }),
  );
  await page.goto(`${at.site}/join?renew=good`);
  await expect(page.getByText("Live until")).toBeVisible();
  await inspect(page, "renewal");
});

test("the wizard can be used by keyboard alone", async ({ page }) => {
  const at = product();
  await page.goto(`${at.site}/join`);
  await onStep(page, "Personal Info");
  await wizardField(page, "fullName").focus();
  for (const text of ["Meena Devi", "meena@example.com", "9876543210", "9876543211", "Meena Weaves"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await continueButton(page).focus();
  await page.keyboard.press("Enter");
  await onStep(page, "Business Info");
  await expect(page.getByRole("heading", { level: 2, name: "Business Info" })).toBeFocused();
});
