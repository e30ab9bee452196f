import { expect, type Page } from "@playwright/test";
import { DASHBOARD, logIn, operator } from "./support/administrator.js";
import { inspect } from "./support/inspect.js";
import { mailbox } from "./support/product.js";
import { WIDE } from "./support/sizes.js";
import { post } from "./support/stalls.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";

const REASON = "what a day brings";

/** Publishes an event and sells stalls of it in cash. */
async function soldMela(name: string, edition: string, stalls: readonly string[]): Promise<string> {
  const api = await operator();
  const current = (await (await api.get("/api/v1/mela/facts")).json()) as { slug: string };
  const facts = {
    ...{ name, edition, days: `${edition}-09-05 09:30 to 18:30`, planOf: current.slug },
    ...{ venueName: "Exhibition ground", venueDescription: "The exhibition ground by the river" },
    ...{ street: "Station Road", locality: "Panchavati", city: "Nashik", pin: "422003", stateCode: "27" },
    ...{ mapUrl: "https://www.openstreetmap.org/", reason: REASON, salesCloseAt: `${edition}-09-04T12:30:00.000Z` },
  };
  const { slug } = (await (await post(api, "/mela/admin/events", facts)).json()) as { slug: string };
  await post(api, `/mela/admin/events/${slug}/publish`, { reason: REASON });
  for (const [index, stall] of stalls.entries()) {
    await post(api, `/mela/admin/stalls/${stall}/sell-offline?event=${slug}`, {
      ...{
        fullName: "Meera Iyer",
        email: `digest-${edition}-${index}@example.com`,
        phoneNumber: `96${edition}123${index}`,
      },
      ...{ businessName: `Meera Pottery ${stall}`, pincode: "560001", method: "cash", reference: `receipt ${stall}` },
      reason: REASON,
    });
  }
  return slug;
}

/** A link of the newest mail of a subject to an address. */
async function linkTo(email: string, subject: RegExp, pattern: RegExp): Promise<string> {
  let link = "";
  await expect
    .poll(
      async () => {
        for (const mail of await mailbox.to(email))
          if (subject.test(mail.subject)) link ||= pattern.exec((await mailbox.body(mail)).text)?.[0] ?? "";
        return link;
      },
      { timeout: 120_000 },
    )
    .not.toBe("");
  return link;
}

const account = async (page: Page): Promise<void> => {
  await page.goto(`${DASHBOARD}?view=account&panel=mails`);
  await expect(page.getByRole("heading", { name: "Mails to you" })).toBeInViewport();
};

test("an administrator confirms her address, chooses her digest, sees and gets it, and turns it off with one press", async ({
  page,
}) => {
  const edition = String(2089 - test.info().retry);
  const email = `operator-${edition}@example.com`;
  // What an earlier try has left.
  await post(await operator(), "/mela/admin/account/mails/address/remove", {});
  await page.setViewportSize(WIDE);
  await logIn(page);
  await account(page);
  await page.getByRole("button", { name: "Send the link" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Send the link" });
  await dialog.getByLabel("Email address").fill(email);
  await dialog.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText(`A link is on its way to ${email}`)).toBeVisible();

  const confirm = await linkTo(email, /^Confirm this address/, /\S+\/admin-mails#confirm-[\w.-]+/);
  await page.goto(confirm);
  await expect(page.getByRole("button", { name: "Confirm the address" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin-mails$/);
  await inspect(page, "admin-mails-confirm");
  await page.getByRole("button", { name: "Confirm the address" }).click();
  await expect(page.getByText("Your address is confirmed.")).toBeVisible();
  await page.getByRole("link", { name: "Change what you get" }).click();
  await expect(page.getByText(`Your mails go to ${email}.`)).toBeVisible();

  await page.getByRole("button", { name: "Choose all" }).click();
  await page.getByRole("checkbox", { name: "Sunday" }).uncheck();
  await page.getByRole("checkbox", { name: /^An important issue/ }).check();
  await page.getByLabel("Hour of the day (India)").selectOption("18:00");
  await expect(page.getByText("Not saved yet.")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await sawToast(page, "Saved.");
  await expect(page.getByText(/^Your next digest: .*18:00/)).toBeVisible();

  await soldMela("The Digest Mela", edition, ["B1", "B2"]);
  await page.getByRole("button", { name: "Show it" }).click();
  const frame = page.frameLocator('iframe[title="Your digest as it would be now"]');
  // Other Melas of the product have sold stalls today, too.
  const sold = frame.locator('a[href*="event=the-digest-mela-"]').filter({ hasText: /^2 stalls sold for ₹/ });
  await expect(sold.first()).toBeVisible();
  await inspect(page, "admin-mails-to-you");
  await page.getByRole("button", { name: "Send me one now" }).click();
  await sawToast(page, "Your digest is on its way.");

  const off = await linkTo(email, /^Your Mela digest of /, /\S+\/admin-mails#off-[\w.-]+/);
  const filtered = await linkTo(email, /^Your Mela digest of /, /\S+dashboard\?event=the-digest-mela-\S+/);
  await page.goto(filtered);
  await expect(page.getByRole("row", { name: /Meera Pottery B1/ })).toBeVisible();
  // The mail is opened on a device that is not logged in.
  await page.context().clearCookies();
  await page.goto(off);
  await page.getByRole("button", { name: "Turn the mails off" }).click();
  await expect(page.getByText("Your mails are off.")).toBeVisible();
  await logIn(page);
  await account(page);
  await expect(page.getByText(/^You turned your mails off on /)).toBeVisible();
});

test("the money of all events, by period, as a file, and beside the event before", async ({ page }) => {
  const year = 2079 - 2 * test.info().retry;
  await soldMela("The Money Mela", String(year - 1), ["B1"]);
  await soldMela("The Money Mela", String(year), ["B1", "B2"]);
  await page.setViewportSize(WIDE);
  await logIn(page);
  await page.goto(`${DASHBOARD}?view=money`);
  const table = page.getByRole("table", { name: "Money of all events" });
  const row = table.getByRole("row", { name: new RegExp(`^The Money Mela ${year} `) });
  await expect(row).toContainText("2 of");
  await expect(row).toContainText(`The Money Mela ${year - 1}`);
  await page.getByLabel("Event", { exact: true }).selectOption({ label: `The Money Mela ${year}` });
  const compared = page.getByRole("table", {
    name: `The Money Mela ${year} and The Money Mela ${year - 1} at the same time`,
  });
  await expect(compared.getByRole("row", { name: /^Difference/ })).toBeVisible();
  await inspect(page, "admin-money");
  await page.getByLabel("Shows").selectOption("Money");
  await page.getByText("As a table").click();
  await expect(page.getByRole("img", { name: new RegExp(`^The Money Mela ${year}: ₹`) })).toBeVisible();
  await inspect(page, "admin-money-chart");
  // Back and reload keep what is chosen.
  await page.reload();
  await expect(page.getByLabel("Shows")).toHaveValue("money");
  const period = page.getByLabel("Days", { exact: true });
  const month = await period.locator("option").nth(1).getAttribute("value");
  await period.selectOption(month);
  await expect(page).toHaveURL(new RegExp(`period=${month}`));
  await expect(period).toHaveValue(month ?? "");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV: Money of all events" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`mela-money-all-events-${month}.csv`);
  await page.goBack();
  await expect(period).toHaveValue("");
});
