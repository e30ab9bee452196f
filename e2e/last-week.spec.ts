import { type APIRequestContext, type Browser, expect, type Page, request } from "@playwright/test";
import { TestProduct } from "@sakhi/testkit/product";
import { DASHBOARD, fillLogin } from "./support/administrator.js";
import { whenUsable } from "./support/first-view.js";
import { inspect } from "./support/inspect.js";
import { product } from "./support/product.js";
import { NARROW, WIDE } from "./support/sizes.js";
import { post } from "./support/stalls.js";
import { test } from "./support/test.js";
import { sawToast } from "./support/toasts.js";

// The last week of a Mela with all its 70 stalls sold, on a product of its own: an event that runs today would be in every journey's way.

const ADMINISTRATOR = { username: "organiser", password: "copper lantern meadow 7" };
const REASON = "the Mela comes near";
const STALLS = 70;

let own: TestProduct;
let site = "";
let api: APIRequestContext;
test.beforeAll(async () => {
  process.env["TEMPORAL_ADDRESS"] ??= product.temporalAddress;
  own = await TestProduct.start({
    databaseServer: product.databaseUrl,
    settings: {
      ...{ ADMIN_USERNAME: ADMINISTRATOR.username, ADMIN_PASSWORD: ADMINISTRATOR.password },
      MESSAGE_MAILS_PER_MINUTE: "3000",
    },
  });
  [site] = own.sites;
  api = await request.newContext({ baseURL: site });
  await post(api, "/mela/admin/login", ADMINISTRATOR);
});
test.afterAll(async () => {
  await api.dispose();
  await own.stop();
});

/** A day in India so many days from now, YYYY-MM-DD. */
const indianDay = (days: number): string =>
  new Date(Date.now() + (5.5 + 24 * days) * 3_600_000).toISOString().slice(0, 10);

/**
 * As if it were the day on which the event begins in so many days, for two days. Messages were scheduled as much earlier; what
 * they wait for has happened since.
 */
async function beginsIn(days: number): Promise<void> {
  const dates = [indianDay(days), indianDay(days + 1)].map((date) => ({ date, opens: "00:00", closes: "24:00" }));
  await own.query("UPDATE events SET days = $1::jsonb, sales_close_at = $2", [
    JSON.stringify(dates),
    `${indianDay(days + 1)}T17:00:00Z`,
  ]);
  await own.query("UPDATE messages SET scheduled_at = scheduled_at - interval '20 days'");
}

/** Sells a stall at the desk. */
async function sellAtDesk(slug: string, stallId: string, buyer: object): Promise<void> {
  await post(api, `/mela/admin/stalls/${stallId}/sell-offline?event=${slug}`, {
    ...{ pincode: "560001", method: "cash", reference: `desk ${stallId}`, reason: REASON, ...buyer },
  });
}

/** Sells all stalls of the plan, each to another person: one with its papers, the others as they stand after their sale. */
async function sellAll(slug: string): Promise<void> {
  await sellAtDesk(slug, "B7", {
    ...{ fullName: "Holder of B7", email: "b7@holders.example", phoneNumber: "9845098451", businessName: "Brand B7" },
  });
  await own.query(
    `INSERT INTO bookings (id, stall_key, state, price_paise, full_name, email, phone, business_name, pincode, final_paise, order_id)
     SELECT gen_random_uuid(), stall_key, 'sold', price_paise, 'Holder of ' || stall_id, lower(stall_id) || '@holders.example',
            '98' || lpad(stall_key::text, 8, '0'), 'Brand ' || stall_id, '560041', price_paise, 'MELA1764000000000' || lower(stall_id)
       FROM stalls WHERE removed_at IS NULL AND stall_id <> 'B7'`,
  );
}

const subjectsTo = async (email: string): Promise<string[]> =>
  (await own.mails.to(email)).map(({ subject }) => subject.replaceAll(/[\u2066-\u2069]/g, ""));
const gets = (stallId: string, subject: string) =>
  expect
    .poll(() => subjectsTo(`${stallId.toLowerCase()}@holders.example`), { timeout: 120_000 })
    .toContainEqual(expect.stringContaining(subject));

async function dashboard(page: Page, view: string, slug: string): Promise<void> {
  await page.goto(`${site}${DASHBOARD}?view=${view}&event=${slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/** Invites a person to the gate, and opens its page on her phone. */
async function atTheGate(browser: Browser, slug: string, username: string): Promise<Page> {
  const email = `${username}@example.com`;
  await post(api, "/mela/admin/administrators/invite", {
    username,
    email,
    role: "gate",
    events: [slug],
    reason: REASON,
  });
  let link = "";
  await expect
    .poll(
      async () => {
        for (const mail of await own.mails.to(email))
          link ||= /\S+\/admin-invitation#[\w.-]+/.exec((await own.mails.body(mail)).text)?.[0] ?? "";
        return link;
      },
      { timeout: 120_000 },
    )
    .not.toBe("");
  const context = await browser.newContext({ viewport: NARROW, reducedMotion: "reduce", serviceWorkers: "allow" });
  const page = await context.newPage();
  await whenUsable(page);
  await page.goto(link);
  await page.getByLabel("Password", { exact: true }).fill(ADMINISTRATOR.password);
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByRole("textbox", { name: "Username" })).toBeVisible();
  await fillLogin(page, { username, password: ADMINISTRATOR.password });
  await expect(page.getByRole("button", { name: "Scan a ticket" })).toBeVisible();
  // Its files are on the phone.
  await expect
    .poll(() => page.evaluate(async () => (await caches.match("/gate-kept")) !== undefined), { timeout: 120_000 })
    .toBe(true);
  return page;
}

async function letIn(page: Page, found: string): Promise<void> {
  await page.getByLabel(/^Find by stall/).fill(found);
  await page.getByRole("region", { name: "Found" }).getByRole("button").first().click();
  // All lack a paper, and may come in.
  await page.getByRole("button", { name: /^Let in/ }).click();
}

test("70 holders: a message by a rule, papers reminded, two phones at the gate, a walk-in, a no-show, the thank-you", async ({
  page,
  browser,
}) => {
  test.slow();
  const { slug } = (await (await api.get("/api/v1/mela/facts")).json()) as { slug: string };
  await post(api, `/mela/admin/events/${slug}/questions`, {
    ...{ label: "What do you sell?", help: "", kind: "text", choices: "", required: true, asked: "later" },
    ...{ audience: "every_stall", position: 12, reason: REASON },
  });
  await sellAll(slug);
  await beginsIn(9);
  const { cookies } = await api.storageState();
  await page.context().addCookies(cookies);

  // A week before: what is to come by itself, and who lacks papers.
  await page.setViewportSize(WIDE);
  await dashboard(page, "messages", slug);
  await page.getByRole("button", { name: "The evening before" }).click();
  const writing = page.getByRole("alertdialog", { name: "Write to holders" });
  await expect(writing).toContainText(`${STALLS} holders`);
  await writing.getByRole("button", { name: "Save the message" }).click();
  await sawToast(page, "goes out at its time");
  await page.getByRole("button", { name: "Thank you" }).click();
  await writing.getByRole("button", { name: "Save the message" }).click();
  await sawToast(page, "goes out at its time");
  const open = page.getByRole("region", { name: "To come and under way" });
  await expect(open).toContainText("the evening before");
  await expect(open).toContainText("2 days after the last day");
  await inspect(page, "last-week-messages");
  await dashboard(page, "event", slug);
  const papers = page.getByRole("region", { name: "Papers of sold stalls", exact: true });
  await papers.getByRole("button", { name: `Remind ${STALLS} holders` }).click();
  await page
    .getByRole("alertdialog", { name: "Remind those who lack papers" })
    .getByRole("button", { name: "Save the message" })
    .click();
  await sawToast(page, "goes out at its time");
  for (const stallId of ["A1", "B50"]) await gets(stallId, `Stall ${stallId}: papers are still missing`);
  await inspect(page, "last-week-papers");

  // The evening before, if that has come today; else the day on which it was sent.
  const isEvening = new Date(Date.now() + 5.5 * 3_600_000).getUTCHours() >= 18;
  await beginsIn(isEvening ? 1 : 0);
  for (const stallId of ["A1", "B50"]) await gets(stallId, `Tomorrow: your stall ${stallId}`);
  await expect
    .poll(async () => (await own.mails.all()).filter(({ subject }) => subject.includes("Tomorrow")).length, {
      timeout: 120_000,
    })
    .toBe(STALLS);

  // Setting up, and the day: two phones, an hour without network, and they agree.
  const [first, second] = await Promise.all([atTheGate(browser, slug, "gauri"), atTheGate(browser, slug, "ravi")]);
  await expect(first.getByText(`0 of ${STALLS} stalls in`)).toBeVisible();
  await letIn(first, "B1");
  await expect(second.getByText(`1 of ${STALLS} stalls in`)).toBeVisible({ timeout: 60_000 });
  for (const phone of [first, second]) {
    await phone.context().setOffline(true);
    await expect(phone.getByText(/^No network/).first()).toBeVisible();
  }
  await letIn(second, "B4");
  await expect(second.getByText(/Not confirmed/)).toBeVisible();
  await letIn(first, "B4");
  await letIn(first, "B5");
  await expect(first.getByText("2 to send")).toBeVisible();
  // The browser has closed the page for want of memory: it opens again without network, with what waits.
  await first.reload();
  await expect(first.getByText("2 to send")).toBeVisible();
  await expect(first.getByText(`3 of ${STALLS} stalls in`)).toBeVisible();
  await inspect(first, "last-week-gate-offline");
  await first.context().setOffline(false);
  await expect(first.getByText("2 to send")).toBeHidden({ timeout: 60_000 });
  await second.context().setOffline(false);
  await expect(second.getByText(/B4 was let in twice\. Yours was first/)).toBeVisible({ timeout: 60_000 });
  await expect(first.getByText(/B4 was let in twice\. .*ravi.* was first/)).toBeVisible({ timeout: 60_000 });
  await expect(second.getByText(`3 of ${STALLS} stalls in`)).toBeVisible({ timeout: 60_000 });

  // One holder cancels at the door; who stands there buys her stall, and comes in.
  const plan = (await (await api.get(`/api/v1/mela/admin/plan?event=${slug}`)).json()) as {
    stallId: string;
    bookingId?: string;
  }[];
  const { bookingId } = plan.find(({ stallId }) => stallId === "B7") ?? {};
  await post(api, `/mela/admin/bookings/${bookingId}/cancel`, { refund: "none", reason: REASON });
  await sellAtDesk(slug, "B7", {
    ...{ fullName: "Lata Walk-in", email: "lata@example.com", phoneNumber: "9845098450", businessName: "Lata Laddus" },
  });
  await second.getByLabel(/^Find by stall/).fill("Lata");
  await expect(second.getByRole("region", { name: "Found" }).getByRole("button", { name: /Lata/ })).toBeVisible({
    timeout: 60_000,
  });
  await letIn(second, "Lata");
  await expect(second.getByText(`4 of ${STALLS} stalls in`)).toBeVisible({ timeout: 60_000 });
  await dashboard(page, "gate", slug);
  const arrivals = page.getByRole("table", { name: "Sold stalls and their arrivals" });
  await expect(arrivals.getByRole("row").filter({ hasText: "Lata" })).toContainText("ravi");
  await inspect(page, "last-week-gate");

  // Afterwards: who never came, and the thank-you, which nobody has to press.
  await beginsIn(new Date(Date.now() + 5.5 * 3_600_000).getUTCHours() >= 10 ? -3 : -4);
  await gets("A1", "Thank you for being there");
  const thanked = expect.stringContaining("Thank you for being there");
  await expect.poll(() => subjectsTo("lata@example.com"), { timeout: 120_000 }).toContainEqual(thanked);
  // Who cancelled is not thanked.
  expect(await subjectsTo("b7@holders.example")).not.toContainEqual(thanked);
  await dashboard(page, "overview", slug);
  await expect(page.getByText(/4 of 70 holders came\. 66 holders were never/)).toBeVisible();
  await expect(page.getByText("The thank-you went to 70 holders.")).toBeVisible({ timeout: 120_000 });
  await inspect(page, "last-week-over");
  await first.context().close();
  await second.context().close();
});
