import { expect } from "@playwright/test";
import { beginPayment, buy } from "./support/bookings.js";
import { inspect } from "./support/inspect.js";
import { enter, tabTo, typeInto } from "./support/keys.js";
import { cancel, linkInMail, onSlowPhone, untilOutcome } from "./support/payer.js";
import { freeStall } from "./support/stalls.js";
import { test } from "./support/test.js";

const CORRECTION = "My name is spelt with two a's: Aashaa.";

test("a payer opens ticket and invoice from the mail's link on a slow phone, and requests a correction by keyboard", async ({
  page,
}) => {
  const sale = await buy(await freeStall());
  const link = await linkInMail(sale.email);

  const restoreSpeed = await onSlowPhone(page);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "My booking", exact: true })).toBeVisible();
  // The secret is removed from the address and the history.
  await expect(page).toHaveURL("/my-booking");
  await expect(page.getByRole("article", { name: "Stall ticket" })).toContainText(sale.orderId);
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expect(page.getByText(/^You paid ₹/)).toBeVisible();
  const invoice = page.getByRole("link", { name: /^Download INV\/.*\(PDF\)$/ });
  const [file] = await Promise.all([page.waitForEvent("download"), enter(page, invoice)]);
  expect(file.suggestedFilename()).toMatch(/^INV-.*\.pdf$/);

  const form = page.getByRole("region", { name: "Ask us for a change" });
  await tabTo(page, form.getByRole("radio", { name: "Correct my details or the invoice" }));
  await typeInto(page, form.getByRole("textbox", { name: "In your own words" }), CORRECTION);
  await enter(page, form.getByRole("button", { name: "Send to the organizer" }));
  await expect(form.getByText(CORRECTION)).toBeVisible();
  await expect(form.getByText(/Waiting for our answer/)).toBeVisible();
  await inspect(page, "my-booking");
  await restoreSpeed();

  await page.reload();
  await expect(page.getByRole("article", { name: "Stall ticket" })).toContainText(sale.orderId);
  // The secret with one letter changed.
  await page.goto("about:blank");
  await page.goto(link.slice(0, -1) + (link.endsWith("A") ? "B" : "A"));
  await expect(page.getByRole("heading", { name: "This link no longer leads to a booking" })).toBeVisible();
  await inspect(page, "my-booking-invalid");
  await page.getByRole("link", { name: "Find my booking" }).first().click();
  await expect(page.getByRole("heading", { name: "Find my booking", level: 1 })).toBeVisible();
  await inspect(page, "find-my-booking");
});

test("a payer opens a cancelled booking from the mail's link and sees the refund's amount, date and number", async ({
  page,
}) => {
  const sale = await buy(await freeStall());
  // A booking that is cancelled before its mails are written has none that leads to it.
  const link = await linkInMail(sale.email);
  await cancel(sale.stall.stallId, { refund: "partial", refundAmount: 10_000 });
  await untilOutcome(sale.orderId, ({ refund }) => refund?.state === "succeeded");

  await page.goto(link);
  await expect(page.getByText(/^₹10,000 of the ₹[\d,]+ you paid went back to you on/)).toBeVisible();
  const facts = page.getByRole("region", { name: "Order details" });
  await expect(facts).toContainText(/Refunded on\s*\d+ \w+ \d{4}/);
  await expect(facts).toContainText(/Refund number\s*\S+/);
  await expect(page.getByRole("article", { name: "Stall ticket" })).toBeHidden();
  const note = page.getByRole("link", { name: /^Download CRN\/.*\(PDF\)$/ });
  const [file] = await Promise.all([page.waitForEvent("download"), note.click()]);
  expect(file.suggestedFilename()).toMatch(/^CRN-.*\.pdf$/);
  await inspect(page, "my-booking-cancelled");
});

test("the browser that registered can correct the details without a link until the payment", async ({ page }) => {
  const { orderId, email } = await beginPayment(page.request, await freeStall());
  await page.goto(`/paid-events/mela/payment-failure?order_id=${orderId}`);
  await expect(page.getByRole("heading", { name: "Payment not confirmed yet" })).toBeVisible();
  await inspect(page, "payment-not-confirmed");
  await page.getByRole("link", { name: "Correct my details" }).click();
  await page.getByRole("button", { name: "Correct my details" }).click();
  await page.getByRole("textbox", { name: "Email Address" }).fill(`new.${email}`);
  await inspect(page, "my-booking-correcting");
  await page.getByRole("button", { name: "Save my details" }).click();
  await expect(page.getByText(/we let the former one know/)).toBeFocused();
  await expect(page.getByText(`new.${email}`)).toBeVisible();
});
