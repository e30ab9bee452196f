import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import type { Locator, Page } from "@playwright/test";
import { pdf } from "@sakhi/testkit/pdf";
import { DASHBOARD, logIn, operator } from "./support/administrator.js";
import { inspect } from "./support/inspect.js";
import { linkInMail } from "./support/payer.js";
import { fillIn, onCheckout, onTicket, payByUpi, policies, proceed, someDetails } from "./support/registration.js";
import { NARROW } from "./support/sizes.js";
import { post } from "./support/stalls.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";

const REASON = "the inspectors ask";
/** Of one page, with more than a request's bytes that nothing shows. */
const PDF = pdf({ filling: 700_000 });

/** Publishes an event with the current one's plan and questions. @returns its slug */
async function publishFoodMela(edition: string): Promise<string> {
  const api = await operator();
  const current = (await (await api.get("/api/v1/mela/facts")).json()) as { slug: string };
  const facts = {
    ...{ name: "The Food Mela", edition, days: "2099-06-05 09:30 to 18:30", planOf: current.slug },
    ...{ venueName: "Exhibition ground", venueDescription: "The exhibition ground by the river" },
    ...{ street: "Station Road", locality: "Panchavati", city: "Nashik", pin: "422003", stateCode: "27" },
    ...{ mapUrl: "https://www.openstreetmap.org/", reason: REASON },
    salesCloseAt: "2099-06-04T12:30:00.000Z",
  };
  const made = (await (await post(api, "/mela/admin/events", facts)).json()) as { slug: string };
  await post(api, `/mela/admin/events/${made.slug}/publish`, { reason: REASON });
  return made.slug;
}

async function submit(page: Page, dialog: Locator, button: string, toast: string): Promise<void> {
  await dialog.getByLabel("Reason").fill(REASON);
  await dialog.getByRole("button", { name: button }).click();
  await sawToast(page, toast);
  await expect(dialog).toBeHidden();
}

test("at 360 px, an operator asks food stalls for papers, who sells food answers in the form and uploads later, both see it", async ({
  page,
}) => {
  const edition = String(2099 - test.info().retry);
  const slug = await publishFoodMela(edition);
  await page.setViewportSize(NARROW);
  await logIn(page);
  await page.goto(`${DASHBOARD}?view=event&event=${slug}`);

  // As the first event: everyone is asked whether she sells food, and of those who do the number.
  const questions = page.getByRole("region", { name: "Papers asked for" });
  await expect(questions).toContainText("1. Do you sell food?");
  await expect(questions).toContainText("2. FSSAI number");
  await questions.getByRole("button", { name: "FSSAI certificate" }).click();
  const adding = page.getByRole("alertdialog", { name: "Add a question" });
  await submit(page, adding, "Add the question", "“FSSAI certificate” is asked");
  await questions.getByRole("button", { name: "Add a question" }).click();
  await adding.getByLabel("Question").fill("How much power do you need?");
  await adding.getByLabel("Kind of answer").selectOption("choice");
  await adding.getByLabel("Answers to choose from, one a line").fill("None\n2 kW");
  await adding.getByLabel("When").selectOption("form");
  await adding.getByLabel("Who is asked").selectOption("stall_types");
  await adding.getByRole("checkbox", { name: "Premium" }).check();
  await adding.getByLabel("Place in the list").selectOption("1");
  await inspect(page, "admin-question");
  await submit(page, adding, "Add the question", "“How much power do you need?” is asked");
  await expect(questions.getByRole("listitem").first()).toContainText("1. How much power do you need?");
  await inspect(page, "admin-questions");

  // The booker.
  const details = someDetails();
  await page.goto(`/paid-events/${slug}`);
  await page.locator('[data-stall="A1"]').click();
  await page
    .getByRole("dialog", { name: "Confirm Stall Reservation" })
    .getByRole("button", { name: "Yes, Reserve" })
    .click();
  await expect(page.getByRole("timer")).toBeVisible();
  await fillIn(page, details);
  await policies(page).check();
  const asked = page.getByRole("group", { name: "What the organizer asks" });
  await expect(asked.getByLabel("FSSAI number")).toBeHidden();
  await asked.getByRole("radio", { name: "Yes" }).check();
  await asked.getByLabel("FSSAI number").fill("1001 2011");
  await proceed(page).click();
  await expect(asked.getByText("An FSSAI number has exactly 14 digits")).toBeVisible();
  await expect(asked.getByText("Please answer this question")).toBeVisible();
  await expect(asked.getByLabel("How much power do you need?")).toBeFocused();
  await inspect(page, "register-questions-refused");
  await asked.getByLabel("How much power do you need?").selectOption("2 kW");
  await asked.getByLabel("FSSAI number").fill("FSSAI 1001-2011-0000-01");
  await asked.getByLabel("FSSAI number").blur();
  // The draft survives a reload.
  await page.reload();
  await expect(asked.getByLabel("FSSAI number")).toHaveValue("10012011000001");
  await expect(asked.getByLabel("How much power do you need?")).toHaveValue("2 kW");
  await inspect(page, "register-questions");
  await policies(page).check();
  await proceed(page).click();
  await onCheckout(page);
  await payByUpi(page);
  await onTicket(page, "A1");
  await expect(page.getByText("1 paper is still missing")).toBeVisible();
  await expect(page.getByText(/FSSAI certificate: give it in My booking until 5 June 2099/)).toBeVisible();
  await inspect(page, "success-papers");

  // Later, from the mail's link.
  await page.goto(await linkInMail(details.email));
  const papers = page.getByRole("region", { name: "Papers asked for" });
  await expect(papers).toContainText(/Still missing: FSSAI certificate\. Please answer by 5 June 2099/);
  await inspect(page, "my-booking-papers");
  const upload = papers.getByLabel("FSSAI certificate", { exact: true }).locator("input");
  await upload.setInputFiles({ name: "photo.pdf", mimeType: "application/pdf", buffer: Buffer.from("no PDF at all") });
  await expect(papers.getByRole("alert").filter({ hasText: "neither a photo nor a PDF" })).toBeVisible();
  await upload.setInputFiles({ name: "Licence 2026.pdf", mimeType: "application/pdf", buffer: PDF });
  await expect(papers.getByText("Licence 2026.pdf has arrived.")).toBeVisible();
  await expect(papers).toContainText("All is answered.");
  const own = page.waitForEvent("download");
  await papers.getByRole("link", { name: "Download Licence 2026.pdf" }).click();
  // What the decoder wrote of it, page by page.
  const kept = await readFile(await (await own).path());
  expect(kept.toString("latin1")).toMatch(/^%PDF-1\.7[^]*\/MediaBox[^]*%%EOF\s*$/);
  await papers.getByLabel("FSSAI number").fill("20012011000001");
  await papers.getByRole("button", { name: "Save my answers" }).click();
  await expect(papers.getByText("Your answers are saved.")).toBeVisible();
  await inspect(page, "my-booking-papers-complete");

  // The operator.
  await page.goto(`${DASHBOARD}?view=event&event=${slug}`);
  const sold = page.getByRole("region", { name: "Papers of sold stalls" });
  await expect(sold).toContainText("Nothing is missing. Sold stalls that are asked: 1.");
  await sold.getByLabel("Show").selectOption("all");
  await expect(sold.getByRole("row", { name: /A1/ })).toContainText("4 of 4");
  await inspect(page, "admin-papers");
  const csv = page.waitForEvent("download");
  await sold.getByRole("button", { name: "Download as CSV" }).click();
  const text = await readFile(await (await csv).path(), "utf8");
  expect(text).toContain("How much power do you need?,Do you sell food?,FSSAI number,FSSAI certificate,Missing");
  expect(text).toContain(",2 kW,Yes,'20012011000001,Licence 2026.pdf,");
  await sold.getByRole("link", { name: "Open the booking of stall A1" }).click();
  const booking = page.getByRole("dialog", { name: "Registration Details" });
  await expect(booking.getByText("20012011000001")).toBeVisible();
  const file = page.waitForEvent("download");
  await booking.getByRole("button", { name: "Download a stranger’s file: FSSAI certificate" }).click();
  expect((await readFile(await (await file).path())).equals(kept)).toBe(true);
  await inspect(page, "admin-booking-papers");

  // What she prints: a sign as a PDF, and the list as the browser puts it on paper.
  await page.goto(`${DASHBOARD}?view=gate&event=${slug}`);
  const sheet = page.getByRole("table", { name: "Sold stalls and their arrivals" });
  await expect(sheet.getByRole("row", { name: /A1/ })).toBeVisible();
  await page.getByRole("button", { name: "Print", exact: true }).click();
  const prints = page.getByRole("dialog", { name: /^Print for / });
  await inspect(page, "admin-print");
  const sign = page.waitForEvent("download");
  await prints.getByRole("button", { name: "Download the PDF: Door signs" }).click();
  expect((await sign).suggestedFilename()).toMatch(new RegExp(`^mela-door-signs-${slug}-.+\\.pdf$`));
  expect((await readFile(await (await sign).path())).toString("latin1")).toMatch(/^%PDF-1\.7[^]*%%EOF\s*$/);
  await prints.getByRole("button", { name: "Close" }).last().click();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Print", exact: true })).toBeHidden();
  await expect(page.getByRole("navigation").first()).toBeHidden();
  await expect(sheet.getByRole("columnheader", { name: "Stall" })).toBeVisible();
  await page.emulateMedia({ media: null });
});
