import { expect } from "@playwright/test";
import type { Locator, Page } from "@playwright/test";
import { administrator, DASHBOARD, logIn, openDashboard } from "./support/administrator.js";
import { buy, registerFor } from "./support/bookings.js";
import { inspect } from "./support/inspect.js";
import { indianNumber } from "./support/money.js";
import type { Product } from "./support/product.js";
import { mailboxOf, product, simulatorOf } from "./support/product.js";
import { someDetails, stallOnPlan } from "./support/registration.js";
import { freeStall, layoutOf, otherVisitor, reserveFor, statusOf } from "./support/stalls.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";

/** Lines of the audit log about one thing, newest first. */
interface AuditLine {
  readonly administrator: string;
  readonly action: string;
  readonly reason?: string;
  readonly before?: Record<string, unknown>;
  readonly after?: Record<string, unknown>;
}

async function auditOf(page: Page, at: Product, type: string, id: string): Promise<AuditLine[]> {
  const answer = await page.request.get(
    `${at.site}/api/v1/mela/admin/audit?subjectType=${type}&subjectId=${encodeURIComponent(id)}`,
  );
  expect(answer.ok()).toBe(true);
  return (await answer.json()) as AuditLine[];
}

/** The newest line about one thing names who and why. */
async function expectAudited(page: Page, at: Product, type: string, id: string, reason: string) {
  const [line] = await auditOf(page, at, type, id);
  expect(line).toMatchObject({ administrator: administrator().username, reason });
  expect(line?.after ?? line?.before).toBeDefined();
}

/** Opens an action's question out of a dialog. */
async function ask(page: Page, from: Locator, button: string, title: string): Promise<Locator> {
  await from.getByRole("button", { name: button, exact: true }).click();
  const question = page.getByRole("alertdialog", { name: title });
  await expect(question).toBeVisible();
  await expect(question).toContainText("What will happen");
  return question;
}

/** Gives the reason, does it, and waits until the question is gone. */
async function confirm(question: Locator, reason: string, button: string): Promise<void> {
  await question.getByRole("textbox", { name: "Reason" }).fill(reason);
  await question.getByRole("button", { name: button, exact: true }).click();
  await expect(question).toBeHidden();
}

/** How far the mails of a booking are. */
async function mailStatesOf(page: Page, at: Product, bookingId: string): Promise<string[]> {
  const answer = await page.request.get(`${at.site}/api/v1/mela/admin/bookings/${bookingId}`);
  const { mails } = (await answer.json()) as { mails: { state: string }[] };
  return mails.map(({ state }) => state);
}

async function openStall(page: Page, at: Product, stallId: string): Promise<Locator> {
  await page.goto(`${at.site}${DASHBOARD}?view=plan`);
  await stallOnPlan(page, stallId).click();
  const dialog = page.getByRole("dialog", { name: `Stall ${stallId}` });
  await expect(dialog.getByRole("heading", { name: "What happened here" })).toBeVisible();
  return dialog;
}

/** The details of the booking that stands on a stall. @returns its dialog and its id */
async function openDetails(page: Page, at: Product, stallId: string): Promise<[Locator, string]> {
  const stall = await openStall(page, at, stallId);
  await stall.getByRole("button", { name: "Registration details" }).click();
  const dialog = page.getByRole("dialog", { name: "Registration Details" });
  await expect(dialog.getByRole("heading", { name: "What happened" })).toBeVisible();
  const id = new URL(page.url()).searchParams.get("booking") ?? "";
  return [dialog, id];
}

test("a stall is blocked, seen as reserved in public, and unblocked", async ({ page }) => {
  const at = product();
  const { stallId } = await freeStall(at);
  await openDashboard(page, at, "plan");
  await expect(stallOnPlan(page, stallId)).toBeVisible();
  await inspect(page, "admin-plan");
  const dialog = await openStall(page, at, stallId);
  let question = await ask(page, dialog, "Block", `Block ${stallId}`);
  await inspect(page, "admin-block");
  await confirm(question, "First aid post", "Block the stall");
  await sawToast(page, `${stallId} is blocked.`);
  await expect(dialog.getByRole("button", { name: "Unblock" })).toBeVisible();
  await expect(dialog).toContainText("First aid post");
  await expectAudited(page, at, "stall", stallId, "First aid post");
  expect(await statusOf(at, stallId)).toBe("Reserved");

  question = await ask(page, dialog, "Unblock", `Unblock ${stallId}`);
  await confirm(question, "Not needed any more", "Unblock the stall");
  await sawToast(page, `${stallId} is free.`);
  await expectAudited(page, at, "stall", stallId, "Not needed any more");
  await expect.poll(() => statusOf(at, stallId)).toBe("Available");
});

test("a stall's price changes for anyone who comes next", async ({ page }) => {
  const at = product();
  const { stallId, price } = await freeStall(at, "General");
  await logIn(page, at);
  const dialog = await openStall(page, at, stallId);
  const change = async (to: number, reason: string) => {
    const question = await ask(page, dialog, "Change price", `Change the price of ${stallId}`);
    await question.getByRole("textbox", { name: "New price, in rupees" }).fill(String(to));
    await confirm(question, reason, "Change the price");
    await expectAudited(page, at, "stall", stallId, reason);
    const stall = (await layoutOf(at)).find((known) => known.stallId === stallId);
    expect(stall?.price).toBe(to);
  };
  // Dearer, never cheaper: what the cheapest costs is shown on other pages, which other tests look at meanwhile.
  await change(28_500.5, "It stands at the corner");
  await change(price, "The corner was built over");
});

test("a walk-in's stall is sold offline, with invoice and mail", async ({ page }) => {
  const at = product();
  const { stallId, price } = await freeStall(at);
  const details = someDetails();
  await logIn(page, at);
  const dialog = await openStall(page, at, stallId);
  const question = await ask(page, dialog, "Sell offline", `Sell ${stallId} offline`);
  await question.getByRole("button", { name: "Sell the stall" }).click();
  await expect(question.getByText("Please say why, in at least 3 characters")).toBeVisible();
  await inspect(page, "admin-sell-offline");
  await question.getByRole("textbox", { name: "Full name" }).fill("Lata Devi");
  await question.getByRole("textbox", { name: "Business name" }).fill("Lata Lac");
  await question.getByRole("textbox", { name: "Email address" }).fill(details.email);
  await question.getByRole("textbox", { name: "Phone number" }).fill(details.phoneNumber);
  await question.getByRole("textbox", { name: "Pincode" }).fill("560066");
  await question.getByRole("combobox", { name: "Paid by" }).selectOption({ label: "Cheque" });
  await question.getByRole("textbox", { name: "Receipt or reference number" }).fill("CHQ 77");
  await expect(question).toContainText(`${stallId} is sold for ₹${indianNumber(price)}.`);
  await confirm(question, "Came to the office", "Sell the stall");
  await sawToast(page, `${stallId} is sold, invoice INV/`);
  expect(await statusOf(at, stallId)).toBe("Sold");
  const [, bookingId] = await openDetails(page, at, stallId);
  const lines = [...(await auditOf(page, at, "stall", stallId)), ...(await auditOf(page, at, "booking", bookingId))];
  expect(lines.map(({ reason }) => reason)).toContain("Came to the office");
  await mailboxOf(at).waitFor(details.email, 1);
});

test("a booking moves to another stall of its kind", async ({ page }) => {
  const at = product();
  const from = await freeStall(at, "General");
  const sale = await buy(at, from);
  // Before the list of free stalls is fetched, which knows of none that comes free later.
  const to = await freeStall(at, "General");
  await logIn(page, at);
  const [dialog, bookingId] = await openDetails(page, at, from.stallId);
  const question = await ask(page, dialog, "Move", `Move the booking of ${from.stallId}`);
  await question.getByRole("combobox", { name: "To stall" }).selectOption(to.stallId);
  await expect(question).toContainText(`the booking stands on ${to.stallId}`);
  await inspect(page, "admin-move");
  await confirm(question, "Asked by phone", "Move the booking");
  await sawToast(page, `Moved from ${from.stallId} to ${to.stallId}.`);
  await expect(dialog.getByRole("region", { name: "Stall" })).toContainText(to.stallId);
  await expect(dialog.getByRole("region", { name: "What administrators did" })).toContainText("Asked by phone");
  await expectAudited(page, at, "booking", bookingId, "Asked by phone");
  expect(await statusOf(at, to.stallId)).toBe("Sold");
  expect(await statusOf(at, from.stallId)).toBe("Available");
  await mailboxOf(at).waitFor(sale.email, 2);
});

test("a sold booking is cancelled with a full refund: the stall is free, the money goes back, the note is mailed", async ({
  page,
}) => {
  const at = product();
  const stall = await freeStall(at);
  const sale = await buy(at, stall);
  await mailboxOf(at).waitFor(sale.email, 1);
  await logIn(page, at);
  const [dialog, bookingId] = await openDetails(page, at, stall.stallId);
  const question = await ask(page, dialog, "Cancel booking", `Cancel the booking of ${stall.stallId}`);
  await expect(question).toContainText(`₹${indianNumber(stall.price)} goes back`);
  await inspect(page, "admin-cancel");
  await confirm(question, "She is ill", "Cancel the booking");
  await sawToast(page, `${stall.stallId} is cancelled; ₹`);
  await expectAudited(page, at, "booking", bookingId, "She is ill");
  expect(await statusOf(at, stall.stallId)).toBe("Available");
  await expect
    .poll(async () => (await simulatorOf(at).order(sale.orderId)).refunds.length, { timeout: 180_000 })
    .toBe(1);
  const [refund] = (await simulatorOf(at).order(sale.orderId)).refunds;
  expect(refund?.refund_amount).toBe(stall.price);
  // Fetched again by the action itself.
  await expect(dialog.getByRole("button", { name: /^Download CRN\// })).toBeVisible();
  await inspect(page, "admin-details-cancelled");
});

test("a sold booking is cancelled with a part of the money", async ({ page }) => {
  const at = product();
  const stall = await freeStall(at);
  const sale = await buy(at, stall);
  await logIn(page, at);
  const [dialog, bookingId] = await openDetails(page, at, stall.stallId);
  const question = await ask(page, dialog, "Cancel booking", `Cancel the booking of ${stall.stallId}`);
  await question.getByRole("combobox", { name: "Refund" }).selectOption({ label: "In part" });
  await question.getByRole("textbox", { name: "Amount to refund, in rupees" }).fill("9999999");
  await question.getByRole("textbox", { name: "Reason" }).fill("Late withdrawal");
  await question.getByRole("button", { name: "Cancel the booking" }).click();
  await expect(question.getByRole("alert")).toContainText("That did not work");
  await question.getByRole("textbox", { name: "Amount to refund, in rupees" }).fill("5000");
  await expect(question).toContainText(`₹5,000 of ₹${indianNumber(stall.price)} goes back`);
  await confirm(question, "Late withdrawal", "Cancel the booking");
  await expectAudited(page, at, "booking", bookingId, "Late withdrawal");
  await expect
    .poll(async () => (await simulatorOf(at).order(sale.orderId)).refunds[0]?.refund_amount, { timeout: 180_000 })
    .toBe(5000);
});

test("a hold gets more time and is then released; its history says who and why", async ({ page }) => {
  const at = product();
  const stall = await freeStall(at);
  const visitor = await otherVisitor(at);
  await reserveFor(visitor, stall.stallId);
  const myHold = async () => (await (await visitor.get("/api/v1/mela/my-hold")).json()) as { expiresAt: string } | null;
  const before = await myHold();
  await logIn(page, at);
  const [dialog, bookingId] = await openDetails(page, at, stall.stallId);
  await inspect(page, "admin-details-held");
  let question = await ask(page, dialog, "Give more time", `Give more time for ${stall.stallId}`);
  await question.getByRole("textbox", { name: "Minutes more" }).fill("15");
  await confirm(question, "Her bank is slow", "Give the time");
  await expectAudited(page, at, "booking", bookingId, "Her bank is slow");
  const after = await myHold();
  expect(Date.parse(after?.expiresAt ?? "") - Date.parse(before?.expiresAt ?? "")).toBe(15 * 60_000);

  question = await ask(page, dialog, "Release", `Release ${stall.stallId}`);
  await confirm(question, "Held by mistake", "Release the stall");
  await sawToast(page, `${stall.stallId} is free.`);
  await expectAudited(page, at, "booking", bookingId, "Held by mistake");
  expect(await myHold()).toBeNull();
  expect(await statusOf(at, stall.stallId)).toBe("Available");
  const history = await openStall(page, at, stall.stallId);
  const released = history.locator('[data-event="hold_released"]').first();
  await expect(released).toContainText(administrator().username);
  await expect(released).toContainText("Held by mistake");
  await visitor.dispose();
});

test("a confirmation goes out again, and the audit log knows", async ({ page }) => {
  const at = product();
  const stall = await freeStall(at);
  const sale = await buy(at, stall);
  await mailboxOf(at).waitFor(sale.email, 1);
  await logIn(page, at);
  const [dialog, bookingId] = await openDetails(page, at, stall.stallId);
  // It has come before the product knows that it was taken; until then it isn't sent again.
  await expect.poll(() => mailStatesOf(page, at, bookingId)).toEqual(["sent"]);
  await dialog
    .getByRole("button", { name: /^Send again: / })
    .first()
    .click();
  const question = page.getByRole("alertdialog", { name: /^Send ".*" again$/ });
  await expect(question).toContainText(sale.email);
  await question.getByRole("button", { name: "Send the mail" }).click();
  await expect(question).toBeHidden();
  await mailboxOf(at).waitFor(sale.email, 2);
  const log = await page.request.get(`${at.site}/api/v1/mela/admin/audit?subjectType=mail&limit=5`);
  expect((await log.json()) as AuditLine[]).toContainEqual(
    expect.objectContaining({ administrator: administrator().username }),
  );
});

test("an action that came too late is refused in words, and nothing else happens", async ({ page }) => {
  const at = product();
  const stall = await freeStall(at);
  await logIn(page, at);
  const dialog = await openStall(page, at, stall.stallId);
  const question = await ask(page, dialog, "Block", `Block ${stall.stallId}`);
  const visitor = await otherVisitor(at);
  await registerFor(visitor, stall);
  await question.getByRole("textbox", { name: "Reason" }).fill("First aid post");
  await question.getByRole("button", { name: "Block the stall" }).click();
  await expect(question.getByRole("alert")).toContainText("That did not work");
  await expect(question.getByRole("textbox", { name: "Reason" })).toHaveValue("First aid post");
  await inspect(page, "admin-refused");
  expect(await auditOf(page, at, "stall", stall.stallId)).toEqual(
    expect.not.arrayContaining([expect.objectContaining({ reason: "First aid post" })]),
  );
  await visitor.dispose();
});
