import { expect } from "@playwright/test";
import { mailbox, product } from "./support/product.js";
import {
  fillIn,
  onCheckout,
  onTicket,
  payByUpi,
  policies,
  reserveOnPlan,
  someDetails,
  stallOnPlan,
} from "./support/registration.js";
import { freeStall, statusOf } from "./support/stalls.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";
import { expectWorkflowClosed } from "./support/workflows.js";

test("books a stall with a coupon by UPI, from the events page to the invoice", async ({ page }) => {
  const stall = await freeStall("Premium");
  const details = someDetails();
  await page.goto("/paid-events");
  await page.getByRole("link", { name: "Choose your stall" }).first().click();
  await expect(page).toHaveURL("/paid-events/mela");
  await reserveOnPlan(page, stall);
  const address = new URL(page.url());
  expect(Object.fromEntries(address.searchParams)).toEqual({ stallId: stall.stallId, type: "Premium", price: "36000" });

  await fillIn(page, { ...details, gstNumber: "29AAGCB7383J1Z4", gstAddress: "12 MG Road, Bengaluru" });
  await page.getByRole("textbox", { name: "Coupon code" }).fill("mela10");
  await page.getByRole("button", { name: "Apply" }).click();
  const summary = page.getByRole("region", { name: "Price Summary" });
  await expect(summary).toContainText("You saved ₹3,600");
  // A GST number of Karnataka and a seller in Maharashtra: IGST only.
  await expect(summary).toContainText(/Taxable value₹27,457\.63IGST 18%₹4,942\.37/);
  await policies(page).check();
  await page.getByRole("button", { name: "Proceed to Payment ₹32,400" }).click();
  const orderId = await onCheckout(page);
  // In the same window, on the provider's own site.
  expect(new URL(page.url()).origin).not.toBe(product.site);
  await expect(page.locator("main")).toContainText("32,400");
  expect(await statusOf(stall.stallId)).toBe("Reserved");
  await payByUpi(page);

  await onTicket(page, stall.stallId);
  await expect(page).toHaveURL(`/paid-events/mela/payment-success?order_id=${orderId}`);
  await expect(page.getByRole("article", { name: "Stall ticket" })).toContainText(orderId);

  const [mail] = await mailbox.waitFor(details.email, 1);
  expect(mail?.subject).toContain(`Stall ${stall.stallId} is yours`);
  const { text } = await mailbox.body(mail!);
  expect(text).toContain(orderId);
  expect(text).toMatch(/INV\/\d\d-\d\d\/\d{6}/);
  expect((await mailbox.attachment(mail!)).subarray(0, 5).toString("latin1")).toBe("%PDF-");
  expect(mail?.attachments.map(({ contentType }) => contentType)).toEqual([
    "image/png",
    "application/pdf",
    "text/calendar",
  ]);

  await expectWorkflowClosed(orderId, "sold");
  await page.goto("/paid-events/mela");
  await expect(stallOnPlan(page, stall.stallId)).toHaveAccessibleName(/, Sold$/);
  await stallOnPlan(page, stall.stallId).click();
  await sawToast(page, "Stall Sold", "This stall has already been sold");
  // No second confirmation; the key to the booking comes in a mail of its own.
  await mailbox.waitFor(details.email, 1);
});
