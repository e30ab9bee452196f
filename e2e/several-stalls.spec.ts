import { expect } from "@playwright/test";
import { inspect } from "./support/inspect.js";
import { mailbox } from "./support/product.js";
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
import { freeStall, statusOf, type Stall } from "./support/stalls.js";
import { test } from "./support/test.js";

/** A free stall that is none of the given ones. */
async function another(...than: readonly Stall[]): Promise<Stall> {
  for (;;) {
    const stall = await freeStall();
    if (than.every(({ stallId }) => stallId !== stall.stallId)) return stall;
  }
}

test("books two stalls in one order: added on the plan, one exchanged, one payment, a mail for each", async ({
  page,
}) => {
  const first = await freeStall();
  const second = await another(first);
  const details = someDetails();
  await reserveOnPlan(page, first);
  await expect(page.getByRole("region", { name: "Your stalls" })).toContainText("You can add 1 more stall.");
  await inspect(page, "several-stalls-can-add");

  await page.goto("/paid-events/mela");
  await expect(page.getByRole("region", { name: "Your stall", exact: true })).toBeVisible();
  await stallOnPlan(page, second.stallId).click();
  const dialog = page.getByRole("dialog", { name: "Confirm Stall Reservation" });
  const add = dialog.getByRole("button", { name: `Add ${second.stallId} to my booking` });
  await expect(add).toBeVisible();
  await inspect(page, "several-stalls-dialog");
  await add.click();

  const stalls = page.getByRole("region", { name: "Your stalls" });
  await expect(stalls.getByRole("listitem")).toHaveCount(2);
  await inspect(page, "several-stalls-form");
  await stalls.getByRole("button", { name: `Remove ${second.stallId}` }).click();
  await expect(stalls.getByRole("listitem")).toHaveCount(1);
  expect(await statusOf(second.stallId)).toBe("Available");
  // Not the same again: who has just let a stall go waits before she has it another time.
  const third = await another(first, second);
  await page.goto("/paid-events/mela");
  await stallOnPlan(page, third.stallId).click();
  await dialog.getByRole("button", { name: `Add ${third.stallId} to my booking` }).click();
  await expect(stalls.getByRole("listitem")).toHaveCount(2);

  await fillIn(page, details);
  await policies(page).check();
  const total = (first.price + third.price).toLocaleString("en-IN");
  await page.getByRole("button", { name: `Proceed to Payment ₹${total}` }).click();
  await onCheckout(page);
  await expect(page.locator("main")).toContainText(total);
  await payByUpi(page);
  await onTicket(page, first.stallId);
  await expect(page.getByText(`${first.stallId}, ${third.stallId} is yours`)).toBeVisible();
  await expect(page.getByText(`Booked together with ${third.stallId}`)).toBeVisible();
  await inspect(page, "several-stalls-paid");
  expect([await statusOf(first.stallId), await statusOf(third.stallId)]).toEqual(["Sold", "Sold"]);
  const mails = await mailbox.waitFor(details.email, 2);
  expect(mails.map(({ subject }) => subject.split(":")[0]).toSorted()).toEqual(
    [first, third].map(({ stallId }) => `Stall ${stallId} is yours`).toSorted(),
  );
});
