import { randomInt } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import type { Stall } from "./stalls.js";
import { onVerdict } from "./verdict.js";

const format = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 2 });

/** Formats rupees in the Indian way: 1,00,000. */
export const indianNumber = (rupees: number): string => format.format(rupees);

/** Labels of the form's fields. */
const LABELS = {
  fullName: "Full Name",
  email: "Email Address",
  phoneNumber: "Phone Number",
  businessName: "Business Name",
  gstNumber: "GST Number",
  gstAddress: "GST Address",
  pincode: "Pincode",
} as const satisfies Record<keyof RegistrationFormDto, string>;

/** Values of the registration form. */
export type Details = { readonly [Field in keyof typeof LABELS]?: string };

/** Valid details with a unique e-mail and phone number. */
export function someDetails() {
  const number = randomInt(900_000_000);
  return {
    fullName: "Asha Rao",
    email: `asha.${number}@example.com`,
    phoneNumber: `9${String(number).padStart(9, "0")}`,
    businessName: "Asha Weaves",
    pincode: "560066",
  } satisfies Details;
}

/** A field of the registration form. */
export function field(page: Page, name: keyof typeof LABELS): Locator {
  return page.getByRole("textbox", { name: LABELS[name] });
}

/** Reserves a stall on the floor plan; ends on the registration page. */
export async function reserveOnPlan(page: Page, stall: Stall): Promise<void> {
  if (!page.url().endsWith("/paid-events/mela")) await page.goto("/paid-events/mela");
  await stallOnPlan(page, stall.stallId).click();
  const dialog = page.getByRole("dialog", { name: "Confirm Stall Reservation" });
  await expect(dialog).toContainText(stall.stallId);
  await expect(dialog).toContainText(`₹${indianNumber(stall.price)}`);
  await dialog.getByRole("button", { name: "Yes, Reserve" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Stall registration" })).toBeVisible();
}

/** A stall's button on the plan. By attribute: a query by name would compute the names of all 70. */
export function stallOnPlan(page: Page, stallId: string): Locator {
  return page.locator(`[data-stall="${stallId}"]`);
}

/** Fills in the given fields. */
export async function fillIn(page: Page, details: Details): Promise<void> {
  for (const [name, value] of Object.entries(details) as [keyof Details, string][]) {
    await field(page, name).fill(value);
  }
}

/** The button that registers and opens the payment page. */
export function proceed(page: Page): Locator {
  return page.getByRole("button", { name: /^Proceed to Payment/ });
}

/** The checkbox that is required before paying. */
export function policies(page: Page): Locator {
  return page.getByRole("checkbox", { name: "I have read and accept the event policies." });
}

/** Waits for the provider's page. @returns the order's id */
export async function onCheckout(page: Page): Promise<string> {
  await expect(page.getByRole("heading", { name: "UPI" })).toBeVisible();
  const orderId = /(MELA|LIST)[\w-]+/.exec((await page.locator("main").textContent()) ?? "")?.[0];
  if (orderId === undefined) throw new Error("the payment page shows no order id");
  return orderId;
}

/** Pays on the provider's page with the test UPI id. */
export async function payByUpi(page: Page, upiId = "testsuccess@gocash"): Promise<void> {
  await page.getByLabel("UPI ID").fill(upiId);
  await page.getByRole("button", { name: "Pay by UPI" }).click();
}

/** Waits for the ticket. */
export async function onTicket(page: Page, stallId: string): Promise<void> {
  await onVerdict(page, "Payment Successful!");
  await expect(page.getByRole("article", { name: "Stall ticket" })).toContainText(stallId);
}
