import { expect } from "@playwright/test";
import { indianNumber } from "./support/money.js";
import { mailboxOf, product } from "./support/product.js";
import {
  acceptPolicies,
  fillIn,
  onCheckout,
  onTicket,
  payByUpi,
  proceed,
  registerAndProceed,
  reserveOnPlan,
  someDetails,
  stallOnPlan,
} from "./support/registration.js";
import { freeStall, statusOf } from "./support/stalls.js";
import { expectWorkflowClosed } from "./support/workflows.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";

test("a stall is booked from the events page to the invoice, with a coupon, by UPI", async ({ page }) => {
  const at = product();
  const stall = await freeStall(at, "Premium");
  const details = someDetails();
  await page.goto(`${at.site}/paid-events`);
  await page.getByRole("link", { name: "Choose your stall" }).click();
  await expect(page).toHaveURL(`${at.site}/paid-events/mela`);
  await reserveOnPlan(page, at, stall);
  const address = new URL(page.url());
  expect(Object.fromEntries(address.searchParams)).toEqual({ stallId: stall.stallId, type: "Premium", price: "36000" });

  await fillIn(page, { ...details, gstNumber: "29AAGCB7383J1Z4", gstAddress: "12 MG Road, Bengaluru" });
  await page.getByRole("textbox", { name: "Coupon code" }).fill("mela10");
  await page.getByRole("button", { name: "Apply" }).click();
  const summary = page.getByRole("region", { name: "Price Summary" });
  await expect(summary).toContainText("₹36,000");
  await expect(summary).toContainText("Discount (10%)");
  await expect(summary).toContainText("₹32,400");
  await expect(summary).toContainText("You saved ₹3,600");
  await expect(page.getByRole("textbox", { name: "Coupon code" })).toHaveValue("MELA10");
  // Taken out again, and applied again: the price follows. Karnataka's number, a seller in Maharashtra: one head of tax.
  await expect(summary).toContainText(/Taxable value₹27,457\.63IGST 18%₹4,942\.37/);
  await page.getByRole("button", { name: "Remove coupon MELA10" }).click();
  await expect(page.getByRole("button", { name: "Proceed to Payment ₹36,000" })).toBeVisible();
  await page.getByRole("textbox", { name: "Coupon code" }).fill("mela10");
  await page.getByRole("button", { name: "Apply" }).click();

  await page.getByRole("button", { name: "Proceed to Payment ₹32,400" }).click();
  await expect(page.getByText("Please accept the event policies to go on to payment.")).toBeVisible();
  await acceptPolicies(page);
  await page.getByRole("button", { name: "Proceed to Payment ₹32,400" }).click();
  const orderId = await onCheckout(page);
  // In the same window, on the provider's own site.
  expect(new URL(page.url()).origin).not.toBe(at.site);
  await expect(page.locator("main")).toContainText("32,400");
  expect(await statusOf(at, stall.stallId)).toBe("Reserved");
  await payByUpi(page);

  await onTicket(page, stall.stallId);
  await expect(page).toHaveURL(`${at.site}/paid-events/mela/payment-success?order_id=${orderId}`);
  await expect(page.getByRole("article", { name: "Stall ticket" })).toContainText(orderId);
  await expect(page.getByRole("link", { name: "List Your Brand Now" })).toHaveAttribute("href", "/join-entrepreneur");

  const [mail] = await mailboxOf(at).waitFor(details.email, 1);
  expect(mail?.subject).toContain(`Stall ${stall.stallId} is yours`);
  const body = await mailboxOf(at).body(mail!);
  expect(body.text).toContain(orderId);
  const number = /INV\/\d\d-\d\d\/\d{6}/.exec(body.text)?.[0];
  expect(number).toBeDefined();
  const pdf = await mailboxOf(at).attachment(mail!);
  expect(pdf.subarray(0, 5).toString("latin1")).toBe("%PDF-");
  expect(mail?.attachments.map(({ contentType }) => contentType)).toEqual([
    "image/png",
    "application/pdf",
    "text/calendar",
  ]);

  await expectWorkflowClosed(at, orderId, "sold");
  await page.goto(`${at.site}/paid-events/mela`);
  await expect(stallOnPlan(page, stall.stallId)).toHaveAccessibleName(/, Sold$/);
  await stallOnPlan(page, stall.stallId).click();
  await sawToast(page, "Stall Sold", "This stall has already been sold");
  expect(await mailboxOf(at).to(details.email)).toHaveLength(1);
});

test("a stall is booked with a card", async ({ page }) => {
  const at = product();
  const stall = await freeStall(at, "General");
  const details = someDetails();
  await reserveOnPlan(page, at, stall);
  await expect(proceed(page)).toHaveText(`Proceed to Payment ₹${indianNumber(stall.price)}`);
  const orderId = await registerAndProceed(page, details);
  await page.getByLabel("Card number").fill("4111 1111 1111 1111");
  await page.getByLabel("Valid until (MM/YY)").fill("12/30");
  await page.getByLabel("CVV").fill("123");
  await page.getByRole("button", { name: "Pay by card" }).click();
  await onTicket(page, stall.stallId);
  await mailboxOf(at).waitFor(details.email, 1);
  await expectWorkflowClosed(at, orderId, "sold");
});
