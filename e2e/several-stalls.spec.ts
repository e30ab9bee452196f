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

/** A free stall that is not the given one. */
async function another(than: Stall): Promise<Stall> {
  for (;;) {
    const stall = await freeStall();
    if (stall.stallId !== than.stallId) return stall;
  }
}

test("books two stalls in one order: added on the plan, one removed and added again, one payment, a mail for each", async ({
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
  await page.goto("/paid-events/mela");
  await stallOnPlan(page, second.stallId).click();
  await add.click();
  await expect(stalls.getByRole("listitem")).toHaveCount(2);

  await fillIn(page, details);
  await policies(page).check();
  const total = (first.price + second.price).toLocaleString("en-IN");
  await page.getByRole("button", { name: `Proceed to Payment ₹${total}` }).click();
  await onCheckout(page);
  await expect(page.locator("main")).toContainText(total);
  await payByUpi(page);
  await onTicket(page, first.stallId);
  await expect(page.getByText(`Booked together with ${second.stallId}`)).toBeVisible();
  await inspect(page, "several-stalls-paid");
  expect([await statusOf(first.stallId), await statusOf(second.stallId)]).toEqual(["Sold", "Sold"]);
  const mails = await mailbox.waitFor(details.email, 2);
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual(
    [first, second].map(({ stallId }) => expect.stringContaining(`Stall ${stallId} is yours`)).toSorted(),
  );
});
