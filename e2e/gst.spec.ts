import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { monthOf, monthTitle } from "@sakhi/domain/gst/months";
import { gstinCheckDigit } from "@sakhi/domain/invoices/gstin";
import { istDate } from "@sakhi/domain/invoices/indian-dates";
import { gstr1Problems } from "@sakhi/testkit/gstr1-schema";
import { DASHBOARD, logIn, operator } from "./support/administrator.js";
import { inspect } from "./support/inspect.js";
import { WIDE } from "./support/sizes.js";
import { post } from "./support/stalls.js";
import { test } from "./support/test.js";

const REASON = "the accountant's month";
const BUYER = `27ABCDE1234F1Z${gstinCheckDigit("27ABCDE1234F1Z")}`;

/** Publishes an event and sells two of its stalls in cash, one to a registered buyer. */
async function publishedMela(edition: string): Promise<void> {
  const api = await operator();
  const current = (await (await api.get("/api/v1/mela/facts")).json()) as { slug: string };
  const facts = {
    ...{ name: "The Accounts Mela", edition, days: "2099-08-07 09:30 to 18:30", planOf: current.slug },
    ...{ venueName: "Exhibition ground", venueDescription: "The exhibition ground by the river" },
    ...{ street: "Station Road", locality: "Panchavati", city: "Nashik", pin: "422003", stateCode: "27" },
    ...{ mapUrl: "https://www.openstreetmap.org/", reason: REASON, salesCloseAt: "2099-08-06T12:30:00.000Z" },
  };
  const { slug } = (await (await post(api, "/mela/admin/events", facts)).json()) as { slug: string };
  await post(api, `/mela/admin/events/${slug}/publish`, { reason: REASON });
  for (const [stall, gstNumber] of [["B1"], ["B2", BUYER]] as const) {
    await post(api, `/mela/admin/stalls/${stall}/sell-offline?event=${slug}`, {
      ...{
        fullName: "Meera Iyer",
        email: `accounts-${edition}-${stall}@example.com`,
        phoneNumber: `97${edition}12345`.slice(0, 10),
      },
      ...{ businessName: `Meera Pottery ${stall}`, pincode: "560001", method: "cash", reference: `receipt ${stall}` },
      ...{ reason: REASON, ...(gstNumber === undefined ? {} : { gstNumber, gstAddress: "12, MG Road, Mumbai" }) },
    });
  }
}

test("an accountant takes the month's GST away: figures with their documents, the portal's JSON, the workbook, all PDFs", async ({
  page,
}) => {
  const edition = String(2099 - test.info().retry);
  await publishedMela(edition);
  await page.setViewportSize(WIDE);
  await logIn(page);
  await page.goto(`${DASHBOARD}?view=gst`);
  const month = monthOf(istDate(new Date()));
  await page.getByLabel("Month", { exact: true }).selectOption(month);
  await expect(page.getByRole("heading", { name: monthTitle(month), exact: true })).toBeVisible();
  await expect(page.getByRole("table", { name: /^4A: / })).toContainText(BUYER);
  await inspect(page, "admin-gst");

  await page
    .getByRole("table", { name: /^4A: / })
    .getByRole("button", { name: `Documents of ${BUYER}` })
    .click();
  const dialog = page.getByRole("dialog", { name: BUYER });
  await expect(dialog.getByRole("row", { name: /Meera Pottery B2/ }).first()).toBeVisible();
  await inspect(page, "admin-gst-documents");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  const taken = async (button: string): Promise<[name: string, bytes: Buffer]> => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: button }).click(),
    ]);
    return [file.suggestedFilename(), await readFile(await file.path())];
  };
  const [jsonName, json] = await taken("JSON for the portal");
  expect(jsonName).toMatch(new RegExp(`^GSTR1_\\w{15}_${month.slice(5)}${month.slice(0, 4)}\\.json$`));
  expect(gstr1Problems(JSON.parse(json.toString("utf8")))).toEqual([]);
  const [zipName, zip] = await taken("All PDFs (ZIP)");
  expect([zipName, zip.subarray(0, 2).toString()]).toEqual([`mela-documents-all-events-${month}.zip`, "PK"]);

  // Files for accounting, of all events, of the month.
  await page.goto(DASHBOARD);
  await page.getByRole("button", { name: "Files for accounting" }).click();
  const files = page.getByRole("dialog", { name: "Files for accounting" });
  await files.getByLabel("Event").selectOption({ label: "All events and listings" });
  await files.getByLabel("Days").selectOption({ label: monthTitle(month) });
  await inspect(page, "admin-accounting-files");
  const [name, bytes] = await taken("Excel: Accounts");
  expect([name, bytes.subarray(0, 2).toString()]).toEqual([`mela-accounts-all-events-${month}.xlsx`, "PK"]);
});
