import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { inspect } from "./support/inspect.js";
import { pressSlowly } from "./support/press.js";
import { mailbox } from "./support/product.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";

async function fillIn(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
}

/** A unique e-mail address. */
const address = (): string => `e2e-${randomUUID().slice(0, 8)}@example.com`;

/** Expects the first press on the button to submit, also from an invalid field whose error message moves in meanwhile. */
async function pressWrong(page: Page, label: string, wrong: string, button: string, sentence: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.getByLabel(label).fill(wrong);
  await pressSlowly(page, page.getByRole("button", { name: button }));
  await expect(page.getByText(sentence)).toBeVisible();
  // Submitted, and not only blurred: the first field was never touched.
  await expect(page.getByText("First name is required")).toBeVisible();
  await expect(page.getByLabel("First Name")).toBeFocused();
  await page.emulateMedia({ reducedMotion: "reduce" });
}

test("sends a gifting request after an invalid and a failed attempt; the mail arrives", async ({ page }) => {
  const email = address();
  // Keeps the overlay from closing while axe checks it; another test covers the closing, with a fake clock.
  await page.addInitScript(() => {
    const original = globalThis.setTimeout;
    const slower = (work: () => void, ms?: number) => original(work, ms === 8000 ? 600_000 : ms);
    globalThis.setTimeout = slower as typeof setTimeout;
  });
  await page.goto("/corporate-gifting");
  await pressWrong(page, "Company Name", "R", "Submit Request", "Company name must be at least 2 characters");
  await inspect(page, "gifting-errors");

  await fillIn(page, {
    "First Name": "Asha",
    "Last Name": "Rao",
    "Email Address": email,
    "Phone Number": "+91 98765 43210",
    "Company Name": "Rao & Co",
    "Your Requirements": "200 Diwali boxes",
  });
  await page.getByLabel("No", { exact: true }).check();
  await page.route("**/corporate-gifting/submit", (route) => route.abort());
  await page.getByRole("button", { name: "Submit Request" }).click();
  const failure = page.getByRole("dialog", { name: "Submission Failed" });
  await expect(failure).toBeVisible();
  await inspect(page, "gifting-failed");
  await failure.getByRole("button", { name: "Close" }).click();
  await expect(failure).toBeHidden();
  await page.unroute("**/corporate-gifting/submit");

  await page.getByRole("button", { name: "Submit Request" }).click();
  const success = page.getByRole("dialog", { name: "Request Submitted Successfully!" });
  await expect(success).toContainText("We'll get back to you soon with corporate gifting options.");
  await inspect(page, "gifting-sent");
  await expect(success.getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(success).toBeHidden();
  await expect(page.getByRole("button", { name: "Submit Request" })).toBeFocused();

  const [mail] = await mailbox.waitFor(email, 1);
  expect(mail?.subject).toMatch(/^We have your corporate gifting request \([0-9A-F]{8}\)$/);
});

test("sends a message to support after an invalid attempt, and opens a frequent question", async ({ page }) => {
  const email = address();
  await page.goto("/support");
  await pressWrong(page, "Subject", "Hi", "Send Message", "Subject must be at least 3 characters");
  await page.getByRole("button", { name: /cost to list/ }).click();
  await expect(page.getByText(/999 rupees/)).toBeVisible();
  await inspect(page, "support-errors");
  await fillIn(page, {
    "First Name": "Meena",
    "Last Name": "Devi",
    "Email Address": email,
    Subject: "My listing",
    Message: "How do I change the picture?",
  });
  await page.getByRole("button", { name: "Send Message" }).click();
  await sawToast(page, "Message sent successfully!", "We'll get back to you within 24 hours.");
  const [mail] = await mailbox.waitFor(email, 1);
  expect((await mailbox.body(mail!)).text).toContain("Dear reader");
});
