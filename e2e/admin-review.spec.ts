import { randomInt, randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { openDashboard } from "./support/administrator.js";
import { inspect } from "./support/inspect.js";
import { payByApi, someApplication } from "./support/listing.js";
import { mailbox } from "./support/product.js";
import { otherVisitor } from "./support/stalls.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";

async function openApplication(page: Page, brandName: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Search" }).fill(brandName);
  await page
    .getByRole("button", { name: `Application of ${brandName}` })
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: brandName }).getByText("What happened")).toBeVisible();
}

test("an approved listing goes live, and the fee of a rejected one is refunded", async ({ page }) => {
  const application = someApplication();
  await payByApi(application);
  await page.route("**/mela/admin/listings?*", (route) => route.abort());
  await openDashboard(page, "listings");
  await expect(page.getByText("The applications could not be fetched.")).toBeVisible();
  await inspect(page, "admin-listings-failed");
  await page.unroute("**/mela/admin/listings?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("table")).toBeVisible();
  await inspect(page, "admin-listings");
  await openApplication(page, application.brandName);
  await inspect(page, "admin-application");
  await page.getByRole("button", { name: "Approve" }).click();
  const approve = page.getByRole("alertdialog", { name: `List ${application.brandName}?` });
  await expect(approve).toContainText("on the public site at once, for one year");
  // Without a page it needs the owner's word.
  await approve.getByRole("button", { name: "Approve and list" }).click();
  await expect(approve.getByText(/has no logo and no picture yet/)).toBeVisible();
  await inspect(page, "admin-approve-without-page");
  await approve.getByLabel("Logo and pictures").selectOption("true");
  await approve.getByRole("button", { name: "Approve and list" }).click();
  await sawToast(page, `${application.brandName} is live`);
  await page.getByRole("link", { name: "See its public page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(application.brandName);

  // A second application with the same name: approving requires the operator to state whether it is the same brand.
  const again = someApplication({ brandName: application.brandName });
  await payByApi(again);
  await mailbox.waitFor(again.email, 1);
  await openDashboard(page, "listings&state=under_review");
  await openApplication(page, again.brandName);
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(approve.getByLabel("Is it the same brand?")).toBeVisible();
  await approve.getByLabel("Logo and pictures").selectOption("true");
  await approve.getByRole("button", { name: "Approve and list" }).click();
  await expect(approve.getByText("That did not work.")).toBeVisible();
  await inspect(page, "admin-approve-refused");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Reject" }).click();
  const reject = page.getByRole("alertdialog", { name: `Reject ${again.brandName}?` });
  await expect(reject).toContainText("The whole fee goes back to the payer");
  await reject.getByRole("button", { name: "Reject" }).click();
  await expect(reject.getByText("Please give a reason")).toBeVisible();
  await inspect(page, "admin-reject");
  await reject.getByLabel("Reason").fill("Not what we list");
  await reject.getByRole("button", { name: "Reject" }).click();
  await sawToast(page, `${again.brandName} is rejected; the fee is on its way back`);
  const dialog = page.getByRole("dialog", { name: again.brandName });
  await expect(dialog.getByText("Not what we list").first()).toBeVisible();
  await expect(dialog.getByText(/CRN\/\d\d-\d\d\/\d{6}/).first()).toBeVisible();
  const mails = await mailbox.waitFor(again.email, 2);
  expect(mails[0]?.attachments.map(({ contentType }) => contentType)).toEqual(["application/pdf"]);
});

test("an operator marks an enquiry as answered and approves a quarantined one", async ({ page }) => {
  const visitor = await otherVisitor();
  // Letters only: a name has at most four digits.
  const name = `Asha${randomUUID().replace(/[^a-f]/g, "")}`;
  const message = {
    firstName: name,
    lastName: "Rao",
    email: `e2e-${randomUUID().slice(0, 8)}@example.com`,
    subject: "My listing",
    message: "How do I change the picture?",
  };
  const headers = { "x-form-filled-ms": "60000" };
  await visitor.post("/api/v1/support/submit", { data: message, headers });
  const bot = { ...message, firstName: `Bot${name}`, email: `bot-${message.email}`, website: "http://x.example" };
  await visitor.post("/api/v1/support/submit", { data: bot, headers });
  await visitor.dispose();

  await openDashboard(page, "enquiries");
  const card = page.getByRole("listitem").filter({ hasText: `${name} Rao` });
  await expect(card).toBeVisible();
  await inspect(page, "admin-enquiries");
  await card.getByRole("button", { name: "Mark as answered" }).click();
  const marking = page.getByRole("alertdialog", { name: "Mark as answered?" });
  await marking.getByLabel(/^Note/).fill("Sent her the guide");
  await inspect(page, "admin-enquiry-answer");
  await marking.getByRole("button", { name: "Mark as answered" }).click();
  await expect(card).toHaveCount(0);

  await page.getByRole("button", { name: "Review them" }).click();
  const quarantined = page.getByRole("listitem").filter({ hasText: `Bot${name} Rao` });
  await expect(quarantined).toContainText("A field that people can't see was filled in");
  await inspect(page, "admin-enquiries-aside");
  await quarantined.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  await sawToast(page, "Approved; both mails are on their way");
  await mailbox.waitFor(bot.email, 1);
});

test("an operator creates a coupon, which becomes valid, and switches it off", async ({ page }) => {
  const code = `E2E${randomInt(1_000_000_000)}`;
  const nextYear = new Date().getFullYear() + 1;
  const valid = async (): Promise<boolean> => {
    const visitor = await otherVisitor();
    const response = await visitor.post("/api/v1/mela/validate-coupon", { data: { code } });
    const { valid: good } = (await response.json()) as { valid: boolean };
    await visitor.dispose();
    return good;
  };
  await openDashboard(page, "coupons");
  await expect(page.getByRole("table")).toBeVisible();
  await inspect(page, "admin-coupons");
  await page.getByRole("button", { name: "New coupon" }).click();
  const creation = page.getByRole("alertdialog", { name: "New coupon" });
  await creation.getByRole("button", { name: "Create the coupon" }).click();
  await expect(creation.getByText(/The code has 3 to 40 letters or digits/)).toBeVisible();
  await inspect(page, "admin-coupon-new");
  await creation.getByLabel("Code").fill(code.toLowerCase());
  await creation.getByLabel("Discount in percent").fill("12");
  await creation.getByLabel(/^Uses in all/).fill("3");
  await creation.getByLabel(/^Ends/).fill(`${nextYear}-12-04T23:59`);
  await creation.getByLabel("Reason").fill("For a test");
  await creation.getByRole("button", { name: "Create the coupon" }).click();
  await sawToast(page, `${code} can be used`);
  expect(await valid()).toBe(true);
  const row = page.getByRole("row").filter({ hasText: code });
  await expect(row).toContainText(`until 4 Dec ${nextYear}, 23:59`);
  await expect(row).toContainText("0 of 3");
  await page.getByRole("button", { name: `Switch ${code} off` }).click();
  const off = page.getByRole("alertdialog", { name: `Switch ${code} off?` });
  await off.getByLabel("Reason").fill("The test is over");
  await inspect(page, "admin-coupon-off");
  await off.getByRole("button", { name: "Switch off" }).click();
  await expect(row).toContainText("Switched off");
  expect(await valid()).toBe(false);
});
