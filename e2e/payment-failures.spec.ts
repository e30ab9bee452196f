import { expect } from "@playwright/test";
import { beginPayment, openRegistration } from "./support/bookings.js";
import { inspect } from "./support/inspect.js";
import { wizardField } from "./support/listing.js";
import { mailbox, simulator } from "./support/product.js";
import { fillIn, onCheckout, onTicket, payByUpi, policies, proceed, someDetails } from "./support/registration.js";
import { freeStall, statusOf } from "./support/stalls.js";
import { test } from "./support/test.js";
import { onVerdict } from "./support/verdict.js";

test("a declined payment is retried by card from the failure page for the same stall; the ticket links to the prefilled free listing", async ({
  page,
}) => {
  const stall = await freeStall();
  const details = someDetails();
  await openRegistration(page, stall);
  await fillIn(page, details);
  await page.getByRole("textbox", { name: "Coupon code" }).fill("MELA10");
  await policies(page).check();
  await proceed(page).click();
  const orderId = await onCheckout(page);
  await payByUpi(page, "testfailure@gocash");

  await onVerdict(page, "Payment Failed");
  await expect(page).toHaveURL(`/paid-events/mela/payment-failure?order_id=${orderId}`);
  expect(await statusOf(stall.stallId)).toBe("Reserved");
  const again = page.getByRole("button", { name: `Continue paying for ${stall.stallId}` });
  await expect(again).toBeVisible();
  await inspect(page, "payment-failed-still-yours");
  await again.click();
  expect(await onCheckout(page)).toBe(orderId);
  await page.getByLabel("Card number").fill("4111 1111 1111 1111");
  await page.getByLabel("Valid until (MM/YY)").fill("12/30");
  await page.getByLabel("CVV").fill("123");
  await page.getByRole("button", { name: "Pay by card" }).click();
  await onTicket(page, stall.stallId);
  await inspect(page, "payment-successful");
  expect(await statusOf(stall.stallId)).toBe("Sold");
  await mailbox.waitFor(details.email, 1);

  // The typed details prefill the listing wizard.
  await page.getByRole("link", { name: "List Your Brand Now" }).click();
  await expect(page).toHaveURL("/join-entrepreneur");
  for (const [name, value] of [
    ["fullName", details.fullName],
    ["email", details.email],
    ["phoneNumber", details.phoneNumber],
    ["brandName", details.businessName],
  ] as const)
    await expect(wizardField(page, name)).toHaveValue(value);
});

test("an abandoned payment is continued from the plan; while the bank is slow it is not shown as failed", async ({
  page,
}) => {
  const stall = await freeStall();
  const { orderId, email } = await beginPayment(page.request, stall);
  await page.goto("/paid-events/mela");
  const banner = page.getByRole("region", { name: "Your stall" });
  await expect(banner).toContainText(`You are paying for ${stall.stallId}`);
  await inspect(page, "plan-paying");
  await banner.getByRole("link", { name: "Continue to payment" }).click();
  await expect(page.getByRole("heading", { name: "Your payment has started" })).toBeVisible();
  await inspect(page, "register-paying");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  expect(await onCheckout(page)).toBe(orderId);
  await page.getByLabel("The bank answers").selectOption({ label: "when the control API says so" });
  await page.getByRole("button", { name: "Pay late" }).click();
  await expect(page.getByRole("heading", { name: "Verifying Payment..." })).toBeVisible();
  await expect(page.getByText(/contact support with your order id/)).toBeVisible();
  await inspect(page, "payment-slow");
  await simulator.finishPending(orderId, "success");
  await onTicket(page, stall.stallId);
  await mailbox.waitFor(email, 1);
});
