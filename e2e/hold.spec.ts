import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import { waitForMails } from "./support/mailbox.js";
import { product, shortProduct } from "./support/product.js";
import { field, fillIn, reserveOnPlan, someDetails, stallOnPlan } from "./support/registration.js";
import { freeStall, otherVisitor, reserveFor, statusOf } from "./support/stalls.js";

/** Seconds on the countdown. */
async function secondsLeft(page: Page): Promise<number> {
  const [minutes, seconds] = ((await page.getByRole("timer").textContent()) ?? "").split(":").map(Number);
  return (minutes ?? NaN) * 60 + (seconds ?? NaN);
}

test("a hold that runs out: toast, back to the plan, and the stall is free", async ({ page }) => {
  const at = shortProduct();
  const stall = await freeStall(at);
  await reserveOnPlan(page, at, stall);
  await fillIn(page, someDetails());
  await expect(page.getByText("Reservation Expired")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("Your stall reservation has expired. Please try again.")).toBeVisible();
  await expect(page).toHaveURL(`${at.site}/paid-events/mela`);
  await expect(stallOnPlan(page, stall.stallId)).toHaveAccessibleName(/, Available$/);
  const next = await otherVisitor(at);
  await reserveFor(next, stall.stallId);
  await next.dispose();
});

test("who had registered is told by mail that the stall is gone", async () => {
  const at = shortProduct();
  const stall = await freeStall(at);
  const details = someDetails();
  const visitor = await otherVisitor(at);
  await reserveFor(visitor, stall.stallId);
  const answer = await visitor.post("/api/v1/mela/create-provisional-registration", {
    data: {
      ...details,
      orderId: `MELA${Date.now()}t${details.phoneNumber}`,
      stallId: stall.stallId,
      stallType: stall.type,
      paymentStatus: "payment_pending",
    },
  });
  expect(answer.status()).toBe(201);
  await visitor.dispose();
  const [mail] = await waitForMails(at, details.email, 1);
  expect(mail?.subject).toBe(`Your reservation of stall ${stall.stallId} has ended`);
});

test("a reload keeps the hold, the countdown and what was typed", async ({ page }) => {
  const at = product();
  const stall = await freeStall(at);
  await reserveOnPlan(page, at, stall);
  expect(await secondsLeft(page)).toBeGreaterThan(590);
  await field(page, "fullName").fill("Asha Rao");
  await expect.poll(() => secondsLeft(page)).toBeLessThan(599);
  const before = await secondsLeft(page);
  await page.reload();
  await expect(page.getByRole("timer")).toBeVisible();
  const after = await secondsLeft(page);
  expect(after).toBeLessThanOrEqual(before);
  expect(after).toBeGreaterThan(before - 20);
  await expect(field(page, "fullName")).toHaveValue("Asha Rao");
  expect(await statusOf(at, stall.stallId)).toBe("Reserved");
});

test("the countdown runs on the server's time, not on the visitor's clock", async ({ page }) => {
  const at = product();
  const stall = await freeStall(at);
  // An hour ahead: by this clock every hold would be over.
  await page.clock.install({ time: new Date(Date.now() + 3_600_000) });
  await reserveOnPlan(page, at, stall);
  expect(await secondsLeft(page)).toBeGreaterThan(580);
  await page.reload();
  await expect(page.getByRole("timer")).toBeVisible();
  expect(await secondsLeft(page)).toBeGreaterThan(500);
  expect(await secondsLeft(page)).toBeLessThanOrEqual(600);
});

test("the back link gives the stall back, after a question when something was typed", async ({ page }) => {
  const at = product();
  const stall = await freeStall(at);
  await reserveOnPlan(page, at, stall);
  await page.getByRole("link", { name: "Back to the floor plan" }).click();
  await expect(page).toHaveURL(`${at.site}/paid-events/mela`);
  await expect.poll(() => statusOf(at, stall.stallId)).toBe("Available");

  await expect(stallOnPlan(page, stall.stallId)).toHaveAccessibleName(/, Available$/);
  await reserveOnPlan(page, at, stall);
  await field(page, "fullName").fill("Asha Rao");
  await page.getByRole("link", { name: "Back to the floor plan" }).click();
  const question = page.getByRole("alertdialog", { name: `Leave and give up ${stall.stallId}?` });
  await question.getByRole("button", { name: "Stay here" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Stall registration" })).toBeVisible();
  expect(await statusOf(at, stall.stallId)).toBe("Reserved");
  await page.getByRole("link", { name: "Back to the floor plan" }).click();
  await question.getByRole("button", { name: "Give up and leave" }).click();
  await expect(page).toHaveURL(`${at.site}/paid-events/mela`);
  await expect.poll(() => statusOf(at, stall.stallId)).toBe("Available");
});

test("who comes back finds the stall and the time left: continue, or give up", async ({ page }) => {
  const at = product();
  const stall = await freeStall(at);
  await reserveOnPlan(page, at, stall);
  // Not by a link of the page: that would be leaving.
  await page.goto(`${at.site}/paid-events/mela`);
  const banner = page.getByRole("region", { name: "Your stall" });
  await expect(banner).toContainText(`You hold ${stall.stallId}`);
  await expect(banner).toContainText(/9:[0-5]\d left/);
  await expect(stallOnPlan(page, stall.stallId)).toHaveAccessibleName(/, reserved for you$/);
  await banner.getByRole("link", { name: "Continue" }).click();
  await expect(page.getByRole("timer")).toBeVisible();
  await page.goto(`${at.site}/paid-events/mela`);
  await banner.getByRole("button", { name: "Give up" }).click();
  const question = page.getByRole("alertdialog", { name: `Give up ${stall.stallId}?` });
  await question.getByRole("button", { name: `Keep ${stall.stallId}` }).click();
  expect(await statusOf(at, stall.stallId)).toBe("Reserved");
  await banner.getByRole("button", { name: "Give up" }).click();
  await question.getByRole("button", { name: `Give up ${stall.stallId}` }).click();
  await expect(page.getByText(`${stall.stallId} is given up`)).toBeVisible();
  await expect(banner).toBeHidden();
  await expect.poll(() => statusOf(at, stall.stallId)).toBe("Available");
});

test("choosing another stall gives the first one up", async ({ page }) => {
  const at = product();
  const first = await freeStall(at);
  await reserveOnPlan(page, at, first);
  const second = await freeStall(at);
  await page.goto(`${at.site}/paid-events/mela`);
  await stallOnPlan(page, second.stallId).click();
  const dialog = page.getByRole("dialog", { name: "Confirm Stall Reservation" });
  await expect(dialog).toContainText(`Reserving this one gives ${first.stallId} up.`);
  await dialog.getByRole("button", { name: "Yes, Reserve" }).click();
  await expect(page.getByRole("timer")).toBeVisible();
  expect(await statusOf(at, first.stallId)).toBe("Available");
  expect(await statusOf(at, second.stallId)).toBe("Reserved");
});
