import { expect } from "@playwright/test";
import { pressSlowly } from "./support/press.js";
import { product } from "./support/product.js";
import { LABELS, field, fillIn, proceed, reserveOnPlan, someDetails } from "./support/registration.js";
import type { Details } from "./support/registration.js";
import { WRONG_INPUTS } from "./support/registration-sentences.js";
import { freeStall, otherVisitor, reserveFor, statusOf } from "./support/stalls.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";

test("the browser answers every wrong input with its sentence, and nothing is sent", async ({ page }) => {
  const at = product();
  const stall = await freeStall(at);
  await reserveOnPlan(page, at, stall);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("create-provisional-registration")) sent.push(request.url());
  });
  const details = someDetails();
  await fillIn(page, details);
  for (const { field: name, what, typed, sentence } of WRONG_INPUTS) {
    await test.step(`${LABELS[name]}: ${what}`, async () => {
      await field(page, name).fill(typed);
      await proceed(page).click();
      // Told to those who see and to those who listen: the sentence describes the field, which has the focus.
      await expect(field(page, name)).toHaveAccessibleErrorMessage(sentence);
      await expect(field(page, name)).toHaveAccessibleDescription(sentence);
      await expect(field(page, name)).toHaveAttribute("aria-invalid", "true");
      await expect(field(page, name)).toBeFocused();
      await expect(page.getByText(sentence, { exact: true })).toHaveCount(1);
      const right = (details as Details)[name] ?? "";
      await field(page, name).fill(right);
      await expect(page.getByText(sentence, { exact: true })).toHaveCount(0);
    });
  }
  expect(sent).toEqual([]);
  expect(await statusOf(at, stall.stallId)).toBe("Reserved");
});

test("the API answers the same inputs with the same sentences", async () => {
  const at = product();
  const stall = await freeStall(at);
  const visitor = await otherVisitor(at);
  await reserveFor(visitor, stall.stallId);
  const right = {
    ...someDetails(),
    orderId: `MELA${Date.now()}tapi1`,
    stallId: stall.stallId,
    stallType: stall.type,
    paymentStatus: "payment_pending",
  };
  for (const { field: name, typed, sentence } of WRONG_INPUTS) {
    const answer = await visitor.post("/api/v1/mela/create-provisional-registration", {
      data: { ...right, [name]: typed },
    });
    const body = (await answer.json()) as { code: string; fields: Record<string, string[]> };
    expect({ status: answer.status(), code: body.code, fields: Object.keys(body.fields) }).toEqual({
      status: 400,
      code: "invalid_request",
      fields: [name],
    });
    expect(body.fields[name]?.[0], `${name}: ${typed}`).toBe(sentence);
  }
  await visitor.dispose();
});

test("all of what is wrong is told at once, and the first field of it has the focus", async ({ page }) => {
  const at = product();
  await reserveOnPlan(page, at, await freeStall(at));
  await proceed(page).click();
  for (const sentence of [
    "Full name is required",
    "Please enter a valid email address",
    "Phone number must be exactly 10 digits",
    "Business name is required",
    "Pincode must be exactly 6 digits",
  ]) {
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();
  }
  await expect(field(page, "fullName")).toBeFocused();
});

test("the first press on the button counts: out of a wrong field, and out of a coupon nobody has checked", async ({
  page,
}) => {
  const at = product();
  await reserveOnPlan(page, at, await freeStall(at));
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
  });
  await field(page, "businessName").fill("A");
  await pressSlowly(page, proceed(page));
  await expect(page.getByText("Business name is required")).toBeVisible();
  await expect(page.getByText("Full name is required")).toBeVisible();
  await expect(field(page, "fullName")).toBeFocused();

  await fillIn(page, someDetails());
  await page.getByRole("textbox", { name: "Coupon code" }).fill("nosuchcode");
  await pressSlowly(page, proceed(page));
  // Its answer comes before anything is registered, however quick it is.
  await sawToast(page, "Invalid Coupon");
  await expect(proceed(page)).toBeEnabled();
  expect(sent).toEqual(["/api/v1/mela/validate-coupon"]);
});

test("coupons: right, wrong, ended, cleared, and a check that fails", async ({ page }) => {
  const at = product();
  const stall = await freeStall(at, "General");
  await reserveOnPlan(page, at, stall);
  const coupon = page.getByRole("textbox", { name: "Coupon code" });
  const apply = page.getByRole("button", { name: "Apply" });
  await expect(apply).toBeDisabled();
  await coupon.fill("  sakhi25 ");
  await apply.click();
  await expect(page.getByText("You saved ₹6,750")).toBeVisible();
  await expect(proceed(page)).toHaveText("Proceed to Payment ₹20,250");

  await coupon.fill("nosuchcode");
  await coupon.blur();
  await sawToast(page, "Invalid Coupon");
  await expect(proceed(page)).toHaveText("Proceed to Payment ₹27,000");
  await coupon.fill("EARLY15");
  await apply.click();
  await expect(page.locator("[data-result=invalid]")).toBeVisible();
  await coupon.fill("");
  await coupon.blur();
  await expect(page.locator("[data-result]")).toHaveCount(0);
  await expect(proceed(page)).toHaveText("Proceed to Payment ₹27,000");

  await page.route("**/validate-coupon", (route) => route.abort());
  await coupon.fill("MELA10");
  await apply.click();
  await expect(page.getByText("Failed to validate coupon")).toBeVisible();
});

test("without a stall in the address the page says so and leads to the plan", async ({ page }) => {
  const at = product();
  await page.goto(`${at.site}/paid-events/mela/register?stallId=B12`);
  await expect(page.getByRole("heading", { name: "Invalid Request" })).toBeVisible();
  await expect(page.getByText("No stall information found. Please select a stall first.")).toBeVisible();
  await page.getByRole("link", { name: "Go to Mela Layout" }).click();
  await expect(page).toHaveURL(`${at.site}/paid-events/mela`);
});

test("a price in the address is not believed", async ({ page }) => {
  const at = product();
  const stall = await freeStall(at, "Premium");
  await reserveOnPlan(page, at, stall);
  await page.goto(`${at.site}/paid-events/mela/register?stallId=${stall.stallId}&type=General&price=1`);
  await expect(proceed(page)).toHaveText("Proceed to Payment ₹36,000");
  await expect(page).toHaveURL(/type=Premium&price=36000$/);
});
