import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { DASHBOARD, logIn } from "./support/administrator.js";
import { buy } from "./support/bookings.js";
import { inspect } from "./support/inspect.js";
import { simulator } from "./support/product.js";
import { WIDE } from "./support/sizes.js";
import { freeStall } from "./support/stalls.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";

test("an accountant reads what was paid out, opens a payout, compares the bank statement and takes the file away", async ({
  page,
}) => {
  const { orderId, stall } = await buy(await freeStall());
  const payout = await simulator.payout({});
  await page.setViewportSize(WIDE);
  await logIn(page);
  await page.goto(`${DASHBOARD}?view=payouts`);
  await expect(page.getByRole("heading", { name: "What was paid out" })).toBeVisible();
  await page.getByRole("button", { name: "Read now" }).click();
  await sawToast(page, /lines read, \d+ new or different/);
  const summary = page.getByRole("table", { name: "Paid out, by event" });
  await expect(summary.getByRole("row", { name: /^All/ })).toBeVisible();
  const row = page.getByRole("table", { name: "Payouts" }).getByRole("row", { name: new RegExp(payout.payoutId) });
  await expect(row).toContainText(`UTR ${payout.utr}`);
  await inspect(page, "admin-payouts");

  await row.getByRole("button", { name: /^Lines of payout/ }).click();
  const lines = page.getByRole("dialog", { name: `Payout ${payout.payoutId}` });
  await expect(lines.getByRole("row", { name: new RegExp(orderId) })).toContainText(`Stall ${stall.stallId}`);
  await inspect(page, "admin-payout-lines");
  await page.keyboard.press("Escape");
  await expect(lines).toBeHidden();
  // Back opens it again; its address is kept.
  await page.goBack();
  await expect(lines).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Compare the bank statement" }).click();
  const bank = page.getByRole("dialog", { name: "Compare the bank statement" });
  const amount = (payout.amountPaise / 100).toFixed(2);
  await bank
    .getByLabel("Lines of the bank statement")
    .fill(`28/11/2026,NEFT ${payout.utr} CASHFREE,${amount}\n28/11/2026,Somebody else,500.00`);
  await bank.getByRole("button", { name: "Compare" }).click();
  await expect(bank.getByRole("row", { name: /Matches/ })).toContainText(payout.payoutId);
  await expect(bank.getByRole("row", { name: /Of no payout/ })).toContainText("₹500");
  await inspect(page, "admin-bank-statement");
  await page.keyboard.press("Escape");
  await expect(row).toContainText("There 28 November 2026");

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const csv = await readFile(await file.path(), "utf8");
  expect(file.suggestedFilename()).toMatch(/^mela-payouts-all-events-.*\.csv$/);
  expect(csv).toContain(orderId);
});

test("an operator answers a dispute: what to send as one file, that it was sent, and how it ends", async ({ page }) => {
  const { orderId, fullName } = await buy(await freeStall());
  await simulator.control("POST", `/orders/${orderId}/dispute`, { respondInMs: 20 * 60 * 60 * 1000 });
  const { disputes } = (await simulator.order(orderId)) as unknown as { disputes: { dispute_id: string }[] };
  const disputeId = disputes[0]?.dispute_id ?? "";
  await page.setViewportSize(WIDE);
  await logIn(page);
  const row = page.getByRole("table", { name: "Disputes" }).getByRole("row", { name: new RegExp(disputeId) });
  await expect(async () => {
    await page.goto(`${DASHBOARD}?view=disputes`);
    await expect(row).toContainText("Less than a day", { timeout: 2000 });
  }).toPass();
  await inspect(page, "admin-disputes");

  await row.getByRole("button", { name: /^Dispute/ }).click();
  const dialog = page.getByRole("dialog", { name: `Dispute ${disputeId}` });
  await expect(dialog.getByText("What to send")).toBeVisible();
  await inspect(page, "admin-dispute");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download the evidence" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`dispute-${disputeId}.zip`);
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 2).toString()).toBe("PK");
  expect(fullName).not.toBe("");

  await dialog.getByRole("button", { name: "I have sent it" }).click();
  const asked = page.getByRole("alertdialog", { name: "The evidence was sent?" });
  await asked.getByLabel("What you sent").fill("the invoice and her consent");
  await asked.getByRole("button", { name: "It was sent" }).click();
  await sawToast(page, "It is recorded that the evidence was sent.");
  await expect(dialog).toContainText("the invoice and her consent");
  await simulator.control("POST", `/orders/${orderId}/disputes/${disputeId}`, { status: "CHARGEBACK_MERCHANT_WON" });
  await dialog.getByRole("button", { name: "Ask the provider" }).click();
  await sawToast(page, "The provider says: CHARGEBACK_MERCHANT_WON.");
  await expect(dialog.getByText("Won", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "I have sent it" })).toBeHidden();
});
