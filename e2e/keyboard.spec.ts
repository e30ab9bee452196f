import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { enter, settledDialog, tabTo, typeInto } from "./support/keys.js";
import { mailbox } from "./support/product.js";
import { field, onTicket, proceed, someDetails, stallOnPlan } from "./support/registration.js";
import type { Details } from "./support/registration.js";
import { freeStall, layout, statusOf } from "./support/stalls.js";
import { test } from "./support/test.js";

/** The focused stall on the plan. */
const focusedStall = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute("data-stall") ?? null);

/** Moves the focus to a stall with the arrow keys, by the positions of both. */
async function arrowTo(page: Page, target: string): Promise<void> {
  const places = new Map(
    (await layout()).map((stall) => [stall.stallId, stall as unknown as { x: number; y: number }]),
  );
  const to = places.get(target)!;
  const seen = new Map<string, number>();
  for (let moves = 0; moves < 150; moves += 1) {
    const now = await focusedStall(page);
    if (now === target) return;
    const from = places.get(now ?? "");
    if (now === null || from === undefined) throw new Error("no stall has the focus");
    const [across, down] = [to.x - from.x, to.y - from.y];
    const keys = [
      across > 0 ? "ArrowRight" : across < 0 ? "ArrowLeft" : undefined,
      down > 0 ? "ArrowDown" : down < 0 ? "ArrowUp" : undefined,
    ].filter((key) => key !== undefined);
    // Visited before: try the other direction.
    const visits = seen.get(now) ?? 0;
    seen.set(now, visits + 1);
    await page.keyboard.press(keys[visits % keys.length]!);
  }
  throw new Error(`the arrow keys do not lead to ${target}`);
}

async function fillByKeyboard(page: Page, details: Details): Promise<void> {
  for (const name of ["fullName", "email", "phoneNumber", "businessName", "pincode"] as const) {
    await typeInto(page, field(page, name), details[name] ?? "");
  }
}

test("books a stall by keyboard alone, from the events page to the ticket", async ({ page }) => {
  const details = someDetails();
  await page.goto("/paid-events");
  await expect(page.getByRole("heading", { level: 1, name: "Paid Events" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await enter(page, page.getByRole("link", { name: "Choose your stall" }).first());

  await expect(page.getByRole("heading", { level: 1, name: "The Mela floor plan" })).toBeFocused();
  const stall = await freeStall("General");
  // One tab stop for the whole plan; the arrow keys move within it.
  await tabTo(page, page.locator("[data-stall][tabindex='0']"));
  await arrowTo(page, stall.stallId);
  await expect(page.getByRole("tooltip")).toContainText(stall.stallId);
  await page.keyboard.press("Enter");

  const dialog = page.getByRole("dialog", { name: "Confirm Stall Reservation" });
  await settledDialog(dialog);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(stallOnPlan(page, stall.stallId)).toBeFocused();
  await page.keyboard.press("Enter");
  await enter(page, dialog.getByRole("button", { name: "Yes, Reserve" }));

  await expect(page.getByRole("heading", { level: 1, name: "Stall registration" })).toBeFocused();
  await fillByKeyboard(page, details);
  await typeInto(page, page.getByRole("textbox", { name: "Coupon code" }), "mela10");
  await page.keyboard.press("Enter");
  await expect(page.getByText("You saved ₹2,700")).toBeVisible();
  await tabTo(page, page.getByRole("checkbox", { name: "I have read and accept the event policies." }));
  await page.keyboard.press("Space");
  await enter(page, proceed(page));

  await expect(page.getByRole("button", { name: "Pay by UPI" })).toBeVisible();
  await tabTo(page, page.getByLabel("UPI ID"));
  await page.keyboard.press("Control+A");
  await page.keyboard.type("testsuccess@gocash");
  await enter(page, page.getByRole("button", { name: "Pay by UPI" }));

  await onTicket(page, stall.stallId);
  await tabTo(page, page.getByRole("link", { name: "List Your Brand Now" }));
  await mailbox.waitFor(details.email, 1);
});

test("filters, chooses and reserves a stall in the list by keyboard alone", async ({ page }) => {
  await page.goto("/paid-events/mela");
  await expect(stallOnPlan(page, "A1")).toBeVisible();
  await enter(page, page.getByRole("button", { name: "List" }));
  const table = page.getByRole("table", { name: "All stalls" });
  await expect(table.getByRole("row")).toHaveCount(71);
  // One letter each: on a slow machine the browser treats several letters as separate searches.
  await typeInto(page, page.getByLabel("Type"), "P");
  await expect(table.getByRole("row")).toHaveCount(21);
  await typeInto(page, page.getByLabel("Status"), "A");
  await expect(page.getByLabel("Status")).toHaveValue("Available");
  // Other tests book meanwhile, and the list updates.
  await expect(async () => {
    const free = (await layout()).filter(({ type, status }) => type === "Premium" && status === "Available");
    expect(await table.getByRole("row").count()).toBe(free.length + 1);
  }).toPass({ timeout: 120_000 });
  const stall = await freeStall("Premium");
  const choose = table.getByRole("button", { name: `Choose ${stall.stallId}`, exact: true });
  await enter(page, choose);
  const dialog = page.getByRole("dialog", { name: "Confirm Stall Reservation" });
  await expect(dialog).toContainText(stall.stallId);
  await enter(page, dialog.getByRole("button", { name: "Cancel" }));
  await expect(choose).toBeFocused();
  await page.keyboard.press("Enter");
  await enter(page, dialog.getByRole("button", { name: "Yes, Reserve" }));
  await expect(page.getByRole("timer")).toBeVisible();
  expect(await statusOf(stall.stallId)).toBe("Reserved");
});
