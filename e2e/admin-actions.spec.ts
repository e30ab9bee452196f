import { expect } from "@playwright/test";
import type { Locator, Page } from "@playwright/test";
import { administrator, DASHBOARD, logIn } from "./support/administrator.js";
import { buy } from "./support/bookings.js";
import { inspect } from "./support/inspect.js";
import { mailbox, simulator } from "./support/product.js";
import { indianNumber, someDetails, stallOnPlan } from "./support/registration.js";
import { freeStall, layout, otherVisitor, reserveFor, statusOf } from "./support/stalls.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";

/** An entry of the audit log. */
interface AuditEntry {
  readonly administrator: string;
  readonly reason?: string;
}

/** Audit log entries of a subject, newest first. */
async function auditOf(page: Page, type: string, id: string): Promise<AuditEntry[]> {
  const response = await page.request.get("/api/v1/mela/admin/audit", { params: { subjectType: type, subjectId: id } });
  expect(response.ok()).toBe(true);
  return (await response.json()) as AuditEntry[];
}

/** Expects the subject's newest audit entry to name this administrator and reason. */
async function expectAudited(page: Page, type: string, id: string, reason: string) {
  expect((await auditOf(page, type, id))[0]).toMatchObject({ administrator: administrator.username, reason });
}

/** Opens an action's confirmation from a dialog. */
async function openAction(page: Page, from: Locator, button: string, title: string): Promise<Locator> {
  await from.getByRole("button", { name: button, exact: true }).click();
  const confirmation = page.getByRole("alertdialog", { name: title });
  await expect(confirmation).toContainText("What will happen");
  return confirmation;
}

/** Gives the reason, confirms, and waits until the confirmation closes. */
async function confirm(confirmation: Locator, reason: string, button: string): Promise<void> {
  await confirmation.getByRole("textbox", { name: "Reason" }).fill(reason);
  await confirmation.getByRole("button", { name: button, exact: true }).click();
  await expect(confirmation).toBeHidden();
}

async function openStall(page: Page, stallId: string): Promise<Locator> {
  if (!page.url().includes("view=plan")) await page.goto(`${DASHBOARD}?view=plan`);
  await stallOnPlan(page, stallId).click();
  const dialog = page.getByRole("dialog", { name: `Stall ${stallId}` });
  await expect(dialog.getByRole("heading", { name: "What happened here" })).toBeVisible();
  return dialog;
}

/** Opens the details of the stall's booking. @returns the dialog and the booking's id */
async function openDetails(page: Page, stall: Locator): Promise<[Locator, string]> {
  await stall.getByRole("button", { name: "Registration details" }).click();
  const dialog = page.getByRole("dialog", { name: "Registration Details" });
  await expect(dialog.getByRole("heading", { name: "What happened" })).toBeVisible();
  return [dialog, new URL(page.url()).searchParams.get("booking") ?? ""];
}

test("an operator blocks a stall (refused while it is held), unblocks it, raises its price, and sells it offline with invoice and mail", async ({
  page,
}) => {
  const { stallId } = await freeStall("General");
  await logIn(page);
  await page.goto(`${DASHBOARD}?view=plan`);
  await expect(stallOnPlan(page, stallId)).toBeVisible();
  await inspect(page, "admin-plan");
  const dialog = await openStall(page, stallId);
  let confirmation = await openAction(page, dialog, "Block", `Block ${stallId}`);
  const visitor = await otherVisitor();
  await reserveFor(visitor, stallId);
  await confirmation.getByRole("textbox", { name: "Reason" }).fill("First aid post");
  await confirmation.getByRole("button", { name: "Block the stall" }).click();
  await expect(confirmation.getByRole("alert")).toContainText("That did not work");
  await inspect(page, "admin-refused");
  expect((await auditOf(page, "stall", stallId)).map(({ reason }) => reason)).not.toContain("First aid post");
  await visitor.post("/api/v1/mela/release", { data: { stallId } });
  await visitor.dispose();
  await expect.poll(() => statusOf(stallId)).toBe("Available");
  await confirm(confirmation, "First aid post", "Block the stall");
  await sawToast(page, `${stallId} at The Mela`, "is blocked.");
  await expect(dialog).toContainText("First aid post");
  await expectAudited(page, "stall", stallId, "First aid post");
  expect(await statusOf(stallId)).toBe("Reserved");

  confirmation = await openAction(page, dialog, "Unblock", `Unblock ${stallId}`);
  await confirm(confirmation, "No longer needed", "Unblock the stall");
  await sawToast(page, `${stallId} at The Mela`, "is free.");
  await expectAudited(page, "stall", stallId, "No longer needed");
  await expect.poll(() => statusOf(stallId)).toBe("Available");

  confirmation = await openAction(page, dialog, "Change price", `Change the price of ${stallId}`);
  // Raised, never lowered: other pages show the lowest price, and other tests check them meanwhile.
  await confirmation.getByRole("textbox", { name: "New price, in rupees" }).fill("28500.5");
  await confirm(confirmation, "It stands at the corner", "Change the price");
  await expectAudited(page, "stall", stallId, "It stands at the corner");
  expect((await layout()).find((each) => each.stallId === stallId)?.price).toBe(28_500.5);

  const details = someDetails();
  confirmation = await openAction(page, dialog, "Sell offline", `Sell ${stallId} offline`);
  await confirmation.getByRole("button", { name: "Sell the stall" }).click();
  await expect(confirmation.getByText("Please say why, in at least 3 characters")).toBeVisible();
  await inspect(page, "admin-sell-offline");
  for (const [name, text] of [
    ["Full name", "Lata Devi"],
    ["Business name", "Lata Lac"],
    ["Email address", details.email],
    ["Phone number", details.phoneNumber],
    ["Pincode", "560066"],
    ["Receipt or reference number", "CHQ 77"],
  ] as const)
    await confirmation.getByRole("textbox", { name }).fill(text);
  await confirmation.getByRole("combobox", { name: "Paid by" }).selectOption({ label: "Cheque" });
  await expect(confirmation).toContainText(`${stallId} is sold for ₹28,500.50.`);
  await confirm(confirmation, "Came to the office", "Sell the stall");
  await sawToast(page, `${stallId} at The Mela`, "is sold, invoice INV/");
  expect(await statusOf(stallId)).toBe("Sold");
  await mailbox.waitFor(details.email, 1);
});

test("an operator resends a sold booking's mail, moves it to another stall, and cancels it with refund, credit note and mail", async ({
  page,
}) => {
  const from = await freeStall("General");
  const sale = await buy(from);
  await mailbox.waitFor(sale.email, 1);
  // Before the page fetches the free stalls, which it does once.
  const to = await freeStall("General");
  await logIn(page);
  const [dialog, bookingId] = await openDetails(page, await openStall(page, from.stallId));
  // The mail arrives before the product records it as sent; until then it can't be resent.
  const mailStates = async () => {
    const response = await page.request.get(`/api/v1/mela/admin/bookings/${bookingId}`);
    return ((await response.json()) as { mails: { state: string }[] }).mails.map(({ state }) => state);
  };
  await expect.poll(mailStates).toEqual(["sent", "sent"]);
  await dialog
    .getByRole("button", { name: /^Send again: / })
    .first()
    .click();
  const sending = page.getByRole("alertdialog", { name: /^Send ".*" again$/ });
  await expect(sending).toContainText(sale.email);
  await sending.getByRole("button", { name: "Send the mail" }).click();
  await expect(sending).toBeHidden();
  await mailbox.waitFor(sale.email, 2);
  const log = await page.request.get("/api/v1/mela/admin/audit?subjectType=mail&limit=5");
  expect(await log.json()).toContainEqual(expect.objectContaining({ administrator: administrator.username }));

  let confirmation = await openAction(page, dialog, "Move", `Move the booking of ${from.stallId}`);
  await confirmation.getByRole("combobox", { name: "To stall" }).selectOption(to.stallId);
  await expect(confirmation).toContainText(`${from.stallId} is free for everyone at once. Nothing is paid or returned`);
  await inspect(page, "admin-move");
  await confirm(confirmation, "Asked by phone", "Move the booking");
  await sawToast(page, `Moved from ${from.stallId} to ${to.stallId}.`);
  await expect(dialog.getByRole("region", { name: "Stall" })).toContainText(to.stallId);
  await expect(dialog.getByRole("region", { name: "What administrators did" })).toContainText("Asked by phone");
  await expectAudited(page, "booking", bookingId, "Asked by phone");
  expect([await statusOf(to.stallId), await statusOf(from.stallId)]).toEqual(["Sold", "Available"]);
  await mailbox.waitFor(sale.email, 3);

  confirmation = await openAction(page, dialog, "Cancel booking", `Cancel the booking of ${to.stallId}`);
  // Nothing is preselected: the policies promise no refund after payment.
  await expect(confirmation).toContainText("Choose whether money goes back");
  await confirmation.getByRole("combobox", { name: "Refund" }).selectOption({ label: "In full" });
  await expect(confirmation).toContainText(`₹${indianNumber(from.price)} goes back`);
  await inspect(page, "admin-cancel");
  await confirmation.getByRole("combobox", { name: "Refund" }).selectOption({ label: "In part" });
  await confirmation.getByRole("textbox", { name: "Amount to refund, in rupees" }).fill("5000");
  await expect(confirmation).toContainText(`₹5,000 of ₹${indianNumber(from.price)} goes back`);
  await confirm(confirmation, "Late withdrawal", "Cancel the booking");
  await sawToast(page, `${to.stallId} is cancelled; ₹`);
  await expectAudited(page, "booking", bookingId, "Late withdrawal");
  expect(await statusOf(to.stallId)).toBe("Available");
  const refunds = async () => (await simulator.order(sale.orderId)).refunds.map((each) => each.refund_amount);
  await expect.poll(refunds, { timeout: 180_000 }).toEqual([5000]);
  // The action refetches the details.
  await expect(dialog.getByRole("button", { name: /^Download CRN\// })).toBeVisible();
  await inspect(page, "admin-details-cancelled");
});

test("an operator extends a hold and then releases it; the stall's history shows who and why", async ({ page }) => {
  const stall = await freeStall();
  const visitor = await otherVisitor();
  await reserveFor(visitor, stall.stallId);
  const myHold = async () => (await (await visitor.get("/api/v1/mela/my-hold")).json()) as { expiresAt: string } | null;
  const before = await myHold();
  await logIn(page);
  const [dialog, bookingId] = await openDetails(page, await openStall(page, stall.stallId));
  await inspect(page, "admin-details-held");
  let confirmation = await openAction(page, dialog, "Give more time", `Give more time for ${stall.stallId}`);
  await confirmation.getByRole("textbox", { name: "Minutes more" }).fill("15");
  await confirm(confirmation, "Her bank is slow", "Give the time");
  await expectAudited(page, "booking", bookingId, "Her bank is slow");
  const after = await myHold();
  expect(Date.parse(after?.expiresAt ?? "") - Date.parse(before?.expiresAt ?? "")).toBe(15 * 60_000);

  confirmation = await openAction(page, dialog, "Release", `Release ${stall.stallId}`);
  await confirm(confirmation, "Held by mistake", "Release the stall");
  await sawToast(page, `${stall.stallId} is free.`);
  await expectAudited(page, "booking", bookingId, "Held by mistake");
  expect(await myHold()).toBeNull();
  expect(await statusOf(stall.stallId)).toBe("Available");
  // Back on the plan.
  await page.keyboard.press("Escape");
  const history = page.getByRole("dialog", { name: `Stall ${stall.stallId}` });
  const released = history.locator('[data-event="hold_released"]').first();
  await expect(released).toContainText(administrator.username);
  await expect(released).toContainText("Held by mistake");
  await visitor.dispose();
});
