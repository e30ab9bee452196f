import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { DASHBOARD, logIn } from "./support/administrator.js";
import { inspect } from "./support/inspect.js";
import { linkInMail } from "./support/payer.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";

const REASON = "the hall burned down";
const FACTS = {
  ...{ name: "The Winter Mela", days: "2099-03-01 10:00 to 20:00\n2099-03-02 10:00 to 18:00" },
  ...{ venueName: "Trade centre, Guindy", venueDescription: "A trade centre in Guindy", street: "1 Mount Road" },
  ...{ locality: "Guindy", city: "Chennai", pin: "600032", stateCode: "33", mapUrl: "https://maps.example.org/guindy" },
  ...{ salesCloseAt: "2099-02-20T12:30:00.000Z", reason: REASON },
};

async function post(page: Page, path: string, data: object): Promise<Record<string, unknown>> {
  const response = await page.request.post(`/api/v1/mela/admin/${path}`, { data });
  expect([path, response.ok(), response.status()]).toEqual([path, true, response.status()]);
  return (await response.json()) as Record<string, unknown>;
}

test("an operator reschedules an event after a look at the mail, then cancels it, and watches its refunds end", async ({
  page,
}, { retry }) => {
  await logIn(page);
  const events = (await (await page.request.get("/api/v1/mela/admin/events")).json()) as { slug: string }[];
  const edition = `2099-${retry}`;
  const { slug } = await post(page, "events", { ...FACTS, edition, planOf: events[0]?.slug });
  await post(page, `events/${String(slug)}/publish`, { reason: REASON });
  // With prices of its own: other journeys raise those of the current event, whose plan this one copied.
  for (const [stallId, price] of [
    ["A1", 36_000],
    ["B1", 27_000],
    ["B2", 27_000],
  ] as const) {
    await post(page, `stalls/${stallId}/price?event=${String(slug)}`, { price, reason: REASON });
    await post(page, `stalls/${stallId}/sell-offline?event=${String(slug)}`, {
      ...{ fullName: "Meera Iyer", email: `meera.${stallId}@example.com`, phoneNumber: "9811100001" },
      ...{ businessName: "Meera Pottery", pincode: "560001", method: "cash", reference: "receipt 17", reason: REASON },
    });
  }
  const title = `The Winter Mela ${edition}`;
  await page.goto(`${DASHBOARD}?view=event&event=${String(slug)}`);

  await page.getByRole("button", { name: `Reschedule ${title}` }).click();
  const reschedule = page.getByRole("alertdialog", { name: `Reschedule ${title}` });
  await reschedule.getByLabel("Day 1", { exact: true }).fill("2099-04-05");
  await reschedule.getByRole("button", { name: "Remove 2 March 2099" }).click();
  await reschedule.getByLabel("Closes, day 1").fill("20:00");
  await expect(reschedule).toContainText("3 holders of a stall get one mail");
  await expect(reschedule).toContainText("The Winter Mela has new dates: your stall A1");
  await inspect(page, "admin-reschedule");
  await reschedule.getByLabel("Reason").fill(REASON);
  await reschedule.getByRole("button", { name: "Reschedule and send the mails" }).click();
  await sawToast(page, "The event is rescheduled. 3 holders get a mail");

  await page.getByRole("button", { name: `Cancel the event ${title}` }).click();
  const cancel = page.getByRole("alertdialog", { name: `Cancel the event ${title}?` });
  await cancel.getByLabel("Percent").fill("10");
  await expect(cancel).toContainText("3 bookings are refunded: ₹81,000 in all.");
  await cancel.getByText("Each holder (3)").click();
  await expect(cancel.getByRole("row", { name: /B2 Meera Iyer/ })).toContainText("₹24,300");
  await inspect(page, "admin-cancel-event");
  await cancel.getByLabel("Type the event's name to confirm").fill("The Winter Mela");
  await cancel.getByLabel("Reason").fill(REASON);
  await cancel.getByRole("button", { name: "Cancel the event and refund" }).click();
  await expect(cancel).toBeHidden();

  const progress = page.getByRole("region", { name: "This event is cancelled" });
  await expect(progress).toContainText("3 of 3 bookings refunded");
  await expect(progress.getByText("Completed", { exact: true }).first()).toBeVisible();
  await expect(progress).toContainText("Some refunds need you");
  await inspect(page, "admin-cancellation");

  // The money of a sale at the counter is paid back by hand, and confirmed.
  const { entries } = (await (await page.request.get("/api/v1/mela/admin/issues")).json()) as {
    entries: { id: string; kind: string; stallId?: string }[];
  };
  const owed = entries.filter(({ kind }) => kind === "refund_by_hand");
  for (const { id } of owed) {
    await post(page, `issues/${id}/resolution`, { action: "confirm_paid_back", reason: "transfer 4711" });
  }
  await page.reload();
  await expect(progress).toContainText("3 of 3 bookings refunded");

  // What a holder sees from the link in her mail.
  await page.goto(await linkInMail("meera.B2@example.com"));
  await expect(page.getByText("The event was cancelled, and your booking of stall B2 with it.")).toBeVisible();
  await expect(page.getByText(/^₹24,300 of the ₹27,000 you paid was paid back to you/)).toBeVisible();
  await expect(page.getByRole("article", { name: "Stall ticket" })).toBeHidden();
  await expect(page.getByRole("link", { name: /^Download CRN\/.*\(PDF\)$/ })).toBeVisible();
  await inspect(page, "my-booking-event-cancelled");
});
