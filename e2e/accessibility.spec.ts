import { expect } from "@playwright/test";
import { inspect } from "./support/inspect.js";
import { product } from "./support/product.js";
import {
  field,
  fillIn,
  proceed,
  registerAndProceed,
  reserveOnPlan,
  someDetails,
  stallOnPlan,
} from "./support/registration.js";
import { freeStall, layoutOf, otherVisitor, reserveFor } from "./support/stalls.js";
import { test } from "./support/test.js";

// Each state is looked at twice, and axe takes its time.
test.describe.configure({ timeout: 900_000 });

test("pages about the event", async ({ page }) => {
  const at = product();
  await page.goto(`${at.site}/paid-events`);
  await expect(page.getByText(/of 70 Stalls Available/)).toBeVisible();
  await inspect(page, "paid-events");
  for (const tab of ["contact", "refunds", "terms"]) {
    await page.goto(`${at.site}/paid-events/policies?tab=${tab}`);
    await expect(page.getByRole("tabpanel")).toBeVisible();
    await inspect(page, `policies-${tab}`);
  }
  await page.goto(`${at.site}/nowhere`);
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  await inspect(page, "404");
  await page.goto(`${at.site}/paid-events/mela/register`);
  await expect(page.getByRole("heading", { name: "Invalid Request" })).toBeVisible();
  await inspect(page, "register-invalid");
});

test("the floor plan and the list, with everything that opens on them", async ({ page }) => {
  const at = product();
  const [taken, wanted] = [await otherVisitor(at), await otherVisitor(at)];
  await reserveFor(taken, (await freeStall(at)).stallId);
  await page.goto(`${at.site}/paid-events/mela`);
  const stall = await freeStall(at, "General");
  await expect(stallOnPlan(page, stall.stallId)).toBeVisible();
  await inspect(page, "plan");
  await stallOnPlan(page, stall.stallId).focus();
  await expect(page.getByRole("tooltip")).toBeVisible();
  await inspect(page, "plan-tooltip");
  await page.getByRole("button", { name: "Zoom in" }).click();
  await inspect(page, "plan-zoomed");
  await page.getByRole("button", { name: "Fit the whole plan" }).click();
  await stallOnPlan(page, stall.stallId).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await inspect(page, "plan-confirm");

  await reserveFor(wanted, stall.stallId);
  await page.getByRole("button", { name: "Yes, Reserve" }).click();
  await expect(page.getByRole("dialog", { name: `${stall.stallId} has just gone` })).toBeVisible();
  await inspect(page, "plan-lost-race");
  await page.getByRole("button", { name: "Back to the plan" }).click();

  await page.goto(`${at.site}/paid-events/mela?view=list`);
  await expect(page.getByRole("table")).toBeVisible();
  await inspect(page, "list");
  const everythingFree = (await layoutOf(at)).map((each) => ({ ...each, status: "Available" }));
  // The stream would correct what is made up here.
  await page.route("**/api/v1/mela/layout/events*", (route) => route.abort());
  await page.route("**/api/v1/mela/layout", (route) => route.fulfill({ json: everythingFree }));
  await page.goto(`${at.site}/paid-events/mela?view=list&status=Sold`);
  await expect(page.getByText("No stall fits these filters.")).toBeVisible();
  await inspect(page, "list-empty");

  await page.route("**/api/v1/mela/layout", (route) => route.abort());
  await page.goto(`${at.site}/paid-events/mela`);
  await expect(page.getByRole("alert")).toContainText("Availability unavailable");
  await inspect(page, "plan-unavailable");
  await Promise.all([taken.dispose(), wanted.dispose()]);
});

test("the registration: empty, wrong, with coupons", async ({ page }) => {
  const at = product();
  const stall = await freeStall(at);
  await reserveOnPlan(page, at, stall);
  await inspect(page, "register");
  await proceed(page).click();
  await expect(page.getByText("Full name is required")).toBeVisible();
  await inspect(page, "register-errors");
  const coupon = page.getByRole("textbox", { name: "Coupon code" });
  await coupon.fill("MELA10");
  await coupon.blur();
  await expect(page.getByText(/You saved/)).toBeVisible();
  await inspect(page, "register-coupon-valid");
  await coupon.fill("NONSENSE");
  await coupon.blur();
  await expect(page.locator("[data-result=invalid]")).toBeVisible();
  await inspect(page, "register-coupon-invalid");
  await coupon.fill("");
  await coupon.blur();
  await fillIn(page, { ...someDetails(), gstNumber: "29AAGCB7383J1Z5" });
  await field(page, "gstNumber").blur();
  await expect(page.getByText(/does not check out/)).toBeVisible();
  await inspect(page, "register-filled");
});

test("the result pages: verifying, slow, not confirmed, failed", async ({ page }) => {
  const at = product();
  const stall = await freeStall(at);
  await reserveOnPlan(page, at, stall);
  const orderId = await registerAndProceed(page);
  await page.clock.install();
  await page.goto(`${at.site}/paid-events/mela/payment-success?order_id=${orderId}`);
  await expect(page.getByRole("heading", { name: "Verifying Payment..." })).toBeVisible();
  await inspect(page, "payment-verifying");
  await expect(async () => {
    await page.clock.runFor(2_000);
    // As it is at this moment: how quickly it is looked at says nothing.
    expect(await page.getByText(/contact support with your order id/).isVisible()).toBe(true);
  }).toPass({ timeout: 120_000 });
  await inspect(page, "payment-slow");
  await page.goto(`${at.site}/paid-events/mela/payment-failure?order_id=${orderId}`);
  await expect(page.getByRole("heading", { name: "Payment not confirmed yet" })).toBeVisible();
  await inspect(page, "payment-not-confirmed");
  await page.goto(`${at.site}/paid-events/mela/payment-failure`);
  await expect(page.getByRole("heading", { name: "Payment Failed" })).toBeVisible();
  await inspect(page, "payment-failed");
});
