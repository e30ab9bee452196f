import { expect } from "@playwright/test";
import { buy } from "./support/bookings.js";
import { inspect } from "./support/inspect.js";
import { mailboxOf, product } from "./support/product.js";
import { freeStall } from "./support/stalls.js";
import { test } from "./support/test.js";

test("with nothing but her mail a payer opens ticket and invoice, and asks for a correction", async ({
  page,
}) => {
  const at = product();
  const sale = await buy(at, await freeStall(at));
  const [mail] = await mailboxOf(at).waitFor(sale.email, 1);
  const { text } = await mailboxOf(at).body(mail!);
  const link = /\S+\/my-booking#\S+/.exec(text)?.[0] ?? "";
  expect(link).not.toBe("");

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "My booking", exact: true })).toBeVisible();
  // The secret stays neither in the address nor in the history.
  await expect(page).toHaveURL(`${at.site}/my-booking`);
  await expect(page.getByRole("article", { name: "Stall ticket" })).toContainText(sale.orderId);
  await expect(page.getByText(/^You paid ₹/)).toBeVisible();
  const [invoice] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /^Download INV\// }).click(),
  ]);
  expect(invoice.suggestedFilename()).toMatch(/\.pdf$/);

  await page.getByRole("textbox").fill("My name is spelt with two a's: Aashaa.");
  await page.getByRole("button", { name: "Send to the organiser" }).click();
  await expect(page.getByText("My name is spelt with two a's: Aashaa.")).toBeVisible();
  await inspect(page, "my-booking");

  await page.reload();
  await expect(page.getByRole("article", { name: "Stall ticket" })).toContainText(sale.orderId);
  // One letter of the secret is another.
  await page.goto("about:blank");
  await page.goto(link.slice(0, -1) + (link.endsWith("A") ? "B" : "A"));
  await expect(
    page.getByRole("heading", { name: "This link does not lead to a booking any more" }),
  ).toBeVisible();
  await inspect(page, "my-booking-invalid");
});
