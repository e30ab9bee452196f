import { expect } from "@playwright/test";
import { inspect } from "./support/inspect.js";
import { mailboxOf, product, simulatorOf } from "./support/product.js";
import {
  acceptPolicies,
  onCheckout,
  onTicket,
  payByUpi,
  proceed,
  fillIn,
  registerAndProceed,
  reserveOnPlan,
  someDetails,
} from "./support/registration.js";
import { freeStall, statusOf } from "./support/stalls.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";
import { onVerdict } from "./support/verdict.js";

test("a declined payment is made good: the failure page continues paying for the same stall", async ({ page }) => {
  const at = product();
  const stall = await freeStall(at);
  const details = someDetails();
  await reserveOnPlan(page, at, stall);
  await fillIn(page, details);
  await page.getByRole("textbox", { name: "Coupon code" }).fill("MELA10");
  await acceptPolicies(page);
  await proceed(page).click();
  const orderId = await onCheckout(page);
  await payByUpi(page, "testfailure@gocash");

  await onVerdict(page, "Payment Failed");
  await expect(page).toHaveURL(`${at.site}/paid-events/mela/payment-failure?order_id=${orderId}`);
  const order = page.getByRole("region", { name: "Order details" });
  await expect(order).toContainText(orderId);
  await expect(order).toContainText(stall.stallId);
  await expect(page.getByRole("link", { name: "Try Booking Again" })).toHaveAttribute("href", "/paid-events/mela");
  await expect(page.getByRole("link", { name: "Contact Support" })).toHaveAttribute("href", "/support");
  expect(await statusOf(at, stall.stallId)).toBe("Reserved");

  const again = page.getByRole("button", { name: `Continue paying for ${stall.stallId}` });
  await expect(again).toBeVisible();
  await inspect(page, "payment-failed-still-yours");
  await again.click();
  expect(await onCheckout(page)).toBe(orderId);
  await payByUpi(page);
  await onTicket(page, stall.stallId);
  await inspect(page, "payment-successful");
  expect(await statusOf(at, stall.stallId)).toBe("Sold");
  await mailboxOf(at).waitFor(details.email, 1);
});

test("a cancelled payment leads back, and the registration continues to it", async ({ page }) => {
  const at = product();
  const stall = await freeStall(at);
  await reserveOnPlan(page, at, stall);
  const orderId = await registerAndProceed(page);
  await page.getByRole("button", { name: "Cancel and go back" }).click();
  await expect(page).toHaveURL(
    new RegExp(`^${at.site}/paid-events/mela/payment-(success|failure)\\?order_id=${orderId}$`),
  );

  await page.goto(`${at.site}/paid-events/mela`);
  const banner = page.getByRole("region", { name: "Your stall" });
  await expect(banner).toContainText(`You are paying for ${stall.stallId}`);
  await inspect(page, "plan-paying");
  await banner.getByRole("link", { name: "Continue to payment" }).click();
  await expect(page.getByRole("heading", { name: "Your payment has started" })).toBeVisible();
  await inspect(page, "register-paying");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  expect(await onCheckout(page)).toBe(orderId);
  await payByUpi(page);
  await onTicket(page, stall.stallId);
});

test("a payment that the bank confirms late is waited for, and is no failure meanwhile", async ({ page }) => {
  const at = product();
  const stall = await freeStall(at);
  const details = someDetails();
  await reserveOnPlan(page, at, stall);
  const orderId = await registerAndProceed(page, details);
  await page.getByLabel("The bank answers").selectOption({ label: "when the control API says so" });
  await page.getByRole("button", { name: "Pay late" }).click();
  await expect(page.getByRole("heading", { name: "Verifying Payment..." })).toBeVisible();
  await simulatorOf(at).finishPending(orderId, "success");
  await onTicket(page, stall.stallId);
  await mailboxOf(at).waitFor(details.email, 1);
});

test("a payment service that does not answer costs the visitor neither the stall nor what was typed", async ({
  page,
}) => {
  const at = product();
  const stall = await freeStall(at);
  await reserveOnPlan(page, at, stall);
  const details = someDetails();
  await fillIn(page, details);
  await acceptPolicies(page);
  await page.route("**/api/v1/cashfree/initiate", (route) =>
    route.fulfill({
      status: 503,
      json: {
        statusCode: 503,
        code: "provider_unavailable",
        message: "The payment service is not answering.",
        error: "The payment service is not answering.",
      },
    }),
  );
  await proceed(page).click();
  await sawToast(page, "Payment Initiation Failed", "The payment service is not answering.");
  await expect(proceed(page)).toBeEnabled();
  await page.unroute("**/api/v1/cashfree/initiate");
  await proceed(page).click();
  const orderId = await onCheckout(page);
  expect((await simulatorOf(at).order(orderId)).order.order_status).toBe("ACTIVE");
});
