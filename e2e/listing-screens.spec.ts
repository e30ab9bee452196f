import { expect } from "@playwright/test";
import { gate } from "./support/gate.js";
import { inspect } from "./support/inspect.js";
import { continueButton, fillPersonal, onStep, someApplication, toReview, wizardField } from "./support/listing.js";
import { product } from "./support/product.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";

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
