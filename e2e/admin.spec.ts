import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import type { Route } from "@playwright/test";
import { administrator, DASHBOARD, fillLogin, LOGIN, openDashboard } from "./support/administrator.js";
import { beginPayment, buy } from "./support/bookings.js";
import { inspect } from "./support/inspect.js";
import { product, simulator } from "./support/product.js";
import { indianNumber, stallOnPlan } from "./support/registration.js";
import { currentEvent, freeStall, otherVisitor } from "./support/stalls.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";
import { expectWorkflowClosed } from "./support/workflows.js";

const PHONE = { width: 360, height: 740 } as const;

test("login refuses missing and wrong credentials and returns to the requested view, operations; logout ends the session", async ({
  page,
}) => {
  await page.goto(`${DASHBOARD}?view=operations`);
  await expect(page).toHaveURL(/\/admin-login\?next=/);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  await page.getByRole("button", { name: "Login" }).click();
  await sawToast(page, "Missing Credentials", "Please enter both username and password");
  await fillLogin(page, { ...administrator, password: "not the password" });
  await sawToast(page, "Login Failed");
  await expect(page.getByText("Invalid credentials. Please try again.")).toBeVisible();
  await inspect(page, "admin-login-wrong");

  await fillLogin(page, administrator);
  await sawToast(page, "Login Successful", "Welcome to the Mela Dashboard");
  await expect(page).toHaveURL(`${DASHBOARD}?view=operations`);
  await expect(page.getByRole("heading", { level: 1, name: "Mela Registrations Dashboard" })).toBeVisible();
  await expect(page.getByText(administrator.username, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("table", { name: "Queues" })).toBeVisible();
  await expect(page.getByRole("link", { name: /Temporal/ }).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Audit log" })).toBeVisible();
  await inspect(page, "admin-operations");

  await page.getByRole("button", { name: "Logout" }).click();
  await sawToast(page, "Logged Out");
  await expect(page).toHaveURL(LOGIN);
  expect((await page.request.get("/api/v1/mela/registrations")).status()).toBe(401);
});

test("the dashboard shows a sale in the table, in the details with its documents, and in the export; a search without results", async ({
  page,
}) => {
  const stall = await freeStall();
  const sale = await buy(stall, { fullName: "मीरा Nair" });
  await openDashboard(page);
  const row = page.getByRole("row").filter({ hasText: sale.orderId });
  for (const text of [sale.fullName, sale.email, "+91 9", stall.stallId, `₹${indianNumber(stall.price)}`, "UPI"])
    await expect(row).toContainText(text);
  await inspect(page, "admin-registrations");

  await page.getByRole("searchbox", { name: "Search" }).fill(sale.email);
  await expect(page).toHaveURL(/[?&]q=/);
  await expect(page.getByText("1 registration", { exact: true })).toBeVisible();
  await row.getByRole("button", { name: `Details of ${sale.fullName}` }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Registration Details" });
  const invoice = dialog.getByRole("button", { name: /^Download INV\// });
  await expect(invoice).toBeVisible();
  await inspect(page, "admin-details");
  const [pdf] = await Promise.all([page.waitForEvent("download"), invoice.click()]);
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe("%PDF-");
  // The booking's workflow exists at the address that the page links to.
  await expectWorkflowClosed(sale.orderId, "sold");
  const booking = new URL(page.url()).searchParams.get("booking") ?? "";
  const history = await dialog.getByRole("link", { name: "Its history in Temporal" }).getAttribute("href");
  expect(history).toBe(`${product.temporalUi}/namespaces/default/workflows/stall-booking%2F${booking}`);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  const exporting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await exporting;
  // The file says of which event it is.
  const event = await currentEvent();
  expect(file.suggestedFilename()).toMatch(new RegExp(`^mela-registrations-${event}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
  const csv = (await readFile(await file.path(), "utf8")).split(/\r?\n/);
  expect(csv[0]).toBe(
    "\uFEFFOrder ID,Full Name,Email,Phone,Business Name,GST Number,GST Address,Pincode,Stall ID,Stall Type,Stall Price,Payment Status,Listing Offer Status,Transaction ID,Payment Mode,Created At,Event",
  );
  expect(csv[1]).toContain(sale.orderId);
  expect(csv[1]).toContain("मीरा Nair");

  await page.getByRole("searchbox", { name: "Search" }).fill("nobody of this name");
  await expect(page.getByRole("heading", { name: "No registrations found" })).toBeVisible();
  await inspect(page, "admin-registrations-empty");
});

test("an underpaid order raises an issue with facts; the operator resolves it by a refund, and it leaves the inbox", async ({
  page,
}) => {
  const payer = await otherVisitor();
  const sale = await beginPayment(payer, await freeStall());
  await payer.dispose();
  // One rupee for a stall: nothing is sold, and a person decides.
  await simulator.pay(sale.orderId, { method: "upi", outcome: "success", amount: 1 });
  await openDashboard(page, "issues");
  const issue = page.getByRole("listitem").filter({ hasText: sale.orderId });
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(issue).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 120_000 });
  await inspect(page, "admin-attention");
  await issue.getByRole("button", { name: "Refund in full" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Refund in full" });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Paid one rupee only");
  await inspect(page, "admin-attention-resolution");
  await dialog.getByRole("button", { name: "Refund in full" }).click();
  await expect(dialog).toBeHidden();
  await expect(issue).toBeHidden();
  await expect
    .poll(async () => (await simulator.order(sale.orderId)).refunds.map((each) => each.refund_amount))
    .toEqual([1]);
});

test("an operator changes a fact of the event, and an open public page shows it without a reload", async ({ page }) => {
  const visitor = await page.context().newPage();
  await visitor.setViewportSize(PHONE);
  await visitor.goto("/paid-events/mela");
  await expect(stallOnPlan(visitor, "B5")).toBeVisible();
  await openDashboard(page, "event");
  const mela = page.getByRole("region").filter({ has: page.getByRole("button", { name: "Change the Mela" }) });
  await expect(mela).toContainText("10:00 to 20:00");
  await inspect(page, "admin-event");

  await page.setViewportSize(PHONE);
  await mela.getByRole("button", { name: "Change the Mela" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Change the Mela" });
  const venue = dialog.getByRole("textbox", { name: "Venue", exact: true });
  // The original text remains the beginning: other tests check it meanwhile.
  const changed = `${(await venue.inputValue()).split(", gate")[0]}, gate ${randomInt(1e6)}`;
  await venue.fill(changed);
  await expect(dialog).toContainText(`→ ${changed}`);
  await inspect(page, "admin-event-change");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The other gate is being built over");
  await dialog.getByRole("button", { name: "Save the event" }).click();
  await expect(dialog).toBeHidden();
  await expect(mela).toContainText(changed);
  // Without a reload.
  await expect(visitor.getByText(`, ${changed}, `)).toBeVisible();
  await visitor.close();
});

test("the plan shows a countdown before sales open, and the events page that they have closed", async ({ page }) => {
  // Changes the bounds for this browser only, because other tests book meanwhile. sales-window.spec.ts tests the server.
  const sell = async (opens: string | null, closes: string | null) => {
    const bounds = `"salesOpenAt":${JSON.stringify(opens)},"salesCloseAt":${JSON.stringify(closes)}`;
    const change = async (route: Route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll(/"salesOpenAt":[^,]+,"salesCloseAt":[^,]+/g, bounds);
      await route.fulfill({ response, body });
    };
    await page.unrouteAll();
    await page.route((url) => url.pathname.startsWith("/paid-events"), change);
    await page.route("**/api/v1/mela/facts", change);
  };
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  await page.setViewportSize(PHONE);
  await sell(day(2), day(9));
  await page.goto("/paid-events/mela");
  await expect(page.getByText(/^Stall sales open on /)).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText(/\d/);
  const { stallId } = await freeStall();
  await stallOnPlan(page, stallId).click();
  await sawToast(page, "Stall sales have not opened yet");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await inspect(page, "plan-before-sales");

  await sell(day(-9), day(-1));
  await page.goto("/paid-events");
  await expect(page.getByText("Registrations closed")).toBeVisible();
  await inspect(page, "events-after-sales");
});
