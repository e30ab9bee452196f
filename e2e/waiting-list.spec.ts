import { expect } from "@playwright/test";
import { DASHBOARD, logIn, operator } from "./support/administrator.js";
import { inspect } from "./support/inspect.js";
import { mailbox, product } from "./support/product.js";
import { someDetails } from "./support/registration.js";
import { NARROW, WIDE } from "./support/sizes.js";
import { otherVisitor, post, type Stall } from "./support/stalls.js";
import { test } from "./support/test.js";

const REASON = "the Mela comes near";

/** Publishes an event whose Premium stalls are all taken: A1 is sold, the others are blocked. */
async function fullMela(edition: string) {
  const api = await operator();
  const current = (await (await api.get("/api/v1/mela/facts")).json()) as { slug: string };
  const facts = {
    ...{ name: "The Harvest Mela", edition, days: "2099-09-12 09:30 to 18:30", planOf: current.slug },
    ...{ venueName: "Town hall", venueDescription: "The town hall", street: "Hall Road", locality: "Market" },
    ...{ city: "Mysuru", pin: "570001", stateCode: "29", mapUrl: "https://www.openstreetmap.org/" },
    ...{ reason: REASON, salesCloseAt: "2099-09-11T12:30:00.000Z" },
  };
  const { slug } = (await (await post(api, "/mela/admin/events", facts)).json()) as { slug: string };
  await post(api, `/mela/admin/events/${slug}/publish`, { reason: REASON });
  const plan = (await (await api.get(`/api/v1/mela/layout?event=${slug}`)).json()) as Stall[];
  const premium = plan.filter(({ type }) => type === "Premium").map(({ stallId }) => stallId);
  const [first = "", ...others] = premium;
  for (const stallId of others)
    await post(api, `/mela/admin/stalls/${stallId}/block?event=${slug}`, { reason: REASON });
  const { email, phoneNumber } = someDetails();
  const sale = await post(api, `/mela/admin/stalls/${first}/sell-offline?event=${slug}`, {
    ...{ fullName: "Meera Iyer", email, phoneNumber, businessName: "Meera Pottery", pincode: "560001" },
    ...{ method: "cash", reference: "receipt 1", reason: REASON },
  });
  const { bookingId } = (await sale.json()) as { bookingId: string };
  return { slug, stallId: first, bookingId };
}

/** The link to the waiting list in the newest mail to an address whose subject has these words. */
async function linkIn(email: string, words: string): Promise<string> {
  let link = "";
  await expect(async () => {
    const mail = (await mailbox.to(email)).find(({ subject }) =>
      subject.replaceAll(/[\u2066-\u2069]/g, "").includes(words),
    );
    const text = mail === undefined ? "" : (await mailbox.body(mail)).text;
    link = /\/paid-events\/mela\/waiting-list#[\w.-]+/.exec(text)?.[0] ?? "";
    expect(link).not.toBe("");
  }).toPass({ timeout: 120_000 });
  return link;
}

test("somebody waits for a stall of a full type, is offered the one that a cancellation frees, and takes it", async ({
  page,
}) => {
  const edition = String(2099 - test.info().retry);
  const { slug, stallId, bookingId } = await fullMela(edition);
  const { fullName, email, phoneNumber } = someDetails();

  // On a phone: the plan says that the type is full, and joining shows the place.
  await page.setViewportSize(NARROW);
  await page.goto(`/paid-events/${slug}`);
  await expect(page.getByRole("region", { name: "No Premium stall is free" })).toBeVisible();
  await inspect(page, "plan-full-type");
  await page.getByRole("button", { name: "Wait for a Premium stall" }).click();
  const form = page.getByRole("dialog", { name: "Waiting list for a Premium stall" });
  await form.getByRole("textbox", { name: "Full Name" }).fill(fullName);
  await form.getByRole("textbox", { name: "Email Address" }).fill(email);
  await form.getByRole("textbox", { name: "Phone Number" }).fill(phoneNumber);
  await inspect(page, "waiting-join");
  await form.getByRole("button", { name: "Join the waiting list" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("One press is left: open our mail");
  await inspect(page, "waiting-unconfirmed");
  await page.goto(await linkIn(email, "Confirm your place"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are next");
  await inspect(page, "waiting-next");

  // A sale is cancelled: the stall is hers alone, until her offer ends.
  const cancel = { refund: "none", reason: REASON };
  await post(await operator(), `/mela/admin/bookings/${bookingId}/cancel`, cancel);
  const offer = await linkIn(email, `Stall ${stallId} is kept for you`);
  const other = await otherVisitor();
  const refused = await other.post("/api/v1/mela/reserve", { data: { stallId, event: slug } });
  expect([refused.status(), ((await refused.json()) as { code: string }).code]).toEqual([409, "stall_reserved"]);
  await other.dispose();

  // Operators see who has it, and until when.
  await logIn(page);
  await page.setViewportSize(WIDE);
  await page.goto(`${DASHBOARD}?view=overview`);
  await page
    .getByRole("link", { name: `The Harvest Mela ${edition}: 0 people wait for a stall, 1 with an offer` })
    .click();
  const places = page.getByRole("table", { name: "Open places" });
  await expect(places.getByRole("row", { name: new RegExp(email) })).toContainText(stallId);
  await inspect(page, "admin-waiting");
  await page.setViewportSize(NARROW);
  await inspect(page, "admin-waiting-phone");

  await page.goto(offer);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Stall ${stallId} is kept for you`);
  await inspect(page, "waiting-offered");
  await page.getByRole("button", { name: `Take stall ${stallId}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Stall registration" })).toBeVisible();
  await expect(page.getByRole("timer")).toBeVisible();
  await page.goto(`${product.site}${offer}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`You have taken stall ${stallId}`);
});
