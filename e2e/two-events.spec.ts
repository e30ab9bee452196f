import { expect } from "@playwright/test";
import { openDashboard, operator } from "./support/administrator.js";
import { inspect } from "./support/inspect.js";
import { linkInMail } from "./support/payer.js";
import { mailbox } from "./support/product.js";
import {
  fillIn,
  onCheckout,
  onTicket,
  payByUpi,
  policies,
  proceed,
  someDetails,
  stallOnPlan,
} from "./support/registration.js";
import { NARROW } from "./support/sizes.js";
import { freeStall, post } from "./support/stalls.js";
import { test } from "./support/test.js";

/** Publishes an event with the current one's plan, on sale until the day before. @returns its slug */
async function publishSpringMela(edition: string): Promise<string> {
  const api = await operator();
  const current = (await (await api.get("/api/v1/mela/facts")).json()) as { slug: string };
  const facts = {
    ...{ name: "The Spring Mela", edition, days: "2099-02-05 09:30 to 18:30", planOf: current.slug },
    ...{ venueName: "Exhibition ground", venueDescription: "The exhibition ground by the river" },
    ...{ street: "Station Road", locality: "Panchavati", city: "Nashik", pin: "422003", stateCode: "27" },
    ...{ mapUrl: "https://www.openstreetmap.org/", reason: "a journey" },
    salesCloseAt: "2099-02-04T12:30:00.000Z",
  };
  const made = (await (await post(api, "/mela/admin/events", facts)).json()) as { slug: string };
  await post(api, `/mela/admin/events/${made.slug}/publish`, { reason: "a journey" });
  return made.slug;
}

test("at 360 px, one visitor holds a stall of each of two events, and books both, each with its own ticket and mail", async ({
  page,
}) => {
  // A retry finds the edition of the first try.
  const edition = String(2099 - test.info().retry);
  const title = `The Spring Mela ${edition}`;
  const slug = await publishSpringMela(edition);
  const own = await freeStall("General");
  const details = someDetails();
  await page.setViewportSize(NARROW);

  await page.goto("/paid-events");
  const card = page.getByRole("article", { name: title });
  await expect(card).toContainText("70 of 70 Stalls Available");
  await inspect(page, "paid-events-two");
  await card.getByRole("link", { name: "Choose your stall" }).click();
  await expect(page).toHaveURL(`/paid-events/${slug}`);
  await expect(page.getByRole("heading", { level: 1, name: `${title} floor plan` })).toBeVisible();
  await inspect(page, "event-plan");

  const reserve = async () => {
    await stallOnPlan(page, own.stallId).click();
    const dialog = page.getByRole("dialog", { name: "Confirm Stall Reservation" });
    await dialog.getByRole("button", { name: "Yes, Reserve" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Stall registration" })).toBeVisible();
  };
  await reserve();
  await expect(page).toHaveURL(new RegExp(`^[^?]*/paid-events/${slug}/register\\?stallId=${own.stallId}&`));
  await page.reload();
  await expect(page.getByRole("timer")).toBeVisible();

  // The same number of the current event, in the same browser.
  await page.goto("/paid-events/mela");
  await reserve();
  await page.goto(`/paid-events/${slug}`);
  await expect(page.getByText(`You hold ${own.stallId}`)).toBeVisible();

  const pay = async (event: string) => {
    await page.goto(event);
    await page.getByRole("link", { name: "Continue" }).click();
    await fillIn(page, details);
    await policies(page).check();
    await proceed(page).click();
    const orderId = await onCheckout(page);
    await payByUpi(page);
    await onTicket(page, own.stallId);
    await expect(page).toHaveURL(`${event}/payment-success?order_id=${orderId}`);
    return page.getByRole("article", { name: "Stall ticket" });
  };
  await expect(await pay(`/paid-events/${slug}`)).toContainText(/The Spring Mela.*Nashik/);
  const [mail] = await mailbox.waitFor(details.email, 1);
  expect((await mailbox.body(mail!)).text).toContain("Nashik");
  await inspect(page, "event-ticket");
  await expect(await pay("/paid-events/mela")).toContainText(/The Mela.*Whitefield/);

  await page.goto(await linkInMail(details.email));
  await expect(page.getByRole("article", { name: "Stall ticket" })).toContainText(own.stallId);
});

test("the dashboard's overview shows what waits and the sales; the site's links are one press away", async ({
  page,
}) => {
  await openDashboard(page, "overview");
  await expect(page.getByRole("region", { name: "What needs you" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Next dates" })).toContainText("begins");
  await expect(page.getByRole("region", { name: /^Sales of / })).toBeVisible();
  await inspect(page, "dashboard-overview");
  await page.getByText("Site links, contact and legal").click();
  await expect(page.getByRole("link", { name: "Privacy Policy" })).toBeVisible();
  await page.getByRole("button", { name: "Menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu.getByRole("link", { name: "Corporate Gifting" })).toBeVisible();
  await expect(menu).toContainText("Let's Empower Women Entrepreneurs");
});
