import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { openDashboard } from "./support/administrator.js";
import { inspect } from "./support/inspect.js";
import { approve, payByApi, someApplication } from "./support/listing.js";
import { NARROW, WIDE } from "./support/sizes.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";

const REASON = "The owner asked by phone";

/** A brand that was approved just now. @returns its name */
async function newBrand(): Promise<string> {
  // Letters only, so that no two look alike.
  const brandName = `Loom ${randomUUID().replaceAll(/[^a-f]/g, "")} ${randomUUID().replaceAll(/[^a-f]/g, "")}`;
  const application = someApplication({ brandName });
  await payByApi(application);
  await approve(brandName);
  return brandName;
}

async function openBrand(page: Page, name: string): Promise<void> {
  await openDashboard(page, `brands&q=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: `Brand ${name}` }).click();
  await expect(page.getByRole("dialog", { name }).getByText("What its page says")).toBeVisible();
}

/** Opens an action's dialog, fills in the reason and confirms. */
async function act(page: Page, button: string, title: string, confirm: string): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: button, exact: true }).click();
  const dialog = page.getByRole("alertdialog", { name: title });
  await dialog.getByLabel("Reason").fill(REASON);
  await dialog.getByRole("button", { name: confirm, exact: true }).click();
}

test("an operator corrects, hides, restores, verifies and merges a brand, and visitors see it at once", async ({
  page,
}) => {
  const [name, double] = [await newBrand(), await newBrand()];
  const corrected = `${name} House`;
  await page.setViewportSize(WIDE);
  await openDashboard(page, "brands");
  await expect(page.getByRole("table", { name: "Brands" })).toBeVisible();
  await inspect(page, "admin-brands");
  await openBrand(page, name);
  await inspect(page, "admin-brand");

  await page.getByRole("dialog").getByRole("button", { name: "Correct", exact: true }).click();
  const correct = page.getByRole("alertdialog", { name: `Correct ${name}` });
  await correct.getByLabel("Brand name").fill(corrected);
  await correct.getByLabel("Place").fill("Ilkal, Karnataka");
  await correct.getByLabel("Website").fill("not a website");
  await correct.getByRole("button", { name: "Save" }).click();
  await expect(correct.getByText("Please check the Website link")).toBeVisible();
  await inspect(page, "admin-brand-correct");
  await correct.getByLabel("Website").fill("loom.example");
  await correct.getByLabel("Reason").fill(REASON);
  await correct.getByRole("button", { name: "Save" }).click();
  await sawToast(page, `${corrected} is corrected`);

  await page.getByRole("dialog").getByRole("button", { name: "Add a product" }).click();
  const product = page.getByRole("alertdialog", { name: `New product of ${corrected}` });
  await product.getByLabel("Name").fill("Ilkal saree");
  await product.getByLabel("Price", { exact: true }).selectOption("From ... to ...");
  await product.getByLabel("Lowest price in rupees").fill("4,500");
  await product.getByLabel("Highest price in rupees").fill("9,000");
  await product.getByLabel("Reason").fill(REASON);
  await inspect(page, "admin-product");
  await product.getByRole("button", { name: "Save" }).click();
  await sawToast(page, "Ilkal saree is added");
  await expect(page.getByText("₹4,500 to ₹9,000")).toBeVisible();

  await page.getByRole("button", { name: "Pictures of Ilkal saree" }).click();
  await expect(page.getByText("None: the site shows a drawing.")).toBeVisible();
  await inspect(page, "admin-product-pictures");
  await page.keyboard.press("Escape");
  await act(page, "Verify", `Is ${corrected} verified?`, "Give the badge");
  await sawToast(page, `${corrected} is verified`);
  await inspect(page, "admin-brand-verified");

  // The former name's address leads to the page; the operator's words are there.
  await page.goto(`/brands/${encodeURIComponent(name)}`);
  await expect(page).toHaveURL(new RegExp(`/brands/${encodeURIComponent(corrected)}$`));
  await expect(page.getByText("Ilkal, Karnataka").first()).toBeVisible();

  await openBrand(page, corrected);
  await act(page, "Hide", `Hide ${corrected}?`, "Hide");
  await sawToast(page, `${corrected} is hidden. You can restore it here`);
  await inspect(page, "admin-brand-hidden");
  const hidden = await page.request.get(`/brands/${encodeURIComponent(corrected)}`);
  expect(hidden.status()).toBe(404);
  await act(page, "Restore", `Restore ${corrected}?`, "Restore");
  await sawToast(page, `${corrected} is restored`);

  // On a phone: the double is merged into it.
  await page.setViewportSize(NARROW);
  await openBrand(page, double);
  await page.getByRole("dialog").getByRole("button", { name: "Merge", exact: true }).click();
  const merge = page.getByRole("alertdialog", { name: `Merge ${double} into another brand` });
  await merge.getByRole("searchbox", { name: "Brand that stays" }).fill(corrected);
  await merge.getByRole("button", { name: corrected }).click();
  await expect(merge.getByText("1 application, with its owner")).toBeVisible();
  await inspect(page, "admin-brand-merge");
  await merge.getByLabel("Reason").fill(REASON);
  await merge.getByRole("button", { name: "Merge the two" }).click();
  await sawToast(page, `${double} is merged into ${corrected}`);
  await expect(page.getByRole("dialog", { name: corrected })).toBeVisible();
  await page.goto(`/brands/${encodeURIComponent(double)}`);
  await expect(page).toHaveURL(new RegExp(`/brands/${encodeURIComponent(corrected)}$`));
});

test("an operator orders the home page by keys, and removes a past event and puts it back", async ({ page }) => {
  await openDashboard(page, "site");
  await expect(page.getByRole("table", { name: "Past events and awards" })).toBeVisible();
  await inspect(page, "admin-site");
  await page.getByRole("button", { name: "Change bestsellers" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Change: bestsellers" });
  const entries = dialog.getByRole("list", { name: "Bestsellers in order" }).getByRole("listitem");
  const [first = "", second = ""] = await entries.allTextContents();
  await dialog
    .getByRole("button", { name: /^Move .* down$/ })
    .first()
    .press("Enter");
  await expect(entries.first()).toHaveText(second);
  await inspect(page, "admin-home-page");
  await dialog.getByLabel("Reason").fill("Season");
  await dialog.getByRole("button", { name: "Save" }).click();
  await sawToast(page, "Bestsellers are changed");
  // As it was, for other tests.
  await page.getByRole("button", { name: "Change bestsellers" }).click();
  await dialog
    .getByRole("button", { name: /^Move .* down$/ })
    .first()
    .press("Enter");
  await expect(entries.first()).toHaveText(first);
  await dialog.getByLabel("Reason").fill("As before");
  await dialog.getByRole("button", { name: "Save" }).click();
  await sawToast(page, "Bestsellers are changed");

  const title = `Fair ${randomUUID().slice(0, 8)}`;
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const add = page.getByRole("alertdialog", { name: "New past event or award" });
  await add.getByLabel("Title").fill(title);
  await add.getByLabel("Organisation").fill("Sakhi Bazaar");
  await add.getByLabel("Date in words").fill("4 July 2020");
  await add.getByLabel("First day").fill("2020-07-04");
  await add.getByLabel("Reason").fill(REASON);
  await inspect(page, "admin-past-event");
  await add.getByRole("button", { name: "Save" }).click();
  await sawToast(page, `${title} is added`);
  expect((await page.request.get(`/events/${encodeURIComponent(title)}`)).status()).toBe(200);
  await page.getByRole("button", { name: `Remove ${title}` }).click();
  const remove = page.getByRole("alertdialog", { name: `Remove ${title}?` });
  await remove.getByLabel("Reason").fill(REASON);
  await remove.getByRole("button", { name: "Remove", exact: true }).click();
  await sawToast(page, `${title} is removed. You can undo it in the list`);
  expect((await page.request.get(`/events/${encodeURIComponent(title)}`)).status()).toBe(404);
  await expect(page.getByRole("button", { name: `Undo the removal of ${title}` })).toBeVisible();
});
