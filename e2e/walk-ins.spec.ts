import { expect, type Page } from "@playwright/test";
import { gatePath } from "@sakhi/domain/site/routes";
import { logIn, operator } from "./support/administrator.js";
import { inspect } from "./support/inspect.js";
import { mailbox, simulator } from "./support/product.js";
import { someDetails } from "./support/registration.js";
import { NARROW, WIDE } from "./support/sizes.js";
import { currentEvent, freeStall, statusOf } from "./support/stalls.js";
import { test } from "./support/test.js";

/** Number of the order of the sale that the gate's page shows. */
async function orderOf(page: Page): Promise<string> {
  const id = new URL(page.url()).searchParams.get("sell") ?? "";
  const booking = await (await operator()).get(`/api/v1/mela/admin/bookings/${id}`);
  return ((await booking.json()) as { orderId: string }).orderId;
}

/** Chooses a free stall, and fills in who takes it. */
async function sell(page: Page, stallId: string): Promise<{ readonly email: string }> {
  const { fullName, email, phoneNumber, businessName } = someDetails();
  await page.getByLabel("Find a stall").fill(stallId);
  await page.getByRole("button", { name: new RegExp(`^${stallId},`) }).click();
  const dialog = page.getByRole("alertdialog", { name: new RegExp(`^Sell ${stallId} for`) });
  await dialog.getByLabel(/^Full name/).fill(fullName);
  await dialog.getByLabel(/^Email/).fill(email);
  await dialog.getByLabel(/^Phone/).fill(phoneNumber);
  await dialog.getByLabel(/^Business name/).fill(businessName);
  await dialog.getByLabel(/^Pincode/).fill("560001");
  await inspect(page, "walk-in-form");
  await dialog.getByRole("button", { name: "Show the code" }).click();
  await expect(page.getByRole("heading", { name: `Stall ${stallId}` })).toBeVisible();
  return { email };
}

test("a walk-in pays at the gate by a UPI code, another one does not", async ({ page }) => {
  await page.setViewportSize(NARROW);
  await logIn(page);
  await page.goto(gatePath(await currentEvent()));
  await page.getByRole("button", { name: "Sell a free stall (UPI)" }).click();
  await expect(page.getByRole("heading", { name: "Sell a free stall" })).toBeVisible();
  await inspect(page, "walk-in-stalls");

  // She scans it; the page was reloaded meanwhile, and a payment in its place is the provider's.
  const { stallId } = await freeStall("General");
  const { email } = await sell(page, stallId);
  const code = page.getByRole("img", { name: /^UPI code for ₹/ });
  await expect(code).toBeVisible();
  const { width = 0 } = (await code.boundingBox()) ?? {};
  expect(width).toBeGreaterThan(240);
  await inspect(page, "walk-in-code");
  await page.reload();
  await expect(code).toBeVisible();
  await expect(page.getByText(/left to pay/)).toBeVisible();
  await simulator.pay(await orderOf(page), { method: "upi", outcome: "success" });
  await expect(page.getByText(`Paid: ${stallId} is hers`)).toBeVisible({ timeout: 60_000 });
  await expect(code).toBeHidden();
  await inspect(page, "walk-in-paid");
  expect(await statusOf(stallId)).toBe("Sold");
  await expect
    .poll(async () => (await mailbox.to(email)).map(({ subject }) => subject).join(), { timeout: 120_000 })
    .toContain(stallId);

  // The next one has changed her mind: the stall is free again.
  await page.getByRole("button", { name: "Sell another stall" }).click();
  await expect(page.getByText("Sales of the last hours")).toBeVisible();
  const other = await freeStall("General");
  await sell(page, other.stallId);
  await expect(code).toBeVisible();
  const orderId = await orderOf(page);
  await page.getByRole("button", { name: "Cancel this sale" }).click();
  await expect(page.getByText(/is being ended/)).toBeVisible();
  await inspect(page, "walk-in-ending");
  await simulator.finishPending(orderId, "dropped");
  await expect(page.getByText(`Not paid: ${other.stallId} is free again`)).toBeVisible({ timeout: 120_000 });
  expect(await statusOf(other.stallId)).toBe("Available");

  // Back leads through the stalls to the list of holders.
  await page.setViewportSize(WIDE);
  await page.getByRole("button", { name: "Back to the free stalls" }).click();
  await expect(page.getByRole("heading", { name: "Sell a free stall" })).toBeVisible();
  await inspect(page, "walk-in-stalls-wide");
  await page.getByRole("button", { name: "Back to the list of holders" }).click();
  await expect(page.getByRole("button", { name: "Scan a ticket" })).toBeVisible();
});
