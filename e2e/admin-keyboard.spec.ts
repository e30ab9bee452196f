import { expect } from "@playwright/test";
import { administrator, DASHBOARD, LOGIN } from "./support/administrator.js";
import { buy } from "./support/bookings.js";
import { enter, settledDialog, tabTo, typeInto } from "./support/keys.js";
import { currentEvent, freeStall } from "./support/stalls.js";
import { test } from "./support/test.js";

test("the dashboard works by keyboard alone: login, details, plan, an action, logout", async ({ page }) => {
  const stall = await freeStall();
  const sale = await buy(stall);
  const { username, password } = administrator;
  await page.goto(LOGIN);
  await typeInto(page, page.getByRole("textbox", { name: "Username" }), username);
  await typeInto(page, page.getByLabel("Password", { exact: true }), password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${DASHBOARD}?event=${await currentEvent()}`);

  await typeInto(page, page.getByRole("searchbox", { name: "Search" }), sale.orderId);
  const row = page.getByRole("row").filter({ hasText: sale.orderId });
  await expect(page.getByText("1 registration", { exact: true })).toBeVisible();
  const name = row.getByRole("button", { name: `Details of ${sale.fullName}` });
  await enter(page, name);
  const details = page.getByRole("dialog", { name: "Registration Details" });
  await expect(details.getByRole("heading", { name: "What happened" })).toBeVisible();
  await enter(page, details.getByRole("button", { name: "Cancel booking" }));
  const confirmation = page.getByRole("alertdialog", { name: `Cancel the booking of ${stall.stallId}` });
  await settledDialog(confirmation);
  await page.keyboard.press("Escape");
  await expect(confirmation).toBeHidden();
  await expect(details).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();
  await expect(name).toBeFocused();

  await enter(page, page.getByRole("link", { name: "Floor plan", exact: true }));
  await tabTo(page, page.getByRole("button", { name: /^Stall A1,/ }));
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("button", { name: /^Stall A2,/ })).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Stall A2" });
  await enter(page, dialog.getByRole("button", { name: "Change price" }));
  const price = page.getByRole("alertdialog", { name: "Change the price of A2" });
  await tabTo(page, price.getByRole("textbox", { name: "New price, in rupees" }));
  await page.keyboard.press("Escape");
  await expect(price).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^Stall A2,/ })).toBeFocused();

  await enter(page, page.getByRole("button", { name: "Logout" }));
  await expect(page).toHaveURL(LOGIN);
});
