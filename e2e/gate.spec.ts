import { expect } from "@playwright/test";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { logIn, operator, fillLogin } from "./support/administrator.js";
import { whenUsable } from "./support/first-view.js";
import { inspect } from "./support/inspect.js";
import { linkInMail } from "./support/payer.js";
import { mailbox, product } from "./support/product.js";
import { NARROW } from "./support/sizes.js";
import { post } from "./support/stalls.js";
import { test } from "./support/test.js";

const GATE = "/paid-events/mela/gate";
const REASON = "the day has come";
const PASSWORD = "copper lantern meadow 7";

/** A day in India, YYYY-MM-DD. */
const indianDay = (days: number): string =>
  new Date(Date.now() + (5.5 + 24 * days) * 3_600_000).toISOString().slice(0, 10);

/** Publishes an event that runs today. @returns its slug */
async function runningMela(edition: string): Promise<string> {
  const api = await operator();
  const current = (await (await api.get("/api/v1/mela/facts")).json()) as { slug: string };
  const facts = {
    ...{ name: "The Gate Mela", edition, planOf: current.slug, reason: REASON },
    // Two days, so that midnight does not end it during the test.
    days: `${indianDay(0)} 00:00 to 24:00\n${indianDay(1)} 00:00 to 24:00`,
    ...{ venueName: "Exhibition ground", venueDescription: "The exhibition ground by the river" },
    ...{ street: "Station Road", locality: "Panchavati", city: "Nashik", pin: "422003", stateCode: "27" },
    mapUrl: "https://www.openstreetmap.org/",
    salesCloseAt: new Date(Date.now() + 20 * 60_000).toISOString(),
  };
  const made = (await (await post(api, "/mela/admin/events", facts)).json()) as { slug: string };
  // Its questions came with the plan; at the desk nobody answers them.
  const address = `/mela/admin/events/${made.slug}/questions`;
  const questions = (await (await api.get(`/api/v1${address}`)).json()) as { key: string }[];
  for (const { key } of questions.toReversed())
    await post(api, `${address}/${key}/remove`, { reason: REASON, answers: 0 });
  await post(api, `/mela/admin/events/${made.slug}/publish`, { reason: REASON });
  return made.slug;
}

/** Sells a stall at the desk. @returns the booking's id and where its mails go */
async function sell(slug: string, stallId: string, businessName: string): Promise<{ id: string; email: string }> {
  const email = `${slug}.${stallId.toLowerCase()}@example.com`;
  const sold = await post(await operator(), `/mela/admin/stalls/${stallId}/sell-offline?event=${slug}`, {
    ...{
      fullName: `Holder of ${stallId}`,
      email,
      phoneNumber: `98111${stallId.charCodeAt(0)}00${stallId.slice(1)}`.slice(0, 10),
    },
    ...{ businessName, pincode: "560001", method: "cash", reference: stallId, reason: REASON },
  });
  return { id: ((await sold.json()) as { bookingId: string }).bookingId, email };
}

/** Invites a person to an event's gate, and opens its page on her phone. */
async function atTheGate(
  browser: Browser,
  slug: string,
  username: string,
): Promise<{ context: BrowserContext; page: Page }> {
  const email = `${username}@example.com`;
  const invite = { username, email, role: "gate", event: slug, reason: REASON };
  await post(await operator(), "/mela/admin/administrators/invite", invite);
  let link = "";
  await expect
    .poll(
      async () => {
        for (const mail of await mailbox.to(email))
          link ||= /\S+\/admin-invitation#[\w.-]+/.exec((await mailbox.body(mail)).text)?.[0] ?? "";
        return link;
      },
      { timeout: 120_000 },
    )
    .not.toBe("");
  const context = await browser.newContext({ baseURL: product.site, viewport: NARROW, reducedMotion: "reduce" });
  const page = await context.newPage();
  await whenUsable(page);
  await page.goto(link);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByRole("textbox", { name: "Username" })).toBeVisible();
  await fillLogin(page, { username, password: PASSWORD });
  await expect(page.getByRole("button", { name: "Scan a ticket" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(GATE);
  return { context, page };
}

/** A picture of the code on a holder's page. */
async function ticketOf(page: Page, email: string): Promise<string> {
  await page.goto(await linkInMail(email));
  const code = page.getByRole("img", { name: /^QR code/ });
  await expect(code).toBeVisible();
  return (await code.screenshot()).toString("base64");
}

/** The phone's camera sees this picture from now on. */
async function hold(page: Page, picture: string): Promise<void> {
  await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width * 2, image.height * 2];
    const context = canvas.getContext("2d");
    // A stream sends a picture only when something is drawn.
    setInterval(() => {
      if (context === null) return;
      context.fillStyle = "#fff";
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(image, image.width / 2, image.height / 2);
    }, 50);
    Object.defineProperty(navigator, "mediaDevices", {
      configurable: true,
      value: { getUserMedia: () => Promise.resolve(canvas.captureStream(20)) },
    });
  }, picture);
}

async function scan(page: Page, picture: string, answer: string): Promise<void> {
  await hold(page, picture);
  await page.getByRole("button", { name: "Scan a ticket" }).click();
  await expect(page.locator("[data-answer]").getByText(answer, { exact: true })).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: "Close the camera" }).click();
}

async function choose(page: Page, stall: string): Promise<void> {
  await page.getByLabel(/^Find by stall/).fill(stall);
  await page.getByRole("region", { name: "Found" }).getByRole("button").first().click();
}

test("two phones at the gate, one ticket: scanned, offline and back, undone, moved, cancelled, and a no-show", async ({
  page,
  browser,
}) => {
  test.slow();
  const run = `${Date.now()}`.slice(-6);
  const slug = await runningMela(`21${run.slice(-2)}`);
  const [asha, moved, cancelled, late] = [
    await sell(slug, "B1", "Asha Weaves"),
    await sell(slug, "B2", "मीरा की मिट्टी"),
    await sell(slug, "B3", "Zoya Zari"),
    await sell(slug, "B4", "Nair Naturals"),
  ];
  await sell(slug, "B5", "Never Came");
  const [first, second] = await Promise.all([
    atTheGate(browser, slug, `gauri${run}`),
    atTheGate(browser, slug, `ravi${run}`),
  ]);
  const tickets = {
    asha: await ticketOf(page, asha.email),
    moved: await ticketOf(page, moved.email),
    cancelled: await ticketOf(page, cancelled.email),
  };
  const api = await operator();
  await post(api, `/mela/admin/bookings/${moved.id}/move`, { toStallId: "B20", reason: REASON });
  await post(api, `/mela/admin/bookings/${cancelled.id}/cancel`, { refund: "none", reason: REASON });

  // The first scan lets in; the same picture does not enter twice, at the other gate either.
  await scan(first.page, tickets.asha, "Come in");
  await inspect(first.page, "gate-come-in");
  await expect(second.page.getByText("1 of 4 stalls in")).toBeVisible({ timeout: 30_000 });
  await scan(second.page, tickets.asha, "Already in");
  await expect(second.page.getByText(new RegExp(`let in by .*gauri${run}`))).toBeVisible();
  await inspect(second.page, "gate-already-in");
  await scan(first.page, tickets.cancelled, "Cancelled");
  await scan(first.page, tickets.moved, "Another stall now");
  await expect(first.page.getByText(/Her stall is B20 now/)).toBeVisible();
  await inspect(first.page, "gate-moved");
  await first.page.getByRole("button", { name: "Let in all the same" }).click();
  await expect(first.page.getByText("2 of 4 stalls in")).toBeVisible();

  // Both lose the network, and let in the same holder: the earlier tick counts, and both show it.
  await first.context.setOffline(true);
  await second.context.setOffline(true);
  await expect(first.page.getByText(/^No network/).first()).toBeVisible();
  await choose(second.page, "B4");
  await second.page.getByRole("button", { name: "Let in" }).click();
  await expect(second.page.getByText(/Not confirmed/)).toBeVisible();
  await choose(first.page, "nair");
  await first.page.getByRole("button", { name: "Let in" }).click();
  await expect(first.page.getByText("1 to send")).toBeVisible();
  await inspect(first.page, "gate-offline");
  // The one who came second is back first.
  await first.context.setOffline(false);
  await expect(first.page.getByText("1 to send")).toBeHidden({ timeout: 30_000 });
  await second.context.setOffline(false);
  await expect(second.page.getByText(/B4 was let in twice\. Yours was first/)).toBeVisible({ timeout: 40_000 });
  await expect(first.page.getByText(/B4 was let in twice\. .*ravi.* was first/)).toBeVisible({ timeout: 40_000 });
  await inspect(first.page, "gate-notice");

  // Undone on one phone, on the other within seconds.
  await choose(second.page, "B1");
  await second.page.getByRole("button", { name: "Undo" }).click();
  await expect(first.page.getByText("2 of 4 stalls in")).toBeVisible({ timeout: 30_000 });

  // Without the network a reload keeps what waits; the logout takes every name off the phone.
  await second.page.getByRole("button", { name: "Log out" }).click();
  await expect(second.page.getByRole("textbox", { name: "Username" })).toBeVisible();
  const kept = await second.page.evaluate(() =>
    JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]),
  );
  expect(kept).not.toMatch(/Holder of|Asha Weaves|gate-tick/);

  // The dashboard counts them.
  expect(late.id).not.toBe("");
  await logIn(page);
  await page.goto(`/paid-events/mela/dashboard?view=gate&event=${slug}`);
  const table = page.getByRole("table", { name: "Sold stalls and their arrivals" });
  await expect(table.getByRole("row").filter({ hasText: "B5" })).toContainText("No-show");
  await expect(table.getByRole("row").filter({ hasText: "B4" })).toContainText(`ravi${run}`);
  await inspect(page, "gate-dashboard");
  await first.context.close();
  await second.context.close();
});
