import { expect, type Page } from "@playwright/test";
import answers from "../domain/messages/hi/answers.json" with { type: "json" };
import enquiry from "../domain/messages/hi/brand-enquiry.json" with { type: "json" };
import responses from "../domain/messages/hi/enquiry-responses.json" with { type: "json" };
import join from "../domain/messages/hi/join.json" with { type: "json" };
import mela from "../domain/messages/hi/mela.json" with { type: "json" };
import myBrand from "../domain/messages/hi/my-brand.json" with { type: "json" };
import wizard from "../domain/messages/hi/wizard.json" with { type: "json" };
import { inspect } from "./support/inspect.js";
import { payByApi, someApplication } from "./support/listing.js";
import { linkInMail } from "./support/payer.js";
import { product } from "./support/product.js";
import { onCheckout, payByUpi, someDetails } from "./support/registration.js";
import { freeStall } from "./support/stalls.js";
import { test } from "./support/test.js";
import { collectData, typedByHand, unmarkedEventTexts } from "./support/typed-by-hand.js";

// The journeys of a booker, a brand owner and a buyer in Hindi on a phone, read as a whole: no word of English is left (docs/hindi.md).

test.use({ viewport: { width: 360, height: 780 } });

/** A message with its parameters. */
const said = (message: string, values: Readonly<Record<string, string>>): string =>
  message.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

/** Expects a screen to be in Hindi, and inspects it. */
async function read(page: Page, data: ReadonlySet<string>, name: string, typed: readonly string[] = []): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  // What the page has fetched is known a moment after it is shown.
  await expect.soft.poll(() => typedByHand(page, data, typed), { message: `${name}: English words` }).toEqual([]);
  expect.soft(await unmarkedEventTexts(page), `${name}: texts of the event that are not marked as English`).toEqual([]);
  await inspect(page, `hindi-${name}`);
}

/** Waits for a verdict of the payment, and looks again where the page asks to. */
async function paid(page: Page, title: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible({ timeout: 180_000 });
}

test("a stall is booked in Hindi, and the payment service returns to the page in Hindi", async ({ page }) => {
  const data = collectData(page);
  const { stallId } = await freeStall();
  const details = someDetails();
  await page.goto("/hi/paid-events/mela");
  await expect(page.locator(`[data-stall="${stallId}"]`)).toBeVisible();
  await read(page, data, "plan");
  await page.locator(`[data-stall="${stallId}"]`).click();
  await page.getByRole("dialog").getByRole("button", { name: mela.confirm.yes }).click();
  await expect(page).toHaveURL(/\/hi\/paid-events\/mela\/register/);
  for (const [name, value] of Object.entries(details)) await page.locator(`input[name=${name}]`).fill(value);
  await page.getByRole("checkbox", { name: mela.policies.accept }).check();
  await read(page, data, "register", Object.values(details));
  await page.locator("form button[type=submit]").last().click();
  const orderId = await onCheckout(page);
  await payByUpi(page);
  await paid(page, mela.payment.successTitle);
  await expect(page).toHaveURL(`/hi/paid-events/mela/payment-success?order_id=${orderId}`);
  const share = page.getByRole("link", { name: mela.payment.whatsapp });
  // What is shared is the page in Hindi.
  expect(decodeURIComponent((await share.getAttribute("href")) ?? "")).toContain(`${product.site}/hi/paid-events`);
  await read(page, data, "ticket", [...Object.values(details), orderId]);
});

test("a brand is listed and paid for in Hindi, from the wizard to the receipt", async ({ page }) => {
  const data = collectData(page);
  const application = someApplication();
  const typed = Object.values(application).filter((value) => typeof value === "string");
  const { fields, steps } = wizard;
  await page.goto("/hi/join");
  // Not pressable yet, and says by keys what is missing.
  await page.getByRole("button", { name: wizard.continue }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
  await read(page, data, "wizard-errors");
  for (const name of ["fullName", "email", "phoneNumber", "whatsappNumber", "brandName"] as const)
    await page.locator(`input[name=${name}]`).fill(application[name]);
  await page.getByRole("button", { name: wizard.continue }).click();
  await expect(page.getByRole("heading", { level: 2, name: steps[1] })).toBeVisible();
  const radio = (group: string, name: string) =>
    page.getByRole("radiogroup", { name: group }).getByRole("radio", { name });
  await radio(fields.companyType, wizard.companyTypes.product.title).check();
  for (const name of ["businessCategory", "businessStage", "businessType", "hearAboutUs"] as const)
    await page.locator(`select[name=${name}]`).selectOption(application[name]);
  // What is sent is the English name; what is read is not.
  await expect(page.locator("select[name=businessCategory] option:checked")).toHaveText("हथकरघा कपड़े");
  await radio(fields.hasGSTIN, wizard.yesNo.no).check();
  for (const name of ["govtDocument", "whatsappBusinessContact", "websiteUrl"] as const)
    await page.locator(`input[name=${name}]`).fill(application[name] ?? "");
  for (const name of ["story", "businessAddress"] as const)
    await page.locator(`[name=${name}]`).fill(application[name]);
  await radio(fields.isStartup, wizard.yesNo.yes).check();
  await radio(fields.interestedInPopups, wizard.yesNo.no).check();
  const events = page.getByRole("group", { name: fields.previousParticipation });
  await events.getByRole("checkbox", { name: "Humsafal" }).check();
  // Excludes the others by what is sent, not by its word.
  await events.getByRole("checkbox", { name: wizard.noParticipation }).check();
  await expect(events.getByRole("checkbox", { name: "Humsafal" })).not.toBeChecked();
  await page.getByRole("checkbox").last().check();
  await read(page, data, "wizard-business", typed);
  await page.getByRole("button", { name: wizard.continue }).click();
  await expect(page.getByRole("heading", { level: 2, name: steps[2] })).toBeVisible();
  await read(page, data, "wizard-review", typed);
  await page.getByRole("button", { name: said(wizard.submit.paid, { fee: "₹999" }) }).click();
  const orderId = await onCheckout(page);
  await payByUpi(page);
  await paid(page, join.success.title);
  await expect(page).toHaveURL(`/hi/payment-success?order_id=${orderId}`);
  await read(page, data, "listing-paid", [...typed, orderId]);
});

test("an owner's page is made in Hindi: a product, its category, and the look of it", async ({ page }) => {
  const data = collectData(page);
  const application = someApplication();
  await payByApi(application);
  const [, key = ""] = (await linkInMail(application.email)).split("#");
  await page.goto(`/hi/my/brand#${key}`);
  await expect(page.getByRole("heading", { level: 1, name: application.brandName })).toBeVisible();
  await expect(page).toHaveURL(/\/hi\/my\/brand$/);
  await page.getByRole("button", { name: myBrand.addProduct }).click();
  await read(
    page,
    data,
    "my-brand",
    Object.values(application).filter((value) => typeof value === "string"),
  );
});

test("a buyer writes to a brand in Hindi, and reads in Hindi who has her message", async ({ page }) => {
  const data = collectData(page);
  await page.goto("/hi/brands/Jhola%20Junction#write");
  const form = page.locator("form").filter({ has: page.locator("textarea[name=message]") });
  await expect(form).toBeVisible();
  const { fullName, email } = someDetails();
  await form.locator("input[name=firstName]").fill(fullName);
  await form.locator("input[name=email]").fill(email);
  await form.locator("textarea").fill("दस झोले चाहिए।");
  await form.getByRole("checkbox").check();
  await read(page, data, "enquiry", [fullName, email]);
  await form.getByRole("button", { name: enquiry.submit }).click();
  const said = Object.values(answers.brandEnquiries).concat(responses.brand);
  await expect(page.getByRole("status").filter({ hasText: new RegExp(said.join("|")) })).toBeVisible();
});
